"""A sequence that is found when it is first looked at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar, overload

Item = TypeVar("Item", covariant=True)


@dataclass(frozen=True, eq=False)
class Lazy(Sequence[Item]):
    """A sequence that is found when it is first looked at: a crawl that wants texts does not pay for records.

    >>> records = Lazy(lambda: ("one", "two"))
    >>> len(records), records[1], list(records)
    (2, 'two', ['one', 'two'])
    """

    find: Callable[[], Sequence[Item]]

    @cached_property
    def found(self) -> tuple[Item, ...]:
        """The items."""
        return tuple(self.find())

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.found == tuple(other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # as of a list: what it holds may not be hashable

    def __repr__(self) -> str:
        return repr(self.found)

    def __reduce__(self) -> tuple[type[tuple[Item, ...]], tuple[tuple[Item, ...]]]:
        return tuple, (self.found,)
