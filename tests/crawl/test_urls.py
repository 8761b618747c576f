import pytest

from weft.crawl.urls import Scope, normalise, url_key

BASE = "http://weft.example/a/b"
SCOPE = Scope.of("http://www.weft.example/start")


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
    "given", "javascript:void(0) mailto:a@b.example ftp://weft.example/ http:// http://[ http://x:port/ data:,x".split()
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


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://weft.example/a", ""),
        ("https://www.weft.example/a", ""),
        ("http://shop.weft.example/a", "other site"),
        ("http://notweft.example/a", "other site"),
        ("http://weft.example:8080/a", "other site"),
        ("http://weft.example/a.PDF", "no page"),
        ("http://weft.example/pdf", ""),
        ("http://weft.example/user/logout", "action"),
        ("http://weft.example/wp-login.php", "action"),
        ("http://weft.example/?add-to-cart=7", "action"),
        ("http://weft.example/a/b/a/b/a/b", "trap"),
        ("http://weft.example/2020/2020/2020/x", ""),
        ("http://weft.example/" + "a/b/c/d/e/f/g/h/i/j/k/l/m", "trap"),
        ("http://weft.example/?a=1&b=2&c=3&d=4&e=5", ""),
        ("http://weft.example/?a=1&b=2&c=3&d=4&e=5&f=6", "trap"),
    ],
)
def test_what_is_asked_for(url: str, reason: str) -> None:
    assert SCOPE.refuse(url) == reason


def test_subdomains_and_paths_where_wanted() -> None:
    wide = Scope.of("http://weft.example/", subdomains=True, path_prefix="/news/")
    assert wide.refuse("http://shop.weft.example/news/1") == ""
    assert wide.refuse("http://weft.example/shop/") == "other path"
    assert wide.refuse("http://notweft.example/news/") == "other site"
