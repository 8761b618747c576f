"""A page over its picture: drawn once by a browser of its own, kept in the store, pointed at as any page."""

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.studio.browser.made_pages import ARTICLE, BODY, HOST, news
from tests.studio.running import Studio
from weft.io import RawPage
from weft.page import parse
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.picture_frame import write_picture_frame
from weft.studio.pictures import Picture, Pictures, find_drawer, loses_looks, read_picture
from weft.studio.resources import Resource
from weft.studio.serving import serve_in_thread
from weft.studio.store import Store

DRAWING = '<svg width="120" height="60"><rect width="120" height="60" fill="#d00"/></svg><input value="Name">'


def with_drawing(number: int) -> RawPage:
    html = ARTICLE.format(number, 1 + number % 28, BODY.format(number)).replace('<div class="post">', f"{DRAWING}<div>")
    return RawPage(id=f"news/{number}.html", data=html.encode(), url=f"{HOST}/news/{number}.html")


@pytest.fixture
def drawn_studio() -> Iterator[Studio]:
    with Store.open(":memory:") as store:
        project = open_project(store, [*(with_drawing(number) for number in range(1, 5)), *news(articles=9)[4:]])
        store.keep_resources("news/3.html", [Resource(name="x.css", media_type="text/css", data=b"p { color: red }")])
        access, draw = Access(author="Ann"), find_drawer()
        assert draw is not None
        with serve_in_thread(project, access, pictures=Pictures(draw)):
            yield Studio(project, store, access)


def test_a_page_is_drawn_and_marked_on_its_picture(visit, drawn_studio):
    hand = visit(drawn_studio)
    hand.open("/page/1")
    expect(hand.see("#frame[data-drawn=yes]")).to_be_attached()  # by itself: the frame would leave the drawing out
    expect(hand.see("#picture")).to_have_attribute("aria-pressed", "true")
    width = hand.page.evaluate("() => document.getElementById('frame').contentDocument.images[0].naturalWidth")
    assert width == 1280
    hand.page.evaluate("() => document.getElementById('scroll').scrollTo(0, 0)")
    row = hand.row("h1.headline")
    box = hand.page.evaluate(
        "(row) => { const frame = document.getElementById('frame'), edge = frame.getBoundingClientRect(),"
        " box = frame.contentDocument.querySelector(`[data-w='${row}']`).getBoundingClientRect();"
        " return [edge.left + box.left + 5, edge.top + box.top + box.height / 2]; }",
        row,
    )
    hand.page.mouse.click(*box)
    expect(hand.see("#crumbs [aria-current]")).to_have_text("h1.headline")
    hand.press("1")
    expect(hand.see("#messages")).to_contain_text("Marked as title")
    assert [mark["rows"] for mark in hand.state(1)["marks"]] == [[row]]
    stored = drawn_studio.project.stored[1]
    kept = read_picture(drawn_studio.store, stored)
    assert kept is not None
    assert kept.png.startswith(b"\x89PNG")
    hand.press("v")
    expect(hand.see("#picture")).to_have_attribute("aria-pressed", "false")
    hand.open("/page/2")  # who wants none gets none
    expect(hand.see("#picture")).to_be_visible()
    expect(hand.see("#picture")).to_have_attribute("aria-pressed", "false")


def test_pages_with_resources_and_plain_pages_keep_their_frame(visit, drawn_studio):
    hand = visit(drawn_studio)
    hand.open("/page/3")  # its style sheet was saved with it
    answer = hand.page.request.post(
        f"{hand.url}/api/pages/3/picture", data={"asked": True}, headers={"X-Weft-Studio": "1"}
    )
    assert answer.json()["state"] == "off"
    hand.open("/page/6")
    answer = hand.page.request.post(f"{hand.url}/api/pages/6/picture", data={}, headers={"X-Weft-Studio": "1"})
    assert answer.json()["state"] == "idle"


def test_without_the_extra_there_is_no_button(visit, make_studio):
    hand = visit(make_studio([with_drawing(number) for number in range(1, 5)]))
    with hand.page.expect_response("**/picture") as answer:
        hand.open("/page/1")
    assert answer.value.json()["state"] == "off"
    expect(hand.see("#picture")).to_be_hidden()
    assert hand.page.request.get(f"{hand.url}/frame/1/drawn").status == 404


def test_the_frame_over_a_picture_is_harmless():
    html = (
        "<body onload=x()><script>alert(1)</script><p onclick=x() class='a\"b'>One<svg><a href=javascript:x>t</a></svg>"
    )
    page = parse(html)

    boxes = np.tile(np.array([1, 2, 30, 40], np.float32), (len(page), 1))
    text = write_picture_frame(page, Picture(png=b"\x89PNG", width=100, height=50, boxes=boxes))
    assert not any(word in text for word in ("onload", "onclick", "<script", "javascript:", "alert"))
    assert "One" in text
    assert 'class="a&quot;b"' in text


def test_what_a_frame_leaves_out():
    assert loses_looks(parse("<p>x<svg></svg>"))
    assert not loses_looks(parse("<p>x<b>y</b>"))


def test_a_picture_that_is_too_large_is_a_sentence(monkeypatch):
    monkeypatch.setattr("weft.studio.pictures.MAX_BYTES", 1 << 20)
    with Store.open(":memory:") as store:
        store.add_pages([with_drawing(1)])
        (stored,) = store.list_pages()

        real = find_drawer()
        assert real is not None

        def draw(raw: RawPage) -> Picture:
            drawn = real(raw)
            return Picture(png=drawn.png + bytes(1 << 20), width=drawn.width, height=drawn.height, boxes=drawn.boxes)

        pictures = Pictures(draw)
        assert pictures.ask(store, stored) == ("drawing", "")
        pictures._worker.shutdown(wait=True)
        assert pictures.ask(store, stored) == ("failed", "its picture is larger than 1 MB")
