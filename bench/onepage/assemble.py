"""The records of a folder as one HTML file that needs nothing else; the same records give the same bytes."""

import json
import os
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from bench.failures import FILE as FAILURES
from bench.onepage import head
from bench.onepage.cited import cited
from bench.onepage.elements import Markup, moment, section, table
from bench.onepage.failing import failing
from bench.onepage.other_parts import NAMES, TITLES, other_part, paper_part, read_others
from bench.onepage.style import SCRIPT, STYLE
from bench.onepage.text_sets import overview, read_runs, text_set

FILE = "report.html"
MADE = "made.json"  # when, where and at which commit each section was made


def write_report(record: Path, *, views: Path) -> Path:
    """Write the report into the folder of its records; `views` is the folder of the page views."""
    path = record / FILE
    path.write_text(report(record, views=Path(os.path.relpath(views, record)).as_posix()), encoding="utf-8")
    return path


def report(record: Path, *, views: str) -> str:
    """The report; `views` is the folder of the page views, as seen from it."""
    runs, others = read_runs(record), read_others(record)
    made, failures = _read(record / MADE), _read(record / FAILURES)
    parts = [
        section("overview", "In one minute", head.cards(runs, others), head.behind(runs), overview(runs)),
        *(text_set(wanted, run) for wanted, run in runs),
        failing(failures, views),
        paper_part(record),
        *(other_part(name, others[name], made, record) for name in NAMES if name in others),
        cited(),
        _made_part(made),
    ]
    links = [("overview", "overview"), *((wanted.file, wanted.name) for wanted, _ in runs)]
    links += [("failures", "failures")] if failures else []
    links += [
        ("papers", "papers"),
        *((name, TITLES[name].partition(":")[0].lower()) for name in NAMES if name in others),
        ("cited", "published by others"),
    ]
    return _PAGE.format(
        title=escape(head.TITLE),
        about=escape(head.ABOUT),
        style=STYLE,
        script=SCRIPT,
        links="".join(f'<a href="#{anchor}">{escape(name)}</a>' for anchor, name in links),
        body="".join(parts),
    )


def _read(path: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def _made_part(made: Mapping[str, Any]) -> Markup:
    """When each section was made; one that failed says so."""
    if not made:
        return ""
    keys = ("made", "commit", "minutes", "machine", "status")
    rows = [[name, *(moment(str(entry.get(key, ""))) for key in keys)] for name, entry in made.items()]
    note = "A section that failed or was stopped keeps its earlier record, if it has one."
    return section("made", "How this was made", table(["section", *keys], rows, note=note))


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head><body>
<header class="top"><span class="brand"><svg viewBox="0 0 20 20" aria-hidden="true">
<path d="M3 2v16M8 2v16M13 2v16M18 2v16"/><path class="over" d="M1 5h4m5 0h5M6 10h4m5 0h4M1 15h4m5 0h5"/></svg>
<span>weft</span></span><span class="project">benchmark</span></header>
<div class="about"><h1>{title}</h1><p class="soft">{about}</p></div>
<nav aria-label="Sections"><div class="in">{links}</div></nav>
<main>
{body}
<footer>weft, Apache-2.0. The pages belong to their authors; this report holds their ids and scores only.</footer>
</main>
<script>{script}</script>
</body></html>
"""
