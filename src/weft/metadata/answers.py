"""The fields of metadata that the kernel answers, in one call of it; the others are found field by field."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache, lru_cache, partial
from typing import Any

from weft.content import NUMBER, Field, Image, Link, Metadata
from weft.deadline import kernel_call
from weft.kernel.metadata import DeclaredFields, MetadataAnswers, NearTitle
from weft.metadata.author_labels import first_words, speaks_of_author, week_days
from weft.metadata.authors import is_organisation
from weft.metadata.bylines import far_name, name_in_byline, name_in_line, next_name, whole_name_in
from weft.metadata.class_names import ADDRESSES, NAMES, patterns
from weft.metadata.languages import ALIKE
from weft.metadata.near_title import ROWS_BEFORE, ROWS_BEHIND, near_title
from weft.metadata.page_dates import day_in, day_in_script, month_in
from weft.metadata.printed_dates import (
    DAY_FIRST_DOMAINS,
    MONTH_FIRST,
    MONTH_FIRST_REGIONS,
    PUBLISHED,
    PUBLISHED_WORDS,
    UPDATED,
    UPDATED_WORDS,
    ends_dateline,
    is_ambiguous,
)
from weft.metadata.reading import RTL_LANGUAGES, licence_name, minutes_in
from weft.metadata.sources import declared_names, kernel_declared
from weft.metadata.values import NO_LANGUAGES, WRITTEN_LANGUAGES, absolute_url, join_authors
from weft.page import Page
from weft.page.once import remember

_NOTHING: dict[str, object] = {column.name: column.default for column in fields(Metadata)}
_NUMBERS = ("word_count", "reading_time")
YES = "1"
"""What an answer is that says yes; no is empty."""


@cache
def _kernel() -> MetadataAnswers:
    near = (*patterns(), ROWS_BEFORE, ROWS_BEHIND)
    return MetadataAnswers(_words(), list(NAMES), list(ADDRESSES), _answerers(), declared_names(), near)


def _words() -> dict[str, Any]:
    """The tables of words that the kernel reads as Python does."""
    return {
        "labels": sorted(first_words()),
        "days": week_days(),
        "updated": UPDATED_WORDS,
        "published": PUBLISHED_WORDS,
        "month_first": sorted(MONTH_FIRST),
        "month_first_regions": sorted(MONTH_FIRST_REGIONS),
        "day_first_domains": sorted(DAY_FIRST_DOMAINS),
        "alike": [family.split() for family in ALIKE],
        "written": list(WRITTEN_LANGUAGES.items()),
        "no_languages": sorted(NO_LANGUAGES),
        "from_right": sorted(RTL_LANGUAGES),
    }


def _answerers() -> dict[str, Callable[..., Any]]:
    """What is asked about single texts that the kernel does not read by itself."""
    return {
        "names": lambda text: join_authors([text]),
        "speaks": lru_cache(maxsize=256)(lambda text: YES if speaks_of_author(text) else ""),
        "organisation": lambda text: YES if is_organisation(text) else "",
        "byline": lambda text: name_in_byline(text.split("\n")),
        "line": partial(name_in_line, is_close=False),
        "close_line": partial(name_in_line, is_close=True),
        "box_line": whole_name_in,
        "far_line": far_name,
        "next_line": next_name,
        "updated": lambda text: YES if UPDATED.search(text) else "",
        "published": lambda text: YES if PUBLISHED.search(text) else "",
        "dateline_end": lambda text: YES if ends_dateline(text) else "",
        "script_day": day_in_script,
        "address_day": day_in,
        "address_month": month_in,
        "minutes": lambda text: str(minutes_in(text)),
        "ambiguous": lambda text: YES if is_ambiguous(text) else "",
        "licence": licence_name,
        "join": absolute_url,
    }


def read_page(
    page: Page, *, bylines: bool, skipped: Sequence[str] = (), language: str = ""
) -> dict[str, object] | None:
    """The fields that leave no doubt, by name, without those of `skipped`; none where less than that was read.

    One call of the kernel reads what the page declares, its title, what stands near it and the fields; the page
    remembers what it declares and what is near. `language` is one that somebody gave. `PageFields` finds the same
    field by field, and is the twin. Without `bylines` only what is declared counts.
    """
    with kernel_call() as seconds:
        read = _kernel().read(page.table, page.url or "", bylines, skipped, language, seconds=seconds)
    if read is None:
        return None
    kernel, near, found = read
    remember(kernel_declared, page, kernel)
    if near:
        remember(near_title, page, near)
    return None if found is None else _fields(found)


def find_answers(
    kernel: DeclaredFields,
    near: NearTitle | None,
    page: tuple[str, tuple[str, int], str, str, str],
    skipped: Sequence[str] = (),
) -> dict[str, object]:
    """The same of a page of which these parts are known.

    `page` is its title, what `find_title` says and its row, its address, what addresses are joined with, and a
    language that somebody gave. Without `near` only what is declared counts.
    """
    with kernel_call() as seconds:
        found = _kernel().find(kernel, near, page, skipped, seconds=seconds)
    return _fields(found)


def _fields(found: dict[str, Any]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, answer in found.items():
        if not answer:
            fields[name] = _NOTHING[name]
        elif type(answer) is tuple and len(answer) == 3 and name not in _NUMBERS:
            fields[name] = Field(value=answer[0], row=answer[1], source=answer[2])
        else:
            fields[name] = _made(name, answer)
    return fields


def _made(name: str, answer: Any) -> object:
    """A list of links, a picture, a link or a number."""
    if isinstance(answer, list):
        return tuple(
            [Link(value=value, row=row, source=source, url=url, kind=kind) for value, row, source, url, kind in answer]
        )
    value, row, source, *more = answer
    if name == "image":
        return Image(value=value, row=row, source=source, width=more[0], height=more[1])
    if name == "licence":
        return Link(value=value, row=row, source=source, url=more[0], kind=more[1])
    return Field(value=value, row=row, source=source, type=NUMBER, typed=int(value))
