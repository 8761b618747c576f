"""The kinds of records: what a region holds, in one word each."""

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
    "timeline": "dated entries of a history",
    "faq": "questions with the answers that the page gives",
}
"""By name what the records of such a region are."""
