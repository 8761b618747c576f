"""Marks for other tools: Label Studio, lines of JSON, a spider that runs; agreement; figures on held-out marks."""

import io
import json
import subprocess
import sys
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from lxml import html as lxml_html

from tests.studio.browser.made_pages import news
from tests.studio.test_export import ARTICLES, LISTS, SITE, filled, mark, mark_article, rows_of
from weft import parse
from weft.errors import ConfigError
from weft.io import RawPage
from weft.studio.changes import Write
from weft.studio.label_exports import export_label_studio, export_pages, export_spider, text_path
from weft.studio.mark_quality import ask_held_out, find_agreement
from weft.studio.marking import Marks
from weft.studio.opening import open_project
from weft.studio.store import Store

__all__ = ["filled"]


def test_label_studio_finds_every_mark_by_its_paths(filled: Store) -> None:
    tasks = json.loads(export_label_studio(filled))
    assert [task["data"]["id"] for task in tasks] == [ARTICLES[2].id, LISTS[0].id]
    results = tasks[0]["annotations"][0]["result"]
    assert {result["value"]["hypertextlabels"][0] for result in results} == {"title", "author", "date", "body", "noise"}
    body = lxml_html.document_fromstring(tasks[0]["data"]["html"]).find("body")
    for result in results:
        value = result["value"]
        start, end = (body.xpath(f".{value[place]}") for place in ("start", "end"))
        assert len(start) == len(end) == 1, value
        assert value["text"].startswith(" ".join(start[0].split()))
        assert value["text"].endswith(" ".join(end[0].split()))
        assert value["endOffset"] == len(end[0])
    assert tasks[0]["annotations"][0]["completed_by"] == {"email": "Ann"}


def test_the_path_of_a_text_counts_texts_and_elements() -> None:
    page = parse("<body><p>a<p>b<b>c</b>d</p><div>e</div>")
    texts = [row for row in range(len(page)) if page.tag[row] == 0]
    assert [text_path(page, row) for row in texts] == [
        "/p[1]/text()[1]", "/p[2]/text()[1]", "/p[2]/b[1]/text()[1]", "/p[2]/text()[2]", "/div[1]/text()[1]",
    ]  # fmt: skip


def test_pages_are_lines_with_body_fields_and_records(filled: Store) -> None:
    lines = {line["id"]: line for line in map(json.loads, export_pages(filled))}
    article, listing = lines[ARTICLES[2].id], lines[LISTS[0].id]
    page = parse(ARTICLES[2].data)
    assert article["fields"]["title"] == [page.text(rows_of(page, "entry-title")[0]).strip()]
    assert article["body"]
    assert (article["author"], article["done"], article["note"]) == ("Ann", True, "")
    assert len(listing["records"]) == len(rows_of(parse(LISTS[0].data), "card"))
    assert {"title", "excerpt", "date"} <= listing["records"][0].keys()
    assert list(listing["fields"]) == ["heading"]


def test_the_spider_runs_and_applies_the_templates(tmp_path: Path) -> None:
    folder = tmp_path / "www"
    folder.mkdir()

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *arguments, **named) -> None:
            super().__init__(*arguments, directory=str(folder), **named)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    pages = []
    for number, raw in enumerate(news(articles=6), start=1):
        (folder / f"{number}.html").write_bytes(raw.data)
        pages.append(RawPage(id=f"{number}.html", data=raw.data, url=f"{base}/{number}.html"))
    with Store.open(":memory:") as store:
        open_project(store, pages)
        zipfile.ZipFile(io.BytesIO(export_spider(store))).extractall(tmp_path)
    command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "items.jsonl", "--loglevel", "ERROR"]
    done = subprocess.run(
        [*command, "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "ROBOTSTXT_OBEY=0"],
        cwd=tmp_path / "spider", capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    server.shutdown()
    server.server_close()
    assert done.returncode == 0, done.stderr
    items = [json.loads(line) for line in (tmp_path / "spider" / "items.jsonl").read_text().splitlines()]
    assert len(items) == 6, done.stderr
    assert {item["chosen_by"] for item in items} <= {"template", "block_classifier", "records"}
    assert {item["title"] for item in items} == {f"All about loom {number}" for number in range(1, 7)}


def test_agreement_of_two_people() -> None:
    with Store.open(":memory:") as store:

        def write(author: str, page: str, marks: dict[int, str]) -> None:
            target = f"page:{page}"
            store.write([Write(target, Marks(marks).to_json(), store.read(target).version)], author=author, what="mark")

        write("Ann", "a", {3: "body", 5: "title"})
        write("Bob", "a", {3: "body", 6: "title"})
        write("Ann", "b", {1: "body"})
        assert find_agreement(store) == {
            "people": [
                {
                    "one": "Ann", "other": "Bob", "pages": 1, "both": 1, "only_one": 2, "f1": 0.5,
                    "names": {
                        "body": {"pages": 1, "both": 1, "only_one": 0, "f1": 1.0},
                        "title": {"pages": 1, "both": 0, "only_one": 2, "f1": 0.0},
                    },
                }
            ]
        }  # fmt: skip
        write("Ann", "a", {3: "body", 6: "title"})
        assert find_agreement(store)["people"][0]["f1"] == 1.0


def test_figures_are_of_pages_whose_marks_were_left_out() -> None:
    with Store.open(":memory:") as store:
        store.add_pages([*ARTICLES, *LISTS])
        store.write([Write("site", SITE.to_json(), 0)], author="weft", what="learned")
        project = open_project(store)
        number = project.numbers[ARTICLES[0].id]
        cluster = project.cluster(project.state(number).cluster)
        with pytest.raises(ConfigError, match="two marked pages"):
            ask_held_out(project, cluster)
        for raw in ARTICLES[:4]:
            mark_article(store, raw)
        odd = parse(ARTICLES[4].data)  # a field that a template cannot guess from the other pages' marks
        mark(store, ARTICLES[4].id, {"appeal": rows_of(odd, "share")})
        project.refresh()
        found = ask_held_out(project, cluster)
        assert (found["pages"], found["parts"]) == (5, 5)
        assert found["after"]["f1"] > 0.95
        assert found["after"]["fields"]["title"]["right"] == 4
        assert found["after"]["fields"]["appeal"] == {"right": 0, "found": 0, "marked": 1, "f1": 0.0}
        assert {page["number"] for page in found["each"]} == {project.numbers[raw.id] for raw in ARTICLES[:5]}
