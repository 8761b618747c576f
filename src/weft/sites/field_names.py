"""Names of fields: what the page prints before the value or calls it in its data, else its type and place.

A class or an id alone is no name: `zmp`, `lbl3` and `blue` say nothing. It is one only where it is made of a word that
pages use for such a value (`class="cuisine"`), the element holds that value alone, and the type agrees.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from weft.content import DATE, EMAIL, PHONE, PLACE, RATING, URL
from weft.deadline import check_deadline
from weft.metadata.json_ld import linked_values
from weft.page import Page
from weft.sites.field_words import word_name
from weft.sites.templates.fields import COLONS, MAX_LABEL_LENGTH, LabelledText, squeeze

NEAR, NEAR_COLON = 3, 5  # steps up from a value to the element that holds its label too: text, cell, table row
MAX_LABEL_WORDS = 5  # of a label without a colon; what is longer is a sentence
MAX_NAME = 40  # characters
MAX_BETWEEN = 2  # signs between a label and its value
MAX_PROPERTY_TEXTS = 2  # of an element whose microdata name speaks of one value
INNER_PROPERTIES = frozenset({"name", "value", "url"})  # say less than the property around them
STEPS_NAMED = 3  # steps above a text whose marks still speak of it alone
NAME_SHARE = 0.5  # of the pages say the name
MAX_LINKED = 2_000  # strings of a page's JSON-LD

PAIR_TAGS = frozenset({"th", "dt", "label"})
STRONG_TAGS = frozenset({"b", "strong", "em", "i", "u"})
HEADING_TAGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
CELL = "td"

LABEL, PROPERTY, SPOKEN, TOGETHER, WORD, TYPE, BESIDE, PLACED = 3.0, 3.0, 2.5, 2.2, 2.0, 1.6, 1.4, 1.0
"""How far a name is trusted: a label of a pair, the page's data, an `aria-label`, the only other text of an element, a
known word, the type, a text just before, the place."""

NAME_OF_TYPE = {PHONE: "phone", EMAIL: "email", URL: "website", PLACE: "address", RATING: "rating", DATE: "date"}


class Name(NamedTuple):
    """A name, and how far it is trusted; not unique yet."""

    text: str
    trust: float


def name_readings(
    pages: Sequence[Page], readings: Mapping[int, LabelledText], kind: str, linked: Sequence[Mapping[str, str]]
) -> Name:
    """The name of a slot by what stands on most of its pages; `linked` are the JSON-LD names by value, of each page."""
    sources: tuple[tuple[float, Callable[[int, LabelledText], str]], ...] = (
        (LABEL, lambda page, one: printed_label(pages[page], one) if is_pair(pages[page], one) else ""),
        (PROPERTY, lambda page, one: item_property(pages[page], one.row)),
        (PROPERTY, lambda page, one: linked[page].get(one.value.casefold(), "") if page < len(linked) else ""),
        (SPOKEN, lambda page, one: spoken_name(pages[page], one)),
        (TOGETHER, lambda page, one: other_text(pages[page], one) or strong_label(pages[page], one)),
        (WORD, lambda page, one: word_name(pages[page], one.row, kind)),
        (TYPE, lambda page, one: NAME_OF_TYPE.get(kind, "")),
        (BESIDE, lambda page, one: printed_label(pages[page], one)),
    )
    for trust, read in sources:
        if name := _most_said((read(page, one) for page, one in readings.items()), len(readings)):
            return Name(name, trust)
    page, reading = next(iter(readings.items()))
    return Name(place_name(pages[page], reading.row), PLACED)


def _most_said(names: Iterable[str], pages: int) -> str:
    """The name that most pages say, empty where none is; the rest is not read where no name can come so far."""
    counts: Counter[str] = Counter()
    most, left = 0, pages
    for name in names:
        left -= 1
        if name:
            counts[name] += 1
            most = max(most, counts[name])
        if most + left <= NAME_SHARE * pages:
            return ""
    return counts.most_common(1)[0][0] if counts else ""


def printed_label(page: Page, reading: LabelledText) -> str:
    """The label of a value as a name, empty where the last label is no label of this value.

    Nothing may stand between them, and they must share a near element such as a table row: else the last label is only
    the end of the menu. Without a colon it is no link, which would be a button or a menu, and no sentence.
    """
    label = reading.label.rstrip("".join(COLONS) + " ")
    if reading.label_row < 0 or not any(map(str.isalpha, label)) or len(label) > MAX_LABEL_LENGTH:
        return ""
    if reading.label_row == reading.row:
        return _as_name(label)
    if squeeze(page.text(reading.label_row)) != reading.label:  # that text has a value of its own
        return ""
    has_colon = label != reading.label
    tags = {page.tag_name(above) for above in page.ancestors(reading.label_row)[:2]}
    near = NEAR_COLON if has_colon or tags & HEADING_TAGS else NEAR
    if _words_between(page, reading) or not _share_element(page, reading, near):
        return ""
    is_plain = not page.in_link[reading.label_row] and len(label.split()) <= MAX_LABEL_WORDS and label[-1] not in ".!?"
    return _as_name(label) if has_colon or is_plain else ""


def _as_name(label: str) -> str:
    """A label as a name; a single letter says nothing."""
    name = slug(label)
    return name if len(name) > 1 or not name.isascii() else ""


def _words_between(page: Page, reading: LabelledText) -> bool:
    """Whether words stand between a label and its value; signs may."""
    between = np.flatnonzero(page.chars[reading.label_row + 1 : reading.row]) + reading.label_row + 1
    return len(between) > MAX_BETWEEN or any(any(map(str.isalnum, page.text(row))) for row in between.tolist())


def is_pair(page: Page, reading: LabelledText) -> bool:
    """Whether a value and its label are a pair: by a colon, by `th`, `dt` or `label`, or as two cells of a row."""
    if reading.label.endswith(COLONS):
        return True
    around = page.ancestors(reading.label_row)
    if PAIR_TAGS.intersection(page.tag_name(above) for above in around[:NEAR]):
        return True
    both = next((above for above in around if page.end[above] > reading.row), 0)
    cells = [above for above in around if above > both and page.tag_name(above) == CELL]
    if cells and int(page.parent[cells[-1]]) == both:
        siblings = [child for child in page.children(both) if page.tag_name(child) == CELL]
        return cells[-1] == siblings[0] and len(siblings) > 1 and siblings[1] <= reading.row < page.end[siblings[1]]
    return False


def other_text(page: Page, reading: LabelledText) -> str:
    """The only other text of a near element, before the value or behind it: `<b>4.2</b> <i>PPG</i>`."""
    if page.tag[reading.row]:  # an element, which holds all its texts
        return ""
    for above in page.ancestors(reading.row)[:NEAR]:
        texts = np.flatnonzero(page.chars[above : page.end[above]]) + above
        if len(texts) == 2:
            row = int(texts[0] if texts[1] == reading.row else texts[1])
            other = squeeze(page.text(row))
            is_label = not page.in_link[row] and any(map(str.isalpha, other)) and other[-1] not in ".!?"
            is_short = len(other.split()) <= MAX_LABEL_WORDS and len(other) <= MAX_LABEL_LENGTH
            return _as_name(other) if is_label and is_short else ""
        if len(texts) > 2:
            break
    return ""


def strong_label(page: Page, reading: LabelledText) -> str:
    """The label of a value where it is set off by its type and the value is not: `<b>Height</b> 6-9<br>`."""
    if reading.label_row < 0 or page.tag[reading.row]:
        return ""
    label, value = (
        {page.tag_name(above) for above in page.ancestors(row)[:2]} for row in (reading.label_row, reading.row)
    )
    return printed_label(page, reading) if label & STRONG_TAGS and not value & STRONG_TAGS else ""


def _share_element(page: Page, reading: LabelledText, near: int) -> bool:
    above = reading.row
    for _ in range(near):
        above = max(int(page.parent[above]), 0)
        if above <= reading.label_row < page.end[above]:
            return page.tag_names[page.tag[above]] not in ("body", "html")
    return False


def item_property(page: Page, row: int) -> str:
    """The microdata name of the element that holds the row and little else; of a name within an author `author`."""
    inner = ""
    properties = page.values("itemprop")
    if not properties:
        return ""
    for above in (row, *page.ancestors(row)[:STEPS_NAMED]):
        if np.count_nonzero(page.chars[above : page.end[above]]) > MAX_PROPERTY_TEXTS:
            break
        if words := properties.get(above, "").split():
            inner = slug(_hump(words[0]))
            if inner not in INNER_PROPERTIES:
                break
    return inner


def spoken_name(page: Page, reading: LabelledText) -> str:
    """What a screen reader says before the value; what repeats the value says nothing."""
    labels = page.values("aria-label")
    for above in page.ancestors(reading.row)[:2] if labels else ():
        label = squeeze(labels.get(above, ""))
        label = label.replace(reading.value, "").strip(" " + "".join(COLONS))
        if label and len(label) <= MAX_LABEL_LENGTH and len(label.split()) <= MAX_LABEL_WORDS:
            return slug(label)
    return ""


def linked_names(page: Page) -> dict[str, str]:
    """The names that the page's JSON-LD gives to its strings and numbers: of `brand: {name: …}` it is `brand`."""
    names: dict[str, str] = {}
    queue: list[tuple[str, Any]] = [("", value) for value in linked_values(page)]
    while queue and len(names) < MAX_LINKED:
        key, value = queue.pop()
        if isinstance(value, dict):
            queue += [(key if own in ("name", "value") and key else own, one) for own, one in value.items()]
        elif isinstance(value, list):
            queue += [(key, one) for one in value[:MAX_LINKED]]
        elif isinstance(value, str | int | float) and key and not key.startswith("@") and len(str(value)) > 1:
            names.setdefault(squeeze(str(value)).casefold(), slug(_hump(key)))
    return names


def _hump(key: str) -> str:
    """The words of a key such as `datePublished`, apart."""
    return "".join(f" {letter}" if letter.isupper() else letter for letter in key)


def place_name(page: Page, row: int) -> str:
    """What a value without any name is: a `heading`, an item of a list, or just `text`."""
    tags = [page.tag_name(above) for above in page.ancestors(row)[:STEPS_NAMED]]
    return "heading" if any(tag in ("h2", "h3", "h4", "h5") for tag in tags) else "item" if "li" in tags else "text"


def slug(text: str) -> str:
    """A name: lower-case words joined by `_`.

    >>> slug("ISBN-13:")
    'isbn_13'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return "_".join(words)[:MAX_NAME].strip("_")


def make_unique(names: Iterable[str]) -> list[str]:
    """The names in order; one that was there before gets a number."""
    used: set[str] = set()
    unique = []
    for name in check_deadline(names):
        number, candidate = 1, name
        while candidate in used:
            number += 1
            candidate = f"{name}_{number}"
        used.add(candidate)
        unique.append(candidate)
    return unique
