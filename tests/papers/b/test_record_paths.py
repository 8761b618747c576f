"""Record paths against the two repaired distances of paper B, written out."""

import math

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.sites.similarity.plain import end_nodes, near_pages, path_to, step_of
from weft import Page, parse
from weft.papers.b.record_paths import RecordPaths
from weft.sites.similarity import SIMILARITIES

DISTANCES = {
    "root": lambda a, b, overlap: (math.sqrt(a * b) + 1) / (overlap + 1) - 1,
    "square": lambda a, b, overlap: (a * b + 1) / (overlap**2 + 1) - 1,
}


def plain_set(page: Page, rows: list[int]) -> set[tuple[tuple[str, ...], ...]]:
    return {tuple(step_of(node) for node in path_to(end, row)) for row in rows for end in end_nodes(page, row)}


@pytest.mark.parametrize("repair", ["root", "square"])
@every_seed(15)
def test_one_over_one_and_the_distance(seed, repair):
    similarity = RecordPaths(repair=repair)
    pages = near_pages(seed)
    records = [
        [row for row in page.rows_of("p", "li", "td") if not {"p", "li", "td"} & above(page, row)] for page in pages
    ]
    sets = [plain_set(page, rows) for page, rows in zip(pages, records, strict=True)]
    found = [
        similarity.describe_records(page, np.array(rows, dtype=np.int64))
        for page, rows in zip(pages, records, strict=True)
    ]
    for a, plain_a in zip(found, sets, strict=True):
        for b, plain_b in zip(found, sets, strict=True):
            distance = DISTANCES[repair](len(plain_a), len(plain_b), len(plain_a & plain_b))
            expected = 1 / (1 + distance) if plain_a and plain_b else 0
            assert similarity.compare(a, b) == pytest.approx(expected, abs=1e-12)


def above(page: Page, row: int) -> set[str]:
    return {page.tag_name(other) for other in page.ancestors(row)} | nested(page, row)


def nested(page: Page, row: int) -> set[str]:
    return {page.tag_name(other) for other in range(row + 1, page.end[row])}


def test_the_printed_distance_keeps_a_page_away_from_itself():
    page = parse("<div><b>1</b><i>2</i><u>3</u><p>4</p></div>")
    four = RecordPaths().describe_records(page, page.rows_of("div"))
    assert len(four) == 4
    assert RecordPaths(repair="printed").compare(four, four) == pytest.approx(1 / (1 + 2.4))


@every_seed(15)
def test_last_steps_written_out(seed):
    for page in near_pages(seed):
        rows = [row for row in page.rows_of("p", "li", "td") if not {"p", "li", "td"} & above(page, row)]
        found = RecordPaths(last_steps=3).describe_records(page, np.array(rows, dtype=np.int64))
        plain = set()
        for end in {end for row in rows for end in end_nodes(page, row)}:
            steps = [step_of(node) for node in path_to(end, 0)][::-1][:3]
            plain.add(tuple(steps + [steps[-1]] * (3 - len(steps))))
        assert len(found) == len(plain)


def test_last_steps_do_not_see_where_a_record_begins():
    page = parse("<div class=post><div class=in><p><b>Ann</b><i>said</i></p><p>Hello</p></div></div>")
    outer, inner = page.rows_of("div")
    whole, last = RecordPaths(repair="root"), RecordPaths(repair="root", last_steps=2)

    def alike(similarity):
        a, b = (similarity.describe_records(page, np.array([row])) for row in (outer, inner))
        return similarity.compare(a, b)

    assert alike(whole) < 1 / 3
    assert alike(last) == 1


def test_records_alone_count():
    similarity = RecordPaths()
    first = parse("<nav><a>menu</a></nav><div class=post-1><b>Ann</b><p>hello</p></div>")
    second = parse("<main><section><div class=post-27><b>Bob</b><p>hi</p></div></section></main>")
    a, b = (similarity.describe_records(page, page.rows_of("div")) for page in (first, second))
    assert similarity.compare(a, b) == 1
    assert similarity.compare(similarity.describe(first), similarity.describe(second)) < 0.5


def test_pages_without_records_stay_out():
    similarity = RecordPaths()
    page = parse("<p>a")
    none = similarity.describe_records(page, np.zeros(0, dtype=np.int64))
    assert similarity.compare(none, none) == 0
    assert similarity.compare(none, similarity.describe(page)) == 0


def thread(*posts: str, foot: str) -> Page:
    said = "".join(
        f"<li class=post><a class=author href=/u/{n}>name{n}</a> <time>2022-09-0{n} 06:38</time><p>{text}</p></li>"
        for n, text in enumerate(posts, start=1)
    )
    return parse(f"<a href=/forum>Forum</a><h1>Looms</h1><ol>{said}</ol>{foot}")


def test_by_name_pages_are_compared_by_their_records() -> None:
    similarity = SIMILARITIES["record_paths"]
    one = thread("Which loom is best?", "A table loom is.", foot="<p>A")
    other = thread("What is a heddle?", "It lifts the warp.", "Thanks.", foot="<table><tr><td><b>x</b></table>")
    assert similarity.compare(similarity.describe(one), similarity.describe(other)) == 1
    body = SIMILARITIES["record_paths_body"]
    assert body.compare(body.describe(one), body.describe(other)) < 1
    nothing = similarity.describe(parse("<p>A page without records."))
    assert not len(nothing)
    assert similarity.compare(nothing, nothing) == 0
