"""Which browser is driven, and what is said where there is none."""

import pickle
import sys
from pathlib import Path

import pytest

from weft import BrowserError
from weft.browser import Browser, chromium, find_chromium
from weft.browser.chromium import launch_arguments


def test_the_machine_has_one() -> None:
    assert find_chromium().is_file()


def test_the_variable_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("WEFT_CHROMIUM", str(program))
    assert find_chromium() == program


def test_a_variable_that_names_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEFT_CHROMIUM", "/no/such/chromium")
    with pytest.raises(BrowserError, match="WEFT_CHROMIUM=/no/such/chromium: no such program") as caught:
        find_chromium()
    assert caught.value.reason == "missing"


def test_no_browser_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "PROGRAMS", ())
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("WEFT_CHROMIUM", raising=False)
    with pytest.raises(BrowserError, match=r"apt-get install chromium-headless-shell.*WEFT_CHROMIUM=") as caught:
        Browser().__enter__()
    assert caught.value.reason == "missing"


def test_no_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(BrowserError, match=r"pip install 'weft\[browser\]'") as caught, Browser():
        pass
    assert caught.value.reason == "missing"


def test_a_program_that_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEFT_CHROMIUM", "false")
    with pytest.raises(BrowserError, match="cannot be started") as caught, Browser():
        pass
    assert caught.value.reason == "start"


def test_no_name_is_looked_up() -> None:
    assert "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1" in launch_arguments()


def test_errors_travel_with_their_reason() -> None:
    error = pickle.loads(pickle.dumps(BrowserError("too slow", reason="seconds")))
    assert (str(error), error.reason) == ("too slow", "seconds")
