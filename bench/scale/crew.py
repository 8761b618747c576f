"""The local engine over an archive with some workers; when each commit was made, as JSON."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from weft.engines import ExtractJob, LocalEngine, run_sources
from weft.io import find_sources
from weft.io.reader import Reader
from weft.io.sinks import open_sink
from weft.page import Limits


def measure(archive: Path, out: Path, workers: int, form: str = "text") -> dict[str, Any]:
    """Pages done and seconds since the start, at every commit; CPU seconds of the parent and of the workers."""
    start, marks = time.perf_counter(), []
    report = run_sources(
        find_sources([str(archive)]),
        Reader(max_bytes=Limits().bytes),
        ExtractJob(format=form),
        open_sink(str(out)),
        engine=LocalEngine(workers=workers),
        fresh=True,
        progress=lambda done: marks.append((done, time.perf_counter() - start)),
    )
    times = os.times()
    return {
        "pages": report.pages,
        "failed": report.failed,
        "wall_s": time.perf_counter() - start,
        "marks": marks,
        "parent_cpu_s": times.user + times.system,
        "workers_cpu_s": times.children_user + times.children_system,
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])))
