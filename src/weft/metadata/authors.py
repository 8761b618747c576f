"""The authors of a page: who of the candidates is a person, who is the site itself, and where each name leads."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from weft.content import ORGANISATION_KIND, PERSON_KIND, Field, Link
from weft.late_patterns import late_pattern
from weft.metadata.head import Relations
from weft.metadata.names import fold, is_site
from weft.metadata.values import absolute_url, first_text, join_authors
from weft.page import Page, tag_number

MAX_LINKS = 20  # beside a byline
MAX_NAME = 120  # characters of a link that names an author
_DASH = late_pattern(r"\s+[-–—|]\s+")
_A = tag_number("a")
# Names of newsrooms, agencies and companies in the languages that the pages we measured with are written in.
_ORGANISATION = late_pattern(
    r"\b(?:redaktion|redazione|redacción|redação|rédaction|redactie|redakce|redakcja|editorial (?:board|team|staff)"
    r"|news ?desk|news ?room|staff|team|verlag|presse(?:stelle)?|agentur|agency|agence|agencia|institute?|universit\w+"
    r"|foundation|stiftung|verein|association|society|council|committee|ministr\w+|department|company|gmbh|inc|ltd|llc"
    r"|e\.\s?v|corp(?:oration)?|group|media|magazine?|zeitung|gazette|times|reuters|afp|dpa|apa|epd|kna|upi|tass"
    r"|associated press|bloomberg|xinhua|press)\b\.?"
    r"|編集部|编辑部|新华社|通讯社|委员会|株式会社|有限公司|редакция|편집부",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class SiteNames:
    """What a site is called: as it declares it, and folded."""

    name: str = ""
    folded: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Whether a name is the site's."""
        return bool(self.folded) and is_site(name, self.name, self.folded)


def choose_author(fields: list[Field], sites: SiteNames) -> Field:
    """The first candidate that names a person; else an organisation; the site only where nobody else is named."""
    return choose_person(fields, sites) or _choose(fields, sites, with_bodies=True) or _choose(fields, SiteNames())


def choose_person(fields: list[Field], sites: SiteNames) -> Field:
    """The first candidate that names somebody who is neither the site nor an organisation."""
    return _choose([field for field in fields if not _is_body(field)], sites, with_bodies=False)


def _choose(fields: list[Field], sites: SiteNames, *, with_bodies: bool = True) -> Field:
    for field in fields:
        value = _without_site(field.value, sites)
        names = [name for name in _names_in(value) if not sites.has(name)]
        if not with_bodies:
            names = [name for name in names if not is_organisation(name)]
        if names:
            return Field(value="; ".join(names), row=field.row, source=field.source)
    return Field()


@lru_cache(maxsize=256)  # each page asks thrice, and the pages of a site repeat them
def _names_in(value: str) -> tuple[str, ...]:
    return tuple(name for name in join_authors([value]).split("; ") if name)


def _is_body(field: Field) -> bool:
    return isinstance(field, Link) and field.kind == ORGANISATION_KIND


def _without_site(text: str, sites: SiteNames) -> str:
    """The name in a text such as "The Loom - Ann Lee", without the site."""
    parts = _DASH.split(text)
    own = [part for part in parts if not sites.has(part)] if len(parts) > 1 else []
    return " - ".join(own) if own else text


@lru_cache(maxsize=512)
def is_organisation(name: str) -> bool:
    """Whether a name speaks of a newsroom, an agency or a company.

    >>> is_organisation("Ann Lee"), is_organisation("Redaktion"), is_organisation("dpa")
    (False, True, True)
    """
    return _ORGANISATION.search(name) is not None


def is_maker(name: str, programs: list[str]) -> bool:
    """Whether a name is that of an organisation that has the name of one of some programs in its own.

    >>> is_maker("Discuz! Team", ["discuz!"]), is_maker("Hugo Lee", ["hugo"]), is_maker("News Team", ["hugo"])
    (True, False, False)
    """
    return is_organisation(name) and any(program in name.lower() for program in programs)


@dataclass(frozen=True)
class AuthorEvidence:
    """What tells more of the authors than their names."""

    declared: list[Field]  # links of JSON-LD, by name
    organisations: list[Field]  # authors that JSON-LD calls organisations
    sites: SiteNames
    relations: Relations
    base: str


def find_authors(page: Page, author: Field, evidence: AuthorEvidence) -> tuple[Link, ...]:
    """The authors one by one, each with the address of a page about it and its kind, `person` or `organisation`."""
    if not author:
        return ()
    declared = {fold(field.value): field.url for field in evidence.declared if isinstance(field, Link)}
    bodies = {fold(name) for field in evidence.organisations for name in field.value.split("; ")}
    find_printed = cache(lambda: dict(_printed(page, author, evidence.relations)))
    authors = []
    for name in author.value.split("; "):
        folded = fold(name)
        is_body = folded in bodies or evidence.sites.has(name) or is_organisation(name)
        url = absolute_url(declared.get(folded) or find_printed().get(folded) or "", evidence.base)
        kind = ORGANISATION_KIND if is_body else PERSON_KIND
        authors.append(Link(value=name, url=url, kind=kind, row=author.row, source=author.source))
    return tuple(authors)


def _printed(page: Page, author: Field, relations: Relations) -> Iterator[tuple[str, str]]:
    """The names and addresses of links that say `rel=author`, and of those around a printed byline."""
    rows = relations.get("author", [])[:MAX_LINKS]
    if author.source in ("byline", "microdata"):
        start = max(int(page.parent[author.row]), 0)
        links = page.rows_of("a")
        first = int(links.searchsorted(start))
        near = [row for row in links[first : first + MAX_LINKS].tolist() if row < page.end[start]]
        rows = [*near, *rows]
    for row in rows:
        if page.tag[row] == _A and (name := fold(first_text(page, row, MAX_NAME))):
            yield name, page.attribute(row, "href") or ""
