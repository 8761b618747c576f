"""How starts are measured, on programs that are at hand."""

import sys
from pathlib import Path

import pytest

from bench.places import Missing
from bench.run import Result
from bench.speed import METHODS, WRITTEN, writing_times
from bench.speed_stages import STAGES, size_ratios, stage_times
from bench.speed_uses import USES, use_ratios
from bench.startup import LIMITS, install_base, measure_install, measure_starts, table
from bench.systems import Answer


def test_writing_is_measured_by_method_and_format() -> None:
    pages = [b"<article><h1>Looms</h1>" + b"<p>A loom <b>holds</b> the warp.</p>" * 20] * 3
    rows = writing_times(pages, rounds=2)
    assert [(row["method"], row["format"]) for row in rows] == [(one, name) for one in METHODS for name in WRITTEN]
    times = {(row["method"], row["format"]): row["median_ms"] for row in rows}
    assert all(0 <= value < 1_000 for value in times.values())
    assert times["whole_page", "markdown"] > times["whole_page", "text"]  # the kernel writes the text


def test_stages_of_a_page_are_timed() -> None:
    times = stage_times([b"<title>t</title><p>" + b"Some words. " * 200], rounds=2)
    assert list(times) == list(STAGES)
    assert all(0 <= value < 10_000 for value in times.values())
    assert times["parse"] + times["judge"] > 0


def test_ratios_are_told_by_class_of_size() -> None:
    def result(name: str, *seconds: float) -> Result:
        return Result(name=name, answers=[Answer(text="", cpu_s=value) for value in seconds])

    rows = size_ratios([100, 59_999, 60_000, 500_000], [result("a", 1, 3, 5, 7)], result("lexbor", 1, 1, 10, 7))
    assert [(row["pages"], row["ratios"]["a"]) for row in rows] == [(2, 2.0), (1, 0.5), (1, 1.0)]


def test_uses_are_told_by_class_of_size() -> None:
    pages = [b"<article><h1>Looms</h1>" + b"<p>A loom <b>holds</b> the warp.</p>" * count for count in (20, 2_000)]
    rows = use_ratios(pages, Result(name="lexbor", answers=[Answer(text="", cpu_s=1.0)] * 2), rounds=1)
    assert [row["pages"] for row in rows] == [2, 1, 1]
    assert all(list(row["to_parse"]) == list(USES) for row in rows)
    assert rows[0]["to_parse"]["json in all"] > rows[0]["to_parse"]["text"] >= 0


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
