"""Accepts every view and report as it looks now: `python -m tests.pictures.accept`, or `make pictures`.

Writes the small grey pictures that the tests compare with, and the large ones of docs/screens.md.
"""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.pictures.drawing import PARTS, SHOWN
from tests.pictures.measure import MAX_CHANGED, find_changed, read_small, shrink

EXPECTED = Path(__file__).parent / "expected"
FEW = Image.Quantize.MAXCOVERAGE  # keeps the rare colours of marks
SCREENS = Path(__file__).parents[2] / "docs/pictures/screens"
COLOURS = 128  # of a palette: flat pages need no more


def main() -> int:
    """Draw all, and keep what has changed."""
    drawn: dict[str, bytes] = {}
    for draw in PARTS.values():
        with TemporaryDirectory() as work:
            drawn |= draw(Path(work))
    for folder, names in ((EXPECTED, drawn), (SCREENS, [name for name in drawn if name.endswith(str(SHOWN))])):
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.png"):
            if path.stem not in names:
                path.unlink()
    changed = [name for name, png in drawn.items() if keep(name, png)]
    print(f"{len(drawn)} pictures, {len(changed)} changed: {' '.join(changed)}".rstrip(": "))
    return 0


def keep(name: str, png: bytes) -> bool:
    """Write a picture where it has changed."""
    path, small = EXPECTED / f"{name}.png", shrink(png)
    if path.exists() and find_changed(small, read_small(path)) <= MAX_CHANGED:
        return False
    small.save(path, optimize=True)
    if name.endswith(str(SHOWN)):
        picture = Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS, FEW, dither=Image.Dither.NONE)
        picture.save(SCREENS / path.name, optimize=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
