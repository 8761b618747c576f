"""A block rule: id, else class, else path; fast look-ups against plain ones."""

import json

import pytest

from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import parse
from weft.papers.a.block_rule import BlockRule, path_of, row_at, rows_with_classes, rows_with_id
from weft.sites.similarity.traits import mask


def chosen(rule, html):
    page = parse(html)
    return [page.blocks[int(block)].text for block in rule.choose(page)]


PAGE = "<div>Menu</div><div id=post-12 class='entry wide'>One</div><div class='wide entry e-2'>Two</div><div>End</div>"


@pytest.mark.parametrize(
    ("rule", "texts"),
    [
        (BlockRule(id=r"post-\d+", classes=("e-2",), path="body1/div4"), ["One"]),
        (BlockRule(id="post-12"), ["One"]),
        (BlockRule(id="post-1", classes=("entry", "wide", r"e-\d+"), path="body1/div4"), ["Two"]),
        (BlockRule(id="gone", classes=("entry", "gone"), path="body1/div4"), ["End"]),
        (BlockRule(path="body1/div5"), []),
        (BlockRule(), []),
    ],
)
def test_id_else_class_else_path(rule, texts):
    assert chosen(rule, PAGE) == texts


def test_of_several_the_one_at_the_path_counts_else_the_first():
    assert chosen(BlockRule(classes=("entry",), path="body1/div3"), PAGE) == ["Two"]
    assert chosen(BlockRule(classes=("entry",), path="body1/div1"), PAGE) == ["One"]


def test_hidden_blocks_go():
    assert chosen(BlockRule(path="body1/div1"), "<div><p>One<p hidden>Two</div>") == ["One"]


def test_a_rule_finds_nothing_on_an_empty_page():
    assert chosen(BlockRule(id="a", classes=("b",), path="body1/div1"), "") == []


def test_tags_may_end_in_digits():
    page = parse("<body><h1>One</h1><h1><x-9>Two</x-9></h1>")
    row = page.rows_of("x-9")[0]
    assert path_of(page, row) == "body1/h12/x-91"
    assert row_at(page, "body1/h12/x-91") == row


@pytest.mark.parametrize(
    "path", ["", "/", "body1/", "body1//div1", "body", "body0", "1", "body1/div²", "x" + "9" * 5000]
)
def test_a_path_that_is_none_is_found_nowhere(path):
    assert row_at(parse("<div>One</div>"), path) == -1


@every_seed(40)
def test_every_row_is_found_at_its_own_path(seed):
    page = parse(make_page(seed))
    for row in range(1, len(page)):
        assert row_at(page, path_of(page, row)) == row


def test_rows_by_tokens_as_a_plain_search_finds_them():
    found = 0
    for seed in seeds(60):
        page = parse(make_page(seed))
        for wanted in [(), ("side",), (r"post-\d+",), ("body", r"post-\d+"), ("post-17",), ("gone", "body")]:
            plain = [
                node.row
                for node in page
                if wanted
                and all(any(token in (name, mask(name)) for name in page.classes(node.row)) for token in wanted)
            ]
            assert rows_with_classes(page, wanted).tolist() == plain
            found += len(plain)
        assert rows_with_id(page, "main").tolist() == [row for row in range(len(page)) if page.id(row) == "main"]
    assert found > 100


def test_words_are_the_locators_in_order():
    assert BlockRule(id="a", classes=("b", "c"), path="body1/div1").describe() == [
        "body: the container with id a, else class b c, else path body1/div1"
    ]
    assert BlockRule().describe() == ["body: no container was found"]


def test_json_round_trip_of_every_row_of_random_pages():
    for seed in seeds(20):
        page = parse(make_page(seed))
        for row in range(1, len(page)):
            rule = BlockRule(id=page.id(row), classes=tuple(page.classes(row)), path=path_of(page, row))
            assert BlockRule.from_json(json.loads(json.dumps(rule.to_json()))) == rule
    assert BlockRule.from_json(BlockRule().to_json()) == BlockRule()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"id": "", "classes": []},
        {"id": None, "classes": [], "path": ""},
        {"id": "", "classes": "entry", "path": ""},
        {"id": "", "classes": [1], "path": ""},
        {"id": "", "classes": [], "path": "body1/div"},
        {"id": "", "classes": [], "path": "/body1"},
    ],
)
def test_broken_json_is_refused(data):
    with pytest.raises((KeyError, TypeError, ValueError)):
        BlockRule.from_json(data)
