"""What a page declares of its records in JSON-LD: their kind, and values that the records themselves do not show.

JSON-LD says nothing of places. An object is that of a record where it has the record's address or its title; where
most records have one of a kind, the region is of that kind.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from weft.content import DATE, MONEY, PERSON, RATING, Field, LazyFields, Money, Rating, Record, Region, one_field
from weft.deadline import check_deadline
from weft.page import Page
from weft.records.evidence import Evidence
from weft.records.kinds.names import CARDS_KIND, ITEMS_KIND, ROWS_KIND
from weft.records.kinds.results import as_results
from weft.records.typed_values import read_number
from weft.renderers.page_addresses import Addresses
from weft.text import normalise_date

SOURCE = "json-ld"
MAX_SCRIPTS = 20
MAX_BYTES = 1_000_000  # of one script
MAX_OBJECTS = 2_000
MAX_TEXT = 300
MOST = 0.5  # of the records: what must have an object of a kind
Object = Mapping[str, Any]

KINDS = {
    "product": CARDS_KIND, "productgroup": CARDS_KIND, "jobposting": "jobs", "event": "events",
    "review": "", "comment": "", "answer": "", "question": "",
}  # fmt: skip
"""By type in lower case the kind of region, empty where posts, answers and reviews keep their own."""
_LISTED = frozenset({ROWS_KIND, ITEMS_KIND, CARDS_KIND})  # kinds that a declaration may change


def with_linked(evidence: Evidence, region: Region) -> Region:
    """The region with what the page says of its records: that they are results of a search, or values in JSON-LD.

    JSON-LD that says nothing of most of them does not count.
    """
    region = as_results(evidence.page, region)
    values = list(_values(evidence.page)) if region.records else []
    objects = _Objects(evidence.page, values) if values else None
    if objects is None or not objects.by_name:
        return region
    pairs = [(record, objects.of(record)) for record in check_deadline(region.records)]
    types = Counter(_type_of(own) for _, own in pairs if own)
    if not types or sum(types.values()) <= MOST * len(pairs):
        return region
    records = tuple(_with_values(record, own) if own else record for record, own in pairs)
    kind = KINDS[types.most_common(1)[0][0]] if region.kind in _LISTED else ""
    return replace(region, records=records, kind=kind or region.kind)


class _Objects:
    """The objects of a page by address and by name; the first of a name counts."""

    def __init__(self, page: Page, values: Sequence[Any]) -> None:
        self.addresses = Addresses(page)
        self.by_name: dict[str, Object] = {}
        for item in check_deadline(_objects(values)):
            for name in self._names(item):
                self.by_name.setdefault(name, item)

    def _names(self, item: Object) -> Iterator[str]:
        for key in ("url", "@id"):
            if isinstance(value := item.get(key), str) and value:
                yield self.addresses.resolve(value)
        for key in ("name", "headline", "title"):
            if isinstance(value := item.get(key), str) and value.strip():
                yield _squeeze(value)

    def of(self, record: Record) -> Object | None:
        """The object of a record."""
        url = one_field(record.fields, "url")
        if url and url.value in self.by_name:
            return self.by_name[url.value]
        title = one_field(record.fields, "title")
        return self.by_name.get(_squeeze(title.value)) if title else None


def _squeeze(text: str) -> str:
    return "".join(text.split()).casefold()[:MAX_TEXT]


def _objects(values: Sequence[Any]) -> Iterator[Object]:
    """The objects of the wanted types, at any depth."""
    queue: deque[Any] = deque(values)
    for _ in range(MAX_OBJECTS):
        if not queue:
            return
        value = queue.popleft()
        if isinstance(value, list):
            queue.extend(value[:MAX_OBJECTS])
        elif isinstance(value, dict):
            if _type_of(value):
                yield value
            queue.extend(one for one in value.values() if isinstance(one, dict | list))


def _values(page: Page) -> Iterator[Any]:
    """The values of the scripts that speak of a wanted type; JSON that is broken says nothing."""
    table, types = page.table, page.values("type")
    rows = [row for row in page.rows_of("script").tolist() if "ld+json" in types.get(row, "")]
    for row in check_deadline(rows[:MAX_SCRIPTS]):
        source = page.text_bytes[int(table.text_start[row]) : int(table.text_end[row])]
        if len(source) <= MAX_BYTES and any(word in source.lower() for word in _WANTED):
            try:
                yield json.loads(source)
            except (ValueError, RecursionError):
                continue


def _type_of(item: Object) -> str:
    """The type of an object in lower case, empty where it is none of the wanted ones."""
    types = item.get("@type", "")
    for name in types if isinstance(types, list) else [types]:
        word = name.rsplit("/", 1)[-1].lower() if isinstance(name, str) else ""
        word = "event" if word.endswith("event") else word
        if word in KINDS:
            return word
    return ""


def _with_values(record: Record, item: Object) -> Record:
    """The record with the values that it has not: what is shown on the page comes first."""
    own = {name: field for name, field in _fields(item).items() if field}
    return replace(record, fields=LazyFields(partial(_merged, record, own))) if own else record


def _merged(record: Record, own: Mapping[str, Field]) -> dict[str, Field]:
    return {**record.fields, **{name: field for name, field in own.items() if name not in record.fields}}


def _fields(item: Object) -> dict[str, Field]:
    offer, rating = _first(item.get("offers")), _first(item.get("aggregateRating") or item.get("reviewRating"))
    return {
        "price": _price(offer if offer else item),
        "rating": _rating(rating),
        "author": _text(item.get("author"), PERSON),
        "company": _text(item.get("hiringOrganization")),
        "place": _text(item.get("location") or item.get("jobLocation")),
        "start": _date(item.get("startDate")),
        "finish": _date(item.get("endDate")),
        "time": _date(item.get("datePosted") or item.get("datePublished") or item.get("dateCreated")),
    }


def _first(value: Any) -> Object:
    value = value[0] if isinstance(value, list) and value else value
    return value if isinstance(value, dict) else {}


def _text(value: Any, kind: str = "text") -> Field:
    """A text, or the name or place of an object."""
    for _ in range(4):
        item = _first(value)
        if item:
            value = item.get("name") or item.get("addressLocality") or item.get("address") or ""
    line = " ".join(value.split())[:MAX_TEXT] if isinstance(value, str) else ""
    return Field(value=line, source=SOURCE, type=kind)


def _date(value: Any) -> Field:
    iso = normalise_date(value[:60]) if isinstance(value, str) else ""
    return Field(value=iso, source=SOURCE, type=DATE, typed=iso) if iso else Field()


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        value = read_number(value, is_small=True)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _price(offer: Object) -> Field:
    amount, currency = _number(offer.get("price") or offer.get("lowPrice")), offer.get("priceCurrency")
    if amount is None or not isinstance(currency, str) or len(currency) != 3:
        return Field()
    return Field(value=f"{amount:g} {currency}", source=SOURCE, type=MONEY, typed=Money(amount, currency.upper()))


def _rating(rating: Object) -> Field:
    value, best = _number(rating.get("ratingValue")), _number(rating.get("bestRating"))
    top = 5.0 if best is None else best
    if value is None or not 0 <= value <= top:
        return Field()
    return Field(value=f"{value:g} of {top:g}", source=SOURCE, type=RATING, typed=Rating(value, top))


_WANTED = tuple(f'{name}"'.encode() for name in KINDS)
