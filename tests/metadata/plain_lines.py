"""The plain twin of `native/metadata/src/lines.rs`: lines are read whole, whatever signs they have."""

import re

from weft.metadata.author_labels import _by, first_words, labelled_name
from weft.metadata.bylines import _CHINESE_BY, BY, name_beside_date
from weft.metadata.near_title import block_texts
from weft.metadata.page_dates import _SCRIPT_DATE
from weft.metadata.printed_dates import _DIGIT, PUBLISHED
from weft.metadata.values import clean_text
from weft.page import Page
from weft.text import find_dates

FIRST_WORD = re.compile(r"\s*([^\s:：/／]{1,24})")


def visible(page: Page, first: int, most: int, chars: tuple[int, int]) -> list[int]:
    """The first visible blocks behind one of so many characters."""
    blocks, (least, longest) = page.blocks, chars
    fits = [
        index
        for index in range(first, len(blocks))
        if least <= blocks.chars[index] <= longest and not blocks.hidden[index]
    ]
    return fits[:most]


def may_be_labelled(text: str) -> bool:
    """Whether a line begins with the first word of a label."""
    first = FIRST_WORD.match(text)
    return first is not None and first[1].lower() in first_words()


def names_author(page: Page, index: int, *, is_close: bool) -> bool:
    """Whether the reading of a block has anything to begin with."""
    text = clean_text(" ".join(block_texts(page, index)))
    by = BY.search(text)
    says_by = by and (by.start() == 0 or find_dates(text))  # in the middle of a line only beside a date
    found = _CHINESE_BY.search(text) or says_by or labelled_name(text)
    return bool(found or (is_close and name_beside_date(text)))


def has_date(page: Page, index: int) -> bool:
    """Whether a date is found in a block, or in its texts with a space between them."""
    text = clean_text(page.blocks.text(index))
    return bool(_DIGIT.search(text) and (find_dates(text) or find_dates(" ".join(block_texts(page, index)))))


OTHER_DATES = re.compile(rb"(?<![\d/.-])(\d\d?)([/-])(\d\d?)\2(?:19|20)\d\d(?!\d)")


def day_votes(text: bytes) -> int:
    """How many dates put the day first, less those that put the month first; one of the two numbers is over 12."""
    pairs = [(int(match[1]) > 12, int(match[3]) > 12) for match in OTHER_DATES.finditer(text)]
    return sum(first - second for first, second in pairs)


def script_day(text: str) -> str:
    """The first day of publication that a script names."""
    match = _SCRIPT_DATE.search(text)
    return match[1] if match else ""


def has_label(text: str) -> bool:
    """Whether a text begins with a label, or is one."""
    return bool(_by().match(text) or _by().fullmatch(text))


def says_published(text: str) -> bool:
    """Whether a line has a digit and says that something was published."""
    return bool(_DIGIT.search(text) and PUBLISHED.search(text))
