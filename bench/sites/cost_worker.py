"""Learns a site of so many generated pages and prints what that cost: `python -m bench.sites.cost_worker 1000`.

With a folder of pages they are the pages of that folder, varied: `… cost_worker 10000 data/sites/themes/X/pages`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

import weft
from bench.sites.generated import make_pages, vary_pages


def main(count: int, folder: Path | None) -> int:
    """Pages are made before the clock starts, as bytes; the memory they take is told apart."""
    imported = _peak_mb()
    pages = list(_pages(count, folder))
    held = _peak_mb()
    wall, cpu = perf_counter(), process_time()
    site = weft.learn(pages)
    wall, cpu = perf_counter() - wall, process_time() - cpu
    text = sum(len(site.extract(data).text) for _, data in pages[:10])
    point = {
        "pages": count,
        "megabytes": sum(len(data) for _, data in pages) / 1e6,
        "learn_s": wall,
        "learn_cpu_s": cpu,
        "imported_mb": imported,
        "held_mb": held,
        "peak_mb": _peak_mb(),
        "grown_mb": _peak_mb() - held,
        "clusters": len(site.clusters),
        "characters": text,
    }
    print(json.dumps(point))
    return 0


def _pages(count: int, folder: Path | None) -> Iterator[tuple[str, bytes]]:
    if folder is None:
        return make_pages(count)
    return vary_pages([(path.stem, path.read_bytes()) for path in sorted(folder.glob("*.html"))], count)


def _peak_mb() -> float:
    """The most memory this process ever held. Not `ru_maxrss`: a child inherits its parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    [line] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None))
