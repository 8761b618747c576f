import random

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.soup import make_page
from weft import parse
from weft.page import Page
from weft.records.evidence import gather
from weft.records.regions import children_above, common_ancestors, find_candidates


def plain_common_ancestor(page: Page, left: int, right: int) -> int:
    above = {left, *page.ancestors(left)}
    return next(row for row in (right, *page.ancestors(right)) if row in above)


@pytest.mark.parametrize("seed", range(20))
def test_common_ancestors_and_children_above(seed: int) -> None:
    page = parse(make_page(seed, 150))
    rng = random.Random(seed)
    left, right = (np.array([rng.randrange(len(page)) for _ in range(60)]) for _ in "ab")
    found = common_ancestors(page, left, right)
    assert found.tolist() == [
        plain_common_ancestor(page, *pair) for pair in zip(left.tolist(), right.tolist(), strict=True)
    ]
    below = np.array([row for row in left.tolist() if row > 0])
    assert children_above(page, 0, below).tolist() == [[row, *page.ancestors(row)][-2] for row in below.tolist()]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_region_of_the_posts_is_a_candidate(layout: str) -> None:
    page = parse(thread(layout))
    known = gather(page)
    texts = [" ".join(post.body.split()) for post in POSTS]
    whole = [
        candidate
        for candidate in find_candidates(page, known.times.rows)
        if len(candidate.ranges) == len(POSTS)
        and all(text in page.source[page.table.text_start[start] : page.table.text_end[end - 1]].decode()
                for (start, end), text in zip(candidate.ranges, texts, strict=True))
    ]  # fmt: skip
    assert whole


def test_records_never_overlap() -> None:
    for layout in LAYOUTS:
        page = parse(thread(layout))
        for candidate in find_candidates(page, gather(page).times.rows):
            for (_, end), (start, _) in zip(candidate.ranges, candidate.ranges[1:], strict=False):
                assert end <= start


def test_no_times_no_regions() -> None:
    page = parse("<ul><li>One<li>Two</ul>")
    assert find_candidates(page, gather(page).times.rows) == []


def test_a_chain_of_replies() -> None:
    html = "".join(f"<div class=reply><b>A{n}</b> <i>2022-09-0{n} 10:00</i> text {n}" for n in range(1, 6))
    page = parse(html)
    ranges = [candidate.ranges for candidate in find_candidates(page, gather(page).times.rows)]
    assert [len(spans) for spans in ranges if len(spans) == 5]
