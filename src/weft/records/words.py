"""The words in classes and ids that say what an element is about.

Class names differ with every piece of software, the words in them much less: `post_body`, `postbody` and
`message-content` all speak of a body. A word is weak evidence: nothing is found by a word alone. The words themselves
stand in the kernel (`record_words.rs`); of every row they count in its classes, its id, `itemprop` and `data-role`.
"""

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.page import tag_number

Flags = NDArray[np.uint16]

AUTHOR, TIME, BODY, QUOTE, SIGNATURE, EDITED, BUTTON, PERSON, TITLE, PAGER, RANK, ASIDE = (1 << n for n in range(12))


def token_flags(token: str) -> int:
    """What one class or id speaks of, as a sum of flags.

    >>> token_flags("post-author") == AUTHOR + PERSON
    True
    """
    return _native.token_flags(token)


def tag_mask(*names: str) -> NDArray[np.bool_]:
    """Which tag numbers are those of the names: `mask[page.tag]` is much faster than `np.isin`.

    >>> tag_mask("td")[tag_number("td")], tag_mask("td")[tag_number("th")]
    (np.True_, np.False_)
    """
    mask = np.zeros(1 << 16, np.bool_)
    mask[[tag_number(name) for name in names]] = True
    return mask
