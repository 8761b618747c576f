"""Adversarial shapes of pages, each a function from a size in bytes to a page of about that size.

The tables are in `shapes.toml`: a unit that repeats side by side, an element that nests, a text, an attribute or linked
data without end, and two of these that are held against each other. `{k}` is the ordinal of a unit: no two units are
the same where it stands.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path

Shape = Callable[[int], bytes]

LEAD = (
    "<!doctype html><title>The loom of the weaver</title><h1>The loom of the weaver</h1>"
    "<p>The weaver put the last threads on the loom before it grew dark, and nobody in the house spoke of it again.</p>"
)
MAX_DEPTH = 1_900  # a page may nest 2,000 elements
DEEP_SHARE = 1 / 3  # of the bytes of a page of nested elements: the rest is text in them
NESTED_TEXT = "<i>word</i> <br>"
BESIDE = "<a href=b>z</a> "

TABLES = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text(encoding="utf-8"))


def _units(unit: str, size: int) -> str:
    """So many copies of a unit that they make up a size, numbered where it asks for it."""
    if "{k}" not in unit and "{{" not in unit:
        return unit * max(1, size // len(unit.encode()))
    count = max(1, size // len(unit.format(k=100).encode()))
    return "".join(unit.format(k=k) for k in range(count))


def _repeated(before: str, unit: str) -> Shape:
    return lambda size: (LEAD + before + _units(unit, size)).encode()


def _nested(opening: str, after: str) -> Shape:
    tags = max(1, opening.count("<") - opening.count("</") + opening.count("<table>"))  # which brings its `tbody`

    def shape(size: int) -> bytes:
        depth = min(MAX_DEPTH // tags, int(size * DEEP_SHARE) // len(opening))
        return (LEAD + opening * depth + _units(after, size - depth * len(opening))).encode()

    return shape


def _endless(before: str, piece: str, behind: str) -> Shape:
    return lambda size: (LEAD + before + _units(piece, size) + behind).encode()


def _pair(before: str, piece: str, behind: str, unit: str) -> Shape:
    return lambda size: (before + _units(piece, size // 2) + behind + _units(unit, size // 2)).encode()


SHAPES: dict[str, Shape] = {
    **{
        f"repeated_{name}": _repeated(TABLES["within"].get(name, ""), unit) for name, unit in TABLES["repeated"].items()
    },
    **{
        f"nested_{name}": _nested(opening, TABLES["after"].get(name, NESTED_TEXT))
        for name, opening in TABLES["nested"].items()
    },
    **{f"long_{name}": _endless("<p>", piece, "</p>") for name, piece in TABLES["long"].items()},
    **{
        f"attribute_{name}": _pair(LEAD + before, piece, behind, BESIDE)
        for name, (before, piece, behind) in TABLES["attribute"].items()
    },
    **{
        f"json_ld_{name}": _endless(f"<script type=application/ld+json>{before}", piece, f"{behind}</script>")
        for name, (before, piece, behind) in TABLES["json_ld"].items()
    },
    **{f"one_{name}": _repeated(before, unit) for name, (before, unit) in TABLES["one"].items()},
    **{name: _pair(*parts) for name, parts in TABLES["pair"].items()},
}
