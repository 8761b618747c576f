"""Parts of a data set that are reported beside the whole: its languages."""

from collections.abc import Sequence

from bench.datasets import Case

LANGUAGE_MEAN = "mean of languages"  # a language counts however few its pages are


def find_groups(cases: Sequence[Case]) -> dict[str, list[int]]:
    """The places of the cases of each language. No group is empty or the whole."""
    languages = sorted({case.language for case in cases} - {""})
    groups = {name: [place for place, case in enumerate(cases) if case.language == name] for name in languages}
    return {name: places for name, places in groups.items() if 0 < len(places) < len(cases)}
