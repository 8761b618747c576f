"""The author's name in a byline."""

import re

import numpy as np

from weft.dates import find_dates
from weft.metadata.values import clean_text, join_authors
from weft.page import Page

MAX_TEXTS = 12  # in one byline
MAX_BYLINE_LENGTH = 120

BY = re.compile(r"(?:^|[\s|•·])(?:written |posted |published |reported |reviewed )?[Bb][Yy]:?\s+(?=[^\W\d_])")
_CONTINUED = re.compile(r"\s*\n\s*(,|&|and|und|et|y)\s*\n\s*")
_LABEL = re.compile(
    r"(?:\w+\s){0,2}(?:by|on|in|via|was|of|from)|authors?|share|follow|(?:last )?updated?|published|contributors?"
    r"|editors?|staff|name|join(?:ed| date)?|posts?|reply|profile|view (?:archive|profile|all posts)|sign in|log in"
    r"|联系作者|楼主|关注",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_][\w.'’\-]*(?:\s(?:[^\W\d_][\w.'’\-]*|&)){0,4}")


def name_under(page: Page, row: int) -> str:
    """The author in the texts under a row, read one a line: elements of a byline often have no space between them."""
    texts = np.flatnonzero(page.tag[row : page.end[row]] == 0)[:MAX_TEXTS] + row
    return name_in("\n".join(text for inner in texts.tolist() if (text := clean_text(page.text(inner)))))


def name_in(text: str) -> str:
    """The author in a byline of one or more lines, without dates, labels and what follows the name."""
    if not text or len(text) > MAX_BYLINE_LENGTH:
        return ""
    text = _CONTINUED.sub(lambda match: f" {match[1]} ", text)
    for line in text.split("\n"):
        by = BY.search(line)
        line = line[by.end() :] if by else line
        dates = find_dates(line)
        name = join_authors([line[: dates[0].start] if dates else line])
        if name and _LABEL.fullmatch(name) is None:
            return name if all(_NAME.fullmatch(part) for part in re.split("[;,] ", name)) else ""
    return ""
