"""How many words were chosen, and how long it takes to read them, where a page does not say so itself."""

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil

from weft.content import NUMBER, Field, Metadata
from weft.lazy_metadata import LazyMetadata

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

    lazy = metadata if isinstance(metadata, LazyMetadata) else LazyMetadata(partial(getattr, metadata))
    ask = lazy.finder

    def find(name: str) -> object:
        found = ask(name)
        return found if found or name not in COUNTS else counted(name, metadata.language, count())

    def counted(name: str, language: Field, words: int) -> Field:
        minutes = name == "reading_time"
        return _counted(count_minutes(words, language.value) if minutes else words) if words else Field()

    def find_all() -> Mapping[str, object]:
        found = lazy.find_all()
        missing = [name for name in COUNTS if not found[name]]
        if not missing:
            return found
        words = count()
        return {**found, **{name: counted(name, metadata.language, words) for name in missing}}

    return LazyMetadata(find, find_all)


def count_minutes(words: int, language: str) -> int:
    """The minutes that so many words take, at least one.

    >>> count_minutes(1_000, "en"), count_minutes(1_000, "zh"), count_minutes(3, "en")
    (5, 3, 1)
    """
    return max(ceil(words / (SIGNS_A_MINUTE if language in SIGN_LANGUAGES else WORDS_A_MINUTE)), 1)


def _counted(number: int) -> Field:
    return Field(value=str(number), source=COUNTED, type=NUMBER, typed=number)
