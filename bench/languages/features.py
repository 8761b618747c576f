"""What weft's language model looks at: the alphabet of a text, and hashed n-grams of its letters; as the kernel does.

`native/text/src/language.rs` does the same, and its plain twin in `tests/metadata` compares both.
"""

import numpy as np
from numpy.typing import NDArray

ORDERS = 4  # n-grams of one to four letters
SEED, PRIME = 2166136261, 16777619  # FNV-1a over code points
SCRIPTS: tuple[tuple[int, int, str], ...] = (
    (0x41, 0x5A, "Latn"),
    (0x61, 0x7A, "Latn"),
    (0xC0, 0xD6, "Latn"),
    (0xD8, 0xF6, "Latn"),
    (0xF8, 0x36F, "Latn"),
    (0x370, 0x3FF, "Grek"),
    (0x400, 0x52F, "Cyrl"),
    (0x530, 0x58F, "Armn"),
    (0x591, 0x5FF, "Hebr"),
    (0x610, 0x65F, "Arab"),
    (0x66E, 0x6EF, "Arab"),
    (0x6FA, 0x6FF, "Arab"),
    (0x750, 0x77F, "Arab"),
    (0x780, 0x7BF, "Thaa"),
    (0x8A0, 0x8FF, "Arab"),
    (0x900, 0x963, "Deva"),
    (0x970, 0x97F, "Deva"),
    (0x980, 0x9E5, "Beng"),
    (0x9F0, 0x9FF, "Beng"),
    (0xA00, 0xA7F, "Guru"),
    (0xA80, 0xAFF, "Gujr"),
    (0xB00, 0xB7F, "Orya"),
    (0xB80, 0xBFF, "Taml"),
    (0xC00, 0xC7F, "Telu"),
    (0xC80, 0xCFF, "Knda"),
    (0xD00, 0xD7F, "Mlym"),
    (0xD80, 0xDFF, "Sinh"),
    (0xE00, 0xE7F, "Thai"),
    (0xE80, 0xEFF, "Laoo"),
    (0xF00, 0xFFF, "Tibt"),
    (0x1000, 0x109F, "Mymr"),
    (0x10A0, 0x10FF, "Geor"),
    (0x1100, 0x11FF, "Hang"),
    (0x1200, 0x139F, "Ethi"),
    (0x13A0, 0x13FF, "Cher"),
    (0x1780, 0x17FF, "Khmr"),
    (0x1C90, 0x1CBF, "Geor"),
    (0x1E00, 0x1EFF, "Latn"),
    (0x1F00, 0x1FFF, "Grek"),
    (0x3041, 0x30FF, "Kana"),
    (0x3131, 0x318F, "Hang"),
    (0x3400, 0x9FFF, "Hani"),
    (0xAC00, 0xD7AF, "Hang"),
    (0xF900, 0xFAFF, "Hani"),
    (0xFB50, 0xFDFF, "Arab"),
    (0xFE70, 0xFEFC, "Arab"),
    (0x20000, 0x323AF, "Hani"),
)
NAMES = tuple(dict.fromkeys(name for _, _, name in SCRIPTS))
DENSE = frozenset(("Hani", "Kana", "Hang"))  # a letter of these says as much as two of others
SHARED = ("Latn", "Cyrl", "Arab", "Deva", "Hebr", "Beng", "Ethi")  # alphabets of several languages: each has a model
ALONE = {  # alphabets of one language, or of one that is far ahead
    "Grek": "el",
    "Armn": "hy",
    "Thaa": "dv",
    "Guru": "pa",
    "Gujr": "gu",
    "Orya": "or",
    "Taml": "ta",
    "Telu": "te",
    "Knda": "kn",
    "Mlym": "ml",
    "Sinh": "si",
    "Thai": "th",
    "Laoo": "lo",
    "Tibt": "bo",
    "Mymr": "my",
    "Geor": "ka",
    "Hang": "ko",
    "Cher": "chr",
    "Khmr": "km",
}
KANA_SHARE = 10  # of ideographs and kana together, one kana in so many is Japanese
_LAST = np.array([last for _, last, _ in SCRIPTS])
_FIRST = np.array([first for first, _, _ in SCRIPTS])
_NUMBER = np.array([NAMES.index(name) for _, _, name in SCRIPTS])
_WEIGHT = np.array([2 if name in DENSE else 1 for name in NAMES])


def letters_of(text: str) -> tuple[NDArray[np.uint32], str]:
    """The letters of a text's main script in lower case, a space for whatever is between them; and that script.

    >>> letters, script = letters_of("Ткач, weave")
    >>> "".join(map(chr, letters)), script
    (' weave ', 'Latn')
    """
    points = np.array([ord(character.lower()[0]) for character in text], np.uint32)
    place = np.minimum(np.searchsorted(_LAST, points), len(_LAST) - 1)
    is_letter = (_FIRST[place] <= points) & (points <= _LAST[place])
    scripts = np.where(is_letter, _NUMBER[place], -1)
    counts = np.bincount(scripts[is_letter], minlength=len(NAMES)) * _WEIGHT
    if not counts.any():
        return np.zeros(0, np.uint32), ""
    main = int(np.argmax(counts))
    kept = np.where(scripts == main, points, 32).astype(np.uint32)
    kept = np.concatenate(([32], kept, [32])).astype(np.uint32)
    kept = kept[~((kept == 32) & (np.concatenate(([0], kept[:-1])) == 32))]
    ideographs, kana = counts[NAMES.index("Hani")], counts[NAMES.index("Kana")]
    if NAMES[main] in ("Hani", "Kana"):
        return kept, "ja" if kana * KANA_SHARE >= ideographs + kana else "zh"
    return kept, NAMES[main]


def buckets_of(letters: NDArray[np.uint32], size: int) -> NDArray[np.uint32]:
    """The buckets of all n-grams; single spaces say nothing and are left out."""
    hashes = np.full(len(letters), SEED, np.uint32)
    parts = []
    for order in range(ORDERS):
        hashes = (hashes[: len(letters) - order] ^ letters[order:]) * np.uint32(PRIME)
        mixed = (hashes ^ (hashes >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
        parts.append(
            (mixed ^ (mixed >> np.uint32(13)))[letters[: len(hashes)] != 32]
            if order == 0
            else mixed ^ (mixed >> np.uint32(13))
        )
    return np.concatenate(parts) & np.uint32(size - 1)
