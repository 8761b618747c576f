"""The ways to find records, by name; and the fields of records that were only located."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from weft.content import Field, Record, Region
from weft.page import Page
from weft.records.alignment import Slots, align
from weft.records.board_rows import read_rows
from weft.records.bodies import body_text
from weft.records.cards import PRESENT, Card, card_records, price_rows, read_cards
from weft.records.evidence import Evidence, gather
from weft.records.fields import SOURCE, post_records, row_records
from weft.records.find import MIN_BODY, TITLE_SHARE, find_records
from weft.records.posts import read_posts
from weft.registry import Registry

MIN_POSTS = 0.5  # share of the records that must have all parts of a post, to be read as posts and not as rows

RecordMethod = Callable[[Page, datetime | None], tuple[Region, ...]]


def read_located(page: Page, regions: Sequence[Region], *, reference: datetime | None = None) -> tuple[Region, ...]:
    """The regions with the fields of the first one's records, the page's matter: cards, posts, board rows, else text.

    For methods that say where records are and no more: MDR, repeated subtrees, a location library. Every record stays.

    >>> from weft import parse
    >>> page = parse("<div>" + "<div><h2>Card</h2><p>Text <a>more</a></p></div>" * 3 + "</div>")
    >>> regions = [Region(row=3, records=(Record(start=4, end=11),))]
    >>> [record.fields["text"].value for record in read_located(page, regions)[0].records]
    ['Card\\nText more']
    """
    if not regions or not regions[0].records:
        return tuple(regions)
    known = gather(page, reference=reference)
    fields = _fields_by_start(known, regions[0].records)
    records = (
        replace(record, fields=fields.get(record.start) or _text_of(known, record)) for record in regions[0].records
    )
    return (replace(regions[0], records=tuple(records)), *regions[1:])


def _fields_by_start(known: Evidence, records: Sequence[Record]) -> dict[int, Mapping[str, Field]]:
    slots = align(known, [(record.start, record.end) for record in records])
    if cards := _cards_of(known, slots):
        return {record.start: record.fields for record in card_records(known, cards)}
    posts, body = read_posts(known, slots)
    rows = read_rows(known, slots)
    title = sum(int(known.page.chars[row.title]) for row in rows) / len(records)
    whole = sum(post.parts == 3 for post in posts)
    if rows and (whole < MIN_POSTS * len(posts) or body < max(MIN_BODY, TITLE_SHARE * title)):
        found = row_records(known, rows)
    else:
        found = post_records(known, [post for post in posts if post.parts > 1], slots)
    return {record.start: record.fields for record in found}


def _cards_of(known: Evidence, slots: Slots) -> list[Card]:
    """The cards that records are, empty where few have a price or where they have times, as threads and posts do."""
    cards = read_cards(known, slots, price_rows(known))
    timed = sum(bool(known.times.within(start, end)) for start, end in slots.ranges)
    return cards if len(cards) >= PRESENT * len(slots.ranges) and not timed else []


def _text_of(known: Evidence, record: Record) -> dict[str, Field]:
    """All that a record says that is neither a post nor a row."""
    text = body_text(known, record.start, record.end)
    return {"text": Field(value=text, row=record.start, source=SOURCE)} if text else {}


def _default(page: Page, reference: datetime | None) -> tuple[Region, ...]:
    return find_records(page, reference=reference)


RECORD_METHODS: Registry[RecordMethod] = Registry(
    {
        "default": _default,
        # The papers' methods come last: they are baselines.
        "repeated_subtrees": "weft.papers.b.repeated_subtrees:find_typed",
        "mdr": "weft.papers.b.mdr:find_typed",
    }
)
"""Each gives a page's regions, the main records first and with their fields; relative times need the reference time."""
