"""Content that a page carries only as data: `articleBody` in JSON-LD, or the state that its scripts build it from."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

from weft.metadata.json_ld import MAX_CHARS, parse_json
from weft.page import Page

MIN_WORDS = 40  # a shorter text says no more than the description does
MAX_VALUES = 50_000  # of one script
BODIES = ("articleBody", "text", "reviewBody", "description")  # schema.org's names, the fullest first


def find_embedded(page: Page) -> str:
    """The longest text in the page's data, as HTML or plain text; empty where there is none worth showing.

    >>> from weft import parse
    >>> body = "The weaver put the last threads on the loom before it grew dark. " * 4
    >>> page = parse('<script type="application/ld+json">{"articleBody": "%s"}</script>' % body)
    >>> find_embedded(page) == body
    True
    """
    for kind in ("application/ld+json", "application/json"):
        found = max(_texts(page, kind), key=len, default="")
        if len(found.split()) >= MIN_WORDS or (len(found) >= 4 * MIN_WORDS and not found.isascii()):
            return found
    return ""


def _texts(page: Page, kind: str) -> Iterator[str]:
    for row in page.rows_of("script").tolist():
        if (page.attribute(row, "type") or "").strip().lower() == kind:
            for value in parse_json(page.text(row)[: 4 * MAX_CHARS]):
                yield from islice(_strings(value, only=BODIES if "ld" in kind else ()), MAX_VALUES)


def _strings(value: Any, *, only: tuple[str, ...]) -> Iterator[str]:
    """The strings in a value that read like content; of objects those under the names in `only`, if any."""
    queue = deque([("", value)])
    while queue:
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
