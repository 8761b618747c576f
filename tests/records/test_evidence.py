from itertools import pairwise

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.seeds import seeds
from tests.soup import make_page
from weft import _native, parse
from weft.page import Page
from weft.records.evidence import REGION_REACH, find_candidates, find_chain, gather, link_around
from weft.records.times import mark


def test_a_text_that_repeats_the_title_speaks_against_a_body() -> None:
    evidence = gather(parse("<title>A long story</title><p>Re: A long story<p>A short story"))
    assert evidence.weights[evidence.text_rows].tolist() == [-13.0, 11.0]


def test_a_link_far_above_is_not_around_a_text() -> None:
    evidence = gather(parse("<a href=/>" + "<b>" * 5 + "x" + "<i>" + "y"))
    near, far = evidence.text_rows.tolist()
    assert link_around(evidence, near) >= 0
    assert link_around(evidence, far) == -1
    assert link_around(evidence, near, reach=5) == -1


def test_rows_of_another_page_are_refused() -> None:
    page, none = parse("<p>One"), np.zeros(0, np.int64)
    with pytest.raises(ValueError, match="rows"):
        _native.record_evidence(page.table, mark(page), np.array([99]), none)
    with pytest.raises(ValueError, match="marks"):
        _native.record_evidence(page.table, mark(parse("<p>One<p>Two")), none, none)


def test_the_deadline_is_asked() -> None:
    page, none = parse("<p>One" * 20_000), np.zeros(0, np.int64)
    with pytest.raises(_native.LimitTripped):
        _native.record_evidence(page.table, mark(page), none, none, seconds=0.0)


def plain_chain(page: Page, times: list[int]) -> list[int]:
    """The longest chain: by kind of element the rows over times, where some lie in others."""
    under: dict[int, set[int]] = {}
    for time in times:
        kinds: dict[int, int] = {}
        for place in page.ancestors(time)[:REGION_REACH]:
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
