"""Figures and their captions."""

import pytest

from weft import parse
from weft.page.figures import find_figures

IMAGE = '<img src="/i.jpg" alt=i>'


@pytest.mark.parametrize(
    ("html", "captions"),
    [
        (f"<p>a<figure>{IMAGE}<figcaption>b</figcaption></figure><p>c", ["b"]),
        (f"<p>a<figure><a href=/x>{IMAGE}</a><p>b<p>c</figure><p>d", ["b", "c"]),
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
    blocks = [index for figure in find_figures(page) for index in range(figure.start, figure.stop)]
    assert [page.blocks.text(index).strip() for index in blocks] == captions
