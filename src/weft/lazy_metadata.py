"""Metadata that is looked for when it is asked for: the title alone, all other fields together."""

from collections.abc import Callable, Mapping
from dataclasses import fields

from weft.content import Field, Metadata

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
            if self.name == "title":
                known["title"] = find[0]()
            else:
                known.update(find[1]())
                known.pop("_find", None)  # lets go of the page
        return known[self.name]


class LazyMetadata(Metadata):
    """Metadata that is looked for when it is first asked for; it is a `Metadata` to whoever looks at it.

    Most programs want the title of a page and no more, and it is found in a fraction of the time; whoever asks for
    another field gets all of them by the one call that finds all.

    >>> metadata = LazyMetadata(lambda: Field(value="Looms"), lambda: vars(Metadata(title=Field(value="Looms"))))
    >>> metadata.title.value, metadata == Metadata(title=Field(value="Looms")), metadata.__class__.__name__
    ('Looms', True, 'Metadata')
    """

    def __init__(self, find_title: Callable[[], Field], find_all: Callable[[], Mapping[str, object]]) -> None:
        self.__dict__["_find"] = find_title, find_all

    # What `replace` makes of it is no longer lazy; it equals a `Metadata` and prints as one.
    __class__ = property(lambda self: Metadata)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[type[Metadata]], dict[str, object]]:
        return object.__new__, (Metadata,), {name: getattr(self, name) for name in METADATA_NAMES}


for _name in METADATA_NAMES:
    setattr(LazyMetadata, _name, _Late(_name))
