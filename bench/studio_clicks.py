"""Clicks in a real browser: from a folder to a saved template, and from threads to a wrapper of their records.

    python -m bench.studio_clicks --sites hexo-apollo,hexo-butterfly --forums phpbb33_prosilver

A scripted person opens a folder of 60 pages of one site, looks at three pages and saves the template. Where a field is
not found they take what is suggested for it, one click, or mark it, which costs two. What was saved is then scored on
the pages, field by field where the truth has the field. Pages of real sites are shown with pictures in their places:
plain ones of our own, for the data has none. In the guide the person takes the records that weft sees in a thread, or
marks a record, its author and its text by hand, and goes on to the wrapper. Clicks alone are asked here;
`python -m bench studio-speed` measures time.
"""

import argparse
import json
import statistics
import struct
import time
import zlib
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
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.io import RawPage
from weft.page import parse
from weft.sites.sample import spread
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.project import Project
from weft.studio.resources import Resource, named_resources
from weft.studio.serving import serve_in_thread
from weft.studio.store import Store
from weft.text import normalise_date

PAGES = 60
LOOKED_AT = 3
FIELDS = ("title", "date", "author")
DAY = 10  # characters of a date without its time
THEMES = "hexo-apollo,hexo-butterfly,wp-twentyseventeen"
THREADS = 12
PATIENCE = 60_000  # milliseconds: a busy machine is slow
REAL = "0kelvins,anoninsiders,chnmedu,javachen,phimos"
FORUMS = "phpbb33_prosilver,mybb18_classic,discuzx34_pc"


def plain_picture(width: int = 320, height: int = 180) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x9c\xb4\xa8" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


PICTURE = plain_picture()


@dataclass(frozen=True, kw_only=True)
class Session:
    """What a scripted session came to."""

    site: str
    clicks: int
    seconds: float
    found: dict[str, float]  # share of the article pages with the right value
    body: float  # mean token F1


@contextmanager
def studio(pages: list[RawPage], browser: Browser, *, with_pictures: bool = False) -> Iterator[tuple[Hand, Project]]:
    """A person who is logged in at a studio of these pages."""
    with Store.open(":memory:") as store:
        for raw in pages if with_pictures else ():
            store.keep_resources(raw.id, pictures_of(raw))
        project, access = open_project(store, pages, name="bench"), Access(author="bench")
        with serve_in_thread(project, access):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            hand = Hand(context.new_page(), access.url)
            hand.page.goto(f"{access.url}/?token={access.new_token()}")
            yield hand, project
            context.close()


def pictures_of(raw: RawPage) -> list[Resource]:
    """A picture for every image that a page names, as if it had been saved with it."""
    page = parse(raw.data, url=raw.url)
    names = [name for name in named_resources(page) if not name.lower().partition("?")[0].endswith(".css")]
    return [Resource(name=name, media_type="image/png", data=PICTURE) for name in names]


def read_site(folder: Path) -> tuple[list[RawPage], dict[str, dict[str, Any]]]:
    """Sixty pages of a site with its own mix of kinds, and their truth by id."""
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    truth = {line["file"]: line for line in (lines[place] for place in spread(len(lines), PAGES))}
    pages = [RawPage(id=name, data=(folder / name).read_bytes(), url=line["url"]) for name, line in truth.items()]
    return pages, truth


def teach(browser: Browser, folder: Path) -> Session:
    """The session: overview, template, three pages, effect, save."""
    pages, truth = read_site(folder)
    with studio(pages, browser, with_pictures=folder.parent.name == "realsites") as (hand, project):
        start = time.perf_counter()
        hand.click(".card .see-page")
        hand.wait()
        first = hand.page.url
        correct(hand, truth)
        for _ in range(LOOKED_AT):
            hand.wait()
            with hand.page.expect_navigation():
                hand.click("[data-do=accept]")
        hand.wait()
        if hand.state(number_of(hand))["cluster"] != hand.state(number_of_url(first))["cluster"]:
            hand.page.goto(first)  # by the browser's history; the next doubtful page was of another kind
            hand.wait()
        hand.click("[data-do=keep]")
        expect(hand.see("#messages")).to_contain_text("The template is saved.")
        seconds = time.perf_counter() - start
        found, body = score(project, truth)
    return Session(site=folder.name, clicks=hand.clicks, seconds=seconds, found=found, body=body)


def number_of(hand: Hand) -> int:
    """The page that is open."""
    return number_of_url(hand.page.url)


def number_of_url(url: str) -> int:
    """The page of an address."""
    return int(url.rpartition("/")[2])


def correct(hand: Hand, truth: dict[str, dict[str, Any]]) -> None:
    """Takes what is suggested for fields that are not found, one click; marks others that the page says, two clicks."""
    state = hand.state(number_of(hand))
    line = truth[state["id"]]
    found = {entry["name"]: entry["value"] for entry in state["fields"]}
    suggested = {entry["name"]: entry["value"] for entry in state["suggestions"]}
    shown = [name for name in ("title", "author") if line.get(name) and line.get(f"{name}_visible", True)]
    for name in (name for name in shown if found.get(name) != line[name]):
        if suggested.get(name) == line[name]:
            hand.click(f"[data-take={name}]")
        else:
            hand.point(line[name], last=name == "author")  # who also comments does so before the foot of the page
            hand.click(f"[data-name={name}]")
        expect(hand.see("#messages")).to_contain_text(f"Marked as {name}")


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


def wrap_thread(browser: Browser, folder: Path) -> tuple[int, str]:
    """Clicks from threads of a forum to a wrapper of their records, and how many records it finds of the true ones."""
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    threads = [line for line in lines if line["page_type"] == "thread" and len(line["records"]) > 2][:THREADS]
    pages = [RawPage(id=line["file"], data=(folder / line["file"]).read_bytes(), url=line["url"]) for line in threads]
    true = {line["file"]: len(line["records"]) for line in threads}
    with studio(pages, browser) as (hand, project):
        hand.click('nav a[href^="/guide"]')
        hand.wait()
        number = number_of(hand)
        if hand.state(number)["found_records"]:
            hand.click("[data-do=take]")
        else:
            mark_by_hand(hand, threads[number - 1])
        hand.click("#naming .primary")
        expect(hand.see("#check-said")).to_contain_text("pages have")
        hand.click("[data-do=checked]")
        expect(hand.see("#bench[data-step='5']")).to_be_attached()
        with hand.page.expect_download():
            hand.click("#export-wrapper")
        found = {state.id: len(project.document(number).records) for number, state in project.states.items()}
    right = sum(found[name] == count for name, count in true.items())
    return hand.clicks, f"{right} of {len(true)} threads have their number of records"


def mark_by_hand(hand: Hand, line: dict[str, Any]) -> None:
    """Marks a record and its author by pointing, as a person does where weft sees none."""
    author = line["records"][1]["author"]
    hand.point(author)
    hand.click("[data-do=widen]")
    hand.click("[data-do=record]")
    hand.point(author)
    hand.click("[data-do=field]")
    hand.click("[data-do=fields-done]")
    hand.see("#name-list input").first.fill("author")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.studio_clicks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", default="", help="folder of the unpacked data")
    parser.add_argument(
        "--sites",
        default=f"{THEMES},{REAL}",
        help="of sites/themes or sites/realsites (default: %(default)s)",
    )
    parser.add_argument("--forums", default=FORUMS, help="of forums; empty: none (default: %(default)s)")
    options = parser.parse_args()
    data = data_folder(options.data)
    expect.set_options(timeout=PATIENCE)
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
        for name in filter(None, options.forums.split(",")):
            clicks, said = wrap_thread(browser, data / "forums" / name)
            print(f"{name}: {clicks} clicks to a wrapper of records; {said}")
        browser.close()


if __name__ == "__main__":
    main()
