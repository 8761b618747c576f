"""What the data of a page says and the page does not show."""

import json
import random

import pytest

from tests.metadata.data_pages import (
    CHINESE,
    HOW_TO,
    PARAGRAPHS,
    PRODUCT,
    QUESTIONS,
    RECIPE,
    article,
    linked,
    page_of,
    state,
)
from tests.metadata.plain_runs import plain_share
from tests.seeds import seeds
from weft import parse
from weft.metadata.data_content import find_embedded, find_lacking, share_shown
from weft.metadata.data_signs import BESIDE, MAIN, STATE

ALL = frozenset({MAIN, BESIDE, STATE})
BODY = "The weaver put the last threads on the loom before it grew dark. " * 5
SHOWN = "".join(f"<p>{part}</p>" for part in PARAGRAPHS)


def kind_of(html: str) -> str:
    lacking = find_lacking(parse(html), ALL)
    return lacking.content.kind if lacking else ""


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (article(), "article"),
        (RECIPE, "recipe"),
        (HOW_TO, "instructions"),
        (QUESTIONS, "questions"),
        (PRODUCT, "product"),
    ],
)
def test_what_the_page_does_not_show_is_lacking(value: object, kind: str) -> None:
    assert kind_of(page_of(linked(value))) == kind


def test_what_the_page_shows_is_not_lacking_however_it_is_set() -> None:
    assert kind_of(page_of(linked(article()), body=SHOWN)) == ""
    pieces = "".join(f"<div><b>{part[:9]}</b>{part[9:].upper()}</div>" for part in PARAGRAPHS)
    assert kind_of(page_of(linked(article()), body=pieces)) == ""
    assert kind_of(page_of(linked(article()), body=f"<div hidden>{SHOWN}</div>")) == ""
    assert kind_of(page_of(state({"title": "Looms of the north", "text": "\n".join(PARAGRAPHS)}), body=SHOWN)) == ""


def test_what_a_page_is_about_comes_before_what_stands_beside_it() -> None:
    assert kind_of(page_of(linked([QUESTIONS, PRODUCT, RECIPE]))) == "recipe"
    assert kind_of(page_of(linked([QUESTIONS, PRODUCT]))) == "product"
    long = {"title": "Looms of the north", "text": "\n".join(PARAGRAPHS)}
    assert kind_of(page_of(linked(article(PARAGRAPHS[0])), state(long))) == "state"


def test_of_several_articles_that_of_the_page_is_meant() -> None:
    other = article("A harbour. " * 60, headline="A quiet harbour")
    lacking = find_lacking(parse(page_of(linked([other, article()]))), ALL)
    assert lacking
    assert lacking.content.name == "Looms of the north"
    assert kind_of(page_of(linked([other, other | {"headline": "Another harbour"}]))) == ""


def test_a_post_is_meant_where_it_is_called_as_the_page() -> None:
    post = {"@type": "DiscussionForumPosting", "headline": "Looms of the north", "text": PARAGRAPHS[0]}
    review = {"@type": "Review", "author": "Ann", "reviewBody": PARAGRAPHS[0]}
    assert kind_of(page_of(linked(post))) == "post"
    assert kind_of(page_of(linked(review))) == ""


@pytest.mark.parametrize("text", ["Too short a text to be worth a page of its own.", "", "<p></p>" * 90])
def test_short_texts_are_descriptions(text: str) -> None:
    assert kind_of(page_of(linked(article(text)))) == ""


def test_only_what_is_asked_for_is_read() -> None:
    page = parse(page_of(linked(article()), state({"title": "Looms of the north", "text": "\n".join(PARAGRAPHS)})))
    assert find_lacking(page, frozenset()) is None
    lacking = find_lacking(page, frozenset({STATE}))
    assert lacking
    assert lacking.content.kind == "state"


def test_markup_over_a_limit_is_no_content() -> None:
    assert kind_of(page_of(linked(article("<div>" * 5000 + " ".join(PARAGRAPHS))))) == ""


def test_shares_are_those_of_sets_of_runs() -> None:
    shares = set()
    for seed in seeds(300):
        part, whole = (parse(random_passages(seed, number)) for number in range(2))
        share = share_shown(part, whole)
        assert share == plain_share(part, whole)
        shares.add(share)
    assert {0.0, 1.0} < shares


def random_passages(seed: int, number: int) -> str:
    """A page of some of very few words, so that runs recur; of letters that are hard to compare, too."""
    draw = random.Random(f"{seed} {number}")
    said = draw.choices("loom LOOM 经线 한국 ΟΔΟΣ οδος İt it क्षि x_1 ² ß - .".split(), k=9)
    return "".join(f"{draw.choice(('<p>', ' ', ', ', '<b>'))}{word}" for word in said[: draw.randrange(10)])


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (linked({"@graph": [{"articleBody": BODY}]}), f"<p>{BODY.strip()}</p>"),
        (linked({"deep": {"er": [{"description": BODY}]}}), f"<p>{BODY.strip()}</p>"),
        (state({"props": [{"html": "<p>" + BODY}]}), "<p>" + BODY),
        (linked({"text": CHINESE}), f"<p>{CHINESE}</p>"),
        (linked({"articleBody": "too short"}), ""),
        (f"<script>var x = {json.dumps(BODY)}</script>", ""),
        (state({"css": ".a { b: c } " * 40}), ""),
        ('<script type="application/json">{broken</script>', ""),
        ("<p>text", ""),
        (f'<script type="application/json">{"[" * 5000}{"]" * 5000}</script>', ""),
    ],
)
def test_the_longest_text_of_a_page_that_shows_nothing(html: str, text: str) -> None:
    assert find_embedded(parse(html)) == text
