"""One system over an archive in one process: read, extract, write, and what each of them cost; the result as JSON.

Runs under the Python of weft and under that of the peers, so it imports a system when asked for it. Both clocks are
read around each step: CPU time is steady on a busy machine, wall time holds what a disk makes one wait for.
"""

import gzip
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.worker import LOADERS, version_of

A_LOT = 512  # lines written at once, as `weft run` does
WARM = 20  # pages before the clocks start: a model is loaded with the first

Step = Callable[[], Any]


class Clock:
    """CPU and wall seconds by the name of a step."""

    def __init__(self) -> None:
        self.cpu: dict[str, float] = {}
        self.wall: dict[str, float] = {}

    def time(self, name: str, step: Step) -> Any:
        """Do a step and count what it takes."""
        cpu, wall = time.process_time(), time.perf_counter()
        result = step()
        self.cpu[name] = self.cpu.get(name, 0.0) + time.process_time() - cpu
        self.wall[name] = self.wall.get(name, 0.0) + time.perf_counter() - wall
        return result


def weft_steps(out: Path) -> tuple[Callable[[Path], Iterator[Any]], Callable[[Any], bytes], Any, Any]:
    """What `weft run -f text` does, one step after the other."""
    from weft.engines import ExtractJob
    from weft.io import read_warc
    from weft.io.sinks import open_sink
    from weft.page import Limits

    sink = open_sink(str(out))
    sink.open({})

    def write(lines: list[bytes]) -> None:
        sink.write(lines)
        sink.commit()

    read = lambda path: read_warc(path, max_bytes=Limits().bytes)  # noqa: E731
    return read, ExtractJob(format="text").start(), write, sink.finish


def peer_steps(name: str, out: Path) -> tuple[Callable[[Path], Iterator[Any]], Callable[[Any], bytes], Any, Any]:
    """A peer between FastWARC and a gzip file, as its users would write it."""
    call = LOADERS[name][1]()
    file = gzip.open(out, "wb", compresslevel=6)  # noqa: SIM115  # closed as the last step

    def extract(page: tuple[str, str, bytes]) -> bytes:
        page_id, url, html = page
        try:
            text, status = call(html, url) or "", "ok"
        except Exception as error:
            text, status = str(error), "failed"
        return (
            json.dumps({"id": page_id, "url": url, "status": status, "text": text}, ensure_ascii=False).encode() + b"\n"
        )

    return read_plainly, extract, lambda lines: file.write(b"".join(lines)), file.close


def read_plainly(path: Path) -> Iterator[tuple[str, str, bytes]]:
    """The answers of an archive by FastWARC alone."""
    warc = import_module("fastwarc.warc")
    with path.open("rb") as stream:
        for record in warc.ArchiveIterator(stream, record_types=warc.WarcRecordType.response):
            yield record.record_id, record.headers["WARC-Target-URI"], record.reader.read()


def measure(name: str, archive: Path, out: Path) -> dict[str, Any]:
    """Pages, their failures, and the seconds of each step."""
    read, extract, write, finish = weft_steps(out) if name.startswith("weft") else peer_steps(name, out)
    for _, page in zip(range(WARM), read(archive), strict=False):
        extract(page)
    clock, lines, pages, failed = Clock(), [], 0, 0
    source = read(archive)
    while (page := clock.time("read", partial(next, source, None))) is not None:
        line = clock.time("extract", partial(extract, page))
        pages, failed = pages + 1, failed + (b'"status": "ok"' not in line)
        lines.append(line)
        if len(lines) == A_LOT:
            clock.time("write", partial(write, lines))
            lines = []
    clock.time("write", partial(write, lines))
    clock.time("write", finish)
    package = LOADERS.get(name, ("weft", None))[0]
    return {
        "version": version_of(package),
        "pages": pages,
        "failed": failed,
        "written": out.stat().st_size,
        "cpu_s": clock.cpu,
        "wall_s": clock.wall,
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))))
