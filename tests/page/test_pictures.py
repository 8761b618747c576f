"""Which images are pictures, and which file each shows."""

import pytest

from weft import _native, extract, parse


def test_lazy_files_come_first_under_any_name() -> None:
    lazy = "<img src='data:image/gif;base64,R0' speedy-lazy-src='/b.jpg' data-blur-src='/c.jpg' data-lazy=yes>"
    assert "(/b.jpg)" in extract(f"<p>One {lazy} two", method="whole_page").markdown


@pytest.mark.parametrize(
    "attributes",
    [
        "src=/a.jpg",
        "src=/a.jpg width=900 height=600 class=size-full",
        "src=/google-pixel-9.jpg",
        "src=/blank-canvas.jpg",
        "src=/latex.php?x width=40 height=12",
        "src=/f1.png class=latex width=40 height=12",
        "src=/a.jpg class=gallery-icon width=900 height=600",
    ],
)
def test_pictures(attributes: str) -> None:
    assert _are_pictures(f"<img {attributes}>") == [True]


@pytest.mark.parametrize(
    "attributes",
    [
        "src=/a.svg width=24 height=24",
        "src=/a.jpg width=64 height=64",
        "src=/a.jpg style='width: 30px; height: 30px'",
        "src='/a.jpg?w=48&amp;h=48'",
        "src=/a.jpg class=avatar",
        "src=/a.jpg class='social-icon'",
        "src=/a.jpg class=ad-box width=300 height=250",
        "src=/spacer.gif",
        "src=/lazy_placeholder.gif width=1200 height=800",
        "src=/blank.gif",
        "src=/icons/mail.svg",
        "src=/ad_468.gif",
        "src=/count.gif width=1 height=1",
        "src=data:image/png;base64,AA",
        "alt=nothing",
    ],
)
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
