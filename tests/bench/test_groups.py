"""Languages of a run."""

from pathlib import Path

from bench.datasets import Case
from bench.groups import find_groups
from bench.table import markdown


def cases(*languages: str) -> list[Case]:
    return [Case(id=str(k), path=Path("a"), language=language) for k, language in enumerate(languages)]


def test_groups_are_languages() -> None:
    assert find_groups(cases("el", "el", "zh", "")) == {"el": [0, 1], "zh": [2]}


def test_a_group_is_neither_empty_nor_the_whole() -> None:
    assert find_groups(cases("el", "el")) == find_groups(cases("")) == find_groups([]) == {}


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


def test_the_table_has_a_column_for_each_language_and_their_mean() -> None:
    text = markdown(run_of("el", "zh", "ru"))
    assert "| system | el (2) | zh (2) | ru (2) | mean of languages |\n" in text
    assert "| weft | 0.500 | 0.500 |  | 0.500 |" in text
    assert "## By group" not in markdown(run_of())
