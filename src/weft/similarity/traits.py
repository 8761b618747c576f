"""What is kept of a page to tell its template: its structure, what its head and its title say, some counts, its URL."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.similarity.folds import body_row, mix
from weft.similarity.path_sets import PathSet
from weft.similarity.url_shape import UrlShape, find_url

MAX_HEAD = 100  # elements of one kind in the head that are looked at
MAX_TITLE = 200  # characters of a title that are looked at
MAX_DATA = 4_000  # characters of a data block whose types are looked at
_HEADINGS = [tag_number(f"h{level}") for level in range(1, 5)]
_DIGITS = re.compile("[0-9]+")
_SEPARATORS = re.compile(r"\s*(?:[|\-–—·_»«:：/>()（）\[\]【】,，~]|\s{2,})\s*")
_DATA_TYPE = re.compile(r'"@type"\s*:\s*"(\w+)"')


@dataclass(frozen=True, eq=False)
class Traits:
    """The traits of a page; two sets of hashes with, of each hash, whether the page has it only once."""

    paths: PathSet  # tag paths
    paths_once: NDArray[np.bool_]
    steps: PathSet  # an element of the body that has a class or an id, below the nearest other one
    steps_once: NDArray[np.bool_]
    tokens: tuple[str, ...]
    head: tuple[str, ...]  # names of what the head holds, tokens of the body element
    title: tuple[str, ...]  # the parts of the title, digits masked
    counts: tuple[float, ...]  # as `count` gives them
    url: UrlShape
    has_url: bool  # a root has a URL without segments

    @property
    def key(self) -> Hashable:
        """Equal for pages without a difference."""
        return self.paths.tobytes(), self.tokens, self.url


def describe(page: Page) -> Traits:
    """The traits of a page."""
    table, is_element = page.table, page.tag > 0
    is_marked = is_element & ((np.diff(table.class_start) > 0) | (table.id_token >= 0))
    is_marked[: body_row(page) + 1] = False  # what `body` is called is in `head`; as a step it would be in all below it
    above = page.nearest(is_marked)[np.maximum(page.parent, 0)]
    paths, path_count = np.unique(table.path_tags[is_element], return_counts=True)
    steps, step_count = np.unique(mix(table.step[above], table.step)[is_marked], return_counts=True)
    url = find_url(page)
    return Traits(
        paths=paths,
        paths_once=path_count == 1,
        steps=steps,
        steps_once=step_count == 1,
        tokens=tuple(page.tokens),
        head=tuple(sorted(set(_head(page)))),
        title=title_parts(page),
        counts=count(page),
        url=UrlShape.of(url),
        has_url=bool(url),
    )


def count(page: Page) -> tuple[float, ...]:
    """What tells a list from an article.

    Words, share of linked characters, linked headings, the longest text outside of links, links, characters outside
    of links for a link, paragraphs: all but the share as logarithms.
    """
    blocks = page.blocks
    plain = blocks.chars - blocks.link_chars
    headings = np.flatnonzero(np.isin(page.tag, _HEADINGS))
    linked = np.count_nonzero(page.subtree_sum(page.in_link)[headings] > 0)
    links = len(page.rows_of("a"))
    counted = [blocks.words.sum(), linked, plain.max(initial=0), links, plain.sum() / max(links, 1)]
    words, heads, longest, links, a_link = np.log1p(np.maximum(counted, 0)).tolist()
    share = float(blocks.link_chars.sum() / max(blocks.chars.sum(), 1))
    return words, share, heads, longest, links, a_link, float(np.log1p(len(page.rows_of("p"))))


def title_parts(page: Page) -> tuple[str, ...]:
    """The parts of the title, digits masked: of `Tag: looms – Weft` the parts `tag`, `looms`, `weft`."""
    rows = page.rows_of("title")
    text = page.text(int(rows[0]))[:MAX_TITLE].lower().strip() if len(rows) else ""
    return tuple(part for part in _SEPARATORS.split(_DIGITS.sub("0", text)) if part)


def _head(page: Page) -> Iterator[str]:
    """Words for what a template writes into the head, and the tokens of the body element."""
    for row in in_time(page.rows_of("meta")[:MAX_HEAD].tolist()):
        values = page.attributes(row)
        name = (values.get("property") or values.get("name") or values.get("itemprop") or "").lower()
        if name:
            yield f"meta {name}"
        if name == "og:type":
            yield f"type {values.get('content', '')}"
    for row in in_time(page.rows_of("link")[:MAX_HEAD].tolist()):
        yield f"rel {(page.attribute(row, 'rel') or '').lower()}"
    for row in in_time(page.rows_of("script")[:MAX_HEAD].tolist()):
        if "ld+json" in (page.attribute(row, "type") or ""):
            yield from (f"data {name}" for name in _DATA_TYPE.findall(page.text(row)[:MAX_DATA]))
    body = body_row(page)
    yield from (f"body {token}" for token in (*page.classes(body), *page.id(body).split()))
