"""Every report, made by the commands from a small site, or from made-up figures where there is no quick command."""

from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from shutil import rmtree
from unittest.mock import patch

from bench.onepage import assemble
from tests.bench.made_up_record import system, write_run
from tests.reports.test_training import SUMMARY
from tests.studio.browser.made_pages import news
from weft.cli import main
from weft.records.fingerprints import Software
from weft.reports import training_page
from weft.reports.counts import count_software, software_page

PAGE = "site/news/1.html"
COMMANDS = (
    ("learn", "site", "-o", "site.json"),
    ("report", "site.json", "--pages", "site", "--pictures", "-o", "site.html"),
    ("run", "site", "-o", "out.jsonl", "--workers", "1"),
    ("stats", "out.jsonl", "--html", "stats.html"),
    ("look", PAGE, "--html", "-o", "look.html"),
    ("inspect", PAGE, "--html", "--why", "-o", "inspect.html"),
)


def make_reports(folder: Path) -> dict[str, str]:
    """The reports by name."""
    for page in news(articles=8, markets=6):
        path = folder / "site" / page.id
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
    with chdir(folder), redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        for command in COMMANDS:
            assert main(list(command)) == 0, said.getvalue()
    made = ("site", "stats", "look", "inspect")
    return {
        **{name: (folder / f"{name}.html").read_text(encoding="utf-8") for name in made},
        "training": training_page(replace(SUMMARY, name="a block classifier")),
        "software": software_page(count_software(_software())),
        "benchmark": _benchmark(folder / "record"),
    }


def _software() -> list[Software]:
    versions = {"phpBB": ("3.3", "3.3", "3.0", ""), "Discuz!": ("X3.4", "X3.4"), "MyBB": ("1.8",)}
    known = [Software(name=name, version=one, kind="forum") for name, own in versions.items() for one in own]
    return [*known, Software()]


def _benchmark(record: Path) -> str:
    """The report of a benchmark with two data sets and four systems."""
    rmtree(record, ignore_errors=True)
    record.mkdir()
    others = [system("trafilatura", 0.82, ms=40.0), system("goose3", 0.66, ms=230.0, pages=5)]
    write_run(record, "wcxb-dev", [system("weft", 0.87), *others, system("lexbor", 0.0, ms=0.8)])
    sites = [system("weft", 0.80), system("weft site", 0.91), system("trafilatura", 0.85, ms=30.0)]
    write_run(record, "sites/cx", sites, measure="token_f1")
    with patch.object(assemble, "paper_part", lambda _: ""):  # which reads the whole record of the project
        return assemble.report(record, views="views")
