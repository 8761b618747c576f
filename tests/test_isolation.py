"""A page that fails, in whatever way, is one failure with its name and class; all others come out, by any entry."""

import asyncio
import json
import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from datatrove.data import Document as TroveDocument
from mcp import Client
from numpy.typing import NDArray
from starlette.testclient import TestClient

import weft
from tests.brittle import FAULTS, GOOD, NAME, NAMES, WANTED, Brittle, html_of, install, outcome_of
from tests.compat.test_scrapy import pipeline as scrapy_pipeline
from weft import Failure, Pipeline
from weft.cli.main import main
from weft.compat import trafilatura
from weft.compat.datatrove import WeftExtractor
from weft.compat.frames import extract_frame, records_frame
from weft.compat.langchain import WeftLoader
from weft.compat.loading import ReadOptions
from weft.document import Document
from weft.extractors import EXTRACTORS
from weft.io import RawPage
from weft.mcp import Access, make_server
from weft.page import Page
from weft.pipeline import attempt
from weft.records.find import POST_METHOD, RECORD_METHODS
from weft.renderers import RENDERERS, Renderer
from weft.serve import make_app
from weft.sites.similarity import SIMILARITIES
from weft.sites.template_learner import LEARNERS
from weft.studio.opening import open_project
from weft.studio.store import Store

REASONS = {": ".join(reason.values()) for reason in FAULTS.values()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for name in NAMES:
        (folder / f"{name}.html").write_text(html_of(name))
    return folder


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extractor as a package beside others, for this process and those that it starts."""
    install(tmp_path / "site-packages")
    monkeypatch.syspath_prepend(str(tmp_path / "site-packages"))
    here = [str(tmp_path / "site-packages"), str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(here))


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extractor in the place of the usual one, for entries that name none."""
    monkeypatch.setitem(EXTRACTORS, "block_classifier", Brittle())


def read_lines(path: Path) -> dict[str, dict[str, str] | str]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {Path(line["id"]).stem: outcome_of(line) for line in lines}


@pytest.mark.parametrize("format", ["json", "text", "markdown", "html", "tei"])
def test_pipeline(format: str) -> None:
    pipeline = Pipeline(method=Brittle(), format=format)
    for name in NAMES:
        outcome, line = pipeline.process(RawPage(id=name, data=html_of(name).encode()))
        assert outcome_of(json.loads(line)) == WANTED[name]
        assert isinstance(outcome, Failure) == (name in FAULTS)


def test_a_fault_says_what_to_do_and_shows_its_traceback_where_that_is_wanted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    raw = RawPage(id="a.html", data=html_of("asserts").encode())
    outcome = Pipeline(method=Brittle()).outcome(raw)
    assert isinstance(outcome, Failure)
    assert outcome.message.startswith("a.html: a fault of weft (AssertionError); report it with the page")
    assert not caplog.records
    monkeypatch.setenv("WEFT_DEBUG", "1")
    Pipeline(method=Brittle()).outcome(raw)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "the last step answers always" in caplog.text


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_the_program_passes(error: type[BaseException]) -> None:
    def stop(raw: RawPage) -> None:
        raise error

    with pytest.raises(error):
        attempt(RawPage(id="a", data=b""), stop)


def test_a_fault_in_the_kernel_is_one_of_the_page() -> None:
    class PanicException(BaseException):
        """As the kernel's, which nothing can import."""

    def panic(raw: RawPage) -> None:
        raise PanicException

    failure = attempt(RawPage(id="a", data=b""), panic)
    assert isinstance(failure, Failure)
    assert (failure.reason.code, failure.reason.detail) == ("fault", "PanicException")


@pytest.mark.parametrize("command", ["extract", "run"])
@pytest.mark.parametrize("output", ["out.jsonl", "out/"])
def test_commands(command: str, output: str, installed: None, folder: Path, tmp_path: Path) -> None:
    words = [command, str(folder), "-f", "markdown", "-m", NAME, "-o", f"{tmp_path}/{output}"]
    assert main(words) == 1
    if output == "out.jsonl":
        assert read_lines(tmp_path / output) == WANTED
    else:
        assert len([*(tmp_path / "out").rglob("*.md")]) == len(GOOD)
        assert read_lines(tmp_path / "out" / "failures.jsonl") == FAULTS


def test_one_page_alone(usual: None, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that fails leaves no file of that name, and no traceback."""
    for name in FAULTS:
        for command in ["extract"] if name == "renders" else ["extract", "inspect"]:
            output = tmp_path / "one.txt"
            assert main([command, str(folder / f"{name}.html"), "-o", str(output)]) == 1
            assert not output.exists()
            error = capsys.readouterr().err
            assert f"{name}.html: " in error
            assert "Traceback" not in error


def test_site_and_apply(usual: None, folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "site.json"
    assert main(["site", str(folder), "-o", f"{tmp_path}/a.jsonl", "--save", str(site)]) == 1
    assert main(["apply", str(site), str(folder), "--join", "-o", f"{tmp_path}/b.jsonl"]) == 1
    assert set(read_lines(tmp_path / "a.jsonl")) == set(read_lines(tmp_path / "b.jsonl")) == set(NAMES)
    assert read_lines(tmp_path / "a.jsonl")["second"] == "ok"


def test_score(usual: None, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = [{"page_id": str(folder / f"{name}.html"), "rows": [4], "name": "body"} for name in NAMES]
    (tmp_path / "marks.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    assert main(["score", f"{tmp_path}/marks.jsonl", str(folder), "-m", "block_classifier", "--json"]) == 1
    scores = json.loads(capsys.readouterr().out)
    assert {Path(score["page_id"]).stem for score in scores["by_page"]} >= set(GOOD)
    assert {Path(page).stem for page in scores["failures"]} >= set(FAULTS) - {"renders"}


def test_records(monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path) -> None:
    def find(page: Page, reference: Any = None) -> tuple[()]:
        Brittle().extract(page)
        return ()

    monkeypatch.setitem(RECORD_METHODS, POST_METHOD, find)
    assert main(["records", str(folder), "-o", f"{tmp_path}/out.jsonl"]) == 1
    assert read_lines(tmp_path / "out.jsonl").keys() == FAULTS.keys() - {"renders"}


@pytest.mark.parametrize("step", ["describe", "compare", "learn"])
def test_learning_leaves_out_a_page_that_fails_a_step(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A similarity or a learner of somebody else fails on one page; the site is learned from the others."""
    ours = SIMILARITIES["same_template"]

    class Similarity:
        same_above = ours.same_above

        def describe(self, page: Page) -> tuple[str, Any]:
            if step == "describe" and "asserts" in page.text(0):
                raise AssertionError
            return page.text(0), ours.describe(page)

        def compare(self, a: tuple[str, Any], b: tuple[str, Any]) -> float:
            return float(self.matrix([a, b])[0, 1])

        def matrix(self, descriptions: Sequence[tuple[str, Any]]) -> NDArray[np.float64]:
            if step == "compare" and any("asserts" in text for text, _ in descriptions):
                raise AssertionError
            return ours.matrix([own for _, own in descriptions])

    def learn(sample: Any) -> Any:
        if step == "learn" and any("asserts" in page.text(0) for page in sample.pages):
            raise AssertionError
        return LEARNERS["slots"](sample)

    monkeypatch.setitem(SIMILARITIES, "theirs", Similarity())
    monkeypatch.setitem(LEARNERS, "theirs", learn)
    names = ["warp", "weft", "asserts", "loom", "shuttle", "reed", "beam", "sley"]
    pages = [(f"http://weft.example/{name}", html_of(name)) for name in names]
    site = weft.learn(pages, similarity="theirs", learner="theirs")
    assert list(site.failures) == ["http://weft.example/asserts"]
    assert "a fault of weft (AssertionError)" in site.failures["http://weft.example/asserts"]
    assert [len(cluster.page_ids) for cluster in site.clusters] == [7]
    assert site.clusters[0].template.is_learned


def test_service(installed: None) -> None:
    with TestClient(make_app(workers=1)) as client:
        for name in NAMES:
            answer = client.post("/v1/extract", json={"html": html_of(name), "id": name, "method": NAME})
            assert answer.status_code == (422 if name in FAULTS else 200)
            assert outcome_of(answer.json()) == WANTED[name]


def test_tools_of_an_assistant(usual: None, folder: Path, tmp_path: Path) -> None:
    server = make_server(Access(roots=(folder, tmp_path)))

    async def ask(name: str, arguments: dict[str, Any]) -> Any:
        async with Client(server, read_timeout_seconds=60) as client:
            return await client.call_tool(name, arguments)

    for name in NAMES:
        answer = asyncio.run(ask("extract", {"path": str(folder / f"{name}.html")}))
        assert answer.is_error == (name in FAULTS)
        assert ("a fault of weft" in str(answer.content)) == (FAULTS.get(name, {}).get("code") == "fault")
    learned = asyncio.run(ask("learn", {"pages": [str(folder)], "output": f"{tmp_path}/site.json"}))
    assert not learned.is_error


def test_frames(usual: None) -> None:
    frame = pd.DataFrame({"html": [html_of(name) for name in NAMES]}, index=list(NAMES))
    rows = extract_frame(frame)
    assert {name for name in NAMES if rows.loc[name, "error"]} == set(FAULTS)
    assert set(rows["error"]) - {""} == REASONS
    records = records_frame(frame)
    assert set(records.loc[records["record"] == -1, "page"]) == set(FAULTS)


def test_loaders(usual: None, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    texts = WeftLoader(folder, reading=ReadOptions()).load()
    assert {Path(text.metadata["source"]).stem for text in texts} == set(GOOD)
    assert caplog.text.count("no_page") == 0
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == len(FAULTS)


def test_datatrove(usual: None) -> None:
    extractor = WeftExtractor(Pipeline())
    kept = extractor.run([TroveDocument(text=html_of(name), id=name) for name in NAMES])
    assert [document.id for document in kept] == list(GOOD)
    assert [bool(extractor.extract(html_of(name))) for name in NAMES] == [name in GOOD for name in NAMES]


def test_scrapy(usual: None) -> None:
    parts = scrapy_pipeline()
    items = {name: asyncio.run(parts.process_item({"html": html_of(name)})) for name in NAMES}
    assert {name for name, item in items.items() if "failure" in item} == set(FAULTS)
    assert {item["failure"] for item in items.values() if "failure" in item} == REASONS


def test_trafilatura(usual: None, caplog: pytest.LogCaptureFixture) -> None:
    texts = {name: trafilatura.extract(html_of(name)) for name in NAMES}
    assert {name for name, text in texts.items() if text is None} == set(FAULTS)
    assert caplog.text.count("a fault of weft") == len(FAULTS) - 1


def test_studio_opens_and_shows_the_others(usual: None, tmp_path: Path) -> None:
    pages = [RawPage(id=name, data=html_of(name).encode()) for name in NAMES]
    project = open_project(Store.open(tmp_path / "studio.db"), pages)
    assert {page for page, _ in project.failures()} <= set(FAULTS)
    assert {state.id for state in project.states.values() if not state.failure} >= set(GOOD)
    assert len(project.states) == len(NAMES)


def test_a_renderer_that_fails_on_a_page(monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path) -> None:
    def render(document: Document, options: Any) -> str:
        if "asserts" in document.page.text(0):
            raise AssertionError
        return document.page.text(0)

    monkeypatch.setitem(RENDERERS, "org", Renderer(render, ".org", "text/x-org", "org"))
    assert main(["extract", str(folder), "-f", "org", "-o", f"{tmp_path}/out.jsonl"]) == 1
    assert read_lines(tmp_path / "out.jsonl") == dict.fromkeys(NAMES, "ok") | {"asserts": FAULTS["asserts"]}


@pytest.fixture
def cluster(installed: None) -> Iterator[None]:
    import ray

    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


def test_ray(cluster: None, folder: Path, tmp_path: Path) -> None:
    words = ["run", str(folder), "-m", NAME, "--engine", "ray", "--workers", "1", "-o", f"{tmp_path}/out.jsonl"]
    assert main(words) == 1
    assert read_lines(tmp_path / "out.jsonl") == WANTED
