"""Ids that were there before, within a bounded room."""

import pytest

from weft.io import raw_page
from weft.io.raw_page import IdHashes, hash_of_id


def hashes_of(start: int, stop: int) -> bytes:
    return b"".join(hash_of_id(f"id {number}") for number in range(start, stop))


def known(ids: IdHashes, stop: int) -> list[int]:
    return [number for number in range(stop) if ids.has(hash_of_id(f"id {number}"))]


def test_the_last_are_known_and_room_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_page, "MAX_IDS", 4)
    ids = IdHashes()
    for number in range(30):
        ids.add(hash_of_id(f"id {number}"))
        found = known(ids, 30)
        assert found == list(range(found[0], number + 1))
        assert min(4, number + 1) <= len(found) <= 8
        assert found == known(IdHashes(hashes_of(0, number + 1)), 30), "a run that goes on knows the same"


def test_some_at_once() -> None:
    ids = IdHashes(hashes_of(0, 5))
    assert ids.has_any(hashes_of(4, 9))
    assert not ids.has_any(hashes_of(5, 9))
    assert ids.has_any(hashes_of(5, 7) + hashes_of(5, 6)), "one that comes twice among them"
    assert not ids.has_any(b"")


def test_the_same_in_every_process() -> None:
    assert hash_of_id("urn:uuid:1").hex() == "a7f520af610e08b0"
