"""The fields of cards and items: title, address, picture, price, rating, time and text.

What is told by all records together is found once: the slot of the titles, the addresses that only one record has, the
pictures that are icons because many records show them. The rest of a record is read when its fields are asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, islice, takewhile
from typing import ClassVar

import numpy as np

from weft.content import Field, LazyFields, Record
from weft.deadline import check_deadline, time_limit
from weft.page import tag_number
from weft.records.alignment import Column, align_records
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.typed_values import with_types
from weft.records.words import TITLE, tag_mask
from weft.renderers.page_addresses import Addresses, image_address

Texts = tuple[list[int], list[str]]
"""The rows of the texts of a record, and the texts."""

SOURCE = "records"
PRESENT = 0.5  # share of the records that have a title in the slot
MAX_TITLE_LENGTH = 200
ENOUGH = 60  # characters of a title; more of them say no more for it
NAMED, LINKED = 3.0, 2.0  # how much a heading and a link speak for a title
MAX_SHARED = 0.34  # share of the records that show a picture which is no icon
MIN_TEXT_LENGTH = 40  # characters of a text that says more than a label
MIN_ADDRESS = 2  # characters: "#" leads nowhere
MOSTLY = 0.6  # share of a text that a price is, where the text is no sentence about money
MAX_MATCHES = 20  # prices and ratings of a record that are compared
MAX_PIECES = 5  # texts that one price is written in
MAX_LABELS = 40  # labels of a record among which a rating is looked for

PRICE = re.compile(
    r"(?:[$€£¥￥₹₽₩₺₴₫฿₱]|\b(?:usd|eur|gbp|rmb|cny|chf|aud|cad|kr|aed|inr)\b|лв\.?|zł|r\$)\s?\d[\d.,\s]*"
    r"|\d[\d.,]*\s?(?:[€£¥₽₺₴₫元円]|zł|kč|kr\b|лв|usd|eur|gbp|chf)",
    re.IGNORECASE,
)
_RATING = re.compile(
    r"(?<![\d.,])([0-5](?:[.,]\d{1,2})?)\s?(?:/\s?5(?:\.0)?\b|(?:out )?of 5\b|stars?\b|★|分)", re.IGNORECASE
)
_SCORE = re.compile(r"[0-5][.,]\d{1,2}")
_RATED = re.compile(r"rating|stars?\b|review|score", re.IGNORECASE)
_OLD = re.compile(
    r"(?:^|[-_])(?:old|was|rrp|msrp|strike\w*|original|regular|list|before|crossed|del)(?:$|[-_])", re.IGNORECASE
)
_MONEY = re.compile(r"[$€£¥￥₹₽₩₺₴₫฿₱元円]|usd|eur|gbp|rmb|cny|chf|aud|cad|kr|aed|inr|лв\.?|zł|kč|r\$", re.IGNORECASE)
_AMOUNT = re.compile(r"[\d.,]+")
_CENTS = re.compile(r"[.,]?\s?\d\d")
_WORD = re.compile(r"[^\W_]")


def item_records(evidence: Evidence, ranges: Sequence[tuple[int, int]]) -> tuple[Record, ...]:
    """The records in these rows, with fields that are read when they are asked for."""
    fields = ItemFields(evidence, ranges)
    return tuple(
        Record(start=start, end=end, fields=LazyFields(partial(fields.of, index), partial(fields.one, index)))
        for index, (start, end) in check_deadline(enumerate(ranges))
    )


@dataclass(frozen=True, eq=False)
class ItemFields:
    """The fields of cards and items, with what is told by all of them together."""

    evidence: Evidence
    ranges: Sequence[tuple[int, int]]

    @cached_property
    def addresses(self) -> Addresses:
        """Resolves the addresses of the page."""
        return Addresses(self.evidence.page)

    @cached_property
    def titles(self) -> Column:
        """By record the text that is its title; a record outside of the slot has its heading or its longest link."""
        column = _title_column(self.evidence, self.ranges)
        return {
            index: row
            for index, span in check_deadline(enumerate(self.ranges))
            if (row := column.get(index, -1)) >= 0 or (row := _likely_title(self.evidence, span)) >= 0
        }

    @cached_property
    def links(self) -> list[list[int]]:
        """By record the links in it that lead to an address."""
        page = self.evidence.page
        rows = page.rows_of("a").tolist()
        links = [rows[bisect_left(rows, start) : bisect_left(rows, end)] for start, end in check_deadline(self.ranges)]
        return [[row for row in some if self._leads_away(row)] for some in check_deadline(links)]

    @cached_property
    def owners(self) -> Counter[str]:
        """In how many records each address is."""
        href = self.evidence.page.attribute
        return Counter(one for some in check_deadline(self.links) for one in {href(row, "href") for row in some} if one)

    @cached_property
    def images(self) -> list[list[tuple[int, str]]]:
        """By record the rows and addresses of its pictures."""
        page = self.evidence.page
        rows = page.rows_of("img").tolist()
        return [
            [
                (row, address)
                for row in rows[bisect_left(rows, start) : bisect_left(rows, end)]
                if (address := image_address(page, row, self.addresses))
            ]
            for start, end in check_deadline(self.ranges)
        ]

    @cached_property
    def shown(self) -> Counter[str]:
        """In how many records each picture is."""
        return Counter(one for some in check_deadline(self.images) for one in {address for _, address in some})

    def of(self, index: int) -> dict[str, Field]:
        """The fields of one record by name."""
        with time_limit(self.evidence.page.seconds):
            fields = {name: self._read(index, name) for name in self.FIELDS}
            return with_types({name: field for name, field in fields.items() if field})

    def one(self, index: int, name: str) -> Field:
        """One field of one record, without its type."""
        with time_limit(self.evidence.page.seconds):
            return self._read(index, name) if name in self.FIELDS else Field()

    @cached_property
    def _known(self) -> dict[tuple[int, str], Field]:
        return {}

    def _read(self, index: int, name: str) -> Field:
        """A field that is read once."""
        field = self._known.get((index, name))
        if field is None:
            field = self._known[index, name] = self.FIELDS[name](self, index)
        return field

    @cached_property
    def _all_texts(self) -> dict[int, Texts]:
        return {}

    def _texts(self, index: int) -> Texts:
        """The rows of a record's texts, and the texts, read once."""
        texts = self._all_texts.get(index)
        if texts is None:
            texts = self._all_texts[index] = _texts(self.evidence, self.ranges[index])
        return texts

    def _leads_away(self, row: int) -> bool:
        href = self.evidence.page.attribute(row, "href") or ""
        return len(href) >= MIN_ADDRESS and href[0] != "#" and not href.lower().startswith("javascript:")

    def _title(self, index: int) -> Field:
        """The heading around the text where there is one: a name may stand in several pieces."""
        row = self.titles.get(index, -1)
        if row < 0:
            return Field()
        evidence, tag = self.evidence, self.evidence.page.tag
        heading = next((above for above in evidence.above(row, 3) if HEADINGS[tag[above]]), row)
        value = evidence.line(heading)
        return Field(value=value if len(value) <= MAX_TITLE_LENGTH else evidence.line(row), row=row, source=SOURCE)

    def _url(self, index: int) -> Field:
        """Where the title leads, else the address that no other record has and that this one has most often."""
        page, title = self.evidence.page, self.titles.get(index, -1)
        link = link_around(self.evidence, title) if title >= 0 else -1
        if link < 0 or not self._leads_away(link):
            own = [row for row in self.links[index] if self.owners[page.attribute(row, "href") or ""] == 1]
            count = Counter(page.attribute(row, "href") for row in own)
            link = max(own, key=lambda row: count[page.attribute(row, "href")], default=-1)
        if link < 0:
            link = link_around(self.evidence, self.ranges[index][0])
        value = self.addresses.resolve(page.attribute(link, "href")) if link >= 0 else ""
        return Field(value=value, row=link, source=SOURCE)

    def _image(self, index: int) -> Field:
        most = max(1, int(MAX_SHARED * len(self.ranges)))
        own = ((row, one) for row, one in self.images[index] if self.shown[one] <= most)
        row, value = next(own, (-1, ""))
        return Field(value=value, row=row, source=SOURCE)

    def _price(self, index: int) -> Field:
        """The first price that is not struck out; one that is all of its text before one in a sentence."""
        best, price = -1, Field()
        for row, value in islice(_prices(*self._texts(index)), MAX_MATCHES):
            said = _WORD.findall(self.evidence.text(row))
            rank = 2 * (not self._is_old(row)) + (len(_WORD.findall(value)) >= MOSTLY * len(said))
            if rank > best:
                best, price = rank, Field(value=value, row=row, source=SOURCE)
        return price

    def _is_old(self, row: int) -> bool:
        page = self.evidence.page
        above = self.evidence.above(row, 3)
        return bool(_STRUCK[page.tag[above]].any()) or any(
            _OLD.search(name) for one in above[:2] for name in page.classes(one)
        )

    def _rating(self, index: int) -> Field:
        """A number out of five: in the text, in the label of an element, or alone under a class that says so."""
        span, texts = self.ranges[index], self._texts(index)
        for rows, text in _matches(*texts, _RATING):
            return Field(value=_RATING.findall(text)[0], row=rows[0], source=SOURCE)
        page = self.evidence.page
        labelled = page.rows_with("aria-label")
        first, last = np.searchsorted(labelled, span)
        for row in labelled[first:last][:MAX_LABELS].tolist():
            if match := _RATING.search(page.attribute(row, "aria-label") or ""):
                return Field(value=match[1], row=row, source=SOURCE)
        for rows, text in _matches(*texts, _SCORE):
            names = [name for above in self.evidence.above(rows[0], 2) for name in page.classes(above)]
            if self.evidence.text(rows[0]).strip() == text and any(_RATED.search(name) for name in names):
                return Field(value=text, row=rows[0], source=SOURCE)
        return Field()

    def _time(self, index: int, *, shown: bool = False) -> Field:
        times = self.evidence.times
        first, last = np.searchsorted(times.rows, self.ranges[index])
        if first == last:
            return Field()
        one = int(first)
        value = times.texts[one] if shown else times.date(one).iso
        return Field(value=value, row=int(times.rows[one]), source=SOURCE)

    def _time_text(self, index: int) -> Field:
        return self._time(index, shown=True)

    def _text(self, index: int) -> Field:
        """The longest text beside the title, with what stands in its element."""
        page, evidence, title = self.evidence.page, self.evidence, self.titles.get(index, -1)
        rows = [row for row in self._texts(index)[0] if row != title and not page.hidden[row]]
        row = max(rows, key=lambda one: page.chars[one], default=-1)
        if row < 0 or page.chars[row] < MIN_TEXT_LENGTH or (title >= 0 and evidence.line(row) == evidence.line(title)):
            return Field()
        above = int(page.parent[row])
        holder = above if page.tag[above] in _PARAGRAPHS else row
        return Field(value=evidence.line(holder), row=row, source=SOURCE)

    FIELDS: ClassVar[dict[str, Callable[[ItemFields, int], Field]]] = {
        "title": _title, "price": _price, "rating": _rating, "url": _url, "image": _image, "time": _time,
        "time_text": _time_text, "text": _text,
    }  # fmt: skip
    """What reads each field of a record."""


def _text_rows(evidence: Evidence, span: tuple[int, int]) -> list[int]:
    rows = evidence.text_rows
    first, last = np.searchsorted(rows, span)
    return rows[first:last].tolist()


def _texts(evidence: Evidence, span: tuple[int, int]) -> Texts:
    """The rows of the texts of a record, and the texts."""
    rows = _text_rows(evidence, span)
    return rows, [evidence.text(row) for row in check_deadline(rows)]


def _matches(rows: list[int], pieces: list[str], pattern: re.Pattern[str]) -> Iterator[tuple[list[int], str]]:
    """The matches in the text of a record: the rows of the texts that they stand in, and what was matched."""
    ends: list[int] = []
    for match in islice(pattern.finditer("".join(pieces)), MAX_MATCHES):
        ends = ends or list(accumulate(map(len, pieces)))
        text = match[0].rstrip()
        first, last = (bisect_right(ends, place) for place in (match.start(), match.start() + len(text) - 1))
        yield rows[first : last + 1], text


def _prices(rows: list[int], pieces: list[str]) -> Iterator[tuple[int, str]]:
    """The prices of a record with their rows: in one text, or in several where a sign of money stands alone.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<b>$<i>148</i><sup>02</sup></b> <b>12<i> €</i></b> <p>from $ 9.50 on</p> 4 of 5")
    >>> [value for _, value in _prices(*_texts(gather(page), (0, len(page))))]
    ['$148.02', '12€', '$ 9.50']
    """
    if not _MONEY.search("\0".join(pieces)):  # a sign of money is in every price
        return
    texts = [piece.strip() for piece in check_deadline(pieces)]
    for index, (row, text) in check_deadline(enumerate(zip(rows, texts, strict=True))):
        after = texts[index + 1 : index + MAX_PIECES]
        if match := PRICE.search(text):
            value, after = match[0].strip(" .,"), after if match.end() >= len(text) else []
            yield row, _with_cents(value, list(takewhile(_CENTS.fullmatch, after[:1])))
        elif _MONEY.fullmatch(text) and after and _AMOUNT.fullmatch(after[0]):
            gap = " " if text.isalpha() else ""
            yield row, _with_cents(text + gap + after[0], list(takewhile(_CENTS.fullmatch, after[1:2])))
        elif _AMOUNT.fullmatch(text) and after and _MONEY.fullmatch(after[0]):
            yield row, text + after[0]


def _with_cents(price: str, pieces: Sequence[str]) -> str:
    """A price with the pieces behind it; a point parts cents that stand alone from the rest."""
    rest = "".join(pieces)
    return price + ("." if _CENTS.fullmatch(rest) and not re.search("[.,]", price + rest) else "") + rest


def _likely_title(evidence: Evidence, span: tuple[int, int]) -> int:
    """The text of the first heading, else the longest text in a link; -1 where there is neither."""
    page = evidence.page
    rows = [row for row in _text_rows(evidence, span) if 1 < page.chars[row] <= MAX_TITLE_LENGTH]
    headings = (row for row in rows if any(HEADINGS[page.tag[above]] for above in evidence.above(row, 3)))
    links = (row for row in rows if page.in_link[row])
    return next(headings, max(links, key=lambda row: int(page.chars[row]), default=-1))


def _title_column(evidence: Evidence, ranges: Sequence[tuple[int, int]]) -> Column:
    """The column of the texts that differ most, are long enough and stand in a heading or a link."""
    page, slots = evidence.page, align_records(evidence, ranges)
    rows = slots.rows
    picked = (page.tag[rows] == 0) & (page.chars[rows] > 1) & (page.chars[rows] <= MAX_TITLE_LENGTH)
    picked &= ~(page.hidden[rows] | page.raw[rows] | evidence.is_date[rows])
    best, chosen = 0.0, Column()
    for column in check_deadline(slots.columns(picked).values()):
        if len(column) < PRESENT * len(ranges):
            continue
        texts = [evidence.line(row) for row in check_deadline(column.values())]
        if any(PRICE.search(text) for text in texts[:3]):
            continue
        score = _title_score(evidence, next(iter(column.values())), texts) * len(column) / len(ranges)
        if score > best:
            best, chosen = score, column
    return chosen


def _title_score(evidence: Evidence, row: int, texts: Sequence[str]) -> float:
    page = evidence.page
    named = any(evidence.flags[above] & TITLE or HEADINGS[page.tag[above]] for above in evidence.above(row, 3))
    letters = sum(min(ENOUGH, sum(map(str.isalpha, text))) for text in texts) / len(texts)
    distinct = len(set(texts)) / len(texts)
    return letters * distinct**2 * (NAMED if named else 1.0) * (LINKED if page.in_link[row] else 1.0)


_STRUCK = tag_mask("s", "del", "strike")
_PARAGRAPHS = frozenset(tag_number(name) for name in ("p", "blockquote", "dd"))
