"""Signs of content as data.

What pages declare themselves to be.
"""

import random

import pytest

import weft
from tests.metadata.data_pages import HOW_TO, PARAGRAPHS, PRODUCT, QUESTIONS, RECIPE, article, linked, page_of, state
from tests.metadata.plain_data_signs import page_signs
from tests.seeds import every_seed
from weft import parse
from weft.metadata import find_page_type
from weft.metadata.data_signs import BESIDE, MAIN, SHORT, STATE, find_data_signs


def signs(html: str) -> set[str]:
    return set(find_data_signs(weft.extract(html, method="whole_page")))


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        (linked(article()), {MAIN}),
        (linked(RECIPE), {MAIN, BESIDE}),
        (linked(HOW_TO), {MAIN, BESIDE}),
        (linked(QUESTIONS), {BESIDE}),
        (linked(PRODUCT), {BESIDE}),
        (linked({"@type": "WebSite", "name": "x" * 300}), set()),
        (state({"a": "x" * 300}), {STATE}),
        (state({}), set()),
        (f"<script>window.__APOLLO_STATE__ = {{}};{' ' * 300}</script>", {STATE}),
        (f"<script>count(){' ' * 300}</script>", set()),
        (f"<script type=text/template>__NUXT__{' ' * 300}</script>", set()),
        ("", set()),
    ],
)
def test_signs(script: str, wanted: set[str]) -> None:
    assert signs(page_of(script)) == wanted


def test_a_long_choice_is_asked_for_its_main_data_only() -> None:
    body = "".join(f"<p>{part}</p>" for part in PARAGRAPHS * (SHORT // 100))
    assert signs(page_of(linked(article()), linked(QUESTIONS), state({"a": "x" * 300}), body=body)) == {MAIN}


KINDS = ("", "module", " Text/JavaScript ", "application/json", "application/LD+JSON", "text/template")
WRITTEN = ('"articleBody"', '"HowTo"', "QAPage", '"text"', "__NUXT__", "_STATE__", "plain", "")


@every_seed(40)
def test_the_kernel_sees_what_python_sees(seed: int) -> None:
    rng = random.Random(seed)
    scripts = [
        f"<script type='{rng.choice(KINDS)}'>{rng.choice(WRITTEN)}{'x' * rng.choice((0, 190, 300))}</script>"
        for _ in range(3)
    ]
    document = weft.extract(page_of(*scripts), method="whole_page")
    assert find_data_signs(document) == page_signs(document.page, (MAIN, BESIDE, STATE))


@pytest.mark.parametrize(
    ("html", "page_type"),
    [
        ("<p>text", "other"),
        ('<meta property="og:type" content="Article">', "article"),
        ('<script type="application/ld+json">{"@type" : "NewsArticle"}</script>', "article"),
        ('<script type="application/ld+json">[{"@type":["Product","x"]},{"@type":"Article"}]</script>', "product"),
        ('<script>{"@type": "Product"}</script>', "other"),
        ('<div itemscope itemtype="https://schema.org/DiscussionForumPosting">', "forum"),
        ("<article>one</article>", "article"),
        ("<div itemscope itemtype='https://schema.org/ItemList'>", "collection"),
        ("<div itemscope itemtype=LocalBusiness>", "service"),
        ("<div itemscope itemtype=APIReference>", "documentation"),
        ("<article>one</article><article>two</article>", "other"),
    ],
)  # fmt: skip
def test_declared(html: str, page_type: str) -> None:
    assert find_page_type(parse(html)) == page_type
