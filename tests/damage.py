"""Damages files as disks, networks and people do, and as somebody would who looks for a way in: by a seed, so that
a failure can be made again."""

import json
import os
import random
from collections.abc import Iterator
from typing import Any

COUNT = int(os.environ.get("WEFT_DAMAGED", "150"))  # damaged files of each kind
FIRST = int(os.environ.get("WEFT_DAMAGED_SEED", "0"))  # the first seed
ODD_BYTES = (b"\0", b"\xff", b"\n", b"\r\n", b"\x80", b"9" * 30, b"\xff" * 8, b"-1", b"{", b"\x7f\xff\xff\xff")


def seeds(*, share: int = 1) -> range:
    """The seeds of one test; a share of them, where one takes long."""
    return range(FIRST, FIRST + COUNT // share)


def damage(data: bytes, seed: int) -> bytes:
    """The bytes with one to four changes."""
    rng = random.Random(seed)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice((_flip, _cut, _insert, _swap, _zero, _end, _repeat))(data, rng)
    return data


def damage_json(data: bytes, seed: int) -> bytes:
    """JSON that is still JSON, with one to three values changed: of another type, out of range, nested, gone."""
    rng = random.Random(seed)
    values = json.loads(data)
    for _ in range(rng.randint(1, 3)):
        holders = [holder for holder in _holders(values) if holder]
        holder = rng.choice(holders)
        key: Any = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if rng.random() < 0.15:
            del holder[key]
        else:
            holder[key] = rng.choice(_odd_values(rng))
    return json.dumps(values).encode()


def _odd_values(rng: random.Random) -> list[Any]:
    nested: Any = 1
    for _ in range(rng.choice((2, 200, 900))):
        nested = [nested] if rng.random() < 0.5 else {"a": nested}
    numbers = [-1, 0, 1, 2**31, 2**64, -(2**70), 1e308, float("nan"), float("inf"), rng.randint(-5, 300)]
    texts = ["", "\ud800", "\0", "x" * 5000, "div > p", "](", "[", "(?P<", "a{99999}", "\u202e", "\\d+", ">", "#"]
    return [None, True, [], {}, [[]], [None], {"": 0}, nested, *numbers, *texts]


def _holders(value: Any) -> Iterator[Any]:
    """Every list and object of a value, and the value itself."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)


def _place(data: bytes, rng: random.Random) -> int:
    return rng.randrange(len(data) + 1)


def _flip(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20)) if data else 0):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(data: bytes, rng: random.Random) -> bytes:
    start = _place(data, rng)
    return data[:start] + data[start + rng.choice((1, 4, 100, 2000)) :]


def _end(data: bytes, rng: random.Random) -> bytes:
    return data[: _place(data, rng)]


def _insert(data: bytes, rng: random.Random) -> bytes:
    start = _place(data, rng)
    return data[:start] + rng.choice((*ODD_BYTES, rng.randbytes(rng.choice((1, 8, 600))))) + data[start:]


def _swap(data: bytes, rng: random.Random) -> bytes:
    first, second = sorted((_place(data, rng), _place(data, rng)))
    middle = (first + second) // 2
    return data[:first] + data[middle:second] + data[first:middle] + data[second:]


def _zero(data: bytes, rng: random.Random) -> bytes:
    start, count = _place(data, rng), rng.choice((1, 4, 64))
    return data[:start] + rng.choice((b"\0", b"\xff"))[:1] * len(data[start : start + count]) + data[start + count :]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    start = _place(data, rng)
    piece = data[start : start + rng.choice((10, 100, 700))]
    return data[:start] + piece * rng.choice((2, 3, 20)) + data[start:]
