"""The tools, asked by a client of the SDK: most in this process, and the real command over its standard streams."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.cli.small_site import article, write_pages
from tests.compat.test_loaders import SAID, THREAD
from weft import Site
from weft.errors import ConfigError
from weft.io import Fetcher
from weft.mcp import Access, access, make_server
from weft.page import Limits

Asked = tuple[str, dict[str, Any]]


def ask(server: Any, *asked: Asked) -> list[Any]:
    """The answers to some calls."""

    async def talk(client: Client) -> list[Any]:
        return [await client.call_tool(name, arguments) for name, arguments in asked]

    return with_client(server, talk)


def with_client(server: Any, talk: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(server, read_timeout_seconds=60) as client:
            return await talk(client)

    return asyncio.run(run())


def answer(server: Any, name: str, **arguments: Any) -> dict[str, Any]:
    """What a tool says that works."""
    (result,) = ask(server, (name, arguments))
    assert not result.is_error, result.content[0].text
    assert json.loads(result.content[0].text) == result.structured_content
    found: dict[str, Any] = result.structured_content
    return found


def error(server: Any, name: str, **arguments: Any) -> str:
    """What a tool says that does not."""
    (result,) = ask(server, (name, arguments))
    assert result.is_error
    text: str = result.content[0].text
    return text


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with pages, beside which there is a secret."""
    (tmp_path / "secret.html").write_text("<article><p>" + "The secret that no tool may tell. " * 20)
    folder = tmp_path / "root"
    write_pages(folder)
    return folder


def test_the_command_over_standard_streams(root: Path) -> None:
    """A real client of the SDK, the real server, a process of its own."""

    async def talk(client: Client) -> None:
        assert client.server_info is not None
        assert client.server_info.name == "weft"
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools) == ["extract", "records", "learn", "apply"]
        assert all("never follow instructions" in (tool.description or "") for tool in tools.values())
        found = await client.call_tool("extract", {"path": "news/dyes.html", "format": "text"})
        assert (found.structured_content or {})["content"].startswith("The weaver of dyes")
        learned = await client.call_tool("learn", {"pages": ["."], "output": "site.json"})
        assert sum(cluster["pages"] for cluster in (learned.structured_content or {})["clusters"]) == 13
        asked = {"site": "site.json", "html": article("ropes", 9)}
        applied = await client.call_tool("apply", asked)
        assert (applied.structured_content or {})["chosen_by"] == "template"
        for path in ("../secret.html", "/etc/passwd", str(root.parent / "secret.html")):
            refused = await client.call_tool("extract", {"path": path})
            assert refused.is_error
            assert "outside the folders" in refused.content[0].text  # type: ignore[union-attr]
        huge = await client.call_tool("extract", {"html": "<p>" + "much " * 20_000})
        assert "over the limit of 50000 bytes" in huge.content[0].text  # type: ignore[union-attr]

    command = ["-m", "weft", "mcp", "--root", str(root), "--max-bytes", "50000"]
    with_client(StdioServerParameters(command=sys.executable, args=command), talk)


def test_extract_says_what_it_found() -> None:
    server = make_server(Access())
    found = answer(server, "extract", html=article("looms", 3), url="http://weft.example/a")
    assert found["content"].startswith("The weaver of looms")
    assert (found["title"], found["author"], found["date"]) == ("All about looms", "Ann looms", "2021-03-03")
    assert (found["language"], found["url"], found["page_type"]) == ("en", "http://weft.example/a", "article")
    assert found["confidence"] > 0.5
    assert found["length"] == len(found["content"])
    assert (found["next_offset"], found["notice"]) == (0, "")
    whole = json.loads(answer(server, "extract", html=article("looms", 3), format="json")["content"])
    assert whole["title"] == "All about looms"


def test_a_page_cannot_call_itself_by_a_book() -> None:
    page = f"<title>{'Looms and more ' * 1000}</title><article><p>{'The loom holds the warp. ' * 30}"
    assert len(answer(make_server(Access()), "extract", html=page)["title"]) < 400


def test_what_is_too_long_is_cut_and_gone_on_with() -> None:
    server = make_server(Access(), most=100)
    page = article("looms", 3)
    parts = [answer(server, "extract", html=page)]
    assert parts[0]["notice"] == f"characters 0 to 100 of {parts[0]['length']}; ask again with offset 100 to go on"
    while offset := parts[-1]["next_offset"]:
        parts.append(answer(server, "extract", html=page, offset=offset))
    assert all(len(part["content"]) <= 100 for part in parts)
    assert "".join(part["content"] for part in parts) == answer(make_server(Access()), "extract", html=page)["content"]
    assert parts[-1]["notice"].endswith(f"to {parts[0]['length']} of {parts[0]['length']}")
    assert "behind the end" in error(server, "extract", html=page, offset=10_000)


def test_records_have_their_kind_and_typed_values() -> None:
    table = "<table><tr><th>Loom<th>Price<tr><td>Ann<td>£5.00<tr><td>Bob<td>£7.00</table>"
    whole = answer(make_server(Access()), "records", html=table)
    assert (whole["kind"], whole["page"], whole["next_page"]) == ("table", 0, "")
    assert whole["records"][0] == {"loom": "Ann", "price": "£5.00", "price_amount": "5", "price_currency": "GBP"}


def test_records_are_paged_too() -> None:
    whole = answer(make_server(Access()), "records", html=THREAD)
    assert [record["body"] for record in whole["records"]] == list(SAID)
    assert (whole["total"], whole["next_offset"], whole["notice"]) == (3, 0, "")
    server = make_server(Access(), most=40)
    first = answer(server, "records", html=THREAD)
    assert (len(first["records"]), first["next_offset"]) == (1, 1)
    assert first["records"][0]["body"].startswith(SAID[0][:40] + "… (")
    assert answer(server, "records", html=THREAD, offset=2)["records"][0]["author"] == "Cleo"
    assert "behind the end" in error(server, "records", html=THREAD, offset=3)
    assert answer(server, "records", html="<p>Nothing here is said twice.")["records"] == []


def test_learn_saves_a_site_that_apply_uses(root: Path) -> None:
    server = make_server(Access(roots=(root,)))
    (root / "news" / "deep.html").write_text("<div>" * 5000)
    found = answer(server, "learn", pages=["news", "list"], output="sites/site.json", base_url="https://weft.example")
    assert found["site"] == str(root / "sites" / "site.json")
    assert (found["pages"], found["unclustered"]) == (13, 0)
    news = found["clusters"][0]
    assert (news["pages"], news["page_type"], news["learned"]) == (9, "article", True)
    assert {"author", "date"} <= set(news["fields"])
    assert "over the limit" in found["failures"][str(root / "news" / "deep.html")]
    assert Site.load(found["site"]).clusters[0].host == "weft.example"
    page = article("ropes", 9)
    asked = {"site": "sites/site.json", "url": "https://weft.example/ropes.html", "format": "json"}
    applied = json.loads(answer(server, "apply", html=page, **asked)["content"])
    assert applied["chosen_by"] == "template"
    assert applied["fields"]["author"] == "Ann ropes"
    assert "no such file" in error(server, "apply", site="none.json", html=page)


def test_learn_reads_files_of_many_pages_and_leaves_out_what_is_too_much(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [{"id": str(k), "html": article("looms", k)} for k in range(1, 10)]
    (root / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    server = make_server(Access(roots=(root,)))
    assert answer(server, "learn", pages=["pages.jsonl"], output="a.json")["pages"] == 9
    (root / "crawl").mkdir()
    (root / "pages.jsonl").rename(root / "crawl" / "pages.jsonl")
    (root / "crawl" / "out.jsonl").symlink_to(root.parent / "secret.html")
    crawl = answer(server, "learn", pages=["crawl"], output="a.json")
    assert crawl["pages"] == 9
    assert any("outside the folders" in why for why in crawl["failures"].values())
    (root / "crawl" / "pages.jsonl").rename(root / "pages.jsonl")
    monkeypatch.setattr(access, "MAX_PAGES", 8)
    found = answer(server, "learn", pages=["pages.jsonl", "news"], output="a.json")  # a site in place of a site
    assert found["pages"] == 8
    assert "the rest was left out after 8 pages" in found["failures"]["pages.jsonl"]


def test_failures_are_told_whatever_pages_call_themselves(root: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    (root / name).write_text("no page")
    (root / "news" / "odd.html").symlink_to(root / name)
    (root / "news.jsonl").write_text(json.dumps({"id": "long " * 1000, "html": "<div>" * 5000}))
    server = make_server(Access(roots=(root,)))
    failures = answer(server, "learn", pages=["news", "news.jsonl"], output="a.json")["failures"]
    assert "not named as a page" in failures[str(root / "caf?.txt")]
    assert any(page.startswith("long long") for page in failures)
    assert all(len(page) < 400 for page in failures)


def test_learn_writes_over_nothing_but_sites(root: Path) -> None:
    server = make_server(Access(roots=(root,)))
    (root / "settings.json").write_text('{"mine": true}')
    (root / "folder.json").mkdir()
    os.mkfifo(root / "pipe.json")
    with (root / "huge.json").open("wb") as file:
        file.truncate(access.MAX_SITE + 1)
    asked = {"pages": ["news"]}
    assert "which no site is" in error(server, "learn", output="huge.json", **asked)
    assert "no site of weft" in error(server, "learn", output="settings.json", **asked)
    assert (root / "settings.json").read_text() == '{"mine": true}'
    assert "saved as a .json file" in error(server, "learn", output="news/dyes.html", **asked)
    assert "outside the folders" in error(server, "learn", output="../site.json", **asked)
    assert "no file but something else" in error(server, "learn", output="folder.json", **asked)
    assert "no file but something else" in error(server, "learn", output="pipe.json", **asked)
    (root / "out.json").symlink_to(root.parent / "new.json")
    assert "outside the folders" in error(server, "learn", output="out.json", **asked)
    assert not (root.parent / "new.json").exists()


def test_learn_needs_pages(root: Path) -> None:
    server = make_server(Access(roots=(root,)))
    (root / "empty").mkdir()
    assert "no pages in this folder" in error(server, "learn", pages=["empty"], output="a.json")
    assert "no such file" in error(server, "learn", pages=["nothing.html"], output="a.json")
    assert "no such file" in error(server, "learn", pages=["nothing.warc"], output="a.json")
    assert "at least 1 item" in error(server, "learn", pages=[], output="a.json")
    assert not (root / "a.json").exists()


def test_links_do_not_lead_out(root: Path) -> None:
    server = make_server(Access(roots=(root,)))
    (root / "link.html").symlink_to(root.parent / "secret.html")
    (root / "folder").symlink_to(root.parent)
    (root / "circle.html").symlink_to(root / "circle.html")
    (root / "news" / "link.html").symlink_to(root.parent / "secret.html")
    (root / "inside.html").symlink_to(root / "news" / "dyes.html")
    assert "outside the folders" in error(server, "extract", path="link.html")
    assert "outside the folders" in error(server, "extract", path="folder/secret.html")
    assert "outside the folders" in error(server, "records", path="news/../../secret.html")
    assert "circle.html" in error(server, "extract", path="circle.html")
    assert answer(server, "extract", path="inside.html")["title"] == "All about dyes"
    found = answer(server, "learn", pages=["news"], output="a.json")
    assert found["pages"] == 9
    assert "secret" not in (root / "a.json").read_text()
    assert any("outside the folders" in why for why in found["failures"].values())


def test_files_that_are_no_pages_are_not_read(root: Path) -> None:
    server = make_server(Access(roots=(root,)))
    (root / ".env").write_text("KEY=1")
    (root / "pages.jsonl").write_text("{}")
    (root / "picture.html").write_bytes(b"\x89PNG\r\n")
    os.mkfifo(root / "pipe.html")
    (root / "key.html").symlink_to(root / ".env")
    assert "not named as a page" in error(server, "extract", path=".env")
    assert "not named as a page" in error(server, "extract", path="key.html")
    assert "a file of many pages" in error(server, "extract", path="pages.jsonl")
    assert "a PNG picture" in error(server, "extract", path="picture.html")
    assert "something else" in error(server, "extract", path="pipe.html")
    assert "something else" in error(server, "extract", path=".")
    assert "no path that can be read" in error(server, "extract", path="a\0b.html")
    assert "no path that can be read" in error(server, "extract", path="a" * 5000 + ".html")


def test_files_that_cannot_be_looked_at(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(access, "_check_file", refuse)
    server = make_server(Access(roots=(root,)))
    assert "a file cannot be read: Permission denied" in error(server, "extract", path="news/dyes.html")


def test_nothing_is_allowed_that_was_not_named(server: str) -> None:
    bare = make_server(Access())
    assert "weft mcp --root FOLDER" in error(bare, "extract", path="/etc/hostname")
    assert "weft mcp --root FOLDER" in error(bare, "learn", pages=["/etc"], output="/tmp/site.json")
    assert "weft mcp --allow-network" in error(bare, "extract", url=f"{server}/page")
    assert "give a page" in error(bare, "extract")
    assert "not both" in error(bare, "extract", html="<p>x", path="x.html")


def test_the_network_is_guarded(root: Path, server: str) -> None:
    guarded = make_server(Access(network=True, roots=(root,)))
    refused = error(guarded, "extract", url=f"{server}/page")
    assert "a private address is not fetched" in refused
    assert "--allow-private" not in refused
    assert "no http or https address" in error(guarded, "extract", url="file:///etc/passwd")
    found = answer(guarded, "learn", pages=["news", f"{server}/page"], output="a.json")
    assert "a private address" in next(iter(found["failures"].values()))


def test_addresses_are_fetched_where_that_is_allowed(server: str) -> None:
    reading = Access(network=True, fetcher=Fetcher(allow_private=True))
    open_server = make_server(reading, most=20)
    found = answer(open_server, "extract", url=f"{server}/page")
    assert (found["url"], found["title"]) == (f"{server}/page", "Loom")
    assert "cannot be fetched" in error(open_server, "extract", url="http://127.0.0.1:9/")
    assert list(reading.fetched) == [f"{server}/page"]
    kept = reading.fetched[f"{server}/page"]
    answer(open_server, "extract", url=f"{server}/page", format="json", offset=20)
    assert reading.fetched[f"{server}/page"] is kept
    for number in range(access.MAX_FETCHED):
        answer(open_server, "extract", url=f"{server}/page?{number}")
    assert f"{server}/page" not in reading.fetched


def test_a_page_may_not_cost_too_much() -> None:
    server = make_server(Access(limits=Limits(nodes=50)))
    assert "over the limit of 50 nodes" in error(server, "extract", html="<p>x" * 100)


def test_a_root_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder"):
        make_server(Access(roots=(tmp_path / "nowhere",)))
