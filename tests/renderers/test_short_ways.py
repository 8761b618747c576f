"""The short way that most addresses take gives what the long way gives."""

import random

import pytest

from weft import addresses


def test_an_address_is_the_same_by_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(18)
    starts = [
        "/",
        "//",
        "https://weft.example",
        "http://a.b-c.example/",
        "https://1.2.3.4",
        "",
        "a/",
        "HTTPS://x.example/",
    ]
    tails = ["".join(draw.choices("/.?#;:@&%\\ ab1-AZ~!'()[]é\u2028\t", k=draw.randint(0, 8))) for _ in range(3_000)]
    written = [
        (draw.choice(starts) + tail, base) for tail in tails for base in ("", "https://weft.example/a/?b", "/b/")
    ]
    short = [addresses.safe_address(address, base) for address, base in written]
    monkeypatch.setattr(addresses, "_usual_address", lambda address, base: "")
    assert [addresses.safe_address(address, base) for address, base in written] == short
