"""Events: what a listener hears, what it hears after a break, and that the server stops although somebody listens."""

import json
from time import monotonic

import httpx2

from tests.studio.running import small_pages
from weft.studio.access import Access
from weft.studio.marking import Marks
from weft.studio.opening import open_project
from weft.studio.serving import STOPS_IN, serve_in_thread
from weft.studio.store import Store


def heard(lines, names):
    """The next events, one for each of the names."""
    found = []
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            found.append((name, json.loads(line.removeprefix("data: "))))
            if [one for one, _ in found] == names:
                return [value for _, value in found]
    raise AssertionError(f"the answer ended after {found}")


def mark(project, number, author):
    version = project.version_of(project.page_target(number)).version
    project.write({number: Marks({27: "body"})}, {number: version}, author=author, what="mark body")


def test_changes_are_heard_also_those_that_were_missed_and_the_server_stops():
    with Store.open(":memory:") as store:
        project, access = open_project(store, small_pages()), Access(author="Ann")
        with serve_in_thread(project, access), httpx2.Client(base_url=access.url) as client:
            client.get(f"/?token={access.new_token()}")
            with client.stream("GET", "/api/events?page=1") as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                assert answer.headers["cache-control"] == "no-store"
                lines = answer.iter_lines()
                assert heard(lines, ["here"]) == [[]]
                mark(project, 1, "Bo")
                change = heard(lines, ["change"])[0]
            assert (change["by"], change["what"], change["pages"]) == ("Bo", "mark body", {"1": 1})
            mark(project, 2, "Cy")
            with client.stream("GET", "/api/events", headers={"last-event-id": str(change["number"])}) as answer:
                _, missed = heard(answer.iter_lines(), ["here", "change"])
                assert (missed["by"], missed["pages"]) == ("Cy", {"2": 1})
            listening = client.stream("GET", "/api/events")
            listening.__enter__()
            stop = monotonic()
        assert monotonic() - stop < STOPS_IN  # it did not wait until it had to cut the listener off


def test_only_those_who_are_in_hear(outsider):
    assert outsider.get("/api/events").status_code == 401
