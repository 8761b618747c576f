"""What files of a version of weft give on the pages beside them."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from weft import Site, extract, parse
from weft.content import Record, Region
from weft.crawl.storage import CrawlJournal, journal_path
from weft.engines.journal import RunJournal
from weft.papers.b.forums import Forums
from weft.papers.c import Ontology, SoftMealy
from weft.records.location_library import LocationLibrary
from weft.studio.store import Store

Pages = dict[str, dict[str, str]]  # by kind, then by address
START = {"url": "https://weft.example/"}  # of the crawl
ARCHIVE_BYTES = 1000  # that the crawl had written


def read_pages(folder: Path) -> Pages:
    """The pages that the files of a folder are asked about."""
    return json.loads((folder / "pages.json").read_text(encoding="utf-8"))


def site(folder: Path, pages: dict[str, str], _: Path) -> Any:
    """By which template, a digest of the text, fields and records."""
    learned = Site.load(folder / "site.json")
    documents = {url: learned.extract(html, url=url) for url, html in pages.items()}
    return {
        url: {
            "chosen_by": document.chosen_by,
            "text": hashlib.sha256(document.text.encode()).hexdigest()[:16],
            "fields": {name: field.value for name, field in document.fields.items()},
            "records": _records(document.records),
        }
        for url, document in documents.items()
    }


def model(folder: Path, pages: dict[str, str], _: Path) -> Any:
    """The text that the trained extractor chooses."""
    return {url: extract(html, method=str(folder / "model.zip")).text for url, html in pages.items()}


def softmealy(folder: Path, pages: dict[str, str], _: Path) -> Any:
    """The records of each page."""
    wrapper = SoftMealy.load(folder / "softmealy.json")
    return {url: _regions(wrapper.find(parse(html))) for url, html in pages.items()}


def ontology(folder: Path, pages: dict[str, str], _: Path) -> Any:
    """The records of each page."""
    wrapper = Ontology.load(folder / "ontology.toml")
    return {url: _regions(wrapper.find(parse(html))) for url, html in pages.items()}


def forums(folder: Path, pages: dict[str, str], _: Path) -> Any:
    """The records of each page by the template of its software."""
    learned = Forums.load(folder / "forums.json")
    return {url: _records(learned.match(parse(html)).records) for url, html in pages.items()}


def locations(folder: Path, pages: dict[str, str], _: Path) -> Any:
    """Where the records of each page begin."""
    library = LocationLibrary.load(folder / "locations.json")
    found = {url: library.find(parse(html)) for url, html in pages.items()}
    return {url: [[record.start for record in region.records] for region in regions] for url, regions in found.items()}


def run_journal(folder: Path, pages: dict[str, str], scratch: Path) -> Any:
    """How far the run had come."""
    shutil.copy(folder / "out.jsonl.run", scratch)
    journal = RunJournal(scratch / "out.jsonl")
    last = journal.last()
    journal.close()
    return {
        "pages": last.pages,
        "shards": last.shards,
        "sink": last.sink,
        "counts": last.counts,
        "whole": last.is_whole,
    }


def crawl_journal(folder: Path, pages: dict[str, str], scratch: Path) -> Any:
    """The addresses that were asked for, and those that were waiting."""
    archive = scratch / "crawl.warc.gz"
    archive.write_bytes(bytes(ARCHIVE_BYTES))
    shutil.copy(journal_path(folder / archive.name), scratch)
    journal = CrawlJournal(archive, start=START)
    journal.close()
    return [[event.entry.url, event.became, [entry.url for entry in event.queued]] for event in journal.events]


def store(folder: Path, pages: dict[str, str], scratch: Path) -> Any:
    """Studio's pages, values and changes."""
    path = scratch / "store.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript((folder / "store.sql").read_text(encoding="utf-8"))
    database.close()
    with Store.open(path) as opened:
        values = {target: [value.version, value.value] for target, value in opened.read_many().items()}
        changes = [[change.number, change.author, change.what] for change in opened.changes()]
        return {"pages": opened.page_ids(), "values": values, "changes": changes}


KINDS: dict[str, Callable[[Path, dict[str, str], Path], Any]] = {
    function.__name__: function
    for function in (site, model, softmealy, ontology, forums, locations, run_journal, crawl_journal, store)
}
"""Every kind of file that weft writes and reads again."""


def _records(records: Sequence[Record]) -> list[dict[str, str]]:
    return [{name: field.value for name, field in record.fields.items()} for record in records]


def _regions(regions: Sequence[Region]) -> list[list[dict[str, str]]]:
    return [_records(region.records) for region in regions]
