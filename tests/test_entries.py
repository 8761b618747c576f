"""Every entry gives the same bytes: twenty pages through the library, commands, engines, service, tools, adapters."""

import asyncio
import gzip
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import ray
from datatrove.data import Document as TroveDocument
from mcp import Client
from starlette.testclient import TestClient

import weft
from tests.cli.small_site import write_pages
from tests.compat.test_scrapy import pipeline as scrapy_pipeline
from tests.records.forum_pages import thread
from weft import Failure, Pipeline, Site
from weft.cli.main import main
from weft.compat.datatrove import METADATA, WeftExtractor
from weft.compat.frames import extract_frame
from weft.compat.langchain import WeftLoader
from weft.compat.llamaindex import WeftReader
from weft.io import RawPage
from weft.io.run_output import read_output
from weft.mcp import Access, make_server
from weft.records import find_main_records
from weft.renderers import RENDERERS, Renderer, RenderOptions
from weft.serve import make_app

BASE = "https://weft.example/"
FRENCH = "<p>Le tisserand passe la trame entre les fils de la chaîne, puis il la serre avec le peigne.</p>" * 3
PROSE = "<p>" + "The warp is fixed on the loom, and the weft runs through it from side to side. " * 4
HAN = "<title>织机</title><h1>织机</h1><p>" + "经线固定在织机上，纬线从一边穿到另一边，布就这样织成了。" * 6
ROWS = "".join(
    f"<tr><td><a href=/t/{n}>Which loom is number {n}?</a></td><td><a href=/u/{n}>Ann{n}</a></td><td>{n + 3}</td>"
    f"<td>2022-09-0{n} 06:38</td></tr>"
    for n in range(1, 9)
)
LD = '<script type="application/ld+json">{}</script>'
ARTICLE_BODY = json.dumps({"@type": "NewsArticle", "headline": "Looms", "articleBody": "A loom holds the warp. " * 40})

PAGES: dict[str, bytes] = {
    "article": f"<title>Looms</title><nav><a href=/>Home</a></nav><article><h1>Looms</h1>{PROSE * 3}".encode(),
    "data-only": f"<title>Looms</title><div id=app></div>{LD.format(ARTICLE_BODY)}".encode(),
    "thread": thread("table a post").encode(),
    "board": f"<title>Weavers</title><h1>Weavers</h1><table><tr><th>Thread<th>By<th>Replies<th>Last{ROWS}".encode(),
    "cards": "".join(
        f"<div class=card><a href=/p/{n}><h3>Loom {n}</h3></a><p>A loom.</p><span class=price>${n}9.00</span></div>"
        for n in range(1, 9)
    ).encode(),
    "broken": f"</html><body><div><p>One<table><p>{PROSE}<b><i>two</b></i></td></div>".encode(),
    "gbk": b"<meta charset=gbk>" + HAN.encode("gbk"),
    "gbk-unsaid": HAN.encode("gbk"),
    "utf-16": b"\xff\xfe" + HAN.encode("utf-16-le"),
    "empty-body": b"<html><head><title>Nothing</title></head><body></body></html>",
    "no-bytes": b"",
    "no-markup": b"looms/canal-loom.html",
    "hostile": f"<base href=//evil.example/><p onclick=x()>{PROSE}<a href=javascript:x()>x</a><script>1".encode(),
    "scripts": b"<title>App</title><div id=root></div>" + b"<script src=/a.js></script>" * 9,
    "pdf": b"%PDF-1.7 not a page at all",
    "binary": b"\x00\x01\x02\x03" * 300,
    "deep": b"<div>" * 3000 + b"x",
    "french": f"<html lang=fr><title>Lin</title><article><h1>Lin</h1><p>Publié le 02/04/2022</p>{FRENCH * 2}".encode(),
    "table-and-code": f"<h1>API</h1>{PROSE}<table><tr><th>a<th>b<tr><td>1<td>2</table><pre>x = 1\n  y</pre>".encode(),
    "surrogate": f"<title>&#xD800;</title><p>\udcff {PROSE}".encode(errors="surrogatepass"),
}
NO_PAGE = {"no-bytes", "no-markup", "pdf", "binary", "deep"}


def name_of(value: str) -> str:
    return value.rpartition("/")[2].removesuffix(".html")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("entries") / "we: ird; folder"
    folder.mkdir()
    for name, data in PAGES.items():
        (folder / f"{name}.html").write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def site_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of other pages, so that some of ours fit a template and others do not."""
    saved = tmp_path_factory.mktemp("saved")
    write_pages(saved)
    pages = [(BASE + path.name, path.read_bytes()) for path in sorted(saved.rglob("*.html"))]
    path = tmp_path_factory.mktemp("site") / "site.json"
    words = ("reed", "heddle", "shuttle", "treadle", "bobbin", "harness", "beam", "sley")
    own = ((f"{BASE}{word}.html", PAGES["article"].replace(b"loom", word.encode())) for word in words)
    weft.learn([*pages, *own]).save(path)
    return path


def comparable(line: dict[str, Any]) -> dict[str, Any]:
    """A line without the names that an entry gives to pages."""
    rest = {key: value for key, value in line.items() if key not in ("id", "url")}
    return rest | ({"message": line["message"].partition(".html")[2] or line["message"]} if "message" in line else {})


def raw_page(name: str, data: bytes) -> RawPage:
    return RawPage(id=f"{name}.html", url=f"{BASE}{name}.html", data=data)


def wanted(site: Site | None, format: str = "json") -> dict[str, dict[str, Any]]:
    """The lines of the pipeline, by page."""
    pipeline = Pipeline(site=site, format=format)
    raws = {name: raw_page(name, data) for name, data in PAGES.items()}
    lines = {name: json.loads(pipeline.line(raw, pipeline.outcome(raw))) for name, raw in raws.items()}
    return {name: comparable(line) for name, line in lines.items()}


def read_lines(path: Path) -> dict[str, dict[str, Any]]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    lines = [json.loads(line) for line in data.splitlines()]
    return {name_of(line["id"]): comparable(line) for line in lines}


@pytest.fixture(params=["alone", "site"])
def site(request: pytest.FixtureRequest, site_path: Path) -> Site | None:
    return Site.load(site_path) if request.param == "site" else None


def test_the_pages_are_of_every_kind(site_path: Path) -> None:
    alone, by_site = wanted(None), wanted(Site.load(site_path))
    assert {name for name, line in alone.items() if line["status"] == "failed"} == NO_PAGE
    assert {line["chosen_by"] for line in alone.values() if line["status"] == "ok"} >= {
        "block_classifier", "embedded", "records",
    }  # fmt: skip
    assert by_site["article"]["chosen_by"] == "template"
    assert by_site["data-only"]["chosen_by"] == "embedded"
    assert len(by_site["data-only"]["text"]) > 800
    assert by_site["data-only"]["reason"]["code"] == "no_template"
    assert alone["deep"]["reason"] == {"code": "limit", "detail": "depth"}
    assert alone["french"]["date"] == "2022-04-02"
    assert alone["gbk-unsaid"]["text"].startswith("经线")


def test_library(site: Site | None) -> None:
    lines = wanted(site)
    for name, data in PAGES.items():
        if lines[name]["status"] == "ok":
            url = f"{BASE}{name}.html"
            document = weft.extract(data, url=url, site=site)
            by_site = site.extract(data, url=url) if site else document
            values = json.loads(json.dumps(document.to_dict()))
            assert comparable({"status": "ok", **values}) == lines[name]
            assert by_site.to_dict() == document.to_dict()


@pytest.mark.parametrize("command", ["extract", "run"])
def test_commands_for_pages_alone(command: str, folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    assert main([command, str(folder), "--base-url", BASE, "-f", "json", "-o", str(output)]) == 1
    assert read_lines(output) == wanted(None)


@pytest.mark.parametrize("command", [["apply", "{site}", "{pages}"], ["run", "{pages}", "--site", "{site}"]])
def test_commands_by_a_site(command: list[str], folder: Path, site_path: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl.gz"
    words = [word.format(site=site_path, pages=folder) for word in command]
    assert main([*words, "--base-url", BASE, "-o", str(output)]) == 1
    assert read_lines(output) == wanted(Site.load(site_path))


def test_learn_and_apply_in_one(folder: Path, tmp_path: Path) -> None:
    first, second, saved = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "site.json"
    main(["site", str(folder), "--base-url", BASE, "-o", str(first), "--save", str(saved)])
    main(["apply", str(saved), str(folder), "--base-url", BASE, "-o", str(second)])
    assert first.read_bytes() == second.read_bytes()
    assert read_lines(first) == wanted(Site.load(saved))


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


def test_ray(cluster: None, folder: Path, site_path: Path, tmp_path: Path) -> None:
    far, local = tmp_path / "far.jsonl", tmp_path / "local.jsonl"
    for engine, output in (("ray", far), ("local", local)):
        words = ["run", str(folder), "--base-url", BASE, "--site", str(site_path), "--engine", engine]
        assert main([*words, "--workers", "1", "-o", str(output)]) == 1
    assert far.read_bytes() == local.read_bytes()


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_the_encoding_of_a_file_of_many(engine: str, cluster: None, tmp_path: Path) -> None:
    """Both engines and the command read a bundle with the charset that the user gives."""
    import zipfile

    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as archive:
        archive.writestr("gbk.html", HAN.encode("gbk"))
    run, extract = tmp_path / "run.jsonl", tmp_path / "extract.jsonl"
    main(
        ["run", str(tmp_path / "pages.zip"), "--encoding", "gbk", "--engine", engine, "--workers", "1", "-o", str(run)]
    )
    main(["extract", str(tmp_path / "pages.zip"), "--encoding", "gbk", "-f", "json", "-o", str(extract)])
    assert run.read_bytes() == extract.read_bytes()
    assert "经线固定" in run.read_text(encoding="utf-8")


def test_service(site: Site | None) -> None:
    lines = wanted(site)
    with TestClient(make_app(workers=1)) as client:
        for name, data in PAGES.items():
            url = f"{BASE}{name}.html"
            if site is None and data:
                answer = client.post(
                    "/v1/extract", params={"url": url}, content=data, headers={"Content-Type": "text/html"}
                )
            elif _is_text(data):  # in JSON a page is a text
                values = {"url": url, "html": data.decode(), "site": site.to_json() if site else None}
                answer = client.post("/v1/extract", json=values)
            else:
                continue
            assert comparable(answer.json()) == lines[name]


def _is_text(data: bytes) -> bool:
    try:
        return bool(data) and data.decode() is not None
    except UnicodeDecodeError:
        return False


def test_tools_of_an_assistant(site: Site | None, site_path: Path, folder: Path) -> None:
    lines = wanted(site)
    server = make_server(Access(roots=(folder, site_path.parent)), most=10_000_000)

    async def ask(name: str, arguments: dict[str, Any]) -> Any:
        async with Client(server, read_timeout_seconds=60) as client:
            return await client.call_tool(name, arguments)

    for name in PAGES:
        arguments = {"path": str(folder / f"{name}.html"), "url": f"{BASE}{name}.html", "format": "json"}
        tool, more = ("apply", {"site": str(site_path)}) if site else ("extract", {})
        result = asyncio.run(ask(tool, arguments | more))
        assert result.is_error == (name in NO_PAGE)
        if not result.is_error:
            content = json.loads(result.structured_content["content"])
            assert comparable({"status": "ok", **content}) == lines[name]
            assert result.structured_content["reason"] == lines[name]["reason"]["code"]


def test_frames(site: Site | None) -> None:
    lines = wanted(site)
    frame = pd.DataFrame({"html": list(PAGES.values()), "url": [f"{BASE}{name}.html" for name in PAGES]})
    rows = extract_frame(frame, how=Pipeline(site=site))
    for name, row in zip(PAGES, rows.to_dict("records"), strict=True):
        line = lines[name]
        if line["status"] == "failed":
            assert row["error"] == ": ".join(filter(None, line["reason"].values()))
        else:
            keys = ("text", "title", "author", "date", "language", "page_type", "confidence")
            assert [row[key] for key in keys] == [line[key] for key in keys]


@pytest.mark.parametrize("load", [
    lambda folder, site: {d.metadata["source"]: d.page_content for d in WeftLoader(folder, site=site).lazy_load()},
    lambda folder, site: {d.metadata["source"]: d.text for d in WeftReader(site=site).lazy_load_data(folder)},
])  # fmt: skip
def test_loaders(load: Callable[[Path, Site | None], dict[str, str]], folder: Path, site: Site | None) -> None:
    pipeline = Pipeline(site=site)
    texts = {name_of(source): text for source, text in load(folder, site).items()}
    for name, data in PAGES.items():
        outcome = pipeline.outcome(RawPage(id=name, data=data))  # files have no address
        text = None if isinstance(outcome, Failure) or not len(outcome.keep) else pipeline.render(outcome)
        assert texts.get(name) == text


def test_datatrove(site: Site | None) -> None:
    lines = wanted(site)
    for name, data in PAGES.items():
        if not _is_text(data):
            continue
        document = TroveDocument(text=data.decode(), id=name, metadata={"url": f"{BASE}{name}.html"})
        kept = list(WeftExtractor(Pipeline(site=site)).run([document]))
        text = lines[name].get("text", "")
        assert [doc.text for doc in kept] == ([text] if text else [])
        if kept:
            assert kept[0].metadata[METADATA]["title"] == lines[name]["title"]


@pytest.mark.parametrize(("format", "suffix"), [("json", ".json"), ("markdown", ".md"), ("tei", ".xml")])
def test_folders_have_the_same_files(format: str, suffix: str, folder: Path, tmp_path: Path) -> None:
    files = {}
    for command in ("extract", "run"):
        output = tmp_path / command
        main([command, str(folder), "--base-url", BASE, "-f", format, "-o", f"{output}/"])
        paths = [path for path in output.rglob("*") if path.suffix == suffix]
        files[command] = sorted(path.read_bytes() for path in paths)
        assert len(paths) == len(PAGES) - len(NO_PAGE)
        assert len((output / "failures.jsonl").read_text().splitlines()) == len(NO_PAGE)
    assert files["extract"] == files["run"]


def test_the_same_markdown_through_every_entry(folder: Path, tmp_path: Path) -> None:
    """Title, front matter and records are options of the renderer, and every entry asks for them by name."""
    options = RenderOptions(title=True, front_matter=True)
    pipeline = Pipeline(format="markdown", options=options)
    texts = {}
    for name, data in PAGES.items():
        outcome = pipeline.outcome(raw_page(name, data))
        if not isinstance(outcome, Failure):
            texts[name] = pipeline.render(outcome)
            assert texts[name] == weft.extract(data, url=f"{BASE}{name}.html").render("markdown", options)
    assert "\n### " in texts["thread"]
    for command in ("extract", "run"):
        output = tmp_path / f"{command}.jsonl"
        main([command, str(folder), "--base-url", BASE, "-f", "markdown", "--front-matter", "-o", str(output)])
        lines = read_lines(output)
        assert {name: line["markdown"] for name, line in lines.items() if line["status"] == "ok"} == texts
    with TestClient(make_app(workers=1)) as client:
        asked = {"format": "markdown", "title": "true", "front_matter": "true", "url": f"{BASE}thread.html"}
        headers = {"Content-Type": "text/html"}
        answer = client.post("/v1/extract", params=asked, content=PAGES["thread"], headers=headers)
    assert answer.json()["markdown"] == texts["thread"]

    async def ask() -> Any:
        async with Client(make_server(Access()), read_timeout_seconds=60) as client:
            values = {"html": PAGES["thread"].decode(), "url": f"{BASE}thread.html", "format": "markdown"}
            return await client.call_tool("extract", {**values, "show": {"title": True, "front_matter": True}})

    assert asyncio.run(ask()).structured_content["content"] == texts["thread"]


def test_a_failed_page_has_the_name_of_its_file(folder: Path, tmp_path: Path) -> None:
    """The folder's name holds what separates a page from its message, and nothing cuts there."""
    output = tmp_path / "out.jsonl"
    main(["run", str(folder), "-o", str(output)])
    lines = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert {line["id"] for line in lines if line["status"] == "failed"} == {str(folder / f"{n}.html") for n in NO_PAGE}


@pytest.mark.parametrize("output", ["out/", "out.warc", "out.sqlite", "out.parquet", "out.csv", "out.jsonl"])
def test_a_new_format_is_written_by_every_sink(output: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A format is one object: no sink has a list of formats of its own."""
    page = tmp_path / "page.html"
    page.write_bytes(PAGES["article"])
    org = Renderer(lambda document, options: "* ORG " + document.page.text(0)[:20], ".org", "text/x-org", "org")
    monkeypatch.setitem(RENDERERS, "org", org)
    assert main(["extract", str(page), "-f", "org", "-o", f"{tmp_path}/{output}"]) == 0
    path = tmp_path / output
    if output == "out/":
        assert (path / "page.org").read_text().startswith("* ORG ")
    elif output == "out.warc":
        assert b"Content-Type: text/x-org" in path.read_bytes()
    else:
        row = next(read_output(path))
        assert row["org"].startswith("* ORG ")
        assert row["reason"]["code"]


def test_scrapy(site: Site | None, site_path: Path) -> None:
    lines = wanted(site)
    parts = scrapy_pipeline(WEFT_SITE=str(site_path) if site else "", WEFT_LIMITS={})
    for name, data in PAGES.items():
        item = asyncio.run(parts.process_item({"html": data, "url": f"{BASE}{name}.html"}))
        line = lines[name]
        if line["status"] == "failed":
            assert item["failure"] == ": ".join(filter(None, line["reason"].values()))
        else:
            assert [item[key] for key in ("text", "title", "date")] == [line[key] for key in ("text", "title", "date")]


def test_records(folder: Path, tmp_path: Path) -> None:
    """The command finds the records that the library finds, and fails at the same pages."""
    output = tmp_path / "records.jsonl"
    assert main(["records", str(folder), "--base-url", BASE, "-o", str(output)]) == 1
    lines = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert {name_of(line["id"]): comparable(line) for line in lines if line["status"] == "failed"} == {
        name: line for name, line in wanted(None).items() if line["status"] == "failed"
    }
    for name in PAGES.keys() - NO_PAGE:
        page = Pipeline().parse(raw_page(name, PAGES[name]))
        fields = [{key: field.value for key, field in record.fields.items()} for record in find_main_records(page)]
        assert [line["fields"] for line in lines if name_of(line["id"]) == name] == fields
