"""Which images are pictures, and which file each shows.

Figures and their captions.

The images that belong to what is kept, and their captions.
"""

import numpy as np
import pytest

from tests.extractors.chosen import choose_likely
from weft import _native, extract, parse
from weft.document import Document
from weft.extractors.block_classifier import RULES


def test_lazy_files_come_first_under_any_name() -> None:
    lazy = "<img src='data:image/gif;base64,R0' speedy-lazy-src='/b.jpg' data-blur-src='/c.jpg' data-lazy=yes>"
    assert "(/b.jpg)" in extract(f"<p>One {lazy} two", method="whole_page").markdown


@pytest.mark.parametrize(
    "attributes",
    [
        "src=/a.jpg", "src=/a.jpg width=900 height=600 class=size-full", "src=/google-pixel-9.jpg",
        "src=/blank-canvas.jpg", "src=/latex.php?x width=40 height=12", "src=/f1.png class=latex width=40 height=12",
        "src=/a.jpg class=gallery-icon width=900 height=600",
    ],
)  # fmt: skip
def test_pictures(attributes: str) -> None:
    assert _are_pictures(f"<img {attributes}>") == [True]


@pytest.mark.parametrize(
    "attributes",
    [
        "src=/a.svg width=24 height=24", "src=/a.jpg width=64 height=64",
        "src=/a.jpg style='width: 30px; height: 30px'", "src='/a.jpg?w=48&amp;h=48'", "src=/a.jpg class=avatar",
        "src=/a.jpg class='social-icon'", "src=/a.jpg class=ad-box width=300 height=250", "src=/spacer.gif",
        "src=/lazy_placeholder.gif width=1200 height=800", "src=/blank.gif", "src=/icons/mail.svg",
        "src=/ad_468.gif", "src=/count.gif width=1 height=1", "src=data:image/png;base64,AA", "alt=nothing",
    ],
)  # fmt: skip
def test_signs(attributes: str) -> None:
    assert _are_pictures(f"<img {attributes}>") == [False]


def test_values_in_any_script() -> None:
    assert _are_pictures("<img src='/wörk/é.jpg' width='900\u2003' height=600 class=größe>") == [True]
    assert _are_pictures("<img src='/é.jpg?x=\u0661&amp;w=30'><img src='//[x/a.jpg'>") == [False, False]
    assert _are_pictures("<img src='/blan\u212a.gif'><img src=' /ic\nons/é.svg'>") == [False, False]


def test_a_file_shown_often_is_a_sign() -> None:
    assert _are_pictures("<img src=/check.png>" * 3 + "<img src=/a.jpg>") == [False, False, False, True]
    assert _are_pictures("<img src=/a.jpg width=900 height=600>" * 3) == [True] * 3
    waiting = "".join(f"<img src=/wait.gif width=900 height=600 alt={name}>" for name in "abc")
    assert _are_pictures(waiting) == [False] * 3


def _are_pictures(html: str) -> list[bool]:
    page = parse(html)
    rows = page.rows_of("img")
    pictures = _native.pictures_among(page.table, rows)
    return [row in pictures for row in rows.tolist()]


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


@pytest.mark.parametrize(
    ("html", "keep", "shown"),
    [
        # The picture above the first line, below the title and the line of the author.
        (f"<article><h1>T</h1><div>by Ann</div><div>{IMAGE}</div><p>{'a ' * 9}</p></article>", [2], True),
        (f"<article><header><h1>T</h1>{IMAGE}</header><p>{'a ' * 9}</p></article>", [1], True),
        (f"<header>{IMAGE}</header><div><p>{'a ' * 9}</p></div>", [0], False),
        (f"<article><a href='/'>{IMAGE}</a><p>{'a ' * 9}</p></article>", [0], False),
        (f"<article><a href=/x>{IMAGE}<b>teaser</b></a><p>{'a ' * 9}</p></article>", [1], False),
        (f"<article><div class=author-box>{IMAGE}</div><p>{'a ' * 9}</p></article>", [0], False),
        (f"<article><nav>{IMAGE}</nav><p>{'a ' * 9}</p></article>", [0], False),
        ("<article><img src=/count?p=1><p>a b c</p></article>", [0], False),
        # Most words of the element were dropped.
        (f"<div><div>{IMAGE}</div><p>a b</p><p>c d e</p></div>", [0], False),
        # A credit that was dropped stands beside the picture.
        (f"<p>a</p><figure>{IMAGE}</figure><p>Photo: Ann</p><p>{'b ' * 9}</p>", [0, 2], True),
        (f"<div><p>{'a ' * 9}</p><div class=share>{IMAGE}</div><p>b</p></div>", [0, 1], False),
        (f"<div><p>{'a ' * 9}</p><div class=gallery>{IMAGE}</div><p>b</p></div>", [0, 1], True),
        (f"<p>a</p><div><div>{IMAGE}</div><div>Ann</div></div><p>b</p><p>c d</p>", [0, 2], True),
        (f"<p>a</p><div><a href=/x>{IMAGE}</a><div>Ann</div></div><p>b</p><p>c d</p>", [0, 2], False),
        # Signs stand in the middle of a sentence only.
        ("<p>Press <img src=/gear.svg width=16 height=16> to begin</p>", [0], True),
        ("<p>One</p><img src=/gear.svg width=16 height=16><p>Two</p>", [0, 1], False),
    ],
)
def test_images_of_what_is_kept(html: str, keep: list[int], shown: bool) -> None:
    assert shows_image(html, keep) == shown


def test_hidden_images_and_empty_choices_show_nothing() -> None:
    assert not shows_image(f"<p>a</p><div hidden>{IMAGE}</div><p>b</p>", [0, 1])
    assert not shows_image(f"<p>a</p>{IMAGE}", [])


def shows_image(html: str, keep: list[int]) -> bool:
    """Whether Markdown of these blocks shows an image."""
    return "![" in Document(page=parse(html), keep=np.array(keep, np.int64)).markdown
