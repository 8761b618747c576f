"""What a page says of itself: declared types, the program that made it, the words of its own address."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from weft.deadline import kernel_call
from weft.kernel import extractors as kernel
from weft.page.once import once_a_page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weft.page import Page


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
WordLists = tuple[tuple[dict[str, int], int], list[str], list[list[str]], tuple[dict[str, int], int]]
WORD_LISTS: WordLists = (
    (_SCHEMA, len(SCHEMA)),
    list(GRAPH),
    _PROGRAMS,
    (_PLACES, len(PLACES)),
)
"""The same words for the kernel, which finds the features (`extractors/declared_features.rs`)."""


@once_a_page
def declared_features(page: Page) -> NDArray[np.float32]:
    """What the page declares, as `FEATURES` and then `ADDRESS` name it."""
    with kernel_call():
        return word_lists().numbers(page.table, page.url or "")


@cache
def word_lists() -> kernel.WordLists:
    """The words in the kernel."""
    return kernel.WordLists(WORD_LISTS)
