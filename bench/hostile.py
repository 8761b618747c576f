"""Pages made to do harm: huge, deep, random, mutated.

Each group is parsed and extracted in a process of its own, so that a crash of native code is seen and counted.
"""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.datasets import Case, read, spread
from bench.places import CHECKOUT, Missing
from bench.run import summary
from bench.table import grid
from bench.worker import peak_bytes

SEED = 20261115
GROUPS = ("20 MB page", "100,000 deep", "1 million tags", "random bytes", "mutated pages")
SLOW_SECONDS = 60  # a page that takes longer has hung
LISTED = 20  # failures of a group in the Markdown; the JSON has all
PIECES = (  # what browsers' parsers have special rules for
    *(b"<table>", b"</table>", b"<p", b"<!--", b"-->", b"<script>", b"</body></html>", b"<svg><p>", b"<a href='"),
    *(b"<template>", b"<frameset>", b"<select><option>", b"&#0;", b"\xff\xfe", b"\x00"),
)


def pages_of(group: str, data: Path, count: int) -> Iterator[bytes]:
    """The pages of a group, the same every time."""
    draw = random.Random(f"{SEED} {group}")
    if group == "20 MB page":
        yield b"<html><body>" + b"<div class='row'><p>Some words <b>and</b> more</p></div>\n" * (20_000_000 // 57)
        yield b"<p>" + b"a word " * (20_000_000 // 7)
    elif group == "100,000 deep":
        for tag in (b"<div>", b"<b>", b"<table><tr><td>", b"<ul><li>", b"<svg>"):
            yield tag * 100_000 + b"text"
    elif group == "1 million tags":
        yield b"<br>" * 1_000_000
        yield b"<i>x</i>" * 1_000_000
        yield b"<p id=a class='b c'>" * 1_000_000
        yield b"<a" + b" x" * 1_000_000 + b">text</a>"
    elif group == "random bytes":
        for _ in range(count):
            yield draw.randbytes(draw.randrange(2000))
    else:
        sources = [case.data for case in spread(_small(data), 200)]
        for index in range(count):
            yield mutate(sources[index % len(sources)], draw)


def mutate(page: bytes, draw: random.Random) -> bytes:
    """A few cuts, doublings, moves and insertions at random places."""
    for _ in range(draw.randint(1, 8)):
        start, end = sorted(draw.randrange(len(page) + 1) for _ in range(2))
        end = min(end, start + 5000)
        piece = page[start:end]
        change = draw.randrange(5)
        if change == 0:
            page = page[:start] + page[end:]
        elif change == 1:
            page = page[:end] + piece * draw.randint(1, 5) + page[end:]
        elif change == 2:
            page = page[:start] + draw.choice(PIECES) * draw.randint(1, 20) + page[start:]
        elif change == 3:
            page = page[:start] + bytes(draw.choices(piece, k=len(piece))) + page[end:] if piece else page
        else:
            page = page[:start] + draw.randbytes(draw.randint(1, 50)) + page[end:]
    return page


def make(data: Path, out: Path, *, count: int) -> int:
    """Run every group in its own process, write `hostile.json` and `hostile.md`; 1 where one crashed or raised."""
    groups = [_watch(group, data, count) for group in GROUPS]
    where = {key: value for key, value in summary([], []).items() if key in ("made", "commit", "machine")}
    record = {**where, "seed": SEED, "groups": groups}
    (out / "hostile.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    text = markdown(groups)
    (out / "hostile.md").write_text(text, encoding="utf-8")
    print(text)
    return 1 if any(group["crashes"] or group["errors"] for group in groups) else 0


def markdown(groups: list[dict[str, Any]]) -> str:
    """The table of a hostile run."""
    rows = [
        [
            group["name"],
            str(group["pages"]),
            str(len(group["crashes"])),
            str(len(group["errors"])),
            ", ".join(f"{limit} {number}" for limit, number in group["limits"].items()),
            f"{group['slowest_s']:.3f} (page {group['slowest']})",
            f"{group['peak_mb']:.0f}",
        ]
        for group in groups
    ]
    head = ["group", "pages", "crashes", "other errors", "LimitErrors", "slowest, s", "peak MB"]
    failures = [
        f"- {group['name']}, {failure}"
        for group in groups
        for failure in [*group["crashes"], *group["errors"]][:LISTED]
    ]
    intro = f"Seed {SEED}; each page is parsed and extracted with `weft.extract(page).text`."
    return "\n\n".join(["# Hostile pages", intro, grid(head, rows), "\n".join(failures)]).rstrip() + "\n"


def _watch(group: str, data: Path, count: int) -> dict[str, Any]:
    """One group in a process; after a crash the process starts again behind the page that caused it."""
    entries: list[dict[str, Any]] = []
    crashes: list[str] = []
    peak = 0
    while True:
        command = [
            sys.executable,
            "-m",
            "bench.hostile",
            group,
            str(data),
            str(count),
            str(len(entries) + len(crashes)),
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT, check=False)
        if done.returncode > 0:  # Python's own end, not a signal: the bench is at fault, not a page
            raise Missing(f"the hostile pages of {group!r} could not be run; see the error above")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        peak = max([peak, *(line["peak"] for line in lines)])
        entries += lines
        if done.returncode == 0:
            break
        crashes.append(f"page {len(entries) + len(crashes)}: {_ending(-done.returncode)}")
    slowest = max(entries, key=lambda entry: entry["seconds"], default={"page": -1, "seconds": 0.0})
    return {
        "name": group,
        "pages": len(entries) + len(crashes),
        "crashes": crashes,
        "errors": [f"page {entry['page']}: {entry['error']}" for entry in entries if entry["error"]],
        "limits": Counter(entry["limit"] for entry in entries if entry["limit"]),
        "slowest": slowest["page"],
        "slowest_s": slowest["seconds"],
        "peak_mb": peak / 2**20,
    }


def _ending(number: int) -> str:
    return f"hung for {SLOW_SECONDS} s" if number == signal.SIGALRM else signal.Signals(number).name


def _suffer(group: str, data: Path, count: int, first: int) -> None:
    """In the process: one line a page from page `first` on."""
    import weft

    for page, markup in enumerate(pages_of(group, data, count)):
        if page < first:
            continue
        limit = error = ""
        signal.alarm(SLOW_SECONDS)  # without a handler: it ends the process even in native code
        started = time.perf_counter()
        try:
            _ = weft.extract(markup).text
        except weft.LimitError as tripped:
            limit = tripped.limit
        except weft.SourceError:
            pass  # bytes that are no page are named as such
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # a panic of native code is not an Exception
            error = f"{type(raised).__name__}: {raised}"[:200]
        seconds = time.perf_counter() - started
        entry = {"page": page, "seconds": seconds, "limit": limit, "error": error, "peak": peak_bytes()}
        print(json.dumps(entry), flush=True)


def _small(data: Path) -> list[Case]:
    """Real pages up to 100 kB: many mutations say more than large ones."""
    return [case for case in read("wcxb-dev", data) if 1000 < case.path.stat().st_size <= 100_000]


if __name__ == "__main__":
    _suffer(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
