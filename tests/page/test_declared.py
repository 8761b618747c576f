"""What a page says of itself, and the features made of it."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.extractors.features import PAGE_FEATURES, find_features
from weft.page.declared import ADDRESS, FEATURES, NO_ADDRESS, declared_features

MAX_ELEMENTS, MAX_BYTES, MAX_ADDRESS = 200, 50_000, 500  # that the kernel reads
SHOP = "https://yarn.example/shop/blue-wool/?colour=2"


def signs(html: str, url: str | None = None) -> set[str]:
    """The features that are not 0."""
    values = zip((*FEATURES, *ADDRESS), declared_features(parse(html, url=url)).tolist(), strict=True)
    return {name for name, value in values if value}


@pytest.mark.parametrize(
    ("html", "feature"),
    [
        ('<script type="application/ld+json">{"@type": "Product"}</script>', "page_declares_product"),
        ('<script type="application/ld+json">{"@type": ["TechArticle"]}</script>', "page_declares_documentation"),
        ('<script type="application/ld+json">{"@type": "CollectionPage"}</script>', "page_declares_collection"),
        ('<div itemscope itemtype="https://schema.org/QAPage">', "page_declares_forum"),
        ('<div itemscope itemtype="https://schema.org/BreadcrumbList">', "page_declares_breadcrumb"),
        ('<meta property="og:type" content=" Article ">', "page_graph_article"),
        ('<meta property="og:type" content="og:product">', "page_graph_product"),
        ('<meta property="og:type" content="video.movie">', "page_graph_other"),
        ('<meta property="article:published_time" content="2025-01-01">', "page_article_fields"),
        ('<meta property="product:price:amount" content="12">', "page_product_fields"),
        ('<meta name="Generator" content="MkDocs 1.5">', "page_made_by_documentation"),
        ('<meta name=generator content="vBulletin 5">', "page_made_by_forum"),
    ],
)
def test_a_declaration_is_one_sign(html: str, feature: str) -> None:
    assert signs(html) == {feature, "address_steps"}


def test_nothing_is_declared() -> None:
    assert declared_features(parse("<p>Plain")).tolist() == [0.0] * len(FEATURES) + NO_ADDRESS


@pytest.mark.parametrize(
    ("url", "features"),
    [
        (SHOP, "product collection query folder"),
        ("https://docs.loom.example/latest/warp.html", "documentation host_documentation file"),
        ("https://forum.loom.example/showthread.php?tid=3", "forum host_forum query file"),
        ("https://loom.example/2025/03/a-long-way-home", "year"),
        ("https://loom.example/20\u0661\u0662/x", "year"),
        ("https://me@b.example/a b/SHOP/\u212aelvin", "product collection"),
        (" \nhtt\tps://b.example/news\n/", "article folder"),
        ("HTTPS://[2001:db8::1%eth]:80/forum/?", "forum folder"),
        ("http://x.example/é/Forum/", "forum folder"),
    ],
)
def test_the_words_of_an_address(url: str, features: str) -> None:
    counts = {"address_steps", "address_last_words", "address_last_digits"}
    assert signs("<p>x", url) - counts == {f"address_{name}" for name in features.split()}


def test_the_numbers_of_an_address() -> None:
    values = dict(zip(PAGE_FEATURES, find_features(parse("<p>x", url="https://a.example/b/c-d_12")).page, strict=True))
    numbers = [values[f"address_{name}"] for name in ("steps", "last_words", "last_digits")]
    assert numbers == [2, 3, 2]


@pytest.mark.parametrize(
    "html", [f'<link rel=canonical href="{SHOP}">', f'<meta property="og:url" content="{SHOP}">']
)  # fmt: skip
def test_a_page_knows_its_address_better_than_who_read_it(html: str) -> None:
    assert signs(html, "https://cache.example/docs/1") == signs("<p>x", SHOP)


@pytest.mark.parametrize(
    "url",
    ["", "file:///docs/forum/page.html", "http://[::1", "data:text/html,docs", "http://[x]/docs", "http://docs／x/"],
)
def test_what_is_no_address_of_a_site_says_nothing(url: str) -> None:
    assert declared_features(parse("<p>x", url=url))[-len(ADDRESS) :].tolist() == NO_ADDRESS


def test_only_the_first_of_very_many_are_read() -> None:
    many = "<meta name=a content=b>" * MAX_ELEMENTS
    assert "page_made_by_forum" not in signs(f"{many}<meta name=generator content=phpbb>")
    script = f'<script type="application/ld+json">{{"x": "{"y" * MAX_BYTES}", "@type": "Product"}}</script>'
    assert "page_declares_product" not in signs(script)
    assert "address_forum" not in signs("<p>x", f"https://a.example/{'x' * MAX_ADDRESS}/forum")


@every_seed(20)
def test_any_page_has_finite_features(seed: int) -> None:
    values = declared_features(parse(make_page(seed)))
    assert len(values) == len(FEATURES) + len(ADDRESS)
    assert all(-1 <= value < 1_000 for value in values.tolist())
