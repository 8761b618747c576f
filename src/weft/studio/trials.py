"""Pages that may take much memory are tried in a process of their own before studio reads them in its own.

A process whose allocations fail ends. Here that is the process of the trial: studio goes on, and the page has an error.
"""

import json
import os
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from weft.document import Failure
from weft.engines import ExtractJob, LocalEngine
from weft.engines.chunks import cut
from weft.engines.job import Process
from weft.errors import LimitError, WeftError
from weft.io import RawPage
from weft.page import Limits

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

LARGE = 1 << 20  # bytes of a page: of one with fewer, parsing takes at most 80 MB, which is less than weft itself takes
SPARE = 256 << 20  # bytes that studio may take beside this page: as much as it keeps of others


def find_lost(page_ids: Sequence[str], read: Callable[[str], RawPage], limits: Limits) -> dict[str, WeftError]:
    """The errors, by page id, of those pages that ended the process that read them, or found too little memory."""
    lost: dict[str, WeftError] = {}
    tried = 0
    engine = LocalEngine(workers=1)  # a second would take the memory of the first
    chunks = engine.map(_Trial(limits=limits), cut((_read(page_id, read) for page_id in page_ids), most=1))
    try:
        for page_id, chunk in zip(page_ids, chunks, strict=True):
            reason = json.loads(chunk.whole[0]).get("reason", {})
            if reason.get("code") in ("crash", "limit"):
                lost[page_id] = LimitError(reason["detail"] or "memory", engine.seconds, page_id)
            tried += 1
    except WeftError as error:  # no process can start
        lost |= {page_id: copy(error).on(page_id) for page_id in page_ids[tried:]}
    return lost


def _read(page_id: str, read: Callable[[str], RawPage]) -> RawPage | WeftError:
    try:
        return replace(read(page_id), extra={})
    except WeftError as error:
        return error


@dataclass(frozen=True, kw_only=True)
class _Trial(ExtractJob):
    """Extracts a page and tells nothing of it but that there was too little memory."""

    @property
    def tries(self) -> int:
        """A page is tried once."""
        return 1

    def start(self) -> Process:
        """The soft limit of addresses is read once, as each page sets it."""
        pipeline = self.pipeline()
        limit = resource.getrlimit(resource.RLIMIT_AS)[0] if resource else -1
        own = _addresses("self")

        def attempt(raw: RawPage) -> bytes:
            if resource and limit != resource.RLIM_INFINITY:  # it counts for each process: take what studio has left
                left = limit - max(_addresses(str(os.getppid())) - own, 0) - SPARE
                resource.setrlimit(resource.RLIMIT_AS, (max(left, 0), resource.getrlimit(resource.RLIMIT_AS)[1]))
            outcome = pipeline.outcome(raw)
            is_lost = isinstance(outcome, Failure) and outcome.reason.detail == "memory"
            return pipeline.line(raw, outcome) if is_lost else b"{}"

        return attempt


def _addresses(process: str) -> int:
    """The bytes of addresses that a process has; 0 where that cannot be told."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
