"""Layout similarity (paper D's reference [3]): pages whose addresses have the same directories and query parameters.

Paper D says of it: the likeness of paths and of query parameters is "same levels of directories / most levels". So far
as its words go, the paths are those of addresses; `TreePaths` is the same quotient over the paths of the tree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.page import Page


@dataclass(frozen=True)
class Address:
    """The directories of an address, its host first, and the names of its query parameters; no host: no address."""

    directories: tuple[str, ...] = ()
    parameters: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class AddressLevels:
    """The directories that two addresses share from the host down, of those that the longer one has.

    Reading: the host is the first level, the file's name is none. Parameters are compared by name, shared of most;
    where one address has some, both quotients count alike. A page without an address resembles no page.

    >>> similarity = AddressLevels()
    >>> one, other = (read_address(f"http://loom.example/news/{end}") for end in ("2016/a.html", "2017/b.html"))
    >>> round(similarity.compare(one, other), 3)
    0.667
    """

    same_above: float = 0.6  # silent: two of three levels; the tables of the paper's page choose it on other corpora

    def describe(self, page: Page) -> Address:
        """The address of a page in its levels."""
        return read_address(page.url or "")

    def compare(self, a: Address, b: Address) -> float:
        """Same levels of most levels, parameters beside them."""
        most = max(len(a.directories), len(b.directories))
        if not a.directories or not b.directories:
            return 0.0
        same = next((at for at, (x, y) in enumerate(zip(a.directories, b.directories, strict=False)) if x != y), None)
        paths = (min(len(a.directories), len(b.directories)) if same is None else same) / most
        named = max(len(a.parameters), len(b.parameters))
        return (paths + len(a.parameters & b.parameters) / named) / 2 if named else paths

    def matrix(self, descriptions: Sequence[Address]) -> NDArray[np.float64]:
        """`compare` of all pairs; equal addresses are compared once."""
        unique = list(dict.fromkeys(descriptions))
        place = {address: at for at, address in enumerate(unique)}
        found = np.array([[self.compare(a, b) for b in unique] for a in unique]).reshape(len(unique), len(unique))
        at = np.array([place[address] for address in descriptions], np.int64)
        return found[np.ix_(at, at)]


def read_address(url: str) -> Address:
    """The levels of an address."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return Address()
    if not host:
        return Address()
    directories = tuple(step for step in parts.path.split("/")[:-1] if step)
    names = frozenset(name for name, _ in parse_qsl(parts.query, keep_blank_values=True)[:100])
    return Address((host, *directories), names)
