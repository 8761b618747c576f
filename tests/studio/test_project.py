"""A project: opened, opened again, opened with more pages; what others write is seen."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.site_pages import blog_page, make_article
from tests.sites.test_format_1 import OLD
from tests.studio.running import small_pages
from weft.errors import ConfigError, NoMatch, SourceError
from weft.io import RawPage
from weft.page import Limits
from weft.sites import Site
from weft.studio.changes import Versioned, Write
from weft.studio.marking import Marks
from weft.studio.opening import open_project
from weft.studio.page_json import map_points, next_number, overview_json, page_json
from weft.studio.pages import Pages
from weft.studio.project import Project
from weft.studio.store import Store
from weft.studio.teaching import learn_again, read_template, save_template


@pytest.fixture
def memory() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def test_pages_have_states(project: Project):
    assert sorted(project.states) == list(range(1, 14))
    state = project.state(1)
    assert (state.id, state.title, state.cluster) == ("news/looms.html", "All about looms", "article")
    assert 0 < state.doubt < 1
    assert project.members("listing") == [10, 11, 12, 13]
    with pytest.raises(NoMatch):
        project.state(14)
    with pytest.raises(NoMatch):
        project.cluster("none")


def test_a_page_that_does_not_fit_is_looked_at_first(memory: Store):
    odd = RawPage(id="odd", data=b"<div id=q><table><tr><td>Something<td>entirely<td>else</table>" * 5)
    project = open_project(memory, [*small_pages(), odd])
    assert project.order[0] == project.numbers["odd"]


def test_a_project_without_pages_is_an_error(memory: Store):
    with pytest.raises(SourceError, match="no page"):
        open_project(memory)


def test_it_goes_on_where_it_was_after_a_restart(tmp_path: Path):
    place = tmp_path / "studio.sqlite"
    with Store.open(place) as store:
        project = open_project(store, small_pages())
        project.write({1: Marks({27: "body"}, done=True)}, {1: 0}, author="Ann", what="mark")
        template = learn_again(project, project.cluster("article"))
        save_template(project, template, version=0, author="Ann", what="taught")
        before = project.site.to_json()
    with Store.open(place) as store:
        again = open_project(store)
        assert again.marks_of(1) == Marks({27: "body"}, done=True)
        assert again.site.to_json() == before
        assert again.order[-1] == 1
        assert len([change for change in store.changes() if change.author == "weft"]) == 1


def test_more_pages_join_their_clusters(memory: Store):
    pages = small_pages()
    first = open_project(memory, pages[:8] + pages[9:])
    assert len(first.members("article")) == 8
    again = open_project(memory, pages)
    assert len(again.states) == 13
    assert len(again.members("article")) == 9
    assert again.stored[13].id == pages[8].id  # numbers stay


def test_a_site_that_is_given_is_taken_over(memory: Store, project: Project):
    given = Site.from_json(project.site.to_json())
    again = open_project(memory, small_pages(), site=given)
    assert again.site.to_json() == given.to_json()
    strangers = [RawPage(id=f"other/{page.id}", url=page.url, data=page.data) for page in small_pages()]
    with Store.open(":memory:") as store:
        other = open_project(store, strangers, site=given)
        assert len(other.members("article")) == 9  # by what they are, for their ids are new
        assert learn_again_or_none(other) == "no page of this cluster is marked; mark one first"


def learn_again_or_none(project: Project) -> str:
    try:
        learn_again(project, project.cluster("article"))
    except Exception as error:
        return str(error)
    return ""


def test_what_another_process_writes_is_seen(tmp_path: Path):
    place = tmp_path / "studio.sqlite"
    with Store.open(place) as one, Store.open(place) as other:
        project = open_project(one, small_pages())
        value = Marks({27: "noise"}).to_json()
        other.write([Write("page:news/looms.html", value, 0)], author="Bo", what="mark")
        project.refresh()
        assert project.marks_of(1).names == {27: "noise"}
        assert project.version_of("page:news/looms.html").author == "Bo"
        learned = project.cluster("article").template
        values = learned.to_json()
        values["body"] = {**values["body"], "keep": ["html > body.single > div.post > div.share"], "around": []}
        template = read_template(values, learned)
        other.write([Write("template:article", template.to_json(), 0)], author="Bo", what="edit")
        generation = project.generation
        project.refresh()
        assert project.document(2).text.startswith("Share this page")
        assert project.generation == generation + 1
        other.write([Write("template:article", {"broken": 1}, 1)], author="Bo", what="break")
        other.write([Write("page:news/dyes.html", {"marks": "broken"}, 0)], author="Bo", what="break")
        project.refresh()
        assert project.document(2).text.startswith("The weaver")


def test_a_template_that_an_older_weft_saved_is_used(project: Project):
    old = next(cluster for cluster in json.loads(OLD.read_bytes())["clusters"] if cluster["name"] == "article")
    project.store.write([Write("template:article", old["template"], 0)], author="Ann", what="saved long ago")
    project.refresh()
    wanted = next(cluster.template for cluster in Site.load(OLD).clusters if cluster.name == "article")
    assert project.cluster("article").template.to_json() == wanted.to_json() != old["template"]


def test_a_page_over_a_limit_is_listed_and_cannot_be_opened(memory: Store):
    huge = RawPage(id="huge", data=b"<p>one</p>" * 2_000)
    project = open_project(memory, [*small_pages(), huge], limits=Limits(nodes=1_000))
    number = project.numbers["huge"]
    assert "nodes" in project.state(number).failure
    assert project.failures() == [("huge", project.state(number).failure)]
    with pytest.raises(Exception, match="nodes"):
        page_json(project, number)
    assert number in [page["number"] for page in overview_json(project, offset=0, limit=100)["pages"]]
    assert len(map_points(project)) == 13


def test_too_many_marks_are_refused_before_they_are_written(project: Project):
    with pytest.raises(ConfigError, match="too many"):
        project.write({1: Marks(dict.fromkeys(range(20_001), "a"))}, {1: 0}, author="Ann", what="mark")
    assert not project.marks_of(1)


def test_next_wraps_and_ends(project: Project):
    last = project.order[-1]
    assert next_number(project, last) == project.order[0]
    for number in list(project.states):
        if number != last:
            project.write({number: Marks({}, done=True)}, {number: 0}, author="Ann", what="done")
    assert next_number(project, last) is None
    assert next_number(project, 1) == last


def test_few_parsed_pages_are_kept(project: Project):
    pages = Pages(project.store, max_bytes=1)
    first = pages.read("news/looms.html")
    assert pages.read("news/looms.html") is first
    pages.read("news/dyes.html")
    assert pages.read("news/looms.html") is not first
    assert pages.read_once("news/dyes.html") is not pages.read_once("news/dyes.html")


def test_the_overview_of_a_thousand_pages_is_quick(memory: Store):
    pages = [
        RawPage(
            id=f"{n}.html", url=f"http://weft.example/blog/{n}", data=blog_page(make_article(n, paragraphs=1)).encode()
        )
        for n in range(40)
    ]
    project = open_project(memory, pages)
    many = dict(project.states)
    for number in range(41, 1_001):  # as many as that, of which each is known already
        state = many[number % 40 + 1]
        many[number] = type(state)(**{**vars(state), "number": number})
    project.states = many
    project.sort()
    start = time.process_time()
    found = overview_json(project, offset=0, limit=1_000)
    assert time.process_time() - start < 0.3
    assert len(found["pages"]) == 1_000


def test_many_pages_of_a_changed_template_are_looked_at_later(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("weft.studio.project.SOON", 2)
    project.write({1: Marks({33: "body"})}, {1: 0}, author="Ann", what="mark")
    before = {number: project.states[number] for number in project.members("article")}
    save_template(project, learn_again(project, project.cluster("article")), version=0, author="Ann", what="taught")
    limit = time.monotonic() + 60
    while any(project.states[number] is state for number, state in before.items()) and time.monotonic() < limit:
        time.sleep(0.01)
    assert not any(project.states[number] is state for number, state in before.items())


def test_it_works_on_both_databases(store: Store):
    project = open_project(store, small_pages())
    project.write({1: Marks({27: "noise"}), 2: Marks({}, done=True)}, {1: 0, 2: 0}, author="Änn", what="mark")
    assert open_project(store).marks_of(1).names == {27: "noise"}
    assert store.undo(author="Änn").targets == ("page:news/looms.html", "page:news/shuttles.html")
    project.refresh()
    assert not project.marks_of(1)
    assert not project.marks_of(2).done


def test_marks_are_shown_with_their_own_version(project: Project):
    """Marks of before under the version of what somebody wrote meanwhile would be sent back as new."""
    project.store.write([Write(project.page_target(1), Marks({27: "noise"}).to_json(), 0)], author="Bo", what="mark")
    with ThreadPoolExecutor(1) as pool:
        with project.lock:  # in the middle of a refresh
            project.versions = {**project.versions, project.page_target(1): Versioned(version=1)}
            shown = pool.submit(page_json, project, 1)
            time.sleep(0.1)
            project.marks[1] = Marks({27: "noise"})
        found = shown.result(60)
    assert (found["version"], found["marks"]) == (1, [{"name": "noise", "rows": [27]}])
