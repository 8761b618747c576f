"""The table of words: what a word means, and in which languages.

One table serves dates, records and the kernel, which carries it (`native/src/languages.tsv`); `tools/language_table.py`
makes it from the Unicode CLDR and from rows that are written by hand.
"""

from collections.abc import Mapping
from functools import cache

from weft.kernel.text import language_table
from weft.text.phrases import fold_word

Languages = frozenset[str]


@cache
def table() -> Mapping[str, Mapping[str, Languages]]:
    """By kind the words, folded, each with its languages; kinds are `month 1`, `unit hour`, `ago`, `reply` and so on.

    >>> sorted(table()["month 12"]["dezember"]), sorted(table()["ago"]["ago"])
    (['de'], ['en'])
    """
    words: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in language_table().splitlines():
        if not line.startswith("#"):
            language, kind, _, row = line.split("\t")
            of_kind = words.setdefault(kind, {})
            for word in fold_word(row).split("|"):
                bare = word.rstrip(".")
                of_kind[bare] = (*of_kind.get(bare, ()), language)
    languages = cache(frozenset[str])  # most words share theirs
    return {kind: {word: languages(of) for word, of in of_kind.items()} for kind, of_kind in words.items()}


def words_of(*kinds: str) -> tuple[str, ...]:
    """The words of some kinds in all languages, each once, in the order of the table.

    >>> words_of("ago")[:3]
    ('ago', 'atrás', 'atras')
    """
    return tuple(dict.fromkeys(word for kind in kinds for word in table().get(kind, ())))
