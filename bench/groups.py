"""Parts of a data set that are reported beside the whole: languages, and hosts that the shipped model never saw."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from bench.datasets import Case

UNTOUCHED = "untouched hosts"
IN_UNTOUCHED = f" on {UNTOUCHED}"
LANGUAGE_MEANS = ("mean of languages", f"mean of languages{IN_UNTOUCHED}")


def find_groups(cases: Sequence[Case]) -> dict[str, list[int]]:
    """The places of the cases of each language, of untouched hosts, and of each language on untouched hosts.

    No group is empty or the whole.
    """
    languages = sorted({case.language for case in cases} - {""})
    groups = {name: [place for place, case in enumerate(cases) if case.language == name] for name in languages}
    untouched = [place for place, case in enumerate(cases) if case.is_untouched]
    apart = {f"{name}{IN_UNTOUCHED}": sorted({*places} & {*untouched}) for name, places in groups.items()}
    groups |= {UNTOUCHED: untouched} | apart
    return {name: places for name, places in groups.items() if 0 < len(places) < len(cases)}


def language_means(means: Mapping[str, float]) -> tuple[float | None, float | None]:
    """The mean over languages on all hosts and on untouched ones; a language counts however few its pages are.

    >>> language_means({"el": 0.75, "zh": 0.25, "untouched hosts": 0.1, "zh on untouched hosts": 0.2})
    (0.5, 0.2)
    """
    untouched = [mean for name, mean in means.items() if name.endswith(IN_UNTOUCHED)]
    whole = [mean for name, mean in means.items() if not name.endswith(UNTOUCHED)]
    return fmean(whole) if whole else None, fmean(untouched) if untouched else None
