"""Tests over seeds: a failure names the seed, and one seed runs alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEST = """
from tests.seeds import every_seed, seeds

@every_seed(30)
def test_called(seed, tmp_path):
    assert seed != 17

def test_loop():
    for seed in seeds(30):
        assert seed != 17

def test_count():
    assert sum(1 for _ in seeds(30)) == 30

def test_after_the_loop():
    assert not list(seeds(3))
"""


def run(folder: Path, *options: str) -> str:
    (folder / "test_seventeen.py").write_text(TEST, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--rootdir",
        str(ROOT),
        "-c",
        str(ROOT / "pyproject.toml"),
        "-p",
        "tests.conftest",
    ]
    # On a CI machine pytest repeats each whole message in its summary.
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "BUILD_NUMBER")}
    return subprocess.run(
        [*command, *options, str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    ).stdout


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    return run(tmp_path_factory.mktemp("whole"))


def test_a_failure_names_its_seed(whole: str) -> None:
    assert whole.count("seed 17: pytest --seed 17 runs it alone") == 2
    assert "3 failed, 1 passed" in whole


def test_what_fails_after_the_loop_names_none(whole: str) -> None:
    assert "seed 2:" not in whole


def test_one_seed_runs_alone(tmp_path: Path) -> None:
    shown = run(tmp_path, "--seed", "18")
    assert "test_called" not in shown
    assert "test_loop" not in shown
    assert "assert 1 == 30" in shown
