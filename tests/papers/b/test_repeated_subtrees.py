"""Repeated subtrees: paper B's own cases, and the plain twin of its features."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.page import Page
from weft.papers.b.repeated_subtrees import (
    PRINTED,
    RepeatedSubtrees,
    cluster_children,
    merge_clusters,
    subtree_features,
)

POST = '<div id="post_{0}" class="p{0}"><b>Ann</b><em>2022-09-04 06:{1}</em><p>Text {0}</p></div>'


def posts(count: int) -> str:
    return "".join(POST.format(1000 + number, 10 + number) for number in range(count))


def starts(page: Page, method: RepeatedSubtrees) -> list[str]:
    return [page.id(record.start) for region in method.find(page) for record in region.records]


def test_posts_of_one_build_are_records() -> None:
    page = parse(f"<ul><li>Home<li>Help</ul><div id=list>{posts(3)}</div>")
    (region,) = RepeatedSubtrees().find(page)
    assert page.id(region.row) == "list"
    assert starts(page, RepeatedSubtrees()) == ["post_1000", "post_1001", "post_1002"]
    assert all(record.end == page.end[record.start] for record in region.records)


@pytest.mark.parametrize("html", ["", "<p>2022-09-04 06:38</p>", f"<div>{posts(1)}</div>", "<ul><li>A<li>B<li>C</ul>"])
def test_what_does_not_repeat_with_times_is_nothing(html: str) -> None:
    assert RepeatedSubtrees().find(parse(html)) == ()


def test_parts_at_a_constant_distance_are_one_record() -> None:
    part = "<div class=head><b>Ann</b> <i>2022-09-0{0} 06:38</i></div><div class=text><p>Text {0}</div>"
    page = parse("<div>" + "".join(part.format(number) for number in (1, 2, 3)) + "</div>")
    (region,) = RepeatedSubtrees().find(page)
    texts = [
        "".join(page.text(row) for row in range(record.start, record.end) if page.chars[row])
        for record in region.records
    ]
    assert texts == ["Ann2022-09-01 06:38Text 1", "Ann2022-09-02 06:38Text 2", "Ann2022-09-03 06:38Text 3"]


def test_a_cluster_that_reaches_over_the_next_record_is_no_part_of_it() -> None:
    assert merge_clusters([[0, 1], [5, 6]]) == [[(0, 0), (1, 1)], [(5, 5), (6, 6)]]
    assert merge_clusters([[0, 3], [1, 5]]) == [[(0, 0), (3, 3)], [(1, 1), (5, 5)]]


def test_an_advertisement_between_posts_is_left_out() -> None:
    advertisement = "<div><b>Buy</b><em>now</em><p>Cheap</p></div>"
    page = parse(f"<div>{posts(2)}{advertisement}{posts(1)}</div>")
    assert starts(page, RepeatedSubtrees()) == ["post_1000", "post_1001", "post_1000"]


def test_the_main_post_stands_to_the_left() -> None:
    first = "<div id=first><h1>Title</h1><span>2022-09-03 06:00</span><table><tr><td>A long first post</table></div>"
    sibling = parse(f"<div>{first}{posts(2)}</div>")
    assert starts(sibling, RepeatedSubtrees()) == ["first", "post_1000", "post_1001"]
    beside = parse(f"<div>{first}<div>{posts(2)}</div></div>")
    assert starts(beside, RepeatedSubtrees()) == ["first", "post_1000", "post_1001"]
    untimed = parse(f"<div><div id=first>A long notice without a time</div>{posts(2)}</div>")
    assert starts(untimed, RepeatedSubtrees()) == ["post_1000", "post_1001"]


def test_the_printed_filters_are_strict() -> None:
    rows = "<ul>" + "".join(f"<li><b>Ann</b> 2022-09-0{number}" for number in (1, 2)) + "</ul>"
    assert len(RepeatedSubtrees().find(parse(rows))) == 1
    assert PRINTED.find(parse(rows)) == ()
    small = parse(f"<div>{posts(2)}</div>".replace("post_100", "post_"))
    assert starts(small, RepeatedSubtrees()) == ["post_0", "post_1"]
    assert PRINTED.find(small) == ()
    deep = parse("<div>" * 14 + posts(2))
    assert len(RepeatedSubtrees().find(deep)) == 1
    assert PRINTED.find(deep) == ()


def test_the_deepest_governing_node_wins() -> None:
    outer = "".join(f"<div><i>2022-09-0{number}</i><section>{posts(2)}</section></div>" for number in (1, 2))
    page = parse(f"<div id=outer>{outer}</div>")
    (region,) = RepeatedSubtrees(far_main_post=False).find(page)
    assert page.tag_name(region.row) == "section"


@every_seed(40)
def test_features_are_the_paths_of_the_plain_twin(seed: int) -> None:
    page = parse(make_page(seed, 80))
    features = subtree_features(page)
    rows = [row for row in range(len(page)) if page.tag[row]]
    numbers: dict[int, set[tuple[int, ...]]] = {}
    for row in rows:
        paths = plain_paths(page, row)
        found = features.of(row)
        assert len(found) == len(paths)
        for other in rows[:: max(1, len(rows) // 8)]:
            assert (found == features.of(other)) == (paths == plain_paths(page, other))
        numbers[row] = paths
    children = [child for child in page.children(0) if page.tag[child]]
    assert sum(map(len, cluster_children(page, children, features, 0.3))) == len(children)


def plain_paths(page: Page, row: int) -> set[tuple[int, ...]]:
    """Every end node's steps below the row, walked upwards one by one."""
    paths = set()
    for end in range(row, int(page.end[row])):
        children = page.children(end)
        own_text = any(page.chars[child] for child in children)
        if page.tag[end] and (own_text or not any(page.tag[child] for child in children)):
            steps = []
            while end != row:
                steps.append(int(page.table.step[end]))
                end = int(page.parent[end])
            paths.add(tuple(steps))
    return paths


def test_a_hostile_page_takes_no_long_time() -> None:
    rows = "".join(f"<li><p class={chr(97 + number % 20)}>2022-09-04</p>" for number in range(5000))
    page = parse(f"<ul>{rows}</ul>" + "<div>" * 1500 + "2022-09-04")
    assert len(RepeatedSubtrees().find(page)) == 1
