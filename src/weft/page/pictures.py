"""Which images are pictures: what readers look at, and no icon, face, spacer, counter, advertisement or place holder.

The evidence is what an image says of itself: its size, the names of its file and of its classes, and how often the page
shows the same file.
"""

import re
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page.name_words import words_of
from weft.page.page import Page, tag_number

MAX_ICON_SIDE = 32  # pixels; a picture of people or things is higher and wider
MAX_FACE_SIDE = 64  # pixels; both sides of the face beside a name
MIN_LARGE_SIDE = 100  # pixels; an icon that says its size is smaller
MIN_REPEATS = 3  # the same file so often on one page is a sign, not a picture
MAX_ADDRESS = 500  # characters of an address that are read; those with their picture inside have no end

_SMALL_CLASSES = frozenset(
    "icon icons avatar gravatar emoji emoticon smiley smilies sprite logo rating stars badge toolbar button btn".split()
)
_JUNK_CLASSES = frozenset(
    "share sharing social addthis sharedaddy ad ads advert advertisement advertising adsense sponsor sponsored promo "
    "cta author byline vcard related recommended newsletter subscribe breadcrumb masthead".split()
)
_JUNK_FILES = frozenset(
    "icon icons favicon sprite sprites spacer placeholder avatar gravatar emoji smilies spinner loader headshot "
    "bio".split()
)
_JUNK_STEMS = frozenset("ad ads banner blank pixel transparent loading arrow bullet dot clear grey gray lazy".split())
_JUNK_FOLDERS = frozenset("icon icons avatar avatars emoji emojis smilies smileys ads sprites badges".split())
_EMOTICONS = frozenset("emoji emojis emoticon emoticons smiley smileys smilies smilie".split())
_FORMULA = frozenset("latex tex math formula equation eqn".split())
_LAZY = re.compile(r"src|original|lazy", re.IGNORECASE)
_WORSE = re.compile(r"blur|placeholder|low|thumb|small|error|fallback|type|sizes|class", re.IGNORECASE)
_FIRST = ("data-src", "data-original", "data-lazy-src", "data-original-src", "data-actualsrc")
_STYLE_SIDE = re.compile(r"(?:^|;)\s*(?:width|height)\s*:\s*(\d+)(?:\.\d+)?px", re.IGNORECASE)
_ASKED_SIDE = re.compile(r"[?&](?:w|h|width|height)=(\d{1,6})(?!\d)", re.IGNORECASE)  # of a server that scales
_SUFFIX = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|jfif|bmp)(?![a-z0-9])", re.IGNORECASE)
_IMG, _PICTURE = tag_number("img"), tag_number("picture")


def image_sources(page: Page, row: int) -> list[str]:
    """The addresses that an image gives, as written, the best first.

    What lazy loading put aside comes first, under whatever name; then `src`, then the largest of `srcset`.
    """
    attributes = page.attributes(row)
    sources = [attributes.get(name, "") for name in _FIRST]
    sources += [largest(attributes.get(name, "")) for name in ("data-srcset", "data-lazy-srcset")]
    for name, value in attributes.items():
        if name in ("src", "srcset") or not _LAZY.search(name) or _WORSE.search(name):
            continue
        address = largest(value) if name.endswith("srcset") else value.strip()
        sources.append(address if "/" in address and not re.search(r"\s|^[{\[<]", address) else "")
    sources += [attributes.get("src", ""), largest(attributes.get("srcset", ""))]
    return [source for source in dict.fromkeys(sources) if source]


def largest(srcset: str) -> str:
    """The candidate of a `srcset` with the largest width or density.

    >>> largest("a.jpg 320w, b.jpg 1280w")
    'b.jpg'
    """
    best, width = "", -1.0
    for candidate in re.split(r",\s+", srcset.strip()):
        address, _, size = candidate.strip().rstrip(",").partition(" ")
        number = re.match(r"\d+(?:\.\d+)?", size.strip())
        if address and (own := float(number.group()) if number else 1.0) > width:
            best, width = address, own
    return best


def are_pictures(page: Page, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether images are pictures by what they say of themselves.

    A file that several images show under different words stands for pictures that come later, by scripts.
    """
    sources = {row: image_sources(page, row) for row in in_time(rows.tolist())}
    uses: dict[str, list[str]] = {}
    for row, own in in_time(sources.items()):
        if own:
            uses.setdefault(own[0], []).append(page.attribute(row, "alt") or "")
    is_picture = [
        is_no_spacer(page, row) and _is_picture(page, row, own, uses) for row, own in in_time(sources.items())
    ]
    return np.array(is_picture, np.bool_)


def is_no_spacer(page: Page, row: int) -> bool:
    """Whether a row is an image that has a size: no spacer and no counter of visitors."""
    return bool(page.tag[row] == _IMG) and all(side > 1 for side in image_sides(page, row))


def is_file(page: Page, row: int) -> bool:
    """Whether an image is the file of a picture by its address or its size; a counter of visitors is a bare address."""
    return is_large(page, row) or any(_SUFFIX.search(source[:MAX_ADDRESS]) for source in image_sources(page, row))


def is_emoticon(page: Page, row: int) -> bool:
    """Whether an image stands for a sign that people write: a smile at the end of a sentence."""
    source = (page.attribute(row, "src") or "")[:MAX_ADDRESS]
    names = {word for token in (*page.classes(row), source) for word in words_of(token)}
    return not names.isdisjoint(_EMOTICONS) and bool(page.attribute(row, "alt"))


def image_sides(page: Page, row: int) -> list[int]:
    """The sides of an image in pixels, as far as it tells them."""
    values = [(page.attribute(row, side) or "").strip().removesuffix("px") for side in ("width", "height")]
    sides = [int(value[:6]) for value in values if value.isascii() and value.isdecimal()]
    sides = sides or [int(side[:6]) for side in _STYLE_SIDE.findall(page.attribute(row, "style") or "")]
    return sides or [int(side) for side in _ASKED_SIDE.findall((page.attribute(row, "src") or "")[-MAX_ADDRESS:])]


def is_large(page: Page, row: int) -> bool:
    """Whether an image says that it is larger than any sign."""
    return min(image_sides(page, row), default=0) >= MIN_LARGE_SIDE


def is_junk_name(page: Page, row: int, *, large: bool) -> bool:
    """Whether a class or the id of a row says that what it holds is a sign, a face, an advertisement or the like.

    Icons, faces and buttons are small: `gallery-icon` around a large image says nothing.
    """
    names = {word for token in (*page.classes(row), page.id(row)) for word in words_of(token)}
    return not names.isdisjoint(_JUNK_CLASSES) or not (large or names.isdisjoint(_SMALL_CLASSES))


def _is_picture(page: Page, row: int, sources: list[str], uses: dict[str, list[str]]) -> bool:
    names = [word for token in (*page.classes(row), *sources[:1]) for word in words_of(token[:MAX_ADDRESS])]
    if not _FORMULA.isdisjoint(names):
        return True
    sides = image_sides(page, row)
    is_small = any(side <= MAX_ICON_SIDE for side in sides) or (len(sides) == 2 and max(sides) <= MAX_FACE_SIDE)
    if is_small or is_junk_name(page, row, large=is_large(page, row)):
        return False
    if not sources:  # those of a `picture` stand beside the image
        return bool(page.tag[page.parent[row]] == _PICTURE)
    if all(_is_junk_file(source) for source in sources):
        return False
    words = uses[sources[0]]
    return len(words) < MIN_REPEATS or (len(set(words)) == 1 and is_large(page, row))


def _is_junk_file(source: str) -> bool:
    """Whether the names in an address say that it is a sign; a picture whose data is the address itself is one."""
    if source.startswith("data:"):
        return True
    try:
        folders = urlsplit(source).path.lower().split("/")
    except ValueError:
        return True
    stem = words_of(folders.pop().rpartition(".")[0])
    return (
        not _JUNK_FILES.isdisjoint(stem)
        or (0 < len(stem) == len(_JUNK_STEMS.intersection(stem)))
        or not _JUNK_FOLDERS.isdisjoint(folders)
    )
