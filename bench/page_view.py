"""One page as its blocks, coloured by what was kept and what is true, beside the truth and the answers.

Written anew from weft's table of the page: no markup, script, style or picture of the page is in it, and a policy in
its head forbids the browser to load or run anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

import weft
from bench import metrics
from bench.datasets import Case

MAX_BLOCKS = 4000  # a browser shows so many at once
FEW_LEFT = 4  # so many stay in sight, as what surrounds the content
MAX_LETTERS = 200_000  # of a truth or an answer
KINDS = {
    (True, True): ("right", "kept and true"),
    (True, False): ("wrong", "kept, but not true"),
    (False, True): ("missed", "true, but not kept"),
    (False, False): ("left", "left, rightly"),
}


@dataclass(frozen=True, kw_only=True)
class Text:
    """What a system answered."""

    name: str
    text: str
    score: float


def write_view(case: Case, texts: Sequence[Text], path: Path) -> None:
    """Write the view of a page; the first text is ours, which the blocks are coloured by."""
    path.write_text(view(case, texts), encoding="utf-8")


def view(case: Case, texts: Sequence[Text]) -> str:
    """The page as HTML that cannot do anything."""
    [ours, *_] = texts
    pieces = blocks_of(case)
    kept = metrics.clean_nodes(pieces, ours.text).tolist()
    true = metrics.clean_nodes(pieces, case.text).tolist()
    kinds = [KINDS[pair] for pair in zip(kept, true, strict=True)]
    counts = "".join(
        f'<span class="{name}">{sum(kind[0] == name for kind in kinds)} {escape(title)}</span> '
        for name, title in KINDS.values()
    )
    lines = [
        (name, f'<p class="{name}" title="{escape(title)}">{escape(piece)}</p>')
        for (name, title), piece in zip(kinds[:MAX_BLOCKS], pieces, strict=False)
    ]
    more = f"<p>… and {len(pieces) - MAX_BLOCKS} more</p>" if len(pieces) > MAX_BLOCKS else ""
    columns = [("truth", case.text), *((f"{text.name}: {text.score:.3f}", text.text) for text in texts)]
    sides = "".join(f"<div><h2>{escape(title)}</h2><pre>{escape(_short(text))}</pre></div>" for title, text in columns)
    return _PAGE.format(
        title=escape(f"{case.id} ({case.page_type})"),
        url=escape(case.url),
        style=_STYLE,
        counts=counts,
        blocks=_folded(lines) + more,
        sides=sides,
    )


def _folded(lines: Sequence[tuple[str, str]]) -> str:
    """The blocks, with long runs of rightly left ones folded away."""
    parts = []
    for is_left, run in groupby(lines, key=lambda line: line[0] == "left"):
        blocks = [markup for _, markup in run]
        inner = "\n".join(blocks)
        summary = f"<summary>{len(blocks)} blocks left, rightly</summary>"
        parts.append(f"<details>{summary}{inner}</details>" if is_left and len(blocks) > FEW_LEFT else inner)
    return "\n".join(parts)


def blocks_of(case: Case) -> list[str]:
    """The texts of the page's blocks in their order; none where the page is over a limit."""
    try:
        return [text for block in weft.parse(case.data, url=case.url or None).blocks if (text := block.text.strip())]
    except weft.LimitError:
        return []


def _short(text: str) -> str:
    rest = len(text) - MAX_LETTERS
    return text if rest <= 0 else f"{text[:MAX_LETTERS]}\n… and {rest} characters more"


_STYLE = """
:root { color-scheme: light dark; } body { font: 14px/1.5 system-ui, sans-serif; margin: 1.2rem 1.6rem; }
.blocks p { margin: 2px 0; padding: 1px 8px; border-left: 5px solid transparent; white-space: pre-line;
  overflow-wrap: anywhere; }
.right { border-color: #16a34a !important; background: color-mix(in srgb, #16a34a 16%, transparent); }
.wrong { border-color: #dc2626 !important; background: color-mix(in srgb, #dc2626 18%, transparent); }
.missed { border-color: #d97706 !important; background: color-mix(in srgb, #d97706 24%, transparent); }
.left, summary { opacity: .6; } summary { cursor: pointer; padding: 2px 8px; }
.counts span { padding: 1px 8px; border-radius: 4px; margin-right: .5rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; max-height: 80vh; overflow: auto;
  border: 1px solid #8886; padding: .6rem; border-radius: 6px; }
h2 { font-size: 1rem; } a { color: inherit; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>{title}</title><style>{style}</style></head><body>
<h1>{title}</h1><p>{url}</p>
<p>The page's blocks in order. A block counts as kept, or as true, when its text is in the answer, or in the truth:
short ones may be so by chance.</p>
<p class="counts">{counts}</p>
<div class="blocks">{blocks}</div>
<div class="sides">{sides}</div>
</body></html>
"""
