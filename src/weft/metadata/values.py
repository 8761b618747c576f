"""Values as a page writes them, made clean: text, names, addresses and languages; and the candidates of a field.

JSON in scripts, read with patience: much of it is not JSON. Nothing is ever run.
"""

import html
import json
import re
from functools import lru_cache
from typing import Any

from weft.addresses import WEB_SCHEMES, safe_address
from weft.content import Field
from weft.deadline import check_time
from weft.late_patterns import late_pattern
from weft.page import Page

MAX_LENGTH = 500  # characters of a value; a description is the longest that is any use
READ_LENGTH = 8 * MAX_LENGTH  # characters that are read of it: white space goes
MAX_AUTHORS = 10
MAX_AUTHOR_LENGTH = 80

_BY = late_pattern(
    r"^(?:(?i:(?:(?:written|posted|published|reviewed|reported|created|submitted|compiled|edited|words|story|text|article)"
    r"\s+)?by|authors?|autor(?:in)?|auteur|autore|автор)|von|par|por|door|przez"
    r"|(?:本文)?(?:作者|责任编辑|编辑|记者|撰文|撰稿|文|文字)\s*[:：/／|])\b[\s:：/／|]*|^(?i:by|author)\s*:\s*"
)
_ADDRESS = late_pattern(r"https?://|www\.|(?<=\S)@\S[^\s.]*+\.\S|^/|\.(?:com|org|net)/", re.IGNORECASE)
# What systems write where nobody signed.
_NOBODY = frozenset(
    "admin administrator author authors root user guest unknown anonymous none null undefined editor staff webmaster "
    "wordpress default bluesky mastodon facebook twitter instagram linkedin youtube pinterest whatsapp telegram tiktok "
    "threads reddit xing rss email e-mail guide news 匿名 佚名 管理员 本站 未知 網路 网络".split()
)
_PERSON_END = late_pattern(
    r"\s*(?:[|•·—–(（[【]|\s-\s|, (?:updated|published|posted)|\b(?:updated|published)\b"
    r"|\b(?-i:on)\b(?=\s*$|\s+(?:\d|\w+day\b|\w{3,9}\.?\s+\d))).*",
    re.IGNORECASE,
)
_AGENCY = late_pattern(
    r"(?<=\w{3})(?:(?:,\s*|\s+(?:and|und|et|y|with|mit)\s+)(?i:dpa|afp|apa|epd|kna|ap|sid|reuters|agencies)|\s?/\s?[\w.-]{2,8})$"
)  # behind a name
# "and" parts two names, not "Food and Drug Administration" or "Evaluation and Research".
_AND = late_pattern(r",?\s+(?:[Aa]nd|und|et|y|e|og|och|i|&|im Gespräch mit|in conversation with)\s+")
_LIST = late_pattern(r"\s*[;；、]\s*")
# What pages write instead of a code, and codes that were given up.
WRITTEN_LANGUAGES = {
    "english": "en",
    "german": "de",
    "french": "fr",
    "chinese": "zh",
    "cn": "zh",
    "jp": "ja",
    "in": "id",
    "iw": "he",
}
NO_LANGUAGES = frozenset({"und", "mul", "zxx", "utf", "iso", "gb"})
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\ufeff"))  # marks of where a word may break
MAX_CANDIDATES = 40  # of one field
Candidates = dict[str, list[Field]]


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


def clean_author(text: str) -> str:
    """A person's name without "By", titles of the page or addresses; empty when it names nobody.

    >>> clean_author("By: Jane Doe | 4 May 2022")
    'Jane Doe'
    >>> clean_author("https://facebook.com/jane")
    ''
    """
    text = _BY.sub("", clean_text(text)).strip(" ,:;：-–—|/@·•")
    if _ADDRESS.search(text):
        return ""
    text = _AGENCY.sub("", _PERSON_END.sub("", text)).strip(" ,:;：")
    if not 2 <= len(text) <= MAX_AUTHOR_LENGTH or text.lower() in _NOBODY or not any(char.isalpha() for char in text):
        return ""
    return text


def join_authors(names: list[str]) -> str:
    """Several authors as one value, each once.

    >>> join_authors(["By Ann Lee, Bo Chu and Cy Day", "Ann Lee"])
    'Ann Lee; Bo Chu; Cy Day'
    """
    unique: dict[str, str] = {}
    for name in (clean_author(part) for text in names for part in split_authors(text)):
        unique.setdefault(name.lower(), name)
    return "; ".join([name for name in unique.values() if name][:MAX_AUTHORS])


def split_authors(text: str) -> list[str]:
    """The names in a text; commas and "and" part them only where every side has a first and a last name.

    >>> split_authors("Center for Drug Evaluation and Research")
    ['Center for Drug Evaluation and Research']
    """
    names = []
    for part in _LIST.split(_BY.sub("", clean_text(text))):
        pieces = [piece.strip() for side in _AND.split(part) for piece in side.split(",")]
        full = all(2 <= len(piece.split()) <= 4 for piece in pieces)
        names += pieces if full else [part]
    return names


def absolute_url(address: str, base: str) -> str:
    """The absolute address of the web; empty where nobody can follow it."""
    address = safe_address(address, base, schemes=WEB_SCHEMES)
    return address if len(address) <= 4 * MAX_LENGTH else ""


@lru_cache(maxsize=256)  # each page asks some, and pages repeat them
def clean_language(text: str) -> str:
    """The primary subtag, in lower case: `zh-CN`, `zh_Hant` and `zh` are `zh`; empty when it is no language.

    >>> clean_language("zh-CN")
    'zh'
    """
    subtag = re.split(r"[-_,;\s]", text.strip().lower(), maxsplit=1)[0]
    subtag = WRITTEN_LANGUAGES.get(subtag, subtag)
    return subtag if re.fullmatch("[a-z]{2,3}", subtag) and subtag not in NO_LANGUAGES else ""


def add(candidates: Candidates, name: str, field: Field) -> None:
    """Append a cleaned candidate, unless it is empty."""
    value = clean_text(field.value)
    fields = candidates.setdefault(name, [])
    if value and len(fields) < MAX_CANDIDATES:
        fields.append(field if value == field.value else field.with_value(value))


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
