"""Values as a page writes them, made clean: texts and addresses.

JSON in scripts, read with patience: much of it is not JSON. Nothing is ever run.
"""

import html
import json
import re
from typing import Any

from weft.addresses import WEB_SCHEMES, safe_address
from weft.deadline import check_time
from weft.late_patterns import late_pattern
from weft.page import Page

MAX_LENGTH = 500  # characters of a value; a description is the longest that is any use
READ_LENGTH = 8 * MAX_LENGTH  # characters that are read of it: white space goes
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\ufeff"))  # marks of where a word may break


def clean_text(text: str) -> str:
    """A text with its entities read and its white space single, no longer than `MAX_LENGTH`.

    >>> clean_text(" Tom &amp;amp; \\n Jerry ")
    'Tom & Jerry'
    """
    if len(text) <= MAX_LENGTH and "&" not in text and text.isascii():
        return " ".join(text.split())  # as most texts are
    text = _visible(text[:READ_LENGTH])
    if "&" in text:
        text = _visible(read_entities(read_entities(text)))
    text = " ".join(text.split())
    return text if len(text) <= MAX_LENGTH else text[:MAX_LENGTH].rsplit(" ", 1)[0]


def _visible(text: str) -> str:
    """A text without marks of where a word may break."""
    return text if text.isascii() else text.translate(_INVISIBLE)


def read_entities(text: str) -> str:
    """A text with its entities as characters, as far as they can be read: Python refuses numbers of 5,000 digits.

    >>> read_entities("&eacute;&#233;"), read_entities("&#" + "9" * 5_000)[:4]
    ('éé', '&#99')
    """
    try:
        return html.unescape(text)
    except ValueError:
        return text


def first_text(page: Page, row: int, length: int) -> str:
    """The first characters of the text under a row; no more of it is read: rows that nest share their text."""
    start, end = page.table.text_start[row], page.table.text_end[row]
    return page.text_bytes[start : min(end, start + 4 * length)].decode(errors="ignore")[:length]


def absolute_url(address: str, base: str) -> str:
    """The absolute address of the web; empty where nobody can follow it."""
    address = safe_address(address, base, schemes=WEB_SCHEMES)
    return address if len(address) <= 4 * MAX_LENGTH else ""


MAX_CHARS = 500_000  # of one script
MAX_VALUES_OF_SCRIPT = 20  # some pages write several in one

_WRAPPER = late_pattern(
    r"^\s*+(?://\s*+)?(?:<!--|<!\[CDATA\[|/\*\s*+<!\[CDATA\[\s*+\*/)"
    r"|(?://\s*+)?(?:-->|\]\]>|/\*\s*+\]\]>\s*+\*/)\s*+;?\s*+$"
)
# Strings are kept whole, so that nothing inside them is taken for a comment or a comma too many. What is never closed
# runs to the end, so that the search stays linear.
_REPAIR = late_pattern(r'("(?:[^"\\]|\\.)*+"?)|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|//[^\n]*+|,(?=\s*+[}\]])', re.DOTALL)
_GAP = late_pattern(r"[\s,;]*+")
_BAD_ESCAPE = late_pattern(r'\\(?!["\\/bfnrtu])')

# What a program writes where JSON has no word; strings are kept whole here too.
_NO_VALUE = late_pattern(r'("(?:[^"\\]|\\.)*+"?)|\b(?:undefined|NaN|Infinity|void 0)\b', re.DOTALL)
_PARSED = late_pattern(r"""JSON\.parse\(\s*+(?:"((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)')""", re.DOTALL)
_ESCAPE = late_pattern(r'\\x([0-9A-Fa-f]{2})|\\(.)|"', re.DOTALL)


_DECODER = json.JSONDecoder(strict=False)


def parse_json(text: str, *, max_chars: int = MAX_CHARS) -> list[Any]:
    """The values of a text that should be JSON. Broken syntax is mended; values that cannot be mended are left out.

    A text of more than `max_chars` has none.

    >>> parse_json('<!-- {"a": 1,} {"b": "x // y"} // end -->')
    [{'a': 1}, {'b': 'x // y'}]
    """
    if len(text) > max_chars:
        return []
    text = text.strip().lstrip("\ufeff")
    if text[:1] not in ("{", "[") or text[-1:] not in ("}", "]"):
        text = _WRAPPER.sub("", text)
    return _decode(text) or _decode(_mend(text)) or _decode(_mend(read_entities(text)))


def _mend(text: str) -> str:
    return _REPAIR.sub(lambda match: _BAD_ESCAPE.sub("", match[1]) if match[1] else "", text)


def _decode(text: str, *, most: int = MAX_VALUES_OF_SCRIPT) -> list[Any]:
    """Value after value, because some pages write several in one script, up to the first that is broken."""
    values: list[Any] = []
    position = 0
    while len(values) < most:
        check_time()
        try:
            value, position = _DECODER.raw_decode(text, _gap_end(text, position))
        except (ValueError, RecursionError):
            break
        values.append(value)
    return values


def _gap_end(text: str, position: int) -> int:
    gap = _GAP.match(text, position)
    return gap.end() if gap else position


def parse_assigned(text: str) -> Any:
    """The value that a text begins with, where a program writes it as JSON, also as `JSON.parse("…")`; else None.

    A function or an expression is not read: it would have to be run.

    >>> parse_assigned('{"a": [1, undefined]}; start()'), parse_assigned("(function(a){return {}}(1))")
    ({'a': [1, None]}, None)
    """
    if packed := _PARSED.match(text):
        text = _read_string(packed[1] or packed[2] or "")
    if text[:1] not in ("{", "["):
        return None
    values = _decode(text, most=1) or _decode(_NO_VALUE.sub(lambda match: match[1] or "null", text), most=1)
    return values[0] if values else None


def _read_string(text: str) -> str:
    """What a program's string says, by the text between its quotes; empty where it cannot be told.

    >>> _read_string("A \\\\x22loom\\\\x22")
    'A "loom"'
    """
    try:
        read = json.loads('"' + _ESCAPE.sub(_json_escape, text) + '"', strict=False)
    except ValueError:
        return ""
    return str(read)


def _json_escape(match: re.Match[str]) -> str:
    """An escape of a program as JSON writes it."""
    if match[1]:
        return f"\\u00{match[1]}"
    return match[0] if match[2] and match[2] in '"\\/bfnrtu' else '\\"' if match[0] == '"' else match[2]
