"""The fast look for a word of publication finds what the pattern finds."""

import random

from tests.seeds import every_seed
from weft.metadata.printed_dates import PUBLISHED, says_published

PARTS = [
    *PUBLISHED.pattern.replace("(?:", "|").replace(")", "|").split("|"),
    *("Posted ", "PUBLISHED", "This Article", "cet post", "poſted", "publİc", "ERSCHIENEN", "am ", "4.", "x", "é", " "),
]


@every_seed(2_000)
def test_the_hints_leave_nothing_out(seed: int) -> None:
    rng = random.Random(seed)
    text = "".join(rng.choices(PARTS, k=rng.randint(1, 4)))
    text = rng.choice([text, text.upper(), text.title()])
    assert says_published(text) == (PUBLISHED.search(text) is not None)


def test_every_word_is_found() -> None:
    words = [part for part in PUBLISHED.pattern.replace("(?:", "|").replace(")", "|").split("|") if part.strip()]
    for word in words:
        assert says_published(word) == (PUBLISHED.search(word) is not None), word
