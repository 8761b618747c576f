"""Bodies, authors and columns of a region in the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_authors import FEATURES, plain_author_columns, plain_authors
from tests.records.plain_bodies import plain_bodies, plain_columns, plain_weights
from tests.records.test_board_rows import make_board
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.records.alignment import Slots, align_records
from weft.records.bodies import find_bodies, own_weights
from weft.records.evidence import Evidence, gather
from weft.records.model import default_model
from weft.records.names import author_columns, find_authors, name_arrays, says_nothing
from weft.records.posts import find_post_times, in_spans
from weft.records.regions import find_candidates


def assert_as_twin(evidence: Evidence, slots: Slots) -> None:
    """All parts of a region are the same in the kernel and in its twin."""
    trees = default_model().trees
    np.testing.assert_allclose(own_weights(evidence, slots), plain_weights(evidence, slots), rtol=1e-12)
    bodies, plain = find_bodies(evidence, slots, trees["bodies"]), plain_bodies(evidence, slots, trees["bodies"])
    assert (bodies.spans, bodies.odd) == (plain.spans, plain.odd)
    told, wanted = ((its.mass, its.likely, its.runner_up) for its in (bodies, plain))
    np.testing.assert_allclose(told, wanted, rtol=1e-9)
    said = in_spans(evidence.page, bodies.spans)
    times = find_post_times(evidence, slots, bodies.spans, default_model())
    columns, features = author_columns(evidence, slots, said, times)
    plain_found, plain_features = plain_author_columns(evidence, slots, said, times)
    assert columns == plain_found
    np.testing.assert_allclose(features, plain_features, rtol=1e-5, atol=1e-6, strict=True)
    assert find_authors(evidence, slots, said, times, trees["authors"]) == plain_authors(
        evidence, slots, said, times, trees["authors"]
    )
    rng = np.random.default_rng(len(slots.rows))
    for plain_share in (0.0, 0.5, 2.0):
        picked = rng.random(len(slots.rows)) < 0.5
        found, expected = slots.columns(picked, plain=plain_share), plain_columns(slots, picked, plain=plain_share)
        assert list(found) == list(expected)
        assert [list(column.items()) for column in found.values()] == [
            list(column.items()) for column in expected.values()
        ]


def make_posts(rng: random.Random) -> str:
    """Records with dressed names, odd bodies, loose texts and times."""

    def part(kind: str) -> str:
        name = rng.choice(["Ann", "bob 2", "Éva", "Reply", "by Cy", "12", "x²"])
        text = "word " * rng.randrange(1, 30)
        dress = rng.choice(["b", "span", "i", "a href=/user/1", "h3", "time"])
        parts = {
            "name": f"<{dress} class={rng.choice(['author', 'x', 'rank'])}>{name}</{dress.split()[0]}>",
            "time": f"<i>2022-09-{rng.randrange(10, 28)} 06:38</i>",
            "body": f"<{rng.choice(['div', 'p'])} class={rng.choice(['body', 'text', 'sig'])}>{text}</div>",
            "loose": f"{text}<br>",
            "pager": "<div class=pagination>1</div>",
            "twice": "<div>Quote</div>",
        }
        return parts[kind]

    kinds = [rng.choice(["name", "time", "body", "loose", "pager", "twice"]) for _ in range(6)]
    tag = rng.choice(["li", "div", "tr><td"])
    posts = (
        f"<{tag}>" + "".join(part(kind) for kind in kinds if rng.random() < 0.9) + f"</{tag.split('>')[0]}>"
        for _ in range(rng.randrange(1, 9))
    )
    return "<table>" * tag.startswith("tr") + "".join(posts)


def cut_at_random(evidence: Evidence, rng: random.Random) -> Slots:
    edges = sorted(rng.sample(range(1, len(evidence.page)), min(12, len(evidence.page) - 1) // 2 * 2))
    return align_records(evidence, list(zip(edges[::2], edges[1::2], strict=True)))


def test_the_features_are_those_of_the_twin() -> None:
    assert tuple(_native.NAME_FEATURES) == FEATURES


@every_seed(40)
def test_the_twin_reads_the_same_of_random_regions(seed: int) -> None:
    rng = random.Random(seed)
    for html in (make_page(seed, 200), make_posts(rng), make_board(rng)):
        evidence = gather(parse(html))
        if len(evidence.page) > 3:
            assert_as_twin(evidence, cut_at_random(evidence, rng))
        for candidate in find_candidates(evidence.page, evidence.times.rows)[:3]:
            assert_as_twin(evidence, align_records(evidence, candidate.ranges))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_reads_the_same_of_threads(layout: str) -> None:
    evidence = gather(parse(thread(layout, POSTS)))
    for candidate in find_candidates(evidence.page, evidence.times.rows):
        assert_as_twin(evidence, align_records(evidence, candidate.ranges))


def test_parts_of_another_page_are_refused() -> None:
    evidence, other = gather(parse("<li>One<li>Two")), gather(parse("<p>One<p>Two<p>Three"))
    slots, trees = align_records(evidence, [(3, 5), (5, 7)]), default_model().trees
    table, columns, none = evidence.page.table, evidence.columns, np.zeros(0, np.int64)
    quiet, names, taken = says_nothing(evidence), name_arrays(evidence), np.zeros(len(evidence.page), np.bool_)
    region = (slots.ranges, slots.slot)
    for call in (
        lambda: _native.find_bodies(table, columns, says_nothing(other), none, *region, trees["bodies"]),
        lambda: _native.find_bodies(table, columns, quiet, none, [(3, 99)], slots.slot, trees["bodies"]),
        lambda: _native.find_bodies(table, columns, quiet, none, *region, trees["authors"]),
        lambda: _native.own_weights(table, columns, quiet[1:], none, *region),
        lambda: _native.author_columns(table, columns, name_arrays(other), taken, none, *region),
        lambda: _native.author_columns(table, columns, names, taken, np.array([99, 99]), *region),
        lambda: _native.find_authors(table, columns, names, taken, np.array([-1, -1]), *region, trees["bodies"]),
        lambda: _native.text_columns(table, *region, np.zeros(1, np.bool_), 0.5),
    ):
        with pytest.raises(ValueError, match=r"are not those|other features"):
            call()


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots, trees = align_records(evidence, [(3, len(evidence.page))]), default_model().trees
    table, columns, none = evidence.page.table, evidence.columns, np.zeros(0, np.int64)
    quiet, names, taken = says_nothing(evidence), name_arrays(evidence), np.zeros(len(evidence.page), np.bool_)
    region, picked = (slots.ranges, slots.slot), np.ones(len(slots.rows), np.bool_)
    for call in (
        lambda: _native.find_bodies(table, columns, quiet, none, *region, trees["bodies"], seconds=0.0),
        lambda: _native.author_columns(table, columns, names, taken, np.array([-1]), *region, seconds=0.0),
        lambda: _native.text_columns(table, *region, picked, 0.5, seconds=0.0),
    ):
        with pytest.raises(_native.LimitTripped):
            call()
