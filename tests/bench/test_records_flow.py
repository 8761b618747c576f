"""Templates of forums beside the plain reading: what is learned from one half is tried on the other."""

from pathlib import Path

import pytest

from bench.records import flow
from bench.records.truth import read_all
from tests.bench.test_records import write_forum


def test_every_layout_has_both_readings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_forum(tmp_path, [4, 5, 6, 4, 3, 5, 4, 5])
    found = flow.measure(read_all(tmp_path))
    assert list(found) == ["loom1_default", "all"]
    assert found["all"]["threads"] == (1.0, 1.0)
    assert flow.make(tmp_path) == 0
    assert "| all | 1.000 → 1.000 |" in capsys.readouterr().out


def test_a_layout_of_few_pages_is_left_out(tmp_path: Path) -> None:
    write_forum(tmp_path, [4, 5, 6])
    assert flow.measure(read_all(tmp_path)) == {"all": {}}
