"""The rows of a board or the cards of a shop as passages: a table of their fields, or a list where they say more."""

from collections.abc import Iterator, Sequence

from weft.content import Record
from weft.deadline import in_time
from weft.page import Page
from weft.renderers.passages import IMAGE, TEXT, Container, Mark, Passage, Path, Piece
from weft.renderers.post_passages import inside, shown_time
from weft.renderers.render import RenderOptions

COLUMNS = ("title", "price", "rating", "author", "replies", "views", "time", "last_author", "last_time")
"""The fields that are shown, in their order; the address of a title is its link."""

ROW_HEAD = frozenset({*COLUMNS, "time_text", "last_time_text"})
"""The fields whose words a row or a card need not say again."""

MAX_CELL_WORDS = 12  # beside the fields of a record; where there are more, or a block of code, they need lines

REPEATED = 0.5  # share of the words that describe an image and are the title's: they would be read twice

Group = tuple[Record, list[Passage]]


def row_passages(page: Page, groups: Sequence[Group], options: RenderOptions) -> Iterator[Passage]:
    """The records with the fields that they have; what else is kept of them stands in the last columns, or below."""
    rows = [(record, [_inside(record, passage) for passage in rest]) for record, rest in groups]
    is_table = options.tables and all(_is_short(rest) for _, rest in rows)
    return _table(rows, options) if is_table else _list(rows, options)


def _inside(record: Record, passage: Passage) -> Passage:
    """A passage without the lists around its record, and its images without words and links that are the title's."""
    pieces = [_image(record, piece) if piece.kind == IMAGE else piece for piece in passage.pieces]
    return Passage(inside(passage.path, record.start), pieces, passage.row)


def _image(record: Record, image: Piece) -> Piece:
    title, url = (field.value if (field := record.fields.get(name)) else "" for name in ("title", "url"))
    words = image.text.split()
    is_repeated = len(set(words) & set(title.split())) > REPEATED * len(words)
    marks = tuple(mark for mark in image.marks if mark != Mark("link", url))
    return image._replace(text="" if is_repeated else image.text, marks=marks)


def _is_short(rest: list[Passage]) -> bool:
    words = sum(len(piece.text.split()) for passage in rest for piece in passage.pieces if piece.kind == TEXT)
    return words <= MAX_CELL_WORDS and not any(passage.inside("pre") or passage.inside("table") for passage in rest)


def _is_image(passage: Passage) -> bool:
    return all(piece.kind == IMAGE or not piece.text.strip() for piece in passage.pieces)


def _table(rows: list[Group], options: RenderOptions) -> Iterator[Passage]:
    names = [name for name in COLUMNS if any(name in record.fields for record, _ in rows)]
    images = [[passage for passage in rest if _is_image(passage)] for _, rest in rows]
    texts = [[passage for passage in rest if not _is_image(passage)] for _, rest in rows]
    more = ["image"] * any(images) + [""] * any(texts)
    table = Container("table", 0)
    yield from _line(table, rows[0][0].start, [[_cell([Piece(TEXT, _label(name))])] for name in (*names, *more)])
    for (record, _), image, text in in_time(zip(rows, images, texts, strict=True)):
        cells = [[_cell(_pieces(record, name, options))] for name in names]
        yield from _line(table, record.start, [*cells, *[image] * any(images), *[text] * any(texts)])


def _cell(pieces: list[Piece]) -> Passage:
    return Passage((), pieces)


def _line(table: Container, row: int, cells: list[list[Passage]]) -> Iterator[Passage]:
    line = Container("row", 0)  # of no element: it has no spans
    for passages in cells:
        path = (table, line, Container("cell", 0))
        for passage in passages or [_cell([])]:
            yield Passage(path, passage.pieces, row)


def _list(rows: list[Group], options: RenderOptions) -> Iterator[Passage]:
    around = Container("list", 0)
    for record, rest in in_time(rows):
        path: Path = (around, Container("item", 0))
        yield Passage(path, _headline(record, options), record.start)
        for passage in rest:
            yield Passage((*path, *passage.path), passage.pieces, passage.row)


def _headline(record: Record, options: RenderOptions) -> list[Piece]:
    """The title in bold, and the other fields with their names."""
    names = [name for name in COLUMNS if name in record.fields]
    pieces: list[Piece] = []
    for name in names:
        if pieces:
            pieces.append(Piece(TEXT, ", "))
        if name != "title":
            pieces.append(Piece(TEXT, f"{_label(name)}: "))
        bold = (Mark("strong"),) if name == "title" else ()
        pieces += [piece._replace(marks=(*bold, *piece.marks)) for piece in _pieces(record, name, options)]
    return pieces


def _pieces(record: Record, name: str, options: RenderOptions) -> list[Piece]:
    """The value of a field; that of the title is a link."""
    field, url = record.fields.get(name), record.fields.get("url")
    if not field:
        return []
    link = (Mark("link", url.value),) if name == "title" and url and options.links else ()
    return [Piece(TEXT, shown_time(field.value), link)]


def _label(name: str) -> str:
    return name.replace("_", " ")
