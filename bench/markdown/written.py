"""Every system on the same pages: the Markdown of each, read back, against its own HTML."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bench.datasets import Case
from bench.markdown.faults import KINDS, Fault, find_faults
from bench.peer_loaders import PEERS
from bench.places import OUT, Missing
from bench.structures.answers import Answers, ask_system
from bench.table import grid

SYSTEMS = ("weft", "readability.js", "defuddle", "trafilatura", "crawl4ai")
TITLES = {"readability.js": "turndown (Readability.js)"}
KEPT_HTML = OUT / "html"
OWN = "weft"  # whose faulty pages are named


def measure(cases: Sequence[Case], systems: Sequence[str], *, dataset: str) -> list[dict[str, Any]]:
    """Ask the systems for both forms and compare them; who does not load is left out."""
    rows = []
    for name in systems:
        try:
            html = ask_system(name, cases, dataset=dataset, form="html", kept=KEPT_HTML)
            form = "markup" if name in PEERS else "passages"
            rows.append(compare(cases, html, ask_system(name, cases, dataset=dataset, form=form)))
        except Missing as missing:
            print(f"bench: left out: {missing}", flush=True)
    if not rows:
        raise Missing("none of the systems is on this machine")
    return rows


def compare(cases: Sequence[Case], html: Answers, written: Answers) -> dict[str, Any]:
    """One system: how many pages have a fault of each kind, and which, where the system is ours."""
    faults: dict[str, list[Fault]] = {}
    answered = 0
    for case in cases:
        both = html.by_page.get(case.id, ""), written.by_page.get(case.id, "")
        answered += all(both)
        if any(both) and (of_page := find_faults(*both, url=case.url)):
            faults[case.id] = of_page
    kinds = Counter(fault.kind for of_page in faults.values() for fault in of_page)
    return {
        "name": html.name,
        "version": html.version,
        "answered": answered,
        "faulty": len(faults),
        "kinds": {kind: kinds[kind] for kind in KINDS},
        "failed": sorted({*html.failed, *written.failed}),
        "faulty_pages": {page: [asdict(fault) for fault in faults[page]] for page in sorted(faults)}
        if html.name == OWN
        else sorted(faults),
    }


def markdown(systems: Sequence[Mapping[str, Any]]) -> str:
    """The table of a run, and our own faults one by one."""
    rows = [
        [
            f"{TITLES.get(system['name'], system['name'])} {system['version']}",
            str(system["answered"]),
            str(system["faulty"]),
            *(str(system["kinds"][kind] or "") for kind in KINDS),
        ]
        for system in systems
    ]
    own = [system for system in systems if system["name"] == OWN]
    faults = [
        f"- {page}: {fault['kind']}. HTML: `{_excerpt(fault['html'])}` Markdown: `{_excerpt(fault['markdown'])}`"
        for system in own
        for page, of_page in system["faulty_pages"].items()
        for fault in of_page
    ]
    parts = [
        "## Markdown that is read back",
        "The Markdown of a page, read by a parser of CommonMark with the tables, notes, tasks and struck text of "
        "GitHub, against the HTML that the same system gives for the same page: pages with any fault, and with a fault "
        "of each kind. It says nothing of what was chosen. The HTML of crawl4ai is what its filter leaves "
        "(`fit_html`), from which it writes Markdown; turndown writes Readability's. Formulas are not "
        "compared, nor is what weft says of records (a thread post by post) in words of its own.",
        grid(["system", "pages answered", "pages with a fault", *KINDS], rows),
        *(["### Pages of weft with a fault", "\n".join(faults)] if faults else []),
    ]
    return "\n\n".join(parts)


def _excerpt(text: str) -> str:
    return " ".join(text.replace("`", "'").split())[:120]
