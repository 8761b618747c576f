"""Where weft fails: how scores are spread, its lowest pages, and those where a peer is ahead most."""

import itertools
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from bench.failures import BANDS, CONVERTERS, view_name
from bench.onepage.elements import Cell, Markup, fold, section, table
from bench.peer_loaders import PEERS
from bench.texts import TEXT_SETS

NOTE = (
    "Weft's lowest pages on each data set, and those where a peer is ahead most; F1 as in the tables above. The best "
    "peer is chosen page by page, which no single system could do. A click on an id shows the page's blocks as they "
    "were kept, kept wrongly or missed, beside the truth and the answers."
)
ABSENT = (
    "The page views are not on this machine: they show pages of others and are not in the repository. A run makes "
    "them: `make bench`, or `python -m bench all --only` and the name of a data set."
)
HEAD = ("page", "type", "why", "weft", "best peer", "its F1", "gap")
COMPARED = 5  # systems whose spread is shown: weft and the peers with the fewest low pages


def failing(record: Mapping[str, Any], views: str) -> Markup:
    """The section; `views` is the folder of the page views, as seen from the report."""
    known = [wanted for wanted in TEXT_SETS if wanted.name in record]
    if not known:
        return ""
    flag = f'<link rel="stylesheet" href="{escape(views)}/present.css">'  # there only where the views are
    parts = [
        fold(
            f"{wanted.name}: {_low(record[wanted.name])}",
            _bands(record[wanted.name]),
            _pages(record[wanted.name], f"{views}/{wanted.file}"),
            is_open=wanted is known[0],
        )
        for wanted in known
    ]
    return section("failures", "Where weft fails", flag, f'<p class="absent">{escape(ABSENT)}</p>', *parts, note=NOTE)


def _low(found: Mapping[str, Any]) -> str:
    bands = found["bands"][found["ours"]]
    return f"{bands[0]} of {sum(bands)} pages under {BANDS[0]}, {bands[-1]} at {BANDS[-1]} or more"


def _bands(found: Mapping[str, Any]) -> Markup:
    """A bar a system: the share of its pages by score."""
    ours = found["ours"]
    peers = [name for name in found["bands"] if name in PEERS and name not in CONVERTERS]
    others = sorted(peers, key=lambda name: (found["bands"][name][0], name))
    edges = [f"under {BANDS[0]}", *(f"{a}–{b}" for a, b in itertools.pairwise(BANDS)), f"{BANDS[-1]} or more"]
    keys = "".join(f'<span class="key b{place}"></span>{edge}' for place, edge in enumerate(edges))
    lines = []
    for name in [ours, *others[: COMPARED - 1]]:
        whole = sum(found["bands"][name]) or 1
        pieces = "".join(
            f'<i class="b{place}" style="width:{100 * count / whole:.2f}%" title="{count} pages"></i>'
            for place, count in enumerate(found["bands"][name])
        )
        lines.append(f'<span>{escape(name)}</span><span class="band">{pieces}</span>')
    return f'<p class="note">Pages by F1: {keys}</p><div class="bands">{"".join(lines)}</div>'


def _pages(found: Mapping[str, Any], folder: str) -> Markup:
    rows: list[Sequence[Cell | str]] = []
    for page in found["pages"]:
        link = f'<a class="view" href="{escape(folder)}/{escape(view_name(page["id"]))}">{escape(page["id"])}</a>'
        rows.append(
            [
                Cell(text=page["id"], markup=link),
                page["page_type"],
                "lowest" if page["worst"] else "a peer is ahead",
                f"{page['ours']:.3f}",
                page["peer"],
                f"{page['theirs']:.3f}",
                f"{page['theirs'] - page['ours']:+.3f}",
            ]
        )
    return table(HEAD, rows)
