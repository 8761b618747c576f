"""The one merge of a page's metadata: all sources, one table of their order, given fields first; and the language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from weft import _native
from weft.content import Field, Metadata
from weft.deadline import within
from weft.metadata.bylines import read_bylines
from weft.metadata.date_style import DateStyle, writes_day_first
from weft.metadata.head import Metas, read_html, read_metas, read_opengraph
from weft.metadata.json_ld import read_json_ld
from weft.metadata.microdata import read_microdata
from weft.metadata.near_title import Near
from weft.metadata.page_dates import Declared, PageDates, first_date
from weft.metadata.site_names import is_site, site_names
from weft.metadata.titles import find_line, find_title
from weft.metadata.values import Candidates, absolute_url, clean_language, join_authors
from weft.page import Page
from weft.renderers.page_addresses import base_of

PRIORITY: dict[str, tuple[str, ...]] = {
    "title": ("json-ld", "microdata"),  # only where `find_title` finds none
    "author": ("json-ld", "microdata", "meta", "opengraph", "byline"),
    "organisation": ("json-ld",),
    "date": ("json-ld", "opengraph", "microdata", "meta"),  # `page_dates` adds what is printed
    "unsure_date": ("meta",),
    "modified": ("json-ld", "opengraph", "microdata", "meta"),
    "language": ("html", "json-ld", "meta", "opengraph", "microdata"),
    "site_name": ("opengraph", "json-ld", "meta"),
    "description": ("opengraph", "meta", "json-ld"),
    "url": ("link", "opengraph", "json-ld"),
    "image": ("opengraph", "json-ld", "microdata", "meta"),
    "tags": ("opengraph", "meta", "json-ld", "microdata"),
}
TEXTS = ("title", "author", "site_name", "description")  # given fields that are taken as they are
ADDRESS_STARTS = ("https://", "http://", "/")  # a given text such as "Read more" is no address
MAX_TAGS = 30
SAMPLE = 4_000  # characters of visible text that a guess is made from
MAX_BLOCKS = 12
CONFIDENT = 0.2  # above it 99 of 100 guesses agree with what pages declare
MIN_CHARS = 40  # characters below which a guess is worth nothing
_OTHER_SCRIPT = re.compile("[\u0370-\u1cff\u3040-\ud7af]")  # from Greek to Georgian, kana, Han, hangul
_LATIN = frozenset("en de fr es it pt nl pl cs sv da nb no fi tr ro hu vi id ca".split())


LEARNED = ("title", "author", "date")
"""The fields of a template or of marks that are metadata; other names, such as `description`, are a site's own."""


def merge_fields(page: Page, fields: Mapping[str, Field], *, bylines: bool = True) -> Metadata:
    """The metadata of a page, in which the title, author and date that a template or a person found win."""
    return find_metadata(page, bylines=bylines, fields={name: fields[name] for name in LEARNED if name in fields})


def find_metadata(
    page: Page,
    *,
    bylines: bool = True,
    fields: Mapping[str, Field] = MappingProxyType({}),
    reference: datetime | None = None,
) -> Metadata:
    """What a page says about itself, each field with its row and source; an empty field says nothing.

    `fields` are the fields that a template found or a person marked, by name. They win over what the page says; a
    date, language or address that cannot be read leaves the page's own. Without `bylines` only what the page declares
    counts: on a list, the author and date that are printed first are those of its first item. `reference` is the time
    at which the page was read; relative dates ("3 hours ago") need it.

    >>> from weft import parse
    >>> page = parse('<html lang="fr"><meta name="author" content="By Ann Lee"><h1>Rain</h1>')
    >>> find_metadata(page).author
    Field(value='Ann Lee', row=2, source='meta')
    >>> find_metadata(page, fields={"date": Field(value="02/04/2022")}).date.value
    '2022-04-02'
    """
    with within(page.seconds):
        metas = read_metas(page)
        title = find_title(page, metas=metas)
        sources = _declared(page, metas)
        language = _given_language(fields) or find_language(page, _ranked("language", sources))
        site_name = _first(_ranked("site_name", sources))
        style = DateStyle(reference=reference, day_first=bool(_writes_day_first(page, language, sources)))
        near = cache(lambda: Near(page, _title_row(page, title)))
        sites = _Sites(site_name.value, site_names(page, metas, []))
        if bylines and not _person(_ranked("author", sources), sites):
            sources.append(read_bylines(near()))
        ranked = {name: _ranked(name, sources) for name in PRIORITY}
        dates = PageDates(page, _declared_dates(page, ranked), style, title, near if bylines else None)
        base = base_of(page)
        own = Metadata(
            title=title or _first(ranked["title"]),
            author=_author([*ranked["author"], *ranked["organisation"]], sites),
            date=dates.published(),
            modified=dates.modified(),
            language=language,
            site_name=site_name,
            description=_first(ranked["description"]),
            url=_address(ranked["url"], base),
            image=_address(ranked["image"], base),
            tags=_tags(ranked["tags"]),
        )
        return replace(own, **_given(fields, style, base)) if fields else own


def day_first(page: Page) -> bool | None:
    """Whether 02/04/2022 on a page is the 2nd of April; None where the page does not tell its language.

    The language decides it, declared or guessed from the text; of English the region, declared or that of the domain.

    >>> from weft import parse
    >>> day_first(parse('<html lang="fr">')), day_first(parse('<html lang="en">')), day_first(parse("<p>x"))
    (True, False, None)
    """
    with within(page.seconds):
        sources = _declared(page, read_metas(page))
        return _writes_day_first(page, find_language(page, _ranked("language", sources)), sources)


def _writes_day_first(page: Page, language: Field, sources: list[Candidates]) -> bool | None:
    return writes_day_first(page, language, [field.value for field in _ranked("language", sources)])


def _declared_dates(page: Page, ranked: Mapping[str, list[Field]]) -> Declared:
    """What a page declares of its dates, and its addresses."""
    own = [Field(value=page.url)] if page.url else []
    addresses = [field for field in ranked["url"] if field.source != "json-ld"]
    return Declared(
        published=ranked["date"], unsure=ranked["unsure_date"], modified=ranked["modified"], addresses=own + addresses
    )


def _declared(page: Page, metas: Metas) -> list[Candidates]:
    """What the page declares, source by source."""
    return [read_json_ld(page), read_opengraph(metas), read_microdata(page), read_html(page, metas)]


def _given(fields: Mapping[str, Field], style: DateStyle, base: str) -> dict[str, Any]:
    """The given fields that can be read, as `Metadata` takes them; the language is read before all others."""
    given = {name: replace(field, value=field.value.strip()) for name, field in fields.items() if name in PRIORITY}
    values: dict[str, Field | tuple[Field, ...]] = {name: given[name] for name in TEXTS if name in given}
    values |= {name: first_date([given[name]], style) for name in ("date", "modified") if name in given}
    for name in ("url", "image"):
        if name in given and given[name].value.startswith(ADDRESS_STARTS):
            values[name] = _address([given[name]], base)
    if tags := given.get("tags"):
        values["tags"] = _tags([replace(tags, value=tag) for tag in re.split("[,;，；、]", tags.value)])
    return {name: value for name, value in values.items() if value}


def _given_language(fields: Mapping[str, Field]) -> Field:
    """The given language, where it is the code of one and no sentence."""
    field = fields.get("language", Field())
    code = clean_language(field.value) if len(field.value.split()) == 1 else ""
    return replace(field, value=code) if code else Field()


def _title_row(page: Page, title: Field) -> int:
    """Where the title is printed: in a heading or in a line of its own; the first h1 if only the head declares it."""
    if title.source in ("h1", "h2"):
        return title.row
    if (line := find_line(page, title.value)) >= 0:
        return line
    return next((int(rows[0]) for tag in ("h1", "body") if len(rows := page.rows_of(tag))), 0)


def _ranked(name: str, sources: list[Candidates]) -> list[Field]:
    """The candidates of a field, those of the best source first."""
    order = {source: rank for rank, source in enumerate(PRIORITY[name])}
    fields = [field for source in sources for field in source.get(name, ()) if field.source in order]
    return sorted(fields, key=lambda field: order[field.source])


def _first(fields: list[Field]) -> Field:
    return next((field for field in fields if field.value), Field())


@dataclass(frozen=True)
class _Sites:
    """What a site is called: as it declares it, and folded."""

    name: str = ""
    folded: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Whether a name is the site's."""
        return bool(self.folded) and is_site(name, self.name, self.folded)


def _author(fields: list[Field], sites: _Sites) -> Field:
    """The first candidate that names somebody; the site itself only where nobody else is named."""
    return _person(fields, sites) or _person(fields, _Sites())


def _person(fields: list[Field], sites: _Sites) -> Field:
    for field in fields:
        names = [name for name in join_authors([field.value]).split("; ") if name and not sites.has(name)]
        if names:
            return replace(field, value="; ".join(names))
    return Field()


def _address(fields: list[Field], base: str) -> Field:
    for field in fields:
        if address := absolute_url(field.value, base):
            return replace(field, value=address)
    return Field()


def _tags(fields: list[Field]) -> tuple[Field, ...]:
    """Each tag once, in the order of the page, from the best source that has any."""
    unique: dict[str, Field] = {}
    for field in fields:
        value = field.value.strip()
        if value and field.source == fields[0].source:
            unique.setdefault(value.lower(), replace(field, value=value))
    return tuple(unique.values())[:MAX_TAGS]


def find_language(page: Page, declared: list[Field]) -> Field:
    """The declared language as its primary subtag; else the language guessed from the text."""
    named = [
        Field(value=code, row=field.row, source=field.source)
        for field in declared
        if (code := clean_language(field.value))
    ]
    sample = _sample(page)
    if named and not _contradicts(named[0].value, sample):
        return named[0]
    code, confidence = _native.guess_language(sample) if len(sample) >= MIN_CHARS else ("", 0.0)
    if code and confidence >= CONFIDENT:
        return Field(value=code, source="guessed")
    return named[0] if named else Field()


def _sample(page: Page) -> str:
    """The longest visible blocks: prose rather than menus."""
    blocks = page.blocks
    longest = np.argsort(np.where(blocks.hidden, 0, blocks.chars), kind="stable")[: -MAX_BLOCKS - 1 : -1]
    return " ".join(blocks.text(index)[: SAMPLE // 4] for index in longest.tolist())[:SAMPLE]


def _contradicts(code: str, sample: str) -> bool:
    """Whether a language written in Latin letters is declared for a text that mostly is not."""
    if code not in _LATIN or sample.isascii() or len(sample) < MIN_CHARS:
        return False
    return len(_OTHER_SCRIPT.findall(sample)) > len(sample) / 3
