"""The blocks that print the title."""

import numpy as np
import pytest

from weft import parse
from weft.metadata import title_blocks


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>Home<h1>Rain in May</h1><p>It rained.", ["Rain in May"]),
        ("<h2>rain  in MAY!</h2><p>It rained.", ["rain  in MAY!"]),
        ("<div class=post-title>Rain in May</div><p>It rained.", ["Rain in May"]),
        ("<div itemprop=headline>Rain in May</div>", ["Rain in May"]),
        ("<div class=headline><div>Rain</div><div>in May</div></div>", ["Rain", "in May"]),
        ("<h1>Rain in May</h1><p>x<h1>Rain in May</h1>", ["Rain in May"]),
        ("<p>Rain in May</p><p>It rained.", []),
        ("<h1>Snow in May, and much more of it in June</h1>", []),
        ("<h1></h1><p>x", []),
    ],
)
def test_title_blocks(html: str, texts: list[str]) -> None:
    page = parse(html)
    found = title_blocks(page, "Rain in May", np.arange(len(page.blocks)))
    assert [page.blocks.text(index) for index in found.tolist()] == texts


def test_first_place_only() -> None:
    page = parse("<p>Home<h1>Rain</h1><p>x<h2>Rain</h2>")
    assert title_blocks(page, "Rain", np.arange(4)).tolist() == [1]
    assert title_blocks(page, "", np.arange(4)).tolist() == []
    assert title_blocks(parse(""), "Rain", np.arange(0)).tolist() == []
    assert title_blocks(page, "Rain", np.array([2])).tolist() == []
