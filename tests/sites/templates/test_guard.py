"""The guard of a template, as it is saved and asked."""

import pytest

from weft.sites.templates.template import UNGUARDED, Guard


def test_what_is_saved_is_read_again() -> None:
    guard = Guard(trust=0.87, words=(40, 900), fit=0.75, why="on 9 pages they agree")
    assert Guard.from_json(guard.to_json()) == guard
    assert Guard.from_json(UNGUARDED.to_json()) == UNGUARDED


@pytest.mark.parametrize("broken", [{"trust": 2}, {"trust": "much"}, {"words": [1]}, {"fit": -1}])
def test_broken_values_are_refused(broken: dict[str, object]) -> None:
    saved = Guard(why="on 9 pages they agree").to_json()
    with pytest.raises((ValueError, TypeError)):
        Guard.from_json({**saved, **broken})


def test_a_page_is_usual_by_its_words_and_its_fit() -> None:
    guard = Guard(words=(40, 900), fit=0.75)
    assert guard.is_usual(words=40, fit=0.75)
    assert not guard.is_usual(words=39, fit=1.0)
    assert not guard.is_usual(words=901, fit=1.0)
    assert not guard.is_usual(words=100, fit=0.7)


def test_a_template_without_a_guard_is_used() -> None:
    assert UNGUARDED.holds
    assert UNGUARDED.is_usual(words=0, fit=0.0)
