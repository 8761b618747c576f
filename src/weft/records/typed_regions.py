"""Regions that another method located, read as cards, posts or board rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from weft.content import Field, Record, Region
from weft.deadline import check_deadline, time_limit
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.board_rows import read_rows
from weft.records.bodies import body_text
from weft.records.evidence import Evidence, gather
from weft.records.fields import SOURCE, post_records, row_records
from weft.records.item_fields import item_records
from weft.records.model import default_model
from weft.records.posts import read_posts

MIN_BODY = 1.5  # mean weight of the bodies of posts: a third of all replies are words such as "thanks"
TITLE_SHARE = 0.8  # a body that weighs less than this share of the title is what a board says about a thread
MIN_TITLE = 0.3  # how likely the titles of rows must be titles: those of true boards have 0.5 and more
MIN_CARDS = 3  # two prices are a price and what it was before
PRICED = 0.7  # share of the records that have a title and a price, to be read as cards
MAX_CARD_LENGTH = 600  # characters, on the median: on wcxb-dev shops have up to 472, most articles from 753 on
MIN_POSTS = 0.5  # share of the records that must have all parts of a post, to be read as posts and not as rows


def read_located(page: Page, regions: Sequence[Region], *, reference: datetime | None = None) -> tuple[Region, ...]:
    """The regions with fields for the records of the first one: those of cards, posts, board rows, else the text.

    For methods that say where records are and no more: MDR, repeated subtrees, a location library. Every record stays.

    >>> from weft import parse
    >>> page = parse("<div>" + "<div><h2>Card</h2><p>Text <a>more</a></p></div>" * 3 + "</div>")
    >>> regions = [Region(row=3, records=(Record(start=4, end=11),))]
    >>> [record.fields["text"].value for record in read_located(page, regions)[0].records]
    ['Card\\nText more']
    """
    with time_limit(page.seconds):
        if not regions or not regions[0].records:
            return tuple(regions)
        evidence = gather(page, reference=reference)
        fields = _fields_by_start(evidence, regions[0].records)
        records = (
            replace(record, fields=fields.get(record.start) or _text_of(evidence, record))
            for record in check_deadline(regions[0].records)
        )
        return (replace(regions[0], records=tuple(records)), *regions[1:])


def _fields_by_start(evidence: Evidence, records: Sequence[Record]) -> dict[int, Mapping[str, Field]]:
    spans = [(record.start, record.end) for record in records]
    if cards := _cards_of(evidence, spans):
        return {record.start: record.fields for record in cards}
    slots = align_records(evidence, spans)
    model = default_model()
    posts, body = read_posts(evidence, slots, model)
    board = read_rows(evidence, slots, model)
    rows = board.rows if board.likely >= MIN_TITLE else ()
    title = sum(int(evidence.page.chars[row.title]) for row in rows) / len(records)
    whole = sum(post.parts == 3 for post in check_deadline(posts))
    if rows and (whole < MIN_POSTS * len(posts) or body < max(MIN_BODY, TITLE_SHARE * title)):
        typed_records = row_records(evidence, rows)
    else:
        typed_records = post_records(evidence, [post for post in check_deadline(posts) if post.parts > 1], slots, model)
    return {record.start: record.fields for record in typed_records}


def _cards_of(evidence: Evidence, spans: Sequence[tuple[int, int]]) -> tuple[Record, ...]:
    """The records as cards; empty where few have a title and a price, or where they are long or have times as posts do.

    Articles that compare things have prices too; what they say of a thing is a section.
    """
    sizes = sorted(int(evidence.page.chars[start:end].sum()) for start, end in check_deadline(spans))
    timed = any(evidence.times.within(start, end) for start, end in check_deadline(spans))
    if timed or len(spans) < MIN_CARDS or sizes[len(spans) // 2] > MAX_CARD_LENGTH:
        return ()
    records = item_records(evidence, spans)
    priced = sum("title" in record.fields and "price" in record.fields for record in check_deadline(records))
    return records if priced >= PRICED * len(records) else ()


def _text_of(evidence: Evidence, record: Record) -> dict[str, Field]:
    """All that a record says that is neither a post nor a row."""
    text = body_text(evidence, record.start, record.end)
    return {"text": Field(value=text, row=record.start, source=SOURCE)} if text else {}
