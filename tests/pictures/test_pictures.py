"""Every view of studio and every report looks as it was accepted; `make pictures` accepts a change.

What differs is saved: WEFT_SCREENSHOTS=FOLDER names where, else the test's own folder.
"""

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.pictures.accept import EXPECTED, SCREENS
from tests.pictures.drawing import PARTS, SHOWN
from tests.pictures.measure import CELL, MAX_CHANGED, find_changed, read_small, shrink

PARTS_OF_NAMES = {"studio": "studio-", "reports": "report-"}


@pytest.mark.parametrize("part", sorted(PARTS))
def test_it_looks_as_it_was_accepted(part: str, tmp_path: Path) -> None:
    folder = Path(os.environ.get("WEFT_SCREENSHOTS", tmp_path))
    expected = {path.stem: read_small(path) for path in EXPECTED.glob(f"{PARTS_OF_NAMES[part]}*.png")}
    changed, drawn = {}, set()
    for name, png in PARTS[part](tmp_path):
        drawn.add(name)
        share = find_changed(shrink(png), expected[name]) if name in expected else 1.0
        if share > MAX_CHANGED:
            changed[name] = f"{share:.1%} of it"
            (folder / f"{name}.png").write_bytes(png)
    assert changed == {}, f"look at {folder}; where the change is wanted: make pictures"
    assert drawn == set(expected), "a view is gone: make pictures"


def test_the_documentation_shows_all_of_them() -> None:
    names = {path.stem for path in EXPECTED.glob(f"*-{SHOWN}.png")}
    assert {path.stem for path in SCREENS.glob("*.png")} == names
    text = (SCREENS.parents[1] / "screens.md").read_text(encoding="utf-8")
    assert {name for name in names if f"pictures/screens/{name}.png" not in text} == set()


def picture(*boxes: tuple[int, int, int, int], colour: str = "black") -> bytes:
    made = Image.new("RGB", (640, 480), "white")
    for box in boxes:
        ImageDraw.Draw(made).rectangle(box, fill=colour)
    kept = BytesIO()
    made.save(kept, "png")
    return kept.getvalue()


def changed(one: bytes, other: bytes) -> float:
    return find_changed(shrink(one), shrink(other))


def test_a_button_that_is_gone_is_seen_and_a_few_pixels_are_not() -> None:
    panel, button = (20, 20, 600, 300), (40, 340, 130, 372)
    assert changed(picture(panel, button), picture(panel, button)) == 0
    assert changed(picture(panel, button), picture(panel)) > MAX_CHANGED
    assert changed(picture(panel), picture((20, 20, 540, 300))) > MAX_CHANGED
    assert changed(picture(panel), picture(panel, colour="#555")) > MAX_CHANGED
    moved = tuple(place + 5 for place in button)
    assert changed(picture(panel, button), picture(panel, moved)) < MAX_CHANGED  # type: ignore[arg-type]
    assert find_changed(shrink(picture()), Image.new("L", (640 // CELL, 9))) == 1
