"""The one merge of a page's metadata: all sources, one table of their order, given fields first."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from weft.content import Field, Metadata
from weft.deadline import time_limit
from weft.lazy import LazyMetadata
from weft.metadata.page_fields import PageFields, writes_day_first_on
from weft.page import Page

LEARNED = ("title", "author", "date", "image")
"""The fields of a template or of marks that are metadata; other names, such as `description`, are a site's own."""


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
    >>> page = parse('<html lang="fr"><meta name="author" content="By Ann Lee"><h1>Rain</h1>')
    >>> find_metadata(page).author
    Field(value='Ann Lee', row=2, source='meta')
    >>> find_metadata(page, fields={"date": Field(value="02/04/2022")}).date.value
    '2022-04-02'
    """
    own = PageFields(page, bylines=bylines, fields=fields, reference=reference)
    return LazyMetadata(own.find_title, own.find_all)


def day_first(page: Page) -> bool | None:
    """Whether 02/04/2022 on a page is the 2nd of April; None where the page does not tell its language.

    The language decides it, declared or guessed from the text; of English the region, declared or that of the domain.

    >>> from weft import parse
    >>> day_first(parse('<html lang="fr">')), day_first(parse('<html lang="en">')), day_first(parse("<p>x"))
    (True, False, None)
    """
    with time_limit(page.seconds):
        return writes_day_first_on(page, find_metadata(page).language)
