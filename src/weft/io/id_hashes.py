"""The ids that pages of an archive have, as hashes, within a bounded room."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

HASH_BYTES = 8
MAX_IDS = 1 << 18  # of a generation; an archive of one gigabyte has some 30,000 pages


def hash_of_id(page_id: str) -> bytes:
    """An id in a few bytes, the same in every process."""
    return blake2b(page_id.encode(errors="replace"), digest_size=HASH_BYTES).digest()


class IdHashes:
    """Whether an id was there before: exact for the last `MAX_IDS` pages of an archive, and for up to as many more.

    Two generations: when the young one is full it becomes the old one, which is forgotten. When that happens depends
    on the number of pages alone, so a run that goes on forgets at the same page.

    >>> ids = IdHashes()
    >>> ids.add(hash_of_id("a"))
    >>> ids.has(hash_of_id("a")), ids.has(hash_of_id("b"))
    (True, False)
    """

    def __init__(self, hashes: bytes = b"") -> None:
        self._young: set[bytes] = set()
        self._old: set[bytes] = set()
        self._count = 0  # of the young, those that came twice included
        self.add(hashes)

    def has(self, one: bytes) -> bool:
        """Whether a hash is known."""
        return one in self._young or one in self._old

    def has_any(self, hashes: bytes) -> bool:
        """Whether one of many hashes, which lie one after another, is known or comes twice."""
        all_hashes = list(each_hash(hashes))
        return len(set(all_hashes)) < len(all_hashes) or any(map(self.has, all_hashes))

    def add(self, hashes: bytes) -> None:
        """Know some hashes, which lie one after another."""
        for one in (hashes,) if len(hashes) == HASH_BYTES else each_hash(hashes):
            self._young.add(one)
            self._count += 1
            if self._count >= MAX_IDS:
                self._old, self._young, self._count = self._young, set(), 0


def each_hash(hashes: bytes) -> Iterator[bytes]:
    """Hashes that lie one after another."""
    return (hashes[place : place + HASH_BYTES] for place in range(0, len(hashes), HASH_BYTES))
