"""A page of a cluster as blocks: what is body, field, record and warp."""

from dataclasses import dataclass
from html import escape
from itertools import groupby

import numpy as np

from weft.document import Document
from weft.nouns import with_noun

MOST_BLOCKS = 300
MOST_WARP = 3  # blocks in a row that are not folded
MOST_TEXT = 400  # characters of a block

BODY, FIELD, RECORD, HIDDEN, WARP = "body", "field", "record", "hidden", "warp"


@dataclass(frozen=True, kw_only=True)
class ShownBlock:
    """One block: what it is, the fields whose values are in it, its element and its text."""

    kind: str
    element: str
    text: str
    fields: tuple[str, ...] = ()


def shown_blocks(document: Document) -> list[ShownBlock]:
    """Every block of the document's page."""
    page, blocks = document.page, document.page.blocks
    names: dict[int, list[str]] = {}
    for name, value in document.fields.items():
        if value.row >= 0:
            # A field in an element is shown at the first block of it; one in a text at the block that holds it.
            block = int(np.searchsorted(blocks.last, value.row, side="right"))
            names.setdefault(block, []).append(name)
    in_record = np.zeros(len(page) + 1, np.bool_)
    for record in document.records:
        in_record[record.start : record.end] = True
    kept = set(document.keep.tolist())
    return [
        ShownBlock(
            kind=_kind(block in kept, block in names, bool(in_record[blocks.first[block]]), bool(blocks.hidden[block])),
            element=page.tag_name(int(blocks.row[block])),
            text=" ".join(blocks.text(block).split())[:MOST_TEXT],
            fields=tuple(names.get(block, ())),
        )
        for block in range(len(blocks))
    ]


def _kind(is_body: bool, is_field: bool, is_record: bool, is_hidden: bool) -> str:
    kinds = ((is_body, BODY), (is_field, FIELD), (is_hidden, HIDDEN), (is_record, RECORD))
    return next((kind for holds, kind in kinds if holds), WARP)


def medoid_page(blocks: list[ShownBlock]) -> str:
    """The blocks as HTML, coloured by what they are; long runs of warp are folded."""
    runs = groupby(blocks[:MOST_BLOCKS], key=lambda block: block.kind in (WARP, HIDDEN))
    shown = "\n".join(_run_html(list(run), is_warp=is_warp) for is_warp, run in runs)
    rest = len(blocks) - MOST_BLOCKS
    return f'<div class="page">{shown}</div>' + (f"<p>… and {with_noun(rest, 'more block')}</p>" if rest > 0 else "")


def _run_html(run: list[ShownBlock], *, is_warp: bool) -> str:
    html = "\n".join(map(_block_html, run))
    if not is_warp or len(run) <= MOST_WARP:
        return html
    return f"<details><summary class=warp>{with_noun(len(run), 'block')} of warp</summary>{html}</details>"


def _block_html(block: ShownBlock) -> str:
    badges = "".join(f"<em>{escape(name)}</em>" for name in block.fields)
    return f'<p class="{block.kind}"><b>{escape(block.element)}</b>{badges}{escape(block.text)}</p>'
