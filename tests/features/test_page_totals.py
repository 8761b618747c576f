"""Whether a page is empty because scripts build it."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.features.page_totals import AN_APPLICATION, NEARLY_EMPTY, find_script_signs

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
