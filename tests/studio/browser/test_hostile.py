"""Pages that mean harm: nothing of theirs runs, loads or leaves the frame. A canary server listens for requests."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from playwright.sync_api import Dialog, expect

from tests.studio.browser.hostile_pages import hostile
from tests.studio.browser.made_pages import news
from weft.io import RawPage
from weft.studio.resources import Resource

RAN = "() => [window, document.getElementById('frame').contentWindow].some((one) => one.ran !== undefined)"
SETTLES = 80  # milliseconds in which a load that was begun would arrive
LEFT = """() => { const frame = document.getElementById("frame"); return {
  scripts: frame.contentDocument.querySelectorAll("script, iframe, object, embed, link, meta, form, base").length,
  loads: [...frame.contentDocument.querySelectorAll("[src], [href], [srcset], [action], [background], [poster]")]
    .filter((one) => [...one.attributes].some((name) => /^(https?:|\\/\\/|javascript:)/i.test(name.value))).length,
  handlers: [...frame.contentDocument.querySelectorAll("*")]
    .flatMap((one) => [...one.attributes]).filter((name) => /^on/i.test(name.name)).length,
  address: frame.contentWindow.location.pathname, windows: window.length }; }"""


class Canary(BaseHTTPRequestHandler):
    """Writes every request down."""

    heard: ClassVar[list[str]]

    def do_GET(self) -> None:
        self.heard.append(self.path)
        self.send_response(200)
        self.end_headers()

    do_POST = do_HEAD = do_OPTIONS = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def canary():
    """The address of the canary, and what it heard."""

    class Listening(Canary):
        heard: ClassVar[list[str]] = []

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listening)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", Listening.heard
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_canary_hears(browser, canary):
    address, heard = canary
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/sings")
    page.set_content(f"<img src='{address}/picture.png' onerror='window.ran=1'><p>x")
    page.wait_for_function("() => window.ran === 1")
    context.close()
    assert "/sings" in heard
    assert "/picture.png" in heard


def test_nothing_runs_loads_or_leaves(visit, make_studio, canary):
    address, heard = canary
    pages = hostile(address)
    hand = visit(make_studio(pages))
    asked: list[str] = []
    hand.page.on("request", lambda request: asked.append(request.url))

    def hear(dialog: Dialog) -> None:
        asked.append("dialog")
        dialog.dismiss()

    hand.page.on("dialog", hear)
    hand.page.on("popup", lambda page: asked.append("window"))
    for number in range(1, len(pages) + 1):
        hand.open(f"/page/{number}")
        hand.point("The weaver")
        hand.page.wait_for_timeout(SETTLES)
        assert not hand.page.evaluate(RAN), pages[number - 1].data
        assert hand.page.evaluate(LEFT) == {
            "scripts": 0, "loads": 0, "handlers": 0, "address": f"/frame/{number}", "windows": 1,
        }  # fmt: skip
        assert hand.page.url == f"{hand.url}/page/{number}"
    assert [url for url in asked if not url.startswith(f"{hand.url}/")] == []
    assert heard == []


def test_a_cover_stays_in_the_frame_and_can_be_looked_through(visit, make_studio, canary):
    cover = next(page for page in hostile(canary[0]) if b"COVER" in page.data)
    hand = visit(make_studio([cover]))
    hand.open("/page/1")
    hand.point("Under the cover")
    expect(hand.see("#crumbs [aria-current]")).to_have_text("p")
    hand.click("[data-name=body]")
    expect(hand.see("#text")).to_contain_text("Under the cover")


def test_the_frame_alone_is_harmless_too(visit, make_studio, canary):
    address, heard = canary
    pages = hostile(address)
    hand = visit(make_studio(pages))
    for number in range(1, len(pages) + 1):
        answer = hand.page.goto(f"{hand.url}/frame/{number}")
        assert "sandbox" in answer.headers["content-security-policy"]
        hand.page.wait_for_timeout(SETTLES // 3)
        assert hand.page.url == f"{hand.url}/frame/{number}"
    assert heard == []


def test_a_huge_page(visit, make_studio):
    rows = "".join(f"<div class=r><span>{number}</span> <b>words</b></div>" for number in range(5_000))
    html = f"<html><body><h1>Huge</h1><p>The weaver came to the mill.</p>{rows}</body></html>"
    huge = RawPage(id="huge.html", data=html.encode(), url="http://weft.example/huge.html")
    hand = visit(make_studio([*news(articles=3), huge]))
    hand.open("/page/4")
    hand.point("The weaver")
    hand.press("b")
    expect(hand.see("#labels .mark")).to_have_text("body")


def test_what_was_saved_with_a_page_is_shown_and_does_no_harm(visit, make_studio, canary):
    address, heard = canary
    html = (
        "<head><link rel=stylesheet href=a.css></head><body><h1>Saved</h1><p>The weaver came to the mill.</p>"
        "<img src=a.svg width=60 height=40><img src=evil.svg></body>"
    )
    sheet = (
        f"@import url({address}/import.css); h1 {{ color: rgb(10, 20, 30); background: url({address}/css.png) }} "
        f"@font-face {{ font-family: x; src: url({address}/font.woff) }} p {{ font-family: x }}"
    )
    evil = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' onload='parent.ran=1'><script>parent.ran=1;"
        f"fetch('{address}/svg')</script><image href='{address}/inner.png'/>"
        f"<style>@import url({address}/in.css)</style></svg>"
    )
    good = (
        "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><rect width='60' height='40' fill='red'/></svg>"
    )
    studio = make_studio([RawPage(id="saved.html", data=html.encode())])
    kinds = {"a.css": "text/css", "a.svg": "image/svg+xml", "evil.svg": "image/svg+xml"}
    texts = {"a.css": sheet, "a.svg": good, "evil.svg": evil}
    found = [Resource(name=name, media_type=kind, data=texts[name].encode()) for name, kind in kinds.items()]
    studio.store.keep_resources("saved.html", found)
    hand = visit(studio)
    hand.open("/page/1")
    hand.page.wait_for_timeout(SETTLES)
    inside = "(css) => document.getElementById('frame').contentDocument.querySelector(css)"
    shown = hand.page.evaluate(f"() => [({inside})('img').naturalWidth, getComputedStyle(({inside})('h1')).color]")
    assert shown == [60, "rgb(10, 20, 30)"]
    assert not hand.page.evaluate(RAN)
    assert heard == []
