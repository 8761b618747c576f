"""Pictures that pages print several times, in boxes, small, or later: each is written once."""

import re

import pytest

from tests.renderers.showing import show

ADDRESS = re.compile(r"!\[[^\]]*\]\(https://example\.org/([^)]*)\)")
BOX = (
    "<section class=elementor-section><div class=elementor-container><div class=elementor-column>"
    "<div class='elementor-element elementor-widget elementor-widget-image'><div class=elementor-widget-container>"
    "{}</div></div></div></div></section>"
)
TEXT = "<div class=elementor-widget-text-editor><p>A loom holds the warp, and the weft goes through it.</p></div>"


def pictures(html: str, **options: object) -> list[str]:
    """The addresses of the pictures of a page in Markdown, without the site's."""
    return ADDRESS.findall(show(html, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "copies",
    [
        "<img src=/a.jpg>" * 3,
        "<img class=phone src=/a.jpg><img class=tablet src=/a.jpg><img class=desktop src=/a.jpg>",
        "<div class=d-md-none><img src=/a.jpg></div><div class=d-none><img src=/a.jpg></div><p><img src=/a.jpg>",
        "<div><img src=/a.jpg></div>" * 4 + "<noscript><img src=/a.jpg></noscript>",
        "<img src=/a-480x320.jpg><img src=/a-1200x800.jpg><img src=/a-800x533.jpg>",
    ],
)
def test_copies_for_several_screens_are_one_picture(copies: str) -> None:
    assert len(pictures(f"<p>One.</p>{copies}<p>Two.</p>")) == 1


def test_the_same_file_between_many_paragraphs_is_a_sign() -> None:
    assert pictures("<p>One.</p><img src=/check.png>" * 3 + "<p>Two.</p>") == []


@pytest.mark.parametrize("place", [0, 1, 2])
def test_pictures_in_boxes_of_page_builders(place: int) -> None:
    parts = [TEXT, TEXT]
    parts.insert(place, BOX.format("<img src=/a.jpg width=1024 height=683>"))
    other = "<p>Share</p>"  # was not chosen
    html = f"<main><div>{other}{''.join(parts)}{other}</div></main><footer><img src=/emblem.jpg></footer>"
    assert pictures(html, keep=[1, 2]) == ["a.jpg"]


def test_a_box_with_words_that_were_not_chosen_is_no_part_of_the_body() -> None:
    box = BOX.format("<a href=/shop><img src=/a.jpg width=1024 height=683></a><p>Buy a loom now</p>")
    assert pictures(f"<main>{TEXT}{box}{TEXT}</main>", keep=[0, 2]) == []


def test_figures_with_captions_that_follow_each_other() -> None:
    figures = [f"<figure><img src=/{name}.jpg><figcaption>Loom {name}</figcaption></figure>" for name in "abc"]
    html = f"<p>One.</p>{''.join(figures)}<p>Two.</p>"
    assert pictures(html, keep=[0, 4]) == ["a.jpg", "b.jpg", "c.jpg"]
    assert re.findall("Loom .", show(html, keep=[0, 4])) == ["Loom a", "Loom b", "Loom c"]


@pytest.mark.parametrize(
    ("gallery", "shown"),
    [
        ("<img src=/a.jpg><div><img src=/a-150x150.jpg></div>", ["a.jpg"]),
        ("<img src=/a_thumb.jpg><img src=/b-thumb.jpg><img src=/a.jpg>", ["b-thumb.jpg", "a.jpg"]),
        ("<img src=/img/a.jpg><img src=/img/thumbs/a.jpg><img src=/img/tn_a.jpg>", ["img/a.jpg"]),
        ("<img src=/a-scaled.jpg><img src=/a-300x200.jpg>", ["a-scaled.jpg"]),
        ("<a href=/a.jpg><img src=/t/4431.jpg></a><img src=/a.jpg>", ["a.jpg"]),
        (
            "<a href=/a.jpg><img src=/t/4431.jpg></a><a href=/b.jpg><img src=/t/4432.jpg></a>",
            ["t/4431.jpg", "t/4432.jpg"],
        ),
        ("<img src=/a-1.jpg><img src=/a-2.jpg>", ["a-1.jpg", "a-2.jpg"]),
    ],
)
def test_small_copies_of_a_picture_that_is_shown_go(gallery: str, shown: list[str]) -> None:
    assert pictures(f"<p>One.</p>{gallery}<p>Two.</p>") == shown


@pytest.mark.parametrize(
    ("image", "shown"),
    [
        ("<img src=/images/spacer.gif>", []),
        ("<img src=/blank.gif>", []),
        ("<img src=/1x1.png>", []),
        ("<img src=/lazy-placeholder.png>", []),
        ("<img src='data:image/gif;base64,R0'>", []),
        ("<img src=/spacer.gif data-src=/a.jpg>", ["a.jpg"]),
        ("<img src='data:image/gif;base64,R0' data-lazy-src=/a.jpg>", ["a.jpg"]),
        ("<img src=/blank.gif srcset='/s.jpg 300w, /a.jpg 900w'>", ["a.jpg"]),
        ("<img data-src=/placeholder.svg src=/a.jpg>", ["a.jpg"]),
        ("<picture><source srcset=/a.jpg><img src=/blank.gif></picture>", ["a.jpg"]),
        ("<img class=lazy src=/loader.gif><noscript><img src=/a.jpg></noscript>", ["a.jpg"]),
        ("<img src=/1600x1x1.jpg>", ["1600x1x1.jpg"]),
    ],
)
def test_place_holders_are_never_written(image: str, shown: list[str]) -> None:
    assert pictures(f"<div><p>One.</p>{image}<p>Two.</p></div>") == shown
    assert pictures(f"<p>One {image} two.</p>") == shown
    assert pictures(f"<div><p>One.</p><img src=/z.jpg><p>Two.</p>{image}<p>Three.</p></div>") == ["z.jpg", *shown]
