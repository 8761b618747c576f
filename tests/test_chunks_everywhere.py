"""Chunks are the same through every entry: library, commands, engines, sinks, service, tools, loaders."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.schema import MetadataMode
from mcp import Client
from starlette.testclient import TestClient

from tests.records.forum_pages import thread
from weft import Chunking, Pipeline
from weft.cli.main import main
from weft.compat.langchain import WeftLoader, WeftTransformer
from weft.compat.llamaindex import WeftReader
from weft.errors import ConfigError
from weft.io import RawPage
from weft.io.run_output import read_output
from weft.mcp import Access, make_server
from weft.serve import make_app

BASE = "https://weft.example/"
PROSE = "<p>" + "The warp is fixed on the loom, and the weft runs through it from side to side. " * 4
KINDS = "".join(
    f"<p>Of the looms of {place} few are left, and nobody builds them any more. " for place in ("Lyon", "Ghent")
)
HAN = "<p>" + "经线固定在织机上。" * 9
PAGES = {
    "article": f"<title>Looms</title><article><h1>Looms</h1>{PROSE}<h2>Kinds</h2>{KINDS}<h2>织机</h2>{HAN}",
    "surrogate": f"<p>&#xD800;\u2028 {PROSE}",
    "thread": thread("table a post"),
    "nothing": "<html><body></body></html>",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, html in PAGES.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    (folder / "zip.html").write_bytes(b"PK\x03\x04 not a page")
    return folder


def lines_of(name: str) -> list[dict[str, Any]]:
    """The chunks of a page as the library gives them."""
    pipeline = Pipeline(format="chunks")
    raw = RawPage.of(PAGES[name], id=name, url=f"{BASE}{name}.html")
    return [json.loads(line) for line in filter(None, pipeline.render(pipeline.extract(raw)).split("\n"))]


def read(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Lines by page, without what an entry adds."""
    pages: dict[str, list[dict[str, Any]]] = {}
    for line in map(json.loads, data.split(b"\n")[:-1]):
        name = line.pop("id").rpartition("/")[2].removesuffix(".html")
        assert line.pop("status") == ("failed" if name == "zip" else "ok")
        if name != "zip":  # whichever line one looks at says what chose the page
            assert line.pop("chosen_by")
            assert line.pop("cluster") == ""
            assert line.pop("reason")["code"]
        pages.setdefault(name, []).append(line)
    return pages


def test_one_page_is_printed_a_line_a_chunk(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("article", "nothing"):
        assert main(["extract", str(folder / f"{name}.html"), "--url", f"{BASE}{name}.html", "-f", "chunks"]) == 0
        assert [json.loads(line) for line in capsys.readouterr().out.split("\n")[:-1]] == lines_of(name)


@pytest.mark.parametrize(("command", "name"), [("extract", "out.jsonl"), ("run", "out.jsonl.gz")])
def test_many_pages_are_a_file_of_chunks(command: str, name: str, folder: Path, tmp_path: Path) -> None:
    output = tmp_path / name
    assert main([command, str(folder), "--base-url", BASE, "-f", "chunks", "-o", str(output)]) == 1
    data = output.read_bytes()
    found = read(gzip.decompress(data) if name.endswith("gz") else data)
    assert {name: found.get(name, []) for name in PAGES} == {name: lines_of(name) for name in PAGES}
    assert [line["reason"]["code"] for line in found["zip"]] == ["source"]


def test_many_pages_are_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(folder), "--base-url", BASE, "-f", "chunks"]) == 1
    found = read(capsys.readouterr().out.encode())
    assert {name: found.get(name, []) for name in PAGES} == {name: lines_of(name) for name in PAGES}


def test_a_folder_has_a_file_of_chunks_a_page(folder: Path, tmp_path: Path) -> None:
    assert main(["extract", str(folder), "--base-url", BASE, "-f", "chunks", "-o", f"{tmp_path}/out/"]) == 1
    for name in PAGES:
        data = (tmp_path / "out" / f"{name}.jsonl").read_bytes()
        assert [json.loads(line) for line in data.split(b"\n")[:-1]] == lines_of(name)


@pytest.mark.parametrize("output", ["out.sqlite", "out.parquet", "out.csv"])
def test_a_table_has_the_chunks_of_a_page_in_a_column(output: str, folder: Path, tmp_path: Path) -> None:
    main(["extract", str(folder), "--base-url", BASE, "-f", "chunks", "-o", f"{tmp_path}/{output}"])
    rows = {row["url"]: row["chunks"] for row in read_output(tmp_path / output) if row["status"] == "ok"}
    assert {url: chunks or [] for url, chunks in rows.items()} == {
        f"{BASE}{name}.html": lines_of(name) for name in PAGES
    }


def test_a_warc_has_lines(folder: Path, tmp_path: Path) -> None:
    main(["extract", str(folder / "article.html"), "-f", "chunks", "-o", f"{tmp_path}/out.warc"])
    data = (tmp_path / "out.warc").read_bytes()
    assert b"Content-Type: application/jsonl" in data
    assert data.count(b'"headings": [') == len(lines_of("article"))


def test_service() -> None:
    with TestClient(make_app(workers=1)) as client:
        for name, html in PAGES.items():
            values = {"url": f"{BASE}{name}.html", "html": html, "format": "chunks"}
            assert client.post("/v1/extract", json=values).json()["chunks"] == lines_of(name)


def test_tools_of_an_assistant(folder: Path) -> None:
    server = make_server(Access(roots=(folder,)), most=10_000_000)

    async def ask(name: str) -> Any:
        arguments = {"path": str(folder / f"{name}.html"), "url": f"{BASE}{name}.html", "format": "chunks"}
        async with Client(server, read_timeout_seconds=60) as client:
            return await client.call_tool("extract", arguments)

    content = asyncio.run(ask("article")).structured_content["content"]
    assert [json.loads(line) for line in content.split("\n")] == lines_of("article")


class TestOptions:
    def test_size_overlap_and_kind(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["extract", str(folder / "article.html"), "-f", "chunks", "--chunk-size", "40", "--chunk-overlap", "20"]
        assert main([*words, "--chunk-by", "size"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        document = Pipeline().extract(RawPage.of(PAGES["article"], id="a"))
        assert [line["text"] for line in lines] == [
            chunk.text for chunk in document.chunks(size=40, overlap=20, by="size")
        ]
        assert len(lines) > len(lines_of("article"))

    def test_what_makes_no_sense(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["extract", str(folder), "-f", "chunks", "--chunk-size", "9", "--chunk-overlap", "9"]) == 2
        assert "does not fit" in capsys.readouterr().err


class TestLoaders:
    def test_a_document_a_chunk(self, folder: Path) -> None:
        path = folder / "article.html"
        chunks = Pipeline().extract(RawPage.of(PAGES["article"], id="a")).chunks(size=100, overlap=20)
        loaded = WeftLoader(path, chunks=Chunking(size=100, overlap=20)).load()
        nodes = WeftReader(chunks=Chunking(size=100, overlap=20)).load_data(path)
        assert [document.page_content for document in loaded] == [chunk.text for chunk in chunks]
        assert [node.text for node in nodes] == [chunk.text for chunk in chunks]
        assert [document.id for document in loaded] == [f"{path}#{number}" for number in range(len(chunks))]
        assert [document.metadata for document in loaded] == [node.metadata for node in nodes]
        last = loaded[-1].metadata
        assert (last["title"], last["headings"], last["tokens"]) == (
            "Looms",
            " > ".join(chunks[-1].headings),
            chunks[-1].tokens,
        )
        assert last["rows"] == f"{chunks[-1].rows[0][0]}-{chunks[-1].rows[0][1]}"
        assert "tokens" not in nodes[0].get_content(metadata_mode=MetadataMode.EMBED)

    def test_a_tokenizer_counts(self, folder: Path) -> None:
        counted = WeftLoader(
            folder / "article.html", chunks=Chunking(size=50, count=lambda text: len(text.split()))
        ).load()
        assert all(document.metadata["tokens"] == len(document.page_content.split()) for document in counted)

    def test_the_transformer_too(self) -> None:
        page = WeftTransformer(chunks=Chunking(size=60))
        from langchain_core.documents import Document

        found = page.transform_documents([Document(page_content=PAGES["article"], metadata={"shelf": 7})])
        assert len(found) > 2
        assert {document.metadata["shelf"] for document in found} == {7}

    @pytest.mark.parametrize(
        "options", [{"chunks": Chunking(size=0)}, {"by_record": True}, {"format": "html"}, {"chunks": Chunking(by="x")}]
    )
    def test_what_makes_no_sense(self, options: dict[str, Any]) -> None:
        with pytest.raises(ConfigError):
            WeftLoader("x", **({"chunks": Chunking()} | options))
