"""Figures and their captions."""

import numpy as np
import pytest

from tests.extractors.chosen import choose_likely
from weft import parse
from weft.extractors.block_classifier import RULES

IMAGE = '<img src="/i.jpg" alt=i>'


@pytest.mark.parametrize(
    ("html", "captions"),
    [
        (f"<p>a<figure>{IMAGE}<figcaption>b</figcaption></figure><p>c", ["b"]),
        (f"<p>a<figure><a href=/x>{IMAGE}</a><p>b<p>b 2</figure><p>d", ["b", "b 2"]),
        (f"<p>a<div class=wp-caption>{IMAGE}<p class=wp-caption-text>b</div><p>c", ["b"]),
        (f"<p>a<div><div>{IMAGE}</div><div class=imageCaption>b</div></div><p>c", ["b"]),
        (f"<p>a<figure>{IMAGE}</figure><p>c", []),
        ("<p>a<figure><pre>b</pre></figure><p>c", []),
        (f"<p>a<div>{IMAGE}<p>b</div>", []),
        (f"<div>{IMAGE}<p class=caption>b{'<p>word' * 200}</div>", ["b"]),
        (f"<div><p class=caption>b</p>{IMAGE}<p>c</div>", ["b"]),
        (f"<div>{IMAGE}<p>c<p class=caption>b</div>", []),
        (f"<div>{IMAGE}<p class=caption>{'word ' * 200}</div>", []),
        (f"<figure>{IMAGE}<figcaption><h3>A card</h3>b</figcaption></figure>", []),
        (f"<div>{IMAGE}<div class=caption><h3>A card</h3><form>Buy</form></div></div>", []),
    ],
)
def test_captions_of_figures(html: str, captions: list[str]) -> None:
    page = parse(html)
    likely = [0.01 if block.text.strip()[:1] == "b" else 0.99 for block in page.blocks]
    rules = choose_likely(page, np.array(likely)).rule
    blocks = np.flatnonzero(rules == RULES.index("caption"))
    assert [page.blocks.text(index).strip() for index in blocks.tolist()] == captions
