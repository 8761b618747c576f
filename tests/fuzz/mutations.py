"""Changes to the bytes of a page: flips, cuts, doublings, moves, nestings and splices."""

import random

from tests.fuzz.vocabulary import BYTES, SPECIALS

MAX_BYTES = 40_000  # a mutant of mutants must not grow without end


def mutate(data: bytes, rng: random.Random, other: bytes = b"") -> bytes:
    """The page with a few changes; `other` is the page that parts are taken from."""
    for _ in range(rng.choice((1, 1, 2, 3, 5, 8))):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((1, 2, 8, 40, 200)))
        data = rng.choice(CHANGES)(data, start, end, rng, other)[:MAX_BYTES]
    return data


def _flip(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    return data[:start] + bytes(byte ^ (1 << rng.randrange(8)) for byte in data[start : start + 2]) + data[start + 2 :]


def _noise(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    return data[:start] + rng.randbytes(end - start) + data[end:]


def _cut(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    return data[:start] + data[end:]


def _truncate(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    return data[:start] if rng.random() < 0.3 else data[start:]


def _double(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    return data[:start] + data[start:end] * rng.choice((2, 2, 3, 8, 40)) + data[end:]


def _insert(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    return data[:start] + rng.choice(BYTES) * rng.choice((1, 1, 1, 3, 30)) + data[start:]


def _special(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    start = data.find(b">", start) + 1
    return data[:start] + rng.choice(SPECIALS).encode() + data[start:]


def _splice(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    first = rng.randrange(len(other) + 1)
    return data[:start] + other[first : first + rng.choice((20, 200, 1_000))] + data[end:]


def _swap(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    later = rng.randrange(end, len(data) + 1)
    return data[:start] + data[end:later] + data[start:end] + data[later:]


def _nest(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    opening = rng.choice(
        (
            b"<div>", b"<table><tr><td>", b"<b>", b"<svg><desc>", b"<math><mtext>", b"<ul><li>", b"<template>",
            b"<select>", b"<a href=x>",
        )
    )  # fmt: skip
    return data[:start] + opening * rng.choice((1, 1, 2, 20)) + data[start:]


def _retag(data: bytes, start: int, end: int, rng: random.Random, other: bytes) -> bytes:
    start = data.find(b"<", start) + 1
    if not start:
        return data
    end = start
    while end < len(data) and data[end : end + 1].isalnum():
        end += 1
    return (
        data[:start]
        + rng.choice(
            (b"table", b"math", b"p", b"a", b"td", b"svg", b"select", b"b", b"li", b"pre", b"h1", b"time", b"img")
        )
        + data[end:]
    )


CHANGES = (
    _flip,
    _noise,
    _cut,
    _cut,
    _truncate,
    _double,
    _insert,
    _special,
    _special,
    _splice,
    _splice,
    _swap,
    _nest,
    _retag,
    _retag,
)
