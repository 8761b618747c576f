"""What chose a page, and for which host, by its line."""

from __future__ import annotations

import json
import re

from weft.auto import SINGLE_PAGE
from weft.document import TEMPLATE
from weft.sites.finder import host_of

# A line begins with these keys. A quote inside of a text has a backslash before it, so no text looks like a key.
_TEXT = rb'"((?:[^"\\]|\\.)*)"'
_HEAD = re.compile(rb'\{"id": ' + _TEXT + rb', "url": ' + _TEXT + rb', "status": "(\w+)"')
_CHOICE = re.compile(rb'"chosen_by": ' + _TEXT + rb', "cluster": ' + _TEXT + rb', "reason": \{"code": "(\w*)"')


def kind_of(line: bytes) -> tuple[str, str]:
    """The host of a page, and what chose: `template`, `single_page` or `fallback`; or `failed`.

    >>> kind_of(b'{"id": "a", "url": "http://weft.example/a", "status": "ok", "chosen_by": "template", "cluster": "x", '
    ...         b'"reason": {"code": "template", "detail": ""}, "text": "Loom"}')
    ('weft.example', 'template')
    """
    head = _HEAD.match(line)
    choice = _CHOICE.search(line)
    host = host_of(json.loads(b'"%s"' % head[2])) if head else ""
    if choice is None or (head and head[3] == b"failed"):
        return host, "failed"
    is_template, code = choice[1] == TEMPLATE.encode(), choice[3].decode()
    return host, "template" if is_template else SINGLE_PAGE if code == SINGLE_PAGE else "fallback"
