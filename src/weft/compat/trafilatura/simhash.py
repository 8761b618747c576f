"""SimHash (Charikar 2002): texts that share most of their words have fingerprints that share most of their bits."""

import re
from collections import Counter
from hashlib import blake2b

import numpy as np

_WORD = re.compile(r"\w+")


def find_fingerprint(text: str) -> str:
    """64 bits in hexadecimal: each bit is what most words of the text, by count, have there.

    >>> find_fingerprint("The warp is fixed."), find_fingerprint("the WARP is fixed")
    ('5e824bc408148a92', '5e824bc408148a92')
    """
    counts = Counter(_WORD.findall(text.lower()))
    hashes = b"".join(blake2b(word.encode(), digest_size=8).digest() for word in counts)
    bits = np.unpackbits(np.frombuffer(hashes, np.uint8)).reshape(-1, 64)
    votes = np.array(list(counts.values()), np.int64) @ (2 * bits.astype(np.int64) - 1)
    return np.packbits(votes > 0).tobytes().hex()
