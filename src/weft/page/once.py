"""What is found once a page, however many ask: the classifier, metadata and records ask some things each."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from weft.page.page import Page

Found = TypeVar("Found")


def once_a_page(find: Callable[[Page], Found]) -> Callable[[Page], Found]:
    """A function of a page that remembers what it found as long as the page lives. Nobody may change what it gives.

    >>> from weft import parse
    >>> calls = []
    >>> page, count = parse("<p>One"), once_a_page(lambda page: calls.append(page) or len(page))
    >>> count(page), count(page), len(calls)
    (5, 5, 1)
    """
    known: WeakKeyDictionary[Page, Found] = WeakKeyDictionary()

    @wraps(find)
    def ask(page: Page) -> Found:
        if page not in known:
            known[page] = find(page)
        return known[page]

    return ask
