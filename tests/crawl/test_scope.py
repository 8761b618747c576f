import pytest

from weft.crawl.scope import Scope

SCOPE = Scope.of("http://www.weft.example/start")


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
