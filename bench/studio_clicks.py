"""Studio in a real browser: clicks from a folder to a saved template, a 2 MB page, 1,000 pages in the overview.

    python -m bench.studio_clicks --sites hexo-apollo,hexo-butterfly

A scripted person opens a folder of 60 pages of one site, looks at three pages, sees the effect of marks and saves the
template; where a field is not found they would mark it, which costs two clicks more. What was saved is then scored on
the pages, field by field where the truth has the field.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from bench.metrics import token_score
from bench.places import data_folder
from tests.studio.browser.hand import Hand
from tests.studio.browser.made_pages import article, news
from weft.browser import find_chromium
from weft.browser.sandbox import sandboxed
from weft.dates import normalise_date
from weft.io import RawPage
from weft.site.sample import spread
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.project import Project
from weft.studio.serving import serve_in_thread
from weft.studio.store import Store

PAGES = 60
LOOKED_AT = 3
FIELDS = ("title", "date", "author")
DAY = 10  # characters of a date without its time
BIG = 2_000_000  # bytes
ROUNDS = 5
LATE = 34  # milliseconds: two frames at 60 Hz
SCROLL = """async () => {
  const times = [];
  let last = performance.now();
  for (let step = 0; step < 240; step += 1) {
    window.scrollBy(0, 200);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}"""


@dataclass(frozen=True, kw_only=True)
class Session:
    """What a scripted session came to."""

    site: str
    clicks: int
    seconds: float
    found: dict[str, float]  # share of the article pages with the right value
    body: float  # mean token F1


class Work:
    """Processor time of the window's main thread, which a busy machine does not stretch."""

    def __init__(self, hand: Hand) -> None:
        self.session = hand.page.context.new_cdp_session(hand.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds(self) -> float:
        """Spent since the document was made."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


@contextmanager
def studio(pages: list[RawPage], browser: Browser) -> Iterator[tuple[Hand, Project]]:
    """A person who is logged in at a studio of these pages."""
    with Store.open(":memory:") as store:
        project, access = open_project(store, pages, name="bench"), Access(author="bench")
        with serve_in_thread(project, access):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            hand = Hand(context.new_page(), access.url)
            hand.page.goto(f"{access.url}/?token={access.new_token()}")
            yield hand, project
            context.close()


def read_site(folder: Path) -> tuple[list[RawPage], dict[str, dict[str, Any]]]:
    """Sixty pages of a site with its own mix of kinds, and their truth by id."""
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    truth = {line["file"]: line for line in (lines[place] for place in spread(len(lines), PAGES))}
    pages = [RawPage(id=name, data=(folder / name).read_bytes(), url=line["url"]) for name, line in truth.items()]
    return pages, truth


def teach(browser: Browser, folder: Path) -> Session:
    """The session: overview, template, three pages, effect, save."""
    pages, truth = read_site(folder)
    with studio(pages, browser) as (hand, project):
        start = time.perf_counter()
        overview = hand.page.url
        hand.click(".card .see-page")
        hand.wait()
        marked = correct(hand, truth)
        for _ in range(LOOKED_AT):
            hand.wait()
            with hand.page.expect_navigation():
                hand.click("[data-do=accept]")
        hand.wait()
        hand.page.goto(overview)  # by the browser's history
        hand.click(".card a")
        if marked:  # the effect of new marks shows by itself
            expect(hand.see("#effect-summary")).to_contain_text("would change")
        hand.click("#save")
        expect(hand.see("#messages")).to_contain_text("The template is saved.")
        seconds = time.perf_counter() - start
        found, body = score(project, truth)
    return Session(site=folder.name, clicks=hand.clicks, seconds=seconds, found=found, body=body)


def correct(hand: Hand, truth: dict[str, dict[str, Any]]) -> int:
    """Marks the fields that are not found though the page says them, two clicks each; how many they were."""
    state = hand.state(int(hand.page.url.rpartition("/")[2]))
    line = truth[state["id"]]
    found = {entry["name"]: entry["value"] for entry in state["fields"]}
    wrong = [name for name in ("title", "author") if line.get(name) and found.get(name) != line[name]]
    for name in wrong:
        hand.point(line[name], last=name == "author")  # who also comments does so before the foot of the page
        hand.click(f"[data-name={name}]")
        expect(hand.see(f"[data-name={name}]")).to_have_attribute("aria-pressed", "true")
    return len(wrong)


def score(project: Project, truth: dict[str, dict[str, Any]]) -> tuple[dict[str, float], float]:
    """What the saved template gives on the articles: shares of right fields, and the mean F1 of bodies."""
    right: dict[str, list[bool]] = {name: [] for name in FIELDS}
    bodies = []
    for number, state in project.states.items():
        line = truth[state.id]
        if not line["text"]:
            continue
        document = project.document(number)
        bodies.append(token_score(document.text, line["text"]).f1)
        for name in FIELDS:
            if line.get(name):
                value = document.fields[name].value if name in document.fields else ""
                value = normalise_date(value)[:DAY] if name == "date" else value
                right[name].append(value.strip() == line[name].strip())
    return {name: statistics.mean(values) for name, values in right.items() if values}, statistics.mean(bodies)


def open_big(browser: Browser, data: Path) -> None:
    """Milliseconds until a page of 2 MB can be worked on: a made one, and the real one that is nearest in size."""
    words = "The weaver came to the old mill before it grew dark and told the others what she had found there. "
    paragraphs = "".join(f"<p>{number} {words * 4}</p>" for number in range(BIG // 420))
    made = f"<html><body><h1>Big</h1>{paragraphs}</body></html>"
    real = min((data / "wcxb-dev" / "html").glob("*.html"), key=lambda path: abs(path.stat().st_size - BIG))
    pages = [*news(articles=4), RawPage(id="made", data=made.encode()), RawPage(id="real", data=real.read_bytes())]
    with studio(pages, browser) as (hand, _):
        work = Work(hand)
        for number, name in ((5, f"made, {len(made):,} bytes"), (6, f"real, {real.stat().st_size:,} bytes")):
            times, spent = [], []
            for _ in range(ROUNDS):
                hand.open("/export")
                start, before, server = time.perf_counter(), work.milliseconds(), time.process_time()
                hand.open(f"/page/{number}")
                times.append(1000 * (time.perf_counter() - start))
                spent.append(work.milliseconds() - before + 1000 * (time.process_time() - server))
            print(
                f"a big page ({name}): first {times[0]:.0f} ms, then {statistics.median(times[1:]):.0f} ms; processor "
                f"time of the window's main thread and the server {statistics.median(spent):.0f} ms"
            )


def scroll_overview(browser: Browser) -> None:
    """Frame times while 1,000 pages scroll by."""
    with studio([article(number) for number in range(1, 1001)], browser) as (hand, _):
        start = time.perf_counter()
        hand.open("/")
        expect(hand.see("#pages li")).to_have_count(1000)
        shown = 1000 * (time.perf_counter() - start)
        work = Work(hand)
        before = work.milliseconds()
        times = sorted(hand.page.evaluate(SCROLL))
        spent = (work.milliseconds() - before) / len(times)
    print(
        f"overview of 1,000 pages: shown in {shown:.0f} ms; a frame of a scroll takes {statistics.median(times):.1f} "
        f"ms (95 %: {times[int(0.95 * len(times))]:.1f}, most: {times[-1]:.1f}), {sum(each > LATE for each in times)} "
        f"of {len(times)} late; processor time of a frame {spent:.1f} ms; load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="", help="folder of the unpacked data")
    parser.add_argument(
        "--sites",
        default="hexo-apollo,hexo-butterfly,wp-twentyseventeen",
        help="of sites/themes or sites/realsites; empty: none",
    )
    parser.add_argument("--clicks-only", action="store_true", help="no big page, no overview of 1,000")
    options = parser.parse_args()
    data = data_folder(options.data)
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        program, sandbox = sandboxed(find_chromium(), folder=Path(folder))
        flags = ["--disable-gpu", "--no-first-run"]
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox, args=flags)
        for name in filter(None, options.sites.split(",")):
            themes = data / "sites" / "themes" / name
            session = teach(browser, themes if themes.is_dir() else data / "sites" / "realsites" / name)
            shares = ", ".join(f"{field} {share:.0%}" for field, share in session.found.items())
            print(
                f"{session.site}: {session.clicks} clicks, {session.seconds:.1f} s; {shares}, body {session.body:.3f}"
            )
        if not options.clicks_only:
            open_big(browser, data)
            scroll_overview(browser)
        browser.close()


if __name__ == "__main__":
    main()
