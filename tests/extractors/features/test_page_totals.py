"""The totals of a page, and whether a page is empty because scripts build it."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.extractors.features import PAGE_FEATURES, find_features
from weft.extractors.features.measured import Measured
from weft.extractors.features.page_totals import (
    AN_APPLICATION,
    NEAR_BLOCKS,
    NEARLY_EMPTY,
    find_script_signs,
    page_features,
)

APP = '<script src="/app.js"></script>'
WORDS = "The warp is fixed and the weft runs through it. " * 6


@pytest.mark.parametrize(
    ("body", "sign"),
    [
        (f'<div id="root"></div>{APP}', "0 words, 1 script, an empty div#root"),
        (f'<div class=page><main id="app"> \n </main></div>{APP}{APP}', "0 words, 2 scripts, an empty main#app"),
        (f"<app-root></app-root>{APP}", "0 words, 1 script, an empty app-root"),
        (
            f"<noscript>You need to enable JavaScript to run this app.</noscript>{APP}",
            "9 words, 1 script, a notice that it needs JavaScript",
        ),
        (f"<p>Loading<script>{'x();' * 2_500}</script>", "1 word, 1 script, 10,000 characters of scripts"),
    ],
)
def test_an_application_has_signs(body: str, sign: str) -> None:
    assert find_script_signs(parse(f"<body>{body}")) == sign


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<p>Closed on Mondays.",
        f"<p>Closed on Mondays.{APP}",
        '<div id="root"></div>',  # nothing could fill it
        '<div id="root"></div><script type="application/ld+json">{}</script>',
        f'<div id="root">{WORDS}</div>{APP}',
        f'<div id="portal"></div><p>{WORDS}</p>{APP}',
        f"<noscript><p>{WORDS}</noscript>{APP}",  # a forum may keep its thread there
        f"<p>Loading<script>{'x();' * 2_000}</script>",
    ],
)
def test_an_ordinary_page_has_none(body: str) -> None:
    assert len(WORDS.split()) > NEARLY_EMPTY
    assert len("x();" * 2_000) < AN_APPLICATION
    assert find_script_signs(parse(f"<body>{body}")) == ""


@every_seed(30)
def test_any_page_has_an_answer(seed: int) -> None:
    assert isinstance(find_script_signs(parse(make_page(seed))), str)


def totals(html: str) -> dict[str, float]:
    return dict(zip(PAGE_FEATURES, find_features(parse(html)).page.tolist(), strict=True))


def test_what_follows_the_heading_is_told_apart() -> None:
    buy = "<h1>Blue wool</h1><div class=price>£12.00</div><button class=add-to-cart>Add to basket</button>"
    far = "<p>Warp and weft.</p>" * NEAR_BLOCKS
    near, away = totals(f"<p>Menu</p>{buy}{far}"), totals(f"<h1>Wool</h1>{far}{buy.replace('h1', 'h2')}")
    assert [near[f"page_near_h1_{name}"] > 0 for name in ("currency", "price_name", "cart_name")] == [True] * 3
    assert [away[f"page_near_h1_{name}"] for name in ("currency", "price_name", "cart_name")] == [0, 0, 0]
    assert (near["page_h1_index"], away["page_h1_index"]) == (1, 0)
    assert 0 < near["page_h1_words_before"] < 0.1
    assert totals("<p>No heading")["page_near_h1_words"] == 2
    assert totals("")["page_near_h1_words"] == 0


def test_the_totals_have_their_names() -> None:
    assert len(page_features(Measured(parse("<p>One")))) == len(PAGE_FEATURES)
