"""Pages made of others: cut pages, tiny pages, linked pages."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.answers.languages import LANGUAGES, said_in
from weft.page import parse
from weft.training.made_links import MAX_LINKED, linked_pages
from weft.training.made_short import cut_page, cut_pages, tiny_pages
from weft.training.tiny import MAX_WORDS, TinyPage, tiny_page
from weft.training.training_pages import TrainingPage, TruthPage, make_training_page

SENTENCES = [f"The {number}th loom of the mill weaves a cloth that nobody has ordered." for number in range(40)]


def long_page(number: int, *, page_type: str = "article", **about: Any) -> TrainingPage:
    """A page of forty paragraphs, a box among them, a menu and a footer."""
    body = [f"<p>Page{number}. {sentence}</p>" for sentence in SENTENCES]
    body.insert(30, "<div class=box>Read what others read about wool</div>")
    html = f"<nav><a href=/>Home</a> <a href=/b>Mills</a></nav><main>{''.join(body)}</main><footer>Rights</footer>"
    truth = TruthPage(
        page_id=f"{number:03}",
        url=f"https://site{number}.example/",
        page_type=page_type,
        truth="\n".join(f"Page{number}. {sentence}" for sentence in SENTENCES),
        drafted=False,
        path=Path("none"),
        **about,
    )
    return make_training_page(truth, parse(html, url=truth.url))


@pytest.fixture(scope="module")
def examples() -> list[TrainingPage]:
    types = ("article", "article", "listing", "service")
    return [long_page(number, page_type=types[number % 4]) for number in range(12)]


def texts(example: TrainingPage) -> str:
    return "\n".join(block.text for block in example.parsed.blocks)


def test_a_cut_page_has_nothing_of_what_was_cut_and_all_that_stands_around() -> None:
    cut = cut_page(long_page(7), 30)
    assert cut.page.truth.split("\n") == [f"Page7. {sentence}" for sentence in SENTENCES[:3]]
    assert "3th" not in texts(cut)
    assert all(kept in texts(cut) for kept in ("Home", "Mills", "what others read", "Rights", "2th"))
    assert cut.label.tolist() == [float("Page7" in block.text) for block in cut.parsed.blocks]
    assert (cut.page.made, cut.page.domain) == ("cut", "site7.example")


def test_where_the_truth_has_gaps_what_stands_in_what_was_cut_goes_too() -> None:
    assert "what others read" not in texts(cut_page(long_page(1, has_gaps=True), 30))


def test_each_type_has_its_share_of_the_cut_pages(examples: list[TrainingPage]) -> None:
    made = list(cut_pages(examples, count=6, seed=1, types={"article": 0.5, "listing": 0.5, "service": 0}))
    assert [page.page.page_type for page in made] == ["article"] * 3 + ["listing"] * 3
    assert len({page.page.page_id for page in made}) == 6
    assert list(cut_pages(made, count=6, seed=1)) == []


def test_the_same_seed_makes_the_same_pages(examples: list[TrainingPage]) -> None:
    for make in (lambda seed: [page.page for page in cut_pages(examples, count=9, seed=seed)],
                 lambda seed: [made for made, _ in tiny_pages(examples, count=9, seed=seed)]):  # fmt: skip
        assert make(1) == make(1) != make(2)


def test_the_words_of_the_truth_are_on_a_tiny_page_and_are_its_labels(examples: list[TrainingPage]) -> None:
    for made, example in tiny_pages(examples, count=80, seed=5):
        shown = " ".join(texts(example).split())
        assert all(piece in shown for piece in (*made.kept, *made.noise))
        judged = example.trust > 0
        assert example.words[judged].sum() > 0
        noise = [block.index for block in example.parsed.blocks if block.text.strip() in made.noise]
        assert not example.label[noise].any()
        assert example.f1((example.label >= 0.5).nonzero()[0].tolist()) > 0.95
        assert example.page.domain in {source.page.domain for source in examples}


def test_pages_without_long_articles_give_no_tiny_pages() -> None:
    assert tiny_pages([long_page(0, page_type="forum")], count=3, seed=0) == []


def test_some_paragraphs_of_a_linked_page_are_links_and_stay_content(examples: list[TrainingPage]) -> None:
    linked = linked_pages(examples, count=5, seed=0)
    assert len(linked) == 5
    for example in linked:
        page, blocks = example.parsed, example.parsed.blocks
        has_link = [page.in_link[blocks.first[k] : blocks.last[k]].any() for k in range(len(blocks))]
        assert 1 <= sum(has_link[k] for k in (example.label >= 0.5).nonzero()[0]) <= MAX_LINKED
        assert (example.page.made, example.f1((example.label >= 0.5).nonzero()[0].tolist())) == ("linked", 1)
    assert linked_pages([long_page(0, page_type="forum")], count=5, seed=0) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_tiny_page_is_tiny_in_every_language(code: str) -> None:
    sentences = said_in(LANGUAGES[code])
    made = [tiny_page(sentences, Random(f"{code} {number}")) for number in range(40)]
    assert all(1 <= len(page.truth.split()) <= MAX_WORDS for page in made)
    assert len({page.html for page in made}) == 40


def test_a_text_is_right_that_has_all_pieces_and_no_noise() -> None:
    page = TinyPage(html="", kept=("At home", "Home"), noise=("Home", "Copyright"))
    assert page.is_right("Home\n\nAt  home")
    assert not page.is_right("At home")
    assert not page.is_right("Home At home Copyright")
