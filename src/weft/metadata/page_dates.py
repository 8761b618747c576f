"""When a page was published and when it was changed: the sources of both, in the order of their measured precision.

`python -m bench metadata` has the precision of each source. A date that is printed alone right beside the title is
right more often than any that is declared, so it wins, unless it is later and declared as the day of a change. Where
both are a day apart, the declared one is that of another zone.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlsplit

from weft.content import Field
from weft.deadline import check_deadline, kernel_call
from weft.kernel.metadata import script_days
from weft.late_patterns import late_pattern
from weft.metadata.near_title import Near
from weft.metadata.printed_dates import DAY, DateStyle, PrintedDate, PrintedDates, is_ambiguous, order_in_text
from weft.page import Page
from weft.page.once import computed_once
from weft.text import find_dates

MODIFIED = "modified"
"""The source of a date where a page tells only when it was changed."""

MAX_SCRIPTS = 60
MAX_SCRIPT_BYTES = 500_000
_URL_DAY = late_pattern(
    r"/(?P<y1>(?:19|20)\d\d)[/_-]?(?P<m1>[01]\d)[/_-]?(?P<d1>[0-3]\d)(?=[/_.-]|$)"
    r"|/(?P<y2>(?:19|20)\d\d)/(?P<m2>1[0-2]|[1-9])/(?P<d2>[12]\d|3[01]|[1-9])(?=[/_.-]|$)"
    r"|[/_-]t?(?P<y3>(?:19|20)\d\d)(?P<m3>[01]\d)(?P<d3>[0-3]\d)(?=[/_.-])"
    r"|(?<!\d)(?P<y4>(?:19|20)\d\d)[-_](?P<m4>[01]\d)[-_](?P<d4>[0-3]\d)(?!\d)"
    r"|(?<!\d)(?P<d5>[0-3]\d)[-_.](?P<m5>[01]\d)[-_.](?P<y5>(?:19|20)\d\d)(?!\d)"
)
_URL_MONTH = late_pattern(r"/((?:19|20)\d\d)[/-]?([01]\d)(?=[/_.-]|$)")
_URL_NAMED = late_pattern(r"/((?:19|20)\d\d)/([^\W\d_]{3,10})/([0-3]?\d)(?=[/_.-]|$)")  # /2023/october/03/
_SCRIPT_DATE = late_pattern(
    r'"(?:date_?published|published_?(?:at|date|time|on)|publication_?date|publish_?date|first_?published(?:_?date)?)'
    r'\\?"\s{0,4}:\s{0,4}\\?"(\d{4}-\d\d-\d\d[^"\\]{0,20})',
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class DeclaredDates:
    """What the head and the data of a page declare of its dates, the most precise source first."""

    published: list[Field]
    unsure: list[Field]  # `meta name=date` and its like: often the day on which the page was written out
    modified: list[Field]
    addresses: list[Field]  # of the page: its own, the canonical one, that of OpenGraph


@dataclass(frozen=True, eq=False)
class PageDates:
    """The dates of a page, by what it declares and by what it prints; without `near` only what it declares counts."""

    page: Page
    declared: DeclaredDates
    style: DateStyle
    title: Field
    near: Callable[[], Near] | None = None

    def published(self) -> Field:
        """The day of publication, as precise as the page tells it; its `source` says by which evidence."""
        declared = first_date(self.declared.published, self.style)
        if len(declared.value) >= DAY:
            return self._as_printed(declared)
        return self._whole(declared, self._sources()) or self._last_resort()

    def modified(self) -> Field:
        """When the page was last changed."""
        declared = first_date(self.declared.modified, self.style)
        return declared or self._printed_change

    @computed_once
    def _printed(self) -> PrintedDates | None:
        return PrintedDates(self.near(), self.style) if self.near else None

    @computed_once
    def _marked(self) -> list[PrintedDate]:
        return list(self._printed.marked()) if self._printed else []

    @computed_once
    def _printed_change(self) -> Field:
        """The printed day of a change: beside the title, or in a marked element near it."""
        printed = self._printed
        if printed is None:
            return Field()
        # Where the day of publication is declared, marked dates have not been looked for, and that costs the most.
        marked = [] if self.declared.published else [one for one in self._marked if printed.is_beside(one.row)]
        return next((one.field for one in (*self._close, *marked) if one.is_update), Field())

    @computed_once
    def _close(self) -> list[PrintedDate]:
        return list(self._printed.close()) if self._printed else []

    def _as_printed(self, declared: Field) -> Field:
        """The declared date, or the one that the page prints beside its title, unless that is the day of a change."""
        day = _day(declared.value)
        for one in self._close:
            printed = None if one.is_update else _day(one.iso)
            if not (day and printed):
                continue
            turned = self.style.turned().read(one.text) if is_ambiguous(one.text) else ""
            is_same = printed == day or turned[:DAY] == declared.value[:DAY]
            is_later = (printed - day).days > 1
            if is_later and self._changes and one.iso[:DAY] > max(self._changes):
                continue  # nothing is published after its last change: the day of an event
            is_change = is_later and one.iso[:DAY] in self._changes
            return declared if is_same or is_change else one.field
        return declared

    @computed_once
    def _changes(self) -> set[str]:
        """The days on which the page was changed, as it declares them."""
        return {self.style.read(field.value)[:DAY] for field in self.declared.modified}

    def _whole(self, part: Field, fields: Iterable[Field]) -> Field:
        """The first field that names its day; where `part` is a month or a year, one within it."""
        for field in fields:
            if len(field.value) >= DAY and field.value.startswith(part.value):
                return field
            part = part or field
        return part

    def _sources(self) -> Iterator[Field]:
        """The sources behind what is declared for sure, in the order of their precision."""
        printed = self._printed
        if printed:
            yield from self._fields(self._close)
            yield from self._fields(one for one in self._marked if printed.is_beside(one.row))
        unsure = first_date(self.declared.unsure, self.style)
        if unsure:
            yield unsure
        if printed:
            yield from self._fields(printed.later())
            yield from self._in_addresses()
            yield from self._fields(printed.datelines())
            yield from self._fields(printed.labelled())
            yield from self._in_scripts()
            far = [one for one in self._marked if not printed.is_beside(one.row) and not one.is_update]
            if len({one.iso[:DAY] for one in far}) == 1:  # several are those of teasers
                yield from self._fields(far[:1])
            yield from self._in_title()
            yield from self._in_addresses(months=True)

    def _last_resort(self) -> Field:
        """Of a page that tells only when it was changed, that day: a reader takes it for the date of the page."""
        if self.near is None:
            return Field()
        told = next((one.field for one in self._close if one.is_update), Field())
        told = told or first_date([one for one in self.declared.modified if one.source == "json-ld"], self.style)
        return replace(told, source=MODIFIED) if told else Field()

    def _fields(self, dates: Iterable[PrintedDate]) -> Iterator[Field]:
        """The dates that are no days of a change, with day and month in the order that the page's other dates have."""
        for one in dates:
            if not one.is_update:
                iso = one.iso
                if is_ambiguous(one.text):
                    turned = self.style.turned().read(one.text)
                    order = order_in_text(self.page)
                    is_turned = turned[:DAY] in self._address_days or order not in (None, self.style.day_first)
                    iso = turned if turned and is_turned else iso
                yield one.field.with_value(iso)

    @computed_once
    def _address_days(self) -> set[str]:
        return {field.value for field in self._in_addresses()}

    def _in_addresses(self, *, months: bool = False) -> Iterator[Field]:
        """The days in the addresses of the page, or the months."""
        for field in self.declared.addresses:
            if "19" not in field.value and "20" not in field.value and field.value.isprintable():
                continue  # no year, as most addresses
            text = month_in(field.value) if months else day_in(field.value)
            if text and (iso := self.style.read(text)):
                yield Field(value=iso, row=field.row, source="url")

    def _in_title(self) -> Iterator[Field]:
        for found in find_dates(self.title.value, day_first=self.style.day_first)[:1]:
            if len(found.iso) >= DAY:
                yield Field(value=found.iso, row=self.title.row, source="title")

    def _in_scripts(self) -> Iterator[Field]:
        """Data that a program of the page is given, under a name of publication."""
        with kernel_call():
            places = script_days(self.page.table, MAX_SCRIPTS, MAX_SCRIPT_BYTES)
        found: dict[int, str] = {}  # the first of each script
        for row, text in check_deadline(places):
            if row not in found and (day := day_in_script(text)):
                found[row] = day
        for row, day in found.items():
            if iso := self.style.read(day):
                yield Field(value=iso, row=row, source="script")


def day_in(address: str) -> str:
    """The day in the path of an address, as `style.read` takes it.

    >>> day_in("https://loom.example/2022/9/4/"), day_in("/2022/may/4"), day_in("/looms")
    ('2022-09-04', '4 may 2022', '')
    """
    path = _path_of(address)
    if match := _URL_DAY.search(path):
        named = {name[0]: part.zfill(2) for name, part in match.groupdict().items() if part}
        return f"{named['y']}-{named['m']}-{named['d']}"
    named_month = _URL_NAMED.search(path)
    return f"{named_month[3]} {named_month[2]} {named_month[1]}" if named_month else ""


def month_in(address: str) -> str:
    """The month in the path of an address."""
    match = _URL_MONTH.search(_path_of(address))
    return f"{match[1]}-{match[2]}" if match else ""


def _path_of(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def day_in_script(text: str) -> str:
    """The day that a piece of a script names as that of publication.

    >>> day_in_script('{"datePublished": "2022-09-04"}')
    '2022-09-04'
    """
    match = _SCRIPT_DATE.search(text)
    return match[1] if match else ""


def _day(iso: str) -> date | None:
    try:
        return date.fromisoformat(iso[:DAY])
    except ValueError:
        return None


def first_date(fields: Iterable[Field], style: DateStyle) -> Field:
    """The first candidate that is a date; of a month or a year the first that names its day."""
    best = Field()
    for field in fields:
        iso = style.read(field.value)
        if iso.startswith(best.value):
            best = field.with_value(iso) if iso else best
        if len(best.value) >= DAY:
            break
    return best
