"""The one merge of a page's metadata: all sources, one table of their order, given fields first."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any

from weft.content import Field, Image, Link, Metadata
from weft.deadline import within
from weft.metadata.authors import AuthorEvidence, SiteNames, choose_author, choose_person, find_authors, is_maker
from weft.metadata.bylines import read_bylines
from weft.metadata.date_style import DateStyle, writes_day_first
from weft.metadata.head import Metas, read_html, read_metas, read_opengraph, read_relations
from weft.metadata.images import find_image, given_image
from weft.metadata.json_ld import read_json_ld
from weft.metadata.languages import find_language
from weft.metadata.microdata import read_microdata
from weft.metadata.near_title import Near
from weft.metadata.page_dates import Declared, PageDates, first_date
from weft.metadata.reading import find_direction, printed_minutes, read_count, read_minutes
from weft.metadata.relations import Relations, find_alternates, find_feeds, find_related
from weft.metadata.site_names import site_names
from weft.metadata.terms import find_access, find_licence
from weft.metadata.titles import find_line, find_title
from weft.metadata.topics import declared_topics, find_topics
from weft.metadata.values import Candidates, absolute_url, clean_language
from weft.page import Page
from weft.renderers.page_addresses import base_of

PRIORITY: dict[str, tuple[str, ...]] = {
    "title": ("json-ld", "microdata"),  # only where `find_title` finds none
    "author": ("json-ld", "microdata", "meta", "twitter", "byline", "opengraph"),
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
    "section": ("opengraph", "json-ld", "meta", "microdata"),
    "way": ("json-ld",),
    "author_links": ("json-ld",),
    "licence": ("json-ld", "meta"),
    "access": ("json-ld", "opengraph", "microdata", "meta"),
    "word_count": ("json-ld", "microdata", "meta"),
    "reading_time": ("json-ld", "microdata", "meta", "opengraph"),
}
_ORDER = {name: {source: rank for rank, source in enumerate(sources)} for name, sources in PRIORITY.items()}
TEXTS = ("title", "author", "site_name", "description")  # given fields that are taken as they are
ADDRESS_STARTS = ("https://", "http://", "/")  # a given text such as "Read more" is no address


LEARNED = ("title", "author", "date", "image")
"""The fields of a template or of marks that are metadata; other names, such as `description`, are a site's own."""


def merge_fields(page: Page, fields: Mapping[str, Field], *, bylines: bool = True) -> Metadata:
    """The metadata of a page, in which the title, author, date and image that a template or a person found win."""
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
        metas, relations = read_metas(page), read_relations(page)
        title = find_title(page)
        sources = _declared(page, metas, relations)
        language = _given_language(fields) or find_language(page, _ranked("language", sources))
        site_name = _first(_ranked("site_name", sources))
        style = DateStyle(reference=reference, day_first=bool(_writes_day_first(page, language, sources)))
        near = cache(lambda: Near(page, _title_row(page, title)))
        sites = SiteNames(site_name.value, site_names(page))
        _drop_makers(sources, metas)
        declared = [field for field in _ranked("author", sources) if field.source != "opengraph"]
        if bylines and not choose_person(declared, sites):
            sources.append(read_bylines(near(), relations))
        ranked = _all_ranked(sources)
        dates = PageDates(page, _declared_dates(page, ranked), style, title, near if bylines else None)
        base = base_of(page)
        own = Metadata(
            title=title or _first(ranked["title"]),
            author=choose_author([*ranked["author"], *ranked["organisation"]], sites),
            date=dates.published(),
            modified=dates.modified(),
            language=language,
            direction=find_direction(page, language),
            site_name=site_name,
            description=_first(ranked["description"]),
            url=_address(ranked["url"], base),
            alternates=find_alternates(page, relations, base),
            amp=find_related(page, relations, base, "amphtml"),
            feeds=find_feeds(page, relations, base),
            next_page=find_related(page, relations, base, "next"),
            previous_page=find_related(page, relations, base, "prev", "previous"),
            image=find_image(ranked["image"], metas, base),
            licence=find_licence(page, relations, ranked["licence"], base),
            access=find_access(ranked["access"]),
            word_count=read_count(ranked["word_count"]),
            reading_time=read_minutes(ranked["reading_time"]) or (printed_minutes(near()) if bylines else Field()),
        )
        topics = find_topics(ranked, near() if bylines else None, relations, own.title.value, base)
        evidence = AuthorEvidence(ranked["author_links"], ranked["organisation"], sites, relations, base)
        own = replace(own, authors=find_authors(page, own.author, evidence), **topics)
        return replace(own, **_given(fields, style, base, own.image)) if fields else own


def day_first(page: Page) -> bool | None:
    """Whether 02/04/2022 on a page is the 2nd of April; None where the page does not tell its language.

    The language decides it, declared or guessed from the text; of English the region, declared or that of the domain.

    >>> from weft import parse
    >>> day_first(parse('<html lang="fr">')), day_first(parse('<html lang="en">')), day_first(parse("<p>x"))
    (True, False, None)
    """
    with within(page.seconds):
        sources = _declared(page, read_metas(page), read_relations(page))
        return _writes_day_first(page, find_language(page, _ranked("language", sources)), sources)


def _writes_day_first(page: Page, language: Field, sources: list[Candidates]) -> bool | None:
    return writes_day_first(page, language, [field.value for field in _ranked("language", sources)])


def _drop_makers(sources: list[Candidates], metas: Metas) -> None:
    """Take away authors who made the program of the site and not the page: "Discuz! Team"."""
    programs = [field.value.split()[0].lower() for field in metas.pick("generator")]
    for source in sources if programs else ():
        if authors := source.get("author"):
            source["author"] = [field for field in authors if not is_maker(field.value, programs)]


def _declared_dates(page: Page, ranked: Mapping[str, list[Field]]) -> Declared:
    """What a page declares of its dates, and its addresses."""
    own = [Field(value=page.url)] if page.url else []
    addresses = [field for field in ranked["url"] if field.source != "json-ld"]
    return Declared(
        published=ranked["date"], unsure=ranked["unsure_date"], modified=ranked["modified"], addresses=own + addresses
    )


def _declared(page: Page, metas: Metas, relations: Relations) -> list[Candidates]:
    """What the page declares, source by source."""
    return [read_json_ld(page), read_opengraph(metas), read_microdata(page), read_html(page, metas, relations)]


def _given(fields: Mapping[str, Field], style: DateStyle, base: str, declared: Image) -> dict[str, Any]:
    """The given fields that can be read, as `Metadata` takes them; the language is read before all others."""
    given = {name: replace(field, value=field.value.strip()) for name, field in fields.items() if name in PRIORITY}
    values: dict[str, Field | tuple[Link, ...]] = {name: given[name] for name in TEXTS if name in given}
    if author := given.get("author"):
        names = [name for name in author.value.split("; ") if name]
        values["authors"] = tuple(Link(value=name, row=author.row, source=author.source) for name in names)
    values |= {name: first_date([given[name]], style) for name in ("date", "modified") if name in given}
    for name in ("url", "image"):
        if name in given and given[name].value.startswith(ADDRESS_STARTS):
            own = _address([given[name]], base)
            values[name] = given_image(own, declared) if name == "image" else own
    if tags := given.get("tags"):
        values["tags"] = declared_topics([replace(tags, value=tag) for tag in re.split("[,;，；、]", tags.value)])
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
    order = _ORDER[name]
    fields = [field for source in sources for field in source.get(name, ()) if field.source in order]
    return sorted(fields, key=lambda field: order[field.source]) if len(fields) > 1 else fields


def _all_ranked(sources: list[Candidates]) -> dict[str, list[Field]]:
    """The candidates of all fields."""
    named = {name for source in sources for name in source}
    return {name: _ranked(name, sources) if name in named else [] for name in PRIORITY}


def _first(fields: list[Field]) -> Field:
    return next((field for field in fields if field.value), Field())


def _address(fields: list[Field], base: str) -> Field:
    for field in fields:
        if address := absolute_url(field.value, base):
            return replace(field, value=address)
    return Field()
