"""JSON-LD: what `script type="application/ld+json"` says of a page in the words of schema.org."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from weft.deadline import check_deadline, kernel_call
from weft.kernel.metadata import linked_scripts
from weft.metadata.values import MAX_CHARS, parse_json
from weft.page import Page
from weft.page.once import once_a_page

MAX_BYTES = 4 * MAX_CHARS  # of one script
MAX_OBJECTS = 2_000  # looked at in all
_INTO = ("@graph", "mainEntity", "mainEntityOfPage", "breadcrumb")  # what these hold is what the page is about

Object = dict[str, Any]


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
