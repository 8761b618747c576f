"""What a page may cost before weft gives up on it."""

from dataclasses import dataclass
from math import inf

from weft.deadline import seconds_left
from weft.errors import ConfigError
from weft.kernel.html import MAX_BYTES, MAX_NODES


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Each limit raises `LimitError` with its own name; the defaults pass every honest page we have seen.

    With the usual `growth`, the table of a page (`page.table.bytes`) takes at most 48 bytes for each byte of the page
    and of 64 KiB besides, and parsing at most 80: pages of people take about 3, and 7 at most. With the usual `nodes`
    the text of a page of 20 MB takes at most 250 MB, whatever the page. With less memory the process may end.

    >>> Limits(depth=-1)
    Traceback (most recent call last):
    weft.errors.ConfigError: depth must be from 0 to 1073741824, not -1
    """

    bytes: int = 64 << 20  # the largest page of our data sets has 9 MB
    nodes: int = 1_000_000  # the largest page of our data sets has 37,441
    depth: int = 2_000  # browsers stop nesting at 512
    growth: int = 4  # bytes a byte of the page that formatting elements, reopened in every block, may take; and 4 MiB
    seconds: float = 10.0

    def __post_init__(self) -> None:
        for name, most in _MAX.items():
            value = getattr(self, name)
            if not 0 <= value <= most:
                raise ConfigError(f"{name} must be from 0 to {most}, not {value}")


_MAX = {
    "bytes": MAX_BYTES,  # columns of a page hold positions of 32 bits
    "nodes": MAX_NODES,
    "depth": 1 << 30,
    "growth": 1 << 30,
    "seconds": inf,
}
DEFAULT_LIMITS = Limits()


def kernel_limits(limits: Limits) -> tuple[int, int, int, int, float]:
    """The limits as the kernel takes them, with the seconds that are left of the deadline."""
    return limits.bytes, limits.nodes, limits.depth, limits.growth, seconds_left()
