"""What a page says of itself, and the features made of it."""

import random

import pytest

from tests.features import plain_declared
from tests.features.plain_declared import MAX_BYTES, MAX_ELEMENTS
from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.features import PAGE_FEATURES, find_features
from weft.features.declared import (
    ADDRESS,
    FEATURES,
    MAX_ADDRESS,
    NO_ADDRESS,
    declared_features,
    declared_in_steps,
    read_declared,
)

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
    said = read_declared(parse("<p>Plain"))
    assert (said.types, said.graph_type, said.generator, said.address) == (frozenset(), "", "", "")
    assert declared_features(parse("<p>Plain"))[-len(ADDRESS) :].tolist() == NO_ADDRESS


@pytest.mark.parametrize(
    ("url", "features"),
    [
        (SHOP, "product collection query folder"),
        ("https://docs.loom.example/latest/warp.html", "documentation host_documentation file"),
        ("https://forum.loom.example/showthread.php?tid=3", "forum host_forum query file"),
        ("https://loom.example/2025/03/a-long-way-home", "year"),
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
    assert read_declared(parse(html, url="https://cache.example/docs/1")).address == SHOP
    assert signs(html, "https://cache.example/docs/1") == signs("<p>x", SHOP)


@pytest.mark.parametrize("url", ["", "file:///docs/forum/page.html", "http://[::1", "data:text/html,docs"])
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


HEADS = (
    "<meta property='og:type' content=' \x1fARTICLE\u2003'>", "<meta property=og:type content=x>",
    "<meta property='' name=Generator content='WordPress İ'>", "<meta name='article:a\nproduct:b' content=c>",
    "<meta property=og:price:amount>", "<meta property=OG:URL content=https://a.example/T>", "<meta name=article:a>",
    "<link rel=canonical>", "<link rel=CANONICAL href=/b>", "<link rel=canonical href=/c>", "<link href=/d>",
    '<script type="Application/ld+json; x">{"@type"  :  [ "Product", "Offer"], "@type":"x", "@type": ""}</script>',
    '<script type="application/ld+json">"@type":"é\xe9' + "y" * 60 + '" "@type"\x0b:\t"NewsArticle" "@type"</script>',
    '<script type="application/ld+json">"@type": "' + "z" * 60 + '" "@type":          "late"</script>',
    "<div itemscope itemtype='https://schema.org/QAPage'>", "<i itemtype=Person>", "<i itemtype='a/'>", "<p>x",
)  # fmt: skip


@every_seed(40)
def test_the_kernel_reads_what_python_reads(seed: int) -> None:
    page = parse("".join(random.Random(seed).choices(HEADS, k=12)), url="https://b.example/")
    assert read_declared(page) == plain_declared.read_declared(page)


URLS = (
    "", "https://b.example/", "https://b.example/Forum/2021/thread-12.html?a=b", "http://x.example/é/Shop/", "a/c_d-e",
    "file:///pages/forum/1", "https://[::1/", "https://a.example/k\u212aelvin", "ftp://a.example/news/",
    "//a.example/b",
)  # fmt: skip


@every_seed(60)
def test_the_kernel_numbers_what_python_numbers(seed: int) -> None:
    chance = random.Random(seed)
    page = parse("".join(chance.choices(HEADS, k=chance.randrange(12))), url=chance.choice(URLS))
    assert declared_features(page).tolist() == declared_in_steps(page).tolist()
