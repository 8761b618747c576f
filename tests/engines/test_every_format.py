"""The cluster of a page, what chose it and why are keys of its line in every format and kind of output."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.small_site import pages
from tests.engines.test_killed import HereEngine
from weft import learn
from weft.engines import ExtractJob, run
from weft.engines.pieces import kind_of
from weft.io import RawPage
from weft.io.run_output import read_output
from weft.io.sinks import open_sink
from weft.renderers import RENDERERS

URL = "https://weft.example/"
PAGES = [RawPage(id=name, url=URL + name, data=html.encode()) for name, html in pages().items()]
ARTICLES, LISTS = 9, 4  # of four lists alone the guard lets no template answer
CHOSEN = {("template", "article", "template"): ARTICLES, ("block_classifier", "listing", "single_page"): LISTS}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("site") / "site.json"
    learn(PAGES).save(path)
    return str(path)


def chosen(line: dict[str, Any]) -> tuple[str, str, str]:
    reason = line["reason"]
    return line["chosen_by"], line["cluster"], reason["code"] if isinstance(reason, dict) else reason


@pytest.mark.parametrize("format", list(RENDERERS))
def test_formats(format: str, site: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run(PAGES, ExtractJob(site=site, format=format), open_sink(str(out), format=RENDERERS[format]), engine=HereEngine())
    lines = out.read_bytes().splitlines()
    assert Counter(chosen(json.loads(line)) for line in lines) == CHOSEN
    assert Counter(kind_of(line) for line in lines) == {
        ("weft.example", "template"): ARTICLES,
        ("weft.example", "single_page"): LISTS,
    }


@pytest.mark.parametrize("name", ["out.parquet", "out.sqlite", "out.csv"])
def test_tables(name: str, site: str, tmp_path: Path) -> None:
    out = tmp_path / name
    run(PAGES, ExtractJob(site=site, format="text"), open_sink(str(out)), engine=HereEngine())
    rows = list(read_output(out))
    assert Counter(chosen(row)[:2] for row in rows) == {key[:2]: count for key, count in CHOSEN.items()}


def test_archives(site: str, tmp_path: Path) -> None:
    out = tmp_path / "out.warc.gz"
    run(PAGES, ExtractJob(site=site, format="text"), open_sink(str(out)), engine=HereEngine())
    data = gzip.decompress(out.read_bytes())
    assert data.count(b"\r\nWeft-Cluster: ") == len(PAGES)
    for (by, cluster, code), count in CHOSEN.items():
        assert data.count(f"\r\nWeft-Chosen-By: {by}\r\nWeft-Cluster: {cluster}\r\n".encode()) == count
        assert len(re.findall(rf"\r\nWeft-Reason: {code}\b".encode(), data)) == count


def test_a_page_that_quotes_a_line_is_counted_by_its_own() -> None:
    text = json.dumps('"chosen_by": "template", "cluster": "x", "reason": {"code": "template"')
    head = '{"id": "a\\"b", "url": "http://weft.example/", "status": '
    own = '"chosen_by": "block_classifier", "cluster": "", "reason": {"code": "no_template", "detail": ""}'
    assert kind_of(f'{head}"ok", "title": {text}, {own}, "text": {text}}}'.encode()) == ("weft.example", "fallback")
    failed = f'{head}"failed", "reason": {{"code": "source", "detail": ""}}, "message": {text}}}'
    assert kind_of(failed.encode()) == ("weft.example", "failed")
    single = own.replace("no_template", "single_page")
    assert kind_of(f'{head}"ok", {single}}}'.encode()) == ("weft.example", "single_page")
