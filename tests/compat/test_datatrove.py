"""The step for datatrove, in its pipelines."""

import importlib
import json
import pickle
import sys
from pathlib import Path

import pytest
from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

import weft
from tests.compat.looms import ARTICLE, DEEP, EMPTY
from weft import Pipeline
from weft.compat.datatrove import WeftExtractor
from weft.errors import ConfigError

STRICT = Pipeline(limits=weft.Limits(depth=1_000))
URL = "https://weft.example/looms"


def document(text: str) -> Document:
    return Document(text=text, id="1", metadata={"url": URL, "date": "2026-01-01"})


def test_it_runs_in_a_pipeline_and_counts_by_reason(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    pages = [ARTICLE, EMPTY, DEEP, ARTICLE.replace("looms", "shuttles")]
    lines = [json.dumps({"id": str(number), "url": URL, "text": page}) for number, page in enumerate(pages)]
    (tmp_path / "in" / "pages.jsonl").write_text("\n".join(lines))
    steps = [
        JsonlReader(str(tmp_path / "in")),
        WeftExtractor(STRICT),
        JsonlWriter(str(tmp_path / "out"), compression=None),
    ]
    stats = LocalPipelineExecutor(steps, tasks=1, workers=1, logging_dir=str(tmp_path / "log")).run()
    counts = {name: int(value.total) for name, value in stats.stats[1].stats.items() if name != "doc_len"}
    assert counts == {
        "total": 4, "extracted": 2, "forwarded": 2, "dropped": 2, "dropped_empty": 1, "dropped_limit: depth": 1,
    }  # fmt: skip
    told = [json.loads(line) for line in (tmp_path / "out" / "00000.jsonl").read_text().splitlines()]
    assert [line["id"] for line in told] == ["0", "3"]
    assert told[0]["text"] == weft.extract(ARTICLE, url=URL).text
    assert told[0]["metadata"]["weft"]["title"] == "Looms"


def test_the_readers_metadata_stays() -> None:
    (told,) = WeftExtractor()([document(ARTICLE)])
    assert told.metadata["date"] == "2026-01-01"
    assert told.metadata["weft"]["date"] == weft.extract(ARTICLE).date
    (plain,) = WeftExtractor(metadata=False)([document(ARTICLE)])
    assert plain.metadata == {"url": URL, "date": "2026-01-01"}


def test_it_is_an_extractor_of_datatrove() -> None:
    step = WeftExtractor(Pipeline(format="markdown"))
    assert isinstance(step, BaseExtractor)
    assert "A loom holds the **warp**" in step.extract(ARTICLE)
    assert step.extract(EMPTY) == WeftExtractor(STRICT).extract(DEEP) == ""
    assert list(step(None)) == []


def test_it_can_be_sent_to_a_worker() -> None:
    step = pickle.loads(pickle.dumps(WeftExtractor(STRICT)))
    assert step.extract(ARTICLE) == weft.extract(ARTICLE).text


def test_an_address_that_is_none_does_not_end_the_run() -> None:
    (found,) = WeftExtractor().run([Document(text=ARTICLE, id="1", metadata={"url": 3})])
    assert found.text == weft.extract(ARTICLE).text


def test_what_makes_no_sense_is_an_error() -> None:
    with pytest.raises(ConfigError, match="unknown format 'pdf'"):
        WeftExtractor(Pipeline(format="pdf"))


def test_without_datatrove_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "datatrove"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "datatrove", None)
    monkeypatch.delitem(sys.modules, "weft.compat.datatrove")
    with pytest.raises(ConfigError, match=r"datatrove.*: pip install 'weft\[datatrove\]'"):
        importlib.import_module("weft.compat.datatrove")
