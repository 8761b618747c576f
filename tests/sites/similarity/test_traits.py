"""Traits: what is kept of a page's elements.

Forms of tokens: as they are, or with digits masked.
"""

import math

import numpy as np

from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.sites.similarity.traits import TokenForms, describe, mask
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


def test_a_token_that_recurs_is_itself_and_one_that_varies_is_masked() -> None:
    forms = TokenForms.of([{"col-8", f"post-{number}", "text"} for number in range(10)])
    assert forms.forms["col-8"] == "col-8"
    assert forms.forms["text"] == "text"
    assert {forms.forms[f"post-{number}"] for number in range(10)} == {r"post-\d+"}
    assert forms.counts[r"post-\d+"] == 10
    assert forms.counts["col-8"] == 10
    assert forms.counts["post-3"] == 1


def test_a_page_counts_once_however_many_tokens_it_has() -> None:
    forms = TokenForms.of([["li-1", "li-2", "li-1"], ["li-3"], ["b"]])
    assert forms.counts[r"li-\d+"] == 2
    assert forms.counts["li-1"] == 1


def test_half_of_the_pages_are_enough_to_be_itself() -> None:
    forms = TokenForms.of([{"h-1"}, {"h-1"}, {"h-2"}, {"h-3"}])
    assert forms.forms == {"h-1": "h-1", "h-2": r"h-\d+", "h-3": r"h-\d+"}


def test_no_pages() -> None:
    assert TokenForms.of([]).forms == {}


def test_masking() -> None:
    assert mask("a12b3") == r"a\d+b\d+"
    assert mask("ab") == "ab"
    assert mask("a٣") == "a٣"  # digits of other scripts are not what templates count with
