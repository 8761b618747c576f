"""Traits: what is kept of a page's elements."""

import math

import numpy as np

from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.sites.similarity.traits import describe
from weft.sites.templates.fields import squeeze


@every_seed(20)
def test_sets_and_texts_of_random_pages(seed: int) -> None:
    page = parse(make_page(seed, 10 * seed))
    traits = describe(page)
    hashes, counts = np.unique(page.table.path_tags[page.tag > 0], return_counts=True)
    assert traits.paths.tolist() == hashes.tolist()
    assert traits.paths_once.tolist() == (counts == 1).tolist()
    assert _native.spaced_blocks(page.table) == [squeeze(block.text) for block in page.blocks]


def test_a_step_is_an_element_with_a_name_below_the_nearest_other_one() -> None:
    page = "<body class=c><div class=left><p class=b>x</div><div class=right><p class=b>x<p class=b>y<p>z</div>"
    traits = describe(parse(page))
    assert sorted(traits.steps_once.tolist()) == [False, True, True, True]
    assert describe(parse(page.replace("class=c", "class=e"))).steps.tolist() == traits.steps.tolist()


def test_what_tells_a_list_from_an_article_is_counted() -> None:
    words, share, heads, longest, links, a_link, paragraphs = describe(
        parse("<h1>Two words</h1><h2><a href=/x>Link</a></h2><p>And three more")
    ).counts
    assert [round(math.expm1(value)) for value in (words, heads, links)] == [6, 1, 1]
    assert (round(share, 4), round(math.expm1(longest)), round(math.expm1(a_link))) == (round(4 / 24, 4), 12, 20)
    assert round(math.expm1(paragraphs)) == 1
