"""What changed between two sites."""

from dataclasses import replace

import numpy as np

from weft.sites import Cluster, Site
from weft.sites.drift import compare_sites
from weft.sites.similarity.sketch import SIZE
from weft.sites.templates import Locator, Outline, Step, Template
from weft.sites.templates.body import SlotBody
from weft.sites.templates.fields import FieldRule, FieldRules

OUTLINE = Outline((-1, 0), (Step(tag="html"), Step(tag="body")), (1.0, 1.0))


def cluster(
    name: str, pages: str, *, fields: str = "", seed: int = 0, keep: str = "html", urls: dict[str, int] | None = None
) -> Cluster:
    rules = tuple(
        FieldRule(name=field, path=Locator.parse("html::all"), presence=0.5 + seed / 100) for field in fields.split()
    )
    template = Template(
        name=name,
        outline=OUTLINE,
        body=SlotBody(outline=OUTLINE, keep=(keep,)),
        fields=FieldRules(rules),
        page_type="article",
        pages=len(pages.split()),
        confidence=0.9,
    )
    sketch = np.random.default_rng(seed).integers(0, 1 << 60, SIZE).astype(np.uint64)
    ids = tuple(pages.split())
    return Cluster(template=template, page_ids=ids, medoid=ids[0], host="w.example", urls=urls or {}, sketch=sketch)


def kinds(old: list[Cluster], new: list[Cluster]) -> list[tuple[str, str, str, str]]:
    changes = compare_sites(Site(clusters=tuple(old)), Site(clusters=tuple(new)))
    return [(change.kind, change.old, change.new, change.matched_by) for change in changes]


def test_a_share_of_pages_is_no_change() -> None:
    old, new = cluster("a", "1 2", fields="x", seed=1), cluster("a", "1 2 3 4", fields="x", seed=2)
    assert kinds([old], [new]) == [("same", "a", "a", "pages")]


def test_clusters_are_known_by_pages_then_tag_paths_then_urls() -> None:
    urls = {":2:news:0.html": 3}
    old = [
        cluster("a", "1 2", seed=1),
        cluster("b", "3", seed=2),
        cluster("c", "4", seed=3, urls=urls),
        cluster("d", "9"),
    ]
    new = [
        cluster("e", "7", seed=4, urls=urls),
        cluster("f", "8", seed=2),
        cluster("a", "2 1 5", seed=2),
        cluster("g", "6", seed=9),
    ]
    assert kinds(old, new) == [
        ("same", "a", "a", "pages"),
        ("renamed", "b", "f", "tag paths"),
        ("renamed", "c", "e", "URLs"),
        ("removed", "d", "", ""),
        ("added", "", "g", ""),
    ]


def test_other_hosts_never_match() -> None:
    old = cluster("a", "1", seed=1)
    assert kinds([old], [replace(old, host="other.example")]) == [("removed", "a", "", ""), ("added", "", "a", "")]


def test_rules_and_fields() -> None:
    old, new = cluster("a", "1", fields="x y"), cluster("a", "1", fields="y z", keep="html > body")
    change = compare_sites(Site(clusters=(old,)), Site(clusters=(new,)))[0]
    assert (change.fields_lost, change.fields_added) == (("x",), ("z",))
    assert change.rules_removed == ("keep html", "x: html::all")
    assert change.rules_added == ("keep body", "z: html::all")
    assert "  fields lost: x" in change.describe()
    assert change.to_dict()["kind"] == "changed"


def test_many_rules_are_cut_for_people_only() -> None:
    names = " ".join(f"f{number}" for number in range(30))
    change = compare_sites(Site(clusters=(cluster("a", "1", fields=names),)), Site(clusters=(cluster("a", "1"),)))[0]
    assert len(change.rules_removed) == 30
    assert change.describe()[-1] == "  - … and 18 more"
