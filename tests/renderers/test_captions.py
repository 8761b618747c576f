"""Captions: text has none, other formats have those of the pictures that they show, whatever was chosen."""

import json

import pytest

import weft
from tests.renderers.showing import show
from weft.compat.trafilatura import extract

FIGURE = "<figure><img src=/a.jpg alt=i><figcaption>A loom in Ghent</figcaption></figure>"
PAGE = f"<p>One.</p>{FIGURE}<p>Two.</p>"
CAPTION = "A loom in Ghent"
OTHERS = ("markdown", "html", "tei", "chunks")


@pytest.mark.parametrize("keep", [[0, 2], [0, 1, 2]])
def test_text_has_no_captions_unless_they_are_asked_for(keep: list[int]) -> None:
    assert show(PAGE, "text", keep=keep) == "One.\n\nTwo."
    assert show(PAGE, "text", keep=keep, captions=True) == f"One.\n\n{CAPTION}\n\nTwo."
    assert json.loads(show(PAGE, "json", keep=keep))["text"] == "One.\n\nTwo."


@pytest.mark.parametrize("format", OTHERS)
@pytest.mark.parametrize("keep", [[0, 2], [0, 1, 2]])
def test_other_formats_have_captions_beside_their_pictures(format: str, keep: list[int]) -> None:
    shown = show(PAGE, format, keep=keep)
    assert shown.index("One.") < shown.index("a.jpg") < shown.index(CAPTION) < shown.index("Two.")
    without = show(PAGE, format, keep=keep, captions=False)
    assert "a.jpg" in without
    assert CAPTION not in without


def test_the_caption_of_a_picture_that_is_not_shown_is_not_written() -> None:
    assert CAPTION not in show(f"<p>One.</p><p>Two.</p><aside>{FIGURE}<p>Buy looms now.</p></aside>", keep=[0, 1])
    waiting = PAGE.replace("/a.jpg", "/blank.gif")
    assert CAPTION not in show(waiting, keep=[0, 2])


def test_what_is_called_a_caption_stands_beside_its_picture() -> None:
    html = "<p>One.</p><div><div><img src=/a.jpg></div><p class=wp-caption-text>A loom</p></div><p>Two.</p>"
    assert show(html, keep=[0, 2]) == "One.\n\n![](https://example.org/a.jpg)\n\nA loom\n\nTwo."
    assert show(html, "text") == "One.\n\nTwo."


def test_captions_that_are_all_that_was_chosen_are_text() -> None:
    assert show(f"<h1>Looms</h1>{FIGURE}", "text") == f"Looms\n\n{CAPTION}"
    assert show(FIGURE, "text") == CAPTION


def test_copies_of_a_picture_have_one_caption() -> None:
    copies = f"<div class=phone>{FIGURE}</div><div class=desktop>{FIGURE}</div>"
    assert show(f"<p>One.</p>{copies}<p>Two.</p>", keep=[0, 3]).count(CAPTION) == 1
    assert show(f"<p>One.</p>{copies}<p>Two.</p>", "text", keep=[0, 3], captions=True).count(CAPTION) == 1
    bare = f"<div class=phone><img src=/a.jpg></div><div class=desktop>{FIGURE}</div>"
    shown = show(f"<p>One.</p>{bare}<p>Two.</p>", keep=[0, 2])
    assert (shown.count(CAPTION), shown.count("a.jpg")) == (1, 1)


def test_chunks_name_the_blocks_of_captions() -> None:
    assert json.loads(show(PAGE, "chunks", keep=[0, 2]))["blocks"] == [0, 1, 2]


def test_the_default_reads_captions_as_part_of_pictures() -> None:
    words = "The weaver passes the weft through the warp and beats it up, row after row, until it is dark"
    html = f"<article><h1>A day</h1><p>{words} one.</p>{FIGURE}<p>{words} two.</p></article>"
    document = weft.extract(html)
    assert CAPTION in document.markdown
    assert CAPTION not in document.text


def test_trafilatura_has_captions_where_it_has_images() -> None:
    html = f"<article>{PAGE.replace('One.', 'One and more. ' * 30)}</article>"
    assert CAPTION not in (extract(html) or CAPTION)
    assert CAPTION in (extract(html, include_images=True) or "")
