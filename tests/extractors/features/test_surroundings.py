from weft import _native
from weft.extractors.features.measured import HEADINGS, NEIGHBOURS, POSITION, WORDING

FIRST = _native.MEASURES.index("stop_words_per_word")


def test_the_columns_are_those_that_are_documented():
    names = list(WORDING | POSITION | NEIGHBOURS | HEADINGS)
    assert _native.MEASURES[FIRST : FIRST + len(names)] == names
    assert all(name.startswith("heading_word_") for name in _native.MEASURES[FIRST + len(names) :])
