"""The addresses of one page's links and images: joined with its `base` and its URL, judged by `safe_address`."""

import re

from weft.addresses import safe_address, safe_base
from weft.page import Page, tag_number

_IMG, _PICTURE, _SOURCE = (tag_number(tag) for tag in ("img", "picture", "source"))


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


def is_image(page: Page, row: int) -> bool:
    """Whether a row is an image and not a spacer or a tracker."""
    sizes = [page.attribute(row, side) or "" for side in ("width", "height")]
    return page.tag[row] == _IMG and not any(size.strip().removesuffix("px") in ("0", "1") for size in sizes)


def image_address(page: Page, row: int, addresses: Addresses) -> str:
    """The address of an image: what lazy loading put aside first, then `src`, then the largest of `srcset`."""
    names = ("data-src", "data-original", "data-lazy-src", "data-original-src", "data-actualsrc", "src")
    candidates = [page.attribute(row, name) or "" for name in names]
    sets = [page.attribute(row, name) or "" for name in ("data-srcset", "data-lazy-srcset", "srcset")]
    candidates[-1:-1] = [_largest(text) for text in sets[:2]]
    candidates.append(_largest(sets[2]))
    return _first_safe(candidates, addresses) or _picture_address(page, int(page.parent[row]), addresses)


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
        addresses.pictures[row] = _first_safe([_largest(text) for text in sets], addresses)
    return addresses.pictures[row]


def _largest(srcset: str) -> str:
    """The candidate of a `srcset` with the largest width or density.

    >>> _largest("a.jpg 320w, b.jpg 1280w")
    'b.jpg'
    """
    best, largest = "", -1.0
    for candidate in re.split(r",\s+", srcset.strip()):
        address, _, size = candidate.strip().rstrip(",").partition(" ")
        number = re.match(r"\d+(?:\.\d+)?", size.strip())
        if address and (width := float(number.group()) if number else 1.0) > largest:
            best, largest = address, width
    return best
