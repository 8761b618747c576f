"""What Markdown keeps of the reviewed HTML of Readability's pages, by kind of thing.

Twice: *writing*, where the reviewed HTML itself is the page and all of it is kept, so that what is lost the writing
loses; and *extraction*, where the page is the page and what is lost was not chosen, or was changed by the review.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import weft
from bench.datasets import Case, read
from bench.markdown.faults import read_markdown
from bench.markdown.views import View, view_of
from bench.structures.report import _share
from bench.table import grid
from weft.extractors import EXTRACTORS

DATASET = "readability-pages"
KINDS = ("headings", "cells", "code", "items", "links", "images")
URL = "http://fakehost/test/page.html"  # where the reviewers had the pages: their addresses are whole by it
MIN_ROWS, MIN_CELLS = 2, 2  # of a table of data; a smaller one is there for layout and is written as text
WAYS: Mapping[str, Callable[[bytes, Case], str]] = {
    "writing": lambda reviewed, _: EXTRACTORS["whole_page"].extract(weft.parse(reviewed, url=URL)).markdown,
    "extraction": lambda _, case: weft.extract(case.data, url=URL).markdown,
}
ICON = re.compile(
    r"""<img\b(?=[^>]*\b(?:(?:width|height)=["']?(?:[0-4]?\d)(?:px)?["'\s>]|alt="\{?\\|src="[^"]*/math/))[^>]*>"""
)
"""A sign, not a picture, by the size it says; and a formula, which is written as one."""
NOTE_LINK = re.compile(r"\s*\[[^\]]{1,5}\]")  # the sign of a note, which Markdown writes in its own way
NOTE_SIGN = re.compile(r"\[\^[^\]]+\](?!:)")
SIGN = re.compile(r"\s*(?:\[edit\]|[#¶§])$")  # beside a heading: a link to the heading itself, or to a form


def make(data: Path) -> dict[str, Any]:
    """The record of both ways."""
    cases = [case for case in read(DATASET, data) if case.scored]
    return {"dataset": DATASET, "pages": len(cases), **{way: measure(cases, way) for way in WAYS}}


def measure(cases: Sequence[Case], way: str) -> dict[str, Any]:
    """By kind the share that is kept, and how many each page lost."""
    counts: dict[str, list[tuple[int, int]]] = {kind: [] for kind in KINDS}
    lost: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
    for case in cases:
        reviewed = case.path.with_name("expected.html").read_bytes()
        markdown = WAYS[way](reviewed, case)
        true = entries(view_of(ICON.sub("", reviewed.decode()), URL))
        answer = entries(view_of(read_markdown(NOTE_SIGN.sub("", markdown), notes=False), URL))
        noted = " ".join(view_of(read_markdown(markdown)).notes)
        for kind in KINDS:
            missing = true[kind] - answer[kind]
            if kind == "items":
                missing = Counter({begin: count for begin, count in missing.items() if not is_noted(begin, noted)})
            elif kind == "links":
                missing = Counter({link: count for link, count in missing.items() if not is_linked(link, answer[kind])})
            counts[kind].append((true[kind].total() - missing.total(), true[kind].total()))
            if missing:
                lost[kind][case.id] = missing.total()
    return {"kept": {kind: _share(counts[kind]) for kind in KINDS}, "lost": lost}


def entries(view: View) -> Mapping[str, Counter[Any]]:
    """The things of each kind, as far as Markdown can have them.

    Neither levels of headings nor the size of a picture nor white space in code are compared: reviewers or their tool
    have changed them. A link within the page leads nowhere once the page is gone, and the sign beside a heading is one.
    """
    tables = [table for table in view.tables if sum(len(row) >= MIN_CELLS for row in table) >= MIN_ROWS]
    links = [
        (text, target)
        for text, target in view.links
        if not target.startswith((f"{URL}#", "about:", "javascript:")) and NOTE_LINK.sub("", text).strip("^↩ ")
    ]
    return {
        "headings": Counter(SIGN.sub("", text) for _, text in view.headings),
        "cells": Counter(NOTE_LINK.sub("", cell) for table in tables for row in table for cell in row),
        "code": Counter("".join(text.split()) for text in view.code),
        "items": Counter(begin for _, _, begin in view.items),
        "links": Counter(links),
        "images": Counter({file_name(address) for _, address in view.images if not address.startswith("data:")}),
    }


def file_name(address: str) -> str:
    """The last part of the path: the same picture in another size mostly has the same."""
    return urlsplit(address).path.rstrip("/").rpartition("/")[-1]


def is_linked(link: tuple[str, str], links: Iterable[tuple[str, str]]) -> bool:
    """Whether the words of a link lead to its target, though in several links or together with others."""
    said = "".join(text for text, target in links if target == link[1])
    return link[0].replace(" ", "") in said.replace(" ", "")


def is_noted(begin: str, notes: str) -> bool:
    """Whether an item is among the notes; what leads back to the text (`^ a b`) is not written there."""
    words = " ".join(word for word in begin.split() if len(word) > 1)
    return bool(words) and words in notes


def markdown(record: Mapping[str, Any]) -> str:
    """The table of both ways."""
    whole = record["writing"]["kept"]
    head = [f"{kind} ({whole[kind]['whole']} on {whole[kind]['pages']} pages)" for kind in KINDS]
    rows = [[way, *(f"{record[way]['kept'][kind]['share']:.3f}" for kind in KINDS)] for way in WAYS]
    return (
        f"## Kept of the reviewed HTML of {record['dataset']}\n\n"
        f"{record['pages']} pages. Writing: the reviewed HTML is the page and all of it is kept; what is lost, the "
        "Markdown loses. Extraction: the page itself by the default; what is lost was not chosen, or the reviewers' "
        "tool has changed it.\n\n" + grid(["way", *head], rows)
    )
