"""Pages made to do harm: each ends within its limit with a reason, and the next page renders."""

import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.conftest import ENDS, PATIENCE, SCRIPTS, SHORT
from weft import BrowserError, LimitError
from weft.browser import Browser
from weft.browser.guard import is_running, process_tree

ENDLESS = {
    "a loop": ("seconds", "<p>a<script>while (true);</script>"),
    "a late loop": ("seconds", "<p>a<script>setTimeout(() => { while (true); }, 1)</script>"),
    "arrays": ("memory", "<script>a = []; while (true) a.push(new Array(1e6).fill(1.5))</script>"),
    "buffers": ("memory", "<script>a = []; setInterval(() => a.push(new Uint8Array(5e7).fill(1)), 1)</script>"),
    "elements": (
        "memory",
        "<body><script>while (true) document.body.append(document.createElement('p'), 'x')</script>",
    ),
    "dialogs": ("dialogs", "<script>while (true) alert('again')</script>"),
    "questions": ("dialogs", "<script>setInterval(() => confirm('again'), 1)</script>"),
    "windows": ("windows", "<script>while (true) window.open('about:blank')</script>"),
    "late windows": ("windows", "<script>setInterval(() => window.open('/x'), 1)</script>"),
    "reloads": ("redirects", "<p>a<script>location.reload()</script>"),
    "redirects": ("redirects", "<script>setInterval(() => { location = '/' + Math.random() }, 1)</script>"),
    "refreshes": ("redirects", "<meta http-equiv=refresh content=0><p>a"),
    "downloads": (
        "downloads",
        "<script>setInterval(() => { a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x']));"
        "a.download = 'x.zip'; a.click() }, 1)</script>",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_ended(browser: Browser, name: str) -> None:
    reason, html = ENDLESS[name]
    options = SHORT if reason == "seconds" else ENDS
    start = time.monotonic()
    with pytest.raises(BrowserError, match=reason) as caught:
        browser.draw(html, url="https://hostile.example/", options=options)
    assert caught.value.reason == reason
    assert "https://hostile.example/: " in str(caught.value)
    assert time.monotonic() - start < PATIENCE
    assert "<p>next</p>" in browser.draw("<p>next").html


def test_a_page_that_scripts_made_too_large(browser: Browser) -> None:
    html = "<body><script>for (i = 0; i < 30000; i++) document.body.append(document.createElement('br'))</script>"
    with pytest.raises(LimitError, match="nodes"):
        browser.draw(html, options=SCRIPTS)
    assert "<p>next</p>" in browser.draw("<p>next").html


@pytest.mark.parametrize(
    "script",
    [
        "alert('once'); confirm('twice'); print()",
        "open('about:blank')",
        "location = '/elsewhere'",
        "onbeforeunload = onunload = () => { while (true); }",
        "setInterval(() => { location.hash = Math.random(); history.pushState(1, '', '/' + Math.random()) }, 1)",
        "new Worker(URL.createObjectURL(new Blob(['while (true);'])))",
        "Array.prototype.push = JSON.stringify = Object.keys = () => { throw 1 }; delete window.Promise",
    ],
)
def test_small_mischief_does_no_harm(browser: Browser, script: str) -> None:
    rendered = browser.draw(f"<p>still here</p><script>{script}</script>", options=SCRIPTS)
    assert "<p>still here</p>" in rendered.html


def busy_renderer_of(browser: Browser) -> int:
    """The process that reads a page without end; a Chromium with windows has others, which draw those and rest."""
    for process in process_tree(browser._pid):
        folder = Path(f"/proc/{process.pid}")
        with suppress(OSError):  # it has ended meanwhile
            is_renderer = b"--type=renderer" in (folder / "cmdline").read_bytes()
            ticks = int((folder / "stat").read_text().rpartition(")")[2].split()[11])
            if is_renderer and ticks > os.sysconf("SC_CLK_TCK"):  # a second
                return process.pid
    return 0


def test_a_page_whose_process_dies(browser: Browser) -> None:
    browser.draw("<p>the browser runs")

    def kill_renderer() -> None:
        deadline = time.monotonic() + PATIENCE
        while not (pid := busy_renderer_of(browser)) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(pid, signal.SIGKILL)

    killing = threading.Thread(target=kill_renderer)
    killing.start()
    with pytest.raises(BrowserError, match="crashed") as caught:
        browser.draw("<script>while (true);</script>", options=SCRIPTS)
    killing.join()
    assert caught.value.reason == "crash"
    assert "<p>next</p>" in browser.draw("<p>next").html


def test_a_browser_that_is_killed(browser: Browser) -> None:
    browser.draw("<p>the browser runs")
    before = process_tree(browser._pid)
    killing = threading.Timer(0.3, os.kill, (browser._pid, signal.SIGKILL))
    killing.start()
    with pytest.raises(BrowserError, match="crashed"):
        browser.draw("<script>while (true);</script>", options=SCRIPTS)
    deadline = time.monotonic() + PATIENCE  # what is killed is gone when the system has had a moment for it
    while any(map(is_running, before)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, before))
    assert "<p>next</p>" in browser.draw("<p>next").html


def test_a_driver_that_is_killed(browser: Browser) -> None:
    """Playwright's own process: the browser goes with it, and both come again."""
    browser.draw("<p>the browser runs")
    with open(f"/proc/{browser._pid}/stat") as file:
        driver = int(file.read().rpartition(")")[2].split()[1])
    os.kill(driver, signal.SIGKILL)
    outcomes = []
    for _ in range(2):  # the first may see it die
        try:
            outcomes.append(browser.draw("<p>next").html)
        except BrowserError:
            outcomes.append("")
    assert "<p>next</p>" in outcomes[-1]
