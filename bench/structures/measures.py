"""What an answer has of a page's elements, counted.

Truth and answer are both plain texts that `label_blocks` aligns with the page's blocks in order; an element is had
when most of its words are covered. So the same alignment decides for the truth, for weft and for every peer, and signs
of Markdown do not count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from markdown_it import MarkdownIt
from numpy.typing import NDArray

import weft
from bench.datasets import Case
from bench.structures.elements import KINDS, Element, data_tables, find_elements, rows_of
from bench.structures.images import Figure, Images, base_of, find_figures, find_images, images_of_answer
from weft.page import Page
from weft.training.labels import label_blocks, split_words

HAD = 0.8  # of an element's words: a sign or a number may be read otherwise
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@dataclass(frozen=True, kw_only=True)
class Counts:
    """What one answer has of one page: pairs of (how many it has, of how many)."""

    recall: Mapping[str, tuple[int, int]]  # by kind: had by truth and answer, had by the truth
    blank: tuple[int, int] = (0, 0)  # cells without their text, cells of kept rows
    captions: tuple[int, int] = (0, 0)  # there, of kept figures
    images: int = 0  # distinct ones in the answer
    true_images: tuple[int, int] = (0, 0)  # in the answer, of those that stand between blocks of the truth


@dataclass(frozen=True, eq=False, kw_only=True)
class Judge:
    """A page with its truth, ready to judge answers; what does not depend on the answer is found once."""

    page: Page
    truth: str
    _markup: dict[str, Page] = field(default_factory=dict, init=False)

    @classmethod
    def of(cls, case: Case) -> "Judge":
        """The judge of a case."""
        return cls(page=weft.parse(case.data, url=case.url or None), truth=case.text)

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the blocks."""
        return [block.text for block in self.page.blocks]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The words of each block."""
        return np.array([len(split_words(text)) for text in self.texts], np.int64)

    @cached_property
    def true(self) -> NDArray[np.float64]:
        """The share of each block that the truth covers."""
        return label_blocks(self.texts, self.truth)

    @cached_property
    def elements(self) -> list[Element]:
        """The elements that have words."""
        return [element for element in find_elements(self.page) if self.sizes[element.blocks].any()]

    @cached_property
    def images(self) -> Images:
        """The images of the page."""
        return find_images(self.page)

    @cached_property
    def figures(self) -> list[Figure]:
        """The figures with a caption that has words."""
        return [figure for figure in find_figures(self.page, self.images) if self.sizes[figure.caption].any()]

    @cached_property
    def true_images(self) -> set[int]:
        """The images whose neighbours on both sides the truth has."""
        return {number for row, number in self.images.by_row.items() if self._is_between(self.true, *self._bounds(row))}

    def judge(self, answer: str, format: str) -> Counts:
        """Count what an answer has; `format` is `markdown`, `html` or `text`, which has no tables and images."""
        markup = None if format == "text" else read_answer(answer, format)
        shares = label_blocks(self.texts, answer if markup is None else plain_text(markup))
        shown = images_of_answer(markup, self.images, base_of(self.page)) if markup else set()
        kept = [figure for figure in self.figures if figure.images & shown or self._surrounds(shares, figure)]
        return Counts(
            recall=self._recall(shares),
            blank=blank_cells(self.page, markup) if markup else (0, 0),
            captions=(sum(self._has(shares, figure.caption) for figure in kept), len(kept)),
            images=len(shown),
            true_images=(len(self.true_images & shown), len(self.true_images)),
        )

    def _recall(self, shares: NDArray[np.float64]) -> dict[str, tuple[int, int]]:
        counts = {kind: [0, 0] for kind in KINDS}
        for element in self.elements:
            if self._has(self.true, element.blocks):
                counts[element.kind][0] += self._has(shares, element.blocks)
                counts[element.kind][1] += 1
        return {kind: (both, true) for kind, (both, true) in counts.items()}

    def _has(self, shares: NDArray[np.float64], blocks: NDArray[np.int64]) -> bool:
        sizes = self.sizes[blocks]
        return float((shares[blocks] * sizes).sum()) >= HAD * float(sizes.sum()) - 1e-9

    def _surrounds(self, shares: NDArray[np.float64], figure: Figure) -> bool:
        return self._is_between(shares, figure.row, int(self.page.end[figure.row]))

    def _is_between(self, shares: NDArray[np.float64], start: int, end: int) -> bool:
        """Whether the nearest blocks with words before and after some rows are had."""
        first, last = np.searchsorted(self.page.blocks.first, [start, end])
        before = next((k for k in range(int(first) - 1, -1, -1) if self.sizes[k]), None)
        after = next((k for k in range(int(last), len(self.sizes)) if self.sizes[k]), None)
        return before is not None and after is not None and min(shares[before], shares[after]) >= HAD

    def _bounds(self, row: int) -> tuple[int, int]:
        """The rows of an image, or of the figure that it is in."""
        above = self.page.ancestors(row)
        figure = next((k for k in above if self.page.tag_name(k) == "figure"), row)
        return figure, int(self.page.end[figure])


def read_answer(answer: str, format: str) -> Page:
    """The answer as a page: Markdown is turned into HTML first."""
    return weft.parse(_MARKDOWN.render(answer) if format == "markdown" else answer)


def plain_text(answer: Page) -> str:
    """The words of an answer, one line a block."""
    return "\n".join(" ".join(block.text.split()) for block in answer.blocks)


Row = list[Counter[str]]  # the words of each cell


def blank_cells(source: Page, answer: Page) -> tuple[int, int]:
    """Cells that lost their text, of the cells with text in the rows that the answer's tables keep.

    A table of the answer belongs to the source's table of data with which it shares most words, a row to the row of it,
    in order, with which it shares most. What the source's row has more of cells with text than the answer's is blank:
    so neither joined cells nor a lost column shift what is compared.
    """
    sources = [_rows(source, table) for table in data_tables(source)]
    blank = cells = 0
    for table in answer.rows_of("table").tolist():
        rows = _rows(answer, table)
        best = max(sources, key=lambda known: _shared(_bag(rows), _bag(known)), default=[])
        for ours, theirs in _pair_rows(rows, best):
            blank += max(0, _filled(theirs) - _filled(ours))
            cells += _filled(theirs)
    return blank, cells


def _rows(page: Page, table: int) -> list[Row]:
    return [[Counter(split_words(page.text(cell))) for cell in row] for row in rows_of(page, table)]


def _pair_rows(rows: list[Row], source: list[Row]) -> Iterable[tuple[Row, Row]]:
    """Each row with words beside the source's row that it comes from, which is after that of the row before."""
    start = 0
    for row in rows:
        words = _bag([row])
        shared = [_shared(words, _bag([other])) for other in source[start:]]
        best = int(np.argmax(shared)) if shared else 0
        if shared and shared[best]:
            yield row, source[start + best]
            start += best + 1


def _bag(rows: list[Row]) -> Counter[str]:
    return Counter(word for row in rows for cell in row for word in cell.elements())


def _shared(words: Counter[str], others: Counter[str]) -> int:
    return (words & others).total()


def _filled(row: Row) -> int:
    return sum(bool(cell) for cell in row)
