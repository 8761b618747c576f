"""The plain twin of `native/src/language.rs`: the language of a text, n-gram by n-gram."""

import re
import struct
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np

from weft.page import Page

KERNEL = Path(__file__).resolve().parents[2] / "native" / "src"
MAX_CHARS, MAX_LETTERS, ORDERS = 4_000, 1_000, 4
KANA_SHARE = 10
MAX_BLOCKS = 12


class Model(NamedTuple):
    """The weights of an alphabet."""

    names: list[str]
    rows: int
    scale: float
    offsets: tuple[float, ...]
    weights: tuple[int, ...]


@cache
def read_models() -> dict[str, Model]:
    """The models of `language_model.bin`, by alphabet."""
    data = (KERNEL / "language_model.bin").read_bytes().partition(b"\0")[2][1:]
    models = {}
    while data:
        script = data[:4].decode()
        length, rows, count, scale = struct.unpack_from("<HIHf", data, 4)
        names = data[16 : 16 + length].decode().split()
        offsets = struct.unpack_from(f"<{count}f", data, 16 + length)
        weights = struct.unpack_from(f"{rows * count}b", data, 16 + length + 4 * count)
        models[script] = Model(names, rows, scale, offsets, weights)
        data = data[16 + length + 4 * count + rows * count :]
    return models


@cache
def read_ranges() -> tuple[list[tuple[int, int, str]], dict[str, str]]:
    """The alphabets and the languages that have one alone, as the kernel's source lists them."""
    source = (KERNEL / "language.rs").read_text(encoding="utf-8")
    ranges = re.findall(r'\((0x[0-9A-F]+), (0x[0-9A-F]+), "(\w+)"\)', source)
    alone = dict(re.findall(r'\("([A-Z][a-z]{3})", "([a-z]{2,3})"\)', source))
    return [(int(first, 16), int(last, 16), name) for first, last, name in ranges], alone


def script_of(point: int) -> str:
    """The alphabet of a letter; empty for what is none."""
    return next((name for first, last, name in read_ranges()[0] if first <= point <= last), "")


def longest_blocks(page: Page) -> str:
    """The longest visible blocks of a page, of those as long the later ones first."""
    blocks = page.blocks
    longest = np.argsort(np.where(blocks.hidden, 0, blocks.chars), kind="stable")[: -MAX_BLOCKS - 1 : -1]
    return " ".join(blocks.text(index)[: MAX_CHARS // 4] for index in longest.tolist())[:MAX_CHARS]


def guess(text: str) -> tuple[str, float]:
    """The language and how sure that is."""
    points = [ord(character.lower()[0]) for character in text[:MAX_CHARS]]
    counts: dict[str, int] = {}
    for name in filter(None, map(script_of, points)):
        counts[name] = counts.get(name, 0) + (2 if name in ("Hani", "Kana", "Hang") else 1)
    if not counts:
        return "", 0.0
    order = list(dict.fromkeys(name for _, _, name in read_ranges()[0]))
    main = max(order, key=lambda name: counts.get(name, 0))
    kana, both = counts.get("Kana", 0), counts.get("Kana", 0) + counts.get("Hani", 0)
    if main in ("Hani", "Kana"):
        main = "Kana" if kana * KANA_SHARE >= both else "Hani"
    if main in read_ranges()[1]:
        return read_ranges()[1][main], 1.0
    return best(read_models()[main], letters_of(points, main))


def letters_of(points: list[int], script: str) -> list[int]:
    """The letters of an alphabet between single spaces."""
    letters = [32]
    for point in points:
        letter = point if script_of(point) == script else 32
        if letter != 32 or letters[-1] != 32:
            letters.append(letter)
        if len(letters) > MAX_LETTERS:
            break
    return letters if letters[-1] == 32 else [*letters, 32]


def best(model: Model, letters: list[int]) -> tuple[str, float]:
    """The language whose weights have the highest mean."""
    count = len(model.names)
    sums, total = [0] * count, 0
    for length in range(1, ORDERS + 1):
        for start in range(len(letters) - length + 1):
            gram = letters[start : start + length]
            if gram != [32]:
                row = bucket(gram, model.rows) * count
                sums = [one + weight for one, weight in zip(sums, model.weights[row : row + count], strict=True)]
                total += 1
    scores = [offset + model.scale * one / max(total, 1) for offset, one in zip(model.offsets, sums, strict=True)]
    winner = scores.index(max(scores))
    return model.names[winner].split("-")[0], 1 / sum(exp(score - scores[winner]) for score in scores)


def bucket(gram: list[int], rows: int) -> int:
    """The row of weights of an n-gram."""
    value = 2166136261
    for letter in gram:
        value = (value ^ letter) * 16777619 % (1 << 32)
    value = (value ^ value >> 15) * 0x2C1B3C6D % (1 << 32)
    return (value ^ value >> 13) % rows
