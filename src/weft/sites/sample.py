"""A sample of the pages of one cluster: what every template learner looks at.

Work on many pages together: where it fails, the pages that fail it alone are left out, and the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NO_FIELDS, NOISE, RECORD, Label
from weft.deadline import check_deadline, kernel_call
from weft.document import Failure
from weft.errors import ConfigError
from weft.io.raw_page import RawPage
from weft.kernel import html as kernel
from weft.page import Limits, Page
from weft.pipeline import attempt
from weft.sites.echoes import Echoes, PageSigns, signs_of
from weft.sites.prior import SinglePage, weigh_blocks
from weft.sites.slots import Alignment, Slot, align

SIZE = 30  # pages; more no longer change what is learned, and each costs its share of the time
TITLE = "title"
MAX_BYTES = 32 << 20  # of these pages, which are all held at once; of 30 usual ones it is a tenth


@dataclass(frozen=True, eq=False)
class Sample:
    """Some pages of one template, with what is asked of them more than once."""

    pages: Sequence[Page]
    labels: Mapping[int, Sequence[Label]] = field(default_factory=dict)  # a person's marks, by page
    signs: Sequence[PageSigns] = ()  # of the site's pages, these among them; empty: these are all

    @property
    def field_labels(self) -> dict[int, list[Label]]:
        """The marks that name fields of a page; those inside of marked records are theirs."""
        fields = {
            page: [
                replace(label, rows=rows) for label in marks if (rows := self._field_rows(page, label, inside=False))
            ]
            for page, marks in self.labels.items()
        }
        return {page: marks for page, marks in fields.items() if marks}

    @property
    def record_rows(self) -> dict[int, list[int]]:
        """The rows that a person marked as records, by page."""
        marked = {page: self.rows(page, RECORD) for page in self.labels}
        return {page: rows for page, rows in marked.items() if rows}

    @property
    def record_fields(self) -> dict[str, list[tuple[int, int]]]:
        """The marked fields inside of marked records: by name, pages and rows."""
        fields: dict[str, list[tuple[int, int]]] = {}
        for page, marks in check_deadline(self.labels.items()):
            for label in marks:
                for row in check_deadline(self._field_rows(page, label, inside=True)):
                    fields.setdefault(label.name, []).append((page, row))
        return fields

    def _field_rows(self, page: int, label: Label, *, inside: bool) -> tuple[int, ...]:
        """The rows of a field's mark that lie in marked records, or outside of them."""
        if label.name in NO_FIELDS:
            return ()
        ranges = [(row, int(self.pages[page].end[row])) for row in self.rows(page, RECORD)]
        return tuple(row for row in label.rows if any(start <= row < end for start, end in ranges) == inside)

    def rows(self, page: int, name: str) -> list[int]:
        """The rows of a page that a person gave a name."""
        return [row for label in self.labels.get(page, ()) if label.name == name for row in label.rows]

    @cached_property
    def alignment(self) -> Alignment:
        """The pages aligned."""
        return align(self.pages)

    @property
    def slots(self) -> list[Slot]:
        """The aligned slots."""
        return self.alignment.slots

    @property
    def slot_of_row(self) -> list[NDArray[np.int64]]:
        """Of each page's rows the numbers of their slots; -1 where a row is in none, as texts always are."""
        return self.alignment.slot_of_row

    @cached_property
    def texts(self) -> list[list[str]]:
        """The texts of each page's blocks, with single spaces."""
        return [spaced_blocks(page) for page in check_deadline(self.pages)]

    @cached_property
    def echoes(self) -> Echoes:
        """What pages of the site may say of each other."""
        return Echoes(self.signs or map(signs_of, self.pages))

    @cached_property
    def probabilities(self) -> list[NDArray[np.float64]]:
        """How likely each block of each page is content: by a person's marks, else by the block classifier."""
        weighed = (weigh_blocks(single, pages=len(self.pages)) for single in self.singles)
        return [
            np.where(self.judged(number), self._by_marks(number) > 0, probability)
            for number, probability in enumerate(weighed)
        ]

    @cached_property
    def page_types(self) -> list[str]:
        """The type of each page, by the block classifier."""
        return [single.page_type for single in self.singles]

    @cached_property
    def singles(self) -> list[SinglePage]:
        """What each page alone would keep, by the block classifier."""
        return [SinglePage.read(page) for page in check_deadline(self.pages)]

    def judged(self, number: int) -> NDArray[np.bool_]:
        """The blocks that a person has judged: all of a page whose body is marked, else those that are noise."""
        if self.rows(number, BODY):
            return np.ones(len(self.pages[number].blocks), np.bool_)
        return self._by_marks(number) != 0

    def _by_marks(self, number: int) -> NDArray[np.int8]:
        return marked_blocks(self.pages[number], self.labels.get(number, ()))

    def title_blocks(self, number: int) -> NDArray[np.int64]:
        """The blocks of the title that a person marked."""
        page, titles = self.pages[number], [label for label in self.labels.get(number, ()) if label.name == TITLE]
        rows = [row for label in titles for row in self._field_rows(number, label, inside=False)]
        blocks = [page.blocks.under(row, int(page.end[row])) for row in rows]
        return np.unique(np.concatenate(blocks)) if blocks else np.zeros(0, np.int64)


def spaced_blocks(page: Page) -> list[str]:
    """The texts of a page's blocks, with single spaces."""
    with kernel_call() as seconds:
        return kernel.spaced_blocks(page.table, seconds=seconds)


def marked_blocks(page: Page, labels: Iterable[Label]) -> NDArray[np.int8]:
    """Of each block 1 where a person says body, -1 where noise, 0 where neither: the nearest mark above it holds."""
    says = np.zeros(len(page), np.int8)
    marks = [(row, label.name) for label in labels if label.name in (BODY, NOISE) for row in label.rows]
    for row, name in check_deadline(sorted(marks)):  # what is above comes first; of both names on one row, noise holds
        says[row : page.end[row]] = 1 if name == BODY else -1
    return says[page.blocks.first]


def choose_sample(sizes: Sequence[int], *, needed: Iterable[int]) -> list[int]:
    """The places of the sampled pages, in order: the needed ones, and of an even spread as many as there is room for.

    >>> choose_sample([100, 200, 300], needed=[1])
    [0, 1, 2]
    """
    chosen = dict.fromkeys(needed)
    total = sum(sizes[position] for position in chosen)
    for position in check_deadline(spread(len(sizes), SIZE)):
        if position not in chosen and total + sizes[position] <= MAX_BYTES:
            chosen[position] = None
            total += sizes[position]
    return sorted(chosen)


def spread(count: int, most: int) -> list[int]:
    """At most so many of some places, evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64)).tolist()


class HasRaw(Protocol):
    """A page in any form that still has its bytes."""

    @property
    def raw(self) -> RawPage:
        """The page as it was read."""
        ...


PageForm = TypeVar("PageForm", bound=HasRaw)
Result = TypeVar("Result")


def leave_out(
    pages: Sequence[PageForm],
    do: Callable[[Sequence[PageForm]], Result],
    check: Callable[[PageForm], object],
    tell: Callable[[Failure, str], None],
    limits: Limits,
) -> tuple[Sequence[PageForm], Result | Failure]:
    """What is done to pages together, and the pages that it was done to.

    Pages that fail `check`, which does the same to one page, are told and left out. Where no page is to blame alone, or
    the rest fails too, the failure is the answer. Pages together have the seconds of all of them.
    """
    if not pages:
        return pages, do(pages)
    done = attempt(pages[0].raw, lambda _: do(pages), seconds=limits.seconds * len(pages), passing=ConfigError)
    if not isinstance(done, Failure):
        return pages, done
    rest = []
    for page in pages:
        checked = attempt(page.raw, partial(_check, check, page), seconds=limits.seconds, passing=ConfigError)
        if isinstance(checked, Failure):
            tell(checked, page.raw.id)
        else:
            rest.append(page)
    if not rest or len(rest) == len(pages):
        return rest, done
    return rest, attempt(rest[0].raw, lambda _: do(rest), seconds=limits.seconds * len(rest), passing=ConfigError)


def _check(check: Callable[[PageForm], object], page: PageForm, raw: RawPage) -> object:
    return check(page)
