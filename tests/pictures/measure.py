"""How much two pictures differ to an eye that looks from far away: grey cells, compared with their neighbours.

Machines draw letters a little differently, so no pixel is compared: a picture becomes cells of 16 pixels, and a cell
has changed where no cell around it is as dark. A line that moved by a few pixels is the same; a button that is gone, a
panel that is wider, other colours are not.
"""

from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

CELL = 16  # pixels
FAINT = 12.0  # levels of grey, of 255, that an eye does not see from far away
MAX_CHANGED = 0.003  # share of the cells: a lost button is more; the same view, drawn again, a sixth of it


def shrink(png: bytes) -> Image.Image:
    """A picture as grey cells."""
    picture = Image.open(BytesIO(png)).convert("L")
    return picture.resize((max(picture.width // CELL, 1), max(picture.height // CELL, 1)), Image.Resampling.BOX)


def read_small(path: Path) -> Image.Image:
    """A picture that was kept."""
    with Image.open(path) as picture:
        return picture.copy()


def find_changed(one: Image.Image, other: Image.Image) -> float:
    """The share of the cells that changed; all of them where the pictures have other sizes."""
    if one.size != other.size:
        return 1.0
    first, second = (np.asarray(picture, np.float64) for picture in (one, other))
    changed = np.maximum(_outside(first, second), _outside(second, first)) > FAINT
    return float(changed.mean())


def _outside(cells: NDArray[np.float64], around: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each cell is outside of what the cells around the same place have."""
    padded = np.pad(around, 1, mode="edge")
    height, width = around.shape
    near = np.stack([padded[row : row + height, column : column + width] for row in range(3) for column in range(3)])
    outside: NDArray[np.float64] = np.maximum(near.min(0) - cells, cells - near.max(0))
    return outside
