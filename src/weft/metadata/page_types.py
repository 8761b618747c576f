"""The kind of page that a page declares itself to be."""

from weft.deadline import within
from weft.features.declared import read_declared
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


def find_page_type(page: Page) -> str:
    """One of `PAGE_TYPES` by what the page declares, `other` where it declares nothing.

    >>> from weft import parse
    >>> find_page_type(parse('<meta property="og:type" content="article">'))
    'article'
    """
    with within(page.seconds):
        says = read_declared(page)
        declared = says.types | {says.graph_type}
        for page_type, names in DECLARED.items():
            if declared.intersection(names):
                return page_type
        return "article" if len(page.rows_of("article")) == 1 else "other"
