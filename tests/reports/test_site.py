"""The page of a site."""

import re

import numpy as np

from weft import parse
from weft.reports.blocks import ShownBlock
from weft.reports.site import (
    MAX_BLOCKS,
    MAX_CLUSTERS,
    MAX_RULES,
    ClusterSummary,
    FieldSummary,
    PagePoint,
    SiteSummary,
    site_page,
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
