"""The estimate of tokens: near two public vocabularies, whatever the script."""

import pytest

from weft.renderers.token_estimate import estimate_all, estimate_tokens

# Sentences of ours, with what the vocabularies cl100k and o200k make of them.
COUNTED = {
    "The weaver put the last threads on the loom, and then she waited for the morning.": (20, 19),
    "Die Weberin spannte am Abend die letzten Fäden auf den Webstuhl und wartete auf den Morgen.": (26, 22),
    "织工把最后的线装到织机上，然后等待早晨的到来。": (28, 19),
    "織り手は最後の糸を機にかけて、朝を待った。": (28, 21),
    "Ткачиха натянула на станок последние нити и стала ждать утра.": (31, 17),
    "| loom | year | place |\n| --- | --- | --- |\n| floor | 1804 | Lyon |": (24, 23),
    "def weave(warp, weft):\n    return [row for row in zip(warp, weft)]": (22, 22),
}


@pytest.mark.parametrize("text", COUNTED)
def test_near_what_vocabularies_count(text: str) -> None:
    low, high = sorted(COUNTED[text])
    assert 0.7 * low <= estimate_tokens(text) <= 1.3 * high


def test_many_at_once_are_as_each_alone() -> None:
    texts = [*COUNTED, "", "x", "\ud800\U0001f9f5", "织"]
    assert estimate_all(texts) == [estimate_tokens(text) for text in texts]
    assert estimate_tokens("") == 0
    assert estimate_tokens("x") == 1


def test_han_and_latin_differ() -> None:
    assert estimate_tokens("织" * 100) == 100
    assert estimate_tokens("weft " * 20) == 18
