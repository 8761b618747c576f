"""What a page may cost before weft gives up on it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Each limit raises `LimitError` with its own name; the defaults pass every honest page we have seen."""

    bytes: int = 64 << 20  # the largest page of our data sets has 9 MB
    nodes: int = 4_000_000  # a page of a million tags is odd but honest
    depth: int = 2_000  # browsers stop nesting at 512
    seconds: float = 10.0
