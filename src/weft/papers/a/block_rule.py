"""The rule of a class of pages (paper A, definition 10): the container of the body by its id, else class, else path."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page
from weft.papers.a.density import composite_density
from weft.sites.sample import Sample
from weft.sites.similarity.traits import mask
from weft.sites.templates.locator import read_strings
from weft.sites.templates.outline import Outline

DIGITS = r"\d+"  # what stands for a number in an id or class, as paper B prints it

_STEP = re.compile(r"[^/]+?[1-9][0-9]{0,8}")  # a tag and an ordinal
_MAX_DIGITS = 9  # of an ordinal: rows are numbers of 32 bits


@dataclass(frozen=True, kw_only=True)
class BlockRule:
    r"""Chooses what is in the container that the id finds, else the classes, else the path.

    Silent in the paper: where an id or class finds several containers, the one at the path counts, else the first.
    Keeping all of them was a little better in token F1 (0.70 against 0.68 on the real sites) because it softens wrong
    rules, and worse in pages that are exactly right (0.45 against 0.47).

    >>> from weft import parse
    >>> page = parse("<body><div>Menu</div><div id=post-17><p>One.<p>Two.</div></body>")
    >>> BlockRule(id=r"post-\d+", path="body1/div1").choose(page).tolist()
    [1, 2]
    """

    name: ClassVar[str] = "block_rule"

    id: str = ""  # numbers that vary as \d+; empty: none
    classes: tuple[str, ...] = ()  # numbers that vary as \d+; a container must have them all
    path: str = ""  # tags with their ordinals: body1/div3/div2

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks in the container; nothing where there is no such container."""
        row = self.find(page)
        if row < 0:
            return np.empty(0, dtype=np.int64)
        blocks = page.blocks.under(row, int(page.end[row]))
        return blocks[~page.blocks.hidden[blocks]]

    def find(self, page: Page) -> int:
        """The row of the container, -1 where there is none."""
        there = row_at(page, self.path)
        for rows in (rows_with_id(page, self.id), rows_with_classes(page, self.classes)):
            if len(rows):
                return there if there in rows else int(rows[0])
        return there

    def describe(self, *, short: bool = True) -> list[str]:
        """The locators in the order they are tried."""
        locators = [f"id {self.id}"] if self.id else []
        if self.classes:
            locators.append(f"class {' '.join(self.classes)}")
        if self.path:
            locators.append(f"path {self.path}")
        return [f"body: the container with {', else '.join(locators)}" if locators else "body: no container was found"]

    def to_json(self) -> dict[str, Any]:
        """The three locators."""
        return {"id": self.id, "classes": list(self.classes), "path": self.path}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline | None = None) -> Self:
        """A rule from its locators."""
        identifier, path = read_strings([data["id"], data["path"]])
        if path and not all(_STEP.fullmatch(step) for step in path.split("/")):
            raise ValueError(f"{path!r} is no path like body1/div3/div2")
        return cls(id=identifier, classes=read_strings(data["classes"]), path=path)


def rows_with_id(page: Page, masked: str) -> NDArray[np.int64]:
    """The rows whose id is that, numbers apart."""
    return np.flatnonzero(np.isin(page.table.id_token, _tokens_like(page, masked)))


def rows_with_classes(page: Page, masked: tuple[str, ...]) -> NDArray[np.int64]:
    """The rows that have all of these classes, numbers apart; none for no classes."""
    table = page.table
    row_of = np.repeat(np.arange(len(page)), np.diff(table.class_start))
    has_all = np.full(len(page), bool(masked))
    for token in check_deadline(masked):
        has_one = np.zeros(len(page), dtype=np.bool_)
        has_one[row_of[np.isin(table.class_token, _tokens_like(page, token))]] = True
        has_all &= has_one
    return np.flatnonzero(has_all)


def path_of(page: Page, row: int) -> str:
    """The path of a row below `html`, as paper A prints it.

    >>> from weft import parse
    >>> path_of(parse("<body><p>One<div></div><div>Two</div></body>"), 6)
    'body1/div2'
    """
    rows = [row, *page.ancestors(row)[:-1]]
    return "/".join(f"{page.tag_name(row)}{page.nth[row]}" for row in reversed(rows))


def row_at(page: Page, path: str) -> int:
    """The row at a path, -1 where there is none."""
    row = 0 if path else -1
    for step in path.split("/"):
        if row < 0:
            break
        row = _child_at(page, row, step)
    return row


def _child_at(page: Page, row: int, step: str) -> int:
    """The child that a step names; a tag may end in digits, so that every cut between tag and ordinal is tried."""
    children = np.flatnonzero(page.parent == row)
    for cut in range(len(step) - 1, max(0, len(step) - 1 - _MAX_DIGITS), -1):
        if step[cut] not in "0123456789":
            break
        number = page.tag_names.index(step[:cut]) if step[:cut] in page.tag_names else -1
        rows = children[(page.tag[children] == number) & (page.nth[children] == int(step[cut:]))]
        if len(rows):
            return int(rows[0])
    return -1


def _tokens_like(page: Page, masked: str) -> list[int]:
    """The numbers of the page's tokens that are `masked` once their own numbers are masked."""
    if DIGITS not in masked:
        return [page.tokens.index(masked)] if masked in page.tokens else []
    start = masked.partition(DIGITS)[0]
    return [number for number, token in enumerate(page.tokens) if token.startswith(start) and mask(token) == masked]


@dataclass(frozen=True, kw_only=True)
class BlockRuleLearner:
    """Adds up, over the pages, the density H of each page's densest container by its rule; the highest sum wins.

    A page whose body is short beside long noise is outvoted by its neighbours, which is what paper A is for.
    """

    alpha: float = 0.3  # paper A, as in the density extractor
    # An id or class that most pages do not have speaks of one page or one category (`post-a8f3`, `category-news`).
    recurring: float = 0.5

    def __call__(self, sample: Sample) -> BlockRule:
        """The rule of a cluster's sample: what a learner of templates is asked."""
        return self.learn(sample.pages)

    def learn(self, pages: Sequence[Page]) -> BlockRule:
        """The rule of pages of one template; one that finds nothing where no page has a container with text."""
        recurring = self._recurring_tokens(pages)
        sums: Counter[BlockRule] = Counter()
        for page in check_deadline(pages):
            density = composite_density(page, alpha=self.alpha)
            best = int(np.argmax(density))
            if density[best] > 0:
                sums[rule_of(page, best, recurring)] += density[best]
        return max(sums, key=sums.__getitem__, default=BlockRule())

    def _recurring_tokens(self, pages: Sequence[Page]) -> frozenset[str]:
        counts = Counter(token for page in pages for token in {*page.tokens, *map(mask, page.tokens)})
        return frozenset(token for token, count in counts.items() if count > self.recurring * len(pages))


def rule_of(page: Page, row: int, recurring: frozenset[str]) -> BlockRule:
    """The rule `<class, id, path>` of a container, from the tokens that recur over the pages."""
    classes = {_recurring_form(token, recurring) for token in page.classes(row)} - {""}
    return BlockRule(
        id=_recurring_form(page.id(row), recurring), classes=tuple(sorted(classes)), path=path_of(page, row)
    )


def _recurring_form(token: str, recurring: frozenset[str]) -> str:
    """The token itself where it recurs (`col-9` is no `col-3`), else with its numbers masked, else nothing."""
    return next((form for form in (token, mask(token)) if form in recurring), "")
