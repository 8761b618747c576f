"""JSON: one object with the text, what was found beside it, and where everything came from."""

import json
from collections.abc import Mapping

from weft.addresses import own_address
from weft.content import SHOWN_KINDS, Field, Link, Metadata, Reason
from weft.deadline import seconds_left, time_limit
from weft.document import Document
from weft.errors import LimitError
from weft.lazy import METADATA_NAMES
from weft.page import Page
from weft.render_options import RenderOptions
from weft.renderers.kernel_formats import render_text
from weft.renderers.render import shown_blocks

TOPICS = ("tags", "categories")  # lists of texts: where they lead is in `document.metadata`
NUMBERS = ("word_count", "reading_time")
RECORDS_SHARE = 0.5  # of the time that is left, which records may take: the text is still to be written


def render_json(document: Document, options: RenderOptions) -> str:
    """The object of `to_dict` on one line."""
    return json.dumps(to_dict(document, options), ensure_ascii=False)


def to_dict(document: Document, options: RenderOptions) -> dict[str, object]:
    """Everything known about a page, with the keys always the same and in the same order.

    Metadata keeps the names of `Metadata`; `sources` says for each value that was found where it comes from. `url` is
    the address the page was read from, or else the canonical one. `blocks` is there only when the options ask for it,
    `region` and `regions` only where something repeats.
    """
    page, keep = document.page, shown_blocks(document, options)
    records, reason = _records(document)
    values: dict[str, object] = {**metadata_values(document.metadata), "sources": _sources(document.metadata)}
    values["url"] = own_address(page.url) or document.metadata.url.value
    values |= {
        "page_type": document.page_type,
        "page_type_probability": document.page_type_probability,
        "confidence": document.confidence,
        "chosen_by": document.chosen_by,
        "cluster": document.cluster,
        "reason": {"code": reason.code, "detail": reason.detail},
        "text": render_text(document, options),
        "fields": _values(document.fields),
        **records,
    }
    if options.blocks:
        values["blocks"] = [_block(page, index) for index in keep.tolist()]
    return values


def _records(document: Document) -> tuple[dict[str, object], Reason]:
    """The records and what is known of them, and why all was chosen: a limit costs the records, and not the page."""
    try:
        with time_limit(RECORDS_SHARE * seconds_left()):
            records: dict[str, object] = {"records": [record.values for record in document.records]}
            return records | _regions(document), document.reason
    except LimitError as error:
        return {"records": []}, document.reason.then(f"no records: {error}")


def _regions(document: Document) -> dict[str, object]:
    """What is known of the records together, and other records that are worth showing; empty where there are none."""
    others = [
        {**region.values, "records": [record.values for record in region.records]}
        for region in document.regions
        if region.kind in SHOWN_KINDS
    ]
    region = document.find_region().values if document.records else {}
    return ({"region": region} if region.get("kind") else {}) | ({"regions": others} if others else {})


def metadata_values(metadata: Metadata) -> dict[str, object]:
    """The values of metadata for JSON: texts; numbers, 0 where nothing told them; lists; objects of links.

    >>> metadata_values(Metadata(tags=(Link(value="loom"),)))["tags"]
    ['loom']
    """
    values: dict[str, object] = {}
    for name in METADATA_NAMES:
        value = getattr(metadata, name)
        values[name] = value.value if type(value) is Field and name not in NUMBERS else _metadata_value(name, value)
        if name == "image":
            values["image_width"], values["image_height"] = value.width, value.height
    return values


def _metadata_value(name: str, value: Field | tuple[Link, ...]) -> object:
    if isinstance(value, tuple):
        return [entry.value if name in TOPICS else entry.as_json for entry in value]
    if isinstance(value, Link):
        return value.as_json
    return (value.typed or 0) if name in NUMBERS else value.value


def _sources(metadata: Metadata) -> dict[str, str]:
    sources: dict[str, str] = {}
    for column in METADATA_NAMES:
        value = getattr(metadata, column)
        if isinstance(value, Field):
            if value and value.source:
                sources[column] = value.source
        elif value and (names := dict.fromkeys(entry.source for entry in value if entry and entry.source)):
            sources[column] = ", ".join(names)
    return sources


def _values(fields: Mapping[str, Field]) -> dict[str, str]:
    return {name: field.value for name, field in fields.items()}


def _block(page: Page, index: int) -> dict[str, object]:
    row = int(page.blocks.row[index])
    return {"row": row, "xpath": page.node(row).xpath, "text": " ".join(page.blocks.text(index).split())}
