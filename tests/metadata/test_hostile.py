"""Pages made to be slow."""

import time

import numpy as np
import pytest

from weft import parse
from weft.metadata import find_metadata, find_title, title_blocks

MANY = 50_000


@pytest.mark.parametrize(
    "html",
    [
        "<meta name=author content=x>" * MANY,
        "<h1>Rain" * 1_000 + "x" * MANY,
        "<h1>Rain</h1>" * MANY,
        "<h1>Rain</h1>" + "<time>2022-05-04</time>" * MANY,
        "<h1>Rain</h1>" + "<a rel=author href=/author/x>Ann Lee</a>" * MANY,
        "<h1>Rain</h1>" + "".join(f"<p class=author-{number}-title>x" for number in range(MANY)),
        "<div itemscope>" * 1_500 + "<b itemprop=author>Ann Lee</b>" * MANY,
        "<body class=date>" + "<p>some text " * MANY,
        "<script type=application/ld+json>{}</script>" * MANY,
        "<link rel=canonical href=x>" * MANY,
        "<p title itemprop=headline>Rain" * MANY,
        "<title>" + "- " * MANY,
    ],
    ids=lambda html: html[:40],
)
def test_quick(html: str) -> None:
    page = parse(html, url="https://example.com/x")
    start = time.process_time()
    find_metadata(page)
    title_blocks(page, find_title(page).value or "Rain", np.arange(len(page.blocks)))
    assert time.process_time() - start < 2
