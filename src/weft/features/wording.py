"""Shares: what the text of a block is made of, whatever its length."""

import numpy as np
from numpy.typing import NDArray

from weft.features.measured import COLUMN, Measured

OF_WORDS = (
    "stop_words", "capital_words", "long_words", "number_words", "sentence_ends", "commas", "currency", "cjk", "chars",
    "link_words",
)  # fmt: skip
OF_CHARACTERS = ("letters", "capitals", "digits", "signs")
FEATURES = {f"{name}_per_word": f"{name.replace('_', ' ')} for each word" for name in OF_WORDS} | {
    f"{name}_per_char": f"{name} for each character" for name in OF_CHARACTERS
}
_WORDS = [COLUMN[name] for name in OF_WORDS]
_CHARACTERS = [COLUMN[name] for name in OF_CHARACTERS]


def shares(measured: Measured) -> NDArray[np.float32]:
    """The shares of every block."""
    words = np.maximum(measured.words, 1)[:, None]
    chars = np.maximum(measured["chars"], 1)[:, None]
    return np.concatenate((measured.matrix[:, _WORDS] / words, measured.matrix[:, _CHARACTERS] / chars), axis=1)
