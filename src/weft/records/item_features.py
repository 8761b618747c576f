"""What a page declares that it is, as far as it tells a list from one thing: features of what repeats on it.

What a list holds, what stands beside and before it, what its members are made of and how alike they are is told by the
kernel (`record_list_features.rs`).
"""

from weft.page import Page
from weft.page.declared import ADDRESS, declared_features
from weft.page.declared import FEATURES as DECLARED

Features = dict[str, float]

PAGE_FEATURES = (
    "page_declares_product", "page_declares_forum", "page_declares_article", "page_declares_collection",
    "page_graph_article", "page_graph_product", "page_graph_website", "page_product_fields", "page_article_fields",
    "address_article", "address_forum", "address_product", "address_collection", "address_listing",
)  # fmt: skip


def page_features(page: Page) -> Features:
    """What the page declares of itself, as far as it tells a list from one thing."""
    return dict(zip(PAGE_FEATURES, declared_features(page)[PLACES].tolist(), strict=True))


PLACES = [(*DECLARED, *ADDRESS).index(name) for name in PAGE_FEATURES]
"""Where they stand among the numbers that a page declares."""
