"""What becomes of a page that gives no document, and of a job that makes no sense."""

import sys

import pytest

from weft.document import Document, Failure
from weft.engines import ExtractJob
from weft.engines.job import outcome_of
from weft.engines.ray_engine import load_ray
from weft.errors import ConfigError, LimitError, NoMatch
from weft.io import RawPage

PAGE = RawPage(id="a.html", data=b"<p>x")


@pytest.mark.parametrize(
    ("error", "reason", "message"),
    [
        (LimitError("depth", 3, "a.html"), "limit: depth", "a.html: over the limit of 3 depth"),
        (NoMatch("a.html: no template fits"), "NoMatch", "no template fits"),
        (MemoryError(), "memory", "a.html: there is not enough memory for this page"),
    ],
)
def test_every_failure_has_its_reason(error: Exception, reason: str, message: str) -> None:
    def choose(raw: RawPage) -> Document:
        raise error

    outcome = outcome_of(choose, PAGE)
    assert isinstance(outcome, Failure)
    assert outcome.reason == reason
    assert message in outcome.message


def test_a_format_that_is_none() -> None:
    with pytest.raises(ConfigError, match="unknown format 'doc'; choose one of text"):
        ExtractJob(format="doc").check()


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[ray\]', or --engine local"):
        load_ray()
