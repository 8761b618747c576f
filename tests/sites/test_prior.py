"""The prior of a template: what each page alone would keep, less of it the more pages there are."""

from dataclasses import replace

import numpy as np

from tests.site_pages import blog_page, make_article
from weft import parse
from weft.sites.prior import CHOICE, FADES, SinglePage, lift, weigh_blocks


def test_a_low_cut_lifts_what_the_page_keeps_to_even_odds() -> None:
    probability = np.array([0.05, 0.3, 0.6])
    lifted = lift(probability, 0.3)
    assert lifted[1] == 0.5
    assert (np.diff(lifted) > 0).all()


def test_a_page_that_keeps_only_what_is_likely_is_left_as_it_is() -> None:
    probability = np.array([0.3, 0.6])
    assert lift(probability, 0.6) is probability
    assert lift(probability, np.inf) is probability


def test_the_choice_of_a_page_counts_less_the_more_pages_there_are() -> None:
    page = parse(blog_page(make_article(3)))
    single = replace(SinglePage.read(page), page_type="article")
    few, many, most = (weigh_blocks(single, pages=n) for n in (3, 2 * FADES, 1000))
    alone = np.abs(few - most)
    assert alone.max() > 0.09 * CHOICE
    assert (np.abs(many - most) <= alone / 3).all()


def test_of_a_list_nothing_but_the_probabilities_counts() -> None:
    page = parse(blog_page(make_article(3)))
    single = replace(SinglePage.read(page), page_type="listing")
    assert np.array_equal(weigh_blocks(single, pages=3), np.minimum(single.first, single.probability))
