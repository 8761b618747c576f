"""Metadata that is looked for when it is asked for is a `Metadata` to whoever looks at it."""

import copy
import pickle
from dataclasses import asdict, fields, replace

import pytest

from weft.content import Field, Link, Metadata
from weft.lazy import METADATA_NAMES, LazyMetadata
from weft.renderers.json import metadata_values

WHOLE = Metadata(title=Field(value="Looms", row=3, source="h1"), tags=(Link(value="warp"),))


class Counted:
    """Lazy metadata that tells what was looked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.metadata = LazyMetadata(self.find_all)

    def find_all(self) -> dict[str, object]:
        self.asked.append("all")
        return {name: getattr(WHOLE, name) for name in METADATA_NAMES}


def lazy() -> LazyMetadata:
    return Counted().metadata


def test_all_fields_are_looked_for_together_and_once() -> None:
    counted = Counted()
    assert counted.asked == []
    assert counted.metadata.title is counted.metadata.title is WHOLE.title
    assert counted.metadata.tags is WHOLE.tags
    assert counted.asked == ["all"]


@pytest.mark.parametrize("ask", [hash, repr, metadata_values, lambda metadata: metadata.author])
def test_all_other_fields_are_found_by_one_call(ask) -> None:
    counted = Counted()
    ask(counted.metadata)
    assert counted.metadata == WHOLE
    assert counted.asked.count("all") == 1
    assert "_find" not in vars(counted.metadata), "the page is let go"


def test_it_equals_prints_and_hashes_as_any_other() -> None:
    assert lazy() == WHOLE == lazy() == lazy()
    assert lazy() != Metadata()
    assert repr(lazy()) == repr(WHOLE)
    assert hash(lazy()) == hash(WHOLE)
    assert asdict(lazy()) == asdict(WHOLE)
    assert isinstance(lazy(), Metadata)
    assert [column.name for column in fields(lazy())] == [column.name for column in fields(WHOLE)]


@pytest.mark.parametrize(
    "change", [copy.copy, copy.deepcopy, lambda metadata: pickle.loads(pickle.dumps(metadata)), replace]
)
def test_a_copy_is_no_longer_lazy(change) -> None:
    made = change(lazy())
    assert type(made) is Metadata
    assert made == WHOLE
    assert vars(made) == vars(WHOLE)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        lazy().title = Field()  # type: ignore[misc]


def test_a_fault_is_raised_again_where_the_field_is_asked_for_again() -> None:
    def fail() -> dict[str, object]:
        raise ValueError("title")

    metadata = LazyMetadata(fail)
    for _ in range(2):
        with pytest.raises(ValueError, match="title"):
            _ = metadata.title
