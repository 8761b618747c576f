"""Images by their addresses, and figures with their captions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

MAX_PIXEL = 2  # an image of so many pixels counts visits
MIN_PLACEHOLDERS = 3  # an address that so many images have beside their own shows none of them
MAX_CLIMB = 3  # from a caption up to the element that also holds its image
ADDRESS_NAMES = ("src", "original", "lazy")  # an attribute with one of these in its name may hold an address


@dataclass(frozen=True, eq=False, kw_only=True)
class Figure:
    """Images and the caption that belongs to them."""

    row: int
    caption: NDArray[np.int64]  # its blocks
    images: frozenset[int]


@dataclass(frozen=True, eq=False, kw_only=True)
class Images:
    """The images of a page: which `img` shows which, and all addresses that each has."""

    by_row: Mapping[int, int]  # row of an `img` -> number of its image
    by_address: Mapping[str, int]
    pixels: frozenset[str]  # addresses of images that nobody sees


def find_images(page: Page) -> Images:
    """Number the images: two `img` that share an address show one image; `data:` addresses and pixels are none."""
    by_row: dict[int, int] = {}
    by_address: dict[str, int] = {}
    pixels: set[str] = set()
    for row, addresses in _own_addresses(page).items():
        if _is_pixel(page, row):
            pixels.update(addresses)
            continue
        number = next((by_address[address] for address in addresses if address in by_address), len(by_address))
        by_row[row] = number
        by_address.update(dict.fromkeys(addresses, number))
    return Images(by_row=by_row, by_address=by_address, pixels=frozenset(pixels))


def _own_addresses(page: Page) -> dict[int, list[str]]:
    """The addresses of each `img` that has any, without that of a placeholder, which many show until loaded."""
    base = base_of(page)
    by_row = {
        row: [address for value in _addresses(page, row) if (address := plain_address(value, base))]
        for row in page.rows_of("img").tolist()
    }
    uses = Counter(address for addresses in by_row.values() for address in set(addresses))
    own = {
        row: [address for address in addresses if uses[address] < MIN_PLACEHOLDERS] or addresses
        for row, addresses in by_row.items()
    }
    return {row: addresses for row, addresses in own.items() if addresses}


def images_of_answer(answer: Page, source: Images, base: str) -> set[int | str]:
    """The distinct images of an answer: numbers of the source's, and addresses that the source has in no `img`."""
    addresses = {
        plain_address(value, base)
        for row in answer.rows_of("img").tolist()
        if not _is_pixel(answer, row)
        for value in [answer.attribute(row, "src") or ""]
    }
    return {source.by_address.get(address, address) for address in addresses - source.pixels if address}


def find_figures(page: Page, images: Images) -> list[Figure]:
    """`figure` elements with a caption, and other elements with one image and one caption (by its class)."""
    holders: dict[int, list[int]] = {}
    for caption in _captions(page):
        holder = _holder(page, caption, images)
        if holder >= 0:
            holders.setdefault(holder, []).append(caption)
    figures = []
    for row, [caption, *others] in holders.items():
        shown = frozenset(number for at, number in images.by_row.items() if row < at < page.end[row])
        blocks = page.blocks.under(caption, int(page.end[caption]))
        if not others and len(blocks):
            figures.append(Figure(row=row, caption=blocks, images=shown))
    return figures


def base_of(page: Page) -> str:
    """The address that relative ones are joined to."""
    bases = [page.attribute(row, "href") or "" for row in page.rows_of("base").tolist()]
    return _join(page.url or "", next((base for base in bases if base), ""))


def plain_address(value: str, base: str) -> str:
    """An address as it is compared: absolute, without scheme, fragment and escapes; empty of `data:` and of none.

    >>> plain_address("/a%20b.png#top", "https://weft.example/page")
    '//weft.example/a b.png'
    """
    if not value.strip() or value.strip().startswith(("data:", "blob:", "about:", "javascript:")):
        return ""
    joined = unquote(_join(base, value.strip())).partition("#")[0]
    return joined.partition(":")[2] if joined.startswith(("http:", "https:")) else joined


def _join(base: str, value: str) -> str:
    try:
        urlsplit(value)
        return urljoin(base, value)
    except ValueError:  # such as a bracket that is no address of a host
        return value


def _addresses(page: Page, row: int) -> Iterator[str]:
    """The addresses of an `img`: all that it may be loaded from, and those of the `picture` around it."""
    parent = int(page.parent[row])
    rows = [row]
    if page.tag_name(parent) == "picture":
        rows += [child for child in page.children(parent) if page.tag_name(child) == "source"]
    for holder in rows:
        for name, value in page.attributes(holder).items():
            if any(part in name for part in ADDRESS_NAMES):
                yield from _split_set(value) if "srcset" in name else [value]


def _split_set(value: str) -> list[str]:
    """The addresses of a `srcset`: those before a width or a density; a comma may stand in an address.

    >>> _split_set("a,b.png 1x, c.png 640w")
    ['a,b.png', 'c.png']
    """
    pieces = value.replace(", ", " , ").split()
    return [piece.rstrip(",") for piece in pieces if piece != "," and not _is_descriptor(piece)]


def _is_descriptor(piece: str) -> bool:
    piece = piece.rstrip(",")
    return piece[-1:] in ("w", "x", "h") and piece[:-1].replace(".", "", 1).isdigit()


def _is_pixel(page: Page, row: int) -> bool:
    sizes = [(page.attribute(row, name) or "").removesuffix("px") for name in ("width", "height")]
    return any(size.isdecimal() and int(size) <= MAX_PIXEL for size in sizes)


def _captions(page: Page) -> list[int]:
    """`figcaption`, and outermost elements with "caption" in their class that hold no image."""
    named = [number for number, token in enumerate(page.tokens) if "caption" in token.lower()]
    places = np.flatnonzero(np.isin(page.table.class_token, named))
    by_class = np.searchsorted(page.table.class_start, places, side="right") - 1
    holders = page.rows_of("img")
    captions: list[int] = []
    for row in sorted({*page.rows_of("figcaption").tolist(), *by_class.tolist()}):
        start, stop = np.searchsorted(holders, [row, int(page.end[row])])
        if start == stop and not (captions and row < page.end[captions[-1]]):
            captions.append(row)
    return captions


def _holder(page: Page, caption: int, images: Images) -> int:
    """The figure of a caption: the `figure` around it, else the nearest element that holds an image; -1: none."""
    above = page.ancestors(caption)
    figure = next((row for row in above if page.tag_name(row) == "figure"), -1)
    if figure >= 0:
        return figure if _shown(page, figure, images) else -1
    near = (row for row in above[:MAX_CLIMB] if _shown(page, row, images))
    holder = next(near, -1)
    return holder if holder >= 0 and len(_shown(page, holder, images)) == 1 else -1


def _shown(page: Page, row: int, images: Images) -> set[int]:
    return {number for at, number in images.by_row.items() if row < at < page.end[row]}
