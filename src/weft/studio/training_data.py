"""The marked pages as a folder that `weft train` reads: pages, and the text that a person took for their content."""

import json
from collections.abc import Iterator

import numpy as np

from weft.content import BODY
from weft.errors import ConfigError, LimitError, NoMatch
from weft.io import RawPage
from weft.page import Page, parse
from weft.studio.export import marks_by_page, pack_files, read_site
from weft.studio.marking import Marks, marked_body
from weft.studio.store import Store

FOLDER = "wcxb-dev"  # where `weft train` looks for known pages


def export_training(store: Store) -> bytes:
    """A zip to unpack into the folder of known pages: every page whose body is marked, and that body's text."""
    files: dict[str, bytes] = {}
    types = _page_types(store)
    for number, (raw, page, marks) in enumerate(_known_pages(store), start=1):
        name = f"studio-{number:05}"
        about = {
            "url": raw.url or "",
            "id": raw.id,
            "_internal": {"page_type": {"primary": types.get(raw.id, "article")}},
            "ground_truth": {"main_content": body_text(page, marks)},
        }
        files[f"{FOLDER}/html/{name}.html"] = _as_utf8(raw)
        files[f"{FOLDER}/ground-truth/{name}.json"] = json.dumps(about, indent=1).encode()
    if not files:
        raise ConfigError("no body is marked; mark the body of some pages, then export again")
    return pack_files(files)


def body_text(page: Page, marks: Marks) -> str:
    """The text of the marked body, a line a block."""
    kept = np.flatnonzero((marked_body(page, marks) > 0) & ~page.blocks.hidden)
    return "\n".join(" ".join(page.blocks.text(block).split()) for block in kept.tolist())


def _known_pages(store: Store) -> Iterator[tuple[RawPage, Page, Marks]]:
    for page_id, marks in marks_by_page(store).items():
        if marks.rows(BODY):
            raw = store.read_page(page_id)
            try:
                yield raw, parse(raw.data, url=raw.url, encoding=raw.charset), marks
            except LimitError:
                continue


def _page_types(store: Store) -> dict[str, str]:
    """The type of each page that is in a cluster; none where nothing was learned."""
    try:
        clusters = read_site(store).clusters
    except NoMatch:
        return {}
    return {page_id: cluster.template.page_type for cluster in clusters for page_id in cluster.page_ids}


def _as_utf8(raw: RawPage) -> bytes:
    """The page so that it is read without its HTTP header: in UTF-8, and marked so, where that gave another charset."""
    if raw.charset is None:
        return raw.data
    try:
        return raw.data.decode(raw.charset, errors="replace").encode("utf-8-sig")
    except LookupError:  # a charset that Python does not know: the page may say it too
        return raw.data
