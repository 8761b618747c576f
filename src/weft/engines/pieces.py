"""What workers make of the lines of a chunk, so that nobody else has to: the bytes of the output, and their counts.

What chose a page, and for which host, by its line.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from weft.auto import SINGLE_PAGE
from weft.content import Reason
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


Hosts = Mapping[str, Mapping[str, int]]
"""What chose the pages of each host: how many of each kind."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """The lines of a chunk, as they are written."""

    data: bytes
    pages: int
    counts: Mapping[str, int]  # `ok`, and the failed ones by reason
    hosts: Hosts = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Packer:
    """Makes pieces; it is sent to workers."""

    pack: Callable[[Sequence[bytes]], bytes]
    by_host: bool = False  # whether hosts are counted

    def __call__(self, lines: Sequence[bytes]) -> Piece:
        """The piece of some lines."""
        hosts = count_hosts(lines) if self.by_host else {}
        return Piece(data=self.pack(lines), pages=len(lines), counts=Counter(map(status_of, lines)), hosts=hosts)


def count_hosts(lines: Sequence[bytes]) -> dict[str, dict[str, int]]:
    """What chose the pages of each host."""
    hosts: dict[str, dict[str, int]] = {}
    for line in lines:
        host, kind = kind_of(line)
        kinds = hosts.setdefault(host, {})
        kinds[kind] = kinds.get(kind, 0) + 1
    return hosts


def status_of(line: bytes) -> str:
    """`ok`, or the reason of a failure."""
    if b'"status": "failed"' not in line:  # at once where it can be: most lines are long and ok
        return "ok"
    values = json.loads(line)  # what travels along from the input may say so too
    return "ok" if values["status"] == "ok" else str(Reason(**values["reason"]))
