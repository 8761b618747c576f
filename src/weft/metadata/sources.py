"""What a page declares of itself, and the order of the sources, field by field.

The kernel reads all sources in one walk; a page on which it is not sure of everything is read here, source by source.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any
from weakref import ReferenceType, ref

from weft.content import Field, Image, Link
from weft.deadline import kernel_call, time_limit
from weft.kernel.metadata import DeclaredFields, DeclaredNames
from weft.metadata.head import (
    KNOWN_METAS,
    META_NAMES,
    OPENGRAPH_NAMES,
    PROPERTIES,
    USED_RELATIONS,
    Links,
    Relations,
    links_of,
    read_html,
    read_metas,
    read_opengraph,
    read_relations,
    speaks_of_author,
)
from weft.metadata.images import sized_image
from weft.metadata.json_ld import read_json_ld
from weft.metadata.microdata import author_inside, read_microdata
from weft.metadata.names import site_names
from weft.metadata.values import Candidates, clean_text, join_authors
from weft.page import Page
from weft.page.once import computed_once, once_a_page

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


_NAMES, _INSIDE, _LABELLED = 2, 3, 4
"""What the kernel left to do: to join names, to find the name in an element, to read its label."""


class Declared:
    """What a page declares, field by field, the best source first; candidates are made when they are asked for."""

    kernel: DeclaredFields | None = None  # what the kernel read; none where it is not sure of everything
    programs: list[str]  # the first words of those that say that they made the page, in lower case
    relations: Relations
    links: Links
    sites: frozenset[str]  # what the site is called, folded

    def __init__(self, ask: Callable[[str], list[Field]]) -> None:
        self._ask = ask
        self._made: dict[str, list[Field]] = {}

    def ranked(self, name: str) -> list[Field]:
        """The candidates of a field; nobody may change them."""
        fields = self._made.get(name)
        if fields is None:
            fields = self._made[name] = self._ask(name)
        return fields


class _DeclaredAtOnce(Declared):
    """What the kernel read in one walk; its parts, too, are made when they are asked for."""

    def __init__(self, page: Page, kernel: DeclaredFields) -> None:
        self._page = ref(page)  # the page keeps what it declares, and not the other way round
        super().__init__(partial(_made, self._page, kernel))
        self.kernel: DeclaredFields = kernel

    @computed_once
    def programs(self) -> list[str]:
        return self.kernel.programs()

    @computed_once
    def relations(self) -> Relations:
        return self.kernel.rows()

    @computed_once
    def links(self) -> Links:
        return self.kernel.links()

    @computed_once
    def sites(self) -> frozenset[str]:
        return frozenset(self.kernel.sites())


@once_a_page
def declared(page: Page) -> Declared:
    """What the page declares: in one walk of the kernel, or as `declared_in_steps` reads it."""
    read = kernel_declared(page)
    if read is None:
        with time_limit(page.seconds):
            return declared_in_steps(page)
    return _DeclaredAtOnce(page, read)


@once_a_page
def kernel_declared(page: Page) -> DeclaredFields | None:
    """What the kernel reads of it; none where it is not sure of everything."""
    with time_limit(page.seconds), kernel_call() as seconds:
        return declared_names().read(page.table, page.url or "", seconds=seconds)


@cache
def declared_names() -> DeclaredNames:
    """What the kernel reads of a head, and which fields it tells."""
    names = ([(field, list(keys)) for field, keys in own.items()] for own in (OPENGRAPH_NAMES, META_NAMES, PRIORITY))
    graph, other, priority = names
    known = sorted(KNOWN_METAS), sorted(USED_RELATIONS)
    return DeclaredNames(*known, graph, other, list(PROPERTIES.items()), priority)


def _made(page: ReferenceType[Page], kernel: DeclaredFields, name: str) -> list[Field]:
    """The candidates of a field, of what the kernel read of them; empty ones are left out."""
    fields: list[Field] = []
    for value, row, source, form, more in kernel.candidates(name):
        if form:
            value = _finished(page(), row, value, form, more)
            if not value:
                continue
        if more is None or form == _LABELLED:
            fields.append(Field(value=value, row=row, source=source))
        elif name == "image":
            fields.append(Image(value=value, row=row, source=source, width=more[0], height=more[1]))
        else:
            fields.append(Link(value=value, row=row, source=source, url=more[0], kind=more[1]))
    return fields


def _finished(page: Page | None, row: int, value: Any, form: int, more: Any) -> str:
    """The value of a candidate that the kernel has not read to its end."""
    if form == _LABELLED:
        return value if speaks_of_author(more) else ""
    if form == _INSIDE:
        return clean_text(author_inside(page, row)) if page else ""
    return clean_text(join_authors(value))


def declared_in_steps(page: Page) -> Declared:
    """What the page declares, read source by source; the twin of what the kernel reads."""
    metas, relations = read_metas(page), read_relations(page)
    sources = [read_json_ld(page), read_opengraph(metas), read_microdata(page), read_html(page, metas, relations)]

    def ask(name: str) -> list[Field]:
        fields = ranked(name, sources)
        return [sized_image(field, metas) for field in fields] if name == "image" else fields

    found = Declared(ask)
    found.programs = [field.value.split()[0].lower() for field in metas.pick("generator")]
    found.relations, found.links, found.sites = relations, links_of(page, relations), site_names(page)
    return found


def ranked(name: str, sources: list[Candidates]) -> list[Field]:
    """The candidates of a field, those of the best source first."""
    return in_order(name, [field for source in sources if name in source for field in source[name]])


def in_order(name: str, fields: list[Field]) -> list[Field]:
    """The candidates of a field in the order of their sources, without those of sources that do not tell it."""
    order = _ORDER[name]
    fields = [field for field in fields if field.source in order]
    return sorted(fields, key=lambda field: order[field.source]) if len(fields) > 1 else fields
