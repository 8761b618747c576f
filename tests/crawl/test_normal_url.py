import pytest

from weft.crawl.normal_url import normalise, url_key

BASE = "http://weft.example/a/b"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("c", "http://weft.example/a/c"),
        ("../../../c/./d/../e", "http://weft.example/c/e"),
        ("//WEFT.example:80", "http://weft.example/"),
        ("https://weft.example:443/x", "https://weft.example/x"),
        ("http://weft.example.:8080/x", "http://weft.example:8080/x"),
        ("http://bücher.example/ä?ö=ü", "http://xn--bcher-kva.example/%C3%A4?%C3%B6=%C3%BC"),
        ("x?PHPSESSID=1&id=2&utm_medium=m&fbclid=3", "http://weft.example/a/x?id=2"),
        ("x?sid=7&s=0123456789abcdef0123", "http://weft.example/a/x?sid=7"),
        ("x;jsessionid=AB12?y=1", "http://weft.example/a/x?y=1"),
        (" x y ", "http://weft.example/a/x%20y"),
        ("?", "http://weft.example/a/b"),
        ("http://user:secret@weft.example/", "http://weft.example/"),
        ("http://[::1]:81/x", "http://[::1]:81/x"),
    ],
)
def test_one_form(given: str, expected: str) -> None:
    assert normalise(given, BASE) == expected
    assert normalise(expected) == expected


@pytest.mark.parametrize(
    "given",
    "javascript:void(0) mailto:a@b.example ftp://weft.example/ http:// http://[ http://x:port/ data:,x".split(),
)
def test_no_address(given: str) -> None:
    assert normalise(given) == ""


@pytest.mark.parametrize("given", ["http://" + "a" * 70 + ".example/", "/" + "x" * 3000, "javascript:void(0)"])
def test_no_address_on_a_page(given: str) -> None:
    assert normalise(given, BASE) == ""


def test_queries_are_written_in_the_encoding_of_their_page() -> None:
    assert normalise("/?q=中文", BASE, encoding="GBK").endswith("?q=%D6%D0%CE%C4")
    assert normalise("/?q=中文", BASE, encoding="no-such-encoding") == ""


def test_spellings_of_one_page_have_one_key() -> None:
    assert url_key("https://www.weft.example/a?c=1&b=2") == url_key("http://weft.example/a?b=2&c=1")
    assert url_key("http://weft.example/a") != url_key("http://weft.example/a/")
    assert url_key("http://weft.example:81/") != url_key("http://weft.example/")
