"""Addresses by their directories and query parameters."""

import numpy as np
import pytest

from weft import parse
from weft.papers.d.address_levels import AddressLevels, read_address


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("http://a.example/news/2016/1.html", "http://a.example/news/2016/2.html", 1),
        ("http://a.example/news/2016/1.html", "http://a.example/news/2017/2.html", 2 / 3),
        ("http://a.example/news/1.html", "http://a.example/news/2016/2.html", 2 / 3),
        ("http://a.example/1.html", "http://b.example/1.html", 0),
        ("http://a.example/x?id=1", "http://a.example/x?id=2", 1),
        ("http://a.example/x?id=1&page=2", "http://a.example/x?id=2", 3 / 4),
        ("http://a.example/x?id=1", "http://a.example/y", 1 / 2),
        ("", "http://a.example/", 0),
        ("", "", 0),
    ],
)
def test_levels(one: str, other: str, alike: float) -> None:
    similarity = AddressLevels()
    pages = [parse("<p>text", url=url or None) for url in (one, other)]
    a, b = map(similarity.describe, pages)
    assert similarity.compare(a, b) == similarity.compare(b, a) == pytest.approx(alike)
    found = similarity.matrix([a, b, a])
    assert found[0, 1] == pytest.approx(alike)
    assert np.array_equal(found[0], found[2])


def test_no_pages_and_broken_addresses() -> None:
    assert AddressLevels().matrix([]).shape == (0, 0)
    assert read_address("http://[broken/") == read_address("")
