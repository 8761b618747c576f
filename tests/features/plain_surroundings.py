"""Surroundings in numpy: the twin of the kernel's."""

import numpy as np
from numpy.typing import NDArray

from tests.features.plain_measured import PlainMeasured
from weft import _native
from weft.features.measured import COLUMN
from weft.features.surroundings import OF_CHARACTERS, OF_WORDS, OFFSETS, SAID, WINDOWS

_WORDS = [COLUMN[name] for name in OF_WORDS]
_CHARACTERS = [COLUMN[name] for name in OF_CHARACTERS]
_KINDS = [COLUMN["to_paragraph"], COLUMN["to_item"]]
_LEVELS = [COLUMN[name] for name in ("to_h1", "to_h2", "to_h3", "to_h456")]
_GROUPS = tuple(name for name in _native.MEASURES if name.startswith("word_"))
_TAKEN = [COLUMN[name] for name in SAID + _GROUPS]


def surroundings(measured: PlainMeasured) -> NDArray[np.float32]:
    """The columns behind what is measured of a block itself."""
    parts = (shares(measured), positions(measured), neighbours(measured), headings(measured))
    return np.concatenate(parts, axis=1, dtype=np.float32)


def _heading(measured: PlainMeasured) -> NDArray[np.float32]:
    """The level of the heading that a block is, 7 where it is none."""
    near = measured.matrix[:, _LEVELS] <= 1
    return np.where(near.any(axis=1), near.argmax(axis=1) + 1, 7).astype(np.float32)


def shares(measured: PlainMeasured) -> NDArray[np.float32]:
    """The shares of every block."""
    words = np.maximum(measured.words, 1)[:, None]
    chars = np.maximum(measured["chars"], 1)[:, None]
    return np.concatenate((measured.matrix[:, _WORDS] / words, measured.matrix[:, _CHARACTERS] / chars), axis=1)


def positions(measured: PlainMeasured) -> NDArray[np.float32]:
    """The position of every block."""
    page, count = measured.page, len(measured)
    index = np.arange(count, dtype=np.float32)
    rows = page.blocks.row
    sums = measured.sums
    first_h1 = np.flatnonzero(measured["to_h1"] <= 1)[:1]
    return np.column_stack(
        [
            page.blocks.hidden,
            page.depth[rows],
            page.nth[rows],
            index,
            count - 1 - index,
            index / max(count, 1),
            sums[:-1, 0] / max(sums[-1, 0], 1),
            index - first_h1 if len(first_h1) else np.full(count, -999),
            sums[:-1, 2],
            sums[-1, 2] - sums[1:, 2],
        ]
    ).astype(np.float32)


def neighbours(measured: PlainMeasured) -> NDArray[np.float32]:
    """What stands around every block; nothing stands outside of the page."""
    words = np.maximum(measured.words, 1)
    one = np.column_stack(
        [
            measured.words,
            measured.link_density,
            measured["stop_words"] / words,
            measured["sentence_ends"],
            _heading(measured),
            measured.page.depth[measured.page.blocks.row],
            measured.matrix[:, _KINDS] == 0,
            measured["currency"] > 0,
        ]
    ).astype(np.float32)
    return np.concatenate([_shifted(one, offset) for offset in OFFSETS] + _windows(measured), axis=1)


def _shifted(values: NDArray[np.float32], offset: int) -> NDArray[np.float32]:
    shifted = np.zeros_like(values)
    if offset > 0:
        shifted[offset:] = values[:-offset]
    else:
        shifted[:offset] = values[-offset:]
    return shifted


def _windows(measured: PlainMeasured) -> list[NDArray[np.float32]]:
    index = np.arange(len(measured))
    parts = []
    for low, high in WINDOWS:
        start = np.clip(index + low, 0, len(index))
        stop = np.clip(index + high + 1, 0, len(index))
        sums = measured.sums[stop] - measured.sums[start]
        words = np.maximum(sums[:, :1], 1)
        sums[:, 1:] /= words
        sums[:, 0] /= np.maximum(stop - start, 1)
        parts.append(sums.astype(np.float32))
    return parts


def headings(measured: PlainMeasured) -> NDArray[np.float32]:
    """The headings that govern every block."""
    count = len(measured)
    index = np.arange(count)
    level = _heading(measured)
    is_heading = level < 7
    above = np.maximum.accumulate(np.where(is_heading, index, -1)) if count else index
    has = above >= 0
    start = np.maximum(above, 0)
    stop = np.minimum.accumulate(np.where(is_heading, index, count)[::-1])[::-1]
    stop = np.append(stop, count)[1:]  # the next heading after this block
    section = measured.sums[stop] - measured.sums[start]
    section[:, 1:] /= np.maximum(section[:, :1], 1)
    said = measured.matrix[start][:, _TAKEN] * has[:, None]
    numbers = np.column_stack(
        [
            level,
            np.where(has, level[start], 9),
            np.where(has, index - above, 999),
            stop - index,
            section[:, [0, 1, 2, 4, 6]],
        ]
    ).astype(np.float32)
    return np.concatenate((numbers, said), axis=1)
