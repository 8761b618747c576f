"""Posts that may stand alone in the kernel beside those of its twin."""

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_lone_features import FEATURES, plain_posts_in
from tests.seeds import seeds
from tests.soup import make_page
from weft import _native, parse
from weft.records.evidence import gather
from weft.records.names import name_arrays
from weft.records.posts import Post
from weft.records.reading_features import PageMeasures
from weft.records.single_post import _read_tries, _Try, find_lone_posts, find_main_posts

STAMPS = [
    "<p>2022-09-04 06:38</p>",
    "<div class=author>by Ann <i>3 May 2021</i></div>loose text<hr>",
    "<h2>4 May 2021</h2>",
]


def assert_as_twin(html: str, usual: int = -1) -> int:
    """How many posts may stand alone, the same with the same features in the kernel and in its twin."""
    measures = PageMeasures(gather(parse(html)), 1.5)
    page, times = measures.page, measures.evidence.times.rows
    steps = frozenset([int(page.table.step[usual])] if 0 <= usual < len(page) else [])
    count = 0
    for index, row in enumerate(times.tolist()):
        for level, above in enumerate([*page.ancestors(row)]):
            said = {"level": float(level), "in_region": 1.0}
            span = above, int(page.end[above])
            lone = _read_tries(measures, [_Try(span=span, time=index, said=said)], usual=steps)
            plain = list(plain_posts_in(measures, span, index, said, steps))
            assert [one.post for one in lone] == [post for post, _ in plain]
            for one, (_, features) in zip(lone, plain, strict=True):
                np.testing.assert_allclose(one.features, np.array(features, np.float32), rtol=1e-5, atol=1e-6)
            count += len(lone)
    return count


def test_the_columns_are_those_of_the_twin() -> None:
    assert tuple(_native.LONE_FEATURES) == FEATURES


def test_the_twin_reads_the_same_of_random_pages() -> None:
    count = 0
    for seed in seeds(25):
        before, behind = make_page(seed, 12), make_page(seed + 1000, 30)
        count += assert_as_twin(f"<p>One</p>{STAMPS[seed % 3]}{before}{STAMPS[seed % 2]}{behind}", usual=seed)
    assert count > 100


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_reads_the_same_of_threads(layout: str) -> None:
    assert assert_as_twin(thread(layout, POSTS[:2]), usual=20) > 0


def test_main_posts_know_the_first_record() -> None:
    head = (
        "<div><a class=author href=/user/1>Ann</a> <i>2022-09-04 06:38</i><p>A question that is long enough</p></div>"
    )
    page = parse(f"<main>{head}<section>{head}</section></main>")
    measures = PageMeasures(gather(page), 1.5)
    first = find_lone_posts(measures, [])[-1].post
    start = int(page.rows_of("section")[0])
    posts = [Post(start=start, end=first.end, body=first.body, author=first.author, time=1)]
    lone = find_main_posts(measures, posts)
    same = FEATURES.index("same_name")
    assert 1.0 in {float(one.features[same]) for one in lone}
    assert all(one.features[FEATURES.index("is_main")] == 1.0 for one in lone)


def test_what_is_of_another_page_is_refused() -> None:
    evidence = gather(parse("<p>2022-09-04 06:38"))
    table, columns, names, times = evidence.page.table, evidence.columns, name_arrays(evidence), evidence.times.rows
    sums = PageMeasures(evidence, 0.0).sums
    for tries in ([(0, 99, 0)], [(0, 2, 7)], [(2, 2, 0)]):
        with pytest.raises(ValueError, match="another page"):
            _native.lone_posts(table, columns, names, sums, times, tries, [])
    with pytest.raises(ValueError, match="another page"):
        _native.lone_posts(table, columns, (names[0][1:], *names[1:]), sums, times, [], [])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>2022-09-04 06:38" * 500))
    names, sums = name_arrays(evidence), PageMeasures(evidence, 0.0).sums
    with pytest.raises(_native.LimitTripped):
        _native.lone_posts(
            evidence.page.table, evidence.columns, names, sums, evidence.times.rows, [(0, 99, 0)], [], seconds=0.0
        )
