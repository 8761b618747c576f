"""The length of the longest common subsequence, many cells at a time (Hyyrö 2004).

In words: row by row fill the table `L[i][j] = L[i-1][j-1] + 1 where a[i] == b[j], else max(L[i-1][j], L[i][j-1])`.
Two neighbours in a row differ by 0 or 1, so a row is one big integer of such steps (a bit of 0 is a step up), and the
next row is an addition away.
"""

MAX_LENGTH = 100_000  # characters looked at, the equal beginning and end apart: two such texts take about a second


def common_length(one: str, other: str, *, longest: int = MAX_LENGTH) -> int:
    """The length of the longest common subsequence of characters; a lower bound where more than `longest` differ.

    >>> common_length("weaver", "weft")
    2
    """
    same = _same_start(one, other)
    one, other = one[same:], other[same:]
    tail = _same_start(one[::-1], other[::-1])
    one, other = one[: len(one) - tail][:longest], other[: len(other) - tail][:longest]
    return same + tail + (_steps(one, other) if len(one) <= len(other) else _steps(other, one))


def _same_start(one: str, other: str) -> int:
    """How many characters two texts share at their beginning: it belongs to every longest subsequence."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # the halves are compared by the interpreter in one go
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _steps(shorter: str, longer: str) -> int:
    """The table of `shorter` rows by `longer` columns, a row at a time."""
    places = _places(longer, frozenset(shorter))
    full = (1 << len(longer)) - 1
    row = full
    for character in shorter:
        match = places.get(character, 0) & row
        if match:
            row = (row + match | row - match) & full
    return len(longer) - row.bit_count()


def _places(text: str, characters: frozenset[str]) -> dict[str, int]:
    """Per character the bits where it stands in the text; the lowest bit is the first place."""
    marks: dict[str, bytearray] = {}
    size = (len(text) + 7) // 8
    for at, character in enumerate(text):
        if character in characters:
            marks.setdefault(character, bytearray(size))[at >> 3] |= 1 << (at & 7)
    return {character: int.from_bytes(bits, "little") for character, bits in marks.items()}
