"""LangChain's loader and transformer, LlamaIndex's reader: with the real libraries."""

import asyncio
import gzip
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import SimpleDirectoryReader
from llama_index.core.schema import MetadataMode

from tests.cli.small_site import article, write_pages
from weft import learn
from weft.compat.langchain import ReadOptions, WeftLoader, WeftTransformer
from weft.compat.llamaindex import WeftReader
from weft.errors import ConfigError, SourceError
from weft.io import Fetcher
from weft.page import Limits

POST = """<div class="post" id="p{0}"><div class="who"><a class="user" href="/u/{1}">{1}</a></div>
<div class="when">2024-05-0{0} 10:0{0}</div><div class="says">{2}</div></div>"""
SAID = ("What do you oil the treadles with, and how often does it have to be done?",
        "With nothing at all, for thirty years now, and they have not complained to me once.",
        "Beeswax once a winter, before the cold comes, and a drop more where it squeaks.")  # fmt: skip
THREAD = "<title>Oiling treadles</title><h1>Oiling treadles</h1><div id='posts'>{}</div>".format(
    "".join(map(POST.format, (1, 2, 3), ("Ann", "Ben", "Cleo"), SAID))
)
NAMES = {"source", "title", "author", "date", "language", "page_type", "confidence"}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    for name in ("looms", "dyes"):
        (tmp_path / f"{name}.html").write_text(article(name, 3), encoding="utf-8")
    return tmp_path


def test_a_document_a_page(saved: Path) -> None:
    dyes, looms = WeftLoader(saved).load()
    assert looms.page_content.startswith("The weaver of looms came to the old mill")
    assert "Copyright" not in looms.page_content
    assert set(looms.metadata) == NAMES
    assert looms.id == looms.metadata["source"] == str(saved / "looms.html")
    assert (looms.metadata["title"], looms.metadata["author"]) == ("All about looms", "Ann looms")
    assert (looms.metadata["date"], looms.metadata["language"]) == ("2021-03-03", "en")
    assert looms.metadata["page_type"] == "article"
    assert looms.metadata["confidence"] > 0.5
    assert dyes.metadata["title"] == "All about dyes"


def test_both_libraries_get_the_same(saved: Path) -> None:
    loaded, read = WeftLoader(str(saved)).load(), WeftReader().load_data(saved)
    assert [document.page_content for document in loaded] == [document.text for document in read]
    assert [document.metadata for document in loaded] == [document.metadata for document in read]
    assert [document.id for document in loaded] == [document.id_ for document in read]
    assert asyncio.run(WeftLoader(saved).aload()) == loaded
    assert asyncio.run(WeftReader().aload_data(saved)) == read


def test_models_do_not_see_numbers(saved: Path) -> None:
    document = next(iter(WeftReader().lazy_load_data([saved / "dyes.html"])))
    assert "confidence" in document.metadata
    assert "confidence" not in document.get_content(MetadataMode.EMBED)
    assert "All about dyes" in document.get_content(MetadataMode.EMBED)


def test_formats_patterns_and_bundles(saved: Path) -> None:
    lines = [{"id": str(k), "url": f"http://weft.example/{k}", "html": article("looms", k)} for k in (1, 2)]
    (saved / "pages.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    found = WeftLoader([saved / "pages.jsonl.gz", str(saved / "d*.html")], format="markdown").load()
    assert [document.id for document in found] == ["1", "2", str(saved / "dyes.html")]
    assert [document.metadata["source"] for document in found[:2]] == ["http://weft.example/1", "http://weft.example/2"]
    assert found[0].page_content.endswith("More on looms will follow in spring.")


def test_a_document_a_record(tmp_path: Path) -> None:
    path = tmp_path / "thread.html"
    path.write_text(THREAD)
    posts = WeftLoader(path, by_record=True).load()
    assert [post.page_content for post in posts] == list(SAID)
    assert [post.metadata["author"] for post in posts] == ["Ann", "Ben", "Cleo"]
    assert [post.metadata["date"] for post in posts] == [f"2024-05-0{k}T10:0{k}" for k in (1, 2, 3)]
    assert [post.metadata["record"] for post in posts] == [1, 2, 3]
    assert [post.id for post in posts] == [f"{path}#{k}" for k in (1, 2, 3)]
    assert {post.metadata["title"] for post in posts} == {"Oiling treadles"}
    assert [post.text for post in WeftReader(by_record=True).load_data(path)] == list(SAID)


def test_a_site_chooses_by_its_templates(tmp_path: Path) -> None:
    folder = write_pages(tmp_path / "pages")
    site = learn((path.name, path.read_bytes()) for path in sorted(folder.rglob("*.html")))
    site.save(tmp_path / "site.json")
    page = tmp_path / "new.html"
    page.write_text(article("ropes", 9))
    found = WeftLoader(page, site=tmp_path / "site.json").load()[0]
    assert found.page_content == site.extract(page.read_bytes()).text
    assert found.metadata["confidence"] == round(site.extract(page.read_bytes()).confidence, 4)
    assert WeftReader(site=site).load_data(page)[0].text == found.page_content


def test_addresses_are_fetched_as_asked(server: str) -> None:
    loader = WeftLoader(f"{server}/page", method="whole_page", reading=ReadOptions(fetcher=Fetcher(allow_private=True)))
    assert loader.load()[0].page_content == "Die Kette ist gespannt, der Schuß läuft."
    assert loader.load()[0].metadata["source"] == f"{server}/page"


def test_a_page_that_fails_is_logged_or_raised(saved: Path, server: str, caplog: pytest.LogCaptureFixture) -> None:
    (saved / "deep.html").write_text("<div>" * 5000)
    (saved / "empty.html").write_text("<nav><a href='/'>Home</a></nav>")
    (saved / "picture.html").write_bytes(b"\x89PNG\r\n")
    inputs: list[Path | str] = [saved, f"{server}/page"]
    with caplog.at_level(logging.WARNING, "weft.compat"):
        assert len(WeftLoader(inputs, reading=ReadOptions(limits=Limits(depth=1000))).load()) == 2
    assert [record.name for record in caplog.records] == ["weft.compat"] * 3
    assert "over the limit of 1000 depth" in caplog.text
    assert "not a web page but a PNG picture" in caplog.text
    assert "a private address is not fetched" in caplog.text
    with pytest.raises(SourceError, match="over the limit of 1000 depth") as raised:
        WeftLoader(saved, reading=ReadOptions(limits=Limits(depth=1000), on_failure="raise")).load()
    assert (raised.value.page, raised.value.detail) == (str(saved / "deep.html"), "limit: depth")
    with pytest.raises(SourceError, match="no such file"):
        WeftLoader(saved / "nothing.html").load()


@pytest.mark.parametrize(
    "options",
    [
        {"format": "pdf"},
        {"method": "nonsense"},
        {"by_record": True, "format": "html"},
        {"site": learn([]), "method": "density"},
        {"reading": ReadOptions(on_failure="cry")},
    ],
    ids=["format", "method", "by_record", "site", "on_failure"],
)
def test_what_makes_no_sense_is_said_before_anything_is_read(options: dict[str, Any]) -> None:
    for make in (lambda: WeftLoader("x", **options), lambda: WeftReader(**options), lambda: WeftTransformer(**options)):
        with pytest.raises(ConfigError):
            make()


def test_the_transformer_turns_html_into_content() -> None:
    page = LangChainDocument(
        page_content=article("looms", 1), metadata={"source": "http://weft.example/a", "title": "x", "shelf": 7}
    )
    found = WeftTransformer(format="markdown").transform_documents([page, LangChainDocument(page_content="")])
    assert len(found) == 1
    assert found[0].page_content.startswith("The weaver of looms")
    assert found[0].metadata["title"] == "All about looms"
    assert (found[0].metadata["shelf"], found[0].metadata["source"]) == (7, "http://weft.example/a")


def test_the_transformer_keeps_what_documents_knew() -> None:
    page = LangChainDocument(page_content="<p>Only words, and no name.", metadata={"author": "Ann"}, id="7")
    found = WeftTransformer(method="whole_page").transform_documents([page])[0]
    assert (found.id, found.metadata["source"], found.metadata["author"]) == ("7", "7", "Ann")


def test_the_reader_serves_a_directory_reader(saved: Path) -> None:
    found = SimpleDirectoryReader(str(saved), file_extractor={".html": WeftReader()}).load_data()
    assert sorted(document.metadata["title"] for document in found) == ["All about dyes", "All about looms"]
    assert all(document.metadata["file_path"] == document.metadata["source"] for document in found)
