"""The plain twin of `native/src/likely_encoding.rs`: what a text costs, letter by letter and language by language."""

import struct
from functools import cache
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "native" / "src" / "encoding_pairs.bin"
STEPS = 12
UNSEEN, UNSEEN_UTF_8 = 15 * STEPS, 7 * STEPS
BROKEN, BROKEN_UTF_8 = 22 * STEPS, 12 * STEPS
UNSEEN_PAIR, MIXED, ASCII_LETTER, ASCII_OTHER = 3 * STEPS, 6 * STEPS, 3 * STEPS, 2 * STEPS
UPPER, LOWER, UNCASED, OTHER = range(4)

Costs = dict[int, dict[int, int]]  # key -> language -> cost


@cache
def read_table() -> tuple[int, bytes, Costs, Costs]:
    """The number of languages, the costs of cases, of pairs and of letters."""
    data = TABLE.read_bytes().partition(b"\0")[2]
    count, cases, data = data[0], data[1:17], data[17:]
    pairs, data = _read_rows(data)
    letters, data = _read_rows(data)
    assert not data
    return count, cases, pairs, letters


def _read_rows(data: bytes) -> tuple[Costs, bytes]:
    (count,) = struct.unpack_from("<I", data)
    keys = struct.unpack_from(f"<{count}I", data, 4)
    languages, costs = data[4 + 4 * count : 4 + 5 * count], data[4 + 5 * count : 4 + 6 * count]
    rows: Costs = {}
    for key, language, cost in zip(keys, languages, costs, strict=True):
        rows.setdefault(key, {})[language] = cost
    return rows, data[4 + 6 * count :]


def fold(character: str) -> str:
    """A letter in lower case; ASCII that is no letter, and wide spaces, are a space."""
    if character < "\x80":
        return character.lower() if character.isalpha() else " "
    return " " if character in "\xa0\u3000" else character.lower()[0]


def case_of(character: str) -> int:
    """Upper, lower, without case, or no letter."""
    if character.lower() != character:
        return UPPER
    if character.upper() != character:
        return LOWER
    return UNCASED if "\u0300" <= character < "\u2000" or character >= "\u2c00" else OTHER


def is_no_text(character: str) -> bool:
    """Whether no page writes it."""
    return character == "\ufffd" or "\x80" <= character < "\xa0" or "\ue000" <= character <= "\uf8ff"


def cost_of(text: str, *, is_utf8: bool = False) -> int:
    """What a text costs in the language in which it costs least."""
    languages, cases, _, _ = read_table()
    totals = [0] * languages
    is_told = is_utf8 and any(character >= "\x80" and character != "\ufffd" for character in text)
    broken, unseen = BROKEN_UTF_8 if is_told else BROKEN, UNSEEN_UTF_8 if is_utf8 else UNSEEN
    before, case_before = " ", OTHER
    for character in text:
        letter, case = fold(character), case_of(character)
        if is_no_text(character):
            totals = [total + broken for total in totals]
            before, case_before = " ", OTHER
            continue
        if max(before, letter) >= "\x80":
            changed = cases[4 * case_before + case]
            totals = [
                total + changed + pair_cost(before, letter, language, unseen) for language, total in enumerate(totals)
            ]
        before, case_before = letter, case
    return min(totals)


def pair_cost(before: str, letter: str, language: int, unseen: int) -> int:
    """What a letter costs behind another, in one language."""
    _, _, pairs, letters = read_table()
    alone = max(before, letter) >= "\u2e80"
    more = (0 if alone else UNSEEN_PAIR) + (MIXED if is_mixed(before, letter) else 0)
    most = more + (ASCII_OTHER if letter == " " else ASCII_LETTER if letter < "\x80" else unseen)
    known = pairs.get(ord(before) << 16 | ord(letter), {}) if not alone else {}
    if language in known:
        return min(known[language], most)
    return min(letters.get(ord(letter), {}).get(language, unseen) + more, most)


def is_mixed(one: str, other: str) -> bool:
    """Whether a Latin letter of ASCII stands beside one of another alphabet."""
    first, second = sorted((one, other))
    return first.isascii() and first.isalpha() and "\u0370" <= second < "\u1e00"
