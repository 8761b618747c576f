"""What the head of a page declares: `meta` elements by name, OpenGraph, links, the language.

The links of a page by what they say they are (`rel`): other forms of the page, feeds, the pages around it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from weft.content import Field, Link
from weft.deadline import kernel_call
from weft.kernel.metadata import HeadNames
from weft.late_patterns import late_pattern
from weft.metadata.values import Candidates, absolute_url, add, clean_text
from weft.page import Page, tag_number
from weft.page.once import once_a_page

MAX_ALTERNATES = 100  # languages of one page; the largest sites have about 60
MAX_FEEDS = 10
ROWS_ONLY = frozenset("author canonical category tag".split())  # relations whose links are not read further
MAX_TITLE = 200  # characters of the title of a feed
_LINK = tag_number("link")
_FEEDS = {
    "application/rss+xml": "rss",
    "application/rdf+xml": "rss",
    "application/atom+xml": "atom",
    "application/feed+json": "json",
}
_LANGUAGE_TAG = late_pattern(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}|x-default", re.IGNORECASE)

Relations = dict[str, list[int]]
"""The rows of links by relation, in document order."""

Links = dict[str, list[tuple[int, bool, str, str, str, str]]]
"""Links by relation: row, whether it is a `link` of the head, address, language, type, title."""


def links_of(page: Page, relations: Relations) -> Links:
    """What the links of some relations say; the twin of what the kernel reads."""

    def link(row: int) -> tuple[int, bool, str, str, str, str]:
        href, language, kind, title = (
            page.attribute(row, name) or "" for name in ("href", "hreflang", "type", "title")
        )
        return row, bool(page.tag[row] == _LINK), href, language, kind, title

    return {name: [link(row) for row in rows] for name, rows in relations.items() if name not in ROWS_ONLY}


def source_of(*, is_link: bool) -> str:
    """Where a relation is declared: `link` in the head, `a` where readers see it."""
    return "link" if is_link else "a"


def find_alternates(links: Links, base: str) -> tuple[Link, ...]:
    """The page in other languages, by `hreflang`: the kind of each is its language tag, or `x-default`.

    >>> links = {"alternate": [(3, True, "/regen", "de-AT", "", "")]}
    >>> [(link.kind, link.url) for link in find_alternates(links, "https://loom.example/rain")]
    [('de-AT', 'https://loom.example/regen')]
    """
    found: dict[str, Link] = {}
    for row, is_link, href, hreflang, _, _ in links.get("alternate", ()):
        language = hreflang.strip()
        is_new = is_link and language and language not in found and _LANGUAGE_TAG.fullmatch(language)
        if is_new and (url := absolute_url(href, base)):
            found[language] = Link(url=url, kind=language, row=row, source="link")
    return tuple(found.values())[:MAX_ALTERNATES]


def find_feeds(links: Links, base: str) -> tuple[Link, ...]:
    """The feeds that a page declares, each once: its title, its address, and `rss`, `atom` or `json`."""
    found: dict[str, Link] = {}
    for name in ("alternate", "feed"):
        for row, is_link, href, _, media, title in links.get(name, ()):
            kind = _FEEDS.get(media.split(";")[0].strip().lower(), "") if media else ""
            url = absolute_url(href, base) if kind or name == "feed" else ""
            if url and url not in found:
                title = clean_text(title[:MAX_TITLE])
                found[url] = Link(value=title, url=url, kind=kind, row=row, source=source_of(is_link=is_link))
    return tuple(found.values())[:MAX_FEEDS]


def find_related(links: Links, base: str, *names: str) -> Field:
    """The address that the first link with one of the relations leads to; those of the head come first."""
    own = [link for name in names for link in links.get(name, ())]
    for row, is_link, href, *_ in sorted(own, key=lambda link: (not link[1], link[0])):
        if url := absolute_url(href, base):
            return Field(value=url, row=row, source=source_of(is_link=is_link))
    return Field()


OPENGRAPH_NAMES: dict[str, tuple[str, ...]] = {
    "author": ("article:author", "og:article:author", "article:author_name", "twitter:creator:name"),
    "date": ("article:published_time", "og:article:published_time", "og:published_time", "article:published"),
    "modified": ("article:modified_time", "og:article:modified_time", "og:updated_time", "article:modified"),
    "language": ("og:locale",),
    "site_name": ("og:site_name", "twitter:app:name:iphone"),
    "description": ("og:description", "twitter:description"),
    "url": ("og:url",),
    "image": ("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"),
    "tags": ("article:tag", "og:article:tag"),
    "section": ("article:section", "og:article:section", "article:section_name"),
    "access": ("article:content_tier", "og:article:content_tier"),
    "reading_time": ("twitter:data1", "twitter:data2", "twitter:data3"),
}
META_NAMES: dict[str, tuple[str, ...]] = {
    "author": (
        "author",
        "citation_author",
        "dc.creator",
        "dcterms.creator",
        "dc:creator",
        "parsely-author",
        "sailthru.author",
        "article.author",
        "byl",
        "byline",
        "authors",
        "creator",
    ),
    "date": (
        "citation_publication_date",
        "citation_date",
        "dc.date.issued",
        "dcterms.issued",
        "dcterms.created",
        "dc.date",
        "dcterms.date",
        "dc.date.created",
        "parsely-pub-date",
        "sailthru.date",
        "article.published",
        "published-date",
        "publish-date",
        "publish_date",
        "publishdate",
        "pubdate",
        "publication_date",
        "datepublished",
        "article_date_original",
        "originalpublicationdate",
        "pdate",
        "ptime",
        "publicationdate",
        "published_at",
        "rnews:datepublished",
        "dc.issued",
        "dc.created",
        "dc:date",
        "dc:created",
        "dcterms:issued",
        "dcterms:created",
        "og:publish_date",
        "og:pubdate",
        "og:release_date",
        "cxenseparse:publishtime",
        "cxenseparse:recs:publishtime",
        "shareaholic:article_published_time",
        "vr:published_time",
        "article.created",
        "article:created_time",
        "article:create_time",
        "datecreated",
        "date_published",
        "datepublication",
        "publishtime",
        "publish-time",
        "published_time",
        "displaydate",
        "release_date",
        "ms.date",
    ),
    "unsure_date": ("date", "created", "creation_date", "timestamp", "weibo:article:create_at"),
    "modified": (
        "datemodified",
        "dc.modified",
        "dcterms:modified",
        "dc.date.updated",
        "last_modified",
        "lastmodified",
        "modified",
        "modification_date",
        "updated",
        "updated_at",
        "date.updated",
        "cxenseparse:recs:updatetime",
        "dcterms.modified",
        "dc.date.modified",
        "last-modified",
        "lastmod",
        "revised",
        "article.updated",
    ),
    "language": ("content-language", "language", "dc.language", "dcterms.language"),
    "site_name": ("application-name", "apple-mobile-web-app-title", "citation_journal_title", "dc.publisher"),
    "description": ("description", "dc.description", "dcterms.description", "sailthru.description"),
    "image": ("thumbnail", "sailthru.image.full", "parsely-image-url", "image"),
    "tags": ("keywords", "news_keywords", "parsely-tags", "sailthru.tags", "dc.subject", "citation_keywords"),
    "section": ("parsely-section", "article.section", "article_section", "section", "category", "dc.coverage.section"),
    "licence": ("dcterms.license", "dc.rights.license", "dcterms.rights.license", "license", "licence"),
    "access": ("isaccessibleforfree", "content-tier", "article.content_tier"),
    "word_count": ("word_count", "wordcount", "article.wordcount"),
    "reading_time": ("reading-time", "reading_time", "readingtime", "article.readingtime"),
}


PROPERTIES: dict[str, str] = {
    "headline": "title",
    "author": "author",
    "creator": "author",
    "datepublished": "date",
    "datecreated": "date",
    "issued": "date",
    "datemodified": "modified",
    "inlanguage": "language",
    "image": "image",
    "keywords": "tags",
    "articlesection": "section",
    "isaccessibleforfree": "access",
    "wordcount": "word_count",
    "timerequired": "reading_time",
}
"""The names of microdata and RDFa on elements, and the fields that they tell."""


def _places(names: Mapping[str, tuple[str, ...]]) -> dict[str, list[tuple[str, int]]]:
    """By name of a `meta` the fields that it tells, and its place among the names of each."""
    places: dict[str, list[tuple[str, int]]] = {}
    for field, keys in names.items():
        for place, key in enumerate(keys):
            places.setdefault(key, []).append((field, place))
    return places


_OPENGRAPH_PLACES, _META_PLACES = _places(OPENGRAPH_NAMES), _places(META_NAMES)

KNOWN_METAS = frozenset(
    {
        *(name for names in (*OPENGRAPH_NAMES.values(), *META_NAMES.values()) for name in names),
        *("og:title", "twitter:title", "og:type", "twitter:label1", "twitter:label2", "generator"),
        *("og:image:width", "og:image:height", "og:image:secure_url"),
    }
)
"""The names of `meta` elements that metadata is read from."""


USED_RELATIONS = frozenset("alternate amphtml author canonical category feed license next prev previous tag".split())
"""The relations of links that say something of the page."""


class Metas:
    """The contents of `meta` elements by their property, name, itemprop or http-equiv; all made clean.

    >>> Metas({"og:title": [(3, "Rain & wind")]}).pick("og:title")
    [Field(value='Rain & wind', row=3, source='opengraph')]
    """

    def __init__(self, contents: dict[str, list[tuple[int, str]]]) -> None:
        self._contents = contents
        self._fields: dict[str, list[Field]] = {}

    def pick(self, *names: str) -> list[Field]:
        """The fields of the names, in that order."""
        return [field for name in names if name in self._contents for field in self._of(name)]

    def sort(self, places: Mapping[str, list[tuple[str, int]]]) -> Candidates:
        """The fields that the names tell, each with its candidates in the order of their places."""
        found: dict[str, list[tuple[int, str]]] = {}
        for name in self._contents:
            for field, place in places.get(name, ()):
                found.setdefault(field, []).append((place, name))
        for names in found.values():
            names.sort()
        return {field: [one for _, name in names for one in self._of(name)] for field, names in found.items()}

    def _of(self, name: str) -> list[Field]:
        fields = self._fields.get(name)
        if fields is None:
            source = "opengraph" if name.startswith(("og:", "article:", "twitter:")) else "meta"
            fields = self._fields[name] = [
                Field(value=value, row=row, source=source) for row, value in self._contents[name] if value
            ]
        return fields


@cache
def _names() -> tuple[HeadNames, list[str], list[str]]:
    metas, relations = sorted(KNOWN_METAS), sorted(USED_RELATIONS)
    return HeadNames(metas, relations, list(PROPERTIES)), metas, relations


@once_a_page
def _head(page: Page) -> tuple[Metas, Relations]:
    """The `meta` elements and the links of a page that metadata is read from: one crossing for all of them."""
    names, metas, relations = _names()
    with kernel_call():
        found, rows = names.read(page.table)
    contents: dict[str, list[tuple[int, str]]] = {}
    for number, row, content in found:
        contents.setdefault(metas[number], []).append((row, content))
    return Metas(contents), {name: own for name, own in zip(relations, rows, strict=True) if own}


def read_properties(page: Page, most: int) -> list[tuple[int, tuple[str, ...]]]:
    """The rows among the first with properties that have some of `PROPERTIES`, and the fields that these tell."""
    with kernel_call():
        rows = _names()[0].properties(page.table, most)
    fields = tuple(PROPERTIES.values())
    return [(row, tuple(dict.fromkeys(fields[number] for number in numbers))) for row, numbers in rows]


def read_metas(page: Page) -> Metas:
    """The `meta` elements of `KNOWN_METAS`."""
    return _head(page)[0]


def read_relations(page: Page) -> Relations:
    """The links of `USED_RELATIONS`."""
    return _head(page)[1]


def read_opengraph(metas: Metas) -> Candidates:
    """The fields that OpenGraph and the cards of Twitter declare."""
    candidates = metas.sort(_OPENGRAPH_PLACES)
    for number in ("1", "2"):
        label = metas.pick("twitter:label" + number)
        name = metas.pick("twitter:data" + number) if label else []
        if name and speaks_of_author(label[0].value):
            candidates.setdefault("author", []).append(replace(name[0], source="twitter"))
    return candidates


def speaks_of_author(label: str) -> bool:
    """Whether a label says that the author follows."""
    from weft.metadata import author_labels  # few pages ask, and it takes words of all languages

    return author_labels.speaks_of_author(label)


def read_html(page: Page, metas: Metas, relations: Relations) -> Candidates:
    """The fields that `meta`, `link` and `html` declare."""
    candidates = metas.sort(_META_PLACES)
    if "author" in candidates:
        candidates["author"] = [_authors(name, own) for name in META_NAMES["author"] if (own := metas.pick(name))]
    candidates["tags"] = [
        Field(value=tag.strip(), row=field.row, source=field.source)
        for field in candidates.get("tags", ())
        for tag in field.value.replace("，", ",").replace("、", ",").split(",")
    ]
    language = page.attribute(0, "lang") or page.attribute(0, "xml:lang") or ""
    if language:
        candidates.setdefault("language", []).insert(0, Field(value=language, row=0, source="html"))
    for row in relations.get("canonical", ()):
        if page.tag[row] == _LINK:
            add(candidates, "url", Field(value=page.attribute(row, "href") or "", row=row, source="link"))
    return candidates


def _authors(name: str, fields: list[Field]) -> Field:
    """Several elements of one name are several authors; catalogues write the last name first."""
    values = [field.value for field in fields]
    if name.startswith(("citation", "dc")):
        values = [" ".join(reversed(value.split(", "))) if value.count(", ") == 1 else value for value in values]
    return fields[0].with_value("; ".join(values))
