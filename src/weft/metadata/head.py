"""The `meta` elements of a page by name."""

from functools import cache

from weft.content import Field
from weft.deadline import kernel_call
from weft.kernel.metadata import HeadNames
from weft.page import Page
from weft.page.once import once_a_page

KNOWN_METAS = ("og:title", "twitter:title", "og:description", "twitter:description", "description", "og:type", "og:url")
"""The names that are asked for."""


class Metas:
    """The contents of `meta` elements by their property, name, itemprop or http-equiv; all made clean.

    >>> Metas({"og:title": [(3, "Rain & wind")]}).pick("og:title")
    [Field(value='Rain & wind', row=3, source='opengraph')]
    """

    def __init__(self, contents: dict[str, list[tuple[int, str]]]) -> None:
        self._contents = contents

    def pick(self, *names: str) -> list[Field]:
        """The fields of the names, in that order."""
        return [
            Field(value=value, row=row, source="opengraph" if name.startswith(("og:", "twitter:")) else "meta")
            for name in names
            for row, value in self._contents.get(name, ())
            if value
        ]


@cache
def _names() -> HeadNames:
    return HeadNames(list(KNOWN_METAS))


@once_a_page
def read_metas(page: Page) -> Metas:
    """The `meta` elements of `KNOWN_METAS`."""
    with kernel_call():
        found = _names().read(page.table)
    contents: dict[str, list[tuple[int, str]]] = {}
    for number, row, content in found:
        contents.setdefault(KNOWN_METAS[number], []).append((row, content))
    return Metas(contents)
