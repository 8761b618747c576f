"""The truth of pages that list things: which element is a record, and where its fields stand in it.

It was written by eye, as locators of weft's own grammar (`sites/templates/locator.py`) and not as text: the pages
belong to their authors. Locators are looked up here by a plain walk, so that no change of the library moves the truth;
the count of the records, kept beside them, says when it moved all the same.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench.records.listing_pages import choose_pages
from weft import parse
from weft.page import Page
from weft.sites.templates.locator import Locator, Step

FILE = Path(__file__).with_name("listings.json")
FIELDS = ("title", "price", "rating", "url", "image")
WHOLE = "."  # the record's own element


def select(page: Page, locator: str, under: int = -1) -> list[int]:
    """The rows that a locator means, in document order: under a row, or on the whole page.

    >>> page = parse("<ul><li><b>one</b><li class=new><b>two</b></ul>")
    >>> [page.text(row) for row in select(page, "li.new > b")]
    ['two']
    """
    if locator == WHOLE:
        return [under]
    steps = Locator.parse(locator).steps
    start, end = (under + 1, int(page.end[under])) if under >= 0 else (0, len(page))
    return [row for row in range(start, end) if page.tag[row] and _leads_to(page, row, steps, under)]


def _leads_to(page: Page, row: int, steps: tuple[Step, ...], under: int) -> bool:
    """Whether the steps lead to a row, read from the last to the first."""
    if not _is(page, row, steps[-1]):
        return False
    if len(steps) == 1:
        return True
    above = [ancestor for ancestor in page.ancestors(row) if ancestor > under]
    near = above[:1] if steps[-1].is_child else above
    return any(_leads_to(page, ancestor, steps[:-1], under) for ancestor in near)


def _is(page: Page, row: int, step: Step) -> bool:
    return (
        step.tag in ("", page.tag_name(row))
        and step.id in ("", page.id(row))
        and set(step.classes) <= set(page.classes(row))
        and step.ordinal in (0, int(page.nth[row]))
    )


@dataclass(frozen=True, kw_only=True)
class TrueItem:
    """A record by the rows of its element, and of each field the row of the element that says it."""

    start: int
    end: int
    rows: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class ListingCase:
    """A page with the lists that it is about: any of them is a right answer, and nothing where there is none."""

    id: str
    half: str  # LEARNING or JUDGE
    kind: str  # cards, items, none
    answers: tuple[dict[str, object], ...]
    path: Path
    url: str

    @cached_property
    def page(self) -> Page:
        """The parsed page."""
        return parse(self.path.read_bytes(), url=self.url or None)

    @cached_property
    def lists(self) -> list[list[TrueItem]]:
        """The records of each right answer, in document order; one empty list where nothing is right."""
        return [self._items(answer) for answer in self.answers] or [[]]

    def _items(self, answer: dict[str, object]) -> list[TrueItem]:
        page = self.page
        rows = sorted({row for locator in _names(answer["records"]) for row in select(page, locator)})
        items = []
        for row in rows:
            fields = {name: _first(page, answer.get(name), row) for name in (*FIELDS, "needs")}
            if (
                fields["title"] >= 0
                and page.text(fields["title"]).strip()
                and not ("needs" in answer and fields["needs"] < 0)
            ):
                items.append(
                    TrueItem(start=row, end=int(page.end[row]), rows={n: r for n, r in fields.items() if r >= 0})
                )
        if len(items) != answer["count"]:
            raise ValueError(f"{self.id}: {len(items)} records where {answer['count']} were read: the truth has moved")
        return items


def read_listings(data: Path) -> list[ListingCase]:
    """The pages that were read by eye, with their truth, in the order of their ids."""
    truth = {entry["id"]: entry for entry in json.loads(FILE.read_bytes())["pages"]}
    return [
        ListingCase(
            id=case.id, half=half, kind=truth[case.id]["kind"], answers=tuple(truth[case.id]["answers"]),
            path=case.path, url=case.url,
        )
        for case, half in choose_pages(data)
    ]  # fmt: skip


def _names(value: object) -> Iterator[str]:
    """One locator, several that are tried in turn, or none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from value


def _first(page: Page, locators: object, row: int) -> int:
    return next((rows[0] for name in _names(locators) if (rows := select(page, name, row))), -1)
