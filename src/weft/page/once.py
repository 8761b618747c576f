"""What is found once a page, however many ask: the classifier, metadata and records ask some things each."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

if TYPE_CHECKING:
    from weft.page.page import Page

Value = TypeVar("Value")
_NUMBERS = count()
_KEYS: dict[Callable[..., Any], str] = {}


def once_a_page(find: Callable[[Page], Value]) -> Callable[[Page], Value]:
    """A function of a page that remembers what it found as long as the page lives. Nobody may change what it gives.

    >>> from weft import parse
    >>> calls = []
    >>> page, count = parse("<p>One"), once_a_page(lambda page: calls.append(page) or len(page))
    >>> count(page), count(page), len(calls)
    (5, 5, 1)
    """
    key = f"{find.__qualname__} {next(_NUMBERS)}"  # no attribute has a space in its name

    @wraps(find)
    def ask(page: Page) -> Value:
        known = page.__dict__
        try:
            return cast(Value, known[key])
        except KeyError:
            found = known[key] = find(page)
            return found

    _KEYS[ask] = key
    return ask


def is_known(find: Callable[[Page], Any], page: Page) -> bool:
    """Whether a function of `once_a_page` was asked about a page before."""
    return _KEYS[find] in page.__dict__


def remember(find: Callable[[Page], object], page: Page, found: object) -> None:
    """Let a function of `once_a_page` know what it would find on a page.

    >>> from weft import parse
    >>> page, count = parse("<p>One"), once_a_page(len)
    >>> is_known(count, page), remember(count, page, 7), is_known(count, page), count(page)
    (False, None, True, 7)
    """
    page.__dict__[_KEYS[find]] = found


class computed_once(Generic[Value]):  # called as `functools.cached_property` is, which takes a lock before Python 3.12
    """A property that is found when it is first asked for, and an attribute from then on.

    >>> class Page:
    ...     @computed_once
    ...     def length(self) -> int:
    ...         return print("found") or 5
    >>> page = Page()
    >>> page.length, page.length
    found
    (5, 5)
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, asked: Any, owner: type) -> Value:
        found = asked.__dict__[self._name] = self._find(asked)
        return found
