"""`python -m bench all`: every section one after the other, then the one report.

A section that fails or is stopped is said, and the others go on; its earlier record stays. Unless all pages are asked
for, the slow sections take samples, so that the run ends within two hours on two cores; each record says how many pages
or sites it is made from, and of how many. A quick run takes a few pages of everything and writes beside the record,
never into it.
"""

import contextlib
import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench import failures
from bench.datasets import main_measure
from bench.onepage import write_report
from bench.onepage.assemble import MADE
from bench.onepage.style import VIEWS_PRESENT
from bench.places import OUT, RECORD, Missing
from bench.run import summary
from bench.texts import TEXT_SETS, Effort, TextSet, measure, read_set

QUICK = OUT / "quick"
MINUTES = 5.0  # of a data set: twelve of them in an hour
MAX_PAGES = 300  # of structures and of Markdown
MAX_SITES = 20  # of a corpus
Section = Callable[[Path, Path, Effort], int]  # data, out, how much


class Skipped(Exception):
    """A section has nothing to do in a quick run."""


def views_of(out: Path) -> Path:
    """Where the page views of a record's failures lie: never in the record, as they show pages of others."""
    return (OUT if out.resolve() == RECORD else out) / "failures"


def make_all(data: Path, effort: Effort = Effort(), *, only: Sequence[str] = (), out: Path | None = None) -> int:
    """Run the sections (all unless named) and write the report; 1 where a section failed."""
    folder = out or (QUICK if effort.quick else RECORD)
    if effort.quick and folder.resolve() == RECORD:
        raise Missing("a quick run does not go into the record: name another folder with -o")
    unknown = [name for name in only if name not in SECTIONS]
    if unknown:
        raise Missing(f"no section {', '.join(unknown)}; there are: {', '.join(SECTIONS)}")
    folder.mkdir(parents=True, exist_ok=True)
    statuses = []
    for number, name in enumerate(only or SECTIONS, 1):
        print(f"bench: {name} ({number} of {len(only or SECTIONS)}) …", flush=True)
        statuses.append(run_section(name, data, folder, effort))
    print(f"bench: wrote {write_report(folder, views=views_of(folder))}", flush=True)
    return 0 if all(status in ("done", "skipped") for status in statuses) else 1


def run_section(name: str, data: Path, out: Path, effort: Effort) -> str:
    """Run one section with its tables in a log file, and note when, where and how it ended."""
    started, log = time.monotonic(), OUT / "logs" / f"{name.replace('/', '-')}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as lines, contextlib.redirect_stdout(lines):
        status = _status(name, data, out, effort)
    minutes = (time.monotonic() - started) / 60
    print(f"bench: {name}: {status} after {minutes:.1f} min", flush=True)
    _note(out, name, {"status": status, "minutes": round(minutes, 1)})
    return status


def _status(name: str, data: Path, out: Path, effort: Effort) -> str:
    """How a section ended; whatever it raises, and one Ctrl-C, ends this section only."""
    try:
        code = SECTIONS[name](data, out, effort)
    except Skipped:
        return "skipped"
    except KeyboardInterrupt:
        time.sleep(1)  # a second Ctrl-C in this second ends the run
        return "stopped"
    except Exception as error:
        traceback.print_exc(file=sys.stdout)
        return f"failed: {type(error).__name__}: {error}"[:200]
    return "done" if code == 0 else f"done, with code {code}"


def _note(out: Path, name: str, entry: Mapping[str, Any]) -> None:
    """Remember it in the folder; a section that did not end well does not move the time of its earlier record."""
    path = out / MADE
    made: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if entry["status"] == "skipped":
        return
    where = summary([], [])
    ended = {"made": where["made"], "commit": where["commit"], "machine": where["machine"], **entry}
    earlier = made.get(name)
    made[name] = ended if entry["status"].startswith("done") or not earlier else {**earlier, "status": entry["status"]}
    ordered = {key: made[key] for key in [*SECTIONS, *made] if key in made}
    lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in ordered.items())
    path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def _text_set(wanted: TextSet) -> Section:
    def section(data: Path, out: Path, effort: Effort) -> int:
        measure(wanted, data, out, effort)
        note_failures(wanted, data, out)
        return 0

    return section


def note_failures(wanted: TextSet, data: Path, out: Path) -> None:
    """Find the failures of a data set in the answers of its run; write the record of them and the page views."""
    _, cases = read_set(wanted, data)
    views = views_of(out)
    pages, measured = out / f"{wanted.file}.pages", main_measure(wanted.name)
    found = failures.record_failures(cases, pages=pages, measure=measured, views=views / wanted.file)
    (views / "present.css").write_text(VIEWS_PRESENT, encoding="utf-8")
    failures.keep(out, wanted.name, found, order=[known.name for known in TEXT_SETS])


def make_views(data: Path, out: Path = RECORD) -> int:
    """The failures and their views again, of every data set whose answers are still there."""
    known = [wanted for wanted in TEXT_SETS if (out / f"{wanted.file}.pages").is_dir()]
    if not known:
        raise Missing(f"no answers in {out}: they are made by `python -m bench all`, and not kept in the repository")
    for wanted in known:
        note_failures(wanted, data, out)
        print(f"bench: {wanted.name}: views in {views_of(out) / wanted.file}", flush=True)
    return 0


def _at_most(effort: Effort, quick: int, usual: int) -> int:
    """How many of a thing a section takes; 0: all of them."""
    return quick if effort.quick else 0 if effort.whole else usual


def _structures(data: Path, out: Path, effort: Effort) -> int:
    from bench.structures import report

    systems = list(report.SYSTEMS) if effort.quick else [*report.folds_of(data), *report.SYSTEMS]
    return report.make(data, out, dataset="wcxb-dev", systems=systems, pages=_at_most(effort, 24, MAX_PAGES))


def _markdown(data: Path, out: Path, effort: Effort) -> int:
    from bench.markdown import make

    sample = make.Sample(pages=24 if effort.quick else MAX_PAGES)
    return make.make(data, out, sample=sample, only=["written"] if effort.quick else ())


def _sites(data: Path, out: Path, effort: Effort) -> int:
    from bench.sites import make

    return make.make(data, out, sites=_at_most(effort, 2, MAX_SITES))


def _records(data: Path, out: Path, effort: Effort) -> int:
    from bench.records import report

    return report.make(data, out, pages=60 if effort.quick else 0)


def _vision(data: Path, out: Path, effort: Effort) -> int:
    from bench.vision import report

    if effort.quick or not (effort.whole or report.DRAWN.is_dir()):
        raise Skipped  # Chromium draws 1,358 pages first, the better part of an hour
    return report.make(data, out)


def _speed(data: Path, out: Path, effort: Effort) -> int:
    from bench import speed

    return speed.make(data, out, pages=30 if effort.quick else 300, rounds=1 if effort.quick else 5)


def _hostile(data: Path, out: Path, effort: Effort) -> int:
    from bench import hostile

    return hostile.make(data, out, count=100 if effort.quick else 10_000)


def _startup(data: Path, out: Path, effort: Effort) -> int:
    from bench import startup

    return int(startup.make(out) or 0)


def _scale(data: Path, out: Path, effort: Effort) -> int:
    from bench.scale import make

    if effort.quick:
        few = make.Sizes(pages=60, sites=2, crawl=600, hosts=6, ray=60, minutes=0.2)
        return make.make(data, out, only=["throughput", "learn"], sizes=few)
    some = make.Sizes(pages=1500, sites=MAX_SITES, crawl=50_000, hosts=200, ray=1500, minutes=3.0)
    return make.make(data, out, sizes=make.Sizes() if effort.whole else some)


SECTIONS: dict[str, Section] = {
    **{wanted.name: _text_set(wanted) for wanted in TEXT_SETS},
    "structures": _structures,
    "markdown": _markdown,
    "sites": _sites,
    "records": _records,
    "vision": _vision,
    "speed": _speed,
    "hostile": _hostile,
    "startup": _startup,
    "scale": _scale,
}
