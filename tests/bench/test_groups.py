"""Languages and untouched hosts of a run."""

from pathlib import Path

from bench.datasets import Case
from bench.groups import find_groups, language_means
from bench.table import markdown

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


def run_of(*groups: str) -> dict[str, object]:
    quality = {"token_f1": {"mean": 0.5, "low": 0.4, "high": 0.6}}
    of_system = dict.fromkeys(groups[:-1], quality)  # the system was asked for no page of the last
    return {
        "dataset": "news",
        "pages": 4,
        "rounds": 1,
        "made": "today",
        "machine": "one",
        "measure": "token_f1",
        "page_types": {},
        "groups": dict.fromkeys(groups, 2),
        "systems": [
            {
                "name": "weft",
                "version": "1",
                "quality": quality,
                "by_type": {},
                "nodes": {},
                "errors": [],
                **dict.fromkeys(("cpu_ms_mean", "cpu_ms_median", "ratio", "loaded_mb", "peak_mb")),
                "groups": of_system,
            }
        ],
    }


def test_the_table_has_a_column_for_each_group_and_means_where_there_are_languages() -> None:
    text = markdown(run_of("el", "zh", "untouched hosts"))
    assert "| system | el (2) | zh (2) | untouched hosts (2) | mean of languages | mean of languages on" in text
    assert "| weft | 0.500 | 0.500 |  | 0.500 |  |" in text
    alone = markdown(run_of("untouched hosts", "el"))
    assert "mean of languages" in alone
    assert "| system | untouched hosts (2) |\n" in markdown(run_of("untouched hosts"))
    assert "## By group" not in markdown(run_of())
