"""Stable paths: where a row stands, told by tags and by the class and id tokens that a site's pages share."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time, kernel_call
from weft.kernel.sites import StablePaths
from weft.page import Page
from weft.page.folds import MASK, hash_text, mix
from weft.sites.templates.locator import ALL, TEXT, Locator, Step

TEXT_TAG = "#text"


def stable_paths(page: Page, tokens: frozenset[str]) -> NDArray[np.uint64]:
    """The hash of each row's path from the root, a step being the tag and those of its tokens that are in `tokens`."""
    with kernel_call() as seconds:
        return StablePaths(list(tokens)).paths(page.table, seconds=seconds)


def path_of(page: Page, row: int, tokens: frozenset[str]) -> Locator:
    """The path of a row as a locator of its text: `html > body > div#main.wide::text`."""
    rows = (*reversed(page.ancestors(row)), row)
    is_text = page.tag_name(row) == TEXT_TAG
    steps = [step_of(page, one, tokens) for one in (rows[:-1] if is_text else rows)]
    return Locator(steps=tuple(steps), take=TEXT if is_text else ALL)


def step_of(page: Page, row: int, tokens: frozenset[str]) -> Step:
    """The step of a row: its tag and those of its tokens that are in `tokens`."""
    name = page.id(row)
    classes = tuple([token for token in page.classes(row) if token in tokens])
    return Step(tag=page.tag_name(row), id=name if name in tokens else "", classes=classes)


def hash_path(path: Locator) -> int:
    """The hash that `stable_paths` gives the rows of a path."""
    steps = (*path.steps, Step(tag=TEXT_TAG)) if path.take == TEXT else path.steps
    marks = [
        (step.tag, *([f"#{step.id}"] if step.id else []), *(f".{name}" for name in step.classes)) for step in steps
    ]
    own = np.array([sum(map(hash_text, words)) & MASK for words in marks], np.uint64)
    return int(np.sum(mix(np.arange(len(own), dtype=np.uint64), own), dtype=np.uint64))


def recurring_tokens(pages: Iterable[Page], *, share: float) -> frozenset[str]:
    """The tokens that at least `share` of the pages have: what a template writes, not what one page is called."""
    counts: dict[str, int] = {}
    total = 0
    for page in in_time(pages):
        total += 1
        for word in in_time(set(page.tokens)):
            counts[word] = counts.get(word, 0) + 1
    return frozenset(word for word, count in counts.items() if count >= share * total and word.split() == [word])
