"""What a page says of itself: declared types, the program that made it, the words of its own address."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from weft import _native
from weft.page.kernel import kernel_call
from weft.page.once import once_a_page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weft.page import Page


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What the head, the scripts and the marks of a page declare; all names are in lower case."""

    types: frozenset[str]  # schema.org's types, in scripts and on elements
    graph_type: str  # OpenGraph's type
    generator: str  # the program that made the page
    address: str  # where the page says that it stands, else where it was read
    article_fields: int  # kinds of them: `article:published_time`, `article:section` …
    product_fields: int  # `product:price:amount` …


@once_a_page
def read_declared(page: Page) -> Declared:
    """The declarations of a page, found as text, without reading the JSON: every page is asked.

    The kernel reads them; the same in Python is in `tests/features/plain_declared.py`.
    """
    with kernel_call():
        types, (graph_type, generator, canonical, graph_address), fields = _native.read_declared(page.table)
    return Declared(
        types=frozenset(types),
        graph_type=graph_type,
        generator=generator,
        address=canonical or graph_address or page.url or "",
        article_fields=fields[0],
        product_fields=fields[1],
    )


SCHEMA = {
    "product": "product productgroup product.item productmodel individualproduct offer aggregateoffer vehicle car",
    "forum": "discussionforumposting qapage question answer",
    "documentation": "techarticle apireference softwaresourcecode",
    "article": "article newsarticle blogposting reportagenewsarticle analysisnewsarticle opinionnewsarticle "
    "scholarlyarticle liveblogposting socialmediaposting medicalwebpage report recipe review howto",
    "collection": "collectionpage itemlist listitem offercatalog searchresultspage blog",
    "service": "service localbusiness professionalservice faqpage softwareapplication webapplication aboutpage "
    "contactpage",
    "breadcrumb": "breadcrumblist",
    "website": "website",
    "webpage": "webpage",
    "person": "person",
    "organization": "organization corporation",
}
"""schema.org's types by what they speak for."""

GRAPH = ("article", "website", "product")
PROGRAMS = {
    "documentation": "sphinx mkdocs docusaurus doxygen javadoc docsy gitbook vuepress vitepress antora docfx "
    "asciidoctor nextra mdbook typedoc readthedocs docsify pandoc mediawiki starlight rustdoc hugo jekyll astro",
    "shop": "woocommerce prestashop magento opencart shopify bigcommerce",
    "forum": "discourse phpbb mybb vbulletin xenforo flarum discuz invision fluxbb smf nodebb vanilla phpwind bbpress",
    "blog": "wordpress ghost hexo blogger pelican typepad movable",
}
"""Words of `generator` by what such programs mostly make."""

PLACES = {
    "article": "blog blogs news article articles story stories post posts opinion magazine features press insights "
    "entry",
    "forum": "forum forums thread threads topic topics viewtopic showthread viewthread questions question discussion "
    "community t tid bbs board r comments answers",
    "product": "product products p dp item shop store buy itm pd prod",
    "documentation": "docs doc documentation manual guide guides reference api wiki tutorial tutorials learn help "
    "handbook en latest stable developer developers",
    "collection": "collections collection category categories c shop products sale browse brands",
    "listing": "search list listings results tag tags directory jobs events archive index best top",
    "service": "services service about solutions pricing company features platform contact",
}
"""Words of addresses by the pages that stand there."""

FEATURES = (
    {f"page_declares_{kind}": f"1 if a type of schema.org that it declares speaks for: {kind}" for kind in SCHEMA}
    | {f"page_graph_{kind}": f"1 if its type of OpenGraph is one of: {kind}" for kind in (*GRAPH, "other")}
    | {
        "page_article_fields": "kinds of `meta` elements about an article",
        "page_product_fields": "kinds of `meta` elements about a product or a price",
    }
    | {f"page_made_by_{kind}": f"1 if the program that made it is one for: {kind}" for kind in PROGRAMS}
)
ADDRESS = (
    {f"address_{kind}": f"1 if the path of its address has a word of: {kind}" for kind in PLACES}
    | {f"address_host_{kind}": f"1 if the host of its address has a word of: {kind}" for kind in PLACES}
    | {
        "address_steps": "steps of the path of its address, -1 where it has none",
        "address_last_words": "words of the last step",
        "address_last_digits": "digits of the last step",
        "address_year": "1 if a step is a year",
        "address_query": "1 if it has a query",
        "address_folder": "1 if its path ends in a slash",
        "address_file": "1 if its path ends as the name of a file does",
    }
)
NO_ADDRESS = [-1.0 if name == "address_steps" else 0.0 for name in ADDRESS]
"""The features `ADDRESS` of a page whose address nobody says."""


def _masks(groups: dict[str, str]) -> dict[str, int]:
    """The groups of each word, as bits."""
    masks: dict[str, int] = {}
    for number, words in enumerate(groups.values()):
        for word in words.split():
            masks[word] = masks.get(word, 0) | 1 << number
    return masks


_SCHEMA, _PLACES = _masks(SCHEMA), _masks(PLACES)
_PROGRAMS = [words.split() for words in PROGRAMS.values()]
_WORD = re.compile("[a-z]+")
_DIGIT = re.compile("[0-9]")
_YEAR = re.compile(r"/(?:19|20)\d\d/")
_FILES = (".html", ".htm", ".php", ".asp", ".aspx", ".jsp")
_SCHEMES = ("http", "https", "")  # a page on a disk stands in folders that are not its site's
MAX_ADDRESS = 500  # characters read: what is longer carries data


WordLists = tuple[tuple[dict[str, int], int], list[str], list[list[str]], tuple[dict[str, int], int]]
WORD_LISTS: WordLists = (
    (_SCHEMA, len(SCHEMA)),
    list(GRAPH),
    _PROGRAMS,
    (_PLACES, len(PLACES)),
)
"""The same words for the kernel, which finds the features of most pages (`declared_numbers.rs`)."""


@once_a_page
def declared_features(page: Page) -> NDArray[np.float32]:
    """What the page declares, as `FEATURES` and then `ADDRESS` name it; the kernel finds it on most pages."""
    with kernel_call():
        numbers = word_lists().numbers(page.table, page.url or "")
    return declared_in_steps(page) if numbers is None else numbers


@cache
def word_lists() -> _native.WordLists:
    """The words in the kernel."""
    return _native.WordLists(WORD_LISTS)


def declared_in_steps(page: Page) -> NDArray[np.float32]:
    """The same in Python: the twin."""
    import numpy as np  # few pages need it

    declared = read_declared(page)
    graph_type = "product" if "product" in declared.graph_type else declared.graph_type
    generator = declared.generator
    values = [
        *_bits(declared.types, _SCHEMA, len(SCHEMA)),
        *(graph_type == kind for kind in GRAPH),
        bool(graph_type) and graph_type not in GRAPH,
        declared.article_fields,
        declared.product_fields,
        *(bool(generator) and any(word in generator for word in words) for words in _PROGRAMS),
        *_address(declared.address[:MAX_ADDRESS].lower()),
    ]
    return np.array(values, np.float32)


def _bits(words: Iterable[str], masks: dict[str, int], count: int) -> list[int]:
    mask = 0
    for word in words:
        mask |= masks.get(word, 0)
    return [mask >> number & 1 for number in range(count)]


def _address(address: str) -> list[float]:
    """The features `ADDRESS`."""
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets that hold no address
        return NO_ADDRESS
    path = parts.path
    if parts.scheme not in _SCHEMES or not (path or parts.netloc):
        return NO_ADDRESS
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    return [
        *_bits(_WORD.findall(path), _PLACES, len(PLACES)),
        *_bits(_WORD.findall(parts.netloc), _PLACES, len(PLACES)),
        len(steps),
        last.count("-") + last.count("_") + bool(last),
        len(_DIGIT.findall(last)),
        bool(_YEAR.search(path)),
        bool(parts.query),
        path.endswith("/"),
        path.endswith(_FILES),
    ]
