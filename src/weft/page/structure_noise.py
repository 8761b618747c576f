"""Noise inside of structures: what stands in a code block, a table, a heading or a figure and is no part of it.

Buttons that copy code, the numbers of its lines, the links beside a heading that edit it or lead to it, controls that
sort a table, buttons on a figure, advertisements among rows and items. Each is told by its own evidence, a tag, a name
or an address, and only where its structure has other words: a heading that is one button is a heading. What a cell or
an item says never makes it noise.

The kernel finds it (`native/src/structure_noise.rs`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.late_patterns import late_pattern
from weft.page.kernel import kernel_call
from weft.page.page import Page
from weft.page.tags import tag_number

MAX_NUMBER_BYTES = 200_000  # the numbers of some thirty thousand lines

GUTTERS = frozenset(
    "linenos lineno linenodiv line-number line-numbers-rows linenumber linenumbers line_numbers gutter rouge-gutter "
    "gl blob-num hljs-ln-numbers hljs-ln-line-number crayon-nums crayon-num ln lnt LineNumber code-line-number "
    "react-syntax-highlighter-line-number".split()
)
"""What highlighters call the numbers of lines."""

_WORD = late_pattern(r"\S+")
_PRE, _TR = tag_number("pre"), tag_number("tr")


def inline_noise(page: Page, keep: NDArray[np.int64]) -> NDArray[np.int64]:
    """The elements that are noise in the middle of a kept text: a link in a heading, the number of a line of code.

    >>> from weft import parse
    >>> page = parse("<h2>One <span class=editsection>[edit]</span></h2>")
    >>> [page.text(row) for row in inline_noise(page, np.array([0])).tolist()]
    ['[edit]']
    """
    with kernel_call() as seconds:
        return _native.inline_noise(page.table, np.ascontiguousarray(keep), seconds=seconds)


def is_number_column(page: Page, row: int) -> bool:
    """Whether a `pre` is the column of line numbers beside another `pre` in the same table row."""
    if not is_numbers(page, row):
        return False
    above = page.ancestors(row)[:6]
    line = next((ancestor for ancestor in above if page.tag[ancestor] == _TR), -1)
    if line < 0:
        return any(not GUTTERS.isdisjoint(page.classes(ancestor)) for ancestor in above[:3])
    return bool((page.tag[line : page.end[line]] == _PRE).sum() > 1)


def is_numbers(page: Page, row: int) -> bool:
    """Whether the text of a row is nothing but numbers."""
    size = page.table.text_end[row] - page.table.text_start[row]
    return 0 <= size <= MAX_NUMBER_BYTES and all(word[0].isdigit() for word in _WORD.finditer(page.text(row)))
