"""How weft starts: what an import costs, what one page from the shell costs, and how large a base install is.

In an environment of its own with the wheel and what it needs, numpy; the peers' times beside it. The machine may be
busy with other work: the least of many rounds, taken in turn, says most of what a start costs.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from bench.places import CHECKOUT, Missing, peers_python

ROUNDS = 15
SAID = b"loom"  # in the text of the page
LIMITS = {"import weft": 40.0, "weft extract page.html": 200.0}  # milliseconds on the wall, from the start of Python
MAX_SIZE = 62.0  # megabytes of a base install


def make(out: Path, *, rounds: int = ROUNDS) -> int:
    """Measure, print a table and write `startup.json`."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = install_base(Path(scratch) / "base")
        report: dict[str, Any] = {"rounds": rounds, "limits_ms": LIMITS, "limit_mb": MAX_SIZE}
        report["install_mb"] = measure_install(folder)  # before anything runs: Python writes bytecode as it imports
        report["start_ms"] = measure_starts(start_commands(folder / "bin"), rounds=rounds)
    out.mkdir(parents=True, exist_ok=True)
    (out / "startup.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(table(report))
    return 0


def install_base(folder: Path) -> Path:
    """A fresh environment with the newest wheel and its dependencies, without bytecode, as uv leaves it."""
    wheels = sorted((CHECKOUT / "dist").glob("weft-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        raise Missing("no wheel in dist/: make it with `make wheels`")
    venv.create(folder, with_pip=False)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(folder / "bin" / "python"),
        "install",
        "--quiet",
        "--no-compile",
    ]
    subprocess.run([*pip, str(wheels[-1])], check=True)
    return folder


def measure_install(folder: Path) -> dict[str, float]:
    """Megabytes of what was installed, by package; and what may be left out or comes on top."""
    (packages,) = folder.glob("lib/python*/site-packages")
    sizes = {path: path.stat().st_size / 1e6 for path in packages.rglob("*") if path.is_file()}

    def total(*names: str) -> float:
        return round(sum(size for path, size in sizes.items() if path.relative_to(packages).parts[0] in names), 2)

    tests = sum(size for path, size in sizes.items() if "tests" in path.parts and "numpy" in path.parts)
    found = {"weft": total("weft"), "numpy": total("numpy"), "numpy.libs": total("numpy.libs")}
    whole = round(sum(sizes.values()), 2)
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(packages)], check=True)
    compiled = sum(path.stat().st_size for path in packages.rglob("*.pyc")) / 1e6
    return {**found, "whole": whole, "of which numpy's tests": round(tests, 2), "bytecode on top": round(compiled, 2)}


def start_commands(programs: Path) -> dict[str, list[str]]:
    """What is started, by name; each reads the same page, where it reads one."""
    python, peers = str(programs / "python"), peers_python()
    page = str(files("weft") / "demo" / "pages" / "canal-loom.html")
    return {
        "python": [python, "-c", "pass"],
        "import numpy": [python, "-c", "import numpy"],
        "import weft": [python, "-c", "import weft"],
        "from weft import extract": [python, "-c", "from weft import extract"],
        "weft --help": [str(programs / "weft"), "--help"],
        "weft extract page.html": [str(programs / "weft"), "extract", page],
        "weft extract page.html -f json": [str(programs / "weft"), "extract", page, "-f", "json"],
        "import trafilatura": [str(peers), "-c", "import trafilatura"],
        "trafilatura < page.html": ["sh", "-c", f"{peers.parent / 'trafilatura'} < {page}"],
    }


def measure_starts(commands: Mapping[str, Sequence[str]], *, rounds: int) -> dict[str, dict[str, float]]:
    """Milliseconds of each command: CPU and wall, the least and the median; a first round is not counted."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            found = _run(command, check="page.html" in name)
            if turn:
                times[name].append(found)
    return {name: _summary(found) for name, found in times.items()}


def _summary(found: Sequence[tuple[float, float]]) -> dict[str, float]:
    cpu, wall = zip(*found, strict=True)
    values = {"cpu": min(cpu), "cpu_median": statistics.median(cpu), "wall": min(wall)}
    return {name: round(value, 1) for name, value in (values | {"wall_median": statistics.median(wall)}).items()}


def _run(command: Sequence[str], *, check: bool) -> tuple[float, float]:
    """Milliseconds of CPU and of wall time; an answer that is wrong is an error."""
    with tempfile.TemporaryFile() as answer:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=answer)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        answer.seek(0)
        if process.returncode or (check and SAID not in answer.read()):
            raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}, or no text of the page")
    return 1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall


def table(report: Mapping[str, Any]) -> str:
    """The report for people."""
    lines = [f"{'':32} {'CPU ms':>8} {'wall ms':>8}   the least of {report['rounds']} rounds"]
    for name, times in report["start_ms"].items():
        limit = f"   limit {report['limits_ms'][name]:.0f}" if name in report["limits_ms"] else ""
        lines.append(f"{name:32} {times['cpu']:8.0f} {times['wall']:8.0f}{limit}")
    lines.append(f"\n{'a base install':32} {'MB':>8}")
    for name, size in report["install_mb"].items():
        limit = f"   limit {report['limit_mb']:.0f}" if name == "whole" else ""
        lines.append(f"{name:32} {size:8.1f}{limit}")
    return "\n".join(lines)
