"""Addresses of links and images: made absolute, and only those that a reader can follow."""

import re
from urllib.parse import urljoin

from weft.page import Page, tag_number

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_SAFE_SCHEMES = ("http:", "https:", "mailto:", "tel:", "ftp:", "ftps:", "sms:", "magnet:", "irc:", "xmpp:", "geo:")
_IMG, _PICTURE, _SOURCE = (tag_number(tag) for tag in ("img", "picture", "source"))
_IGNORED = dict.fromkeys([*range(0x20), 0x7F])  # browsers drop tabs and line breaks inside an address


class Addresses:
    """Resolves the addresses of one page against its `base` and its URL."""

    def __init__(self, page: Page) -> None:
        self.base: str = page.url or ""
        for row in page.rows_of("base")[:1].tolist():
            self.base = _join(self.base, page.attribute(row, "href") or "")

    def resolve(self, address: str | None) -> str:
        """The absolute address; empty for one that leads nowhere or runs a program."""
        address = (address or "").translate(_IGNORED).strip().replace(" ", "%20")
        scheme = _SCHEME.match(address)
        if not address or (scheme and scheme.group().lower() not in _SAFE_SCHEMES):
            return ""
        return address if scheme else _join(self.base, address)


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:  # such as an unclosed bracket of an IPv6 host
        return address


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
    candidates += [_largest(text) for text in _picture_sources(page, row)]
    resolved = (addresses.resolve(candidate) for candidate in candidates if candidate)
    return next((address for address in resolved if address), "")


def _picture_sources(page: Page, row: int) -> list[str]:
    parent = int(page.parent[row])
    if page.tag[parent] != _PICTURE:
        return []
    rows = [child for child in page.children(parent) if page.tag[child] == _SOURCE]
    return [page.attribute(child, "srcset") or page.attribute(child, "data-srcset") or "" for child in rows]


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
