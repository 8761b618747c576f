"""What trafilatura's `bare_extraction` returns: a page's text and metadata as attributes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Any
from xml.etree.ElementTree import Element

from weft.compat.trafilatura.parameters import Settings
from weft.content import Field, Metadata
from weft.document import Document
from weft.training.training_pages import registered_domain


@dataclass(kw_only=True, eq=False)
class BareDocument:
    """The attributes of trafilatura's document, in its order; what was not found or not asked for is None."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Element | None = None  # of the standard library; trafilatura's is of lxml
    comments: str | None = None
    commentsbody: Element | None = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None  # weft's own page types
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The attributes by name."""
        return {column.name: getattr(self, column.name) for column in fields(self)}


def describe(document: Document, settings: Settings) -> BareDocument:
    """The metadata of a document under trafilatura's names; no text yet."""
    page, metadata = document.page, document.metadata
    url = metadata.url.value or page.url
    hostname = registered_domain(url or "") or None
    return BareDocument(
        title=metadata.title.value or None,
        author=_authors(metadata.author, settings.refused_authors),
        url=url,
        hostname=hostname,
        description=metadata.description.value or None,
        sitename=metadata.site_name.value or hostname,
        date=_date(metadata, settings),
        categories=[category.value for category in metadata.categories],
        tags=[tag.value for tag in metadata.tags],
        license=metadata.licence.value or None,
        language=metadata.language.value or None,
        image=metadata.image.value or None,
        pagetype=document.page_type,
        filedate=date.today().isoformat(),
    )


def _authors(author: Field, refused: frozenset[str]) -> str | None:
    names = [name for name in author.value.split("; ") if name.lower() not in refused]
    return "; ".join(names) or None


def _date(metadata: Metadata, settings: Settings) -> str | None:
    """The day of publication, or of the last change where `original_date` is off, if it is within the bounds."""
    wanted = settings.date
    date_field = metadata.date if wanted.get("original_date", True) else metadata.modified or metadata.date
    day = date_field.value[:10]
    least, most = (str(wanted.get(name) or "")[:10] for name in ("min_date", "max_date"))
    if not day or day < least or (most and day > most):
        return None
    try:
        return date.fromisoformat(day).strftime(wanted.get("outputformat", "%Y-%m-%d"))
    except ValueError:  # a month or a year alone
        return day
