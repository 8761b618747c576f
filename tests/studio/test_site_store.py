"""The store of learned sites of a crawl, in both kinds of database; here, where a PostgreSQL server runs."""

import json

from weft import learn
from weft.engines import SiteStore

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
