"""What is done to every choice: the type of the page, an article's title and comments apart, the posts of a thread."""

from dataclasses import replace

import numpy as np
import pytest

from tests.records.forum_pages import POSTS, thread
from weft import Document, parse
from weft.content import Record, Region
from weft.extractors.completion import complete_document
from weft.page import Page
from weft.records import find_comments

COMMENTS = "<div id=comments><h2>Comments</h2><div class=comment><b class=fn>Ann</b> Fine</div></div>"
ARTICLE = parse(
    "<title>Looms</title><article><h1>Looms</h1><p>The weaver put the last threads on the loom before it grew dark."
    f"</p></article>{COMMENTS}"
)
THREAD = parse(thread("table a post"))
FORUM = "<title>Which loom?</title><a href=/forum/>Forum</a> <a href=/register>Register</a><h1>Which loom?</h1>"
REPLIES = "<div id=comments>{}</div>".format(
    "".join(
        f"<div class='comment post'><a class=author href=/user/{post.author}>{post.author}</a> <time>{post.time}</time>"
        f"<div class=content>{post.body}</div></div>"
        for post in POSTS
    )
)
BODY = "".join(
    f"<p>On day {day} the weaver put new threads on the loom before it grew dark, and told nobody what the cloth was "
    "for, nor for whom it was."
    for day in range(4)
)


def make(page: Page, **values: object) -> Document:
    return Document(page=page, keep=np.arange(len(page.blocks)), **{"chosen_by": "test", **values})  # type: ignore[arg-type]


@pytest.mark.parametrize(("probability", "is_clean"), [(0.0, True), (0.59, False), (0.6, True), (0.9, True)])
def test_comments_are_taken_out_and_the_title_where_an_article_is_sure(probability: float, is_clean: bool) -> None:
    document = complete_document(make(ARTICLE, page_type="article", page_type_probability=probability))
    assert document.page_type == "article"
    assert document.text.startswith("The weaver" if is_clean else "Looms")
    assert "Fine" not in document.text
    assert document.find_comments is find_comments
    assert ("1 block of title and 2 blocks of comments taken out" in str(document.reason)) is is_clean


def test_comments_that_are_all_that_was_kept_stay() -> None:
    page = parse(f"<title>Looms</title>{COMMENTS}")
    document = complete_document(make(page, page_type="article"))
    assert "Fine" in document.text


def test_what_an_extractor_knows_stands() -> None:
    product = complete_document(make(ARTICLE, page_type="product"))
    assert (product.page_type, product.text) == ("product", "Looms\n\n" + ARTICLE.blocks[1].text)
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


def test_a_post_alone_is_a_discussion_too() -> None:
    html = thread("div", POSTS[:1]).replace("<h1>", "<div class=thread>1 topic <a href=/members>Members</a></div><h1>")
    document = complete_document(make(parse(html), page_type="forum", chosen_by="block_classifier"))
    assert "a discussion of 1 post" in str(document.reason)
    assert document.text == POSTS[0].body


def test_without_posts_the_choice_stands() -> None:
    page = parse("<p>One text and nothing that repeats.")
    document = complete_document(make(page, page_type="forum", chosen_by="block_classifier"))
    assert (document.chosen_by, document.keep.tolist()) == ("block_classifier", [0])


@pytest.mark.parametrize(
    ("page_type", "probability"), [("article", 0.95), ("article", 0.5), ("service", 0.5), ("empty", 0.9)]
)
def test_a_thread_of_another_type_keeps_its_replies(page_type: str, probability: float) -> None:
    page = parse(FORUM + REPLIES)
    bodies = {post.body for post in POSTS[:3]}
    document = make(page, chosen_by="block_classifier", page_type=page_type, page_type_probability=probability)
    keep = np.array([block.index for block in page.blocks if block.text in bodies])
    document = complete_document(replace(document, keep=keep))
    assert (document.page_type, document.page_type_probability, document.chosen_by) == ("forum", 0.0, "records")
    assert document.text.split("\n\n") == [post.body for post in POSTS]


@pytest.mark.parametrize("page_type", ["product", "documentation"])
def test_a_page_that_is_sure_to_be_something_else_stays_it(page_type: str) -> None:
    page = parse(FORUM + REPLIES)
    document = complete_document(
        make(page, chosen_by="block_classifier", page_type=page_type, page_type_probability=0.6)
    )
    assert (document.page_type, document.chosen_by) == (page_type, "block_classifier")


def test_replies_are_posts_where_the_first_post_is_no_comment() -> None:
    page = parse(FORUM + REPLIES.replace("<div id=comments>", "<div>").replace("comment post", "post", 1))
    document = make(page, chosen_by="block_classifier", page_type="article", page_type_probability=0.95)
    keep = np.array([block.index for block in page.blocks if block.text in {post.body for post in POSTS}])
    document = complete_document(replace(document, keep=keep))
    assert (document.page_type, document.text.split("\n\n")) == ("forum", [post.body for post in POSTS])


@pytest.mark.parametrize("body", [BODY, BODY[: BODY.index("<p>On day 1")]])
def test_an_article_with_comments_that_speak_as_a_forum_does_stays_an_article(body: str) -> None:
    page = parse(f"{FORUM}<article>{body}</article>{REPLIES}")
    document = complete_document(
        make(page, chosen_by="block_classifier", page_type="article", page_type_probability=0.95)
    )
    assert (document.page_type, document.chosen_by) == ("article", "block_classifier")
    assert "On day 0" in document.text
    assert POSTS[0].body not in document.text
    assert document.find_comments is find_comments


def test_an_unsure_page_with_posts_stays_where_nothing_else_speaks_of_a_discussion() -> None:
    page = parse(f"<title>Looms</title><h1>Looms</h1>{BODY}{REPLIES}")
    document = complete_document(
        make(page, chosen_by="block_classifier", page_type="service", page_type_probability=0.5)
    )
    assert (document.page_type, document.chosen_by) == ("service", "block_classifier")


def test_a_question_that_is_no_post_stays_above_the_answers() -> None:
    page = parse(f"{FORUM}<main><div class=question>{BODY}</div>{REPLIES}</main><p>Copyright 2022")
    document = complete_document(make(page, page_type="forum", chosen_by="block_classifier"))
    assert document.text.startswith("On day 0")
    assert [day for day in range(4) if f"On day {day}" in document.text] == [0, 1, 2, 3]
    assert all(post.body in document.text for post in POSTS)
    assert "Copyright" not in document.text
    assert f"a discussion of {len(POSTS)} posts, and 4 blocks beside" in str(document.reason)


def test_what_was_not_chosen_does_not_come_back() -> None:
    page = parse(f"{FORUM}<main><div class=question>{BODY}</div>{REPLIES}</main>")
    first = next(block.index for block in page.blocks if block.text.startswith("On day 0"))
    document = make(page, page_type="forum", chosen_by="block_classifier")
    document = complete_document(replace(document, keep=np.setdiff1d(document.keep, [first])))
    assert "On day 0" not in document.text
    assert "On day 1" in document.text


def test_records_are_those_of_the_first_region_unless_there_are_some() -> None:
    document = complete_document(make(THREAD, page_type="forum"))
    assert len(document.records) == len(POSTS)
    assert [region.row for region in document.regions] == []
    own, region = (Record(start=1, end=2),), Region(row=1, records=(Record(start=1, end=2),))
    document = complete_document(make(THREAD, records=own, regions=(region,)))
    assert (tuple(document.records), tuple(document.regions)) == (own, (region,))
    assert tuple(complete_document(make(parse("<p>x"))).records) == ()
