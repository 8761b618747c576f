"""What the two passes of a crawl cost, step by step, in one process on pages of real sites."""

import json
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.datasets import Case
from bench.scale.archive import write_archive
from bench.scale.crawl import Fetched
from bench.scale.throughput import run_python
from bench.sites.corpora import read_sites
from weft.engines import ExtractJob, LearnJob, SiteStore, read_samples, sample_pages
from weft.io import RawPage, read_warc
from weft.page import Limits

CORPORA = ("themes", "realsites", "big9")  # whole sites


def measure_learn(data: Path, work: Path, *, sites: int) -> dict[str, Any]:
    """CPU seconds of sampling, learning and applying, and the bytes that travel between them."""
    archive = work / f"sites-{sites}.warc.gz"
    whole = [(site.name, case) for site in read_sites(data, CORPORA, sites=sites) for case in site.cases]
    count, size = write_archive(archive, (_fetched(name, case) for name, case in whole))
    found = run_python("weft", "bench.scale.two_passes", archive, work / "two-passes")
    return {"pages": count, "bytes": size, "packed": archive.stat().st_size, **found}


def _fetched(site: str, case: Case) -> Fetched:
    """A page of a host that is the site's own: a corpus may have copied them to one."""
    host = "".join(letter if letter.isalnum() else "-" for letter in site.lower())
    return Fetched(url=f"http://{host}.example/{case.id}", html=case.data)


def measure(archive: Path, folder: Path) -> dict[str, Any]:
    """All steps in this process."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    seconds: dict[str, float] = {}

    def pages() -> list[RawPage]:
        return [page for page in read_warc(archive, max_bytes=Limits().bytes) if isinstance(page, RawPage)]

    _timed(seconds, "sample", lambda: sample_pages(read_warc(archive, max_bytes=Limits().bytes), folder / "samples"))
    learn, store = LearnJob().start(), SiteStore(str(folder / "sites.sqlite"))
    lines = _timed(seconds, "learn", lambda: [learn(raw) for raw in read_samples(folder / "samples")])
    _timed(seconds, "keep", lambda: store.write(lines))
    store.close()
    raws = pages()
    apply = ExtractJob(sites=str(folder / "sites.sqlite"), format="text").start()
    extract = ExtractJob(format="text").start()
    for raw in raws[:20]:  # so that models are loaded
        extract(raw), apply(raw)
    _timed(seconds, "apply", lambda: [apply(raw) for raw in raws])
    _timed(seconds, "extract", lambda: [extract(raw) for raw in raws])
    values = [json.loads(line) for line in lines]
    return {
        "cpu_s": seconds,
        "hosts": len(values),
        "sampled": sum(line["sampled"] for line in values),
        "samples_bytes": sum(path.stat().st_size for path in (folder / "samples").rglob("*.gz")),
        "sites_bytes": sum(len(json.dumps(line.get("site") or "")) for line in values),
    }


def _timed(seconds: dict[str, float], name: str, step: Callable[[], Any]) -> Any:
    start = time.process_time()
    result = step()
    seconds[name] = time.process_time() - start
    return result


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), Path(sys.argv[2]))))
