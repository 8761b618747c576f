"""The totals of a page in numpy: the twin of the kernel's `describe_page`."""

import numpy as np
from numpy.typing import NDArray

from tests.features.plain_measured import LONG, NONE_ABOVE, PlainMeasured
from weft import _native
from weft.features.measured import COLUMN
from weft.features.page_totals import ABOVE, COUNTED, GROUPS, NEAR_ABOVE, NEAR_BLOCKS, NEAR_MEASURES
from weft.page import tag_number

_TAGS = [tag_number(tag) for tag in COUNTED]
_GROUPS = [COLUMN[name] for name in GROUPS]
_ABOVE = slice(COLUMN[ABOVE[0]], COLUMN[ABOVE[-1]] + 1)
_NEAR = [COLUMN[name] for name in ("words", "link_words", *NEAR_MEASURES, *NEAR_ABOVE)]
_NEAR_ABOVE = -len(NEAR_ABOVE)
_COUNTS = _GROUPS[-1] + 1  # the columns up to the groups count words and characters
_SUMMED = [COLUMN[name] for name in ("stop_words", "cjk", "number_words", "years")]


def page_totals(measured: PlainMeasured) -> NDArray[np.float32]:
    """What the kernel's `describe_page` says of a page."""
    total = max(float(measured.words.sum()), 1.0)
    counts = np.einsum("ij->j", measured.matrix[:, :_COUNTS])  # whole numbers: their order does not matter
    groups = 100 * counts[_GROUPS] / total
    is_under = measured.matrix[:, _ABOVE] < NONE_ABOVE
    above = np.einsum("i,ij->j", measured.words, is_under) / total  # no matrix product: its rounding is the machine's
    totals = _totals(measured, total, counts)
    return np.concatenate((totals, groups, above, _near_h1(measured))).astype(np.float32)


def _totals(measured: PlainMeasured, total: float, counts: NDArray[np.float32]) -> NDArray[np.float32]:
    page, words = measured.page, measured.words
    long = words >= LONG
    stop_words, cjk, numbers, years = counts[_SUMMED].tolist()
    prices = int(np.count_nonzero(measured["currency"]))
    path_words = measured["place_blocks"] * measured["place_words"]
    tags = np.bincount(page.tag, minlength=len(_native.TAG_NAMES))
    totals = [
        words.sum(),
        len(measured),
        np.count_nonzero(long),
        words[long & (measured.link_density < 0.3)].sum(),
        *(measured.sums[-1, 1:] / total).tolist(),
        stop_words / total,
        cjk / total,
        numbers / total,
        years,
        prices,
        prices / max(len(measured), 1),
        measured["grid_share"].max(initial=0),
        measured["record_share"].max(initial=0),
        path_words.max(initial=0) / total,
        len(page),
    ]
    return np.concatenate((np.array(totals, np.float32), tags[_TAGS]))


def _near_h1(measured: PlainMeasured) -> NDArray[np.float32]:
    """What follows the first h1, or begins the page that has none."""
    first = int(np.argmax(measured["to_h1"] <= 1)) if len(measured) else 0
    near = measured.matrix[first : first + NEAR_BLOCKS, _NEAR]
    before, total = measured.sums[[first, -1], 0].tolist()
    words, link_words, *sums = near[:, :_NEAR_ABOVE].sum(axis=0).tolist()
    numbers = [
        first,
        first / max(len(measured), 1),
        before / max(total, 1.0),
        words,
        np.count_nonzero(near[:, 0] >= LONG),
        link_words / max(words, 1.0),
        *sums,
        *(near[:, _NEAR_ABOVE:] < NONE_ABOVE).sum(axis=0).tolist(),
    ]
    return np.array(numbers, np.float32)
