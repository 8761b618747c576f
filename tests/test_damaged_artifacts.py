"""Everything that weft keeps in files and reads again, damaged at random: it works, or a sentence says why not."""

import json
import shutil
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.cli.small_forum import pages as forum_pages
from tests.cli.small_site import pages
from tests.damage import damage, damage_json, seeds
from tests.engines.pages import make_pages
from tests.papers.c.test_softmealy import FACULTY, labelled, mail, person, phone
from weft import parse
from weft.auto import find_extractor
from weft.cli.main import main
from weft.crawl.storage import CrawlJournal, Entry, Event, journal_path
from weft.engines import Chunk, ExtractJob, run
from weft.engines.job import Job
from weft.engines.journal import Entry as JournalEntry
from weft.engines.journal import RunJournal
from weft.engines.site_store import SiteStore
from weft.errors import WeftError
from weft.extractors.block_classifier import default_model
from weft.io import RawPage, read_labels
from weft.io.sinks import open_sink, writing
from weft.model_file import ModelFile, TreeArrays
from weft.page import Limits
from weft.papers.c import Ontology, SoftMealy, Tsimmis, learn_softmealy, ontology_path
from weft.records.location_library import LocationLibrary
from weft.sites import Site, learn
from weft.sites.check import check_site
from weft.studio.opening import open_project
from weft.studio.store import Store

MAX_MEMORY = 60 << 20
SHARE = 5  # of the seeds: each file is used, and not only read
HOST = "http://weft.example/"
SITE_PAGES = [RawPage(id=HOST + name, url=HOST + name, data=html.encode()) for name, html in pages().items()]
STAFF = FACULTY.format(person("Ann Lee", mail("ann@x.org"), phone("123")) + person("Bo", phone("77"), mail("bo@y.net")))
PROGRAM = '[_items, elements(root, "<div class=person"), "#"]\n[[name], _items, "*<b>#</b>*"]\n'
START = {"url": HOST}
JOB = ExtractJob(method="whole_page", format="text")

Make = Callable[[Path], None]
Use = Callable[[Path], object]


@pytest.fixture(scope="module")
def site() -> Site:
    return learn(SITE_PAGES)


@dataclass(frozen=True)
class Here:
    """An engine without workers: a damaged journal has nothing to do with them."""

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        process = job.start()
        for chunk in chunks:
            chunk.lines.update({index: process(page) for index, page in chunk.open})
            yield chunk


def check_all(name: str, path: Path, use: Use, *, is_json: bool = False) -> None:
    """Use a file, damaged by every seed; the rest of its folder is the same each time."""
    whole = path.read_bytes()
    spare = path.parent.with_name("spare")
    shutil.copytree(path.parent, spare)
    use(path)
    tracemalloc.start()
    try:
        for seed in seeds(share=SHARE):
            shutil.rmtree(path.parent)
            shutil.copytree(spare, path.parent)
            path.write_bytes((damage_json if is_json and seed % 3 else damage)(whole, seed))
            tracemalloc.reset_peak()
            try:
                use(path)
            except WeftError:
                pass
            except Exception as error:
                raise AssertionError(f"{name}, seed {seed}: {error!r}") from error
            assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY, seed
    finally:
        tracemalloc.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def test_sites(site: Site, folder: Path) -> None:
    site.save(folder / "site.json")
    shown = [parse(SITE_PAGES[0].data, url=SITE_PAGES[0].url), parse(SITE_PAGES[-1].data), parse("<p>One")]

    def use(path: Path) -> None:
        check_site(path.read_text(encoding="utf-8", errors="replace"))
        read = Site.load(path)
        for page in shown:
            read.choose(page).render("json")

    check_all("site", folder / "site.json", use, is_json=True)


def small_model() -> ModelFile:
    """A model of one stump for each output, with the header of the one that ships."""
    header = {name: value for name, value in default_model().header.items() if name != "format"}
    outputs = {"blocks": 1, "pages": len(header["page_types"])}
    trees = {
        name: TreeArrays(
            feature=np.zeros(3 * count, np.uint16),
            threshold=np.full(3 * count, 0.5, np.float32),
            child=np.array(
                [n for start in range(0, 3 * count, 3) for n in (start + 1, start + 1, start + 2)], np.uint32
            ),
            value=np.linspace(-1, 1, 3 * count, dtype=np.float32),
            roots=np.arange(0, 3 * count, 3, dtype=np.uint32),
            base=np.zeros(count, np.float32),
        )
        for name, count in outputs.items()
    }
    return ModelFile(header=header, trees=trees)


def use_model(path: Path) -> None:
    find_extractor(str(path)).extract(parse(SITE_PAGES[0].data))


def test_models(folder: Path) -> None:
    small_model().write(folder / "model.zip")
    check_all("model", folder / "model.zip", use_model)


def test_model_headers(folder: Path) -> None:
    """The header inside, which random damage seldom reaches: it is packed, and has a checksum."""
    path = folder / "model.zip"
    small_model().write(path)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for seed in seeds(share=SHARE):
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, damage_json(data, seed) if name == "header.json" else data)
        try:
            use_model(path)
        except WeftError:
            continue


@pytest.mark.parametrize("column", ["feature", "threshold", "child", "value", "roots", "base"])
def test_model_arrays(column: str, folder: Path) -> None:
    model, path = small_model(), folder / "model.zip"
    good = getattr(model.trees["blocks"], column)
    odd = [good[:-1], good[:0], good.reshape(1, -1), np.full_like(good, 65535), good.astype(np.float64), good - 9]
    odd += [np.array(["a"] * len(good)), np.array(1.0), good.astype(np.int64) - 2, good.byteswap(), good[::-1]]
    for array in odd:
        trees = {**model.trees, "blocks": TreeArrays(**{**vars(model.trees["blocks"]), column: array})}
        ModelFile(header=model.header, trees=trees).write(path)
        try:
            use_model(path)
        except WeftError:
            continue


def test_location_libraries(folder: Path) -> None:
    path, page = folder / "places.json", parse(next(iter(forum_pages().values()))[1])
    values = json.loads((Path("src") / "weft" / "records" / "locations.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps({**values, "places": values["places"][:20]}), encoding="utf-8")
    check_all("places", path, lambda path: LocationLibrary.load(path).find(page), is_json=True)


def test_wrappers(folder: Path) -> None:
    page = parse(STAFF)
    learn_softmealy([labelled(page)]).save(folder / "wrapper.json")
    check_all("wrapper", folder / "wrapper.json", lambda path: SoftMealy.load(path).find(page), is_json=True)


def test_ontologies(folder: Path) -> None:
    shutil.copy(ontology_path("contact"), folder / "contact.toml")
    page = parse(STAFF)
    check_all("ontology", folder / "contact.toml", lambda path: Ontology.load(path).find(page))


def test_programs(folder: Path) -> None:
    (folder / "a.tsimmis").write_text(PROGRAM)
    page = parse(STAFF)
    check_all("program", folder / "a.tsimmis", lambda path: Tsimmis.load(path).find(page))


def test_labels(folder: Path) -> None:
    path = folder / "labels.jsonl"
    path.write_text('{"page_id": "a", "rows": [1, 2], "name": "body"}\n' * 3)
    check_all("labels", path, read_labels)


OUTPUTS = ("out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.csv", "out.parquet", "out.sqlite")


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = ExtractJob(method="whole_page", format="json").start()
    with writing(open_sink(f"{folder}/{name}")) as sink:
        sink.write([job(page) for page in make_pages(4)])

    def use(path: Path) -> None:
        assert main(["stats", str(path), "--json"]) in (0, 1)

    check_all(name, folder / name, use)
    assert "Traceback" not in capsys.readouterr().err


def stopped_run(output: str) -> None:
    """What a run leaves that stopped behind its first commit."""
    sink, process = open_sink(output), JOB.start()
    sink.open({})
    sink.write([process(page) for page in make_pages(4)])
    assert isinstance(sink.path, Path)
    journal = RunJournal(sink.path)
    journal.add(JournalEntry(job=JOB.digest(), pages=4, sink=sink.commit(), counts={"ok": 4}))
    journal.close()
    sink.close()


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.sqlite", "out.parquet", "out.warc.gz", "out/"])
def test_journals_of_runs(name: str, folder: Path) -> None:
    stopped_run(f"{folder}/{name}")

    def use(path: Path) -> None:
        run(make_pages(6), JOB, open_sink(f"{folder}/{name}"), engine=Here())

    check_all(name, folder / f"{name.rstrip('/')}.run", use)


@pytest.mark.parametrize("name", ["out.sqlite", "out.parquet"])
def test_unfinished_tables(name: str, folder: Path) -> None:
    stopped_run(f"{folder}/{name}")
    part = "out.sqlite.part" if name == "out.sqlite" else "out.parquet.parts/00000000.parquet"
    whole = (folder / part).read_bytes()
    shutil.copytree(folder, folder.with_name("spare"))
    for seed in seeds(share=SHARE):
        shutil.rmtree(folder)
        shutil.copytree(folder.with_name("spare"), folder)
        (folder / part).write_bytes(damage(whole, seed))
        try:
            run(make_pages(6), JOB, open_sink(f"{folder}/{name}"), engine=Here())
        except WeftError:
            continue


def test_journals_of_crawls(folder: Path) -> None:
    output = folder / "a.warc"
    with closing(CrawlJournal(output, start=START)) as journal:
        for number in range(5):
            entry = Entry(f"{HOST}{number}")
            journal.add(
                Event(entry=entry, became="page", end=100 * number, digest="d", queued=[Entry(f"{HOST}{number}x")])
            )
    output.write_bytes(bytes(500))

    def use(path: Path) -> None:
        with closing(CrawlJournal(output, start=START)) as journal:
            for event in journal.events:
                assert isinstance(event.entry.url, str)
                assert isinstance(event.end, int)
                assert all(isinstance(entry.url, str) and isinstance(entry.depth, int) for entry in event.queued)

    check_all("crawl", journal_path(output), use)


@pytest.mark.parametrize("name", ["sites.db", "sites/weft.example.json", "sites/hosts.jsonl"])
def test_stores_of_sites(name: str, site: Site, folder: Path) -> None:
    place = folder / name.partition("/")[0]
    store = SiteStore(str(place))
    store.write([json.dumps({"id": "weft.example", "pages": 3, "sampled": 3, "site": site.to_json()}).encode()])
    store.add_run("2026", {"weft.example": {"template": 2, "fallback": 1}})
    store.close()
    page = parse(SITE_PAGES[0].data, url=SITE_PAGES[0].url)

    def use(path: Path) -> None:
        store = SiteStore(str(place))
        try:
            store.choose(page)
            assert all(entry.drift.verdict for entry in store.entries())
            store.wants("weft.example", 3)
        finally:
            store.close()

    check_all("store of sites", folder / name, use)


def test_studio_projects(folder: Path) -> None:
    path = folder / "studio.db"
    with Store.open(path) as store:
        open_project(store, SITE_PAGES[:3])

    def use(path: Path) -> None:
        with Store.open(path) as store:
            open_project(store, limits=Limits(bytes=1_000_000))

    check_all("studio", path, use)
