"""The page of a site, its map and its dendrogram."""

import re

import numpy as np
import pytest

from weft import Document, Field, Record, parse
from weft.reports.cluster_map import Point, cluster_map, colour_of, scale, sketch_distances
from weft.reports.dendrogram import Merge, average_linkage, dendrogram
from weft.reports.medoid_page import MOST_BLOCKS, ShownBlock, medoid_page, shown_blocks
from weft.reports.site import ClusterSummary, FieldSummary, PagePoint, SiteSummary, site_page

EVIL = "<script>alert(1)</script>\"'&"
SKETCH = np.arange(128, dtype=np.uint64)


def test_scaling_keeps_distances_of_a_plane() -> None:
    places = np.random.default_rng(0).normal(size=(12, 2))
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)
    found = scale(distances)
    np.testing.assert_allclose(np.linalg.norm(found[:, None] - found[None], axis=2), distances, atol=1e-9)


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_scaling_of_points_that_are_alike(count: int) -> None:
    assert np.abs(scale(np.zeros((count, count)))).sum() == 0


def test_distances_of_sketches() -> None:
    half = np.where(np.arange(128) < 64, SKETCH, SKETCH + 1000).astype(np.uint64)
    np.testing.assert_array_equal(sketch_distances([SKETCH, half, SKETCH]), [[0, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0]])
    assert sketch_distances([]).shape == (0, 0)


def naive_average_linkage(distances: np.ndarray) -> list[Merge]:
    """The plain twin: all pairs of members averaged anew at every step."""
    groups: dict[int, list[int]] = {leaf: [leaf] for leaf in range(len(distances))}
    merges = []
    while len(groups) > 1:
        pairs = [(one, other) for one in groups for other in groups if one < other]
        means = {pair: distances[np.ix_(groups[pair[0]], groups[pair[1]])].mean() for pair in pairs}
        left, right = min(pairs, key=lambda pair: means[pair])
        merges.append(Merge(left, right, round(float(means[left, right]), 9)))
        groups[len(distances) + len(merges) - 1] = groups.pop(left) + groups.pop(right)
    return merges


def test_average_linkage_as_its_plain_twin() -> None:
    for seed in range(10):
        upper = np.triu(np.random.default_rng(seed).random((seed + 1, seed + 1)), 1)
        distances = upper + upper.T
        assert average_linkage(distances) == naive_average_linkage(distances)


def test_the_input_of_average_linkage_stays() -> None:
    distances = np.array([[0.0, 0.5], [0.5, 0.0]])
    average_linkage(distances)
    assert distances[0, 0] == 0


def test_dendrogram_names_every_leaf() -> None:
    svg = dendrogram(["a", EVIL, "c"], ["red"] * 3, np.array([[0, 0.2, 0.8], [0.2, 0, 0.6], [0.8, 0.6, 0]]))
    assert svg.count("<circle") == 3
    assert "<script" not in svg
    assert "80% of tag paths in common" in svg
    assert dendrogram(["only"], ["red"], np.zeros((1, 1))).count("<circle") == 1


def test_map_has_a_shape_each_inside_the_canvas() -> None:
    points = [Point(name=EVIL, colour=colour_of(0), pages=9)] + [Point(name=f"p{n}", colour="gray") for n in range(40)]
    svg = cluster_map(points, np.zeros((41, 41)))
    assert svg.count("<circle") == 41
    assert "<script" not in svg
    places = {(float(x), float(y)) for x, y in re.findall(r'cx="([\d.-]+)" cy="([\d.-]+)"', svg)}
    assert len(places) >= 40  # dots that would lie on each other do not
    assert all(0 <= x <= 760 and 0 <= y <= 420 for x, y in places)


def test_shown_blocks() -> None:
    page = parse("<nav>Menu</nav><h1>Looms</h1><p>Body <b>text</b></p><ul><li>One<li>Two</ul><p hidden>Gone</p>")
    heading, item = int(page.rows_of("h1")[0]), int(page.rows_of("li")[0])
    document = Document(
        page=page,
        keep=np.array([2]),
        chosen_by="template",
        fields={"title": Field(value="Looms", row=heading), "lost": Field(value="x")},
        records=(Record(start=item, end=int(page.end[item])),),
    )
    found = [(block.kind, block.text, block.fields) for block in shown_blocks(document)]
    assert found == [
        ("warp", "Menu", ()),
        ("field", "Looms", ("title",)),
        ("body", "Body text", ()),
        ("record", "One", ()),
        ("warp", "Two", ()),
        ("hidden", "Gone", ()),
    ]


def test_medoid_page_folds_warp_and_ends_somewhere() -> None:
    blocks = [ShownBlock(kind="warp", element="li", text=EVIL)] * (MOST_BLOCKS + 5)
    html = medoid_page(blocks)
    assert f"{MOST_BLOCKS} blocks of warp" in html
    assert "5 more blocks" in html
    assert "<script" not in html
    assert "<details" not in medoid_page(blocks[:2])


def summary(**changes: object) -> ClusterSummary:
    values: dict[str, object] = {
        "name": EVIL, "host": EVIL, "pages": 3, "medoid": EVIL, "page_type": "article", "is_learned": True,
        "confidence": 0.9, "sketch": SKETCH, "rules": [EVIL],
        "fields": [FieldSummary(name=EVIL, presence=1, value=EVIL)],
        "urls": {EVIL: 3}, "drift": EVIL, "shown_id": EVIL,
        "blocks": [ShownBlock(kind="body", element="p", text=EVIL, fields=(EVIL,))],
    }  # fmt: skip
    return ClusterSummary(**(values | changes))  # type: ignore[arg-type]


def test_nothing_of_a_site_runs_in_its_report() -> None:
    site = SiteSummary(
        name=EVIL,
        recipe={"learner": EVIL},
        clusters=[summary(), summary(is_learned=False, must_relearn=True)],
        notes=[EVIL],
        failures={EVIL: EVIL},
        pages=[PagePoint(page_id=EVIL, cluster=place, sketch=SKETCH) for place in (0, 1, -1)],
        unclustered=2,
        unfit=1,
    )
    html = site_page(site)
    assert "<script" not in html
    assert "default-src 'none'" in html
    assert not re.search(r"(src|href)=.?(https?:|//)", html)
    for told in (
        "too small to learn",
        "2 pages in no cluster",
        "1 of the given pages fit no cluster",
        "The medoid page",
    ):
        assert told in html
    tags = re.findall(r"<(/?)(svg|table|section|details|ul|div)\b", html)
    assert sum(1 if not slash else -1 for slash, _ in tags) == 0


def test_an_empty_site() -> None:
    html = site_page(SiteSummary(name="none", recipe={}, clusters=[]))
    assert "0 pages in 0 clusters" in html
    assert "<svg" not in html


def test_many_clusters_are_all_told_and_the_largest_drawn() -> None:
    html = site_page(SiteSummary(name="x", recipe={}, clusters=[summary(name=f"c{n}") for n in range(80)]))
    assert html.count("<section") == 80
    assert html.count('<circle class="cluster"') == 60
