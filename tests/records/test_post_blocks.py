"""The blocks that posts are made of, and how they become the text of a discussion."""

from importlib.resources import files

import numpy as np

import weft
from tests.records.forum_pages import POSTS, Post, thread
from tests.seeds import every_seed
from tests.soup import make_page
from weft.records import post_blocks


def texts(page: weft.Page, blocks: np.ndarray) -> list[str]:
    return [" ".join(page.blocks.text(block).split()) for block in blocks.tolist()]


def test_names_and_dates_are_no_posts():
    page = weft.parse(thread())
    count, blocks = post_blocks(page)
    said = " ".join(texts(page, blocks))
    assert count == len(POSTS)
    for post in POSTS:
        assert post.body in said
        assert post.time not in said


def test_a_quote_is_kept_or_left_out_whole():
    long, other = "The reed is the comb that beats the weft home.", "Nobody on this page says how a heddle is tied."
    quotes = [f"<blockquote><p>Ann wrote:</p><p>{text}</p></blockquote>Is it?" for text in (long, other)]
    bodies = (long, *quotes, POSTS[3].body)
    posts = tuple(Post("Ann", f"2022-09-0{day} 06:38", body) for day, body in enumerate(bodies, 1))
    page = weft.parse(thread(posts=posts))
    said = texts(page, post_blocks(page)[1])
    assert said.count(long) == 1
    assert said.count(other) == 1
    assert said.count("Ann wrote:") == 1
    assert said.count("Is it?") == 2


def test_a_page_without_posts_has_no_blocks():
    for html in ("", "<p>One", "<article><h1>Looms</h1><p>A loom holds the warp.</article>"):
        count, blocks = post_blocks(weft.parse(html))
        assert (count, blocks.tolist()) == (0, [])


@every_seed(60)
def test_blocks_of_random_pages_are_in_order(seed):
    page = weft.parse(make_page(seed))
    blocks = post_blocks(page)[1]
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
