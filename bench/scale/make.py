"""`python -m bench scale`: measure, write `scale.json` and `scale.md`, and print the tables."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.places import CHECKOUT
from bench.run import summary
from bench.scale.distributed import measure_ray
from bench.scale.faults import measure_memory
from bench.scale.plan import plan_sheet
from bench.scale.plots import draw_memory
from bench.scale.service import measure_serve
from bench.scale.sheets import SHEETS
from bench.scale.throughput import measure_throughput
from bench.scale.two_passes import measure_learn
from bench.sites.sheet import markdown

TITLE = "Scale"
ABOUT = (
    "Made by `python -m bench scale`: what runs of many pages and the service reach on one machine. Each table says "
    "when and where it was made; what follows from the numbers for a crawl of billions is in docs/scale.md."
)
PLOTTED = ("memory", "serve")


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """How much is measured."""

    pages: int = 3000  # of the archive of real pages
    sites: int = 40  # of each corpus, for what learning costs
    crawl: int = 200_000  # generated pages
    hosts: int = 500
    ray: int = 3000  # generated pages of the distributed engine
    minutes: float = 10.0  # of load on the service


SECTIONS: dict[str, Callable[[Path, Path, Sizes], dict[str, Any]]] = {
    "throughput": lambda data, work, sizes: measure_throughput(data, work, pages=sizes.pages),
    "learn": lambda data, work, sizes: measure_learn(data, work, sites=sizes.sites),
    "memory": lambda data, work, sizes: measure_memory(work, pages=sizes.crawl, hosts=sizes.hosts),
    "ray": lambda data, work, sizes: measure_ray(work, pages=sizes.ray),
    "serve": lambda data, work, sizes: measure_serve(data, work, minutes=sizes.minutes),
}


def make(data: Path, out: Path, *, only: Sequence[str] = (), sizes: Sizes = Sizes()) -> int:
    """Measure the sections (all unless named); sections of an earlier run stay in the report with their own times."""
    path = out / "scale.json"
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    work = CHECKOUT / "bench" / "out" / "scale"
    work.mkdir(parents=True, exist_ok=True)
    for section in only or SECTIONS:
        print(f"bench: {section}", flush=True)
        found = SECTIONS[section](data, work, sizes)
        where = summary([], [])
        record[section] = {"made": where["made"], "machine": where["machine"], **found}
        write(record, path)
    report(record, out)
    return 0


def write(record: dict[str, Any], path: Path) -> None:
    """The numbers, a section a line: curves would fill pages."""
    sections = (f"{json.dumps(name)}: {json.dumps(_rounded(found))}" for name, found in record.items())
    path.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="utf-8")


def report(record: dict[str, Any], out: Path) -> None:
    """The tables and plots of what the record holds."""
    record = json.loads(json.dumps(record))  # keys are text, as in the file
    for section in PLOTTED:
        if section in record:
            draw_memory(record[section]["memory"]["curves"], out / f"scale-{section}.png")
    sheets = [sheet for name in SECTIONS if name in record for sheet in SHEETS[name](record[name], out)]
    sheets += [plan_sheet(record)] if {"throughput", "learn"} <= set(record) else []
    text = markdown(TITLE, ABOUT, sheets)
    (out / "scale.md").write_text(text, encoding="utf-8")
    print(text)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(value, 4) if isinstance(value, float) else value
