"""The draft of a page's records in one call of the kernel: what it asks, and what it refuses."""

from math import inf
from typing import Any

import pytest

from tests.records.forum_pages import POSTS, thread
from weft import _native, parse
from weft.errors import LimitError
from weft.page import Page
from weft.page.declared import word_lists
from weft.records.kernel_draft import Answers
from weft.records.model import FEATURES, default_model
from weft.records.reading_features import PLACES, READ_FEATURES


def test_the_features_are_those_of_the_model() -> None:
    assert tuple(_native.READ_FEATURES) == READ_FEATURES


class Broken(Answers):
    """Raises, or gives too few answers."""

    def names(self, texts: Any) -> list[str]:
        raise LimitError("seconds", 1.0)

    def prices(self, texts: Any) -> list[bool]:
        return []


def draft(page: Page, answers: Answers | None = None, *, seconds: float = inf) -> _native.PageRecords:
    """What the kernel finds on a page with these answers."""
    search = default_model().kernel, answers or Answers(), None
    return _native.draft_page(page.table, page.url or "", search, seconds=seconds)


def test_what_is_asked_may_fail() -> None:
    page = parse(thread("div", POSTS))
    found = draft(page).draft
    assert found is not None
    assert found.said == len(POSTS)
    with pytest.raises(LimitError):
        draft(page, Broken())
    counted = "<li><a href=/t/{0}>Loom {0}</a> {0} replies <b>Ann</b> 2022-09-0{0} 06:38</li>"
    with pytest.raises(ValueError, match="one answer"):
        draft(parse("<ul>" + "".join(map(counted.format, range(1, 8))) + "</ul>"), Broken())
    with pytest.raises(ValueError, match="length"):
        _native.draft_page(page.table, "", (default_model().kernel, Answers()), seconds=1.0)  # type: ignore[arg-type]


def test_the_deadline_is_asked() -> None:
    with pytest.raises(_native.LimitTripped):
        draft(parse(thread("div", POSTS * 200)), seconds=0.0)


def test_trees_of_other_features_are_refused() -> None:
    trees, words = default_model().trees, word_lists()
    for name in FEATURES:
        if name != "numbers":  # no draft asks for numbers
            with pytest.raises(ValueError, match=name):
                _native.RecordModels({one: of for one, of in trees.items() if one != name}, words, PLACES)
            with pytest.raises(ValueError, match=name):
                _native.RecordModels(trees | {name: trees["regions" if name != "regions" else "lone"]}, words, PLACES)
    with pytest.raises(ValueError, match="regions"):
        _native.RecordModels(trees, words, PLACES[1:])
