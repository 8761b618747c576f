"""`python -m tests.compatibility.make 0.2`: a folder with a file of every kind, as the weft of today writes it.

Made once for a version, when it is released, and never again: the tests ask later versions for the same answers.
"""

import json
import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.compatibility.answers import ARCHIVE_BYTES, KINDS, START, Pages, read_pages
from tests.papers.b.test_forums import LAYOUTS, posts, read
from tests.papers.c.test_softmealy import FACULTY, labelled, mail, person, phone
from tests.papers.e.test_paper_e import PARAMETERS, make_case
from tests.records.forum_pages import thread
from tests.site_pages import blog_page, list_pages, pages_of
from weft import learn, parse
from weft.cli import main as weft
from weft.crawl.storage import CrawlJournal, Entry, Event
from weft.engines.journal import Entry as Commit
from weft.engines.journal import RunJournal
from weft.io import RawPage
from weft.papers.b.forum_templates import learn_forums
from weft.papers.c import learn_softmealy
from weft.papers.e.training import GRIDS
from weft.studio.changes import Write
from weft.studio.store import Store

HERE = Path(__file__).parent
ONTOLOGY = """format = 1
name = "contact"
about = "people and how to reach them"
least = 2
relations = ["contact [0:1] has name", "contact [0:*] has mail [1]", "contact [0:1] has phone"]

[object.name]
line = true
patterns = ['[A-Z][a-z]+ [A-Z][a-z]+']

[object.mail]
patterns = ['[a-z]+@[a-z]+[.]org']
keywords = ["mail"]

[object.phone]
patterns = ['[0-9]{3}-[0-9]{4}']
keywords = ["phone"]
"""
CONTACTS = """<h1>Office</h1><ul>
<li><b>Ann Lee</b><p>mail ann@looms.org<p>phone 555-1234
<li><b>Bo Dyer</b><p>mail bo@looms.org</ul>"""


def make_pages() -> Pages:
    """The pages of every kind."""
    people = person("Ann Lee", mail("ann@x.org"), phone("123")) + person("Bo", phone("77"), mail("bo@y.net"))
    shown = {
        f"https://forum.example/{layout}/{n}": thread(layout, posts(n)) for layout in LAYOUTS[:1] for n in range(4)
    }
    written = [*pages_of(blog_page, range(5)), *list_pages(range(1, 5))]
    return {
        "site": {url: data.decode() for url, data in written},
        "model": {"https://weft.example/case": make_case(777)[0]},
        "softmealy": {"https://weft.example/staff": FACULTY.format(people + person("Cy", mail("cy@z.com")))},
        "ontology": {"https://weft.example/contact": CONTACTS},
        "forums": shown,
        "locations": shown,
    }


def make_files(folder: Path, pages: Pages) -> None:
    """A file of every kind, from the pages."""
    learn([RawPage(id=url, data=html.encode(), url=url) for url, html in pages["site"].items()]).save(
        folder / "site.json"
    )
    learn_softmealy([labelled(parse(html)) for html in pages["softmealy"].values()]).save(folder / "softmealy.json")
    learned = learn_forums(read(pages["forums"]))
    learned.save(folder / "forums.json")
    learned.library.save(folder / "locations.json")
    (folder / "ontology.toml").write_text(ONTOLOGY, encoding="utf-8")
    _make_model(folder / "model.zip")
    _make_journals(folder)
    _make_store(folder / "store.sql")


def _make_model(path: Path) -> None:
    with TemporaryDirectory() as saved:
        for number in range(16):
            html, text = make_case(number)
            place = Path(saved, f"site{number % 4}", f"{number}.html")
            place.parent.mkdir(exist_ok=True)
            place.write_text(html, encoding="utf-8")
            place.with_suffix(".txt").write_text(text, encoding="utf-8")
        GRIDS["logistic"] = {key: [value] for key, value in PARAMETERS["logistic"].items()}
        command = ["train", saved, "--method", "node_classifier", "--model", "logistic"]
        assert weft([*command, "--data-attribution", "pages that weft's tests make", "-o", str(path)]) == 0


def _make_journals(folder: Path) -> None:
    run = RunJournal(folder / "out.jsonl")
    run.add(Commit(job="j", source="s", pages=40, sink={"bytes": 1200}, counts={"ok": 39, "empty": 1}))
    run.add(Commit(job="j", source="s", pages=80, shards=2, sink={"bytes": 2400}, counts={"ok": 78, "empty": 2}))
    run.close()
    crawl = CrawlJournal(folder / "crawl.warc.gz", start=START)
    home, more = Entry(START["url"]), Entry(f"{START['url']}more", depth=1)
    crawl.add(Event(entry=home, became="page", end=ARCHIVE_BYTES // 2, bytes=700, digest="aa", queued=[more]))
    crawl.add(Event(entry=more, became="http_404", end=ARCHIVE_BYTES // 2, bytes=700))
    crawl.close()


def _make_store(path: Path) -> None:
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "store.sqlite"
        with Store.open(file) as store:
            store.add_pages([RawPage(id="a.html", data=b"<p>A loom.", url="https://weft.example/a")])
            store.write(
                [Write("page:a.html", {"marks": [{"rows": [3], "name": "body"}]}, 0)], author="Ann", what="mark"
            )
            store.write([Write("site", {"name": "looms"}, 0)], author="Bo", what="name it")
        database = sqlite3.connect(file)
        path.write_text("\n".join(database.iterdump()) + "\n", encoding="utf-8")
        database.close()


def main(version: str) -> None:
    """Make the folder of a version; refuses one that is there."""
    folder = HERE / version
    folder.mkdir()
    (folder / "pages.json").write_text(json.dumps(make_pages(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    pages = read_pages(folder)
    make_files(folder, pages)
    with TemporaryDirectory() as scratch:
        answers = {kind: ask(folder, pages.get(kind, {}), Path(scratch)) for kind, ask in KINDS.items()}
    (folder / "answers.json").write_text(json.dumps(answers, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
