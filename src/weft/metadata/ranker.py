"""The fields of a page as the kernel finds them in one crossing, with the model that ranks title, authors and dates."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from weft.content import NUMBER, Field, Image, Link, Metadata
from weft.deadline import kernel_call, time_limit
from weft.kernel.metadata import FieldCandidates, FieldModel, FieldReader
from weft.model_file import array_bytes, build_trees, tree_bytes, unpack_model
from weft.page import Page
from weft.text.dates import kernel_reference, with_zone

RANKED = ("title", "author", "date", "modified")
"""The fields that are ranked; the others are what the page declares."""

WIDTH = 43
"""What the trees ask of each value."""

MAX_RUNNERS_UP = 5
MAX_WORDS = 6
_NOTHING: dict[str, object] = {column.name: column.default for column in fields(Metadata)}
_NUMBERS = ("word_count", "reading_time")


@cache
def field_models() -> Mapping[str, FieldModel]:
    """The models that ship with weft, by field."""
    header, members = unpack_model(files("weft.metadata").joinpath("models/fields.zip").read_bytes())
    return {name: _model(name, header["fields"][name], members) for name in RANKED}


def _model(name: str, about: Mapping[str, Any], members: Mapping[str, bytes]) -> FieldModel:
    points = [(float(at), float(share)) for at, share in about["confidence"]]
    trees = build_trees(tree_bytes(members, name), WIDTH)
    weights = array_bytes(members[f"{name}_weights.npy"])
    return FieldModel(weights, (about["scale"], about["bias"]), trees, points, about["least"])


@cache
def _reader() -> FieldReader:
    return FieldReader([field_models()[name] for name in RANKED])


def read_fields(
    page: Page, *, bylines: bool, language: str = "", reference: datetime | None = None
) -> dict[str, object]:
    """All fields of `Metadata`, found in one call of the kernel."""
    with time_limit(page.seconds), kernel_call() as seconds:
        found = _reader().read(
            page.table,
            page.url or "",
            bylines,
            language=language,
            reference=kernel_reference(reference),
            seconds=seconds,
        )
    fields = {name: _made(name, answer) for name, answer in found.items()}
    if fields["modified"] == fields["date"]:
        fields["modified"] = Field()  # one statement is not of both
    for name in ("date", "modified") if reference else ():
        own = fields[name]
        if isinstance(own, Field) and own:
            fields[name] = own.with_value(with_zone(own.value, reference))
    return fields


def _made(name: str, answer: Any) -> object:
    """A field, a list of links, a picture, a link or a number."""
    if not answer:
        return _NOTHING[name]
    if isinstance(answer, list):
        return tuple(
            [Link(value=value, row=row, source=source, url=url, kind=kind) for value, row, source, url, kind in answer]
        )
    value, row, source, *more = answer
    if name == "image":
        return Image(value=value, row=row, source=source, width=more[0], height=more[1])
    if name == "licence":
        return Link(value=value, row=row, source=source, url=more[0], kind=more[1])
    if name in _NUMBERS:
        return Field(value=value, row=row, source=source, type=NUMBER, typed=int(value))
    return Field(value=value, row=row, source=source, confidence=more[0] if more else None)


@dataclass(frozen=True, kw_only=True)
class RunnerUp:
    """A value that may be a field: how likely it is right, whether it was chosen, and the words that spoke for it."""

    field: Field
    chosen: bool
    words: tuple[str, ...]


def runners_up(page: Page, name: str) -> list[RunnerUp]:
    """The likeliest values of a field that is ranked, the first first.

    >>> from weft import parse
    >>> [found.field.value for found in runners_up(parse("<h1>Rain in May</h1><p>It rained for days."), "title")][:1]
    ['Rain in May']
    """
    model = field_models()[name]
    with time_limit(page.seconds), kernel_call() as seconds:
        candidates = FieldCandidates(page.table, page.url or "", is_shown=True, seconds=seconds)
        ranked = candidates.rank(name, model)[:MAX_RUNNERS_UP]
    return [
        RunnerUp(
            field=Field(value=value, row=row, source=source, confidence=confidence),
            chosen=chosen,
            words=tuple(candidates.reasons(name, model, candidate)[:MAX_WORDS]),
        )
        for value, confidence, row, source, chosen, candidate in ranked
    ]
