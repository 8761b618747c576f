"""The files that an image shows."""

import re
from functools import lru_cache
from typing import NamedTuple

from weft.late_patterns import late_pattern
from weft.page.name_words import MAX_NAME
from weft.page.once import once_a_page
from weft.page.page import Page

_LAZY = late_pattern(r"src|original|lazy", re.IGNORECASE)
_WORSE = late_pattern(r"blur|placeholder|low|thumb|small|error|fallback|type|sizes|class", re.IGNORECASE)
_NO_ADDRESS = late_pattern(r"\s|^[{\[<]")
_FIRST = ("data-src", "data-original", "data-lazy-src", "data-original-src", "data-actualsrc")


class Image(NamedTuple):
    """The addresses of an image as written, the best first."""

    sources: list[str]


def read_image(page: Page, row: int) -> Image:
    """What an image says of its files, read once."""
    known = _known_images(page)
    image = known.get(row)
    if image is None:
        image = known[row] = Image(image_sources(page.attributes(row)))
    return image


@once_a_page
def _known_images(page: Page) -> dict[int, Image]:
    return {}


def image_sources(attributes: dict[str, str]) -> list[str]:
    """The addresses that the attributes of an image give, as written, the best first.

    What lazy loading put aside comes first, under whatever name; then `src`, then the largest of `srcset`.
    """
    sources = [attributes[name] for name in _FIRST if name in attributes]
    sources += [largest(attributes[name]) for name in ("data-srcset", "data-lazy-srcset") if name in attributes]
    for name, value in attributes.items():
        if not _is_lazy(name[:MAX_NAME]):
            continue
        address = largest(value) if name.endswith("srcset") else value.strip()
        sources.append(address if "/" in address and not _NO_ADDRESS.search(address) else "")
    sources.append(attributes.get("src", ""))
    if "srcset" in attributes:
        sources.append(largest(attributes["srcset"]))
    return [source for source in dict.fromkeys(sources) if source]


@lru_cache(maxsize=1_024)  # images share the names of their attributes
def _is_lazy(name: str) -> bool:
    """Whether the name of an attribute says that it holds the address of the picture for later."""
    return name not in ("src", "srcset") and bool(_LAZY.search(name)) and not _WORSE.search(name)


def largest(srcset: str) -> str:
    """The candidate of a `srcset` with the largest width or density.

    >>> largest("a.jpg 320w, b.jpg 1280w")
    'b.jpg'
    """
    best, width = "", -1.0
    for candidate in re.split(r",\s+", srcset.strip()) if srcset else ():
        address, _, size = candidate.strip().rstrip(",").partition(" ")
        number = re.match(r"\d+(?:\.\d+)?", size.strip())
        if address and (own := float(number.group()) if number else 1.0) > width:
            best, width = address, own
    return best
