"""The blocks that posts are made of, and how they become the text of a discussion."""

from importlib.resources import files

import numpy as np

import weft
from tests.records.forum_pages import POSTS, thread
from tests.soup import make_page
from weft.content import Field, Record
from weft.records import find_main_records, post_blocks


def texts(page: weft.Page, blocks: np.ndarray) -> list[str]:
    return [" ".join(page.blocks.text(block).split()) for block in blocks.tolist()]


def test_names_and_dates_are_no_posts():
    page = weft.parse(thread())
    said = " ".join(texts(page, post_blocks(page, find_main_records(page))))
    for post in POSTS:
        assert post.body in said
        assert post.time not in said


def test_a_quote_of_a_post_is_said_once():
    long = "The reed is the comb that beats the weft home."
    page = weft.parse(f"<div><p>{long}</div><div><blockquote>{long}</blockquote><p>Is it?</div><p>Is it?")
    first, second = page.rows_of("div").tolist()
    records = [
        Record(start=first, end=int(page.end[first]), fields={"body": Field(value=long, row=first)}),
        Record(start=second, end=int(page.end[second]), fields={"body": Field(value=f"> {long}\nIs it?", row=second)}),
    ]
    assert texts(page, post_blocks(page, records)) == [long, "Is it?"]


def test_records_without_bodies_have_no_blocks():
    page = weft.parse("<p>One")
    assert post_blocks(page, [Record(start=0, end=len(page))]).tolist() == []
    assert post_blocks(page, []).tolist() == []


def test_blocks_of_random_pages_are_in_order_and_in_their_records():
    for seed in range(60):
        page = weft.parse(make_page(seed))
        body = Field(value=page.text(0), row=0)
        blocks = post_blocks(page, [Record(start=0, end=len(page), fields={"body": body})])
        assert (np.diff(blocks) > 0).all()
        assert all(0 <= block < len(page.blocks) for block in blocks.tolist())


def test_the_default_extractor_gives_what_the_posts_say():
    page = files("weft").joinpath("demo", "pages", "thread-snapping-warp.html").read_bytes()
    document = weft.extract(page)
    assert (document.page_type, document.chosen_by, len(document.records)) == ("forum", "records", 8)
    for record in document.records:
        assert record.fields["body"].value.split("\n")[-1] in document.text
        assert record.fields["time_text"].value not in document.text
    assert weft.extract(page, method="density").chosen_by == "density"
