"""Floors rise and never fall."""

from pathlib import Path

import pytest

from bench.gate import Floor, read_floors, write_floors

QUALITY = Floor(dataset="d", system="s", measure="word_f1", bound=0.8)
RATIO = Floor(dataset="d", system="s", measure="ratio", bound=2.0)


@pytest.mark.parametrize(("value", "bound"), [(0.7, 0.8), (0.81236, 0.8123)])
def test_a_quality_only_rises(value: float, bound: float) -> None:
    assert QUALITY.raised(value).bound == bound


@pytest.mark.parametrize(("value", "bound"), [(3.0, 2.0), (1.9, 2.0), (1.0, 1.2)])
def test_a_ratio_only_falls_and_keeps_room(value: float, bound: float) -> None:
    assert RATIO.raised(value).bound == bound


def test_bounds_look_the_right_way() -> None:
    assert QUALITY.keeps(0.8)
    assert not QUALITY.keeps(0.7999)
    assert RATIO.keeps(2.0)
    assert not RATIO.keeps(2.01)


def test_floors_survive_the_file(tmp_path: Path) -> None:
    floors = [QUALITY, RATIO, Floor(dataset="d", system="s", measure="lcs_f1", bound=0.0, page_type="forum", pages=9)]
    write_floors(floors, tmp_path / "floors.json")
    assert read_floors(tmp_path / "floors.json") == floors


def test_the_floors_in_the_tree_can_be_read() -> None:
    assert read_floors()
