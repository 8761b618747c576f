"""What is done to every choice: the type of the page, an article's title and comments apart, the posts of a thread."""

import numpy as np
import pytest

from tests.records.forum_pages import POSTS, thread
from weft import Document, parse
from weft.content import Record, Region
from weft.extractors.finish import complete_document
from weft.page import Page
from weft.records import find_comments

COMMENTS = "<div id=comments><h2>Comments</h2><div class=comment><b class=fn>Ann</b> Fine</div></div>"
ARTICLE = parse(
    "<title>Looms</title><article><h1>Looms</h1><p>The weaver put the last threads on the loom before it grew dark."
    f"</p></article>{COMMENTS}"
)
THREAD = parse(thread("table a post"))


def make(page: Page, **values: object) -> Document:
    return Document(page=page, keep=np.arange(len(page.blocks)), **{"chosen_by": "test", **values})  # type: ignore[arg-type]


@pytest.mark.parametrize(("probability", "is_clean"), [(0.0, True), (0.59, False), (0.6, True), (0.9, True)])
def test_title_and_comments_are_taken_out_where_an_article_is_sure(probability: float, is_clean: bool) -> None:
    document = complete_document(make(ARTICLE, page_type="article", page_type_probability=probability))
    assert document.page_type == "article"
    assert document.text.startswith("The weaver" if is_clean else "Looms")
    assert ("Fine" in document.text) is not is_clean
    assert (document.find_comments is find_comments) is is_clean
    assert ("1 block of title and 2 blocks of comments taken out" in str(document.reason)) is is_clean


def test_comments_that_are_all_that_was_kept_stay() -> None:
    page = parse(f"<title>Looms</title>{COMMENTS}")
    document = complete_document(make(page, page_type="article"))
    assert "Fine" in document.text


def test_what_an_extractor_knows_stands() -> None:
    product = complete_document(make(ARTICLE, page_type="product"))
    assert (product.page_type, len(product.keep)) == ("product", len(ARTICLE.blocks))
    assert complete_document(make(ARTICLE)).page_type == "article"
    assert complete_document(make(ARTICLE)).title == "Looms"


@pytest.mark.parametrize("chosen_by", ["block_classifier", "visual_classifier"])
def test_on_a_discussion_a_trained_choice_is_what_the_posts_say(chosen_by: str) -> None:
    document = complete_document(make(THREAD, page_type="forum", chosen_by=chosen_by))
    assert document.chosen_by == "records"
    assert f"a discussion of {len(POSTS)} posts" in str(document.reason)
    assert 0 < len(document.keep) < len(THREAD.blocks)


def test_other_choices_on_a_discussion_stand() -> None:
    document = complete_document(make(THREAD, page_type="forum", chosen_by="density"))
    assert (document.chosen_by, len(document.keep)) == ("density", len(THREAD.blocks))


@pytest.mark.parametrize("page_type", ["board", "product"])
def test_the_posts_count_on_a_discussion_only(page_type: str) -> None:
    document = complete_document(make(THREAD, page_type=page_type, chosen_by="block_classifier"))
    assert (document.chosen_by, len(document.keep)) == ("block_classifier", len(THREAD.blocks))


def test_two_posts_are_a_discussion() -> None:
    page = parse(thread("table a post", POSTS[:2]))
    document = complete_document(make(page, page_type="forum", chosen_by="block_classifier"))
    assert "a discussion of 2 posts" in str(document.reason)


def test_one_post_alone_is_no_discussion() -> None:
    page = parse("<p>One text and nothing that repeats.")
    document = complete_document(make(page, page_type="forum", chosen_by="block_classifier"))
    assert (document.chosen_by, document.keep.tolist()) == ("block_classifier", [0])


def test_records_are_those_of_the_first_region_unless_there_are_some() -> None:
    document = complete_document(make(THREAD, page_type="forum"))
    assert len(document.records) == len(POSTS)
    assert [region.row for region in document.regions] == []
    own, region = (Record(start=1, end=2),), Region(row=1, records=(Record(start=1, end=2),))
    document = complete_document(make(THREAD, records=own, regions=(region,)))
    assert (tuple(document.records), tuple(document.regions)) == (own, (region,))
    assert tuple(complete_document(make(parse("<p>x"))).records) == ()
