"""Plain text laid out as trafilatura lays it out: a line a block, `- ` before items, rows of tables between bars."""

from collections.abc import Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.renderers import RenderOptions
from weft.renderers.passages import BREAK, IMAGE, RULE, Container, Mark, Passage, Piece, compose

_ITEMS = frozenset({"item", "term", "definition"})
_LISTS = frozenset({"list", "terms"})


def write_lines(page: Page, keep: NDArray[np.int64], shown: RenderOptions) -> str:
    """The kept blocks as lines; links and images, where they are shown, as in Markdown.

    >>> from weft import parse
    >>> page = parse("<p>Looms:<ul><li>small<li>large</ul>")
    >>> write_lines(page, np.arange(3), RenderOptions())
    'Looms:\\n- small\\n- large'
    """
    lines: list[str] = []
    for table, group in groupby(compose(page, keep, shown), key=_outermost_table):
        passages = list(group)
        lines += _table_lines(table, passages) if table else _lines(passages)
    return "\n".join(lines)


def _outermost_table(passage: Passage) -> Container | None:
    return next((container for container in passage.path if container.role == "table"), None)


def _lines(passages: list[Passage]) -> Iterator[str]:
    """A line a passage; but what one item says stands on one line."""
    for item, own in groupby(passages, key=_item):
        texts = [text for text in map(_text, own) if text]
        if item is None:
            yield from texts
        elif texts:
            yield "  " * (item[1] - 1) + "- " + " ".join(texts)


def _item(passage: Passage) -> tuple[Container, int] | None:
    """The item of a list that a passage stands in, and in how many lists."""
    inner = next((container for container in reversed(passage.path) if container.role in _ITEMS), None)
    return (inner, sum(container.role in _LISTS for container in passage.path)) if inner else None


def _table_lines(table: Container, passages: list[Passage]) -> Iterator[str]:
    """A line a row, with the line after the first that makes it a table of Markdown."""
    is_first = True
    for row, own in groupby(passages, key=lambda passage: _below(passage, table, 1)):
        cells = [
            " ".join(" ".join(map(_text, cell)).split())
            for _, cell in groupby(own, key=lambda passage: _below(passage, table, 2))
        ]
        if row and row.role == "caption":
            yield from cells
            continue
        yield f"| {' | '.join(cells)} | "
        if is_first:
            yield "|" + "---|" * len(cells)
        is_first = False


def _below(passage: Passage, table: Container, steps: int) -> Container | None:
    """The container so many steps under the table: its row, the row's cell."""
    position = passage.path.index(table) + steps
    return passage.path[position] if position < len(passage.path) else None


def _text(passage: Passage) -> str:
    """One passage; of `pre` every space counts."""
    if passage.inner and passage.inner.role == "pre":
        return "".join(piece.text or "\n" for piece in passage.pieces).strip("\n")
    parts: list[str] = []
    for link, pieces in groupby(passage.pieces, key=_link):
        text = "".join(map(_written, pieces))
        parts.append(f"[{text}]({link.value})" if link else text)
    return "".join(parts).strip()


def _link(piece: Piece) -> Mark | None:
    return next((mark for mark in piece.marks if mark.kind == "link"), None)


def _written(piece: Piece) -> str:
    if piece.kind == IMAGE:
        return f"![{piece.text}]({piece.address})"
    return "\n" if piece.kind == BREAK else "" if piece.kind == RULE else piece.text
