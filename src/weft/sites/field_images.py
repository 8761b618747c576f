"""The field `image`: the picture of what a page is about, in or above its body, another one on nearly every page.

Icons, logos, faces of authors and teasers of other pages are none. Where the pages show no such picture, what they
declare (`og:image`) is taken, if it differs from page to page: else it is the site's.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.content import IMAGE, Metadata
from weft.deadline import check_deadline, kernel_call
from weft.kernel.extractors import junk_names, pictures_among
from weft.page import Page
from weft.page.name_words import words_of
from weft.renderers.page_addresses import Addresses, declared_url, file_name, is_image_file
from weft.sites.field_places import is_elsewhere, is_near
from weft.sites.field_slots import Candidate, TextGroup, Texts
from weft.sites.templates.fields import LabelledText, read_attributes
from weft.sites.templates.locator import CONTENT, SRC

NAME = "image"
MAX_IMAGES = 100  # of a page; the picture of a page stands among the first
MAX_METAS = 100
PRESENCE = 0.5  # share of the pages: many an article has no picture
DIFFERS = 0.7  # of the pictures are different: pages without one may show a place holder; a face stands on many pages
PICTURES = 0.9  # of what stands in the place are pictures by what they say of themselves
AGREES = 0.6  # of the pages that declare a picture show it there: then it is that one, wherever it stands
NEAR_TITLE = (-15, 60)  # texts before and after the title; below stand the next pages and the foot
STEPS = 5  # elements above an image that may be a link, or say what it is
NO_PICTURES = frozenset({"logo", "logos", "icon", "icons", "avatar", "sprite"})
DECLARED = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "image")


def choose_image(
    collected: Sequence[Texts], metadata: Mapping[int, Metadata], title: Candidate | None
) -> Candidate | None:
    """The field; None where no picture is the page's own."""
    pages = [texts.page for texts in collected]
    shown = [group for group in check_deadline(shown_images(collected)) if is_own(pages, group)]
    agreeing = [group for group in shown if agreement(group, metadata) >= AGREES]
    near = [group for group in shown if title and is_near(pages, group, title, NEAR_TITLE)]
    group = min(agreeing or near, key=_first_row, default=None) or declared_images(collected)
    return Candidate((group,), len(pages), NAME, whole=True, type=IMAGE) if group else None


def shown_images(collected: Sequence[Texts]) -> list[TextGroup]:
    """The first image of each path, by page, where most of them are pictures that differ."""
    rows_of = [texts.page.rows_of("img")[:MAX_IMAGES] for texts in collected]
    own_paths = [texts.paths[rows] for texts, rows in zip(collected, rows_of, strict=True)]
    counts = Counter(path for paths in own_paths for path in set(paths.tolist()))
    often = np.array([path for path, pages in counts.items() if pages >= PRESENCE * len(collected)], np.uint64)
    by_path: dict[int, dict[int, LabelledText]] = {}
    for number, (texts, rows, paths) in check_deadline(enumerate(zip(collected, rows_of, own_paths, strict=True))):
        usual_ones = np.isin(paths, often)
        places = zip(rows[usual_ones].tolist(), paths[usual_ones].tolist(), strict=True)
        for reading in read_attributes(texts.page, places):
            if reading.nth == 1:
                by_path.setdefault(reading.path, {})[number] = reading
    usual = {path: own for path, own in by_path.items() if is_usual(own, len(collected))}
    if not usual:
        return []
    pictures = [_picture_rows(texts.page, rows) for texts, rows in zip(collected, rows_of, strict=True)]
    return [
        TextGroup(path, "", False, 1, own, take=SRC)
        for path, own in usual.items()
        if sum(reading.row in pictures[number] for number, reading in own.items()) >= PICTURES * len(own)
    ]


def _picture_rows(page: Page, rows: NDArray[np.int64]) -> set[int]:
    """The rows of images that are pictures by what they say of themselves."""
    with kernel_call():
        return set(pictures_among(page.table, rows))


def is_usual(readings: Mapping[int, LabelledText], pages: int) -> bool:
    """Whether many pages have an image in a place, most of them one of their own."""
    files = {file_name(reading.value) for reading in readings.values()}
    return 1 < len(readings) >= PRESENCE * pages and len(files) >= max(2, DIFFERS * len(readings))


def is_own(pages: Sequence[Page], group: TextGroup) -> bool:
    """Whether the images of a place are the pages' own: no sign, no teaser of another page, in no menu and no aside."""
    if is_elsewhere(pages, group.readings):
        return False
    readings = group.readings.items()
    others = sum(is_sign(reading.value) or is_beside(pages[page], reading.row) for page, reading in readings)
    return len(readings) - others >= PICTURES * len(readings)


def is_sign(address: str) -> bool:
    """Whether the file of an image is called a logo or the like."""
    return not NO_PICTURES.isdisjoint(words_of(urlsplit(address).path.rpartition("/")[2].rpartition(".")[0]))


def is_beside(page: Page, row: int) -> bool:
    """Whether an element around an image links to another page, is an aside, or is called a logo, a share and so on."""
    rows = [row, *page.ancestors(row)[:STEPS]]
    for above, is_junk in zip(rows, junk_names(page.table, rows), strict=True):
        tag = page.tag_name(above)
        if tag in ("body", "html", "main", "article"):
            break
        if tag == "aside" or is_junk or (tag == "a" and leads_away(page, above)):
            return True
    return False


def leads_away(page: Page, row: int) -> bool:
    """Whether a link leads to another page: neither to the picture itself nor to the page that it stands on."""
    address = Addresses(page).resolve(page.attribute(row, "href")).partition("#")[0]
    return bool(address) and not is_image_file(address) and address not in (page.url, declared_url(page))


def agreement(group: TextGroup, metadata: Mapping[int, Metadata]) -> float:
    """Share of the pages that declare a picture and show it in the place of the group."""
    declared = {page: data.image.value for page, data in metadata.items() if data.image}
    same = [_file(group.readings[page].value) == _file(declared[page]) for page in declared if page in group.readings]
    return sum(same) / len(declared) if declared else 0.0


def declared_images(collected: Sequence[Texts]) -> TextGroup | None:
    """What the heads declare under the first name that tells most pages apart."""
    groups: dict[tuple[int, str], dict[int, LabelledText]] = {}
    for number, texts in check_deadline(enumerate(collected)):
        metas = texts.page.rows_of("meta")[:MAX_METAS]
        for reading in read_attributes(texts.page, zip(metas.tolist(), texts.paths[metas].tolist(), strict=True)):
            if reading.label in DECLARED and reading.nth_under == 1 and not is_sign(reading.value):
                groups.setdefault((reading.path, reading.label), {})[number] = reading
    usual = [
        TextGroup(path, label, True, 1, own, take=CONTENT)
        for (path, label), own in groups.items()
        if is_usual(own, len(collected))
    ]
    return min(usual, key=lambda group: DECLARED.index(group.label), default=None)


def _file(address: str) -> str:
    return file_name(address).rpartition("/")[2]


def _first_row(group: TextGroup) -> int:
    return min(group.readings.items())[1].row
