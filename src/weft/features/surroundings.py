"""What the kernel's measures say of a block in its page.

Its wording (what its text is made of, whatever its length), its position in the page, its neighbours before and
behind, and the heading above it with the section that this heading governs.
"""

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.features.measured import COLUMN, Measured

OF_WORDS = (
    "stop_words", "capital_words", "long_words", "number_words", "sentence_ends", "commas", "currency", "cjk", "chars",
    "link_words",
)  # fmt: skip
OF_CHARACTERS = ("letters", "capitals", "digits", "signs")
WORDING = {f"{name}_per_word": f"{name.replace('_', ' ')} for each word" for name in OF_WORDS} | {
    f"{name}_per_char": f"{name} for each character" for name in OF_CHARACTERS
}
_WORDS = [COLUMN[name] for name in OF_WORDS]
_CHARACTERS = [COLUMN[name] for name in OF_CHARACTERS]


def shares(measured: Measured) -> NDArray[np.float32]:
    """The shares of every block."""
    words = np.maximum(measured.words, 1)[:, None]
    chars = np.maximum(measured["chars"], 1)[:, None]
    return np.concatenate((measured.matrix[:, _WORDS] / words, measured.matrix[:, _CHARACTERS] / chars), axis=1)


POSITION = {
    "hidden": "1 if the block is hidden",
    "depth": "how many ancestors its element has",
    "nth": "its element's ordinal among siblings of the same tag",
    "index": "blocks before it",
    "index_from_end": "blocks behind it",
    "index_share": "blocks before it, as a share of the page's",
    "words_before": "words before it, as a share of the page's",
    "after_h1": "blocks since the first h1, negative before it, -999 where there is none",
    "long_before": "words in long blocks before it",
    "long_after": "words in long blocks behind it",
}


def positions(measured: Measured) -> NDArray[np.float32]:
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


OF_ONE = ("words", "link_density", "stop_words", "sentence_ends", "heading", "depth", "paragraph", "item", "currency")
OFFSETS = (1, 2, -1, -2)  # blocks before, blocks behind
WINDOWS = ((-3, 3), (-10, -1), (1, 10), (-30, 30))
OF_WINDOW = {
    "words": "mean words",
    "link_density": "share of words in links",
    "long_share": "share of words in long blocks",
    "sentence_ends": "sentence ends for each word",
    "title_share": "share of words that the title has",
    "description_share": "share of words that the description has",
    "linked_data_share": "share of words that the linked data has",
}


_SIDES = {1: "before1", 2: "before2", -1: "behind1", -2: "behind2"}
NEIGHBOURS = {
    f"{_SIDES[offset]}_{name}": f"the block {abs(offset)} {_SIDES[offset][:6]}: {name.replace('_', ' ')}"
    for offset in OFFSETS
    for name in OF_ONE
} | {
    f"blocks{low:+d}{high:+d}_{name}": f"the blocks {low:+d} to {high:+d}: {text}"
    for low, high in WINDOWS
    for name, text in OF_WINDOW.items()
}
_KINDS = [COLUMN["to_paragraph"], COLUMN["to_item"]]


def neighbours(measured: Measured) -> NDArray[np.float32]:
    """What stands around every block; nothing stands outside of the page."""
    words = np.maximum(measured.words, 1)
    one = np.column_stack(
        [
            measured.words,
            measured.link_density,
            measured["stop_words"] / words,
            measured["sentence_ends"],
            measured.heading,
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


def _windows(measured: Measured) -> list[NDArray[np.float32]]:
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


GROUPS = tuple(name for name in _native.MEASURES if name.startswith("word_"))
SAID = ("title_share", "title_covered", "linked_data_share")
HEADINGS = (
    {
        "heading": "level of the heading that the block is, 7 where it is none",
        "heading_above": "level of the heading above, 9 where there is none",
        "heading_distance": "blocks since the heading above, 999 where there is none",
        "heading_next": "blocks up to the next heading",
        "section_words": "words from the heading above to the next",
        "section_link_density": "share of them in links",
        "section_long_share": "share of them in long blocks",
        "section_title_share": "share of them that the title has",
        "section_linked_data_share": "share of them that the linked data has",
    }
    | {f"heading_{name}": f"the heading above: {name.replace('_', ' ')}" for name in SAID}
    | {f"heading_{name}": f"the heading above: words of the lexicon's group {name[5:]}" for name in GROUPS}
)
_TAKEN = [COLUMN[name] for name in SAID + GROUPS]


def headings(measured: Measured) -> NDArray[np.float32]:
    """The headings that govern every block."""
    count = len(measured)
    index = np.arange(count)
    level = measured.heading
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
