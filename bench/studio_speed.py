"""How quick studio is in a real browser: the first view, a page of 2 MB, an overview of many pages, frames of a scroll.

    python -m bench studio-speed --pages 10000

Times are the browser's own, from the start of the navigation to the moment at which one can work: the rows of the
overview are there, or the page has its choice drawn. Beside them stands the processor time of the window's main thread
and of the server, which a busy machine does not stretch. The many pages of the overview are stored ones; a hundred of
them were looked at and the others are listed with the same figures, for the list is what is measured.
"""

import json
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.places import data_path
from tests.studio.browser.made_pages import article, news
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.io import RawPage
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.project import Project
from weft.studio.serving import serve_in_thread
from weft.studio.store import Store

BIG = 2_000_000  # bytes
LOOKED_AT = 100  # pages of the overview that are looked at
LATE = 25.0  # milliseconds: a frame at 60 Hz takes 16.7
SETTLES = 2_000  # milliseconds
WORDS = "The weaver came to the old mill before it grew dark and told the others what she had found there. "
WATCH = """() => {
  const look = () => {
    const isReady = document.querySelector("#bench[data-ready], #pages li, .exports li");
    if (isReady && window.readyAt === undefined) window.readyAt = performance.now();
    if (window.readyAt === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
SCROLL = """async (selector) => {
  const box = selector ? document.querySelector(selector) : window, times = [];
  let last = performance.now();
  for (let step = 0; step < 180; step += 1) {
    box.scrollBy(0, 240);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}"""


class Window:
    """A browser window of a person who is logged in."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.add_init_script(f"({WATCH})()")

    def work(self) -> float:
        """Milliseconds of the main thread since the document was made."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def open(self, path: str) -> tuple[float, float]:
        """Milliseconds until one can work, and those of processor time in the window and the server."""
        self.page.goto("about:blank")
        before, server = self.work(), time.process_time()
        self.page.goto(f"{self.url}{path}")
        self.page.wait_for_function("() => window.readyAt !== undefined", timeout=60_000)
        ready = float(self.page.evaluate("window.readyAt"))
        return ready, self.work() - before + 1000 * (time.process_time() - server)

    def scroll(self, selector: str = "") -> dict[str, float]:
        """The frames of a scroll: median, 95 %, share of late ones, and processor time of one."""
        before = self.work()
        times = sorted(self.page.evaluate(SCROLL, selector))
        spent = (self.work() - before) / len(times)
        late = sum(one > LATE for one in times) / len(times)
        return {
            "median_ms": round(statistics.median(times), 1),
            "late_ms": round(times[int(0.95 * len(times))], 1),
            "late_share": round(late, 3),
            "cpu_ms": round(spent, 1),
        }


@contextmanager
def serving(project: Project, browser: Browser) -> Iterator[Window]:
    """A window at a studio of this project."""
    access = Access(author="bench")
    with serve_in_thread(project, access):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(f"{access.url}/?token={access.new_token()}")
        yield Window(page, access.url)
        context.close()


def measure(window: Window, path: str, rounds: int) -> dict[str, float]:
    """Opens a view again and again."""
    times, spent = zip(*(window.open(path) for _ in range(rounds)), strict=True)
    figures = {"first_ms": times[0], "median_ms": statistics.median(times), "best_ms": min(times)}
    return {**{name: round(value) for name, value in figures.items()}, "cpu_ms": round(statistics.median(spent))}


def made_big() -> bytes:
    """A page of 2 MB of running text."""
    paragraphs = "".join(f"<p>{number} {WORDS * 4}</p>" for number in range(BIG // 420))
    return f"<html><body><h1>Big</h1>{paragraphs}</body></html>".encode()


def real_big() -> bytes:
    """The real page nearest to 2 MB; empty where the data is not unpacked."""
    paths = list((data_path("") / "wcxb-dev" / "html").glob("*.html"))
    return min(paths, key=lambda path: abs(path.stat().st_size - BIG)).read_bytes() if paths else b""


def many_pages(store: Store, count: int) -> Project:
    """A project of so many pages, of which some were looked at."""
    project = open_project(store, [article(number) for number in range(1, LOOKED_AT + 1)], name="many")
    store.add_pages(article(number) for number in range(LOOKED_AT + 1, count + 1))
    whole = Project("many", store, project.learned)
    whole.refresh()
    for number, stored in whole.stored.items():
        like = project.states[1 + number % LOOKED_AT]
        title = f"All about loom {number}"
        whole.states[number] = replace(like, number=number, id=stored.id, url=stored.url or "", title=title)
    whole.sort()
    return whole


def main(*, pages: int, rounds: int, out: str) -> int:
    """Measure everything, print it, and write it where asked."""
    figures: dict[str, Any] = {"load": round(os.getloadavg()[0], 1)}
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        program, sandbox = sandboxed(find_chromium(), folder=Path(folder))
        flags = ["--disable-gpu", "--no-first-run"]
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox, args=flags)
        with Store.open(":memory:") as store:
            big = [RawPage(id=name, data=data) for name, data in (("made", made_big()), ("real", real_big())) if data]
            project = open_project(store, [*news(articles=40), *big], name="speed")
            with serving(project, browser) as window:
                figures["first view"] = measure(window, "/", rounds)
                figures["a page"] = measure(window, "/page/1", rounds)
                for number, page in enumerate(big, start=41):
                    name = f"a page of {len(page.data):,} bytes, {page.id}"
                    figures[name] = measure(window, f"/page/{number}", rounds)
                    figures[f"{name}: a frame"] = window.scroll("#scroll")
        with Store.open(":memory:") as store, serving(many_pages(store, pages), browser) as window:
            figures[f"overview of {pages:,} pages"] = measure(window, "/", rounds)
            window.page.wait_for_timeout(SETTLES)  # all rows are known by then
            figures["overview: a frame"] = window.scroll()
        browser.close()
    text = json.dumps(figures, indent=1)
    print(text)
    if out:
        Path(out).write_text(text + "\n", encoding="utf-8")
    return 0
