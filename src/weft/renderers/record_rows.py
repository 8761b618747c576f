"""The rows of a board or the cards of a shop as passages: a table of their fields, or a list where they say more."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import filterfalse

from weft.content import Record, one_field
from weft.deadline import in_time
from weft.page import Page
from weft.render_options import RenderOptions
from weft.renderers.passages import IMAGE, TEXT, Container, Mark, Passage, Path, Piece, text_of
from weft.renderers.post_passages import holds, inside, shown_time

COLUMNS = ("title", "price", "rating", "author", "replies", "views", "time", "last_author", "last_time")
"""The fields that are shown, in their order; the address of a title is its link."""

ROW_HEAD = frozenset({*COLUMNS, "time_text", "last_time_text"})
"""The fields whose words a row or a card need not say again."""

WITH_WORDS = frozenset({"price", "rating", "author", "last_author"})
"""The fields that a page may print with words of its own, such as `was $ 20, now $ 12`: all of it is then the field."""

MAX_CELL = 80  # characters beside the fields of a record; more of them, or a block of code, need lines

REPEATED = 0.5  # share of the words that describe an image and are the title's: they would be read twice


@dataclass(frozen=True, eq=False)
class _Row:
    """A record as it is written: its fields by name, its images, and what else is kept of it."""

    start: int
    fields: dict[str, list[Piece]]
    images: list[Passage]
    rest: list[Passage]

    @property
    def is_short(self) -> bool:
        """Whether all of it fits into cells."""
        length = sum(len(" ".join(text_of(passage).split())) for passage in self.rest)
        return length <= MAX_CELL and not any(one.inside("pre") or one.inside("table") for one in self.rest)


def row_passages(
    page: Page, groups: Sequence[tuple[Record, list[Passage]]], options: RenderOptions
) -> Iterator[Passage]:
    """The records with the fields that they have; what else is kept of them stands in the last columns, or below."""
    rows = [_read(record, passages, options) for record, passages in in_time(groups)]
    return _table(rows) if options.tables and all(row.is_short for row in rows) else _list(rows)


def _read(record: Record, passages: Sequence[Passage], options: RenderOptions) -> _Row:
    own = [passage for passage in (_inside(record, one) for one in passages) if holds(passage.path, passage)]
    images = [Passage(one.path, pieces, one.row) for one in own if (pieces := [*filter(_is_image, one.pieces)])]
    rest = [Passage(one.path, [*filterfalse(_is_image, one.pieces)], one.row) for one in own]
    rest = [one for one in rest if any(piece.text.strip() for piece in one.pieces) or one.inside("cell")]
    fields: dict[str, list[Piece]] = {}
    for name in COLUMNS:
        if value := one_field(record.fields, name):
            saying = _linking(record, rest) if name == "title" else None
            saying = _saying(value.value, rest) if name in WITH_WORDS else saying
            fields[name] = saying.pieces if saying else _pieces(record, name, options)
            rest = [passage for passage in rest if passage is not saying]
    return _Row(record.start, fields, images, rest)


def _inside(record: Record, passage: Passage) -> Passage:
    """A passage without the lists around its record, and its images without words and links that are the title's."""
    pieces = [_image(record, piece) if piece.kind == IMAGE else piece for piece in passage.pieces]
    return Passage(inside(passage.path, record.start), pieces, passage.row)


def _image(record: Record, image: Piece) -> Piece:
    title, url = (field.value if (field := one_field(record.fields, name)) else "" for name in ("title", "url"))
    words = image.text.split()
    is_repeated = len(set(words) & set(title.split())) > REPEATED * len(words)
    marks = tuple(mark for mark in image.marks if mark != Mark("link", url))
    return image._replace(text="" if is_repeated else image.text, marks=marks)


def _is_image(piece: Piece) -> bool:
    return piece.kind == IMAGE


def _saying(value: str, passages: Sequence[Passage]) -> Passage | None:
    """The first short passage that says a value with other words."""
    said = re.compile(rf"(?<!\w){re.escape(' '.join(value.split()).rstrip('.,'))}(?!\w)")
    for passage in passages:
        text = " ".join(text_of(passage).split())
        if len(text) <= MAX_CELL and said.search(text):
            return passage
    return None


def _linking(record: Record, passages: Sequence[Passage]) -> Passage | None:
    """The passage that has the title as a link, and something beside it, such as a badge."""
    title, url = one_field(record.fields, "title"), one_field(record.fields, "url")
    link = Mark("link", url.value if url else "")
    for passage in passages:
        if any(
            link in piece.marks and title and title.value in " ".join(piece.text.split()) for piece in passage.pieces
        ):
            return passage
    return None


def _pieces(record: Record, name: str, options: RenderOptions) -> list[Piece]:
    """The value of a field; that of the title is a link."""
    value, url = one_field(record.fields, name), one_field(record.fields, "url")
    link = (Mark("link", url.value),) if name == "title" and url and options.links else ()
    return [Piece(TEXT, shown_time(value.value if value else ""), link)]


def _table(rows: Sequence[_Row]) -> Iterator[Passage]:
    names = [name for name in COLUMNS if any(name in row.fields for row in rows)]
    has_images, has_rest = any(row.images for row in rows), any(row.rest for row in rows)
    head = [*map(_label, names), *["image"] * has_images, *[""] * has_rest]
    table = Container("table", 0)
    yield from _line(table, rows[0].start, [[Passage((), [Piece(TEXT, name)])] for name in head])
    for row in in_time(rows):
        cells = [[Passage((), row.fields.get(name, []))] for name in names]
        yield from _line(table, row.start, [*cells, *[row.images] * has_images, *[row.rest] * has_rest])


def _line(table: Container, row: int, cells: Sequence[Sequence[Passage]]) -> Iterator[Passage]:
    line = Container("row", 0)  # of no element of the page: it has no spans
    for passages in cells:
        path = (table, line, Container("cell", 0))
        for passage in passages or [Passage(())]:
            yield Passage(path, passage.pieces, row)


def _list(rows: Sequence[_Row]) -> Iterator[Passage]:
    around = Container("list", 0)
    for row in in_time(rows):
        path: Path = (around, Container("item", 0))
        if headline := _headline(row):
            yield Passage(path, headline, row.start)
        for passage in (*row.images, *row.rest):
            yield Passage((*path, *passage.path), passage.pieces, passage.row)


def _headline(row: _Row) -> list[Piece]:
    """The title in bold, and the other fields with their names."""
    pieces: list[Piece] = []
    for name, value in row.fields.items():
        between = ", " if pieces else ""
        if name == "title":
            pieces += [piece._replace(marks=(Mark("strong"), *piece.marks)) for piece in value]
        else:
            pieces += [Piece(TEXT, f"{between}{_label(name)}: "), *value]
    return pieces


def _label(name: str) -> str:
    return name.replace("_", " ")
