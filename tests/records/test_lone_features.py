"""Posts that may stand alone: what the kernel refuses."""

import pytest

from weft import _native, parse
from weft.records.evidence import gather
from weft.records.names import name_arrays
from weft.records.reading_features import PageMeasures


def test_what_is_of_another_page_is_refused() -> None:
    evidence = gather(parse("<p>2022-09-04 06:38"))
    table, columns, names, times = evidence.page.table, evidence.columns, name_arrays(evidence), evidence.times.rows
    sums = PageMeasures(evidence, 0.0).sums
    for tries in ([(0, 99, 0)], [(0, 2, 7)], [(2, 2, 0)]):
        with pytest.raises(ValueError, match="another page"):
            _native.lone_posts(table, columns, names, sums, times, tries, [])
    with pytest.raises(ValueError, match="another page"):
        _native.lone_posts(table, columns, (names[0][1:], *names[1:]), sums, times, [], [])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>2022-09-04 06:38" * 500))
    names, sums = name_arrays(evidence), PageMeasures(evidence, 0.0).sums
    with pytest.raises(_native.LimitTripped):
        _native.lone_posts(
            evidence.page.table, evidence.columns, names, sums, evidence.times.rows, [(0, 99, 0)], [], seconds=0.0
        )
