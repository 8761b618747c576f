"""What the links and images of a page are joined with."""

import pytest

from tests.renderers.showing import show
from weft.page import parse
from weft.renderers.page_addresses import base_of, declared_url

OWN = "https://weft.example/looms/1.html"
CANONICAL = f'<link rel="canonical" href="{OWN}">'
OG = '<meta property="og:url" content="https://og.example/a/">'


@pytest.mark.parametrize(
    ("head", "url", "base"),
    [
        (CANONICAL, None, OWN),
        (CANONICAL, "https://given.example/x", "https://given.example/x"),
        (CANONICAL, "file:///saved/page.html", OWN),
        (CANONICAL + OG, None, OWN),
        (OG, None, "https://og.example/a/"),
        ("<meta name=og:url content=https://og.example/b>", None, "https://og.example/b"),
        ("<base href=/pictures/>" + CANONICAL, None, "https://weft.example/pictures/"),
        ("<base href=https://cdn.example/x/>" + CANONICAL, None, "https://cdn.example/x/"),
        ("<base href=../b/>" + CANONICAL, "https://given.example/a/c/d", "https://given.example/a/b/"),
        ('<link rel="shortlink canonical" href=https://weft.example/>', None, "https://weft.example/"),
        ("", None, ""),
    ],
)
def test_base(head: str, url: str | None, base: str) -> None:
    assert base_of(parse(head + "<p>x", url=url)) == base


@pytest.mark.parametrize(
    "address",
    [
        "/looms/1.html",
        "//weft.example/",
        "http://localhost:4000/looms/",
        "http://127.0.0.1/",
        "http://[::1]/",
        "javascript:alert(1)",
        "https://{{ site.url }}/",
        "ftp://weft.example/",
        "https://weft.example/" + "a" * 2000,
        "",
    ],
)
def test_what_no_page_on_the_web_is_called(address: str) -> None:
    page = parse(f'<link rel=canonical href="{address}"><p>x')
    assert declared_url(page) == ""
    assert declared_url(parse(f'<link rel=canonical href="{address}">{OG}<p>x')) == "https://og.example/a/"


@pytest.mark.parametrize("format", ["markdown", "html", "tei"])
def test_every_format_joins(format: str) -> None:
    html = CANONICAL + "<p>See <a href=2.html>the next loom</a><img src=/loom.jpg alt=Loom width=300 height=200></p>"
    shown = show(html, format, url="")
    assert "https://weft.example/looms/2.html" in shown
    assert "https://weft.example/loom.jpg" in shown
    assert "2.html" in show(html.replace("canonical", "icon"), format, url="")
    assert "weft.example/looms/2.html" not in show(html.replace("canonical", "icon"), format, url="")


def test_a_password_is_not_written() -> None:
    page = parse('<link rel=canonical href="https://me:secret@weft.example/a/"><p>x')
    assert base_of(page) == "https://weft.example/a/"
