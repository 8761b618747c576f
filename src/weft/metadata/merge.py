"""The metadata of a page: what a template or a person found, else what the page says."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from weft.content import Field, Image, Link, Metadata
from weft.deadline import kernel_call, time_limit
from weft.kernel import metadata as kernel
from weft.lazy import LazyMetadata
from weft.metadata.ranker import read_fields
from weft.metadata.values import absolute_url
from weft.page import Page
from weft.renderers.page_addresses import base_of
from weft.text import normalise_date

LEARNED = ("title", "author", "date", "image")
"""The fields of a template or of marks that are metadata; other names, such as `description`, are a site's own."""

ADDRESS_STARTS = ("https://", "http://", "/")  # a given text such as "Read more" is no address
MAX_TOPICS = 30


def merge_fields(page: Page, fields: Mapping[str, Field], *, bylines: bool = True) -> Metadata:
    """The metadata of a page, in which the title, author, date and image that a template or a person found win."""
    return find_metadata(page, bylines=bylines, fields={name: fields[name] for name in LEARNED if name in fields})


def find_metadata(
    page: Page,
    *,
    bylines: bool = True,
    fields: Mapping[str, Field] = MappingProxyType({}),
    reference: datetime | None = None,
) -> Metadata:
    """What a page says about itself, each field with its row and source; an empty field says nothing.

    `fields` are the fields that a template found or a person marked, by name. They win over what the page says; a
    date, language or address that cannot be read leaves the page's own. Without `bylines` only what the page declares
    counts: on a list, the author and date that are printed first are those of its first item. `reference` is the time
    at which the page was read; relative dates ("3 hours ago") need it.

    >>> from weft import parse
    >>> page = parse('<html lang="fr"><meta name="author" content="Ann Lee"><h1>Rain</h1>')
    >>> find_metadata(page).author
    Field(value='Ann Lee', row=2, source='meta')
    >>> find_metadata(page, fields={"date": Field(value="02/04/2022")}).date.value
    '2022-04-02'
    """
    given = {name: field.with_value(field.value.strip()) for name, field in fields.items() if name in _GIVEN}
    language = _given_language(given)

    def find_all() -> dict[str, object]:
        found = read_fields(page, bylines=bylines, language=language.value, reference=reference)
        if language:
            found["language"] = language
        return found | _given_fields(page, given, found, reference)

    return LazyMetadata(find_all)


def day_first(page: Page) -> bool | None:
    """Whether 02/04/2022 on a page is the 2nd of April; None where the page does not tell its language.

    The language decides it, declared or guessed from the text; of English the region, declared or that of the domain.

    >>> from weft import parse
    >>> day_first(parse('<html lang="fr">')), day_first(parse('<html lang="en">')), day_first(parse("<p>x"))
    (True, False, None)
    """
    return _day_first(page, "")


def _day_first(page: Page, language: str) -> bool | None:
    with time_limit(page.seconds), kernel_call() as seconds:
        return kernel.day_first(page.table, page.url or "", language=language, seconds=seconds)


def _given_fields(
    page: Page, given: Mapping[str, Field], found: Mapping[str, object], reference: datetime | None
) -> dict[str, object]:
    """The given fields as they are read; those that cannot be read are left out."""
    language = _given_language(given).value
    read = {name: _GIVEN[name](page, field, _Reading(language, reference)) for name, field in given.items()}
    fields = {name: value for name, value in read.items() if value}
    if author := given.get("author"):
        names = [name for name in author.value.split("; ") if name]
        fields["authors"] = tuple(Link(value=name, row=author.row, source=author.source) for name in names)
    own, declared = fields.get("image"), found["image"]
    if isinstance(own, Field) and isinstance(declared, Image):
        width, height = (declared.width, declared.height) if declared.value == own.value else (0, 0)
        fields["image"] = Image(value=own.value, row=own.row, source=own.source, width=width, height=height)
    return fields


@dataclass(frozen=True)
class _Reading:
    """How given fields are read."""

    language: str  # that was given
    reference: datetime | None


def _read_date(page: Page, field: Field, reading: _Reading) -> Field | None:
    iso = normalise_date(field.value, reference=reading.reference, day_first=bool(_day_first(page, reading.language)))
    return field.with_value(iso) if iso else None


def _read_address(page: Page, field: Field, reading: _Reading) -> Field | None:
    if not field.value.startswith(ADDRESS_STARTS):
        return None
    address = absolute_url(field.value, base_of(page))
    return field.with_value(address) if address else None


def _read_tags(page: Page, field: Field, reading: _Reading) -> tuple[Link, ...]:
    tags = [tag.strip() for tag in re.split("[,;，；、]", field.value)]
    unique: dict[str, str] = {}
    for tag in filter(None, tags):
        unique.setdefault(tag.lower(), tag)
    return tuple(Link(value=tag, row=field.row, source=field.source) for tag in [*unique.values()][:MAX_TOPICS])


def _keep(page: Page, field: Field, reading: _Reading) -> Field:
    return field


_GIVEN: dict[str, Callable[[Page, Field, _Reading], object]] = {
    **dict.fromkeys(("title", "author", "site_name", "description"), _keep),
    **dict.fromkeys(("date", "modified"), _read_date),
    **dict.fromkeys(("url", "image"), _read_address),
    "tags": _read_tags,
    "language": lambda page, field, reading: None,  # it is read before all others
}
"""How each field is read that a template or a person gave."""


def _given_language(fields: Mapping[str, Field]) -> Field:
    """The given language, where it is the code of one and no sentence."""
    field = fields.get("language", Field())
    code = kernel.language_code(field.value) if len(field.value.split()) == 1 else ""
    return field.with_value(code) if code else Field()
