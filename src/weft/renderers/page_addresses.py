"""The addresses of one page's links and images: joined with its `base` and its URL, judged by `safe_address`."""

from weft.addresses import safe_address, safe_base
from weft.page import Page, tag_number
from weft.page.pictures import image_sources, largest

_PICTURE, _SOURCE = (tag_number(tag) for tag in ("picture", "source"))

_SUFFIXES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg")


class Addresses:
    """Resolves the addresses of one page against its `base` and its URL."""

    def __init__(self, page: Page) -> None:
        self.base: str = base_of(page)
        self.pictures: dict[int, str] = {}  # row of a `picture`: the address of its sources

    def resolve(self, address: str | None) -> str:
        """The absolute address; empty for one that leads nowhere or runs a program."""
        return safe_address(address, self.base).replace(" ", "%20")


def base_of(page: Page) -> str:
    """What the relative addresses of a page are joined with, empty where they stay relative."""
    hrefs = (page.attribute(row, "href") for row in page.rows_of("base")[:1].tolist())
    return safe_base(next(hrefs, None), page.url)


def image_address(page: Page, row: int, addresses: Addresses) -> str:
    """The address of an image, the best that it gives; or else that of the `picture` around it."""
    address = _first_safe(image_sources(page.attributes(row)), addresses)
    return address or _picture_address(page, int(page.parent[row]), addresses)


def file_name(address: str) -> str:
    """What tells two images apart: the address, without what asks for a size of the same file.

    >>> file_name("/a.jpg?w=640"), file_name("/show?image=7")
    ('/a.jpg', '/show?image=7')
    """
    path = address.partition("#")[0].partition("?")[0]
    return path if path.lower().endswith(_SUFFIXES) else address


def _first_safe(candidates: list[str], addresses: Addresses) -> str:
    resolved = (addresses.resolve(candidate) for candidate in candidates if candidate)
    return next((address for address in resolved if address), "")


def _picture_address(page: Page, row: int, addresses: Addresses) -> str:
    """The address that the sources of a `picture` give, looked for once however many images it holds."""
    if row < 0 or page.tag[row] != _PICTURE:
        return ""
    if row not in addresses.pictures:
        sources = [child for child in page.children(row) if page.tag[child] == _SOURCE]
        sets = [page.attribute(child, "srcset") or page.attribute(child, "data-srcset") or "" for child in sources]
        addresses.pictures[row] = _first_safe([largest(text) for text in sets], addresses)
    return addresses.pictures[row]
