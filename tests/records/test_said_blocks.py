"""The blocks that bodies say in the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, thread
from tests.records.plain_said_blocks import Body, plain_said_blocks, said_blocks
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.records.evidence import Evidence, gather
from weft.records.find import RecordSearch

LONG = "It is so, and so it was before all of us came"
SAYINGS = [LONG, "Yes", "Is it\u2003so, and was it so before all of us came?", "abc"]
PARTS = [
    "<blockquote>{0}</blockquote>",
    "<p>{0}",
    "<button>{0}</button>",
    "<p class=signature>{0}</p>",
    "<p hidden>{0}</p>",
    "<div class=quote>{0} <b>{0}</b></div>",
    "{0}<br>",
    "<select><option>{0}</select>",
]


def posts(rng: random.Random) -> str:
    """Posts with quotes, buttons, signatures and hidden texts, of which some say what others said."""

    def post() -> str:
        return "".join(rng.choice(PARTS).format(rng.choice(SAYINGS)) for _ in range(rng.randrange(5)))

    return "".join(f"<div class=post>{post()}</div>" for _ in range(6))


def bodies_of(evidence: Evidence, rng: random.Random) -> list[Body]:
    """Ranges of rows that do not overlap, with rows that were cut and quotes, or without either."""

    def few(start: int, end: int) -> list[int] | None:
        return sorted(rng.sample(range(start, end), min(3, end - start))) if rng.random() < 0.7 else None

    edges = sorted(rng.sample(range(len(evidence.page) + 1), min(8, len(evidence.page))))
    bodies: list[Body] = []
    for start, end in zip(edges[::2], edges[1::2], strict=False):
        bodies.append(((start, end), few(start, end), few(start, end)))
    return [*bodies, ((0, 0), None, None)]


@every_seed(60)
def test_the_twin_finds_the_same_blocks(seed: int) -> None:
    rng = random.Random(seed)
    for html in (make_page(seed, 200), RandomPage(seed).html(), posts(rng)):
        evidence = gather(parse(html))
        for bodies in (bodies_of(evidence, rng), []):
            count, blocks = said_blocks(evidence, bodies)
            wanted, plain = plain_said_blocks(evidence, bodies)
            assert count == wanted
            np.testing.assert_array_equal(blocks, plain, strict=True)


def test_what_was_said_before_is_left_out() -> None:
    again = LONG.replace(" ", "  ")
    html = f"<div>{LONG}</div><div><blockquote>{LONG}</blockquote><p>Yes</div><div>{again}<p>Yes</div>"
    evidence = gather(parse(html))
    rows = [int(row) for row in evidence.page.rows_of("div")]
    count, blocks = said_blocks(evidence, [((row, int(evidence.page.end[row])), None, None) for row in rows])
    assert count == 3
    assert [evidence.page.blocks.text(block) for block in blocks] == [LONG, "Yes", "Yes"]


def test_posts_of_threads() -> None:
    for layout in LAYOUTS:
        search = RecordSearch(parse(thread(layout)))
        bodies = [(post.body, post.cut, post.quotes) for post in search.posts()]
        np.testing.assert_array_equal(search.post_blocks()[1], plain_said_blocks(search.evidence, bodies)[1])


def test_bodies_of_other_pages_are_refused() -> None:
    evidence = gather(parse("<p>One"))
    for body in (((0, 99), None, None), ((0, 2), [1, 0], None), ((0, 2), None, [1, 0])):
        with pytest.raises(ValueError, match="page"):
            _native.said_blocks(evidence.page.table, evidence.columns, [body])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>One" * 9_000))
    with pytest.raises(_native.LimitTripped):
        _native.said_blocks(evidence.page.table, evidence.columns, [((0, 18_000), None, None)], seconds=0.0)
