"""Names of fields: what the page prints before the value, else what its mark-up calls it, else the tag."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from weft.content import Field, Metadata
from weft.dates import normalise_date
from weft.deadline import in_time
from weft.page import Page
from weft.templates.fields import COLONS, MAX_LABEL_LENGTH, LabelledText, squeeze
from weft.templates.locator import TEXT, Locator, Step

NEAR = 3  # steps up from a value to the element that holds its label too: text, cell, table row
MAX_NAME = 40  # characters
STEPS_NAMED = 3  # steps above a text whose tokens still speak of it alone
AFFIX_SHARE = 0.8  # of the pages print an affix; a page without value may print "none"
MIN_VALUES = 3  # different values; two may share words by chance
SEPARATORS = ":：|•·»›>-–—/"  # what stands between a value and what a template prints beside it
BYLINE_WORDS = frozenset("by posted on published written updated author from date in 作者 来源 发布于 发表于".split())
MAX_DATE_LENGTH = 60  # characters
AUTHOR_LABELS = frozenset("by author authors written_by posted_by von autor par auteur por 作者 文".split())
AUTHOR_TOKENS = frozenset("author byline p-author author-name entry-author post-author".split())
MEANING_SHARE = 0.6  # of the pages agree with the metadata, which is itself wrong at times
DULL_TAGS = frozenset("a b i u em strong font span nobr small big tbody center br div p td tr table".split())


def name_readings(pages: Sequence[Page], readings: dict[int, LabelledText], path: Locator) -> str:
    """The name of a slot; not unique yet."""
    labels = Counter(printed_label(pages[page], reading) for page, reading in readings.items())
    label, count = labels.most_common(1)[0]
    if label and count * 2 > len(readings):
        return label
    page, reading = next(iter(readings.items()))
    return item_property(pages[page], reading.row) or token_name(path) or tag_name(path)


def printed_label(page: Page, reading: LabelledText) -> str:
    """The label of a value as a name, empty where the last label is no label of this value.

    With a colon it is one. Without, nothing may stand between them, and they must share a near element such as a table
    row: else the last label is only the end of the menu.
    """
    label = reading.label.rstrip("".join(COLONS) + " ")
    if reading.label_row < 0 or not any(map(str.isalpha, label)) or len(label) > MAX_LABEL_LENGTH:
        return ""
    between = int(np.count_nonzero(page.chars[reading.label_row : reading.row]))
    if label != reading.label or (between <= 1 and _share_element(page, reading)):
        return slug(label)
    return ""


def _share_element(page: Page, reading: LabelledText) -> bool:
    above = reading.row
    for _ in range(NEAR):
        above = max(int(page.parent[above]), 0)
        if above <= reading.label_row < page.end[above]:
            return page.tag_names[page.tag[above]] not in ("body", "html")
    return False


def item_property(page: Page, row: int) -> str:
    """The microdata name of the element that holds the row and nothing else."""
    for above in (row, *page.ancestors(row)[:STEPS_NAMED]):
        if name := page.attribute(above, "itemprop"):
            return slug(name)
    return ""


def token_name(path: Locator) -> str:
    """The id, else the first class, of the last steps, innermost first; of `ctl00_Main_lblPrice` the last part."""
    for step in last_steps(path):
        for mark in (step.id, *step.classes):
            name = slug(mark.lstrip("#.").split("_")[-1])
            if any(map(str.isalpha, name)) and len(name) > 1:
                return name
    return ""


def tag_name(path: Locator) -> str:
    """The last tag that says something, else `text`."""
    return next((step.tag for step in last_steps(path) if step.tag not in DULL_TAGS), "text")


def last_steps(path: Locator) -> Sequence[Step]:
    """The steps that may name a value, innermost first: those of so many elements above it, and its own."""
    return path.steps[: -STEPS_NAMED - (path.take != TEXT) - 1 : -1]


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
    for name in in_time(names):
        number, candidate = 1, name
        while candidate in used:
            number += 1
            candidate = f"{name}_{number}"
        used.add(candidate)
        unique.append(candidate)
    return unique


def find_affixes(values: Sequence[str]) -> tuple[str, str]:
    """What the template prints before and after the values in the same text, up to a separator or as a byline.

    >>> find_affixes(["By Ann Lee |", "By Bo Ek |", "By Cy Day |"])
    ('By', '|')
    """
    if len(set(values)) < MIN_VALUES:
        return "", ""
    prefix = _common(head for value in values for head in _heads(value))
    suffix = _common(tail for value in values for tail in _tails(value))
    least = AFFIX_SHARE * len(values)
    before = prefix[0] if prefix[1] >= least else ""
    return before, suffix[0] if suffix[1] >= least else ""


def _common(affixes: Iterable[str]) -> tuple[str, int]:
    """The most frequent affix, of equals the longest, and its count."""
    counts = Counter(affix for affix in affixes if not any(map(str.isdigit, affix)))
    return max(counts.items(), key=lambda item: (item[1], len(item[0])), default=("", 0))


def _heads(value: str) -> list[str]:
    words = value.split(" ")
    heads = []
    bylines = True
    for number, word in enumerate(words[:-1], start=1):
        bylines = bylines and word.lower().rstrip(":：") in BYLINE_WORDS
        if bylines or word[-1:] in tuple(SEPARATORS):
            heads.append(" ".join(words[:number]))
    return heads[:4]


def _tails(value: str) -> list[str]:
    """What may follow a value: a separator and more, the label of the next value, the mark of a heading's link."""
    words = value.split(" ")
    places = [position for position in range(len(words) - 1, 0, -1) if words[position][0] in SEPARATORS][:2]
    if value.endswith(COLONS) or words[-1].lower() in BYLINE_WORDS:
        places.append(len(words) - 1)
    tails = [" ".join(words[position:]) for position in places if position]
    if value[-1:] == "¶" or unicodedata.category(value[-1:] or " ") == "Co":
        tails.append(value[-1])
    return tails


def find_meaning(name: str, slots: Sequence[dict[int, str]], metadata: dict[int, Metadata]) -> int:
    """Which slot holds the title, author or date: the one that agrees with the metadata most often; -1 for none.

    `slots` are values by page, the better ones first; `metadata` is by page too.
    """
    fields = {page: field for page, data in metadata.items() if (field := getattr(data, name))}
    if not slots or len(fields) < 2:
        return -1
    agreeing = [
        sum(agrees(name, values[page], fields[page]) for page in values.keys() & fields.keys()) for values in slots
    ]
    best = int(np.argmax(agreeing))
    return best if agreeing[best] >= max(2, MEANING_SHARE * len(fields)) else -1


def agrees(name: str, value: str, field: Field) -> bool:
    """Whether a slot's value is what the metadata says; of dates one may be less exact."""
    if name != "date":
        return squeeze(field.value).casefold() == value.casefold()
    date = read_date(value)
    return bool(date) and (field.value.startswith(date) or date.startswith(field.value))


def read_date(value: str) -> str:
    """The day of a value that is a date and little else, as ISO 8601."""
    return normalise_date(value)[:10] if len(value) <= MAX_DATE_LENGTH and any(map(str.isdigit, value)) else ""


def is_the_sites(name: str, metadata: dict[int, Metadata]) -> bool:
    """Whether the metadata says the same title or author on most pages: then it may speak of the site."""
    values = [field.value for data in metadata.values() if (field := getattr(data, name))]
    return name != "date" and len(set(values)) * 2 <= len(values)


def looks_like(name: str, page: Page, reading: LabelledText, value: str) -> bool:
    """Whether a value looks like a title (in a heading), a date, or an author (by its label or class)."""
    above = [reading.row, *page.ancestors(reading.row)[:2]]
    if name == "title":
        return any(page.tag_name(row) in ("h1", "h2") for row in above)
    if name == "date":
        return len(read_date(value)) == len("2022-09-04")
    tokens = {token for row in above for token in page.classes(row)}
    return len(value) <= MAX_LABEL_LENGTH and (
        printed_label(page, reading) in AUTHOR_LABELS or bool(tokens & AUTHOR_TOKENS)
    )
