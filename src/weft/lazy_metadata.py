"""Metadata that is looked for field by field: who asks for a title does not pay for dates."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from types import MappingProxyType

from weft.content import Metadata

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
            known[self.name] = find[0](self.name)
            if len(known) > len(METADATA_NAMES):
                known.pop("_find", None)  # lets go of the page
        return known[self.name]


class LazyMetadata(Metadata):
    """Metadata of which a field is looked for when it is first asked for; it is a `Metadata` to whoever looks at it.

    The page is kept until all fields were asked for, as printing, comparing and pickling do.

    >>> from weft import Field
    >>> metadata = LazyMetadata(lambda name: getattr(Metadata(title=Field(value="Looms")), name))
    >>> metadata.title.value, metadata == Metadata(title=Field(value="Looms")), metadata.__class__.__name__
    ('Looms', True, 'Metadata')
    """

    def __init__(
        self, find: Callable[[str], object], find_all: Callable[[], Mapping[str, object]] | None = None
    ) -> None:
        self.__dict__["_find"] = find, find_all

    @property
    def finder(self) -> Callable[[str], object]:
        """What finds its fields by name; once some were found, those are not looked for again."""
        return self.__dict__["_find"][0] if len(self.__dict__) == 1 else partial(getattr, self)

    def find_all(self) -> Mapping[str, object]:
        """All fields by name. Where none was asked for before, they are found together, which costs less."""
        known = self.__dict__
        find = known.get("_find")
        if find is not None and find[1] is not None and len(known) == 1:
            known.update(find[1]())
            known.pop("_find", None)
        if find is not None and "_find" in known:
            return {name: getattr(self, name) for name in METADATA_NAMES}
        return MappingProxyType(known)

    def __hash__(self) -> int:
        self.find_all()
        return super().__hash__()

    # What `replace` makes of it is no longer lazy; it equals a `Metadata` and prints as one.
    __class__ = property(lambda self: Metadata)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[type[Metadata]], dict[str, object]]:
        return object.__new__, (Metadata,), {name: getattr(self, name) for name in METADATA_NAMES}


for _name in METADATA_NAMES:
    setattr(LazyMetadata, _name, _Late(_name))
