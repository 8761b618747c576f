"""Which images belong to the kept part of a page.

An image belongs to what is kept where it stands in a kept text, between two, in a figure or an item with kept words, or
in an element most of whose words are kept: the picture above an article's first line, below its title.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time, in_time
from weft.page.figures import Figure, find_figures
from weft.page.page import Page
from weft.page.pictures import Image, is_emoticon, is_junk_name, pictures_among, read_image
from weft.page.tags import tag_number

MAX_BESIDE_WORDS = 40  # dropped words between an image and the kept part: a title, who wrote it and when, a credit
MAX_CREDIT_WORDS = 12  # who made the picture, where nothing calls it a caption
MIN_KEPT_SHARE = 0.5  # of the words of an element whose images belong to what is kept: most of them
MAX_CLIMB = 24  # an image stands a few wrappers deep; only made-up pages nest deeper
MAX_HOLDER_CLIMB = 8  # nor an item or a cell
MAX_LINK_CLIMB = 6  # a link around an image stands close to it

_A, _FIGURE, _BODY, _HEADER = (tag_number(tag) for tag in ("a", "figure", "body", "header"))
_HOME = frozenset({"/", "./", "../", "index.html", "/index.html"})


def _flags(*tags: str) -> NDArray[np.bool_]:
    flags = np.zeros(1 << 16, dtype=np.bool_)  # one for every number a tag can have
    flags[[tag_number(tag) for tag in tags]] = True
    return flags


# Elements that hold an image together with its text.
_IS_HOLDER = _flags("figure", "p", "a", "td", "th", "li", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote")
_IS_BARE = _flags("img", "figure", "picture", "p", "a", "center")  # what holds an image and no other part
_IS_PART = _flags("main", "article", "section")
_IS_FRAME = _flags("nav", "aside", "footer", "form", "button", "label", "select", "dialog", "template")


def shown_images(
    page: Page,
    keep: NDArray[np.int64],
    *,
    images: NDArray[np.int64] | None = None,
    figures: list[Figure] | None = None,
) -> NDArray[np.int64]:
    """The rows of the images that belong to the kept blocks and are pictures, or stand in the middle of kept text."""
    images = page.rows_of("img") if images is None else images
    images = images[~page.hidden[images]]
    if not len(images) or not len(keep):
        return images[:0]
    figures = find_figures(page) if figures is None else figures
    sums = _Sums.of(page, keep, figures)
    in_text = in_kept_text(page, images, sums.kept)
    in_text[in_text] = [not read_image(page, row).is_spacer for row in images[in_text].tolist()]
    others = images[~in_text]
    places = _places(page, others, keep, sums)
    near = (
        near_kept(page, others, sums.kept) | _in_kept_holder(page, others, sums) | _between(page, others, places, sums)
    )
    at_head = _in_kept_part(page, others, places, sums) & ~near
    shown = np.concatenate((images[in_text], _pictures(page, others, near=near, at_head=at_head, outer=places.outer)))
    return np.sort(shown)


def _pictures(
    page: Page,
    images: NDArray[np.int64],
    *,
    near: NDArray[np.bool_],
    at_head: NDArray[np.bool_],
    outer: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The images near kept words that are pictures or smiles, and those at the head that surely are pictures."""
    chosen = np.flatnonzero(near | at_head)
    read = {index: read_image(page, int(images[index])) for index in in_time(chosen.tolist())}
    read = {index: image for index, image in read.items() if near[index] or _is_sure(page, image)}
    pictures = frozenset(image.row for image in pictures_among(page, list(read.values())))
    shown = [
        image.row
        for index, image in in_time(read.items())
        if (image.row in pictures and not _has_junk_around(page, image, int(outer[index])))
        or (near[index] and is_emoticon(page, image))
    ]
    return np.array(shown, np.int64)


@dataclass(frozen=True, eq=False)
class _Sums:
    """The kept blocks, and running sums over all blocks: their kept words, and those that a reader sees elsewhere."""

    kept: NDArray[np.bool_]  # one flag a block, with a False behind the last and, by wrapping around, before the first
    kept_words: NDArray[np.int64]
    other_words: NDArray[np.int64]  # neither kept nor in a figure

    @staticmethod
    def of(page: Page, keep: NDArray[np.int64], figures: list[Figure]) -> _Sums:
        blocks = page.blocks
        kept = np.zeros(len(blocks) + 1, np.bool_)
        kept[keep] = True
        other = ~kept[:-1] & ~blocks.hidden
        for figure in in_time(figures):
            other[figure.start : figure.stop] = False
        kept_words, other_words = (np.where(flags, blocks.words, 0) for flags in (kept[:-1], other))
        return _Sums(kept, _running(kept_words), _running(other_words))

    def under(self, page: Page, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The kept words and the others under rows."""
        first = page.blocks.first
        low, high = np.searchsorted(first, rows), np.searchsorted(first, page.end[rows])
        return self.kept_words[high] - self.kept_words[low], self.other_words[high] - self.other_words[low]


def _running(values: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(values.astype(np.int64))))


@dataclass(frozen=True, eq=False)
class _Places:
    """Where images stand: the outermost element around each that holds no kept word, and the one above it."""

    outer: NDArray[np.int64]
    part: NDArray[np.int64]
    beside: NDArray[np.int64]  # the words in it that a reader sees
    is_dropped: NDArray[np.bool_]  # whether the text beside the image in the same element was dropped


def _places(page: Page, images: NDArray[np.int64], keep: NDArray[np.int64], sums: _Sums) -> _Places:
    """Climb from every image until an element begins before the kept word before it, or ends behind the next one."""
    first = np.concatenate(([-1], page.blocks.first[keep], [len(page)]))
    after = np.searchsorted(first, images, side="right")
    low, high = first[after - 1], first[after]
    outer, part = images.astype(np.int64), page.parent[images].astype(np.int64)
    low = np.maximum(low, 0)
    for _ in range(MAX_CLIMB):
        check_time()
        climbs = ((part > low) & (page.end.take(part) <= high)).nonzero()[0]
        if not len(climbs):
            break
        outer[climbs] = above = part.take(climbs)
        part[climbs] = page.parent.take(above)
    return _Places(outer, part, sums.under(page, outer)[1], _in_dropped_text(page, images, sums))


def in_kept_text(page: Page, rows: NDArray[np.int64], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether rows lie in the middle of a kept text."""
    before, _ = _neighbours(page, rows)
    return (rows < np.append(page.blocks.last, 0)[before]) & kept[before]


def near_kept(page: Page, rows: NDArray[np.int64], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether rows lie in a kept run, beside one in the same element, or between two kept blocks."""
    if not len(rows):
        return np.zeros(0, np.bool_)
    blocks = page.blocks
    before, after = _neighbours(page, rows)
    last, element = np.append(blocks.last, 0), np.append(blocks.row, 0)
    in_run = rows < last[before]
    in_element = (rows < np.append(page.end[blocks.row], 0)[before]) & kept[before]
    in_next = (element[after] < rows) & kept[after]
    return np.where(in_run, kept[before], (kept[before] & kept[after]) | in_element | in_next)


def _neighbours(page: Page, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The block that began last before each row (-1: none) and the one after it."""
    before = np.searchsorted(page.blocks.first, rows, side="right") - 1
    return before, before + 1


def _in_kept_holder(page: Page, images: NDArray[np.int64], sums: _Sums) -> NDArray[np.bool_]:
    """Whether images stand in an item, a cell, a figure or the like with kept words and no others."""
    holder, above = np.full(len(images), -1, np.int64), page.parent[images].astype(np.int64)
    for _ in range(MAX_HOLDER_CLIMB):
        np.copyto(holder, above, where=(holder < 0) & _IS_HOLDER.take(page.tag.take(above)))
        above = np.maximum(page.parent.take(above), 0)
    kept_words, other_words = sums.under(page, np.maximum(holder, 0))
    return (holder >= 0) & (kept_words > 0) & (other_words == 0)


def _between(page: Page, images: NDArray[np.int64], places: _Places, sums: _Sums) -> NDArray[np.bool_]:
    """Whether what holds the image and no other words, or a credit in an element of its own, is between kept blocks."""
    first = page.blocks.first
    low, high = np.searchsorted(first, places.outer), np.searchsorted(first, page.end[places.outer])
    is_credit = (places.beside <= MAX_CREDIT_WORDS) & ~page.in_link[images]
    fits = (places.beside == 0) | (is_credit & ~places.is_dropped)
    return fits & sums.kept[low - 1] & sums.kept[high]


def _in_kept_part(page: Page, images: NDArray[np.int64], places: _Places, sums: _Sums) -> NDArray[np.bool_]:
    """Whether images stand in an element most of whose words are kept: at its head, or bare among its parts."""
    part = np.maximum(places.part, 0)
    beside = places.beside
    kept_words, other_words = sums.under(page, part)
    is_most = kept_words > MIN_KEPT_SHARE * (kept_words + other_words - beside)
    is_bare = _IS_BARE[page.tag[places.outer]]
    low, high = np.searchsorted(page.blocks.first, part), np.searchsorted(page.blocks.first, places.outer)
    is_head = (sums.kept_words[high] == sums.kept_words[low]) & (page.tag[part] != _BODY)
    is_teaser = page.in_link[images] & (beside > 0)
    fits = is_most & (is_bare | is_head) & (beside <= MAX_BESIDE_WORDS) & (places.part > 0)
    return fits & ~is_teaser & ~places.is_dropped


def _in_dropped_text(page: Page, images: NDArray[np.int64], sums: _Sums) -> NDArray[np.bool_]:
    """Whether the text beside an image in the same element was dropped."""
    blocks = page.blocks
    dropped = np.append(~sums.kept[:-1] & ~blocks.hidden, False)
    element, end = np.append(blocks.row, 0), np.append(page.end[blocks.row], 0)
    beside = np.zeros(len(images), np.bool_)
    for block in _neighbours(page, images):
        is_figure = page.tag[element[block]] == _FIGURE
        beside |= dropped[block] & (element[block] < images) & (images < end[block]) & ~is_figure
    return beside


def _is_sure(page: Page, image: Image) -> bool:
    """Whether an image is a file, and not the link to the site's first page, as its emblem is."""
    if not image.is_file:
        return False
    above = page.ancestors(image.row)[:MAX_LINK_CLIMB] if page.in_link[image.row] else []
    links = [(page.attribute(row, "href") or "").strip() for row in above if page.tag[row] == _A]
    return _HOME.isdisjoint(links)


def _has_junk_around(page: Page, image: Image, outer: int) -> bool:
    """Whether an element between the image and the kept words holds signs, or is a menu or the head of the site."""
    row, large = image.row, image.is_large
    while row > outer:
        row = int(page.parent[row])
        tag = page.tag[row]
        if _IS_FRAME[tag] or (tag == _HEADER and not _is_inside(page, row)) or is_junk_name(page, row, large=large):
            return True
    return False


def _is_inside(page: Page, row: int) -> bool:
    """Whether a `header` is that of an article or of a part of the page, and not that of the site."""
    return any(_IS_PART[page.tag[above]] for above in page.ancestors(row)[:MAX_CLIMB])
