"""The JSON side, in process: marks, same kind, undo, conflicts, and values that are wrong."""

import json
import random
from typing import Any

import pytest

from tests.studio.running import HOST, OWN, TestClient
from weft.studio.access import Access
from weft.studio.project import Project
from weft.studio.serving import make_app


def read(client: TestClient, path: str) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def send(client: TestClient, path: str, *, status: int = 200, **values: object) -> dict[str, Any]:
    method = "PUT" if path.endswith("/marks") else "POST"
    answer = client.request(method, path, json=values)
    assert answer.status_code == status, answer.text
    return answer.json()


def row_of(project: Project, number: int, name: str) -> int:
    page = project.page(number)
    return next(row for row in range(len(page)) if name in page.classes(row) or page.tag_name(row) == name)


def test_the_overview_lists_pages_by_doubt(client: TestClient):
    found = read(client, "/api/overview")
    doubts = [page["doubt"] for page in found["pages"]]
    assert doubts == sorted(doubts, reverse=True)
    assert found["total"] == 13
    assert {cluster["name"]: cluster["pages"] for cluster in found["clusters"]} == {"article": 9, "listing": 4}
    part = read(client, "/api/overview?offset=3&limit=2")
    assert part["pages"] == found["pages"][3:5]
    of_one = read(client, "/api/overview?cluster=listing")
    assert {page["cluster"] for page in of_one["pages"]} == {"listing"}
    assert of_one["total"] == 4


def test_pages_that_are_done_come_last_and_next_skips_them(client: TestClient):
    first, second, third = (page["number"] for page in read(client, "/api/overview")["pages"][:3])
    assert read(client, f"/api/pages/{first}")["next"] == second
    assert read(client, f"/api/pages/{first}")["previous"] is None
    send(client, f"/api/pages/{second}/marks", version=0, done=True)
    assert read(client, f"/api/pages/{first}")["next"] == third
    assert read(client, "/api/overview")["pages"][-1]["number"] == second
    assert read(client, "/api/overview")["counts"]["done"] == 1


def test_a_click_changes_the_text_at_once(client: TestClient, project: Project):
    page = read(client, "/api/pages/1")
    assert "The weaver of looms" in page["text"]
    share = row_of(project, 1, "share")
    marked = send(client, "/api/pages/1/mark", version=page["version"], row=share, name="body")
    assert marked["text"] == "Share this page with your friends and follow us everywhere"
    assert marked["kept"] == [share]
    assert marked["marks"] == [{"name": "body", "rows": [share]}]
    assert marked["version"] == 1
    assert marked["changed"]
    off = send(client, "/api/pages/1/mark", version=1, row=share, name="body")
    assert off["text"] == page["text"]


def test_a_field_that_is_marked_says_so(client: TestClient, project: Project):
    row = row_of(project, 1, "date")
    marked = send(client, "/api/pages/1/mark", version=0, row=row, name="author")
    found = {field["name"]: field for field in marked["fields"]}
    assert found["author"] == {"name": "author", "value": "2021-03-01", "row": row, "source": "mark"}
    assert found["date"]["source"] == "template"
    assert "author" in marked["names"]


def test_a_mark_moves(client: TestClient, project: Project):
    inner, outer = row_of(project, 1, "author"), row_of(project, 1, "meta")
    send(client, "/api/pages/1/mark", version=0, row=inner, name="author")
    moved = send(client, "/api/pages/1/mark", version=1, row=outer, **{"from": inner})
    assert moved["marks"] == [{"name": "author", "rows": [outer]}]
    same = send(client, "/api/pages/1/mark", version=2, row=outer, **{"from": inner})
    assert not same["changed"]
    assert same["version"] == 2


def test_all_of_a_kind_on_the_page_and_on_the_cluster_is_one_undo(client: TestClient, project: Project):
    number = project.members("listing")[0]
    item = row_of(project, number, "li")
    found = read(client, f"/api/pages/{number}/same-kind?row={item}")
    assert len(found["page"]) == 8
    assert found["cluster"] == {"name": "listing", "pages": 4, "rows": 32}
    done = project.members("listing")[3]
    send(client, f"/api/pages/{done}/marks", version=0, done=True)
    one = send(client, f"/api/pages/{number}/same-kind", version=0, row=item, name="record", scope="page")
    assert one["changed_pages"] == 1
    assert one["records_total"] == 8
    more = send(client, f"/api/pages/{number}/same-kind", version=1, row=item, name="record", scope="cluster")
    assert (more["changed_pages"], more["skipped_done"]) == (2, 1)
    other = project.members("listing")[1]
    assert read(client, f"/api/pages/{other}")["records_total"] == 8
    assert send(client, "/api/undo")["pages"] == more["changed_numbers"]
    assert not read(client, f"/api/pages/{other}")["marks"]
    assert read(client, f"/api/pages/{number}")["marks"]
    assert send(client, "/api/redo")["pages"] == more["changed_numbers"]
    off = send(client, f"/api/pages/{number}/same-kind", version=1, row=item, name="", scope="cluster")
    assert off["changed_pages"] == 3
    assert not off["marks"]


def test_the_same_kind_again_takes_the_marks_of_a_page_away(client: TestClient, project: Project):
    number = project.members("listing")[0]
    item = row_of(project, number, "li")
    send(client, f"/api/pages/{number}/same-kind", version=0, row=item, name="record", scope="page")
    again = send(client, f"/api/pages/{number}/same-kind", version=1, row=item, name="record", scope="page")
    assert not again["marks"]


def test_undo_is_for_ones_own_changes_and_says_when_there_are_none(client: TestClient):
    assert send(client, "/api/undo", status=404)["error"] == "nothing to undo"
    assert send(client, "/api/redo", status=404)["error"] == "nothing to redo"
    send(client, "/api/pages/1/mark", version=0, row=3, name="body")
    undone = send(client, "/api/undo")
    assert undone["page"] == 1
    assert not read(client, "/api/pages/1")["marks"]


def test_two_people_at_once_lose_nothing(project: Project, access: Access):
    app = make_app(project, access=access)
    people = [TestClient(app, base_url=HOST, headers=OWN, follow_redirects=False) for _ in range(2)]
    with people[0] as ann, people[1] as bo:
        ann.get(f"/?token={access.new_token('Ann')}")
        bo.get(f"/?token={access.new_token('Bo')}")
        send(ann, "/api/pages/1/mark", version=0, row=3, name="body")
        refused = send(bo, "/api/pages/1/mark", status=409, version=0, row=16, name="title")
        assert refused["by"] == "Ann"
        assert "Ann" in refused["error"]
        assert refused["current"]["marks"] == [{"name": "body", "rows": [3]}]
        version = refused["current"]["version"]
        both = send(bo, "/api/pages/1/mark", version=version, row=16, name="title")
        assert {mark["name"] for mark in both["marks"]} == {"body", "title"}
        assert send(ann, "/api/undo", status=409)["by"] == "Bo"
        assert send(ann, "/api/pages/1/same-kind", status=409, version=0, row=3, name="noise")["by"] == "Bo"


def test_marks_are_replaced_and_tidied(client: TestClient, project: Project):
    body, inner = row_of(project, 1, "post"), row_of(project, 1, "content")
    marks = [{"name": "body", "rows": [body, inner]}]
    found = send(client, "/api/pages/1/marks", version=0, marks=marks, done=True)
    assert found["marks"] == [{"name": "body", "rows": [body]}]
    assert found["done"]
    kept = send(client, "/api/pages/1/marks", version=1, done=False)
    assert kept["marks"] == found["marks"]
    assert not kept["done"]


def test_what_the_marks_teach_is_shown_before_it_is_saved(client: TestClient, project: Project):
    send(client, "/api/clusters/article/teach", status=422)
    send(client, "/api/pages/1/mark", version=0, row=row_of(project, 1, "share"), name="body")
    effect = send(client, "/api/clusters/article/teach", save=False)
    assert (effect["pages"], effect["changed_count"], effect["marked"]) == (9, 8, 1)
    assert effect["changed"][0]["lines"][-1] == ["come", "Share this page with your friends and follow us everywhere"]
    assert read(client, "/api/pages/2")["text"].startswith("The weaver")
    saved = send(client, "/api/clusters/article/teach", save=True, version=0)
    assert saved["saved"]
    assert saved["version"] == 1
    assert read(client, "/api/pages/2")["text"].startswith("Share this page")
    assert send(client, "/api/clusters/article/teach", status=409, save=True, version=0)["by"] == "Ann"
    assert send(client, "/api/undo")["page"] is None
    assert read(client, "/api/pages/2")["text"].startswith("The weaver")


def test_an_edited_template_is_checked_shown_and_saved(client: TestClient, project: Project):
    template = project.cluster("article").template.to_json()
    same = send(client, "/api/clusters/article/template", json=template)
    assert same["changed_count"] == 0
    template["body"]["keep"] = ["html > body.single > div.post > div.share"]
    template["body"]["around"] = []
    text = json.dumps(template)
    effect = send(client, "/api/clusters/article/template", json=text)
    assert effect["changed_count"] == 9
    assert effect["rules_removed"]
    saved = send(client, "/api/clusters/article/template", json=text, save=True, version=0)
    assert saved["version"] == 1
    assert project.cluster("article").template.body.to_json()["keep"] == ["div.share"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1, column 2"),
        ('{\n "a": }', "line 2"),
        ("[]", "object"),
        ("{}", "'outline' is missing"),
        ("1e999", "object"),
        ("[" * 100_000, "no JSON"),
        (None, "object"),
        (7, "object"),
        ({"outline": 3}, "no template"),
    ],
)
def test_what_is_no_template_is_refused_with_its_place(client: TestClient, text: object, words: str):
    assert words in send(client, "/api/clusters/article/template", status=422, json=text)["error"]


def test_a_template_of_another_name_keeps_its_own(client: TestClient, project: Project):
    template = {**project.cluster("article").template.to_json(), "name": "../evil"}
    send(client, "/api/clusters/article/template", json=template, save=True, version=0)
    assert project.cluster("article").name == "article"


def test_the_guide_checks_on_five_other_pages(client: TestClient, project: Project):
    number = project.members("listing")[0]
    assert client.get(f"/api/guide/{number}/check").status_code == 422
    item, link = row_of(project, number, "li"), row_of(project, number, "i")
    send(client, f"/api/pages/{number}/mark", version=0, row=item, name="record")
    send(client, f"/api/pages/{number}/mark", version=1, row=link, name="day")
    found = read(client, f"/api/guide/{number}/check")
    assert (found["good"], found["of"], found["names"]) == (3, 3, ["day"])
    assert [page["record_count"] for page in found["pages"]] == [8, 8, 8]
    assert found["pages"][0]["records"][0]["fields"]["day"] == "day 2"


@pytest.mark.parametrize("body", [b"{", b"[1]", b"nul", b"\xff", b'"a"', b"[" * 50_000, b'{"version": NaN}', b"1"])
def test_broken_bodies_are_refused(client: TestClient, body: bytes):
    headers = {"content-type": "application/json"}
    for method, path in (("PUT", "/api/pages/1/marks"), ("POST", "/api/pages/1/mark"), ("POST", "/api/undo")):
        assert client.request(method, path, content=body, headers=headers).status_code in (400, 422)
    assert client.put("/api/pages/1/marks", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415


RIGHT: dict[str, dict[str, Any]] = {
    "/api/pages/1/marks": {"version": 0, "marks": [{"name": "body", "rows": [3]}], "done": False},
    "/api/pages/1/mark": {"version": 0, "row": 3, "name": "body", "from": 4},
    "/api/pages/1/same-kind": {"version": 0, "row": 3, "name": "body", "scope": "page"},
    "/api/clusters/article/teach": {"save": True, "version": 0},
    "/api/clusters/article/template": {"json": {}, "save": True, "version": 0},
}
WRONG: list[Any] = [
    None,
    True,
    -1,
    1.5,
    "x y",
    "",
    [],
    {},
    [[]],
    {"a": 1},
    10**12,
    "\ud800",
    "a" * 500,
    [None],
    [{"rows": [10**9]}],
]


@pytest.mark.parametrize("path", RIGHT)
def test_wrong_types_in_every_field_are_refused_and_never_break(client: TestClient, project: Project, path: str):
    rng = random.Random(0)
    for _ in range(40):
        values = dict(RIGHT[path])
        for name in rng.sample(sorted(values), rng.randrange(1, len(values) + 1)):
            values[name] = rng.choice(WRONG)
        if rng.random() < 0.3:
            del values[rng.choice(sorted(values))]
        method = "PUT" if path.endswith("/marks") else "POST"
        answer = client.request(method, path, content=json.dumps(values), headers={"content-type": "application/json"})
        assert answer.status_code in (200, 409, 422), (values, answer.text)
        if answer.status_code != 200:
            assert answer.json()["error"]
            assert answer.json()["what_to_do"]
    for marks in project.marks.values():
        assert all(0 <= row < 100 for row in marks.names)


@pytest.mark.parametrize(
    "query", ["offset=-1", "offset=x", "limit=999999", "limit=１", "offset=1e3", "offset=" + "9" * 30]
)
def test_wrong_queries_are_refused(client: TestClient, query: str):
    assert client.get(f"/api/overview?{query}").status_code == 422
    assert client.get("/api/pages/1/same-kind?row=999999").status_code == 422


@pytest.mark.parametrize(
    "path", ["/api/pages/0", "/api/pages/14", "/api/pages/99999999999999999999", "/api/pages/x", "/api/pages/-1"]
)
def test_pages_that_are_none(client: TestClient, path: str):
    assert client.get(path).status_code == 404
    assert client.get(path).json()["error"]


def test_every_view_is_shown(client: TestClient):
    for path in ("/", "/page/1", "/cluster/article", "/guide/1", "/export"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert "Ann" in answer.text
    assert client.get("/thumbnail/article.png").headers["content-type"] == "image/svg+xml"
    assert "no such page" in client.get("/nowhere").text


def test_every_export_can_be_taken(client: TestClient, project: Project):
    number = project.members("listing")[0]
    for row in [row_of(project, number, "li")]:
        send(client, f"/api/pages/{number}/same-kind", version=0, row=row, name="record", scope="page")
    row = row_of(project, number, "i")
    send(client, f"/api/pages/{number}/same-kind", version=1, row=row, name="day", scope="page")
    article = project.members("article")[0]
    send(
        client,
        f"/api/pages/{article}/same-kind",
        version=0,
        row=row_of(project, article, "p"),
        name="body",
        scope="page",
    )
    for name in ("labels.jsonl", "training.zip", "site.json", "softmealy.json", "wrapper.zip", "changes.jsonl"):
        answer = client.get(f"/export/{name}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert len(answer.content) > 100
    assert client.get("/export/nothing.txt").status_code == 404
    assert client.get("/export/wrapper.zip?cluster=none").status_code == 404


def test_a_page_put_aside_waits_until_the_others_are_done(client: TestClient):
    pages = [page["number"] for page in read(client, "/api/overview")["pages"]]
    first = pages[0]
    put = send(client, f"/api/pages/{first}/marks", version=0, aside="unsure", note=" two titles ")
    assert (put["aside"], put["note"], put["done"]) == ("unsure", "two titles", False)
    listed = read(client, "/api/overview")["pages"]
    assert [page["number"] for page in listed] == [*pages[1:], first]
    assert listed[-1]["note"] == "two titles"
    for number in pages[1:-1]:
        send(client, f"/api/pages/{number}/marks", version=0, done=True)
    assert read(client, f"/api/pages/{pages[1]}")["next"] == pages[-1]
    send(client, f"/api/pages/{pages[-1]}/marks", version=0, done=True)
    assert read(client, f"/api/pages/{pages[1]}")["next"] == first  # nothing else is left
    done = send(client, f"/api/pages/{first}/marks", version=1, done=True)
    assert (done["done"], done["aside"], done["note"]) == (True, "", "two titles")
    again = send(client, f"/api/pages/{first}/marks", version=2, aside="skipped")
    assert (again["done"], again["aside"]) == (False, "skipped")
    assert send(client, "/api/undo")["what"].startswith("undid: skipped")


def test_all_that_a_search_found_gets_one_name(client: TestClient):
    found = read(client, "/api/pages/1/search?text=all+links")
    assert found["kind"] == "links"
    assert found["rows"]
    marked = send(client, "/api/pages/1/rows", version=0, rows=found["rows"], name="link")
    assert marked["marks"] == [{"name": "link", "rows": found["rows"]}]
    assert send(client, "/api/undo")["page"] == 1
    for rows in ([], [0.5], "all", [10**6]):
        assert client.post("/api/pages/1/rows", json={"version": 0, "rows": rows, "name": "link"}).status_code == 422


def test_parts_and_locators(client: TestClient):
    parts = read(client, "/api/pages/1/parts")["parts"]
    core = next(part for part in parts if part["kind"] == "core")
    found = read(client, f"/api/pages/1/locator?row={core['row']}")
    assert found["row"] == core["row"]
    assert found["locator"]
    assert client.get("/api/pages/1/locator?row=99999").status_code == 422
