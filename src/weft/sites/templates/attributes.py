"""Values of fields that stand in attributes: the address of an image (`img::src`), what a `meta` says (`::content`).

The label of a `meta` is what it calls itself: `meta::content:after("og:image")`.
"""

from collections.abc import Iterable, Iterator

from weft.deadline import in_time
from weft.page import Page
from weft.renderers.page_addresses import Addresses, image_address

MAX_VALUE = 2_000  # characters; the longest addresses that browsers and servers take
_NAMES = ("property", "name", "itemprop")  # of a `meta`


def list_attributes(page: Page, rows: Iterable[int]) -> Iterator[tuple[int, str, str]]:
    """The values in the attributes of images and metas: the row, the label of a `meta`, the value.

    An image without an address that may be written has none.
    """
    addresses = Addresses(page)
    for row in in_time(rows):
        label = meta_name(page, row)
        value = image_address(page, row, addresses) if page.tag_name(row) == "img" else meta_value(page, row, addresses)
        if value and len(value) <= MAX_VALUE:
            yield row, label, value


def meta_name(page: Page, row: int) -> str:
    """What a `meta` calls what it says, in lower case; empty for any other row."""
    if page.tag_name(row) != "meta":
        return ""
    names = (page.values(name).get(row) for name in _NAMES)
    return next((" ".join(name.lower().split()) for name in names if name), "")


def meta_value(page: Page, row: int, addresses: Addresses) -> str:
    """What a `meta` says; the address of an image as it may be written."""
    said = " ".join((page.values("content").get(row, "")).split())
    return addresses.resolve(said) if "image" in meta_name(page, row) else said
