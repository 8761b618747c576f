"""A page's blocks with their scores: as data, and as an HTML page that colours them."""

from dataclasses import asdict, dataclass
from html import escape

import numpy as np

from weft.document import Document, Explainer, Extractor
from weft.nouns import with_noun


@dataclass(frozen=True, kw_only=True)
class ScoredBlock:
    """One block and why it was kept or not."""

    index: int
    row: int
    element: str  # tag with id or class, as a person would name it
    xpath: str
    kept: bool
    hidden: bool
    score: float
    chars: int
    link_share: float
    text: str
    why: tuple[tuple[str, float, float], ...] = ()  # the features that moved the score: name, value, how far

    def to_dict(self) -> dict[str, object]:
        """Ready for JSON."""
        return asdict(self)


def scored_blocks(document: Document, scorer: Extractor, *, why: int = 0) -> list[ScoredBlock]:
    """Every block of the document's page with the scorer's score; of those kept also the `why` strongest reasons."""
    page, blocks = document.page, document.page.blocks
    kept = np.isin(np.arange(len(blocks)), document.keep)
    scores = scorer.score(page)
    explainer = scorer if why and isinstance(scorer, Explainer) else None
    return [
        ScoredBlock(
            index=index,
            row=int(row),
            element=_element_name(document, int(row)),
            xpath=page.node(int(row)).xpath,
            kept=bool(kept[index]),
            hidden=bool(blocks.hidden[index]),
            score=float(scores[index]),
            chars=int(blocks.chars[index]),
            link_share=float(blocks.link_chars[index] / max(blocks.chars[index], 1)),
            text=blocks.text(index),
            why=tuple(explainer.explain(page, index)[:why]) if explainer and kept[index] else (),
        )
        for index, row in enumerate(blocks.row)
    ]


def _element_name(document: Document, row: int) -> str:
    page = document.page
    tag, identity, classes = page.node(row).tag, page.id(row), page.classes(row)
    return tag + (f"#{identity}" if identity else f".{classes[0]}" if classes else "")


def block_map(document: Document, blocks: list[ScoredBlock]) -> str:
    """An HTML page that shows each block, the stronger its colour the higher its score; kept ones have a bar."""
    top = max((block.score for block in blocks), default=0.0) or 1.0
    rows = "\n".join(_block_html(block, max(block.score, 0.0) / top) for block in blocks)
    kept = sum(block.kept for block in blocks)
    heading = escape(document.title or document.page.url or "Blocks")
    return _PAGE.format(
        heading=heading, kept=kept, total=len(blocks), chosen_by=escape(document.chosen_by), rows=rows, style=_STYLE
    )


def _block_html(block: ScoredBlock, strength: float) -> str:
    kind = "kept" if block.kept else "hidden" if block.hidden else "left"
    note = f"block {block.index} · row {block.row} · score {block.score:.4g} · {with_noun(block.chars, 'character')}"
    reasons = "".join(f"\n{name} = {value:.4g}: {moved:+.2f}" for name, value, moved in block.why)
    title = escape(f"{note} · {block.link_share:.0%} in links\n{block.xpath}{reasons}", quote=True)
    text = escape(" ".join(block.text.split()))
    # The square root spreads the low scores, which would all look white.
    colour = f"--strength: {strength**0.5:.3f}"
    return f'<p class="{kind}" style="{colour}" title="{title}"><b>{escape(block.element)}</b> {text}</p>'


_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
p { margin: 2px 0; padding: 3px 10px; border-left: 5px solid transparent; overflow-wrap: anywhere;
    background: color-mix(in srgb, #2a9d6f calc(var(--strength) * 45%), transparent); }
p.kept { border-left-color: #14734c; }
p.left { color: color-mix(in srgb, currentColor 65%, transparent); }
p.hidden { opacity: .45; font-style: italic; }
b { font: 12px ui-monospace, monospace; opacity: .6; margin-right: .6em; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{heading}</title><style>{style}</style></head>
<body><h1>{heading}</h1>
<p>{kept} of {total} blocks kept by {chosen_by}. The stronger the colour, the higher the score; a bar marks what is
kept; italics are hidden on the page. Point at a block to see its numbers.</p>
{rows}
</body></html>"""
