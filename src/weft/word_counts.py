"""How many words were chosen, and how long it takes to read them, where a page does not say so itself."""

from collections.abc import Callable, Mapping
from math import ceil

from weft.content import NUMBER, Field, Metadata
from weft.lazy import METADATA_NAMES, LazyMetadata

COUNTED = "counted"
"""The source of a number that weft counted in what was chosen."""

COUNTS = ("word_count", "reading_time")
"""The fields that are counted where a page does not tell them."""

WORDS_A_MINUTE = 238  # read in silence, the mean of 190 studies (Brysbaert 2019)
SIGNS_A_MINUTE = 400  # of Chinese and Japanese, where every sign counts as a word
SIGN_LANGUAGES = frozenset({"zh", "ja", "yue"})


def with_counts(metadata: Metadata, count: Callable[[], int]) -> Metadata:
    """The metadata with the number of words that were chosen and the minutes they take, where the page told neither.

    >>> counted = with_counts(Metadata(), lambda: 500)
    >>> counted.word_count.typed, counted.reading_time.typed, counted.reading_time.source
    (500, 3, 'counted')
    """

    def find_all() -> Mapping[str, object]:
        found = {name: getattr(metadata, name) for name in METADATA_NAMES}
        words = 0 if all(found[name] for name in COUNTS) else count()
        if words:
            found["word_count"] = found["word_count"] or _counted(words)
            found["reading_time"] = found["reading_time"] or _counted(count_minutes(words, metadata.language.value))
        return found

    return LazyMetadata(lambda: metadata.title, find_all)


def count_minutes(words: int, language: str) -> int:
    """The minutes that so many words take, at least one.

    >>> count_minutes(1_000, "en"), count_minutes(1_000, "zh"), count_minutes(3, "en")
    (5, 3, 1)
    """
    return max(ceil(words / (SIGNS_A_MINUTE if language in SIGN_LANGUAGES else WORDS_A_MINUTE)), 1)


def _counted(number: int) -> Field:
    return Field(value=str(number), source=COUNTED, type=NUMBER, typed=number)
