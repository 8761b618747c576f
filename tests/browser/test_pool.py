"""Several browsers at once."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import PATIENCE, SCRIPTS
from weft import BrowserError, LimitError, SourceError, WeftError
from weft.browser import Browser, BrowserPool, Drawing, draw_many
from weft.browser.guard import Process, is_running, process_tree
from weft.io import RawPage
from weft.page import parse


def make_pages(count: int, read: list[int]) -> Iterator[RawPage | str | SourceError]:
    for number in range(count):
        read.append(number)
        body = f"<p>page {number}</p>"
        if number == 2:
            yield SourceError("cannot be read")
            continue
        if number == 3:
            body = "<script>while (true) alert(1)</script>"
        yield RawPage(id=str(number), data=body.encode())


@pytest.fixture(scope="module")
def pool() -> Iterator[BrowserPool]:
    with BrowserPool(2, SCRIPTS) as opened:
        yield opened


def test_in_order_and_past_failures(pool: BrowserPool) -> None:
    read: list[int] = []
    outcomes = pool.draw_many(make_pages(9, read))
    first = next(outcomes)
    assert len(read) == 4  # two for each browser and no more
    found = [first, *outcomes]
    assert [name for name, _ in found] == ["0", "1", "cannot be read", "3", "4", "5", "6", "7", "8"]
    for number, (_, outcome) in enumerate(found):
        if number == 2:
            assert isinstance(outcome, SourceError)
        elif number == 3:
            assert isinstance(outcome, BrowserError)
            assert outcome.reason == "dialogs"
        else:
            assert isinstance(outcome, Drawing)
            assert outcome.page.text(0) == f"page {number}"


def test_the_same_as_one_browser(pool: BrowserPool, browser: Browser) -> None:
    raw = RawPage(id="a", data="<p>Schuß <b>läuft</b>".encode())
    assert pool.draw(raw).html == browser.draw(raw).html


def test_limits_are_outcomes(pool: BrowserPool) -> None:
    [(name, outcome)] = pool.draw_many([RawPage(id="large", data=b"<p>a" * 30_000)])
    assert name == "large"
    assert isinstance(outcome, LimitError)


def test_closing_ends_what_is_being_rendered() -> None:
    pool = BrowserPool(1, SCRIPTS)
    outcomes: list[tuple[str, Drawing | WeftError]] = []
    endless = [RawPage(id=str(number), data=b"<script>while (true);</script>") for number in range(2)]
    reading = threading.Thread(target=lambda: outcomes.extend(pool.draw_many(endless)))
    reading.start()
    time.sleep(1.0)
    pool.close()
    reading.join(PATIENCE / 2)
    assert not reading.is_alive()
    assert [isinstance(outcome, BrowserError) for _, outcome in outcomes] == [True, True]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A place for temporary files with a short name, as Chromium needs it."""
    with tempfile.TemporaryDirectory(prefix="w-", dir="/tmp") as name:
        yield Path(name)


def temporary_folders() -> set[Path]:
    return {path for pattern in ("weft-browser-*", "playwright*") for path in Path(tempfile.gettempdir()).glob(pattern)}


def test_nothing_is_left(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))  # other browsers may be at work in the usual place
    with Browser(SCRIPTS) as browser:
        processes = process_tree(browser._pid)
        with pytest.raises(BrowserError):
            browser.draw("<script>while (true) alert(1)</script>")
        browser.draw("<p>a")
        processes += process_tree(browser._pid)
        assert temporary_folders()
    assert len(processes) > 6
    assert not any(map(is_running, processes))
    assert temporary_folders() == set()
    with pytest.raises(BrowserError, match="closed"):
        browser.draw("<p>a")


def test_nothing_is_left_where_the_reader_stops(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    outcomes = draw_many((RawPage(id="a", data=b"<p>a") for _ in range(100)), workers=1)
    assert next(outcomes)[0] == "a"
    assert temporary_folders()
    outcomes.close()
    assert temporary_folders() == set()


INTERRUPTED = """
import sys
from weft.browser import Browser, DrawOptions
with Browser(DrawOptions(scripts=True)) as browser:
    print(browser._pid, flush=True)
    browser.draw("<script>while (true);</script>")
"""


def start_interrupted(folder: Path) -> "tuple[subprocess.Popen[str], list[Process]]":
    environment = os.environ | {"TMPDIR": str(folder)}
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )
    assert child.stdout is not None
    browser = int(child.stdout.readline())
    time.sleep(0.7)
    return child, process_tree(child.pid) + process_tree(browser)


def test_nothing_is_left_after_an_interrupt(folder: Path) -> None:
    child, processes = start_interrupted(folder)
    os.killpg(child.pid, signal.SIGINT)  # as Ctrl-C does: to all in the foreground
    _, error = child.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in error
    assert not any(map(is_running, processes))
    assert list(folder.iterdir()) == []


def test_no_process_is_left_after_a_kill(folder: Path) -> None:
    child, processes = start_interrupted(folder)
    child.kill()
    child.communicate(timeout=PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, processes))


def test_parsing_needs_no_browser() -> None:
    code = "import sys, weft, weft.cli; assert not any(name.startswith('playwright') for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert not parse("<p>a").geometry
