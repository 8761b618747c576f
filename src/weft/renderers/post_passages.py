"""The posts of a thread as passages: a heading that says who, when and which, and what the post says below it."""

import re
from collections.abc import Iterator, Sequence

from weft import _native
from weft.content import Record, one_field
from weft.deadline import in_time
from weft.page import Page
from weft.render_options import RenderOptions
from weft.renderers.passages import RULE, TEXT, Container, Passage, Path, Piece

POST_HEAD = frozenset({"author", "time", "time_text", "number"})
"""The fields that the heading of a post says."""

LEVEL = 3  # of the heading of a post: above it there are the title and the parts of a page
MAX_LEVEL = 6

QUOTE = 1 << 3  # of the kernel's flags of a class: it speaks of a quote
MAX_ABOVE = 24  # elements of a post around a passage, among which a quote is looked for

_ISO_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)\S*")
_FRAME = frozenset(
    {"list", "item", "table", "row", "cell", "caption", "terms", "term", "definition", "quote", "figure"}
)
_PARTS = frozenset({"item", "row", "cell", "caption", "term", "definition"})


def post_passages(
    page: Page, groups: Sequence[tuple[Record, list[Passage]]], options: RenderOptions
) -> Iterator[Passage]:
    """The passages of posts, each under its heading; an answer to a post has a lower one."""
    around: list[int] = []  # where the elements of the posts end that the next post may be an answer to
    for record, passages in in_time(groups):
        while around and around[-1] <= record.start:
            around.pop()
        passages = _without_rules(passages)
        if passages:
            yield _heading(record, level=min(LEVEL + len(around), MAX_LEVEL))
            yield from _body(page, record, passages)
        around.append(int(page.end[record.start]))


def _without_rules(passages: list[Passage]) -> list[Passage]:
    """The passages without the rules at both ends: they only part a post from the next."""
    said = [index for index, passage in enumerate(passages) if not passage.pieces or passage.pieces[0].kind != RULE]
    return passages[said[0] : said[-1] + 1] if said else []


def _heading(record: Record, *, level: int) -> Passage:
    """The heading of a post; a rule where nothing is known of it."""
    author, time, number = (
        field.value if (field := one_field(record.fields, name)) else "" for name in ("author", "time", "number")
    )
    told = ", ".join(filter(None, (author, shown_time(time))))
    text = " ".join(filter(None, (f"{number}." if number else "", told)))
    if not text:
        return Passage((), [Piece(RULE)], record.start)
    return Passage((Container("heading", record.start, level),), [Piece(TEXT, text)], record.start)


def shown_time(time: str) -> str:
    """A time as people read it, to the minute; the fields of the record have all of it.

    >>> shown_time("2022-09-04T06:38:27+02:00"), shown_time("yesterday")
    ('2022-09-04 06:38', 'yesterday')
    """
    return _ISO_TIME.sub(r"\1 \2", time)


def _body(page: Page, record: Record, passages: list[Passage]) -> Iterator[Passage]:
    body = one_field(record.fields, "body")
    first = body.row if body and body.row >= record.start else record.start
    quotes: dict[int, Container] = {}
    for passage in passages:
        path = inside(passage.path, first)
        row = _quote_around(page, passage.row, first)
        if row >= 0:
            path = _quoted(path, quotes.setdefault(row, Container("quote", row)))
        if holds(path, passage):
            yield Passage(path, passage.pieces, passage.row)


def _quoted(path: Path, quote: Container) -> Path:
    """The path with a quote that a class tells; a `blockquote` right in it is the same quote, without who is quoted."""
    roles = [container.role for container in path]
    outer = sum(container.row < quote.row for container in path)
    if "quote" in roles[:outer]:
        return path
    inner = list(path[outer:])
    if "quote" in roles[outer:]:
        del inner[roles[outer:].index("quote")]
    return (*path[:outer], quote, *inner)


def inside(path: Path, row: int) -> Path:
    """The path inside of the element at a row: lists and tables around the records only hold them."""
    depth = max((index for index, one in enumerate(path, 1) if one.role in _FRAME and one.row <= row), default=0)
    while depth < len(path) and path[depth].role in _PARTS:
        depth += 1
    return path[depth:]


def holds(path: Path, passage: Passage) -> bool:
    """Whether a passage has anything to be written there; one without content holds the place of a cell in its row."""
    return bool(passage.pieces) or any(container.role == "cell" for container in path)


def _quote_around(page: Page, row: int, first: int) -> int:
    """The outermost element of a post around a row that a class calls a quote, -1 for none."""
    quote = -1
    for _ in range(MAX_ABOVE):
        row = int(page.parent[row])
        if row <= first:
            break
        if any(_native.token_flags(token) & QUOTE for token in page.classes(row)):
            quote = row
    return quote
