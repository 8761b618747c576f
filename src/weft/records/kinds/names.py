"""The kinds of records: what a region holds, in one word each.

Each kind beside posts, rows and cards has a sign, something that its pages cannot be without. The kernel looks for all
of it at once (`records/evidence/kind_signs.rs`).
"""

from __future__ import annotations

from weft.deadline import kernel_call
from weft.kernel.records import KIND_SIGNS, find_kind_signs
from weft.page import Page
from weft.page.once import once_a_page

POSTS_KIND, ROWS_KIND, CARDS_KIND, ITEMS_KIND = "posts", "rows", "cards", "items"

KINDS: dict[str, str] = {
    POSTS_KIND: "what people said in a discussion",
    ROWS_KIND: "threads of a board, entries of a list",
    CARDS_KIND: "items on offer, with prices",
    ITEMS_KIND: "entries of a list without a price or a time",
    "comments": "what readers wrote under an article or a product",
    "answers": "a question and its answers",
    "reviews": "what people say of a thing, with ratings",
    "results": "results of a search",
    "events": "events with their dates",
    "jobs": "vacant positions",
    "table": "rows of a table of data, named by its heads",
    "faq": "questions with the answers that the page gives",
}
"""By name what the records of such a region are."""


@once_a_page
def find_signs(page: Page) -> frozenset[str]:
    """The signs of the kinds that a page may have.

    >>> from weft import parse
    >>> sorted(find_signs(parse("<table><tr><th>Loom<th>Width</table><p class=event-list>")))
    ['dated', 'tables']
    """
    with kernel_call():
        bits = find_kind_signs(page.table)
    return frozenset(sign for place, sign in enumerate(KIND_SIGNS) if bits >> place & 1)
