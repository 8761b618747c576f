"""Whole pages, reviewed once and kept: see `tests/golden/remake.py`."""

from pathlib import Path

import pytest

from tests.golden.remake import cases, rendered


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_golden(case: Path) -> None:
    for name, text in rendered(case).items():
        assert text == (case / name).read_text(encoding="utf-8"), f"{case.name}/{name}"
