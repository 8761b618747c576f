"""The page as a TSIMMIS program reads it: its tags and texts in one canonical line that knows its rows.

A page keeps no source, and sources differ in ways that a pattern should not see (case, quotes, white space, missing end
tags). So the page is written anew: tags and attribute names in lower case, values in double quotes, every element
closed, a run of white space as one space and none beside a tag, `& < > "` as entities, so that a text never looks like
a tag. Texts of scripts and styles are left out.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from weft.deadline import check_deadline
from weft.page import Page
from weft.papers.c.softmealy_tokens import INLINE, VOID

OPEN, CLOSE, TEXT = range(3)
_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"))


@dataclass(frozen=True, slots=True)
class Piece:
    """A tag or a text: its kind, the row it is of, and whether something parts it from the text before it."""

    kind: int
    row: int
    parted: bool


@dataclass(frozen=True, eq=False)
class Markup:
    """A page in canonical form, and where its pieces stand."""

    page: Page
    text: str
    starts: tuple[int, ...]  # where each piece begins
    pieces: tuple[Piece, ...]
    ends: dict[int, int]  # where an element's markup ends, by its row

    @cached_property
    def lowered(self) -> str:
        """In lower case of the same length: patterns ignore case."""
        return lower(self.text)

    def span_of(self, start: int, end: int) -> range:
        """The indices of the pieces that `start .. end` touches."""
        if start >= end:
            return range(0)
        return range(bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1))

    def value(self, start: int, end: int) -> tuple[str, int]:
        """What a stretch says and the row where it begins to: its texts, or what it has of a single tag.

        Tags in it, whole or cut, say nothing, unless the stretch is a part of one: the value of an attribute.
        """
        span = self.span_of(start, end)
        if len(span) == 1 and (piece := self.pieces[span[0]]).kind != TEXT:
            inside = start > self.starts[span[0]]  # a whole tag says nothing either
            return (_unescape(self.text[start:end]).strip(), piece.row) if inside else ("", -1)
        said: list[str] = []
        row = -1
        parted = False
        for index in span:
            piece = self.pieces[index]
            parted = parted or piece.parted
            if piece.kind == TEXT:
                said += [" "] * parted + [self.text[max(start, self.starts[index]) : min(end, self._end(index))]]
                row, parted = piece.row if row < 0 else row, False
        return _unescape("".join(said)).strip(), row

    def rows(self, start: int, end: int) -> tuple[int, int]:
        """The rows of a stretch, first and behind the last; both 0 where it has none."""
        rows = [piece.row for index in self.span_of(start, end) if (piece := self.pieces[index]).kind != CLOSE]
        return (min(rows), max(rows) + 1) if rows else (0, 0)

    def _end(self, index: int) -> int:
        return self.starts[index + 1] if index + 1 < len(self.starts) else len(self.text)


class _Writer:
    """The canonical form while it grows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.written: list[str] = []
        self.starts: list[int] = []
        self.pieces: list[Piece] = []
        self.ends: dict[int, int] = {}
        self.length = 0
        self.parted = False

    def open(self, row: int, name: str) -> None:
        """An opening tag."""
        attributes = self.page.attributes(row).items()
        values = "".join(f' {key}="{escape(" ".join(value.split()))}"' for key, value in attributes)
        self.parted = self.parted or name not in INLINE
        self._add(f"<{name}{values}>", Piece(OPEN, row, self.parted))

    def close(self, row: int, name: str) -> None:
        """A closing tag."""
        self.parted = self.parted or name not in INLINE
        self._add(f"</{name}>", Piece(CLOSE, row, self.parted))
        self.ends[row] = self.length

    def say(self, row: int) -> None:
        """A text."""
        said = self.page.text(row)
        text = " ".join(said.split())
        if text:
            self._add(escape(text), Piece(TEXT, row, self.parted or said[0].isspace()))
        self.parted = self.parted or said[-1:].isspace()

    def _add(self, text: str, piece: Piece) -> None:
        self.written.append(text)
        self.starts.append(self.length)
        self.pieces.append(piece)
        self.length += len(text)
        self.parted = False


def write_markup(page: Page) -> Markup:
    """The page in canonical form.

    >>> from weft import parse
    >>> write_markup(parse("<UL CLASS=a><LI>One  &amp; <b>two</b>")).text
    '<html><head></head><body><ul class="a"><li>One &amp;<b>two</b></li></ul></body></html>'
    """
    writer = _Writer(page)
    ends = page.end.tolist()
    tags = page.tag.tolist()
    raw = page.raw.tolist()
    parents = page.parent.tolist()
    open_rows: list[int] = []
    for row in check_deadline([*range(len(page)), len(page)]):
        while open_rows and ends[open_rows[-1]] <= row:
            closed = open_rows.pop()
            writer.close(closed, page.tag_name(closed))
        if row == len(page):
            break
        if not tags[row]:
            if not raw[row] or page.tag_name(parents[row]) == "title":
                writer.say(row)
            continue
        name = page.tag_name(row)
        writer.open(row, name)
        if name in VOID:
            writer.ends[row] = writer.length
        else:
            open_rows.append(row)
    text = "".join(writer.written)
    return Markup(page, text, tuple(writer.starts), tuple(writer.pieces), writer.ends)


def escape(text: str) -> str:
    """The text with entities for what markup is made of."""
    for character, entity in _ENTITIES:
        text = text.replace(character, entity)
    return text


def _unescape(text: str) -> str:
    for character, entity in reversed(_ENTITIES):
        text = text.replace(entity, character)
    return text


def lower(text: str) -> str:
    """Lower case of the same length, so that positions hold."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)
