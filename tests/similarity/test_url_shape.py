"""Shapes of URLs."""

import pytest

from weft.similarity.url_shape import MAX_SEGMENTS, UrlShape

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


def test_compare_is_symmetric_and_all_ones_with_itself_apart_from_kinds() -> None:
    urls = [f"{BASE}/{path}" for path in ("", "a", "tag/a", "blog/1", "blog/2.html", "a/b/c/d", "page/2")]
    shapes = [UrlShape.of(url) for url in urls]
    for a in shapes:
        assert a.compare(a) == (1, 1, 1, 1, 1, float(a.kind == ""), 1)
        for b in shapes:
            assert a.compare(b) == b.compare(a)
            assert set(a.compare(b)) <= {0.0, 1.0}


def test_hostile_urls_are_cut() -> None:
    assert len(UrlShape.of(f"{BASE}/" + "a/" * 10_000).segments) == MAX_SEGMENTS
