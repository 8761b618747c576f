"""Algorithm 2 of paper A against a plain reading, and the cases it exists for."""

import random
from typing import Any

from tests.seeds import seeds
from weft import parse
from weft.papers.a.block_rule import BlockRule, BlockRuleLearner, path_of
from weft.papers.a.density import Density, composite_density
from weft.sites.similarity.traits import mask

LONG = "A loom holds the warp while the weft goes through it. " * 8


def page_of(body, *, number=1, comments="Nice.", hashed=""):
    return parse(
        f"<body><div class=menu><a href=/>Home</a></div>"
        f"<div id=post-{number} class='entry cat-{hashed}'><p>{body}</p></div>"
        f"<div class=comments>{comments}</div></body>"
    )


def random_page(rng):
    """Containers in and beside each other, with a few ids and classes and texts of all lengths."""
    pieces = []
    for _ in range(6):
        name = f"id=p-{rng.randrange(3)}" if rng.random() < 0.4 else f"class='c{rng.randrange(3)} x-{rng.randrange(2)}'"
        pieces.append(f"<div {name}>{'loom ' * rng.randrange(30)}" + "</div>" * rng.randrange(3))
    return parse("".join(pieces))


def texts(chooser, page):
    return [page.blocks[int(block)].text for block in chooser.choose(page)]


def plain_rule(pages):
    """Loops over pages, containers and tokens."""
    tokens = [set(page.tokens) | {mask(token) for token in page.tokens} for page in pages]

    def form(token):
        for one in (token, mask(token)):
            if one and 2 * sum(one in some for some in tokens) > len(pages):
                return one
        return ""

    sums: dict[Any, float] = {}
    for page in pages:
        density = composite_density(page, alpha=0.3).tolist()
        best = density.index(max(density))
        if density[best] > 0:
            classes = tuple(sorted({form(token) for token in page.classes(best)} - {""}))
            rule = (form(page.id(best)), classes, path_of(page, best))
            sums[rule] = sums.get(rule, 0) + density[best]
    if not sums:
        return BlockRule()
    identifier, classes, path = max(sums, key=lambda rule: sums[rule])
    return BlockRule(id=identifier, classes=classes, path=path)


def test_rules_are_those_of_a_plain_reading():
    rules = set()
    for seed in seeds(60):
        rng = random.Random(seed)
        pages = [random_page(rng) for _ in range(5)]
        rule = BlockRuleLearner().learn(pages)
        assert rule == plain_rule(pages)
        rules.add(rule)
    assert len(rules) > 20


def test_a_short_body_beside_long_comments_is_outvoted():
    short = page_of("Soon.", number=9, comments=LONG)
    assert [short.blocks[int(block)].text for block in Density().extract(short).keep] == [LONG]
    rule = BlockRuleLearner().learn([page_of(LONG, number=1), page_of(LONG, number=2), short])
    assert texts(rule, short) == ["Soon."]


def test_numbers_are_masked_and_tokens_that_do_not_recur_are_left_out():
    pages = [page_of(LONG, number=number, hashed=hashed) for number, hashed in enumerate("abc")]
    assert BlockRuleLearner().learn(pages) == BlockRule(id=r"post-\d+", classes=("entry",), path="body1/div2")


def test_a_number_that_recurs_is_kept():
    pages = [page_of(LONG, number=7) for _ in range(3)]
    assert BlockRuleLearner().learn(pages).id == "post-7"


def test_one_page_is_enough_for_a_rule():
    page = page_of(LONG, number=3)
    assert texts(BlockRuleLearner().learn([page]), page) == [LONG]


def test_nothing_to_learn_gives_a_rule_that_finds_nothing():
    for pages in ([], [parse("")], [parse("<p>No container"), parse("<div> </div>")]):
        rule = BlockRuleLearner().learn(pages)
        assert rule == BlockRule()
        assert texts(rule, page_of(LONG)) == []
