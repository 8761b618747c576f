"""The page of a site.

The map of clusters and the dendrogram.
"""

import re
from itertools import pairwise

import numpy as np
import pytest

from weft import parse
from weft.reports.blocks import ShownBlock
from weft.reports.site import (
    HEIGHT,
    MAX_BLOCKS,
    MAX_CLUSTERS,
    MAX_RULES,
    TREE,
    WIDTH,
    ClusterSummary,
    FieldSummary,
    Merge,
    PagePoint,
    Point,
    SiteSummary,
    average_linkage,
    cluster_map,
    colour_of,
    dendrogram,
    scale,
    site_page,
    sketch_distances,
)

EVIL = "<script>alert(1)</script>\"'&"
SKETCH = np.arange(128, dtype=np.uint64)


def summary(**changes: object) -> ClusterSummary:
    values: dict[str, object] = {
        "name": EVIL, "host": EVIL, "pages": 3, "medoid": EVIL, "page_type": "article", "is_learned": True,
        "confidence": 0.9, "sketch": SKETCH, "rules": [EVIL],
        "fields": [FieldSummary(name=EVIL, presence=1, value=EVIL)],
        "drift": EVIL, "shown_id": EVIL,
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
        pages=[PagePoint(page_id=EVIL, cluster=cluster, sketch=SKETCH) for cluster in (0, 1, -1)],
        unclustered=2,
        unfit=1,
    )
    html = site_page(site)
    assert html.count("<script") == 1  # ours
    assert "default-src 'none'" in html
    assert not re.search(r"(src|href)=.?(https?:|//)", html)
    for told in (
        "too small to learn",
        "2 pages in no cluster",
        "1 of the given pages fit no cluster",
        "The most typical page",
    ):
        assert told in html
    tags = re.findall(r"<(/?)(svg|table|section|details|ul|div)\b", html)
    assert sum(1 if not slash else -1 for slash, _ in tags) == 0


def test_an_empty_site() -> None:
    html = site_page(SiteSummary(name="none", recipe={}, clusters=[]))
    text = " ".join(parse(html).text(0).split())
    assert "0 pages 0 clusters" in text
    assert "Map" not in text


def test_many_clusters_are_all_told_and_the_largest_drawn() -> None:
    html = site_page(SiteSummary(name="x", recipe={}, clusters=[summary(name=f"c{n}") for n in range(80)]))
    assert html.count("<section") == 80
    assert html.count('<circle class="cluster"') == MAX_CLUSTERS


def test_everything_of_a_cluster_is_shown() -> None:
    cluster = summary(
        name="news", host="weft.example", medoid="looms.html", shown_id="dyes.html", drift="9 pages looked at",
        rules=[f"rule {n}" for n in range(MAX_RULES + 2)],
        fields=[FieldSummary(name="title", presence=0.8, value="Looms", examples=["Looms", "Warps"])],
        blocks=[ShownBlock(kind="warp", element="li", text="Menu")] * (MAX_BLOCKS + 5),
    )  # fmt: skip
    site = SiteSummary(name="x", recipe={"learner": "slots"}, clusters=[cluster], failures={"a": "empty"})
    text = " ".join(parse(site_page(site)).text(0).split())
    for shown in (
        "3 pages 1 cluster 1 page could not be read How it was learned learnerslots",
        "3 pages · article · weft.example · most typical: looms.html · 0.90",
        "rule 0",
        "… and 2 more",
        "title text 80% Looms · Warps",
        "A page: dyes.html",
        f"{MAX_BLOCKS} blocks that the pages share",
        "… and 5 more blocks",
        "9 pages looked at",
        "Pages that could not be read empty",
    ):
        assert shown in text
    assert f"rule {MAX_RULES}" not in text


def test_a_cluster_that_must_be_learned_again_is_marked() -> None:
    clusters = [summary(drift="keep", must_relearn=False), summary(drift="relearn", must_relearn=True)]
    page = parse(site_page(SiteSummary(name="x", recipe={}, clusters=clusters)))
    marked = [page.text(row) for row in range(len(page)) if page.tag[row] and "bad" in page.classes(row)]
    assert marked == ["has changed: learn again", "has changed: learn again", "relearn"]  # table, section, why


def test_scaling_keeps_distances_of_a_plane() -> None:
    positions = np.random.default_rng(0).normal(size=(12, 2))
    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    scaled = scale(distances)
    np.testing.assert_allclose(np.linalg.norm(scaled[:, None] - scaled[None], axis=2), distances, atol=1e-9)


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
        assert average_linkage(distances) == naive_average_linkage(distances), f"seed {seed}"


def test_the_input_of_average_linkage_stays() -> None:
    distances = np.array([[0.0, 0.5], [0.5, 0.0]])
    average_linkage(distances)
    assert distances[0, 0] == 0


def test_dendrogram_names_every_leaf() -> None:
    tree = dendrogram(["a", "b", "c"], ["red"] * 3, np.array([[0, 0.2, 0.8], [0.2, 0, 0.6], [0.8, 0.6, 0]]))
    assert {(name, y) for name, _, y in tree.leaves} == {("c", 10), ("a", 30), ("b", 50)}  # no branches cross
    assert [share for _, share in tree.branches] == [0.8, pytest.approx(0.3)]
    # The first branch joins the leaves a and b at 80 % of the width, the second joins c with the middle of both.
    assert tree.branches[0][0] == f"M{TREE:.1f} 30.0H{0.8 * TREE:.1f}V50.0H{TREE:.1f}"
    assert tree.branches[1][0] == f"M{TREE:.1f} 10.0H{0.3 * TREE:.1f}V40.0H{0.8 * TREE:.1f}"


def test_small_dendrograms() -> None:
    assert dendrogram(["only"], ["red"], np.zeros((1, 1))).leaves == [("only", "red", 10)]
    assert dendrogram([], [], np.zeros((0, 0))).leaves == []


def test_map_has_a_shape_each_inside_the_canvas() -> None:
    points = [Point(name=f"p{n}", colour="gray") for n in range(40)]
    points.insert(7, Point(name="cluster", colour=colour_of(0), pages=9))
    drawn = cluster_map(points, np.zeros((41, 41)))
    assert drawn.points[0][0].name == "cluster"  # dots are drawn over circles
    assert len({(round(x, 1), round(y, 1)) for _, x, y in drawn.points}) >= 40  # dots do not lie on each other
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for _, x, y in drawn.points)
    assert [point.name for (point, _, _), _ in drawn.labels] == ["cluster"]


def test_labels_do_not_cover_each_other() -> None:
    points = [Point(name=f"a long name {n}", colour="gray", pages=n + 1) for n in range(10)]
    heights = sorted(y for (_, _, y), _ in cluster_map(points, np.zeros((10, 10))).labels)
    assert all(below - above >= 13 for above, below in pairwise(heights))


def test_labels_stay_on_the_canvas() -> None:
    distances = np.array([[0.0, 1.0], [1.0, 0.0]])
    labels = cluster_map([Point(name=name, colour="gray", pages=1) for name in "ab"], distances).labels
    assert [(point.name, anchor) for (point, _, _), anchor in labels] == [("a", "start"), ("b", "end")]
