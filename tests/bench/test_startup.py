"""How starts are measured, on programs that are at hand."""

import sys
from pathlib import Path

import pytest

from bench.places import Missing
from bench.startup import LIMITS, install_base, measure_install, measure_starts, table

PAGE = [sys.executable, "-c", "print('a loom')"]


def test_a_program_that_works_takes_more_cpu_than_one_that_sleeps() -> None:
    work = [sys.executable, "-S", "-c", "sum(range(8_000_000))"]
    sleep = [sys.executable, "-S", "-c", "import time; time.sleep(0.3)"]
    times = measure_starts({"work": work, "sleep": sleep}, rounds=2)
    assert times["work"]["cpu"] > times["sleep"]["cpu"]
    assert times["sleep"]["wall"] >= 300 > times["sleep"]["cpu"]
    assert all(found["cpu"] <= found["cpu_median"] for found in times.values())


@pytest.mark.parametrize("code", ["print('nothing')", "raise SystemExit(1)"])
def test_a_wrong_answer_is_no_time(code: str) -> None:
    assert measure_starts({"page.html": PAGE}, rounds=1)
    with pytest.raises(RuntimeError, match="no text of the page"):
        measure_starts({"page.html": [sys.executable, "-c", code]}, rounds=1)


def test_sizes_by_package(tmp_path: Path) -> None:
    packages = tmp_path / "lib" / "python3.11" / "site-packages"
    sizes = {"weft/a.so": 2_000_000, "numpy/b.so": 3_000_000, "numpy/lib/tests/c.dat": 1_000_000, "other/d": 500_000}
    for name, size in sizes.items():
        (packages / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / name).write_bytes(bytes(size))
    (packages / "weft" / "a.py").write_text("x = 1", encoding="utf-8")
    found = measure_install(tmp_path)
    assert (found["weft"], found["numpy"], found["numpy.libs"], found["whole"]) == (2.0, 4.0, 0.0, 6.5)
    assert found["of which numpy's tests"] == 1.0
    assert list((packages / "weft" / "__pycache__").iterdir())  # only then is bytecode counted


def test_no_wheel_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.startup.CHECKOUT", tmp_path)
    with pytest.raises(Missing, match="make wheels"):
        install_base(tmp_path / "base")


def test_the_table_names_the_limits() -> None:
    times = {"cpu": 20.4, "cpu_median": 21.0, "wall": 30.0, "wall_median": 31.0}
    report = {
        "rounds": 3,
        "limits_ms": LIMITS,
        "limit_mb": 60.0,
        "start_ms": {"import weft": times, "python": times},
        "install_mb": {"weft": 4.8, "whole": 62.2},
    }
    lines = table(report).splitlines()
    assert lines[1].split() == ["import", "weft", "20", "30", "limit", "40"]
    assert lines[2].split() == ["python", "20", "30"]
    assert lines[-1].split() == ["whole", "62.2", "limit", "60"]
