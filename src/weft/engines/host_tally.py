"""What chose the pages of each host in a run: counted while the lines go by, and kept with the sites.

The counts of each commit lie in a file beside the output, so that a run that was killed goes on counting where it was.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from weft.auto import SINGLE_PAGE
from weft.document import TEMPLATE
from weft.engines.site_store import SiteStore
from weft.io.sinks import Sink, State
from weft.io.sinks.sink import cannot_write
from weft.site.finder import host_of

# A line begins with these keys. A quote inside of a text has a backslash before it, so no text looks like a key.
_TEXT = rb'"((?:[^"\\]|\\.)*)"'
_HEAD = re.compile(rb'\{"id": ' + _TEXT + rb', "url": ' + _TEXT + rb', "status": "(\w+)"')
_CHOICE = re.compile(rb'"chosen_by": ' + _TEXT + rb', "cluster": ' + _TEXT + rb', "reason": \{"code": "(\w*)"')


class CountedSink:
    """A sink that counts, by host, what chose the pages that it takes."""

    def __init__(self, sink: Sink, store: SiteStore) -> None:
        self.path: Path = sink.path
        self.totals: Counter[str] = Counter()  # when the run is done
        self._sink, self._store = sink, store
        self._file = sink.path.with_name(f"{sink.path.name}.hosts")
        self._counts: dict[str, Counter[str]] = {}
        self._size, self._run = 0, ""

    def open(self, state: State) -> None:
        """Begin, or go back to the counts of the commit."""
        self._sink.open(state.get("sink", {}))
        self._run = state.get("run") or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._size = 0
        try:
            with open(self._file, "ab") as file:
                self._size = min(int(state.get("counted", 0)), file.tell())
                file.truncate(self._size)
        except OSError as error:
            raise cannot_write(self._file, error) from None

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines, and count them."""
        self._sink.write(lines)
        for line in lines:
            host, kind = kind_of(line)
            self._counts.setdefault(host, Counter())[kind] += 1

    def commit(self) -> State:
        """The counts are on the disk with the lines."""
        if self._counts:
            try:
                with open(self._file, "ab") as file:
                    file.write(json.dumps(self._counts).encode() + b"\n")
                    self._size = file.tell()
            except OSError as error:
                raise cannot_write(self._file, error) from None
            self._counts = {}
        return {"sink": self._sink.commit(), "counted": self._size, "run": self._run}

    def finish(self) -> None:
        """Give the counts to the store before the output takes its name: after that, nobody would come back."""
        hosts = self._read()
        if hosts:
            self._store.add_run(self._run, hosts)
            self._store.close()
        for counts in hosts.values():
            self.totals.update(counts)
        self._file.unlink(missing_ok=True)
        self._sink.finish()

    def close(self) -> None:
        """Let go of files."""
        self._sink.close()

    def _read(self) -> Mapping[str, Counter[str]]:
        hosts: dict[str, Counter[str]] = {}
        for line in self._file.read_bytes().splitlines():
            for host, counts in json.loads(line).items():
                hosts.setdefault(host, Counter()).update(counts)
        return hosts


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
