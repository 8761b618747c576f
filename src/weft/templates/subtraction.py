"""Template subtraction (paper D, section 3.2): what is left of a page when the texts of its template are taken away."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.templates.json_values import read_strings
from weft.templates.outline import Outline
from weft.templates.text_keys import STEPS, Keys, keys_of, text_keys, text_rows

# Our unit is the block: it stays when more than this share of its characters stays. "Posted in <a>News</a>" loses its
# first words and goes or stays with its link. Keeping what has any text left was worse (token F1 0.923 against 0.928
# on half of the real sites).
LEAST_LEFT = 0.5


@dataclass(frozen=True, kw_only=True)
class Subtraction:
    """Chooses the blocks that are not template: a text of the template, at its position, goes.

    DeleteSame removes equal subtrees at equal positions and goes on below unequal ones. Equal subtrees hold equal
    texts at equal positions, and below unequal ones equal texts go all the same; so the texts alone decide what is
    left, and the subtrees need not be kept.

    >>> from weft import parse
    >>> page = parse("<body><p>Home</p><div>A loom.</div></body>")
    >>> Subtraction(steps="tags", texts={"body/p/#text": ("Home",)}).choose(page).tolist()
    [1]
    """

    name: ClassVar[str] = "delete_same"

    steps: str  # what a step of a path is: one of STEPS
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by path, white space squeezed

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks that are left; nothing where a page is all template, everything where nothing is known."""
        rows = text_rows(page)
        is_left = ~np.isin(text_keys(page, rows, steps=self.steps), self._keys)
        chars = page.chars[rows]
        left, total = _sum_by_block(page, rows, chars * is_left), _sum_by_block(page, rows, chars)
        return np.flatnonzero((left > LEAST_LEFT * total) & ~page.blocks.hidden)

    def words(self) -> list[str]:
        """How many texts go, by path, the most first."""
        counts = sorted(
            ((len(texts), path) for path, texts in self.texts.items()), key=lambda entry: (-entry[0], entry[1])
        )
        return [f"template: {count} {'texts' if count > 1 else 'text'} at {path}" for count, path in counts] or [
            "template: nothing is known"
        ]

    def to_json(self) -> dict[str, Any]:
        """The texts by path; a line taken out stays on the page from then on."""
        return {"steps": self.steps, "texts": {path: list(texts) for path, texts in self.texts.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline | None = None) -> Self:
        """The texts by path, checked."""
        steps, texts = data["steps"], data["texts"]
        if steps not in STEPS:
            raise ValueError(f"steps are one of {', '.join(STEPS)}, not {steps!r}")
        if not isinstance(texts, Mapping):
            raise TypeError("`texts` is an object of lists")
        template = cls(steps=steps, texts={path: read_strings(some) for path, some in texts.items()})
        template._keys  # noqa: B018  # a path that is none is found out now
        return template

    @cached_property
    def _keys(self) -> Keys:
        return keys_of([(path, text) for path, texts in self.texts.items() for text in texts], steps=self.steps)


def gather_texts(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Pairs of path and text as texts by path, each once and in order."""
    by_path: dict[str, set[str]] = {}
    for path, text in pairs:
        by_path.setdefault(path, set()).add(text)
    return {path: tuple(sorted(by_path[path])) for path in sorted(by_path)}


def _sum_by_block(page: Page, rows: NDArray[np.int64], values: NDArray[np.integer]) -> NDArray[np.int64]:
    """The sum over the text rows of every block."""
    total = np.concatenate(([0], np.cumsum(values, dtype=np.int64)))
    return total[np.searchsorted(rows, page.blocks.last)] - total[np.searchsorted(rows, page.blocks.first)]
