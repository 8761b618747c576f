"""Shapes of URLs."""

import pytest

from weft import parse
from weft.page.url_shape import MAX_SEGMENTS, UrlShape, find_url

BASE = "http://weft.example"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        (f"{BASE}/", "index"),
        (BASE, "index"),
        (f"{BASE}/tag/looms", "tag"),
        (f"{BASE}/Categories/looms/page/2", "category"),
        (f"{BASE}/page/3", "page"),
        (f"{BASE}/author/ada", "author"),
        (f"{BASE}/2020/archive.html", "archive"),
        (f"{BASE}/index.php", "index"),
        (f"{BASE}/search?q=x", "search"),
        (f"{BASE}/2020/03/looms.html", ""),
        (f"{BASE}/pages-of-history", ""),
    ],
)
def test_kinds(url: str, kind: str) -> None:
    assert UrlShape.of(url).kind == kind


def test_digits_are_masked_and_host_and_query_do_not_count() -> None:
    assert UrlShape.of(f"{BASE}/p/17.html?x=1#y") == UrlShape.of("https://other.example/p/2.html")
    assert UrlShape.of(f"{BASE}/p/17") != UrlShape.of(f"{BASE}/q/17")


@pytest.mark.parametrize("url", [None, "", BASE, "http://[broken/a/b"])
def test_no_path_is_an_answer(url: str | None) -> None:
    shape = UrlShape.of(url)
    assert (shape.segments, shape.first, shape.last, shape.extension) == ((), "", "", "")


def test_ids_that_look_like_paths_have_a_shape() -> None:
    assert UrlShape.of("pages/17.html").segments == ("pages", "0.html")


def test_keys_join_pages_of_one_kind() -> None:
    assert UrlShape.of(f"{BASE}/blog/17").key == UrlShape.of(f"{BASE}/blog/2").key
    assert UrlShape.of(f"{BASE}/2020/03/a-loom.html").key == UrlShape.of(f"{BASE}/2021/12/a-reed.html").key
    assert UrlShape.of(f"{BASE}/tag/looms").key != UrlShape.of(f"{BASE}/blog/looms").key


def test_parts_are_equal_where_addresses_are_of_one_form() -> None:
    one, two, tag = (UrlShape.of(f"{BASE}/{path}").parts for path in ("blog/1", "blog/27", "tag/a"))
    assert one == two
    assert one[0] == tag[0]  # the depth
    assert all(a != b for a, b in zip(one[1:], tag[1:], strict=True) if (a, b) != ("", ""))


@pytest.mark.parametrize(("content", "url"), [(f"{BASE}/tag/a", f"{BASE}/tag/a"), (BASE, ""), ("", "")])
def test_the_address_that_a_page_gives_to_networks(content: str, url: str) -> None:
    """Unless it is that of the first page, which many sites give on every page."""
    head = f"<meta property='og:url' content='{content}'>"
    assert find_url(parse(head)) == url
    assert find_url(parse(f"<link rel=canonical href='{BASE}/b'>{head}")) == f"{BASE}/b"


def test_hostile_urls_are_cut() -> None:
    assert len(UrlShape.of(f"{BASE}/" + "a/" * 10_000).segments) == MAX_SEGMENTS
