"""Pages in a store: as they came, and never other than the marks on them.

The store of learned sites of a crawl, in both kinds of database; here, where a PostgreSQL server runs.
"""

import json

import pytest

from weft import learn
from weft.engines import SiteStore
from weft.errors import NoMatch, SourceError
from weft.io import RawPage
from weft.studio.changes import Write
from weft.studio.store import Store

PAGES = [
    RawPage(id="b.html", data=b"<p>\xff\0 bytes as they are</p>", url="http://weft.example/b", charset="gb18030"),
    RawPage(id="ä ?%s.html", data=b""),
    *(RawPage(id=f"{number}.html", data=b"<p>%d</p>" % number * 100) for number in range(70)),
]


def test_pages_come_back_as_they_were(store: Store) -> None:
    assert store.add_pages(iter(PAGES)) == len(PAGES)
    assert store.page_ids() == [page.id for page in PAGES]
    assert [store.read_page(page.id) for page in PAGES] == PAGES
    first = store.list_pages()[0]
    assert (first.number, first.id, first.url, first.size) == (1, "b.html", "http://weft.example/b", len(PAGES[0].data))


def test_pages_that_are_there_are_not_added_again(place: str) -> None:
    with Store.open(place) as store:
        store.add_pages(PAGES[:3])
    with Store.open(place) as store:
        assert store.add_pages([PAGES[3], *PAGES[:3]]) == 1
        assert [(page.number, page.id) for page in store.list_pages()] == [
            (number, page.id) for number, page in enumerate(PAGES[:4], start=1)
        ]


def test_a_changed_page_is_taken_anew_unless_it_is_marked(store: Store) -> None:
    store.add_pages(PAGES[:2])
    new = RawPage(id="b.html", data=b"<p>New</p>")
    store.write([Write("page:b.html", {"marks": [], "done": True}, 0)], author="Ann", what="done")
    assert store.add_pages([new]) == 1
    assert store.read_page("b.html") == new
    assert [page.number for page in store.list_pages()] == [1, 2]
    marked = {"marks": [{"name": "body", "rows": [4]}], "done": True}
    store.write([Write("page:b.html", marked, 1)], author="Ann", what="marked the body")
    assert store.add_pages([new]) == 0
    with pytest.raises(
        SourceError, match=r"b\.html: the page has changed since Ann marked it at 20.*the marks would be"
    ):
        store.add_pages([RawPage(id="c.html", data=b"<p>C"), RawPage(id="b.html", data=b"<p>Newer</p>")])
    assert store.read_page("b.html") == new
    assert store.page_ids() == ["b.html", PAGES[1].id]


def test_pages_that_are_not_there(store: Store) -> None:
    assert store.page_ids() == []
    assert store.add_pages([]) == 0
    with pytest.raises(NoMatch, match=r"no\.html: no such page"):
        store.read_page("no.html")


@pytest.mark.parametrize("page_id", ["", "a\0b", "x" * 3000])
def test_ids_that_no_database_keeps(store: Store, page_id: str) -> None:
    with pytest.raises(SourceError, match="name for the store"):
        store.add_pages([RawPage(id=page_id, data=b"<p>")])


PAGE = "<title>{0}</title><nav>Home</nav><h1>{0}</h1><p>{0} is what this page of the shop is about, at length."


def test_sites_by_host(place: str) -> None:
    site = learn([(f"http://shop.example/p/{k}", PAGE.format(f"Loom {k}").encode()) for k in range(8)])
    line = {"id": "shop.example", "status": "ok", "pages": 800, "sampled": 8, "site": site.to_json()}
    store = SiteStore(place)
    store.write([json.dumps(line).encode(), b'{"id": "few.example", "status": "ok", "pages": 2, "sampled": 2}'])
    before = store.digest()
    store.write([json.dumps(line | {"pages": 900, "site": {**site.to_json(), "notes": ["a note"]}}).encode()])
    assert store.digest() != before
    store.close()

    store = SiteStore(place)
    store.add_run("2026", {"shop.example": {"template": 7, "fallback": 1}})
    entries = {entry.host: entry for entry in store.entries()}
    assert [(host, entry.pages, entry.sampled) for host, entry in entries.items()] == [
        ("few.example", 2, 2),
        ("shop.example", 900, 8),
    ]
    assert [(run.template, run.pages) for run in entries["shop.example"].runs] == [(7, 8)]
    found = store.find("shop.example")
    assert found is not None
    assert found.extract(PAGE.format("Shuttle"), url="http://shop.example/p/99").chosen_by == "template"
    assert store.find("few.example") is None
    store.close()
