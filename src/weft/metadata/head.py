"""What the head of a page declares: `meta` elements by name, OpenGraph, links, the language."""

from dataclasses import replace

from weft.content import Field
from weft.metadata.author_labels import speaks_of_author
from weft.metadata.relations import Relations
from weft.metadata.values import Candidates, add, clean_text
from weft.page import Page, tag_number

MAX_ELEMENTS = 400  # elements read: no honest page has more
_LINK = tag_number("link")
_KEYS = ("property", "name", "itemprop", "http-equiv")

Metas = dict[str, list[Field]]
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


KNOWN_METAS = frozenset(
    {
        *(name for names in (*OPENGRAPH_NAMES.values(), *META_NAMES.values()) for name in names),
        *("og:title", "twitter:title", "og:type", "twitter:label1", "twitter:label2"),
        *("og:image:width", "og:image:height", "og:image:secure_url"),
    }
)
"""The names of `meta` elements that metadata is read from."""


def read_metas(page: Page, *, only: frozenset[str] = frozenset()) -> Metas:
    """The contents of every `meta` by its property, name, itemprop or http-equiv, in lower case; `only` picks some."""
    metas: Metas = {}
    for row in page.rows_of("meta")[:MAX_ELEMENTS].tolist():
        attributes = page.attributes(row)
        names = {name for key in _KEYS if key in attributes for name in attributes[key].lower().split()}
        names = names & only if only else names
        value = clean_text(attributes.get("content", "")) if names else ""
        for name in names if value else ():
            metas.setdefault(name, []).append(Field(value=value, row=row, source=_source(name)))
    return metas


def _source(name: str) -> str:
    return "opengraph" if name.startswith(("og:", "article:", "twitter:")) else "meta"


def pick(metas: Metas, *names: str) -> list[Field]:
    """The fields of the names, in that order."""
    return [field for name in names for field in metas.get(name, ())]


def read_opengraph(metas: Metas) -> Candidates:
    """The fields that OpenGraph and the cards of Twitter declare."""
    candidates = {name: pick(metas, *keys) for name, keys in OPENGRAPH_NAMES.items()}
    for number in (1, 2):
        label, name = pick(metas, f"twitter:label{number}"), pick(metas, f"twitter:data{number}")
        if label and name and speaks_of_author(label[0].value):
            candidates["author"].append(replace(name[0], source="twitter"))
    return candidates


def read_html(page: Page, metas: Metas, relations: Relations) -> Candidates:
    """The fields that `meta`, `link` and `html` declare."""
    candidates = {name: pick(metas, *keys) for name, keys in META_NAMES.items()}
    candidates["author"] = [_authors(name, metas[name]) for name in META_NAMES["author"] if name in metas]
    candidates["tags"] = [
        Field(value=tag.strip(), row=field.row, source=field.source)
        for field in candidates["tags"]
        for tag in field.value.replace("，", ",").replace("、", ",").split(",")
    ]
    language = page.attribute(0, "lang") or page.attribute(0, "xml:lang") or ""
    if language:
        candidates["language"].insert(0, Field(value=language, row=0, source="html"))
    for row in relations.get("canonical", ()):
        if page.tag[row] == _LINK:
            add(candidates, "url", Field(value=page.attribute(row, "href") or "", row=row, source="link"))
    return candidates


def _authors(name: str, fields: list[Field]) -> Field:
    """Several elements of one name are several authors; catalogues write the last name first."""
    values = [field.value for field in fields]
    if name.startswith(("citation", "dc")):
        values = [" ".join(reversed(value.split(", "))) if value.count(", ") == 1 else value for value in values]
    return replace(fields[0], value="; ".join(values))
