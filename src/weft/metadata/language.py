"""The language of a page: what it declares, unless its script says otherwise; a guess where it declares none."""

import re

from weft import _native
from weft.content import Field
from weft.metadata.values import clean_language
from weft.page import Page

SAMPLE = 4_000  # characters of visible text that a guess is made from
CONFIDENT = 0.5
LEAST = 40  # characters below which a guess is worth nothing

_OTHER_SCRIPT = {
    "zh": re.compile("[\u4e00-\u9fff]"),
    "ja": re.compile("[\u3040-\u30ff]"),
    "ko": re.compile("[\uac00-\ud7af]"),
    "ru": re.compile("[\u0400-\u04ff]"),
    "ar": re.compile("[\u0600-\u06ff]"),
}
_LATIN = frozenset("en de fr es it pt nl pl cs sv da nb no fi tr ro hu vi id ca".split())


def find_language(page: Page, declared: list[Field]) -> Field:
    """The declared language as its primary subtag; else the language guessed from the text."""
    named = [
        Field(value=code, row=field.row, source=field.source)
        for field in declared
        if (code := clean_language(field.value))
    ]
    sample = _sample(page)
    if named and not _contradicts(named[0].value, sample):
        return named[0]
    code, confidence = _native.guess_language(sample) if len(sample) >= LEAST else ("", 0.0)
    if code and confidence >= CONFIDENT:
        return Field(value=code, source="guessed")
    return named[0] if named else Field()


def _sample(page: Page) -> str:
    """Visible text from the middle of the page, where menus are fewest."""
    text = page.source
    blocks = page.blocks
    if not len(blocks):
        return ""
    middle = int(blocks.table.block_text_start[len(blocks) // 3])
    return text[middle : middle + SAMPLE].decode(errors="ignore")


def _contradicts(code: str, sample: str) -> bool:
    """Whether a language written in Latin letters is declared for a text that mostly is not."""
    if code not in _LATIN or sample.isascii() or len(sample) < LEAST:
        return False
    return any(len(script.findall(sample)) > len(sample) / 3 for script in _OTHER_SCRIPT.values())
