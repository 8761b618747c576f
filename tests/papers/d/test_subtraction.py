"""Subtraction: what stays, and that it survives its JSON."""

import json

import pytest

from tests.seeds import seeds
from tests.soup import make_page
from weft import parse
from weft.papers.d.delete_same import DeleteSame, Subtraction

HOME = Subtraction(steps="tags", texts={"body/p/#text": ("Home", "About us")})


def chosen(subtraction, html):
    page = parse(html)
    return [page.blocks[int(block)].text for block in subtraction.choose(page)]


def test_texts_of_the_template_go_where_it_has_them():
    assert chosen(HOME, "<p>Home</p><p>About\n us</p><div>Home</div><p>Homes</p>") == ["Home", "Homes"]


def test_a_block_stays_when_more_than_half_of_it_stays():
    label = Subtraction(steps="tags", texts={"body/p/#text": ("In: ",)})
    assert chosen(label, "<p>In: <a href=x>News</a></p>") == ["In: News"]
    assert chosen(label, "<p>In: <a href=x>abc</a></p>") == []


def test_hidden_blocks_go():
    assert chosen(HOME, "<p hidden>Secret</p><p>Shown</p>") == ["Shown"]


def test_a_page_without_texts_gives_an_empty_choice():
    assert chosen(HOME, "") == []
    assert chosen(HOME, "<script>x</script>") == []


def test_nothing_known_keeps_everything():
    assert chosen(Subtraction(steps="index"), "<p>Home</p><p>One</p>") == ["Home", "One"]


def test_words_name_the_paths_with_the_most_texts_first():
    texts = {"body/a/#text": ("Home",), **HOME.texts}
    assert Subtraction(steps="tags", texts=texts).describe() == [
        "template: 2 texts at body/p/#text",
        "template: 1 text at body/a/#text",
    ]
    assert Subtraction(steps="tags").describe() == ["template: nothing is known"]


@pytest.mark.parametrize("pairwise", [True, False])
def test_json_round_trip_on_random_pages(pairwise):
    learned_texts = 0
    for seed in seeds(30):
        pages = [parse(make_page(seed) + tail) for tail in ("<p>One", "<p>Two", "<p>Two <b>three")]
        learned = DeleteSame(pairwise=pairwise).learn(pages)
        read = Subtraction.from_json(json.loads(json.dumps(learned.to_json())))
        assert read == learned
        for page in [*pages, parse(make_page(seed + 1))]:
            assert read.choose(page).tolist() == learned.choose(page).tolist()
        learned_texts += sum(map(len, learned.texts.values()))
    assert learned_texts > 100


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"steps": "tags"},
        {"steps": "nth", "texts": {}},
        {"steps": ["tags"], "texts": {}},
        {"steps": "tags", "texts": []},
        {"steps": "tags", "texts": {"body": "One"}},
        {"steps": "tags", "texts": {"body": [1]}},
        {"steps": "tags", "texts": {"body": ["\ud800"]}},
        {"steps": "index", "texts": {"body": ["One"]}},
        {"steps": "index", "texts": {"-1": ["One"]}},
    ],
)
def test_broken_json_is_refused(data):
    with pytest.raises((KeyError, TypeError, ValueError)):
        Subtraction.from_json(data)
