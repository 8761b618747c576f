"""Whether a licence is one that `deny.toml` allows: what `cargo deny check licenses` asks, without cargo-deny."""

import re
import tomllib
from functools import cache

from tools.parts import ROOT

TOKEN = re.compile(r"\(|\)|[^\s()]+")


@cache
def allowed_licences() -> frozenset[str]:
    """The licences that may be in the kernel."""
    return frozenset(tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))["licenses"]["allow"])


def is_allowed(expression: str) -> bool:
    """Whether an SPDX expression can be met by allowed licences alone; `/` is an old way to write OR.

    >>> is_allowed("(MIT OR GPL-3.0) AND Unicode-3.0"), is_allowed("MIT AND GPL-3.0"), is_allowed("")
    (True, False, False)
    """
    words = TOKEN.findall(expression.replace("/", " OR ").replace(" WITH ", "+WITH+"))
    return bool(words) and _any(words)


def _any(words: list[str]) -> bool:
    """Alternatives: one is enough. All are read, so that the words behind them come next."""
    result = _all(words)
    while words and words[0] == "OR":
        words.pop(0)
        result = _all(words) or result
    return result


def _all(words: list[str]) -> bool:
    result = _one(words)
    while words and words[0] == "AND":
        words.pop(0)
        result = _one(words) and result
    return result


def _one(words: list[str]) -> bool:
    word = words.pop(0)
    if word != "(":
        return word.replace("+WITH+", " WITH ") in allowed_licences()
    result = _any(words)
    words.pop(0)  # the bracket that closes
    return result
