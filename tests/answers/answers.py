"""What weft answers on a made page, as texts and as their hashes.

The clock says nothing here: relative times are told from a fixed one. Numbers with a fraction are rounded, so that the
last bit of another processor changes nothing.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import weft
from tests.answers.corpus import MadePage
from weft.content import Record, Region
from weft.records import find_records

HASHES = Path(__file__).parent / "hashes.tsv"
LETTERS = 4  # of a hash: one in sixteen million is the same by chance
READ_AT = datetime(2024, 6, 1, 12, 0)


def answers_of(made: MadePage) -> dict[str, str]:
    """Every answer of a page by the name of its format, as a text of lines."""
    try:
        document = weft.extract(made.data, url=made.url or None, encoding=made.charset or None)
    except weft.WeftError as error:
        return dict.fromkeys(FORMATS, f"{type(error).__name__}: {error}")
    return {name: _written(write, document) for name, write in FORMATS.items()}


def _written(write: Callable[[weft.Document], str], document: weft.Document) -> str:
    try:
        return write(document)
    except weft.WeftError as error:
        return f"{type(error).__name__}: {error}"


def _json(document: weft.Document) -> str:
    return as_lines(document.to_dict())


def _records(document: weft.Document) -> str:
    """All records with their places, those of the document, and comments."""
    found = find_records(document.page, reference=READ_AT)
    lines = [line for region in found for line in _region(region)]
    lines += ["chosen:", *(_record(record) for record in document.records), "comments:"]
    return "\n".join([*lines, *(_record(record) for record in document.comments)])


def _region(region: Region) -> Iterable[str]:
    yield f"region {region.row} {json.dumps(region.values, ensure_ascii=False)}"
    yield from (_record(record) for record in region.records)


def _record(record: Record) -> str:
    fields = (f"{name}@{one.row} {one.value!r} {one.type} {one.typed_json}" for name, one in record.fields.items())
    return "\n  ".join((f"{record.start}..{record.end}", *fields))


def _chunks(document: weft.Document) -> str:
    """Chunks as they are by themselves, and small ones that overlap."""
    lines = [document.render("chunks")]
    lines += [f"{one.headings} {one.rows}\n{one.text}" for one in document.chunks(size=40, overlap=8, by="size")]
    return "\n".join(lines)


def _others(document: weft.Document) -> str:
    """What other methods and other options give; the document's own fields, which have doors of their own."""
    fields = (document.title, document.author, document.date, document.language)
    chosen = [weft.extract(document.page, method=method) for method in METHODS]
    shown = [document.render(format, ALL_SHOWN) for format in ("markdown", "text")]
    return "\n".join([*fields, *(f"{one.page_type} {one.text}" for one in chosen), *shown])


METHODS = ("density", "dom_stats", "line_block")
ALL_SHOWN = weft.RenderOptions(repeats=True, readings=True, title=True, front_matter=True, tables=False)

FORMATS: dict[str, Callable[[weft.Document], str]] = {
    "json": _json,
    "markdown": lambda document: document.markdown,
    "html": lambda document: document.html,
    "text": lambda document: document.text,
    "tei": lambda document: document.render("tei"),
    "records": _records,
    "chunks": _chunks,
    "others": _others,
}


def as_lines(values: object) -> str:
    """JSON with a value on each line, numbers rounded."""
    return json.dumps(_rounded(values), ensure_ascii=False, indent=1, default=str)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def digest(text: str) -> str:
    """A text in four letters."""
    return base64.b64encode(hashlib.sha256(text.encode(errors="surrogatepass")).digest()).decode()[:LETTERS]


def read_hashes(text: str | None = None) -> dict[str, str]:
    """The hashes of every page and site by its name: those of the file, or of such a text."""
    text = HASHES.read_text(encoding="utf-8") if text is None else text
    return dict(line.split("\t") for line in text.splitlines())
