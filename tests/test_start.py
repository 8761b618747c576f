"""What is imported at the start: names and help cost nothing, and a command brings no other command's modules.

Times differ from machine to machine, and `python -m bench startup` measures them; what is imported does not.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = "<title>Looms</title><article><h1>Looms</h1><p>" + "The weaver put the last threads on the loom. " * 20
NETWORK = ["ssl", "http.client", "email", "urllib.request"]
SLOW = [
    *NETWORK,
    "asyncio",
    "importlib.metadata",
    "importlib.resources",
    "multiprocessing",
    "numpy.ma",
    "sqlite3",
    "xml",
]
OTHER = ["browser", "compat", "crawl", "engines", "mcp", "reports", "serve", "site", "studio", "training", "wrappers"]
EXTRAS = ["jinja2", "playwright", "pyarrow", "ray", "scrapy", "sklearn", "starlette", "xgboost"]


def imported_by(code: str) -> set[str]:
    """The modules that are there when the code has run in an interpreter of its own, without `site`'s additions."""
    report = "import json, sys; before = set(sys.modules)\n" + code
    report += "\nprint(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_import_weft_brings_names_only() -> None:
    found = imported_by("import weft; dir(weft); weft.__all__")
    assert {name for name in found if name.startswith("weft")} == {"weft", "weft.on_demand"}
    assert "numpy" not in found


@pytest.mark.parametrize("name", ["extract", "parse", "Page", "Document"])
def test_a_name_brings_no_site_and_no_network(name: str) -> None:
    found = imported_by(f"from weft import {name}")
    assert "numpy" in found
    assert not found & {*SLOW, *EXTRAS, *(f"weft.{other}" for other in OTHER)}


def test_extracting_a_page_brings_what_it_uses(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    found = imported_by(f"from weft.cli import main; assert main(['extract', {str(page)!r}, '-f', 'text']) == 0")
    assert "weft.extractors.block_classifier" in found
    assert not found & {*SLOW, *EXTRAS, *(f"weft.{other}" for other in OTHER)}
    commands = {"weft.cli.records", "weft.cli.studio", "weft.cli.train", "weft.cli.completion", "weft.cli.version"}
    assert not found & {*commands, "weft.renderers.tei", "weft.metadata.merge", "weft.records.find"}
    assert not found & {"weft.text", "weft.scoring", "logging", "concurrent.futures", "tempfile"}


def test_the_text_of_a_page_alone_needs_no_numpy(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    found = imported_by(f"from weft.cli import main; assert main(['extract', {str(page)!r}]) == 0")
    assert "weft.cli.plain_page" in found
    assert not found & {*SLOW, *EXTRAS, "numpy", "argparse", "weft.auto", "weft.document", "weft.page.page"}


@pytest.mark.parametrize(("command", "count"), [("extract", "1"), ("train", None)])
def test_numpy_starts_no_threads_but_for_training(command: str, count: str | None) -> None:
    code = "import os; os.environ.pop('OPENBLAS_NUM_THREADS', None)\nfrom weft.cli.main import _spare_threads\n"
    code += f"_spare_threads([{command!r}, 'page.html']); assert os.environ.get('OPENBLAS_NUM_THREADS') == {count!r}"
    imported_by(code)


def test_extracting_runs_on_one_thread(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    code = "import os; [os.environ.pop(name, None) for name in ('OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS')]\n"
    code += "from weft.cli import main\n"
    code += f"assert main(['extract', {str(page)!r}, '-f', 'text']) == 0\n"
    code += "assert len(os.listdir('/proc/self/task')) == 1"
    imported_by(code)


def test_help_imports_no_command() -> None:
    found = imported_by("from weft.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass")
    own = {name for name in found if name.startswith("weft")}
    assert own == {
        *("weft", "weft.errors", "weft.late_patterns", "weft.on_demand"),
        *("weft.cli", "weft.cli.main", "weft.cli.terminal"),
    }
    assert "numpy" not in found


def test_a_worker_starts_without_what_learns() -> None:
    """Every worker of a run and of a server imports this, and again where one was lost."""
    found = imported_by("import weft.engines.worker")
    assert "weft.engines.job" in found
    assert not found & {
        *EXTRAS,
        "importlib.metadata",
        "weft.sites.site",
        "weft.sites.learning",
        "weft.sites.host_drift",
    }
