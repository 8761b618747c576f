"""The progress line."""

import io
import sys

import pytest

from weft.cli.progress import with_progress


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
