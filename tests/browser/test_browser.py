"""Saved pages as a browser shows them."""

import asyncio
import struct
import zlib

import numpy as np
import pytest

from weft import LimitError
from weft.browser import Browser, BrowserLimits, DrawOptions
from weft.io import RawPage
from weft.page import parse

PAGE = """<!doctype html><title>Loom</title><h1>Loom</h1><p>Der Schuß läuft <b>durch</b>.</p>
<noscript><p>No script runs.</p></noscript><script>document.write("<p>made</p>")</script>"""


def test_without_scripts_the_rows_are_those_of_the_page(browser: Browser) -> None:
    rendered = browser.draw(PAGE, url="https://weft.example/loom")
    plain = parse(PAGE)
    assert rendered.page.tag.tolist() == plain.tag.tolist()
    assert rendered.page.text_bytes == plain.text_bytes
    assert len(rendered.page.geometry) == len(plain)
    assert rendered.page.url == "https://weft.example/loom"
    assert "<p>made</p></body>" not in rendered.html
    assert rendered.seconds > 0
    assert rendered.snapshot_seconds > 0
    assert rendered.screenshot == b""


def test_scripts_run_where_asked(browser: Browser) -> None:
    rendered = browser.draw(PAGE, options=DrawOptions(scripts=True, settle=0.0))
    assert "</script><p>made</p></body>" in rendered.html
    made = [row for row in rendered.page.rows_of("p").tolist() if rendered.page.text(row) == "made"]
    assert rendered.page.geometry.is_visible[made].tolist() == [True]
    assert rendered.page.geometry.is_drawn[rendered.page.rows_of("noscript")].tolist() == [False]


def test_scripts_see_the_address_of_the_page(browser: Browser) -> None:
    html = "<p><script>document.write(location.href + ' ' + document.cookie)</script>"
    options = DrawOptions(scripts=True, settle=0.0)
    rendered = browser.draw(html, url="http://weft.example/a?b=1", options=options)
    assert "http://weft.example/a?b=1" in rendered.page.text(0)
    assert browser.draw(html, url="/tmp/a.html", options=options).page.text(0).strip().endswith("https://weft.invalid/")


@pytest.mark.parametrize(
    "url", ["http://weft.example", "HTTPS://weft.example:443/ä b/../c", "http://www.google.com/", "http://999.1/"]
)
def test_whatever_the_address_is(browser: Browser, url: str) -> None:
    """Spelt in another way, known for https only, or none at all to a browser."""
    rendered = browser.draw(
        "<p>x<script>document.write('made')</script>", url=url, options=DrawOptions(scripts=True, settle=0.0)
    )
    assert "made" in rendered.page.text(0)
    assert rendered.page.url == url


@pytest.mark.parametrize("charset", ["gb18030", "shift_jis", "windows-1251", "utf-16le"])
def test_the_browser_reads_what_weft_reads(browser: Browser, charset: str) -> None:
    text = {
        "gb18030": "经线与纬线",
        "shift_jis": "たて糸とよこ糸",
        "windows-1251": "Основа и уток",
        "utf-16le": "Größe",
    }[charset]
    raw = RawPage(id="a", data=f"<p>{text}</p>".encode(charset), charset=charset)
    rendered = browser.draw(raw)
    assert f"<p>{text}</p>" in rendered.html
    assert rendered.page.text(0) == text


def test_encodings_that_only_weft_knows_of(browser: Browser) -> None:
    """No header, no declaration: the browser is told what weft found out."""
    text = "经线固定，纬线穿过。织机上的布。" * 20
    rendered = browser.draw(f"<p>{text}</p>".encode("gb18030"))
    assert text in rendered.html


@pytest.mark.parametrize("html", ["", " ", "<", "text only", "<frameset><frame src=a>", "\x00\x00", "<plaintext><p>x"])
def test_odd_pages(browser: Browser, html: str) -> None:
    rendered = browser.draw(html)
    assert rendered.page.tag.tolist() == parse(html).tag.tolist()
    assert rendered.html.startswith("<html>")


def test_a_page_of_no_bytes(browser: Browser) -> None:
    assert browser.draw(b"").html == "<html><head></head><body></body></html>"


def test_very_deep_pages(browser: Browser) -> None:
    rendered = browser.draw("<div>" * 1500 + "deep")
    assert len(rendered.page) == 1504
    assert np.count_nonzero(rendered.page.geometry.is_drawn) > 400  # Chromium nests no further than 512


def test_a_page_over_the_limits_never_reaches_the_browser(browser: Browser) -> None:
    with pytest.raises(LimitError, match=r"allow more with BrowserLimits\(nodes=…\)"):
        browser.draw("<p>a" * 200, options=DrawOptions(limits=BrowserLimits(nodes=100)))
    with pytest.raises(LimitError, match="bytes"):
        browser.draw("<p>a" * 200, options=DrawOptions(limits=BrowserLimits(bytes=100)))


def test_the_same_page_gives_the_same_geometry(browser: Browser) -> None:
    one, other = browser.draw(PAGE).page.geometry, browser.draw(PAGE).page.geometry
    for name in ("left", "top", "width", "height", "is_visible", "color", "font_size", "font"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


def test_what_moves_stands_still(browser: Browser) -> None:
    html = """<style>@keyframes grow { from { width: 10px; opacity: 0 } to { width: 90px; opacity: 1 } }
      #slow { animation: grow 9s 3s forwards } #spin { animation: grow 1s infinite; width: 30px }
      #on { width: 50px; transition: width 9s } #on:target { width: 70px }
      div { height: 9px }</style><div id=slow></div><div id=spin></div><div id=on></div>"""
    geometry = browser.draw(html).page.geometry
    widths = geometry.width[[row for row, wide in enumerate(geometry.height) if wide == 9]]
    assert widths.tolist() == [90.0, 30.0, 50.0]


def test_pages_know_nothing_of_each_other(browser: Browser) -> None:
    options = DrawOptions(scripts=True, settle=0.0)
    url = "https://weft.example/"
    browser.draw("<script>document.cookie='a=1';localStorage.b=2;name='c'</script>", url=url, options=options)
    asked = "<p><script>document.write(document.cookie + localStorage.b + name)</script>"
    assert browser.draw(asked, url=url, options=options).page.text(0).endswith("undefined")


def test_screenshot(browser: Browser) -> None:
    html = "<body style='margin:0'><div style='height:3000px;background:#00ff00'>"
    png = browser.draw(html, options=DrawOptions(screenshot=True, width=400, height=300)).screenshot
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (400, 3000)
    start = png.index(b"IDAT") + 4
    (length,) = struct.unpack(">I", png[start - 8 : start - 4])
    filter_and_pixel = zlib.decompressobj().decompress(png[start : start + length], 4)
    assert filter_and_pixel[1:] == b"\x00\xff\x00"


def test_a_very_long_page_is_pictured_in_part(browser: Browser) -> None:
    html = "<div style='height:100000px'>"
    png = browser.draw(html, options=DrawOptions(screenshot=True, width=100, height=100)).screenshot
    assert struct.unpack(">II", png[16:24]) == (100, 16_000)


def test_under_an_event_loop(browser: Browser) -> None:
    async def render() -> str:
        return browser.draw("<p>a").html

    assert "<p>a</p>" in asyncio.run(render())
