"""The results of the README, from the record: what weft has not seen first, then speed; never typed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import readme_unseen
from bench.cross_validated import NAME as CROSS_VALIDATED
from bench.places import CHECKOUT, Missing
from bench.places import RECORD as RECORD

START, END = "<!-- results: made by `python -m bench readme` -->", "<!-- end of results -->"
PEERS = ("rs-trafilatura", "trafilatura", "resiliparse", "jusText", "newspaper4k", "readability-lxml", "goose3")


@dataclass(frozen=True, kw_only=True)
class Words:
    """What stands around the figures, in one language."""

    head: str
    about: str
    part: str
    unseen: readme_unseen.Words


ENGLISH = Words(
    head="| | word F1 | 95 % | CPU ms a page | times a bare lexbor parse |",
    about="{pages:,} pages of seven types (WCXB, development half), one thread, all timed in the same run, weft "
    "cross-validated by domain; see [the report](bench/record/report.html) and [bench/README.md](bench/README.md).",
    part="\\* quality on {pages} of the pages, evenly spread.",
    unseen=readme_unseen.ENGLISH,
)
CHINESE = Words(
    head="| | 词 F1 | 95 % 区间 | 每页 CPU 毫秒 | 为 lexbor 纯解析的倍数 |",
    about="七种类型共 {pages:,} 个页面（WCXB 开发集），单线程，在同一次运行中计时；weft 的成绩按域名交叉验证。"
    "详见[报告](bench/record/report.html)和 [bench/README.md](bench/README.md)。",
    part="\\* 质量只在均匀抽取的 {pages} 个页面上测得。",
    unseen=readme_unseen.CHINESE,
)
READMES = {"README.md": ENGLISH, "README.zh.md": CHINESE}


def update_all(checkout: Path = CHECKOUT, record: Path = RECORD) -> int:
    """Write the table into every README that is there, in its language."""
    for name, words in READMES.items():
        if (checkout / name).is_file():
            update(checkout / name, record / "wcxb-dev.json", words=words)
    return 0


def update(
    readme: Path = CHECKOUT / "README.md", record: Path = RECORD / "wcxb-dev.json", *, words: Words = ENGLISH
) -> int:
    """Write the table of a recorded run between the marks in the README."""
    if not record.is_file():
        raise Missing(f"{record}: no record; make one with: python -m bench all --only wcxb-dev")
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, found, after = rest.partition(END)
    if not found:
        raise Missing(f"{readme}: the marks {START!r} and {END!r} are not there")
    table_of_unseen = readme_unseen.unseen(record.parent, words.unseen)
    results = "\n\n".join(filter(None, [table_of_unseen, table(json.loads(record.read_text(encoding="utf-8")), words)]))
    readme.write_text(f"{before}{START}\n{results}\n{END}{after}", encoding="utf-8")
    return 0


def table(report: Mapping[str, Any], words: Words = ENGLISH) -> str:
    """The table of domains that weft has not seen with the times, and a sentence that says what it shows."""
    systems = {system["name"]: system for system in report["systems"]}
    shown = [systems[name] for name in ("weft", *PEERS) if name in systems]
    # The default was trained on these pages: its quality is that of models which had not seen a page's domain.
    shown[0] = systems["weft"] | {"quality": systems[CROSS_VALIDATED]["quality"]}
    shown.sort(key=lambda system: -system["quality"]["word_f1"]["mean"])
    pages = report["pages"]
    parts = sorted({system.get("pages", pages) for system in shown} - {pages})
    lines = [words.head, "|---|--:|--:|--:|--:|", *(_row(system, pages) for system in shown)]
    about = [words.about.format(pages=pages)]
    if parts:
        about.append(words.part.format(pages=" / ".join(map(str, parts))))
    return "\n".join([*lines, "", *about])


def _row(system: Mapping[str, Any], pages: int) -> str:
    quality = system["quality"]["word_f1"]
    name = f"**{system['name']}**" if system["name"].startswith("weft") else system["name"]
    part = " \\*" if system.get("pages", pages) < pages else ""
    speed = system.get("cpu_ms_mean") or 0.0
    times = f"{speed:.1f} | {system['ratio']:.1f}" if speed else "|"
    return f"| {name}{part} | {quality['mean']:.3f} | {quality['low']:.3f}–{quality['high']:.3f} | {times} |"
