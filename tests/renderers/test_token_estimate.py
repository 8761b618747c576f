"""The estimate of tokens: near two public vocabularies, whatever the script."""

import pytest

import weft

# Sentences of ours, with what the vocabularies cl100k and o200k make of them.
COUNTED = {
    "The weaver put the last threads on the loom, and then she waited for the morning.": (20, 19),
    "Die Weberin spannte am Abend die letzten Fäden auf den Webstuhl und wartete auf den Morgen.": (26, 22),
    "织工把最后的线装到织机上，然后等待早晨的到来。": (28, 19),
    "織り手は最後の糸を機にかけて、朝を待った。": (28, 21),
    "Ткачиха натянула на станок последние нити и стала ждать утра.": (31, 17),
}


def estimate(text: str) -> int:
    (chunk,) = weft.extract(f"<p>{text}", method="whole_page").chunks(size=1_000)
    assert chunk.text == text
    return chunk.tokens


@pytest.mark.parametrize("text", COUNTED)
def test_near_what_vocabularies_count(text: str) -> None:
    low, high = sorted(COUNTED[text])
    assert 0.7 * low <= estimate(text) <= 1.3 * high


def test_han_and_latin_differ() -> None:
    assert estimate("织" * 100) == 100
    assert estimate(" ".join(["weft"] * 20)) == 18
    assert estimate("x") == 1
