"""What is found when it is first looked at: a sequence, and metadata."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar, TypeVar, overload

from weft.content import Metadata

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


METADATA_NAMES = tuple(column.name for column in fields(Metadata))
"""The fields of metadata, in their order."""


class _Late:
    """A field of `LazyMetadata`: found when it is first asked for, a plain value from then on."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, metadata: "LazyMetadata | None", owner: type) -> object:
        if metadata is None:
            return getattr(Metadata, self.name)
        known = metadata.__dict__
        find = known.get("_find")  # bound once: two threads may share a document
        if find is not None and self.name not in known:
            known.update(find())
            known.pop("_find", None)  # lets go of the page
        return known[self.name]


class LazyMetadata(Metadata):
    """Metadata that is looked for when it is first asked for; it is a `Metadata` to whoever looks at it.

    Most programs that want a text want no more of a page.

    >>> from weft.content import Field
    >>> metadata = LazyMetadata(lambda: vars(Metadata(title=Field(value="Looms"))))
    >>> metadata.title.value, metadata == Metadata(title=Field(value="Looms")), metadata.__class__.__name__
    ('Looms', True, 'Metadata')
    """

    def __init__(self, find_all: Callable[[], Mapping[str, object]]) -> None:
        self.__dict__["_find"] = find_all

    # What `replace` makes of it is no longer lazy; it equals a `Metadata` and prints as one.
    __class__ = property(lambda self: Metadata)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[type[Metadata]], dict[str, object]]:
        return object.__new__, (Metadata,), {name: getattr(self, name) for name in METADATA_NAMES}


for _name in METADATA_NAMES:
    setattr(LazyMetadata, _name, _Late(_name))
