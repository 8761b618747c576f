"""Who may come in, and from where: every route, whatever is added later."""

import re

import pytest
from starlette.routing import Route

from tests.studio.running import HOST, OWN, TestClient
from weft.errors import ConfigError
from weft.studio.access import IDLE, MAX_SESSIONS, MAX_TRIES, TRIES, WINDOW, Access
from weft.studio.http import MAX_BYTES
from weft.studio.project import Project
from weft.studio.security import HEADERS
from weft.studio.serving import make_app

PASSWORD = "a long password"
ODD = (
    "%2e%2e%2fapp.py ..%2f..%2fetc%2fpasswd ....// %00 a%00.css /etc/passwd ..%5c..%5capp.py C:%5cx %ff ~root *".split()
)
TRAVERSALS = [*ODD, "%c0%ae%c0%ae/", "a" * 3_000, "studio.css/../../app.py"]


def paths(app) -> list[tuple[str, str]]:
    """A method and a path for every route of the app."""
    found = []
    for route in app.routes:
        assert isinstance(route, Route), "a route of another kind must be tested here, too"
        path = re.sub(r"\{number:int\}", "1", route.path).replace("{name}", "article")
        found += [(method, path) for method in sorted(route.methods or ())]
    return found


def test_there_are_routes_to_test(outsider: TestClient):
    assert len(paths(outsider.app)) > 30


def test_every_route_without_a_session_is_refused(outsider: TestClient):
    for method, path in paths(outsider.app):
        for extra in ("", "?token=wrong", "?token=", "/"):
            answer = outsider.request(method, path + extra, headers=OWN)
            assert answer.status_code in (401, 403), (method, path + extra)
            assert "article" not in answer.text


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api/nowhere", "/static/", "/static/nowhere", "//", "/.git", "/page/x", "*"]
)
def test_paths_that_are_none_are_refused_the_same(outsider: TestClient, path: str):
    assert outsider.get(path).status_code == 401


def test_methods_that_are_none_are_refused(outsider: TestClient, client: TestClient):
    for method in ("DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"):
        assert outsider.request(method, "/", headers=OWN).status_code == 401
        assert client.request(method, "/api/overview").status_code == 405


def test_a_token_works_once(outsider: TestClient, access: Access):
    token = access.new_token()
    assert outsider.head(f"/?token={token}").status_code == 401  # who only looks at a link does not use it up
    first = outsider.get(f"/?token={token}")
    assert first.status_code == 303
    assert first.headers["location"] == "/"
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert outsider.get("/").status_code == 200
    outsider.cookies.clear()
    again = outsider.get(f"/?token={token}")
    assert again.status_code == 401
    assert "set-cookie" not in again.headers


def test_a_reload_of_the_link_does_no_harm_to_who_is_in(client: TestClient):
    assert client.get("/?token=used").status_code == 303
    assert client.get("/").status_code == 200


def test_a_made_up_session_is_none(outsider: TestClient, access: Access):
    for cookie in ("x", "", "a" * 5_000, '"', "ä", "; ;="):
        headers = {b"cookie": f"{access.cookie}={cookie}".encode()}
        assert outsider.get("/", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:8765", "",
     "localhost:8765x", "[127.0.0.1:8765", "localhost:8765:8765", "user@127.0.0.1:8765", "2130706433:8765"],
)  # fmt: skip
def test_other_hosts_are_refused(client: TestClient, host: str):
    assert client.get("/", headers={"host": host}).status_code == 403
    assert client.get("/static/studio.css", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"])
def test_our_own_names_are_known(client: TestClient, access: Access, host: str):
    session = access.use_token(access.new_token())
    headers = {"host": host, "cookie": f"{access.cookie}={session}"}
    assert client.get("/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8765"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://localhost:8765"},
        {"origin": "http://[::1"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script"},
    ],
)
def test_other_origins_are_refused_everywhere(client: TestClient, headers: dict[str, str]):
    for method, path in paths(client.app):
        assert client.request(method, path, headers=headers).status_code == 403, (method, path)


def test_another_site_may_lead_to_the_overview_and_no_further(client: TestClient):
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get("/", headers=visit).status_code == 200
    assert client.get("/page/1", headers=visit).status_code == 403
    assert client.post("/", headers=visit).status_code == 403


def test_a_change_needs_our_origin_or_our_header(client: TestClient):
    del client.headers["x-weft-studio"]
    assert client.post("/api/undo", json={}).status_code == 403
    assert client.post("/api/undo", json={}, headers={"x-weft-studio": "2"}).status_code == 403
    assert client.post("/api/undo", json={}, headers={"origin": HOST}).status_code == 404  # there is nothing to undo
    assert client.post("/api/undo", json={}, headers=OWN).status_code == 404


def test_every_answer_has_the_headers(client: TestClient, outsider: TestClient):
    found = [
        client.get(path) for path in ("/", "/page/1", "/api/overview", "/nowhere", "/static/nowhere", "/api/pages/99")
    ]
    for answer in [*found, outsider.get("/"), outsider.get("/", headers={"host": "x"})]:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "server" not in answer.headers
    frame = client.get("/frame/1")
    assert frame.headers["content-type"].startswith("application/xhtml+xml")
    assert "sandbox allow-same-origin" in frame.headers["content-security-policy"]
    assert "script-src" not in frame.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in frame.headers["content-security-policy"]


@pytest.mark.parametrize("text", TRAVERSALS)
def test_no_path_reaches_the_files(client: TestClient, text: str):
    for base in ("/static/", "/cluster/", "/thumbnail/", "/page/", "/frame/", "/guide/", "/export/", "/api/pages/"):
        for path in (base + text, f"{base}{text}.png"):
            answer = client.get(path)
            assert answer.status_code in (404, 422), path
            assert "import" not in answer.text
            assert "root:" not in answer.text
    assert client.post(f"/api/clusters/{text}/teach", json={}).status_code in (404, 405, 422)


def test_large_bodies_are_refused_with_and_without_a_length(client: TestClient):
    big = b'{"json": "' + b"a" * MAX_BYTES + b'"}'
    for path, method in (
        ("/api/pages/1/marks", "PUT"),
        ("/api/undo", "POST"),
        ("/api/clusters/article/template", "POST"),
    ):
        assert client.request(method, path, content=big).status_code == 413
        pieces = (big[start : start + 65536] for start in range(0, len(big), 65536))
        assert client.request(method, path, content=pieces).status_code == 413
        headers = {"content-length": "1" * 30}
        assert client.request(method, path, content=b"{}", headers=headers).status_code == 413
        assert client.request(method, path, content=b"{}", headers={"content-length": "-1"}).status_code == 413


def test_a_long_address_is_refused(client: TestClient):
    assert client.get("/api/overview?cluster=" + "a" * 5_000).status_code == 414


def test_others_come_in_by_a_password_and_a_name(project: Project):
    access = Access(port=8765, password=PASSWORD)
    with TestClient(make_app(project, access=access), base_url=HOST, follow_redirects=False) as client:
        assert client.get("/").status_code == 401
        assert client.get("/login").status_code == 200
        assert client.get("/static/studio.css").status_code == 200
        assert client.get("/static/page.js").status_code == 401
        assert client.post("/login", data={"name": "Bo", "password": PASSWORD}).status_code == 403  # no origin
        own = {"origin": HOST}
        assert client.post("/login", data={"name": "Bo", "password": "wrong"}, headers=own).status_code == 401
        assert client.post("/login", data={"name": " ", "password": PASSWORD}, headers=own).status_code == 401
        assert client.post("/login", data={"name": "Bo", "password": PASSWORD}, headers=own).status_code == 303
        assert client.get("/").status_code == 200
        marked = client.post("/api/pages/1/mark", json={"version": 0, "row": 3, "name": "body"}, headers=own)
        assert marked.status_code == 200
        assert project.version_of("page:news/looms.html").author == "Bo"
        assert client.post("/logout", headers=own).status_code == 303
        assert client.get("/").status_code == 401


def test_there_is_no_log_in_without_a_password(client: TestClient):
    assert client.get("/login").status_code == 404
    assert client.post("/login", data={"name": "Bo", "password": ""}).status_code == 404


def test_guessing_is_slowed_down_over_http(project: Project):
    access = Access(port=8765, password=PASSWORD)
    own = {"origin": HOST}
    with TestClient(make_app(project, access=access), base_url=HOST, follow_redirects=False) as client:
        for _ in range(TRIES):
            assert client.post("/login", data={"name": "Bo", "password": "guess"}, headers=own).status_code == 401
        answer = client.post("/login", data={"name": "Bo", "password": PASSWORD}, headers=own)
        assert answer.status_code == 429
        assert "set-cookie" not in answer.headers


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_guessing_from_many_addresses_is_slowed_down_too():
    clock = Clock()
    access = Access(password=PASSWORD, clock=clock)
    for number in range(MAX_TRIES):
        assert not access.log_in(name="Bo", password="guess", address=str(number))
    with pytest.raises(ConfigError, match="wait"):
        access.log_in(name="Bo", password=PASSWORD, address="another")
    clock.now += WINDOW + 1
    assert access.log_in(name="Bo", password=PASSWORD, address="another")


def test_a_session_by_password_ends_when_it_is_idle_and_one_by_token_does_not():
    clock = Clock()
    access = Access(password=PASSWORD, clock=clock)
    by_password = access.log_in(name="Bo", password=PASSWORD, address="")
    by_token = access.use_token(access.new_token("Ann"))
    clock.now += IDLE - 1
    assert access.find(by_password)
    clock.now += IDLE + 1
    assert not access.find(by_password)
    found = access.find(by_token)
    assert found
    assert found.author == "Ann"


def test_sessions_and_tokens_are_bounded():
    access = Access()
    first = access.use_token(access.new_token())
    tokens = [access.new_token() for _ in range(150)]
    assert not access.use_token(tokens[0])
    assert access.use_token(tokens[-1])
    for _ in range(MAX_SESSIONS):
        access.use_token(access.new_token())
    assert not access.find(first)


@pytest.mark.parametrize(
    ("host", "password"), [("0.0.0.0", ""), ("::", ""), ("192.168.1.5", ""), ("127.0.0.1", "short")]
)
def test_other_machines_are_let_in_with_a_good_password_only(project: Project, host: str, password: str):
    with pytest.raises(ConfigError, match="password"):
        make_app(project, access=Access(host=host, password=password))


def test_a_name_of_somebody_elses_is_not_our_host():
    anywhere = Access(host="0.0.0.0", port=80, password=PASSWORD)
    assert anywhere.knows_host("192.168.1.5:80")
    assert anywhere.knows_host("[fe80::1]:80")
    assert not anywhere.knows_host("evil.example:80")
    named = Access(host="studio.example", port=80, password=PASSWORD)
    assert named.knows_host("studio.example:80")
    assert not named.knows_host("evil.example:80")


def test_a_mistake_of_ours_tells_nothing(outsider: TestClient, access: Access, monkeypatch: pytest.MonkeyPatch):
    outsider.get(f"/?token={access.new_token()}")
    monkeypatch.setattr("weft.studio.api.page_json", lambda *_: 1 / 0)
    answer = outsider.get("/api/pages/1")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_browsers_leave_the_usual_port_out():
    usual, other = Access(port=80), Access(port=8765)
    for host in ("127.0.0.1", "localhost", "[::1]", "127.0.0.1:80"):
        assert usual.knows_host(host)
        assert not other.knows_host(host)
    assert not usual.knows_host("weft.example")
    assert not usual.knows_host("")
