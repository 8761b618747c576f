"""What pages declare themselves to be."""

import pytest

from weft import parse
from weft.metadata import find_page_type


@pytest.mark.parametrize(
    ("html", "page_type"),
    [
        ("<p>text", "other"),
        ('<meta property="og:type" content="Article">', "article"),
        ('<script type="application/ld+json">{"@type" : "NewsArticle"}</script>', "article"),
        ('<script type="application/ld+json">[{"@type":["Product","x"]},{"@type":"Article"}]</script>', "product"),
        ('<script>{"@type": "Product"}</script>', "other"),
        ('<div itemscope itemtype="https://schema.org/DiscussionForumPosting">', "forum"),
        ("<article>one</article>", "article"),
        ("<div itemscope itemtype='https://schema.org/ItemList'>", "collection"),
        ("<div itemscope itemtype=LocalBusiness>", "service"),
        ("<div itemscope itemtype=APIReference>", "documentation"),
        ("<article>one</article><article>two</article>", "other"),
    ],
)  # fmt: skip
def test_declared(html: str, page_type: str) -> None:
    assert find_page_type(parse(html)) == page_type
