"""JSON-LD: what `script type="application/ld+json"` says of a page in the words of schema.org."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from weft.content import ORGANISATION_KIND, PERSON_KIND, Field, Image, Link
from weft.deadline import check_deadline, kernel_call
from weft.kernel.metadata import linked_scripts
from weft.metadata.values import MAX_CHARS, Candidates, add, join_authors, parse_json
from weft.page import Page
from weft.page.once import once_a_page

MAX_BYTES = 4 * MAX_CHARS  # of one script
MAX_OBJECTS = 2_000  # looked at in all
MAX_VALUES = 30  # of one list: authors, tags, pictures

MAIN_TYPES = frozenset(
    "article posting report review question medicalwebpage recipe howto podcastepisode videoobject book course event "
    "product productgroup softwareapplication dataset movie musicrecording".split()
)
SCHEMA_PAGE_TYPES = frozenset(
    "webpage itempage aboutpage faqpage qapage contactpage profilepage collectionpage checkoutpage".split()
)
MAX_PIXELS = 100_000
_MORE = {
    "licence": "license",
    "access": "isAccessibleForFree",
    "word_count": "wordCount",
    "reading_time": "timeRequired",
}
_FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("title", ("name",)),
    ("date", ("datePublished", "dateCreated", "uploadDate")),
    ("modified", ("dateModified",)),
    ("language", ("inLanguage",)),
    ("description", ("description",)),
    ("site_name", ("publisher",)),
    ("url", ("url", "mainEntityOfPage")),
)
"""The fields that an object tells, and its names for each: the first that says anything counts."""

_KEYS = {"url": "@id", "licence": "@id"}  # where the value is an object, what of it counts before its name
_INTO = ("@graph", "mainEntity", "mainEntityOfPage", "breadcrumb")  # what these hold is what the page is about

Object = dict[str, Any]


def read_json_ld(page: Page) -> Candidates:
    """The fields of the page's main object; the objects of the page and of the site fill its gaps."""
    candidates: Candidates = {}
    objects = main_objects(page)
    by_id = {item["@id"]: item for item, _ in reversed(objects) if isinstance(item.get("@id"), str) and len(item) > 1}
    typed = [(types_of(item), item, row) for item, row in objects]
    for types, item, row in check_deadline(sorted(typed, key=lambda entry: _rank(entry[0]))):
        _read_object(item, row, types, by_id, candidates)
    return candidates


def main_objects(page: Page) -> list[tuple[Object, int]]:
    """The objects that the page is about, and the row of the script of each."""
    return [(item, row) for row, value in _values(page) for item in _objects(value)]


def linked_values(page: Page) -> Iterator[Any]:
    """The values of the page's JSON-LD, whole."""
    return (value for _, value in _values(page))


@once_a_page
def _values(page: Page) -> list[tuple[int, Any]]:
    """The same with the row of the script of each; they are read once, for extraction and metadata, and not changed."""
    with kernel_call():
        rows = linked_scripts(page.table, MAX_BYTES)
    return [(row, value) for row in check_deadline(rows) for value in parse_json(page.text(row))]


def _objects(value: Any) -> Iterator[Object]:
    """The objects that a page is about: lists, graphs and main entities are opened, side matters are not."""
    queue = deque([value])
    for _ in check_deadline(range(MAX_OBJECTS)):
        if not queue:
            return
        value = queue.popleft()
        if isinstance(value, list):
            queue += value[: MAX_OBJECTS - len(queue)]
        elif isinstance(value, dict):
            yield value
            queue += [value[key] for key in _INTO if isinstance(value.get(key), dict | list)]


def types_of(item: Object) -> list[str]:
    """The types of an object, in lower case and without the address of schema.org."""
    types = item.get("@type", "")
    names = types if isinstance(types, list) else [types]
    return [name.rsplit("/", 1)[-1].lower() for name in names if isinstance(name, str)]


def _rank(types: list[str]) -> int:
    """0 for the types of what a page may be about, 1 for those of the page itself, 2 for the rest."""
    if any(name in MAIN_TYPES or name.endswith(("article", "posting")) for name in types):
        return 0
    return 1 if any(name in SCHEMA_PAGE_TYPES for name in types) else 2


def _read_object(item: Object, row: int, types: list[str], by_id: dict[str, Object], candidates: Candidates) -> None:
    rank = _rank(types)
    if rank == 2:
        if "website" in types:
            _add(candidates, "site_name", item.get("name"), row)
        elif "breadcrumblist" in types:
            _read_way(item, row, candidates)
        return
    if rank == 0:
        _add(candidates, "title", item.get("headline"), row)
    for name, keys in _FIELDS:
        if value := next((item[key] for key in keys if item.get(key)), None):
            _add(candidates, name, value, row, key=_KEYS.get(name, "name"))
    _read_image(item.get("image") or item.get("thumbnailUrl"), row, candidates)
    for name, names in _names(item.get("author") or item.get("creator"), by_id, candidates).items():
        kind = ORGANISATION_KIND if name == "organisation" else PERSON_KIND
        add(candidates, name, Link(value=join_authors(names), row=row, source="json-ld", kind=kind))
    for tag in check_deadline(_tags(item.get("keywords"))):
        add(candidates, "tags", Field(value=tag, row=row, source="json-ld"))
    for section in _tags(item.get("articleSection")) if "articleSection" in item else ():
        add(candidates, "section", Field(value=section, row=row, source="json-ld"))
    for name, key in _MORE.items():
        if key in item:
            _add(candidates, name, item[key], row, key=_KEYS.get(name, "name"))


def _read_image(value: Any, row: int, candidates: Candidates) -> None:
    """The first picture of a value, with its size where it tells it."""
    for _ in range(3):
        value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, dict):
        address = value.get("url") or value.get("contentUrl") or value.get("@id") or value.get("name")
        if isinstance(address, str):
            width, height = _pixels(value.get("width")), _pixels(value.get("height"))
            add(candidates, "image", Image(value=address, row=row, source="json-ld", width=width, height=height))
    elif isinstance(value, str):
        add(candidates, "image", Image(value=value, row=row, source="json-ld"))


def _pixels(value: Any) -> int:
    """A number of pixels: a number, "1200", "1200px", or the object of a quantity; 0 for anything else."""
    value = value.get("value", "") if isinstance(value, dict) else value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return int(value) if 0 < value <= MAX_PIXELS else 0
    digits = value.strip().removesuffix("px").strip() if isinstance(value, str) else ""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MAX_PIXELS)) else 0


def _read_way(item: Object, row: int, candidates: Candidates) -> None:
    """The steps of the first breadcrumbs, from the home page down."""
    steps = item.get("itemListElement")
    if not isinstance(steps, list) or candidates.get("way"):
        return
    for step in (step for step in steps[:MAX_VALUES] if isinstance(step, dict)):
        target = step.get("item")
        about = target if isinstance(target, dict) else {}
        name, url = step.get("name") or about.get("name"), about.get("@id") or about.get("url") or target
        if isinstance(name, str):
            url = url if isinstance(url, str) else ""
            add(candidates, "way", Link(value=name, url=url, row=row, source="json-ld"))


def _add(candidates: Candidates, name: str, value: Any, row: int, key: str = "name") -> None:
    """The first string in a value: itself, the head of a list, or the `key` or name of an object."""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = value.get(key) or value.get("name") or value.get("alternateName") or value.get("@value") or ""
    if isinstance(value, str):
        add(candidates, name, Field(value=value, row=row, source="json-ld"))
    elif isinstance(value, bool):
        if name == "access":
            add(candidates, name, Field(value=str(value), row=row, source="json-ld"))
    elif isinstance(value, int) and name in ("date", "modified", "word_count"):
        add(candidates, name, Field(value=str(value), row=row, source="json-ld"))


def _names(value: Any, by_id: dict[str, Object], candidates: Candidates) -> dict[str, list[str]]:
    """The names in an author (a string, an object, a reference to one, or a list of these), organisations apart.

    Where an object tells the address of its author, that is a candidate too.
    """
    names: dict[str, list[str]] = {"author": [], "organisation": []}
    for entry in (value if isinstance(value, list) else [value])[:MAX_VALUES]:
        if isinstance(entry, dict) and "name" not in entry:
            reference = entry.get("@id")
            entry = by_id.get(reference, {}) if isinstance(reference, str) else {}
        name = entry.get("name") if isinstance(entry, dict) else entry
        is_body = isinstance(entry, dict) and any(kind.endswith("organization") for kind in types_of(entry))
        texts = [text for text in (name if isinstance(name, list) else [name]) if isinstance(text, str)]
        names["organisation" if is_body else "author"] += texts
        url = (entry.get("url") or entry.get("sameAs")) if isinstance(entry, dict) else None
        url = url[0] if isinstance(url, list) and url else url
        if isinstance(url, str) and texts:
            add(candidates, "author_links", Link(value=texts[0], url=url, source="json-ld"))
    return names


def _tags(value: Any) -> list[str]:
    entries = value if isinstance(value, list) else [value]
    return [tag for entry in entries[:MAX_VALUES] if isinstance(entry, str) for tag in entry.split(",")]


# What a reader wrote below the article has an author and a date too.
