"""The picture of the architecture shows the layers that are checked."""

import runpy
from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def test_the_picture_is_current() -> None:
    draw = runpy.run_path(str(PICTURES / "architecture.py"))["draw"]
    assert (PICTURES / "architecture.svg").read_text(encoding="utf-8") == draw(), "python docs/pictures/architecture.py"
