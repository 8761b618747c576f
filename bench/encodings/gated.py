"""The figures of encodings that the gate keeps: weft's share of right pages in the row where it is least."""

from collections.abc import Callable, Collection
from pathlib import Path

from bench.encodings.report import judging_shares


def measure_encodings(data: Path, wanted: Collection[str]) -> dict[str, float]:
    """The measures by name: `least 150` is the least share of the judging half over all rows of 150 characters."""
    shares = judging_shares(data)
    return {
        name: min(share for row, share in shares.items() if row.endswith(f", {name.split()[1]}")) for name in wanted
    }


ENCODINGS: dict[str, Callable[[Path, Collection[str]], dict[str, float]]] = {"encodings": measure_encodings}
"""By the name that a floor gives as its data set."""
