"""The progress line."""

import io
import sys

import pytest

from weft.cli.run import _Progress as Progress
from weft.cli.terminal import with_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(with_progress([1, 2, 3], total=3)) == [1, 2, 3]
    assert "3/3" in terminal.getvalue()


def test_without_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(with_progress(iter("ab"))) == ["a", "b"]
    assert "2 pages" in terminal.getvalue()


def test_silent_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress([1, 2, 3])) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_a_run_tells_how_fast_it_is_and_how_long_it_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, clock = Terminal(), iter([0.0, 0.0, 100.0, 200.0, 200.01])
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    progress = Progress(400)
    for done in (0, 100, 200, 201):
        progress(done)
    assert terminal.getvalue().split("\r")[1:] == [
        "100 pages of 400, 300 s left  1 pages/s\x1b[K",
        "200 pages of 400, 200 s left  1 pages/s\x1b[K",
    ], "the first and one too soon after the last are not shown"
