"""Which images are pictures: what readers look at, and no icon, face, spacer, counter, advertisement or place holder.

The evidence is what an image says of itself: its size, the names of its file and of its classes, and how often the page
shows the same file.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from weft.late_patterns import late_pattern
from weft.page.name_words import MAX_NAME, words_of
from weft.page.once import once_a_page
from weft.page.page import Page
from weft.page.tags import tag_number

MAX_ICON_SIDE = 32  # pixels; a picture of people or things is higher and wider
MAX_FACE_SIDE = 64  # pixels; both sides of the face beside a name
MIN_LARGE_SIDE = 100  # pixels; an icon that says its size is smaller
MIN_REPEATS = 3  # the same file so often on one page is a sign, not a picture

_SMALL_CLASSES = frozenset(
    "icon icons avatar gravatar emoji emoticon smiley smilies sprite logo rating stars badge toolbar button btn".split()
)
_JUNK_CLASSES = frozenset(
    "share sharing social addthis sharedaddy ad ads advert advertisement advertising adsense sponsor sponsored promo "
    "cta author byline vcard related recommended newsletter subscribe breadcrumb masthead".split()
)
_SIGN_CLASSES = _SMALL_CLASSES | _JUNK_CLASSES
_JUNK_FILES = frozenset(
    "icon icons favicon sprite sprites spacer placeholder avatar gravatar emoji smilies spinner loader headshot "
    "bio".split()
)
_JUNK_STEMS = frozenset("ad ads banner blank pixel transparent loading arrow bullet dot clear grey gray lazy".split())
_JUNK_FOLDERS = frozenset("icon icons avatar avatars emoji emojis smilies smileys ads sprites badges".split())
_EMOTICONS = frozenset("emoji emojis emoticon emoticons smiley smileys smilies smilie".split())
_FORMULA = frozenset("latex tex math formula equation eqn".split())
_LAZY = late_pattern(r"src|original|lazy", re.IGNORECASE)
_WORSE = late_pattern(r"blur|placeholder|low|thumb|small|error|fallback|type|sizes|class", re.IGNORECASE)
_NO_ADDRESS = late_pattern(r"\s|^[{\[<]")
_FIRST = ("data-src", "data-original", "data-lazy-src", "data-original-src", "data-actualsrc")
_STYLE_SIDE = late_pattern(r"(?:^|;)\s*(?:width|height)\s*:\s*(\d{1,6})(?:\.\d+)?px", re.IGNORECASE)
_ASKED_SIDE = late_pattern(r"[?&](?:w|h|width|height)=(\d{1,6})(?!\d)", re.IGNORECASE)  # of a server that scales
_SUFFIX = late_pattern(r"\.(?:jpe?g|png|gif|webp|avif|svg|jfif|bmp)(?![a-z0-9])", re.IGNORECASE)
_PICTURE = tag_number("picture")


class Image(NamedTuple):
    """What an image says of itself: its words, its addresses as written, the best first, and its sides in pixels."""

    row: int
    alt: str
    sources: list[str]
    sides: list[int]

    @property
    def is_large(self) -> bool:
        """Whether it says that it is larger than any sign."""
        return bool(self.sides) and min(self.sides) >= MIN_LARGE_SIDE

    @property
    def is_small(self) -> bool:
        """Whether it says that it is as small as an icon or a face."""
        sides = self.sides
        return bool(sides) and (min(sides) <= MAX_ICON_SIDE or (len(sides) == 2 and max(sides) <= MAX_FACE_SIDE))

    @property
    def is_spacer(self) -> bool:
        """Whether it has no size: a spacer or a counter of visitors."""
        return bool(self.sides) and min(self.sides) <= 1

    @property
    def is_file(self) -> bool:
        """Whether its address or its size is that of a picture; a counter of visitors is a bare address."""
        return self.is_large or any(_SUFFIX.search(source[:MAX_NAME]) for source in self.sources)


def read_image(page: Page, row: int) -> Image:
    """What an image says of itself, read once: extraction, captions and every format ask for it."""
    known = _known_images(page)
    image = known.get(row)
    if image is None:
        attributes = page.attributes(row)
        image = known[row] = Image(row, attributes.get("alt", ""), image_sources(attributes), _sides(attributes))
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


def _sides(attributes: dict[str, str]) -> list[int]:
    values = [attributes.get(side, "").strip().removesuffix("px") for side in ("width", "height")]
    sides = [int(value[:6]) for value in values if value.isascii() and value.isdecimal()]
    sides = sides or [int(side) for side in _STYLE_SIDE.findall(attributes.get("style", ""))]
    return sides or [int(side) for side in _ASKED_SIDE.findall(attributes.get("src", "")[-MAX_NAME:])]


def pictures_among(page: Page, images: list[Image]) -> list[Image]:
    """The images that are pictures by what they say of themselves.

    A file that several images show under different words stands for pictures that come later, by scripts.
    """
    uses: dict[str, list[str]] = {}
    for image in images:
        uses.setdefault(image.sources[0] if image.sources else "", []).append(image.alt)
    return [image for image in images if not image.is_spacer and _is_picture(page, image, uses)]


@lru_cache(maxsize=4_096)  # elements share their names
def _junk_level(name: str) -> int:
    """2: a name of junk of any size; 1: a name of what is small; 0: neither."""
    words = words_of(name)
    return 1 + (not words.isdisjoint(_JUNK_CLASSES)) if words & _SIGN_CLASSES else 0


def is_junk_name(page: Page, row: int, *, large: bool) -> bool:
    """Whether a class or the id of a row says that what it holds is a sign, a face, an advertisement or the like.

    Icons, faces and buttons are small: `gallery-icon` around a large image says nothing.
    """
    level = max([_junk_level(name[:MAX_NAME]) for name in (*page.classes(row), page.id(row))])
    return level > large


def is_emoticon(page: Page, image: Image) -> bool:
    """Whether an image stands for a sign that people write: a smile at the end of a sentence."""
    names = (*page.classes(image.row), *image.sources)
    return bool(image.alt) and any(not _EMOTICONS.isdisjoint(words_of(name)) for name in names)


def _is_picture(page: Page, image: Image, uses: dict[str, list[str]]) -> bool:
    names = (*page.classes(image.row), *image.sources[:1])
    if any(not _FORMULA.isdisjoint(words_of(name)) for name in names):
        return True
    if image.is_small or is_junk_name(page, image.row, large=image.is_large):
        return False
    if not image.sources:  # those of a `picture` stand beside the image
        return bool(page.tag[page.parent[image.row]] == _PICTURE)
    if all(_is_junk_file(source) for source in image.sources):
        return False
    words = uses[image.sources[0]]
    return len(words) < MIN_REPEATS or (len(set(words)) == 1 and image.is_large)


def _is_junk_file(source: str) -> bool:
    """Whether the names in an address say that it is a sign; a picture whose data is the address itself is one."""
    if source.startswith("data:"):
        return True
    try:
        folders = urlsplit(source).path.lower().split("/")
    except ValueError:
        return True
    stem = words_of(folders.pop().rpartition(".")[0])
    is_sign = not _JUNK_FILES.isdisjoint(stem) or (bool(stem) and stem <= _JUNK_STEMS)
    return is_sign or not _JUNK_FOLDERS.isdisjoint(folders)
