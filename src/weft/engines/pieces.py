"""What workers make of the lines of a chunk, so that nobody else has to: the bytes of the output, and their counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from weft.content import Reason
from weft.engines.host_kinds import kind_of

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
