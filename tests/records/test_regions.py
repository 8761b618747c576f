import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_candidates import children_above, plain_candidates_at
from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import parse
from weft.page import Page
from weft.records.evidence import Rows, gather
from weft.records.regions import MAX_REGIONS, REACH, candidates_at, find_branches, find_candidates, find_chain


def plain_common_ancestor(page: Page, left: int, right: int) -> int:
    above = {left, *page.ancestors(left)}
    return next(row for row in (right, *page.ancestors(right)) if row in above)


@every_seed(20)
def test_branches_and_children_above(seed: int) -> None:
    page = parse(make_page(seed, 150))
    rng = random.Random(seed)
    rows = sorted(rng.sample(range(1, len(page)), min(40, len(page) - 1)))
    meetings = Counter(plain_common_ancestor(page, *pair) for pair in pairwise(rows))
    expected = sorted(meetings, key=lambda row: (-meetings[row], row))[:MAX_REGIONS]
    assert find_branches(page, np.array(rows)) == expected
    assert children_above(page, 0, np.array(rows)).tolist() == [[row, *page.ancestors(row)][-2] for row in rows]


def assert_candidates_as_twin(page: Page, times: Rows) -> int:
    """How many candidates there are, the same in the kernel and in its twin."""
    count = 0
    for row in find_branches(page, times):
        candidates = candidates_at(page, row, times)
        assert candidates == plain_candidates_at(page, row, times)
        count += len(candidates)
    return count


def test_candidates_beside_the_plain_search() -> None:
    count = 0
    for seed in seeds(60):
        rng = random.Random(seed)
        for page in (parse(make_page(seed, 200)), parse(make_repeated(rng))):
            texts = np.flatnonzero(page.tag == 0)
            count += assert_candidates_as_twin(page, texts[[rng.random() < 0.5 for _ in texts]])
    assert count > 100


@pytest.mark.parametrize("layout", LAYOUTS)
def test_candidates_of_threads_beside_the_plain_search(layout: str) -> None:
    page = parse(thread(layout, POSTS))
    assert assert_candidates_as_twin(page, gather(page).times.rows)


def make_repeated(rng: random.Random) -> str:
    """Siblings that repeat, nested and with others between them, some built differently."""
    classes = ["post", "post odd", "post reply", "pager", "x y z", ""]

    def record(depth: int) -> str:
        inner = record(depth - 1) if depth and rng.random() < 0.4 else ""
        tag, name = rng.choice(["div", "div", "li", "p"]), rng.choice(classes)
        return f"<{tag} class='{name}'><b>one</b>two{inner}</{tag}>" + rng.choice(
            ["", "", " ", "three", "<hr>", "<form>f</form>"]
        )

    return "<main>" + "".join(record(3) for _ in range(rng.randrange(2, 9))) + "</main>"


def plain_chain(page: Page, times: list[int]) -> list[int]:
    """The longest chain: by kind of element the rows over times, where some lie in others."""
    under: dict[int, set[int]] = {}
    for time in times:
        kinds: dict[int, int] = {}
        for place in page.ancestors(time)[:REACH]:
            if page.classes(place):
                kinds.setdefault(int(page.table.step[place]), place)
        for kind, place in kinds.items():
            under.setdefault(kind, set()).add(place)
    chains = [sorted(rows) for rows in under.values()]
    chains = [rows for rows in chains if any(after < page.end[before] for before, after in pairwise(rows))]
    return max(chains, key=lambda rows: (len(rows), -rows[0]), default=[])


def test_chains_beside_the_plain_search() -> None:
    found = 0
    for seed in seeds(60):
        page = parse(make_page(seed, 150))
        times = np.flatnonzero(page.tag == 0)
        members = [list(candidate.members) for candidate in find_chain(page, times)]
        expected = plain_chain(page, times.tolist())
        assert members == ([expected] if expected else [])
        found += bool(expected)
    assert found > 3


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_region_of_the_posts_is_a_candidate(layout: str) -> None:
    page = parse(thread(layout))
    evidence = gather(page)
    texts = [" ".join(post.body.split()) for post in POSTS]
    whole = [
        candidate
        for candidate in find_candidates(page, evidence.times.rows)
        if len(candidate.ranges) == len(POSTS)
        and all(text in page.text_bytes[page.table.text_start[start] : page.table.text_end[end - 1]].decode()
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
