"""What one click takes over: a suggested field, the records that weft found, the template that was learned."""

from tests.studio.browser.made_pages import news
from tests.studio.running import HOST, OWN, TestClient
from weft.auto import extract
from weft.io import RawPage
from weft.page import parse
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.serving import make_app
from weft.studio.store import Store
from weft.studio.suggestions import find_suggestions

FOOT = """<html><body><article><h1>Rain in May</h1><p>{0}</p></article>
<footer><p>© 2021 <a href="/">Ruth Hayes</a> All rights reserved. <a>Powered by Hexo</a></p></footer></body></html>"""
THREAD = """<html><head><title>Thread {0}</title></head><body><div id="nav"><a href="/">Home</a></div>
<h1>Looms, {0}</h1>{1}<div id="foot">All times are local</div></body></html>"""
POST = """<div class="post" id="p{0}"><div class="author"><a href="/u/{1}">{1}</a></div>
<div class="date">2021-03-{2:02} 10:3{3}</div><div class="content"><p>The loom number {0} was made by hand from oak that
had lain dry in the barn for years, and {1} tells us what became of it in winter.</p></div></div>"""


def thread(number: int) -> RawPage:
    people = ("Ann", "Bo", "Cy", "Dora")
    posts = "".join(POST.format(10 * number + place, people[place], 1 + number, place) for place in range(4))
    html = THREAD.format(number, posts)
    return RawPage(id=f"thread/{number}.html", data=html.encode(), url=f"http://weft.example/thread/{number}.html")


def client_of(store: Store, pages: list[RawPage]) -> TestClient:
    access = Access(port=8765, author="Ann")
    client = TestClient(make_app(open_project(store, pages), access=access), base_url=HOST, headers=OWN)
    client.get(f"/?token={access.new_token()}")
    return client


def test_the_holder_of_the_copyright_is_suggested_as_author():
    page = parse(FOOT.format("The weaver came to the old mill before it grew dark. " * 6))
    (found,) = [one for one in find_suggestions(page, extract(page)) if one.name == "author"]
    assert (found.value, page.tag_name(found.row), found.why) == ("Ruth Hayes", "a", "the copyright notice")


def test_a_field_that_was_found_is_not_suggested(client, project):
    state = client.get("/api/pages/1").json()
    found = {entry["name"] for entry in state["fields"]}
    assert found
    assert not found & {entry["name"] for entry in state["suggestions"]}


def test_the_records_of_a_thread_become_marks_in_one_change():
    with Store.open(":memory:") as store, client_of(store, [thread(number) for number in range(1, 9)]) as client:
        state = client.get("/api/pages/1").json()
        assert state["found_records"] == 4
        taken = client.post("/api/pages/1/take-records", json={"version": 0}).json()
        marks: dict[str, list[int]] = {}
        for mark in taken["marks"]:
            marks.setdefault(mark["name"], []).extend(mark["rows"])
        assert len(marks["record"]) == 4
        assert len(marks["author"]) == 4
        assert client.post("/api/pages/1/take-records", json={"version": 0}).status_code == 409
        client.post("/api/undo", json={})
        assert client.get("/api/pages/1").json()["marks"] == []


def test_records_that_are_not_there_are_refused(client):
    answer = client.post("/api/pages/1/take-records", json={"version": 0})
    assert (answer.status_code, answer.json()["what_to_do"]) == (422, "mark one by hand")


def test_the_first_template_is_kept_and_the_second_is_not():
    with Store.open(":memory:") as store, client_of(store, news(articles=6)) as client:
        name = client.get("/api/pages/1").json()["cluster"]
        assert client.get("/api/pages/1").json()["is_saved"] is False
        kept = client.post(f"/api/clusters/{name}/keep", json={}).json()
        assert kept == {"changed": 0, "pages": 6, "marked": 0}
        assert client.get("/api/pages/1").json()["is_saved"] is True
        (saved,) = store.read_many("template:").values()
        assert saved.author == "Ann"
        assert client.post(f"/api/clusters/{name}/keep", json={}).status_code == 409
        client.post("/api/undo", json={})
        assert client.get("/api/pages/1").json()["is_saved"] is False
