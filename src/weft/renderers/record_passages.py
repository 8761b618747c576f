"""Records among the passages of a page: a thread post by post, a board or a shop as a table or a list.

One sweep composes all that is kept, and each passage then goes to the record that it stands in. So a post is written
as any other content, and what stands in no record stays where it is. Nothing is written twice: a passage that only
says what the head of its record says already (an author, a price) is left out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.content import Content, Record, one_field
from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.renderers.kernel_passages import compose
from weft.renderers.passages import BREAK, RULE, TEXT, Passage, Path, Piece
from weft.renderers.post_passages import POST_HEAD, holds, post_passages
from weft.renderers.record_rows import ROW_HEAD, row_passages
from weft.renderers.render import BlockIndexes, RenderOptions
from weft.renderers.structures import data_tables

THREAD, BOARD, SHOP = "forum", "board", "shop"

PAGE_TYPES = frozenset({"forum", "board", "listing", "collection"})
"""Pages whose matter may be their records; on others records are not even looked for."""

WRITTEN_KINDS = frozenset({"", "posts", "rows", "cards", "items"})
"""The kinds of records that have a form of their own; a table, an FAQ or reviews are written as they stand."""

MOST = 0.5  # of the records: what they must have in common to be posts, rows or cards, and to be kept

# Kept text beside cards over that of the cards. On the collections and listings of wcxb-dev whose hosts do not judge,
# word F1 is 0.5598 with it and 0.5505 where cards are written wherever they are found.
MAX_BESIDE = 0.25

LABELLED = 0.6  # share of the records that say a word, where it is a label
MIN_LABELLED = 3

_WORD = re.compile(r"\w+")
_TR = tag_number("tr")
_IN_TABLE = frozenset({"table", "row", "cell", "caption"})

Group = tuple[Record, list[Passage]]
"""A record and the passages in it."""


class _Said(NamedTuple):
    """What a head says: the fields, and the labels that it writes as names of the fields."""

    fields: frozenset[str]
    labels: frozenset[str]


def with_records(page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> list[Passage]:
    """The passages of the kept blocks, those of a thread's posts or a list's items under heads that say whose."""
    records, kind = written_records(page, keep, content, options)
    if not kind:
        return compose(page, keep, options, notes=True)
    sections = list(_sections(page, compose(page, keep, options, notes=True), records))
    labels = frozenset() if kind == THREAD else _labels([group for _, groups in sections for group in groups])
    write, head = (post_passages, POST_HEAD) if kind == THREAD else (row_passages, ROW_HEAD)
    written: list[Passage] = []
    for beside, groups in in_time(sections):
        rest = [(record, _without_head(page, record, passages, _Said(head, labels))) for record, passages in groups]
        if beside and written and kind == THREAD and not beside[0].inside("heading"):
            written.append(Passage((), [Piece(RULE)], beside[0].row))  # else it were a part of the post before
        written += write(page, rest, options) if rest else beside
    return written


def written_records(
    page: Page, keep: BlockIndexes, content: Content, options: RenderOptions
) -> tuple[list[Record], str]:
    """The records that have a form of their own, and their kind; empty where the page is written as it stands."""
    if not options.records or content.page_type not in PAGE_TYPES:
        return [], ""
    records = sorted(content.records, key=_start)
    kind = _kind_of(records, content.page_type)
    is_written = kind and _are_matter(page, keep, records, kind)
    # What the region is takes the longest to tell.
    return (records, kind) if is_written and content.find_region().kind in WRITTEN_KINDS else ([], "")


def _start(record: Record) -> int:
    return record.start


def _kind_of(records: Sequence[Record], page_type: str) -> str:
    """What the records are, empty where they are nothing that has a form of its own."""

    def most_have(name: str) -> bool:
        return sum(one_field(record.fields, name) is not None for record in in_time(records)) > MOST * len(records)

    if not records:
        return ""
    if most_have("body"):  # on a list, the beginning of an article: its title is a heading already
        return THREAD if page_type == THREAD else ""
    if most_have("price"):
        return SHOP
    return BOARD if page_type == BOARD and most_have("title") else ""


def _are_matter(page: Page, keep: BlockIndexes, records: Sequence[Record], kind: str) -> bool:
    """Whether a page is about its records, and is not written as a table of them already.

    Something of most of them is kept. Cards of which less is kept are its matter where little else is kept either.
    """
    owners = _owners(page.blocks.first[keep], records)
    is_kept = len(np.unique(owners[owners >= 0])) > MOST * len(records)
    if not is_kept and kind == SHOP:
        own = sum(int(page.chars[record.start : record.end].sum()) for record in in_time(records))
        is_kept = int(page.blocks.chars[keep][owners < 0].sum()) < MAX_BESIDE * own
    return is_kept and (kind == THREAD or not _are_table_rows(page, keep, records))


def _are_table_rows(page: Page, keep: BlockIndexes, records: Sequence[Record]) -> bool:
    starts = [record.start for record in records if page.tag[record.start] == _TR]
    if len(starts) <= MOST * len(records) or not len(keep):
        return False
    tables = data_tables(page, keep)
    return any(row < starts[0] < page.end[row] for row in tables)


def _owners(rows: NDArray[np.integer], records: Sequence[Record]) -> NDArray[np.int64]:
    """The index of the record that each row lies in, -1 for none."""
    starts = np.array([record.start for record in records], np.int64)
    ends = np.array([record.end for record in records], np.int64)
    owners = np.searchsorted(starts, rows, side="right") - 1
    return np.where((owners >= 0) & (rows < ends[owners]), owners, -1)


def _labels(groups: Sequence[Group]) -> frozenset[str]:
    """The words that most records say: those beside a number or a name, such as `Replies` and `Last post by`."""
    counts = Counter(word for _, passages in groups for word in {word for one in passages for word in _words(one)})
    least = max(LABELLED * len(groups), MIN_LABELLED)
    return frozenset(word for word, count in counts.items() if count >= least and not word.isdecimal())


def _without_head(page: Page, record: Record, passages: list[Passage], said: _Said) -> list[Passage]:
    """The passages of a record without the texts that say nothing but what its head says; their images stay."""
    values = {
        name: " ".join(_WORD.findall(field.value.casefold()))
        for name in said.fields
        if (field := one_field(record.fields, name))
    }
    rest: list[Passage] = []
    for passage in passages:
        is_said = _is_said(_words(passage), values, said.labels)
        if not is_said or _in_body(page, record, passage.row):
            rest.append(passage)
        elif pieces := [piece for piece in passage.pieces if piece.kind not in (TEXT, BREAK)]:
            rest.append(Passage(passage.path, pieces, passage.row))
    return rest


def _is_said(words: list[str], values: Mapping[str, str], labels: frozenset[str]) -> bool:
    """Whether words are whole values of fields, and labels of those that are no titles."""
    text, names = f" {' '.join(words)} ", set()
    for name in sorted(values, key=lambda name: -len(values[name])):
        if values[name] and f" {values[name]} " in text:
            text = text.replace(f" {values[name]} ", " ")
            names.add(name)
    left = set(text.split())
    return bool(names) and (not left or (names != {"title"} and left <= labels))


def _in_body(page: Page, record: Record, row: int) -> bool:
    body = one_field(record.fields, "body")
    if body is None or body.row < 0:
        return False
    end = int(page.end[body.row]) if page.tag[body.row] else record.end  # a body may be bare text and what follows it
    return body.row <= row < end


def _words(passage: Passage) -> list[str]:
    """The words of a passage; two that only their marks set apart, such as two numbers, are two."""
    return [word for piece in passage.pieces if piece.kind == TEXT for word in _WORD.findall(piece.text.casefold())]


def _sections(
    page: Page, passages: Sequence[Passage], records: Sequence[Record]
) -> Iterator[tuple[list[Passage], list[Group]]]:
    """What stands beside the records and the records, by turns and in the order of the page."""
    rows = np.maximum.accumulate(np.array([passage.row for passage in passages], np.int64))
    owners = _owners(rows, records).tolist()
    groups: list[Group] = [(record, []) for record in records]
    order: list[tuple[int, Group | None, Passage | None]] = [(group[0].start, group, None) for group in groups]
    for row, owner, passage in in_time(zip(rows.tolist(), owners, passages, strict=True)):
        if owner >= 0:
            groups[owner][1].append(passage)
        elif holds(path := _beside(page, passage.path, records), passage):
            order.append((row, None, Passage(path, passage.pieces, passage.row)))
    order.sort(key=lambda entry: entry[0])
    for _, entries in groupby(order, key=lambda entry: entry[1] is None):
        section = list(entries)
        yield [passage for _, _, passage in section if passage], [group for _, group, _ in section if group]


def _beside(page: Page, path: Path, records: Sequence[Record]) -> Path:
    """The path of a passage beside records, without a table that holds them: it is not written as a table."""
    around = [
        depth
        for depth, container in enumerate(path)
        if container.role == "table"
        and container.row < records[-1].start
        and records[0].start < page.end[container.row]
    ]
    if not around:
        return path
    inner = around[-1] + 1
    while inner < len(path) and path[inner].role in _IN_TABLE:
        inner += 1
    return (*(container for container in path[: around[0]]), *path[inner:])
