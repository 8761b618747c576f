"""The kind of page that a page declares itself to be."""

import re
from itertools import islice

from weft.deadline import in_time, within
from weft.page import Page

# schema.org's and OpenGraph's words for ours; what is most telling comes first.
DECLARED: dict[str, tuple[str, ...]] = {
    "product": ("product", "productgroup", "og:product", "product.item"),
    "forum": ("discussionforumposting", "qapage"),
    "documentation": ("techarticle", "apireference"),
    "article": (
        "article", "newsarticle", "blogposting", "reportagenewsarticle", "analysisnewsarticle", "opinionnewsarticle",
        "scholarlyarticle", "liveblogposting", "report", "recipe", "review",
    ),
    "collection": ("collectionpage", "itemlist", "offercatalog"),
    "service": ("service", "localbusiness", "professionalservice"),
}  # fmt: skip

_TYPE = re.compile(rb'"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([^"]{1,60})"')
MAX_TYPES = 50


def find_page_type(page: Page) -> str:
    """One of `PAGE_TYPES` by what the page declares, `other` where it declares nothing.

    Declarations are looked for as text, without reading the JSON: every page is asked.

    >>> from weft import parse
    >>> find_page_type(parse('<meta property="og:type" content="article">'))
    'article'
    """
    with within(page.seconds):
        declared = _declared(page)
        for page_type, names in DECLARED.items():
            if declared.intersection(names):
                return page_type
        return "article" if len(page.rows_of("article")) == 1 else "other"


def _declared(page: Page) -> set[str]:
    names = {
        (page.attribute(row, "content") or "").strip().lower()
        for row in page.rows_of("meta").tolist()
        if page.attribute(row, "property") == "og:type"
    }
    for row in in_time(page.rows_of("script").tolist()):
        if "ld+json" in (page.attribute(row, "type") or ""):
            start, end = page.table.text_start[row], page.table.text_end[row]
            matches = islice(_TYPE.finditer(page.text_bytes, start, end), MAX_TYPES)
            names.update(match[1].decode("utf-8", "replace").lower() for match in matches)
    for row in page.rows_with("itemtype")[:MAX_TYPES].tolist():
        names.add((page.attribute(row, "itemtype") or "").rpartition("/")[2].lower())
    return names
