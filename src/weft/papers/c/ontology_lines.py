"""A page as lines of text, each of which knows the rows that its characters are of."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from weft.deadline import check_deadline, check_time
from weft.page import Page, tag_number

MAX_LINE_LENGTH = 1_000  # characters; a longer one is cut at white space, so that no search sees more
MAX_LINES = 100_000
MAX_TEXT = 2_000_000  # characters of a page


@dataclass(frozen=True)
class Line:
    """A line with white space as one space; `starts` and `rows` tell which row its characters are of."""

    text: str
    starts: tuple[int, ...]
    rows: tuple[int, ...]
    heading: int = 0  # characters of the line that are a heading of the page

    def parts(self) -> Iterator[tuple[int, int]]:
        """Where the text of each row begins and ends."""
        ends = (*self.starts[1:], len(self.text))
        yield from zip(self.starts, ends, strict=True)

    @property
    def is_glued(self) -> bool:
        """Whether two rows follow each other without a space: then they say two things."""
        return any(start and self.text[start - 1] != " " for start in self.starts)

    def row_at(self, position: int) -> int:
        """The row of a character."""
        return self.rows[max(bisect_right(self.starts, position) - 1, 0)]

    def is_border(self, position: int) -> bool:
        """Whether one row's text ends there and another's begins."""
        return position in self.starts or position + 1 in self.starts


def read_lines(page: Page) -> tuple[Line, ...]:
    """The visible lines of a page: its blocks, cut at line breaks.

    >>> from weft import parse
    >>> [line.text for line in read_lines(parse("<p>One <b>two</b><br>three<p hidden>four"))]
    ['One two', 'three']
    """
    lines: list[Line] = []
    left = MAX_TEXT
    for line in check_deadline(_lines(page)):
        left -= len(line.text)
        if left < 0 or len(lines) == MAX_LINES:
            break
        lines.append(line)
    return tuple(lines)


def _lines(page: Page) -> Iterator[Line]:
    br = tag_number("br")
    blocks = page.blocks
    bounds = zip(blocks.first.tolist(), blocks.last.tolist(), blocks.hidden.tolist(), strict=True)
    for first, last, hidden in check_deadline(bounds):
        if hidden:
            continue
        parts: list[tuple[str, int]] = []
        for row in check_deadline(range(first, last)):
            if page.tag[row] == br:
                yield from _join(parts)
                parts = []
            elif page.tag[row] == 0 and not page.raw[row] and not page.hidden[row]:
                parts.append((page.text(row), row))
        yield from _join(parts)


def _join(parts: list[tuple[str, int]]) -> Iterator[Line]:
    """The line of some texts; several where it is long."""
    said: list[str] = []
    starts: list[int] = []
    rows: list[int] = []
    length, parted = 0, False
    for part, row in check_deadline(parts):
        words = " ".join(part.split())
        if words:
            space = " " * bool(length and (parted or part[0].isspace()))
            said.append(space + words)
            starts.append(length + len(space))
            rows.append(row)
            length += len(space) + len(words)
            parted = False
        parted = parted or part[-1:].isspace()
    text = "".join(said)
    first = 0
    while first < length:
        check_time()
        last = _cut(text, first)
        begin, end = max(bisect_right(starts, first) - 1, 0), bisect_right(starts, last - 1)
        yield Line(
            text[first:last].rstrip(),
            tuple(max(start - first, 0) for start in starts[begin:end]),
            tuple(rows[begin:end]),
        )
        first = last


def _cut(text: str, first: int) -> int:
    """Where a line that begins at `first` ends: behind white space where it is too long."""
    if len(text) - first <= MAX_LINE_LENGTH:
        return len(text)
    return text.rfind(" ", first + 1, first + MAX_LINE_LENGTH) + 1 or first + MAX_LINE_LENGTH
