"""What the data of a page says and the page does not show.

Documents of what a page carries as data.
"""

import json
import random

import pytest

import weft
from tests.metadata.data_pages import (
    CHINESE,
    HOW_TO,
    PARAGRAPHS,
    PRODUCT,
    QUESTIONS,
    RECIPE,
    SENTENCES,
    article,
    linked,
    page_of,
    state,
)
from tests.metadata.plain_runs import plain_share
from tests.seeds import seeds
from tests.site_pages import HOST, blog_page, make_article, pages_of
from weft import RENDERERS, LimitError, Limits, parse
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


TEXT = "\n\n".join(PARAGRAPHS)


def test_an_article_that_the_page_only_begins_is_read_in_its_data() -> None:
    url = "https://weft.example/looms"
    document = weft.extract(page_of(linked(article()), body=f"<p>{SENTENCES[0]}</p>"), url=url)
    assert (document.chosen_by, document.reason.code, document.text) == ("embedded", "data", TEXT)
    assert document.reason.detail.startswith("the page shows ")
    assert document.reason.detail.endswith("% of an article in its JSON-LD, so that is taken")
    assert (document.title, document.page_type, document.page.url) == ("Looms of the north", "article", url)


@pytest.mark.parametrize(
    ("value", "part"),
    [
        (RECIPE, "- 200 g pearl barley"),
        (HOW_TO, "1. Wind the thread"),
        (QUESTIONS, "## What is question 3?"),
        (PRODUCT, "Price: 34.5 EUR"),
    ],
)
def test_what_a_frame_does_not_show(value: dict[str, object], part: str) -> None:
    shell = f"<title>{value.get('name', '')}</title><nav>Home About</nav><div id=root>Loading…</div>{linked(value)}"
    document = weft.extract(shell)
    assert (document.chosen_by, part in document.markdown) == ("embedded", True)
    assert document.page_type == ("product" if value is PRODUCT else "other" if value is QUESTIONS else "article")


def test_state() -> None:
    value = {"props": {"article": {"title": "Looms of the north", "body": SHOWN}}}
    document = weft.extract(page_of(state(value)))
    assert (document.reason.code, document.text) == ("data", TEXT)
    assert "a text in the state of its program" in document.reason.detail


@pytest.mark.parametrize(
    "script", [linked(article()), state({"title": "Looms of the north", "text": TEXT}), linked(QUESTIONS)]
)
def test_a_page_that_shows_it_is_as_it_was(script: str) -> None:
    body = f"<article>{SHOWN}</article>" + "".join(f"<p>{sentence} {SENTENCES[-1]}</p>" for sentence in SENTENCES[:4])
    plain, same = weft.extract(page_of(body=body)), weft.extract(page_of(script, body=body))
    assert same.chosen_by == plain.chosen_by == "block_classifier"
    assert same.page.url is None
    assert same.reason.code != "data"


def test_a_recipe_is_added_to_the_story_around_it() -> None:
    story = "".join(f"<p>{part} In {year} it rained.</p>" for year, part in enumerate(PARAGRAPHS * 2, 1990))
    page = page_of(linked(RECIPE), title="Barley soup", body=f"<article>{story}</article>")
    plain, document = weft.extract(page.replace("Recipe", "Thing")), weft.extract(page)
    assert document.reason.detail.startswith("the page shows 0% of a recipe in its JSON-LD, so that is added; ")
    assert document.text.startswith(plain.text)
    assert document.text.endswith("Add the carrots and serve the soup when they are soft.")
    assert (document.title, document.page_type, document.date) == (plain.title, plain.page_type, plain.date)
    assert [record.fields for record in document.records] == [record.fields for record in plain.records]


def test_questions_beside_a_long_article_are_left_where_they_are() -> None:
    story = "".join(f"<p>{part}</p>" for part in PARAGRAPHS)
    other = json.loads(json.dumps(QUESTIONS).replace("loom", "boat").replace("weave", "sail").replace("the", "a"))
    document = weft.extract(page_of(linked(other), body=f"<article>{story}</article>"))
    assert (document.chosen_by, "question 0" in document.text) == ("block_classifier", False)


@pytest.mark.parametrize("format", RENDERERS)
def test_every_format_writes_it(format: str) -> None:
    document = weft.extract(page_of(linked([article(f"<p>{CHINESE}</p><img src=a.png><a href=/b>b</a>"), RECIPE])))
    assert document.chosen_by == "embedded"
    assert CHINESE[:20] in document.render(format)


def test_links_are_those_of_the_page_and_the_language_too() -> None:
    base = '<base href="https://cdn.weft.example/a/">'
    page = page_of(
        base, linked(article(SHOWN + '<p>See <a href="b.html">the plan</a> and <a href="javascript:x()">it</a>'))
    )
    document = weft.extract(page, url="https://weft.example/")
    assert "[the plan](https://cdn.weft.example/a/b.html) and it" in document.markdown
    assert document.page.attribute(0, "lang") == "en"


def test_the_title_is_not_in_the_text() -> None:
    page = page_of(linked(article(f"<h1>Looms of the north</h1>{SHOWN}")))
    assert weft.extract(page).text == TEXT


def test_a_named_method_reads_no_data() -> None:
    assert weft.extract(page_of(linked(article())), method="block_classifier").chosen_by == "block_classifier"


def test_a_page_bytes_and_text_give_the_same() -> None:
    html = page_of(linked(article()))
    assert weft.extract(html).text == weft.extract(html.encode()).text == weft.extract(weft.parse(html)).text == TEXT


def test_a_template_is_asked_first() -> None:
    site = weft.learn(pages_of(blog_page, range(8)))
    own = make_article(99)
    page = blog_page(own).replace("</head>", linked(article(headline=own.title)) + "</head>")
    document = site.extract(page, url=f"{HOST}/blog/99")
    assert (document.chosen_by, document.text) == ("template", own.body)
    scores = site.score(weft.parse(page_of(linked(article())), url=f"{HOST}/other"))
    assert not scores.any()  # no block of the page is kept


def test_hostile_data_costs_a_limit_or_nothing() -> None:
    for body in ("<div>" * 5000, "<b>" * 3000 + "<p>x" * 3000, "</html></body><plaintext>" + TEXT, "<!--" + TEXT):
        page = page_of(linked(article(body + " ".join(PARAGRAPHS))))
        assert isinstance(weft.extract(page).text, str)
    with pytest.raises(LimitError, match="seconds"):
        weft.extract(page_of(linked(article())), limits=Limits(seconds=0))


def test_a_short_description_is_not_replaced_by_the_data_of_a_product() -> None:
    long = PRODUCT | {"description": " ".join(SENTENCES)}
    shown = "<p>A slim throwing shuttle of pear wood, light and quick, made by hand in our own workshop.</p>" * 2
    page = page_of(linked(long), title="Pearwood shuttle", body=f"<main>{shown}</main>")
    document = weft.extract(page)
    assert (document.chosen_by, "slim throwing shuttle" in document.text) == ("block_classifier", True)


KEYS = (
    "@graph mainEntity headline text articleBody description recipeIngredient recipeInstructions step supply "
    "itemListElement acceptedAnswer offers price additionalProperty value totalTime title body content children html"
).split()
TYPES = "Article Recipe HowTo HowToStep HowToSection FAQPage QAPage Question Product WebPage".split()
VALUES = (
    None, True, 0, -1.5, 10**30, "", "Looms of the north", "PT1H", "x\0y", PARAGRAPHS[0], f"<p>{PARAGRAPHS[1]}",
    f"&lt;p&gt;{PARAGRAPHS[2]}", "<li><hr>", "<table><tr><td>a", "<math><mi>x</mi></math>", "<ul><li>a<ul><li>b",
)  # fmt: skip


def random_value(source: random.Random, depth: int = 0) -> object:
    if depth > 4 or source.random() < 0.35:
        return source.choice(VALUES)
    if source.random() < 0.4:
        return [random_value(source, depth + 1) for _ in range(source.randrange(5))]
    item = {source.choice(KEYS): random_value(source, depth + 1) for _ in range(source.randrange(8))}
    return item | {"@type": source.choice(TYPES)}


@pytest.mark.parametrize("seed", range(20))
def test_random_data_is_written_in_every_format(seed: int) -> None:
    source = random.Random(seed)
    main = {"@type": source.choice(TYPES)} | {key: random_value(source) for key in KEYS[1:]}
    value = {"title": "Looms of the north", "body": random_value(source)}
    document = weft.extract(f"<title>Looms of the north</title>{linked(main)}{state(value)}<p>Loading")
    for format in RENDERERS:
        assert isinstance(document.render(format), str)
