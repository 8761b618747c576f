"""Which method when (paper C, section 5): by the signs of a page to a template, line blocks, DOM statistics or vision.

The paper's table as printed: regular pages → template; simple ones → strip the tags; complex ones whose text is
concentrated → DOM statistics; complex and scattered ones → vision. What regular, simple and concentrated are it leaves
to the reader; here they are numbers of the page. A baseline: on wcxb-dev, on the half that chose no threshold, its word
F1 is 0.785 with a browser and 0.757 without; VIPS alone has 0.803, the default, cross-validated on all pages, 0.871.

DOM statistics (section 2.2): a node with much more text than links, in number and in length, is body. Line blocks
(section 2.1): strip the tags, keep the line breaks; long runs of lines are the body.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from weft.content import CHOSEN, Reason
from weft.deadline import time_limit
from weft.document import TEMPLATE, Document, Extractor, SiteTemplates
from weft.errors import with_noun
from weft.extractors.vips import Vips
from weft.page import Page, tag_number
from weft.papers.a.density import is_container


@dataclass(frozen=True, kw_only=True)
class Signs:
    """What the table asks of a page."""

    containers: int  # `div` and `table`: how much structure there is to see through
    concentration: float  # the largest share of the text outside links that one container has, those in it apart


@dataclass(frozen=True, kw_only=True)
class Survey:
    """Hands each page to the method that paper C names for its kind; `reason` says the signs.

    A scattered page needs a browser's drawing; without one it goes to DOM statistics, the paper's next best, and the
    reason says so. `weft.extract` draws such a page where a browser can be found.
    """

    # Chosen on one half of the wcxb-dev and magic pages, split by site. Up to so many containers line blocks have the
    # higher word F1 there, beyond DOM statistics; on the other half they have 0.036 more up to it.
    simple: int = 40
    # The split of complex pages that says most of how DOM statistics fares: on the half that chose it, its word F1 is
    # 0.87 from here on and 0.67 below.
    concentrated: float = 0.6
    site: SiteTemplates | None = field(default=None, compare=False)  # knows the templates of regular pages

    def extract(self, page: Page) -> Document:
        """What the method for this kind of page chooses."""
        with time_limit(page.seconds):
            regular, why = self._by_template(page)
            if regular:
                return replace(regular, reason=Reason(regular.reason.code, f"regular: {regular.reason.detail}"))
            method, signs = self._choose(page)
            document = method.extract(page)
            return replace(document, reason=Reason(CHOSEN, why).then(signs).then(document.reason.detail))

    def score(self, page: Page) -> NDArray[np.float64]:
        """The score of the method for this kind of page."""
        with time_limit(page.seconds):
            regular, _ = self._by_template(page)
            if regular is None:
                return self._choose(page)[0].score(page)
            scores = np.zeros(len(page.blocks))
            scores[regular.keep] = 1
            return scores

    def with_site(self, site: SiteTemplates | None) -> Survey:
        """The same with the site whose templates answer for regular pages, where it has none."""
        return replace(self, site=self.site or site)

    def needs_drawing(self, page: Page) -> bool:
        """Whether the table sends the page to vision, and nobody has drawn it yet."""
        signs = measure_signs(page)
        is_scattered = signs.containers > self.simple and signs.concentration < self.concentrated
        return is_scattered and not page.geometry and self._by_template(page)[0] is None

    def _by_template(self, page: Page) -> tuple[Document | None, str]:
        """What a template of the site finds on a regular page, or why the page is none."""
        if self.site is None:
            return None, "not known to be regular: no site given"
        document = self.site.choose(page)
        if document.chosen_by == TEMPLATE:
            return document, ""
        return None, f"not regular: {document.reason.detail}"

    def _choose(self, page: Page) -> tuple[Extractor, str]:
        """The method for a page that is not regular, and its signs in words."""
        signs = measure_signs(page)
        if signs.containers <= self.simple:
            return LineBlock(), f"simple: {with_noun(signs.containers, 'container')}, at most {self.simple}"
        structure = f"complex: {with_noun(signs.containers, 'container')}, over {self.simple}"
        share = f"{signs.concentration:.0%} of the text in one of them"
        if signs.concentration >= self.concentrated:
            return DomStats(), f"{structure}; concentrated: {share}, at least {self.concentrated:.0%}"
        scattered = f"{structure}; scattered: {share}, under {self.concentrated:.0%}"
        if page.geometry:
            return Vips(), scattered
        return DomStats(), f"{scattered}; vision needs the page drawn in a browser, so the next best"


def measure_signs(page: Page) -> Signs:
    """The signs of a page; what is hidden counts as absent.

    >>> from weft import parse
    >>> measure_signs(parse("<div><p>One two three</div><div>four <a href=/>five</a></div>"))
    Signs(containers=2, concentration=0.7333333333333333)
    """
    blocks, container = page.blocks, is_container(page)
    plain = np.where(blocks.hidden, 0, blocks.chars - blocks.link_chars)
    home = page.nearest(container)[blocks.row]
    most = np.bincount(home, plain).max(initial=0.0)
    return Signs(containers=int(container.sum()), concentration=float(most / max(plain.sum(), 1)))


TEXT = tag_number("#text")
LINK = tag_number("a")


@dataclass(frozen=True, kw_only=True)
class DomStats:
    """Keeps every element whose text passes both thresholds; they are merged in pre-order.

    The counts are smoothed by one, so that a node without links needs a text of some length. Reading of what the paper
    leaves open: the elements below `body` are the nodes, and what a chosen element holds is kept whole.
    """

    # Silent in the paper; the best of 3 … 160 and 0.1 … 4 on the magic and readability pages.
    length_ratio: float = 10.0  # characters outside links for each inside
    count_ratio: float = 0.2  # texts outside links for each link

    def extract(self, page: Page) -> Document:
        """The blocks inside elements that pass."""
        with time_limit(page.seconds):
            passed = self._passes(page)
            around: NDArray[np.int64] = np.cumsum(passed) - np.cumsum(
                _ends(page, passed)
            )  # chosen elements around each row
            blocks = page.blocks
            keep = np.flatnonzero((around[blocks.first] > 0) & ~blocks.hidden)
            return Document(page=page, keep=keep, chosen_by="dom_stats")

    def score(self, page: Page) -> NDArray[np.float64]:
        """The text to link ratio, by length, of the element that holds each block."""
        with time_limit(page.seconds):
            lengths, _ = text_link_ratios(page)
            return lengths[page.blocks.row]

    def _passes(self, page: Page) -> NDArray[np.bool_]:
        lengths, counts = text_link_ratios(page)
        below_body = (page.tag != TEXT) & (page.depth > 1)
        return below_body & (lengths > self.length_ratio) & (counts > self.count_ratio)


def text_link_ratios(page: Page) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Per row: characters outside links to those inside, and texts outside links to links; hidden text is absent."""
    shown = np.where(page.hidden, 0, page.chars)
    text_length = page.subtree_sum(np.where(page.in_link, 0, shown))
    link_length = page.subtree_sum(np.where(page.in_link, shown, 0))
    text_count = page.subtree_sum((shown > 0) & ~page.in_link)
    link_count = page.subtree_sum((page.tag == LINK) & page.in_link)
    return text_length / (1 + link_length), text_count / (1 + link_count)


def _ends(page: Page, passed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many of the chosen subtrees end right before each row."""
    return np.bincount(page.end[passed], minlength=len(page) + 1)[: len(page)]


@dataclass(frozen=True, kw_only=True)
class LineBlock:
    """Keeps the runs of lines, ended by two empty lines, that are longer than a threshold.

    The lines are those of the source: a page written on one line is one run. A block belongs to the body when most of
    its characters do.
    """

    threshold: int = 120  # silent in the paper; the best of 40 … 1,200 on the magic and readability pages

    def extract(self, page: Page) -> Document:
        """The blocks in long runs, in order."""
        with time_limit(page.seconds):
            blocks = page.blocks
            in_body = np.where(_run_lengths(page) > self.threshold, _is_character(page), 0)
            kept = _sum_over_blocks(page, in_body) * 2 > _sum_over_blocks(page, _is_character(page))
            return Document(page=page, keep=np.flatnonzero(kept & ~blocks.hidden), chosen_by="line_block")

    def score(self, page: Page) -> NDArray[np.float64]:
        """The length of the run that each block begins in."""
        with time_limit(page.seconds):
            return _run_lengths(page)[page.table.block_text_start].astype(np.float64)


def _is_character(page: Page) -> NDArray[np.int64]:
    """1 for each byte that begins a character which is not white space."""
    stripped = _lines(page)
    return ((stripped > ord(" ")) & ((stripped & 0xC0) != 0x80)).astype(np.int64)


def _lines(page: Page) -> NDArray[np.uint8]:
    """The page's content with its line breaks; wide and unbreakable spaces as plain ones of the same length."""
    content = page.text_bytes[: page.table.text_end[0]]
    plain = content.replace(b"\xc2\xa0", b"  ").replace(b"\xe3\x80\x80", b"   ")
    return np.frombuffer(plain, dtype=np.uint8)


def _run_lengths(page: Page) -> NDArray[np.int64]:
    """For each byte the number of characters in the run of lines that holds it."""
    line = np.cumsum(_lines(page) == ord("\n"))
    if len(line) == 0:
        return line
    line_length = np.bincount(line, weights=_is_character(page)).astype(np.int64)
    empty = line_length == 0
    breaks = empty & np.concatenate(([False], empty[:-1]))  # the second of two empty lines
    run = np.cumsum(breaks)
    return np.bincount(run, weights=line_length).astype(np.int64)[run][line]


def _sum_over_blocks(page: Page, values: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.concatenate(([0], np.cumsum(values)))
    return total[page.table.block_text_end] - total[page.table.block_text_start]
