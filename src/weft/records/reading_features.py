"""The features of regions, of readings and of posts that stand alone, by name: how well each explains a page.

No feature decides alone. A page of one-line posts, a board with long titles and a thread without any class word differ
in some of them and agree in the others. The kernel computes them all (`records/features/region_features.rs`,
`records/read/reading.rs`, `records/features/lone_posts.rs`).
"""

from __future__ import annotations

from weft.kernel import records as kernel
from weft.page.declared import ADDRESS
from weft.page.declared import FEATURES as DECLARED

PAGE_FEATURES = (
    "page_declares_product", "page_declares_forum", "page_declares_article", "page_declares_collection",
    "page_graph_article", "page_graph_product", "page_graph_website", "page_product_fields", "page_article_fields",
    "address_article", "address_forum", "address_product", "address_collection", "address_listing",
)  # fmt: skip
"""What a page declares that it is, as far as it tells a list from one thing."""
PLACES = [(*DECLARED, *ADDRESS).index(name) for name in PAGE_FEATURES]
"""Where they stand among the numbers that a page declares."""
REGIONS = (*kernel.VIEW_FEATURES, *PAGE_FEATURES)
"""The features that a region has before it is read."""
READ_FEATURES = tuple(kernel.READ_FEATURES)
FEATURES = (*REGIONS, *READ_FEATURES)
"""The features of a reading."""
LONE_FEATURES = tuple(kernel.LONE_FEATURES)
