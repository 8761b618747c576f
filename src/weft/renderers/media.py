"""Videos, sound and pages inside of the page: formats of text show each as a link."""

import re

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.page.name_words import words_of
from weft.page.shown_images import near_kept
from weft.renderers.page_addresses import Addresses

MAX_TITLE = 200  # characters of the text of a link; what is longer is no title
MAX_SMALL = 2  # pixels: what is no larger counts visits

MEDIA = frozenset(tag_number(tag) for tag in ("video", "audio", "iframe", "embed", "object"))
_SOURCE = tag_number("source")
_PLAYED = np.zeros(1 << 16, np.bool_)  # one for every number a tag can have
_PLAYED[[tag_number("video"), tag_number("audio")]] = True
_HAS_OTHER_WORDS = _PLAYED.copy()
_HAS_OTHER_WORDS[tag_number("object")] = True
# What the address of an embedded page says where the page is content: advertisements and forms say none of it.
_CONTENT = frozenset(
    "embed embeds player video videos watch audio podcast episode track playlist map maps slides slideshow gist tweet "
    "status pdf".split()
)
_VIDEO_PAGES = (
    (
        re.compile(r"https?://(?:www\.)?youtube(?:-nocookie)?\.com/embed/([\w-]{6,})"),
        "https://www.youtube.com/watch?v={}",
    ),
    (re.compile(r"https?://player\.vimeo\.com/video/(\d+)"), "https://vimeo.com/{}"),
)


def shown_media(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The rows of media that stand in or between kept blocks."""
    rows = page.rows_of("video", "audio", "iframe", "embed", "object")
    if not len(rows):
        return rows
    # The words of some are for those who cannot play them, so the page calls them hidden.
    rows = rows[~page.hidden[np.where(_HAS_OTHER_WORDS[page.tag[rows]], page.parent[rows], rows)]]
    return rows[near_kept(page, rows, kept)]


def media_link(page: Page, row: int, addresses: Addresses) -> tuple[str, str]:
    """The text and the address of the link that stands for a medium, both empty where it is none to show.

    The text is the title that the page gives, or the name of the file, or else the address: no word of ours, in a
    language that is not that of the page.
    """
    address = next(filter(None, (addresses.resolve(source) for source in _sources(page, row))), "")
    if not address or _is_small(page, row) or (not _PLAYED[page.tag[row]] and not _is_content(address)):
        return "", ""
    for pattern, watched in _VIDEO_PAGES:
        if video := pattern.match(address):
            address = watched.format(video.group(1))
    titles = (" ".join((page.attribute(row, name) or "").split()) for name in ("title", "aria-label"))
    file = address.partition("?")[0].rpartition("/")[2] if _PLAYED[page.tag[row]] else ""
    return next((text for text in (*titles, file) if 0 < len(text) <= MAX_TITLE), address), address


def _sources(page: Page, row: int) -> list[str | None]:
    own = [page.attribute(row, name) for name in ("src", "data-src", "data-lazy-src", "data")]
    inner = [child for child in page.children(row) if page.tag[child] == _SOURCE]
    return [
        source
        for source in [*own, *(page.attribute(child, "src") for child in inner)]
        if source and not source.startswith("about:")
    ]


def _is_small(page: Page, row: int) -> bool:
    sizes = [(page.attribute(row, name) or "").strip().removesuffix("px") for name in ("width", "height")]
    return any(size.isdecimal() and int(size[:5]) <= MAX_SMALL for size in sizes)


def _is_content(address: str) -> bool:
    return not _CONTENT.isdisjoint(words_of(address))
