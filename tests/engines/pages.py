"""Pages and jobs for the engines' tests. A page that says so makes its worker hang, crash or eat memory."""

import os
import signal
import time
from dataclasses import dataclass

from weft.engines import ExtractJob
from weft.engines.job import Process
from weft.io import RawPage


def make_pages(count: int) -> list[RawPage]:
    return [
        RawPage(
            id=f"p{number}",
            url=f"http://weft.example/{number}",
            data=f"<title>Loom {number}</title><p>Loom number {number} holds its warp, and the weft runs on.".encode(),
        )
        for number in range(count)
    ]


def spoil(page: RawPage, what: str) -> RawPage:
    return RawPage(id=page.id, url=page.url, data=f"<p>{what}".encode())


@dataclass(frozen=True, kw_only=True)
class RoughJob(ExtractJob):
    """The job of the tests: some pages do to the worker what a bug in native code would."""

    def start(self) -> Process:
        process = super().start()

        def rough(raw: RawPage) -> bytes:
            if raw.data == b"<p>hang":
                time.sleep(600)
            if raw.data == b"<p>crash":
                os.kill(os.getpid(), signal.SIGKILL)
            if raw.data == b"<p>eat":
                eaten = [b"x" * (50 << 20) for _ in range(40)]
                time.sleep(600 + len(eaten))
            return process(raw)

        return rough
