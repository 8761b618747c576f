"""Slices that many workers read give the pages of one reader, whatever the file holds, and from any place on."""

import gzip
import json
import random
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.engines.pages import HereShards
from tests.io.test_warc import record
from tests.seeds import every_seed
from weft.engines import ExtractJob, run_shards, shards, source_chunks, split
from weft.engines.chunks import AnyChunk, ShardChunk, WorkerMessage, line_of
from weft.engines.shards import Tail
from weft.engines.source_chunks import Place, SliceCheck, SourceChunks
from weft.io import RawPage, find_sources, line_slices, parquet, slices, warc_slices
from weft.io.raw_page import IdHashes
from weft.io.reader import Reader
from weft.io.sinks import open_sink
from weft.io.slices import Spot
from weft.io.tables import load_parquet

READER = Reader(max_bytes=3000)
AHEAD = 3


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut every few hundred bytes."""
    for module in (slices, line_slices, warc_slices, parquet, source_chunks):
        monkeypatch.setattr(module, "WHOLE_BYTES", 300)
    for module in (line_slices, warc_slices, parquet):
        monkeypatch.setattr(module, "STEP", 700)
    monkeypatch.setattr(warc_slices, "PLAIN_STEP", 1500)


def to_line(raw: RawPage) -> bytes:
    return f"{raw.id} {raw.url} {raw.charset} {dict(raw.extra)} {zlib.crc32(raw.data)}\n".encode()


class HereCrew:
    """Does chunks in this process, some before they are asked for; it counts slices, lots and single pages."""

    def __init__(self) -> None:
        self.slices = 0
        self.lots = 0
        self.pages = 0
        self.chunks = 0

    def map(self, chunks: Iterable[AnyChunk]) -> Iterator[AnyChunk]:
        rest = iter(chunks)
        ready: list[AnyChunk] = []
        while more := list(islice(rest, AHEAD - len(ready))) or ready:
            if more is not ready:
                ready += map(self._do, more)
            yield ready.pop(0)

    def _do(self, chunk: AnyChunk) -> AnyChunk:
        if isinstance(chunk, ShardChunk):
            self.slices += chunk.shard.slice is not None
            self.lots += chunk.shard.lot is not None
            reading = chunk.shard.open()
            lines = [(index, line_of(entry, to_line)) for index, entry in enumerate(reading.read())]
            chunk.take(WorkerMessage(lines, tail=reading.tail()))
        else:
            self.chunks += 1
            self.pages += len(chunk.open)
            chunk.take(WorkerMessage([(index, to_line(page)) for index, page in chunk.open]))
        return chunk


def compare(paths: list[Path], draw: random.Random, reader: Reader = READER) -> HereCrew:
    """The lines are those of one reader; those behind any place are those of a run that begins there."""
    sources, crew = find_sources(map(str, paths)), HereCrew()
    expected = [line_of(entry, to_line) for entry in reader.read_all(sources)]
    check = SliceCheck(Place(), 0)
    work = SourceChunks(sources, reader, crew, check, at_once=4)
    found: list[bytes] = []
    places: list[tuple[int, Place, bytes]] = []
    kept: dict[int, bytes] = {}  # the hashes of each source
    for chunk in work.chunks():
        found += chunk.whole
        assert check.done == len(found)
        kept[check.place.sources] = kept.get(check.place.sources, b"") + check.take_hashes()
        places.append((len(found), check.place, kept[check.place.sources]))
    assert found == expected
    for done, place, hashes in draw.sample(places, min(4, len(places))):
        rest = SourceChunks(sources, reader, HereCrew(), SliceCheck(place, done, IdHashes(hashes)), at_once=4)
        assert [line for chunk in rest.chunks() for line in chunk.whole] == expected[done:], (done, place)
    return crew


def records(draw: random.Random, count: int) -> list[bytes]:
    made = []
    for number in range(count):
        body = b"<p>Page %d" % number + draw.randbytes(draw.choice([0, 50, 600])).hex().encode()
        made.append(record(body, url=f"http://weft.example/{number}"))
    return made


def test_an_archive_is_read_in_slices(tmp_path: Path) -> None:
    draw = random.Random(1)
    for name, pack in (("a.warc.gz", gzip.compress), ("a.warc", bytes)):
        path = tmp_path / name
        path.write_bytes(b"".join(map(pack, records(draw, 40))))
        crew = compare([path], draw)
        assert crew.slices > 5
        assert crew.pages == 0, "none of them was read twice"


def repeat(draw: random.Random, made: list[bytes]) -> None:
    made[draw.randrange(len(made))] = made[draw.randrange(len(made))]


def remove_id(draw: random.Random, made: list[bytes]) -> None:
    place = draw.randrange(len(made))
    made[place] = re.sub(rb"WARC-Record-ID: [^\r]+\r\n", b"", made[place])


def embed(draw: random.Random, made: list[bytes]) -> None:
    """A page that holds an archive."""
    made[draw.randrange(len(made))] = record(b"<pre>\r\n\r\n" + b"".join(made[:2]))


def shorten(draw: random.Random, made: list[bytes]) -> None:
    place = draw.randrange(len(made))
    made[place] = made[place][: draw.randrange(len(made[place]))]


def lie(draw: random.Random, made: list[bytes]) -> None:
    place = draw.randrange(len(made))
    made[place] = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % draw.randrange(3000), made[place], count=1)


CHANGES: list[Callable[[random.Random, list[bytes]], None]] = [repeat, remove_id, embed, shorten, lie]


def stored(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=0)


def members(draw: random.Random, made: list[bytes]) -> bytes:
    """Records packed one by one, some as they are; or two in one, or cut anywhere."""
    kind = draw.choice(["one", "one", "one", "two", "any", "single", "plain"])
    if kind == "two":
        return b"".join(gzip.compress(b"".join(made[place : place + 2])) for place in range(0, len(made), 2))
    if kind == "any":
        whole = b"".join(made)
        return b"".join(gzip.compress(whole[place : place + 900]) for place in range(0, len(whole), 900))
    if kind == "plain":
        return b"".join(made)
    return (
        gzip.compress(b"".join(made))
        if kind == "single"
        else b"".join(draw.choice([gzip.compress, stored])(one) for one in made)
    )


@every_seed(60)
def test_whatever_an_archive_holds(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    draw = random.Random(seed)
    made = records(draw, draw.randrange(1, 25))
    for _ in range(draw.choice([0, 1, 1, 3])):
        draw.choice(CHANGES)(draw, made)
    if draw.random() < 0.3:
        made[draw.randrange(len(made))] = record(b"<pre>" + gzip.compress(b"".join(made[:2])))
    data = bytearray(members(draw, made))
    for _ in range(draw.choice([0, 0, 1, 5])):
        place = draw.randrange(len(data))
        data[place : place + draw.choice([0, 1, 5])] = draw.randbytes(draw.choice([0, 1, 9]))
    folder = tmp_path_factory.mktemp("archive")
    (folder / "a.warc.gz").write_bytes(data)
    (folder / "page.html").write_bytes(b"<p>A page")
    (folder / "b.warc").write_bytes(b"".join(made))
    compare([folder / "a.warc.gz", folder / "page.html", folder / "b.warc", folder / "page.html"], draw)


@every_seed(30)
def test_whatever_lines_hold(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    draw = random.Random(seed)
    lines = []
    for number in range(draw.randrange(1, 60)):
        values = {"id": f"p{number}", "html": f"<p>Page {number}" + "x" * draw.choice([0, 40, 900, 4000])}
        if draw.random() < 0.02:
            del values["id"]
        lines.append(draw.choice([json.dumps(values)] * 30 + ["", "no json", "{}"]))
    folder = tmp_path_factory.mktemp("lines")
    path = folder / "pages.jsonl"
    path.write_text("\n".join(lines) + draw.choice(["", "\n", "\n\n"]))
    data = path.read_bytes()
    middle = draw.randrange(len(data))
    packed = bytearray(gzip.compress(data[:middle]) + gzip.compress(data[middle:]))
    if draw.random() < 0.5:
        place = draw.randrange(len(packed))
        packed[place:] = draw.choice([b"", draw.randbytes(9), draw.randbytes(3) + packed[place + 3 :]])
    gz = folder / "pages.ndjson.gz"
    gz.write_bytes(packed)
    compare([path, path], draw)
    compare([gz, path, gz, gz], draw)


def test_lines_and_rows_are_read_in_slices(tmp_path: Path) -> None:
    draw = random.Random(2)
    rows = [{"id": f"p{number}", "html": f"<p>Page {number} " + "x" * 90} for number in range(80)]
    lines, table = tmp_path / "pages.jsonl", tmp_path / "pages.parquet"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    arrow, parquet = load_parquet()
    parquet.write_table(arrow.Table.from_pylist(rows), table, row_group_size=7)
    for path in (lines, table):
        crew = compare([path], draw)
        assert crew.slices > 5
        assert crew.pages == 0
    parquet.write_table(arrow.Table.from_pylist([{"html": row["html"]} for row in rows]), table, row_group_size=7)
    assert compare([table], draw).slices > 5


def test_long_lines_are_read_in_slices(tmp_path: Path) -> None:
    """The first page of a file is looked at, and may be longer than what is read at once."""
    path = tmp_path / "pages.jsonl"
    rows = [{"id": f"p{number}", "html": "<p>" + "x" * 200_000} for number in range(20)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    reader = Reader(max_bytes=1 << 20)
    crew = compare([path], random.Random(8), reader)
    assert crew.slices > 5
    assert crew.pages == 0


def test_a_table_that_is_damaged_ends_there(tmp_path: Path) -> None:
    arrow, parquet = load_parquet()
    path = tmp_path / "pages.parquet"
    rows = [{"id": f"p{number}", "html": f"<p>Page {number} " + "x" * 90} for number in range(80)]
    parquet.write_table(arrow.Table.from_pylist(rows), path, row_group_size=7, compression="gzip")
    data = bytearray(path.read_bytes())
    data[len(data) // 3 : len(data) // 3 + 40] = b"\xff" * 40
    path.write_bytes(data)
    crew = compare([path], random.Random(3))
    assert crew.chunks, "the slice with the damage was read again"


def test_lines_that_cannot_be_cut_are_unpacked_by_one_and_read_by_others(tmp_path: Path) -> None:
    by_number, packed = tmp_path / "pages.jsonl", tmp_path / "pages.jsonl.gz"
    by_number.write_text("".join(json.dumps({"html": f"<p>{number}" + "x" * 90}) + "\n" for number in range(50)))
    rows = [{"id": f"p{number}", "html": f"<p>Page {number} {random.Random(number).random()}"} for number in range(50)]
    packed.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    for path in (by_number, packed):
        crew = compare([path], random.Random(4))
        assert (crew.slices, crew.lots, crew.pages) == (0, 13, 0)


def test_lines_that_no_worker_can_read_are_read_here(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(json.dumps({"html": f"<p>{number}" + "x" * 90}) + "\n" for number in range(50)))

    class LosingCrew(HereCrew):
        def _do(self, chunk: AnyChunk) -> AnyChunk:
            super()._do(chunk)
            if isinstance(chunk, ShardChunk) and self.lots % 2:
                chunk.give_up()
            return chunk

    sources, crew = find_sources([str(path), str(path)]), LosingCrew()
    work = SourceChunks(sources, READER, crew, SliceCheck(Place(), 0), at_once=4)
    found = [line for chunk in work.chunks() for line in chunk.whole]
    assert found == [line_of(entry, to_line) for entry in READER.read_all(sources)]
    assert 0 < crew.pages < 100


def test_a_slice_that_no_worker_can_read_is_read_here(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(map(gzip.compress, records(random.Random(5), 30))))

    class LosingCrew(HereCrew):
        def _do(self, chunk: AnyChunk) -> AnyChunk:
            super()._do(chunk)
            if isinstance(chunk, ShardChunk) and self.slices % 2:
                chunk.give_up()
            return chunk

    [source] = find_sources([str(path)])
    crew = LosingCrew()
    work = SourceChunks([source], READER, crew, SliceCheck(Place(), 0), at_once=4)
    found = [line for chunk in work.chunks() for line in chunk.whole]
    assert found == [line_of(entry, to_line) for entry in READER.read(source)]
    assert 0 < crew.pages < 30


@pytest.mark.parametrize("change", [None, repeat, embed, shorten])
def test_one_file_is_many_shards(
    change: Callable[[random.Random, list[bytes]], None] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "SHARD_SLICES", 2)
    draw = random.Random(6)
    made = records(draw, 30)
    if change is not None:
        change(draw, made)
    (tmp_path / "a.warc.gz").write_bytes(b"".join(map(gzip.compress, made)))
    (tmp_path / "page.html").write_bytes(b"<p>A page")
    sources = find_sources([f"{tmp_path}/page.html", f"{tmp_path}/a.warc.gz", f"{tmp_path}/page.html"])
    job = ExtractJob(method="whole_page", format="text")
    cut_shards, counts = split(sources, READER), list[int]()
    assert len(cut_shards) > 6
    assert len(split(sources, READER, in_slices=False)) == 3

    def die(done: int) -> None:
        if done > 12:
            raise KeyboardInterrupt

    out = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run_shards(cut_shards, job, open_sink(str(out)), engine=HereShards(counts), progress=die)
    report = run_shards(cut_shards, job, open_sink(str(out)), engine=HereShards(counts))
    assert out.read_bytes() == b"".join(line_of(entry, job.start()) for entry in READER.read_all(sources))
    assert 12 < report.resumed < report.pages
    assert [path.name for path in tmp_path.iterdir() if "out" in path.name] == ["out.jsonl"]
    if change is None:
        assert sum(counts) == report.pages, "each page was read once"


def test_the_tail_tells_where_to_go_on() -> None:
    before = Spot(position=10, number=4, entries=5)
    assert Tail(entries=2, end=90, number=1).spot(before) == Spot(position=90, number=5, entries=7)
