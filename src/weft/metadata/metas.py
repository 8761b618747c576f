"""The `meta` elements of a page by name."""

from weft.content import Field
from weft.metadata.values import clean_text
from weft.page import Page

MAX_ELEMENTS = 400  # elements read: no honest page has more
_KEYS = frozenset({"property", "name", "itemprop", "http-equiv"})

Metas = dict[str, list[Field]]


def read_metas(page: Page, *, only: frozenset[str] = frozenset()) -> Metas:
    """The contents of every `meta` by its property, name, itemprop or http-equiv, in lower case; `only` picks some."""
    metas: Metas = {}
    for row in page.rows_of("meta")[:MAX_ELEMENTS].tolist():
        attributes = page.attributes(row)
        names = {name for key, text in attributes.items() if key in _KEYS for name in text.lower().split()}
        if only:
            names &= only
        value = clean_text(attributes.get("content", "")) if names else ""
        for name in names if value else ():
            metas.setdefault(name, []).append(Field(value=value, row=row, source=_source(name)))
    return metas


def _source(name: str) -> str:
    return "opengraph" if name.startswith(("og:", "article:", "twitter:")) else "meta"


def pick(metas: Metas, *names: str) -> list[Field]:
    """The fields of the names, in that order."""
    return [field for name in names for field in metas.get(name, ())]
