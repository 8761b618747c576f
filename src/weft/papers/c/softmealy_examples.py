"""SoftMealy's examples: pages whose records and fields are marked, from a person's labels or from found records."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from weft.content import Field, Label, Record
from weft.deadline import check_deadline
from weft.page import Page
from weft.papers.c.softmealy_tokens import CLOSE, OPEN, TEXT, Tokens, tokenise
from weft.records import fields as record_fields

BODY = "body"  # what a post says
RECORD = "record"  # the label of a record; every other name in it is a field
MAX_BEGINS = 200  # words of a row at which a value may begin: a field's row is where it does
QUOTE_MARK = "> "  # how records mark a quote in a body
POST_FIELDS = tuple(field.name for field in record_fields.POST_FIELDS if field.is_taught)
ROW_FIELDS = tuple(field.name for field in record_fields.ROW_FIELDS if field.is_taught)
NOT_SHOWN = record_fields.UNSHOWN_NAMES | {"image"}  # made from what a page shows: no words to learn from


@dataclass(frozen=True)
class Mark:
    """A field in the tokens of its page or record: the borders before `first` and before `last`."""

    name: str
    first: int
    last: int


@dataclass(frozen=True)
class MarkedRecord:
    """A record: where it begins in the tokens of its page, its own tokens, and its fields in order, in these."""

    first: int
    tokens: Tokens
    marks: tuple[Mark, ...] = ()
    unknown: frozenset[str] = frozenset()  # fields that the record has, but not where
    is_found: bool = False  # marked by another method, which may have missed a field that is there

    @property
    def whole(self) -> bool:
        """Whether the record is one element."""
        return self.tokens.closing.get(self.tokens.at(0).row) == len(self.tokens) - 1


@dataclass(frozen=True)
class MarkedPage:
    """The tokens of a page and its marked records."""

    tokens: Tokens
    records: tuple[MarkedRecord, ...] = ()


def labelled_example(page: Page, labels: Sequence[Label]) -> MarkedPage:
    """An example from a person's labels: `record` marks a record's rows, any other name a field in it.

    Rows in no record, or before the first token, are left out.
    """
    tokens = tokenise(page)
    records: list[MarkedRecord] = []
    fields = [label for label in labels if label.rows and label.name != RECORD]
    for label in check_deadline(
        sorted((label for label in labels if label.rows and label.name == RECORD), key=lambda one: one.rows)
    ):
        start, end = min(label.rows), max(int(page.end[row]) for row in label.rows)
        inside = [one for one in fields if start <= min(one.rows) and max(one.rows) < end]
        marks = [mark for one in inside if (mark := _mark_rows(tokens, one.name, one.rows))]
        records += _marked(tokens, start, end, marks)
    return MarkedPage(tokens, tuple(records))


def found_example(page: Page, records: Sequence[Record], names: Sequence[str]) -> MarkedPage:
    """An example from the records that another method found, with the named fields of each."""
    tokens = tokenise(page)
    marks: list[list[Mark]] = [[] for _ in records]
    for name in check_deadline(names):
        fields = [record.fields.get(name, Field()) for record in records]
        for own, mark in check_deadline(zip(marks, _mark_values(tokens, name, fields, records), strict=True)):
            own += [mark] if mark else []
    marked: list[MarkedRecord] = []
    for record, own in check_deadline(zip(records, marks, strict=True)):
        unknown = frozenset(names) & set(record.fields) - {mark.name for mark in own}
        marked += (
            replace(one, unknown=unknown, is_found=True) for one in _marked(tokens, record.start, record.end, own)
        )
    return MarkedPage(tokens, tuple(marked))


def field_names(records: Sequence[Record]) -> list[str]:
    """The fields to learn: those of posts or of rows, else all that are shown; as far as half of the records have them.

    >>> from weft.content import Field
    >>> field_names([Record(start=1, end=9, fields={"author": Field(value="Ann"), "body": Field(value="Yes")})])
    ['author', 'body']
    """
    counts: dict[str, int] = {}
    for record in records:
        for name in record.fields:
            counts[name] = counts.get(name, 0) + 1
    common = [name for name, count in counts.items() if 2 * count >= len(records) and name not in NOT_SHOWN]
    if "body" in common:
        return [name for name in POST_FIELDS if name in common]
    if "title" in common and "price" not in common:
        return [name for name in ROW_FIELDS if name in common]
    return common


def _marked(tokens: Tokens, start: int, end: int, marks: Sequence[Mark]) -> Iterator[MarkedRecord]:
    """The record of the rows `start .. end`; marks that overlap an earlier one are left out."""
    first, last = tokens.span(start, end)
    if first == last:
        return
    kept: list[Mark] = []
    for mark in check_deadline(sorted(marks, key=lambda mark: (mark.first, -mark.last))):
        if not kept or mark.first - first >= kept[-1].last:
            kept.append(Mark(mark.name, mark.first - first, mark.last - first))
    values = frozenset(position for mark in kept for position in range(mark.first, mark.last))
    own = replace(tokens.cut(first, last), values=values)
    yield MarkedRecord(first, own, tuple(kept))


def _mark_rows(tokens: Tokens, name: str, rows: Sequence[int]) -> Mark | None:
    """A field that fills its rows: what is between the tags of one element, else from first to last token."""
    if len(rows) == 1 and rows[0] in tokens.closing:
        return Mark(name, tokens.opening[rows[0]] + 1, tokens.closing[rows[0]])
    end = max(int(tokens.page.end[row]) for row in rows)
    first, last = tokens.span(min(rows), end)
    return Mark(name, first, last) if first < last else None


def _mark_values(
    tokens: Tokens, name: str, fields: Sequence[Field], records: Sequence[Record]
) -> Iterator[Mark | None]:
    """The marks of one field over the records, None where a record does not say what was found.

    Several elements around a value may say just that; the field is the one of the kind that most records have, so that
    a body of one paragraph and one of several begin alike. Of kinds that as many have it is the innermost, of a body
    the innermost with a class or an id: elsewhere it has more paragraphs. Where none does, it is the words that do.
    """
    step = tokens.page.table.step
    around = [_elements(tokens, field) for field in fields]
    if name == BODY:
        around = [sorted(rows, key=lambda row: not _has_marks(tokens, row)) for rows in around]
    kinds = Counter(kind for rows in around for kind in dict.fromkeys(int(step[row]) for row in rows))
    usual = max(kinds, key=kinds.__getitem__, default=0)
    for field, rows, record in check_deadline(zip(fields, around, records, strict=True)):
        if rows:
            yield _mark_rows(tokens, name, [next((row for row in rows if int(step[row]) == usual), rows[0])])
        else:
            mark = _mark_words(tokens, name, _said(field), (field.row, record.end))
            yield mark and _widen(tokens, mark, usual)


def _has_marks(tokens: Tokens, row: int) -> bool:
    """Whether an element has a class or an id."""
    return bool(tokens.at(tokens.opening[row]).marks)


def _elements(tokens: Tokens, field: Field) -> list[int]:
    """The elements that say just what a field says, the smallest first."""
    page, said, row = tokens.page, _said(field), field.row
    rows = []
    while said and row > 0 and len(text := _squeeze(page.text(row))) <= len(said):
        if text == said and row in tokens.closing:
            rows.append(row)
        row = int(page.parent[row])
    return rows


def _widen(tokens: Tokens, mark: Mark, usual: int) -> Mark:
    """The mark from just inside an element of the usual kind that begins with it, to the end of its last element."""
    first, last = mark.first, mark.last
    before = first - 1
    while tokens.at(before).kind == OPEN:
        if int(tokens.page.table.step[tokens.at(before).row]) == usual:
            first = before + 1
            break
        before -= 1
    while tokens.at(last).kind == CLOSE and tokens.opening[tokens.at(last).row] >= first:
        last += 1
    return Mark(mark.name, first, last)


def _said(field: Field) -> str:
    """A value without white space and the marks of quotes."""
    return _squeeze(field.value.replace("\n" + QUOTE_MARK, "\n").removeprefix(QUOTE_MARK))


def _mark_words(tokens: Tokens, name: str, said: str, rows: tuple[int, int]) -> Mark | None:
    """The first run of words in the rows that says just that, whatever tags are between."""
    start, stop = rows
    if start < 0 or not said:
        return None
    first, last = tokens.span(start, stop)
    words = [
        (position, tokens.page.text_bytes[tokens.at(position).start : tokens.at(position).end].decode())
        for position in range(first, last)
        if tokens.at(position).kind == TEXT
    ]
    for begin in check_deadline(range(min(len(words), MAX_BEGINS))):
        length = 0
        for position, word in words[begin:]:
            if not said.startswith(word, length):
                break
            length += len(word)
            if length == len(said):
                return Mark(name, words[begin][0], position + 1)
    return None


def _squeeze(text: str) -> str:
    return "".join(text.split())
