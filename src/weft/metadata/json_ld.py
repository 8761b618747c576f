"""Data in scripts: JSON-LD (schema.org in `script type="application/ld+json"`), and content that is only in data.

JSON is read with patience: much of it is not JSON.
"""

import json
import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

from weft.content import Field
from weft.deadline import check_time, in_time, within
from weft.metadata.values import Candidates, add, join_authors, read_entities
from weft.page import Page

MAX_CHARS = 500_000  # of one script
MAX_SCRIPTS = 20
MAX_OBJECTS = 2_000  # looked at in all
MAX_VALUES = 30  # of one list: authors, tags, pictures

_WRAPPER = re.compile(
    r"^\s*+(?://\s*+)?(?:<!--|<!\[CDATA\[|/\*\s*+<!\[CDATA\[\s*+\*/)"
    r"|(?://\s*+)?(?:-->|\]\]>|/\*\s*+\]\]>\s*+\*/)\s*+;?\s*+$"
)
# Strings are kept whole, so that nothing inside them is taken for a comment or a comma too many. What is never closed
# runs to the end, so that the search stays linear.
_REPAIR = re.compile(r'("(?:[^"\\]|\\.)*+"?)|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|//[^\n]*+|,(?=\s*+[}\]])', re.DOTALL)
_GAP = re.compile(r"[\s,;]*+")
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')

MAIN_TYPES = frozenset(
    "article posting report review question medicalwebpage recipe howto podcastepisode videoobject book course event "
    "product productgroup softwareapplication dataset movie musicrecording".split()
)
SCHEMA_PAGE_TYPES = frozenset(
    "webpage itempage aboutpage faqpage qapage contactpage profilepage collectionpage checkoutpage".split()
)
_INTO = ("@graph", "mainEntity", "mainEntityOfPage")  # what these hold is what the page is about

Object = dict[str, Any]
MIN_WORDS = 40  # a shorter text says no more than the description does
MAX_STRINGS = 50_000  # of one script
BODIES = ("articleBody", "text", "reviewBody", "description")  # schema.org's names, the fullest first


def read_json_ld(page: Page) -> Candidates:
    """The fields of the page's main object; the objects of the page and of the site fill its gaps."""
    candidates: Candidates = {}
    objects: list[tuple[Object, int]] = []
    for row in in_time(_script_rows(page)):
        objects += [(item, row) for value in parse_json(page.text(row)) for item in _objects(value)]
    by_id = {item["@id"]: item for item, _ in reversed(objects) if isinstance(item.get("@id"), str) and len(item) > 1}
    for item, row in in_time(sorted(objects, key=lambda entry: _rank(entry[0]))):
        _read_object(item, row, by_id, candidates)
    return candidates


def _script_rows(page: Page) -> list[int]:
    rows = page.rows_of("script")[:MAX_OBJECTS].tolist()
    return [row for row in rows if "ld+json" in (page.attribute(row, "type") or "").lower()][:MAX_SCRIPTS]


def parse_json(text: str) -> list[Any]:
    """The values of a text that should be JSON. Broken syntax is mended; values that cannot be mended are left out.

    >>> parse_json('<!-- {"a": 1,} {"b": "x // y"} // end -->')
    [{'a': 1}, {'b': 'x // y'}]
    """
    if len(text) > MAX_CHARS:
        return []
    text = text.strip().lstrip("\ufeff")
    if text[:1] not in ("{", "[") or text[-1:] not in ("}", "]"):
        text = _WRAPPER.sub("", text)
    return _decode(text) or _decode(_mend(text)) or _decode(_mend(read_entities(text)))


def _mend(text: str) -> str:
    return _REPAIR.sub(lambda match: _BAD_ESCAPE.sub("", match[1]) if match[1] else "", text)


def _decode(text: str) -> list[Any]:
    """Value after value, because some pages write several in one script, up to the first that is broken."""
    decoder = json.JSONDecoder(strict=False)
    values: list[Any] = []
    position = 0
    while len(values) < MAX_SCRIPTS:
        check_time()
        try:
            value, position = decoder.raw_decode(text, _gap_end(text, position))
        except (ValueError, RecursionError):
            break
        values.append(value)
    return values


def _gap_end(text: str, position: int) -> int:
    gap = _GAP.match(text, position)
    return gap.end() if gap else position


def _objects(value: Any) -> Iterator[Object]:
    """The objects that a page is about: lists, graphs and main entities are opened, side matters are not."""
    queue = deque([value])
    for _ in in_time(range(MAX_OBJECTS)):
        if not queue:
            return
        value = queue.popleft()
        if isinstance(value, list):
            queue += value[: MAX_OBJECTS - len(queue)]
        elif isinstance(value, dict):
            yield value
            queue += [value[key] for key in _INTO if isinstance(value.get(key), dict | list)]


def _types(item: Object) -> list[str]:
    types = item.get("@type", "")
    names = types if isinstance(types, list) else [types]
    return [name.rsplit("/", 1)[-1].lower() for name in names if isinstance(name, str)]


def _rank(item: Object) -> int:
    """0 for what a page may be about, 1 for the page itself, 2 for the rest."""
    types = _types(item)
    if any(name in MAIN_TYPES or name.endswith(("article", "posting")) for name in types):
        return 0
    return 1 if any(name in SCHEMA_PAGE_TYPES for name in types) else 2


def _read_object(item: Object, row: int, by_id: dict[str, Object], candidates: Candidates) -> None:
    rank, types = _rank(item), _types(item)
    if rank == 2:
        if "website" in types:
            _add(candidates, "site_name", item.get("name"), row)
        return
    for name in ("headline", "name") if rank == 0 else ("name",):
        _add(candidates, "title", item.get(name), row)
    _add(candidates, "date", item.get("datePublished") or item.get("dateCreated") or item.get("uploadDate"), row)
    _add(candidates, "modified", item.get("dateModified"), row)
    _add(candidates, "language", item.get("inLanguage"), row)
    _add(candidates, "description", item.get("description"), row)
    _add(candidates, "image", item.get("image") or item.get("thumbnailUrl"), row, key="url")
    _add(candidates, "site_name", item.get("publisher"), row)
    _add(candidates, "url", item.get("url") or item.get("mainEntityOfPage"), row, key="@id")
    names = _names(item.get("author") or item.get("creator"), by_id)
    add(candidates, "author", Field(value=join_authors(names), row=row, source="json-ld"))
    for tag in in_time(_tags(item.get("keywords"))):
        add(candidates, "tags", Field(value=tag, row=row, source="json-ld"))


def _add(candidates: Candidates, name: str, value: Any, row: int, key: str = "name") -> None:
    """The first string in a value: itself, the head of a list, or the `key` or name of an object."""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = value.get(key) or value.get("name") or value.get("alternateName") or value.get("@value") or ""
    if isinstance(value, str):
        add(candidates, name, Field(value=value, row=row, source="json-ld"))
    elif isinstance(value, int) and not isinstance(value, bool) and name in ("date", "modified"):
        add(candidates, name, Field(value=str(value), row=row, source="json-ld"))


def _names(value: Any, by_id: dict[str, Object]) -> list[str]:
    """The names in an author: a string, an object, a reference to one, or a list of these."""
    names: list[str] = []
    for entry in (value if isinstance(value, list) else [value])[:MAX_VALUES]:
        if isinstance(entry, dict) and "name" not in entry:
            reference = entry.get("@id")
            entry = by_id.get(reference, {}) if isinstance(reference, str) else {}
        name = entry.get("name") if isinstance(entry, dict) else entry
        names += [text for text in (name if isinstance(name, list) else [name]) if isinstance(text, str)]
    return names


def _tags(value: Any) -> list[str]:
    entries = value if isinstance(value, list) else [value]
    return [tag for entry in entries[:MAX_VALUES] if isinstance(entry, str) for tag in entry.split(",")]


def find_embedded(page: Page) -> str:
    """The longest text in the page's data, as HTML or plain text; empty where there is none worth showing.

    >>> from weft import parse
    >>> body = "The weaver put the last threads on the loom before it grew dark. " * 4
    >>> page = parse('<script type="application/ld+json">{"articleBody": "%s"}</script>' % body)
    >>> find_embedded(page) == body
    True
    """
    with within(page.seconds):
        for kind in ("application/ld+json", "application/json"):
            longest = max(_texts(page, kind), key=len, default="")
            if len(longest.split()) >= MIN_WORDS or (len(longest) >= 4 * MIN_WORDS and not longest.isascii()):
                return longest
        return ""


def _texts(page: Page, kind: str) -> Iterator[str]:
    for row in in_time(page.rows_of("script").tolist()):
        if (page.attribute(row, "type") or "").strip().lower() == kind:
            for value in in_time(parse_json(page.text(row)[: 4 * MAX_CHARS])):
                yield from islice(_strings(value, only=BODIES if "ld" in kind else ()), MAX_STRINGS)


def _strings(value: Any, *, only: tuple[str, ...]) -> Iterator[str]:
    """The strings in a value that read like content; `only` limits them to these names of objects."""
    queue = deque([("", value)])
    while queue:
        check_time()
        name, value = queue.popleft()
        if isinstance(value, dict):
            queue += value.items()
        elif isinstance(value, list):
            queue += [(name, entry) for entry in value]
        elif isinstance(value, str) and (name in only or (not only and _reads_like_text(value))):
            yield value


def _reads_like_text(value: str) -> bool:
    """Sentences, not a program, a style sheet or an address."""
    head = value[:2000]
    return len(head) > 200 and "{" not in head and (head.count(" ") > len(head) / 12 or "。" in head)
