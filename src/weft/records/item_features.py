"""What tells the list that a page is about from its menus, facets and boxes: features of what repeats, read or not.

How much of the page it holds, what stands beside and before it, what a member is made of, how alike the members are,
whether titles and addresses differ from member to member; the kernel computes them (`record_list_features.rs`). And
what the page declares that it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from weft import _native
from weft.features.declared import ADDRESS, declared_features
from weft.features.declared import FEATURES as DECLARED
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records.evidence import Evidence
from weft.records.words import PAGER

Features = dict[str, float]
Spans = Sequence[tuple[int, int]]

LIST_FEATURES = tuple(f"list_{name}" for name in _native.LIST_FEATURES)
PAGE_FEATURES = (
    "page_declares_product", "page_declares_forum", "page_declares_article", "page_declares_collection",
    "page_graph_article", "page_graph_product", "page_graph_website", "page_product_fields", "page_article_fields",
    "address_article", "address_forum", "address_product", "address_collection", "address_listing",
)  # fmt: skip
FEATURES = (*LIST_FEATURES, *PAGE_FEATURES)


def list_features(evidence: Evidence, lists: Sequence[Spans]) -> list[Features]:
    """The features of what repeats in each of these lists of rows."""
    if not lists:
        return []
    page = evidence.page
    pagers = np.flatnonzero(evidence.flags & PAGER)
    typed = np.union1d(page.rows_with("itemtype"), page.rows_with("typeof")).astype(np.int64)
    rows = (evidence.marks.prices, evidence.times.rows, pagers, typed)
    with kernel_call() as seconds:
        values = _native.list_features(
            page.table, evidence.columns, evidence.link_kind_column, rows, lists, seconds=seconds
        )
    return [dict(zip(LIST_FEATURES, own, strict=True)) for own in values.tolist()]


def page_features(page: Page) -> Features:
    """What the page declares of itself, as far as it tells a list from one thing."""
    values = dict(zip((*DECLARED, *ADDRESS), declared_features(page).tolist(), strict=True))
    return {name: values[name] for name in PAGE_FEATURES}
