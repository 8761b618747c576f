"""Videos, sound and pages inside of the page: formats of text show each as a link."""

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.page.shown_images import near_kept

MEDIA = frozenset(tag_number(tag) for tag in ("video", "audio", "iframe", "embed", "object"))
_PLAYED = np.zeros(1 << 16, np.bool_)  # one for every number a tag can have
_PLAYED[[tag_number("video"), tag_number("audio")]] = True
_HAS_OTHER_WORDS = _PLAYED.copy()
_HAS_OTHER_WORDS[tag_number("object")] = True


def shown_media(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The rows of media that stand in or between kept blocks."""
    rows = page.rows_of("video", "audio", "iframe", "embed", "object")
    if not len(rows):
        return rows
    # The words of some are for those who cannot play them, so the page calls them hidden.
    rows = rows[~page.hidden[np.where(_HAS_OTHER_WORDS[page.tag[rows]], page.parent[rows], rows)]]
    return rows[near_kept(page, rows, kept)]
