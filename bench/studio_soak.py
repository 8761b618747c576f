"""Ten people mark in one studio while its server is killed again and again: what was answered as kept must be there.

    python -m bench studio-soak --seconds 300

Each person logs in by password, reads a page, marks it and writes a note that no other write has; now and then they
undo. Pages are few, so that people meet: the second of two who change a page is refused, reads it again and writes
anew. A killed server (`kill -9`) is started again on the same store and port. A write counts as kept when its answer
came; at the end every one of them is looked up in the store: author, marks and note. A write whose answer was
cut off by a kill may be there or not, but whole.
"""

import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

from tests.studio.browser.made_pages import news
from weft.studio.changes import PAGE
from weft.studio.store import Store

PEOPLE = 10
PAGES = 24
PASSWORD = "a long password for the soak"  # of a server that lives for minutes
THINKS = (0.02, 0.2)  # seconds between two acts of a person
UNDOES = 0.05  # share of the acts
KILLS = (8.0, 20.0)  # seconds between two kills
STARTS_IN = 60.0
COOKIE = "set-cookie"


@dataclass(kw_only=True)
class Kept:
    """A write that the server answered as kept."""

    page: str
    author: str
    note: str
    marks: list[dict[str, Any]] | None  # None: the answer showed a change that came right after it


@dataclass(kw_only=True)
class Figures:
    """What a soak came to."""

    seconds: float
    people: int
    kills: int = 0
    kept: int = 0
    lost: int = 0  # answered as kept, and not in the store as it was answered
    undone: int = 0
    refused: int = 0  # because somebody was first
    overtaken: int = 0  # kept, and changed by somebody else before the answer was written: it shows theirs
    cut_off: int = 0  # requests whose answer a kill took
    changes: int = 0  # in the store at the end
    torn: int = 0  # targets whose versions have a hole
    median_ms: float = 0.0
    late_ms: float = 0.0  # 95 % are quicker
    back_s: float = 0.0  # median seconds from a kill to the first answer
    odd: dict[str, int] = field(default_factory=dict)  # other answers, by status


class Person(Thread):
    """Marks until told to stop."""

    def __init__(self, name: str, port: int, stop: Event, seed: int) -> None:
        super().__init__(name=name, daemon=True)
        self.port, self.stop_now, self.random = port, stop, random.Random(seed)
        self.cookie, self.count = "", 0
        self.connection: HTTPConnection | None = None
        self.kept: list[Kept] = []
        self.tally: Counter[str] = Counter()
        self.times: list[float] = []

    def run(self) -> None:
        """Until told to stop; a server that is away is asked again."""
        while not self.stop_now.is_set():
            try:
                if not self.cookie:
                    self.log_in()
                elif self.random.random() < UNDOES:
                    self.undo()
                else:
                    self.mark()
                time.sleep(self.random.uniform(*THINKS))
            except (OSError, HTTPException):
                self.drop()
                time.sleep(0.1)
        self.drop()

    def drop(self) -> None:
        """Let go of the connection."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """An answer, with its status and headers."""
        self.connection = self.connection or HTTPConnection("127.0.0.1", self.port, timeout=30)
        data = body if isinstance(body, str) else json.dumps(body) if body is not None else None
        sent = {"X-Weft-Studio": "1", "Content-Type": "application/json", "Cookie": self.cookie, **headers}
        self.connection.request(method, path, data, sent)
        answer = self.connection.getresponse()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, named, answer.read()

    def log_in(self) -> None:
        """A session of one's own."""
        form = urlencode({"name": self.name, "password": PASSWORD})
        status, headers, _ = self.ask("POST", "/login", form, **{"Content-Type": "application/x-www-form-urlencoded"})
        if status == 303 and COOKIE in headers:
            self.cookie = headers[COOKIE].partition(";")[0]

    def read(self, number: int) -> dict[str, Any]:
        """A page as it is now; empty where the session has ended with the server."""
        status, _, data = self.ask("GET", f"/api/pages/{number}")
        if status == 401:
            self.cookie = ""
            return {}
        page: dict[str, Any] = json.loads(data)
        return page

    def mark(self) -> None:
        """Read a page, mark it, and try again where somebody was first."""
        number = self.random.randint(1, PAGES)
        page = self.read(number)
        while page and not self.stop_now.is_set():
            self.count += 1
            note = f"{self.name} {self.count}"
            rows = sorted(self.random.sample(range(4, 20), 3))
            marks = [{"name": self.random.choice(("title", "price", "story")), "rows": [row]} for row in rows]
            body = {"version": page["version"], "marks": marks, "note": note}
            began = time.perf_counter()
            try:
                status, _, data = self.ask("PUT", f"/api/pages/{number}/marks", body)
            except (OSError, HTTPException):
                self.tally["cut_off"] += 1
                raise
            self.times.append(1000 * (time.perf_counter() - began))
            answer = json.loads(data)
            if status == 200:
                is_own = answer["note"] == note
                self.tally["overtaken"] += not is_own
                marks_now = answer["marks"] if is_own else None
                self.kept.append(Kept(page=answer["id"], author=self.name, note=note, marks=marks_now))
                return
            if status != 409:
                self.note_odd(status)
                return
            self.tally["refused"] += 1
            page = answer["current"]

    def undo(self) -> None:
        """Take the last change back; where somebody has changed the page since, it stays."""
        status, _, _ = self.ask("POST", "/api/undo", {})
        if status == 200:
            self.tally["undone"] += 1
        elif status not in (404, 409):
            self.note_odd(status)

    def note_odd(self, status: int) -> None:
        """An answer that nobody expects; without a session one logs in again."""
        if status == 401:
            self.cookie = ""
        else:
            self.tally[f"status {status}"] += 1


def start_server(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A studio of the pages, on a store and a port that stay; it serves when this returns."""
    arguments = ["studio", str(folder / "pages"), "--store", str(folder / "studio.sqlite"), "--port", str(port)]
    server = subprocess.Popen(
        [sys.executable, "-m", "weft", *arguments, "--no-browser"],
        env={**os.environ, "WEFT_STUDIO_PASSWORD": PASSWORD},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    ends = time.monotonic() + STARTS_IN
    while time.monotonic() < ends and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/login")
            connection.getresponse().read()
            connection.close()
            return server
        except (OSError, HTTPException):
            time.sleep(0.05)
    server.kill()
    raise SystemExit("the server did not start")


@contextmanager
def pages_in_folder() -> Iterator[Path]:
    """A folder with the pages of a small site."""
    with TemporaryDirectory(prefix="weft-soak-") as name:
        folder = Path(name)
        (folder / "pages").mkdir()
        for page in news(articles=PAGES - 6, markets=6):
            (folder / "pages" / page.id.replace("/", "-")).write_bytes(page.data)
        yield folder


def soak(*, seconds: float, people: int = PEOPLE, seed: int = 24, kills: tuple[float, float] = KILLS) -> Figures:
    """Let people mark for so long, kill the server at random moments among it, then look every write up."""
    chance, stop = random.Random(seed), Event()
    with pages_in_folder() as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server, back = start_server(folder, port), []
        everybody = [Person(f"person{number}", port, stop, seed + number) for number in range(people)]
        for person in everybody:
            person.start()
        ends = time.monotonic() + seconds
        count = 0
        while (left := ends - time.monotonic()) > 0:
            wait = chance.uniform(*kills)
            if stop.wait(min(left, wait)) or wait >= left:
                break
            began = time.monotonic()
            server.send_signal(signal.SIGKILL)
            server.wait()
            count += 1
            server = start_server(folder, port)
            back.append(time.monotonic() - began)
        stop.set()
        for person in everybody:
            person.join(60)
        server.terminate()
        server.wait(60)
        figures = check(folder / "studio.sqlite", everybody, seconds=seconds)
    figures.kills, figures.back_s = count, round(statistics.median(back), 2) if back else 0.0
    return figures


def check(path: Path, everybody: list[Person], *, seconds: float) -> Figures:
    """Look every kept write up in the store."""
    figures = Figures(seconds=seconds, people=len(everybody))
    versions: dict[str, list[int]] = {}
    written: dict[tuple[str, str, str], list[Any]] = {}
    with Store.open(path) as store:
        for change in store.changes():
            figures.changes += 1
            for edit in store.edits(change.number):
                key = edit.target, change.author, str(edit.after.get("note", ""))
                written.setdefault(key, []).append(edit.after.get("marks"))
                versions.setdefault(edit.target, []).append(edit.version)
    figures.torn = sum(sorted(own) != list(range(1, len(own) + 1)) for own in versions.values())
    for kept in (one for person in everybody for one in person.kept):
        there = written.get((PAGE + kept.page, kept.author, kept.note), [])
        is_there = bool(there) and (kept.marks is None or kept.marks in there)
        figures.kept += 1
        figures.lost += not is_there
    tally = sum((person.tally for person in everybody), Counter())
    times = sorted(time for person in everybody for time in person.times)
    for name in ("undone", "refused", "cut_off", "overtaken"):
        setattr(figures, name, tally[name])
    figures.odd = {name: count for name, count in tally.items() if name.startswith("status")}
    if times:
        figures.median_ms, figures.late_ms = round(statistics.median(times), 1), round(times[int(0.95 * len(times))], 1)
    return figures


def main(*, seconds: float, people: int, seed: int, out: str) -> int:
    """Run it, print the figures, 1 where something is lost."""
    figures = soak(seconds=seconds, people=people, seed=seed)
    text = json.dumps({**asdict(figures), "seed": seed}, indent=1)
    print(text)
    if out:
        Path(out).write_text(text + "\n", encoding="utf-8")
    return 1 if figures.lost or figures.torn or figures.odd else 0
