"""`weft report STORE`: the hosts of a store of sites, what chose their pages, and which have changed."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from weft.cli.columns import fit
from weft.engines import HostEntry, SiteStore
from weft.engines.site_shelf import DATABASES
from weft.nouns import with_noun
from weft.sites.drift import RELEARN

WIDTH = 32  # of a host


def is_store(address: str) -> bool:
    """Whether this names a store of sites and not one site."""
    return "://" in address or address.endswith(DATABASES) or Path(address).is_dir()


def read_store(address: str) -> list[HostEntry]:
    """The hosts of a store: those that have changed first, then those with most pages."""
    store = SiteStore(address)
    store.check()
    try:
        return sorted(store.entries(), key=lambda entry: (not has_changed(entry), -entry.pages, entry.host))
    finally:
        store.close()


def has_changed(entry: HostEntry) -> bool:
    """Whether many fewer pages of the host have a template than before."""
    return entry.drift.verdict == RELEARN


def store_lines(entries: Iterable[HostEntry]) -> Iterator[str]:
    """The hosts as a table, for people."""
    head = f"{'pages':>7} {'learned':>7} {'clusters':>8} {'template':>8} {'single':>6} {'fallback':>8} {'failed':>6}"
    yield f"{'host':{WIDTH}} {head}  state"
    hosts, sites, changed = 0, 0, 0
    for entry in entries:
        last = entry.runs[-1] if entry.runs else None
        counts = (last.template, last.single_page, last.fallback, last.failed) if last else ("", "", "", "")
        numbers = f"{entry.pages or '':>7} {entry.sampled:>7} {entry.clusters or '':>8}"
        chosen = "{:>8} {:>6} {:>8} {:>6}".format(*counts)
        yield f"{fit(entry.host, WIDTH)} {numbers} {chosen}  {state_of(entry)}".rstrip()
        hosts, sites, changed = hosts + 1, sites + bool(entry.clusters), changed + has_changed(entry)
    yield f"{with_noun(hosts, 'host')}, {sites} with a site, {changed} changed"


def state_of(entry: HostEntry) -> str:
    """What is to be known of a host, in words."""
    if entry.failure:
        return entry.failure
    if not entry.clusters:
        return "too few pages to learn from"
    return entry.drift.describe() if has_changed(entry) else ""


def store_json(entries: Iterable[HostEntry]) -> str:
    """The same for programs."""
    hosts = {entry.host: _values(entry) for entry in entries}
    return json.dumps({"hosts": hosts}, ensure_ascii=False)


def _values(entry: HostEntry) -> dict[str, Any]:
    names = ("pages", "sampled", "placed", "clusters", "failure")
    runs = [
        {name: getattr(run, name) for name in ("run", "template", "single_page", "fallback", "failed")}
        for run in entry.runs
    ]
    return {name: getattr(entry, name) for name in names} | {"runs": runs, "drift": entry.drift.to_dict()}
