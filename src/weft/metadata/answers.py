"""The fields of metadata that the kernel is sure of, in one call of it; the others are found field by field."""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from weft import _native
from weft.content import Field, Image, Link, Metadata
from weft.metadata.author_labels import first_words, week_days
from weft.metadata.class_names import ADDRESSES, NAMES
from weft.metadata.head import USED_RELATIONS
from weft.page.kernel import kernel_call

_NOTHING: dict[str, object] = {column.name: column.default for column in fields(Metadata)}


@cache
def _kernel() -> _native.MetadataAnswers:
    labels, relations = sorted(first_words()), sorted(USED_RELATIONS)
    return _native.MetadataAnswers(labels, week_days(), list(NAMES), list(ADDRESSES), relations)


def find_answers(
    declared: _native.DeclaredFields,
    near: _native.NearTitle | None,
    page: tuple[str, str, str],
    skipped: Sequence[str] = (),
) -> dict[str, object]:
    """The fields that leave no doubt, by name; `page` is its title, its address and what addresses are joined with.

    `PageFields` finds the same field by field, and is the twin. Without `near` only what is declared counts.
    """
    with kernel_call() as seconds:
        found = _kernel().find(declared, near, page, skipped, seconds=seconds)
    return {name: _made(name, answer) if answer else _NOTHING[name] for name, answer in found.items()}


def _made(name: str, answer: Any) -> object:
    if isinstance(answer, list):
        return tuple(
            [Link(value=value, row=row, source=source, url=url, kind=kind) for value, row, source, url, kind in answer]
        )
    if name == "image":
        value, row, source, width, height = answer
        return Image(value=value, row=row, source=source, width=width, height=height)
    return Field(value=answer[0], row=answer[1], source=answer[2])
