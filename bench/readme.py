"""The results table of the README, from the record of a run: never typed."""

import json
from pathlib import Path
from typing import Any

from bench.places import CHECKOUT, Missing

START, END = "<!-- results: made by `python -m bench readme` -->", "<!-- end of results -->"
RECORD = CHECKOUT / "bench" / "record"
PEERS = ("rs-trafilatura", "trafilatura", "resiliparse", "readability-lxml")
CROSS_VALIDATED = "weft (cross-validated)"


def update(readme: Path = CHECKOUT / "README.md", record: Path = RECORD / "wcxb-dev.json") -> int:
    """Write the table of a recorded run between the marks in the README."""
    if not record.is_file():
        raise Missing(f"{record}: no record; make one with: python -m bench run wcxb-dev -o bench/record")
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, found, after = rest.partition(END)
    if not found:
        raise Missing(f"{readme}: the marks {START!r} and {END!r} are not there")
    readme.write_text(f"{before}{START}\n{table(json.loads(record.read_text()))}\n{END}{after}", encoding="utf-8")
    return 0


def table(report: dict[str, Any]) -> str:
    """The table and a sentence that says what it shows."""
    systems = {system["name"]: system for system in report["systems"]}
    shown = [systems[name] for name in ("weft", *PEERS) if name in systems]
    # The default was trained on these pages: its quality is that of models which had not seen a page's domain.
    shown[0] = systems["weft"] | {"quality": systems[CROSS_VALIDATED]["quality"]}
    shown.sort(key=lambda system: -system["quality"]["word_f1"]["mean"])
    lines = ["| | word F1 | 95 % | CPU ms a page | times a bare lexbor parse |", "|---|--:|--:|--:|--:|"]
    lines += [_row(system) for system in shown]
    about = (
        f"{report['pages']:,} pages of seven types (WCXB, development half), one thread, same run, weft cross-validated"
    )
    return "\n".join([*lines, "", f"{about}; see [bench/README.md](bench/README.md)."])


def _row(system: dict[str, Any]) -> str:
    quality = system["quality"]["word_f1"]
    name = f"**{system['name']}**" if system["name"].startswith("weft") else system["name"]
    speed = system.get("cpu_ms_mean") or 0.0
    times = f"{speed:.1f} | {system['ratio']:.1f}" if speed else "|"
    return f"| {name} | {quality['mean']:.3f} | {quality['low']:.3f}–{quality['high']:.3f} | {times} |"
