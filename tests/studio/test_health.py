"""How templates fare over time: each load of pages adds a point; a new design shows, and nothing else does."""

from tests.studio.browser.made_pages import article, market, news
from weft.io import RawPage
from weft.studio.health import health_json, read_health
from weft.studio.opening import open_project
from weft.studio.store import Store

NEW_DESIGN = """<!doctype html><html><body><main><section><h2>All about loom {0}</h2><ul><li>Ann Weaver{0}</li></ul>
<table><tr><td><p>The weaver {0} came to the old mill before it grew dark and told the others what she had found. They
listened until late at night, and in spring more will follow.</p></td></tr></table></section></main></body></html>"""


def redesigned(number: int) -> RawPage:
    return RawPage(id=f"new/{number}.html", data=NEW_DESIGN.format(number).encode(), url=article(number).url)


def article_cluster(project) -> str:
    return next(state.cluster for state in project.states.values() if state.id.startswith("news/"))


def test_each_load_with_new_pages_is_a_point():
    with Store.open(":memory:") as store:
        project = open_project(store, news(articles=8))
        name = article_cluster(project)
        assert [(one.pages, one.fit, one.verdict) for one in read_health(store, name)] == [(8, 1.0, "keep")]
        open_project(store, news(articles=8))
        assert len(read_health(store, name)) == 1  # nothing came
        open_project(store, news(articles=14))
        assert [one.pages for one in read_health(store, name)] == [8, 6]


def test_a_new_design_shows_in_the_old_cluster():
    with Store.open(":memory:") as store:
        name = article_cluster(open_project(store, news(articles=12)))
        open_project(store, [redesigned(number) for number in range(101, 113)])
        first, second = read_health(store, name)
        assert (first.fit, first.verdict) == (1.0, "keep")
        assert second.pages == 12
        assert second.fit < 0.2
        assert second.verdict == "relearn"
        shown = health_json([first, second])
        assert shown["must_learn"]
        assert [point["is_bad"] for point in shown["points"]] == [False, True]


def test_pages_of_another_kind_are_no_drift():
    with Store.open(":memory:") as store:
        name = article_cluster(open_project(store, news(articles=8)))
        open_project(store, [market(number) for number in range(1, 9)])
        assert len(read_health(store, name)) == 1


def test_the_view_shows_the_line(client, project):
    name = project.states[1].cluster
    text = client.get(f"/cluster/{name}").text
    assert "The template still fits." in text
    assert "<polyline" in text


def test_one_page_before_and_after(client, project):
    name = project.states[1].cluster
    template = project.cluster(name).template.to_json()
    same = client.post(f"/api/clusters/{name}/compare", json={"number": 1, "json": template}).json()
    assert same["is_same"]
    template["fields"]["rules"] = [rule for rule in template["fields"]["rules"] if rule["name"] != "title"]
    other = client.post(f"/api/clusters/{name}/compare", json={"number": 1, "json": template}).json()
    assert not other["is_same"]
    assert "title" in other["before"]["fields"]
    assert "title" not in other["after"]["fields"]
    assert client.post(f"/api/clusters/{name}/compare", json={"number": 1, "json": {}}).status_code == 422
