"""Draws the architecture in one picture, from the layers and the rooms of the kernel that the checks hold."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"

SAYS = {
    "cli": "one command, one file",
    "studio": "mark, see, teach",
    "serve": "HTTP",
    "mcp": "for assistants",
    "compat": "adapters",
    "engines": "where and how many: cores, clusters",
    "papers": "what only reproduces a paper",
    "pipeline": "the one way: raw page → page → document → line",
    "auto": "weft.extract: which extractor chooses",
    "sites": "clusters → slots → templates",
    "training": "labels → models",
    "reports": "pages and pictures for people",
    "extractors": "choose blocks of one page",
    "records": "posts, rows, cards",
    "metadata": "title, author, date, source",
    "scoring": "how right a text is",
    "text": "dates and words in many languages",
    "document": "a page and its chosen blocks; what an extractor is",
    "renderers": "text · Markdown · JSON · HTML · TEI",
    "content": "Metadata, Record, Reason, Label: data",
    "render_options": "what a format shows",
    "page": "immutable columns, one entry a node",
    "deadline": "when work on a page ends",
    "model_file": "trees as arrays",
    "errors": "the whole tree of errors, as data",
    "registry": "choice by name, and options behind a name",
    "addresses": "which may be written",
    "kernel": "the only folder that names the compiled kernel, by its rooms",
}
BESIDE = {
    "io": "files, WARC, Parquet,\nURLs in; lines out",
    "browser": "Chromium: boxes,\ncolours, pictures",
    "crawl": "a sample of a site",
}
FLOW = (("bytes", ""), ("Page", "columns"), ("Document", "blocks"), ("text", "Markdown …"))
VERBS = ("parse", "extract", "render")
WIDTH, LEFT, INNER, ROW, GAP = 900, 20, 660, 32, 6
ROOMS = {
    "limits": "what a page may cost",
    "text": "characters, languages, dates, patterns",
    "html": "bytes → tree → columns",
    "trees": "models, and how they are asked",
    "extractors": "measures, regions, choice",
    "metadata": "candidates of fields, near the title",
    "records": "evidence, regions, posts, drafts",
    "sites": "slots, alignment, templates",
    "renderers": "text, Markdown, HTML, chunks",
    "python": "what Python calls",
}
STYLE = """
  svg { font: 13px system-ui, sans-serif } text { fill: #1d2433 } .says { fill: #5b6475; font-size: 11px }
  .box { fill: #eef2fb; stroke: #b9c4dd } .entry { fill: #fdf1e3; stroke: #e3bd8b } .paper { fill: #fff }
  .kernel { fill: #e6f4ea; stroke: #9ccbaa } .beside { fill: #f5f0fa; stroke: #c9b6e0 }
  .arrow { stroke: #5b6475; fill: none; marker-end: url(#head) }
"""
HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0L8 4L0 8z" fill="#5b6475"/></marker>'
)


def layers() -> list[list[str]]:
    """The layers of the first contract in pyproject.toml, uppermost first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]
    return [[name.strip().removeprefix("weft.") for name in layer.split("|")] for layer in contract["layers"]]


def rooms() -> list[str]:
    """The rooms of the kernel, uppermost first: each may use those behind and below it."""
    members = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["members"]
    return [member.removeprefix("native/") for member in reversed(members)]


def box(at: tuple[float, float, float], *, height: float = ROW, kind: str, name: str, says: str = "") -> str:
    """A rectangle with its name and, where they fit beside it, words about it."""
    x, y, width = at
    rect = f'<rect class="{kind}" x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="5"/>'
    lines = says.split("\n")
    if len(lines) == 1 and height <= ROW:
        words = f'<tspan class="says" dx="8">{escape(says)}</tspan>'
        return rect + f'<text x="{x + 10:.0f}" y="{y + 21:.0f}"><tspan font-weight="600">{name}</tspan>{words}</text>'
    text = f'<text x="{x + 10:.0f}" y="{y + 21:.0f}" font-weight="600">{name}</text>'
    for number, line in enumerate(lines):
        text += f'<text class="says" x="{x + 10:.0f}" y="{y + 39 + 15 * number:.0f}">{escape(line)}</text>'
    return rect + text


def draw() -> str:
    """The picture as SVG."""
    parts = []
    y = 20.0
    for number, layer in enumerate(layers()):
        width = (INNER - GAP * (len(layer) - 1)) / len(layer)
        for place, name in enumerate(layer):
            kind = "entry" if number < 2 else "box"
            parts.append(box((LEFT + place * (width + GAP), y, width), kind=kind, name=name, says=SAYS[name]))
        y += ROW + GAP
    half = (INNER - GAP) / 2
    for number, name in enumerate(rooms()):
        at = (LEFT + number % 2 * (half + GAP), y + number // 2 * (ROW + GAP), half)
        parts.append(box(at, kind="kernel", name=name, says=ROOMS[name]))
    bottom = at[1] + ROW
    note = f'x="{LEFT + INNER + 22}" y="{bottom - 22:.0f}">native: the kernel, in Rust;'
    parts.append(f'<text class="says" {note}<tspan x="{LEFT + INNER + 22}" dy="15">a crate a room</tspan></text>')
    height = 72
    for place, (name, says) in enumerate(BESIDE.items()):
        top = y - (len(BESIDE) - place) * (height + GAP)
        parts.append(box((LEFT + INNER + 20, top, 180), height=height, kind="beside", name=name, says=says))
    for number, line in enumerate(("imports point down;", "these know pages and errors only")):
        place = y - len(BESIDE) * (height + GAP) - 30 + 16 * number
        parts.append(f'<text class="says" x="{LEFT + INNER + 22}" y="{place:.0f}">{line}</text>')
    y = bottom + 46
    step = (WIDTH - 2 * LEFT) / len(FLOW)
    for place, (name, says) in enumerate(FLOW):
        x = LEFT + place * step
        parts.append(box((x, y, step - 62), kind="box", name=name, says=says))
        if place < len(VERBS):
            start, end = x + step - 62, x + step - 6
            parts.append(f'<path class="arrow" d="M{start:.0f} {y + 16:.0f}H{end:.0f}"/>')
            parts.append(f'<text class="says" x="{start + 4:.0f}" y="{y + 10:.0f}">{VERBS[place]}</text>')
    total = y + ROW + 20
    frame = f'<rect class="paper" width="{WIDTH}" height="{total:.0f}"/>'
    size = f'viewBox="0 0 {WIDTH} {total:.0f}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="The layers of weft">'
    body = "\n".join(parts)
    return f"{opening}\n<style>{STYLE}</style>\n<defs>{HEAD}</defs>\n{frame}\n{body}\n</svg>\n"


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))
