"""Metadata that is looked for field by field is a `Metadata` to whoever looks at it."""

import copy
import pickle
from dataclasses import asdict, fields, replace

import pytest

from weft.content import Field, Link, Metadata
from weft.lazy_metadata import METADATA_NAMES, LazyMetadata
from weft.renderers.json import metadata_values

WHOLE = Metadata(title=Field(value="Looms", row=3, source="h1"), tags=(Link(value="warp"),))


class Finder:
    """Tells the fields of `WHOLE`, and which of them were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, name: str) -> object:
        self.asked.append(name)
        return getattr(WHOLE, name)


def test_a_field_is_looked_for_once_and_only_when_asked_for() -> None:
    find = Finder()
    metadata = LazyMetadata(find)
    assert find.asked == []
    assert metadata.title is metadata.title is WHOLE.title
    assert find.asked == ["title"]


def test_it_equals_prints_and_hashes_as_any_other() -> None:
    assert LazyMetadata(Finder()) == WHOLE == LazyMetadata(Finder()) == LazyMetadata(Finder())
    assert LazyMetadata(Finder()) != Metadata()
    assert repr(LazyMetadata(Finder())) == repr(WHOLE)
    assert hash(LazyMetadata(Finder())) == hash(WHOLE)
    assert asdict(LazyMetadata(Finder())) == asdict(WHOLE)
    assert isinstance(LazyMetadata(Finder()), Metadata)
    assert [column.name for column in fields(LazyMetadata(Finder()))] == [column.name for column in fields(WHOLE)]


@pytest.mark.parametrize(
    "change", [copy.copy, copy.deepcopy, lambda metadata: pickle.loads(pickle.dumps(metadata)), replace]
)
def test_a_copy_is_no_longer_lazy(change) -> None:
    made = change(LazyMetadata(Finder()))
    assert type(made) is Metadata
    assert made == WHOLE
    assert vars(made) == vars(WHOLE)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        LazyMetadata(Finder()).title = Field()  # type: ignore[misc]


def test_what_finds_is_let_go_when_all_was_asked_for() -> None:
    metadata = LazyMetadata(Finder())
    assert metadata.title
    assert "_find" in vars(metadata)
    repr(metadata)
    assert "_find" not in vars(metadata)


def test_all_fields_are_found_together_where_none_was_asked_for_before() -> None:
    for ask in (hash, metadata_values, lambda metadata: metadata.find_all()):
        find = Finder()
        metadata = LazyMetadata(find, lambda: vars(WHOLE))
        ask(metadata)
        assert metadata == WHOLE
        assert find.asked == []
        assert "_find" not in vars(metadata)
    some = LazyMetadata(find := Finder(), dict)
    assert some.title
    assert some.find_all() == {name: getattr(WHOLE, name) for name in METADATA_NAMES}
    assert sorted(find.asked) == sorted(METADATA_NAMES)


def test_a_fault_is_raised_again_where_the_field_is_asked_for_again() -> None:
    def fail(name: str) -> object:
        raise ValueError(name)

    metadata = LazyMetadata(fail)
    for _ in range(2):
        with pytest.raises(ValueError, match="title"):
            _ = metadata.title
