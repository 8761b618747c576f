"""Languages and untouched hosts of a run."""

from pathlib import Path

from bench.datasets import Case
from bench.groups import find_groups, language_means

LANGUAGES = ("el", "el", "zh", "")


def cases(*untouched: int) -> list[Case]:
    return [
        Case(id=str(k), path=Path("a"), language=language, is_untouched=k in untouched)
        for k, language in enumerate(LANGUAGES)
    ]


def test_groups_are_languages_and_untouched_hosts() -> None:
    assert find_groups(cases(1, 3)) == {
        "el": [0, 1],
        "zh": [2],
        "untouched hosts": [1, 3],
        "el on untouched hosts": [1],
    }


def test_a_group_is_neither_empty_nor_the_whole() -> None:
    assert set(find_groups(cases())) == {"el", "zh"}
    assert "untouched hosts" not in find_groups(cases(0, 1, 2, 3))
    assert find_groups([]) == {}


def test_without_languages_there_is_no_mean() -> None:
    assert language_means({"untouched hosts": 0.5}) == (None, None)
