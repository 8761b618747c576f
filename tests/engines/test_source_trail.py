import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from weft.engines import Chunk, ExtractJob, LocalEngine, run_sources
from weft.engines.job import Job
from weft.engines.source_chunks import Place, SourceTrail
from weft.io import find_sources
from weft.io.reader import Reader
from weft.io.sinks import open_sink
from weft.renderers import RENDERERS

JOB = ExtractJob(method="whole_page", format="text")


@dataclass(frozen=True)
class PagesEngine:
    """An engine that is given pages, and reads none for itself."""

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        return LocalEngine(workers=1).map(job, chunks)


ENGINE = PagesEngine()
READER = Reader(max_bytes=1 << 20)
COUNTS = (700, 0, 3, 500)


class Killed(Exception):
    pass


def write_sources(folder: Path) -> list[str]:
    folder.mkdir()
    paths = []
    for number, count in enumerate(COUNTS):
        path = folder / f"{number}.jsonl"
        path.write_text("".join(json.dumps({"html": f"<p>Loom {number} {page}"}) + "\n" for page in range(count)))
        paths.append(str(path))
    return paths


def test_a_run_that_goes_on_does_not_read_what_lies_before(tmp_path: Path) -> None:
    paths = write_sources(tmp_path / "pages")
    whole, again = tmp_path / "whole.jsonl", tmp_path / "again.jsonl"
    run_sources(find_sources(paths), READER, JOB, open_sink(str(whole), format=RENDERERS["text"]), engine=ENGINE)

    def die(done: int) -> None:
        if done >= 1024:
            raise Killed

    sources = find_sources(paths)
    with pytest.raises(Killed):
        run_sources(sources, READER, JOB, open_sink(str(again), format=RENDERERS["text"]), engine=ENGINE, progress=die)
    for path in paths[:3]:
        Path(path).write_text("not a page any more\n")
    report = run_sources(sources, READER, JOB, open_sink(str(again), format=RENDERERS["text"]), engine=ENGINE)
    assert (report.pages, report.failed, report.resumed) == (1203, 0, 1024)
    assert again.read_bytes() == whole.read_bytes()


def test_the_place_is_that_of_the_first_page_that_is_not_done(tmp_path: Path) -> None:
    sources = find_sources(write_sources(tmp_path / "pages"))
    trail = SourceTrail(sources, READER)
    pages = list(trail.pages(0))
    assert [trail.place(done) for done in (0, 699, 700, 702, 703, 1203)] == [
        Place(0, 0), Place(0, 0), Place(2, 700), Place(2, 700), Place(3, 703), Place(3, 703),
    ]  # fmt: skip
    for start, done in ((Place(2, 700), 702), (Place(3, 703), 703), (Place(3, 703), 1203)):
        assert list(SourceTrail(sources, READER, start).pages(done)) == pages[done:]
