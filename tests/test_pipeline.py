"""What becomes of a page that gives no document, wherever it came from."""

import json

import pytest

from weft import Failure, Pipeline
from weft.content import Reason
from weft.document import Document
from weft.errors import BrowserError, ConfigError, LimitError, NoMatch, SourceError
from weft.io import RawPage
from weft.pipeline import attempt

PAGE = RawPage(id="a.html", data=b"<p>x")


@pytest.mark.parametrize(
    ("error", "reason", "message"),
    [
        (
            LimitError("depth", 3, "a.html"),
            Reason("limit", "depth"),
            "a.html: over the limit of 3 depth; allow more with Limits(depth=…)",
        ),
        (NoMatch("no template fits"), Reason("no_match"), "a.html: no template fits"),
        (SourceError("a: b; c", page="x: y.html"), Reason("source"), "x: y.html: a: b; c"),
        (BrowserError("hung", reason="time"), Reason("browser", "time"), "a.html: hung"),
        (MemoryError(), Reason("limit", "memory"), "a.html: there is not enough memory for this page"),
    ],
)
def test_every_failure_has_its_reason(error: Exception, reason: Reason, message: str) -> None:
    def choose(raw: RawPage) -> Document:
        raise error

    outcome = attempt(PAGE, choose)
    assert isinstance(outcome, Failure)
    assert outcome.reason == reason
    assert outcome.message == message


def test_a_page_that_could_not_be_read_is_a_failure_and_a_line() -> None:
    pipeline = Pipeline()
    error = SourceError("no JSON", page="pages.jsonl:3")
    outcome = pipeline.outcome(error)
    assert isinstance(outcome, Failure)
    assert json.loads(pipeline.line(error, outcome)) == {
        "id": "pages.jsonl:3",
        "url": "",
        "status": "failed",
        "reason": {"code": "source", "detail": ""},
        "message": "pages.jsonl:3: no JSON",
    }


@pytest.mark.parametrize(("format", "column"), [("text", "text"), ("markdown", "markdown"), ("html", "html")])
def test_a_line_of_any_format_says_who_chose_and_why(format: str, column: str) -> None:
    pipeline = Pipeline(method="whole_page", format=format)
    raw = RawPage(id="a", url="http://weft.example/a", data=b"<p>One", extra={"status": "mine"})
    line = json.loads(pipeline.line(raw, pipeline.outcome(raw)))
    assert list(line) == ["id", "url", "status", "chosen_by", "cluster", "reason", column, "input"]
    assert (line["id"], line["status"], line["chosen_by"]) == ("a", "ok", "whole_page")
    assert set(line["reason"]) == {"code", "detail"}
    assert line["input"] == {"status": "mine"}


def test_what_makes_no_sense_is_told_before_the_first_page() -> None:
    with pytest.raises(ConfigError, match="unknown format 'doc'; choose one of text"):
        Pipeline(format="doc").check()
    with pytest.raises(ConfigError, match="vips chooses on drawn pages, and none is drawn here"):
        Pipeline(method="vips", may_draw=False).check()
    Pipeline(method="vips").check()
