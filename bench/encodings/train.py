"""Makes the table that the kernel tells encodings by: how likely two letters follow each other, language by language.

`python -m bench.encodings.train PACKAGES` counts the letters of translated programs (`bench.languages.packages` fetches
them) and writes `native/text/src/encoding_pairs.bin`. Only pairs with a letter outside of ASCII are kept: in ASCII, all
encodings agree. Costs are negative logarithms in steps of 1/12.
"""

import struct
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import log
from pathlib import Path

from bench.encodings.cases import ENCODINGS, with_tones
from bench.languages.catalogues import read_packages
from bench.places import CHECKOUT, folder_argument

TABLE = CHECKOUT / "native" / "text" / "src" / "encoding_pairs.bin"
LANGUAGES = (*ENCODINGS, "sr-Latn", "af", "fo", "lb", "ast")  # what was written in old encodings
STEPS = 12  # of a cost of 1; 255 is then e to the -21
SMOOTHING = 20.0  # pairs that are taken as if seen by chance, a letter
MIN_COUNT = 2  # a pair seen once may be a typing error
MAX_CHARS = 2_000  # of one text: long ones are licences
SIGNS = "©®™«»•·–—‘’“”„…°€£§½²ºª¿¡→‹›"  # pages have them in all languages
SIGN_COST = 6.5  # as often as once in 700 characters, where a language has them less often
CREDIT = (
    "weft: costs of pairs of letters by language, counted in the translations of the packages that "
    "bench/languages/packages.py lists, each under its own free licence; CLDR data by Unicode.\n"
)
UPPER, LOWER, UNCASED, OTHER = range(4)


def fold(character: str) -> str:
    """A letter in lower case; ASCII that is no letter, and wide spaces, are a space."""
    if character < "\x80":
        return character.lower() if character.isalpha() else " "
    return " " if character in "\xa0\u3000" else character.lower()[0]


def case_of(character: str) -> int:
    """Whether a character is an upper or lower letter, a letter without case, or none."""
    if character.lower() != character:
        return UPPER
    if character.upper() != character:
        return LOWER
    return UNCASED if "\u0300" <= character < "\u2000" or character >= "\u2c00" else OTHER


def is_ideograph(character: str) -> bool:
    """Whether a script of thousands of characters has it: these are counted one by one."""
    return character >= "\u2e80"


class Counts:
    """The letters of a language, and the pairs of them."""

    def __init__(self) -> None:
        self.letters: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.cases: Counter[tuple[int, int]] = Counter()

    def add(self, text: str) -> None:
        """Count a text."""
        before, case_before = " ", OTHER
        for character in f"{text[:MAX_CHARS]} ":
            letter, case = fold(character), case_of(character)
            self.letters[letter] += 1
            self.pairs[before, letter] += 1
            if max(before, letter) >= "\x80":
                self.cases[case_before, case] += 1
            before, case_before = letter, case

    def letter_costs(self) -> dict[str, float]:
        """The cost of each letter outside of ASCII, wherever it stands."""
        total = self.letters.total() + 0.1 * len(self.letters) + 5
        costs = {letter: -log((count + 0.1) / total) for letter, count in self.letters.items()}
        costs |= {sign: min(costs.get(sign, SIGN_COST), SIGN_COST) for sign in SIGNS}
        return costs

    def pair_costs(self) -> dict[tuple[str, str], float]:
        """The cost of the second letter behind the first."""
        costs, before = self.letter_costs(), Counter[str]()
        for (first, _), count in self.pairs.items():
            before[first] += count
        return {
            (first, second): -log((count + SMOOTHING * 2.718281828 ** -costs[second]) / (before[first] + SMOOTHING))
            for (first, second), count in self.pairs.items()
            if count >= MIN_COUNT and max(first, second) >= "\x80" and not is_ideograph(max(first, second))
        }


def count(packages: Path) -> dict[str, Counts]:
    """The counts of every language of the table; those of English are of what was translated."""
    counts: defaultdict[str, Counts] = defaultdict(Counts)
    for sentence in read_packages(packages, english=True):
        if sentence.language in LANGUAGES:
            for text in as_written(sentence.language, sentence.text):
                counts[sentence.language].add(text)
    return {language: counts[language] for language in LANGUAGES if language in counts}


def as_written(language: str, text: str) -> Iterable[str]:
    """A text as old encodings have its letters."""
    if language == "vi":
        return (with_tones(unicodedata.normalize("NFC", text)),)
    if language == "ro":
        return (text.translate(str.maketrans("șțȘȚ", "şţŞŢ")),)
    return (text,)


def case_costs(counts: Mapping[str, Counts]) -> bytes:
    """The costs of the case of a character behind that of another; every language counts the same."""
    shares: defaultdict[tuple[int, int], float] = defaultdict(float)
    for entry in counts.values():
        for key, seen in entry.cases.items():
            shares[key] += seen / max(entry.cases.total(), 1)
    totals = [sum(shares[first, second] for second in range(4)) for first in range(4)]
    return bytes(
        quantise(-log(max(shares[first, second] / totals[first], 1e-5))) for first in range(4) for second in range(4)
    )


def quantise(cost: float) -> int:
    """A cost as a byte."""
    return min(max(round(cost * STEPS), 0), 255)


def write(counts: Mapping[str, Counts]) -> bytes:
    """The table as the kernel reads it."""
    pairs, letters = [], []
    for number, entry in enumerate(counts.values()):
        pairs += [
            (ord(first) << 16 | ord(second), number, quantise(cost))
            for (first, second), cost in entry.pair_costs().items()
            if max(first, second) < "\U00010000"
        ]
        letters += [
            (ord(letter), number, quantise(cost))
            for letter, cost in entry.letter_costs().items()
            if "\x80" <= letter < "\U00010000"
        ]
    head = f"{CREDIT}{' '.join(counts)}\n".encode() + b"\0" + bytes((len(counts),)) + case_costs(counts)
    return head + _columns(sorted(pairs)) + _columns(sorted(letters))


def _columns(rows: list[tuple[int, int, int]]) -> bytes:
    keys = b"".join(struct.pack("<I", key) for key, _, _ in rows)
    return struct.pack("<I", len(rows)) + keys + bytes(row[1] for row in rows) + bytes(row[2] for row in rows)


if __name__ == "__main__":
    packages = folder_argument(
        "bench.encodings.train", __doc__, what="what `python -m bench.languages.packages FOLDER` fetched"
    )
    TABLE.write_bytes(write(count(packages)))
    print(f"{TABLE.stat().st_size} bytes")
