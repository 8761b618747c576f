"""JSON in scripts, read with patience: much of it is not JSON. Nothing is ever run."""

import json
import re
from typing import Any

from weft.deadline import check_time
from weft.late_patterns import late_pattern
from weft.metadata.values import read_entities

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
