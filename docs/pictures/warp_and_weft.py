"""Makes warp-and-weft.png, the README's picture: `python docs/pictures/warp_and_weft.py`.

The demo's site is learned, one of its pages is drawn, and what the learned template says of it is coloured: the warp
under threads that run down, the weft in colours, each joined to the value that `Site.extract` gave. Nothing is drawn by
hand: every box is the geometry of rows that the document names.
"""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import numpy as np
from warp_and_weft_page import DRAWING, FOLDER, demo_pages, draw, save

import weft
from weft.browser import Browser
from weft.reports.look import find_title_blocks, range_edges

PAGE = "swing-bridge.html"  # two sentences of body beside long comments and side bars: the hard case of paper A
SHOWN = 1120  # pixels of the page, from its top
LEFT, TOP, CARD = 44, 92, 1052  # where the page and the card of values begin on the picture
WIDTH, HEIGHT = 1600, 1320
SHOWN_RECORDS = 3
COLOURS = {"title": "#1f66c1", "author": "#8536b8", "date": "#c02a63", "body": "#0f7d55", "records": "#c46200"}
TOPS = {"title": 306, "date": 392, "author": 472, "body": 556, "records": 820}  # of the values on the card


@dataclass(frozen=True)
class Part:
    """One piece of the weft: its kind and its box on the page."""

    kind: str
    left: float
    top: float
    right: float
    bottom: float


def find_parts(document: weft.Document) -> Iterator[Part]:
    """The boxes of what the document holds, by the rows it names."""
    page = document.page
    title = [int(row) for row in page.blocks.row[find_title_blocks(document)] if page.tag_name(int(row)) == "h1"]
    metadata = document.metadata
    rows = [("title", row, int(page.end[row])) for row in title]
    rows += [("author", metadata.author.row, int(page.end[metadata.author.row]))]
    rows += [("date", metadata.date.row, int(page.end[metadata.date.row]))]
    rows += [("body", int(row), int(page.end[row])) for row in page.blocks.row[document.keep]]
    rows += [("records", record.start, record.end) for record in document.comments]
    ranges = np.array([(start, stop) for _, start, stop in rows], np.int64)
    edges = range_edges(page.geometry, ranges, page.geometry.is_visible)
    for (kind, _, _), (left, top, right, bottom) in zip(rows, edges.tolist(), strict=True):
        if top < SHOWN - 60:
            side = 2 if kind in ("author", "date") else 7  # these stand in a line
            yield Part(kind, left - side, top - 4, right + side, min(bottom + 4, SHOWN))


def picture(document: weft.Document, png: bytes, pages: int) -> str:
    """The whole picture as an HTML page of ours."""
    parts = list(find_parts(document))
    holes = "".join(f'<rect {_place(part)} fill="black"/>' for part in parts)
    weft_boxes = "".join(
        f'<rect {_place(part)} fill="url(#{part.kind})" stroke="{COLOURS[part.kind]}" stroke-width="3"/>'
        for part in parts
    )
    return _PICTURE.format(
        width=WIDTH, height=HEIGHT, card=CARD, left=LEFT, top=TOP, shown=SHOWN, under=TOP + SHOWN,
        patterns="".join(_pattern(kind, colour) for kind, colour in COLOURS.items()),
        png=b64encode(png).decode(), holes=holes, boxes=weft_boxes,
        threads="".join(_threads(parts)), values="".join(_values(document)), pages=pages,
    )  # fmt: skip


def _pattern(kind: str, colour: str) -> str:
    """Threads that run across, in a colour."""
    return (
        f'<pattern id="{kind}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{colour}" fill-opacity=".10"/>'
        f'<path d="M0 4h8" stroke="{colour}" stroke-opacity=".16" stroke-width="3"/></pattern>'
    )


def _place(part: Part) -> str:
    size = f'width="{part.right - part.left:.0f}" height="{part.bottom - part.top:.0f}"'
    return f'x="{part.left:.0f}" y="{part.top:.0f}" {size} rx="5"'


def _threads(parts: list[Part]) -> Iterator[str]:
    """A thread from each kind on the page to its value on the card; of several boxes the first two are joined."""
    for kind, colour in COLOURS.items():
        for number, part in enumerate([part for part in parts if part.kind == kind][:2]):
            start = (LEFT + part.right, TOP + (part.top + part.bottom) / 2)
            if kind == "author":  # the date stands right of it
                start = (LEFT + part.right - 30, TOP + part.bottom)
            end = (CARD - 2, TOPS[kind] + 16 + 42 * number)
            bend = max(60.0, (end[0] - start[0]) / 2)
            path = f"M{start[0]:.0f} {start[1]:.0f}C{start[0] + bend:.0f} {start[1]:.0f} {end[0] - bend:.0f} {end[1]} "
            look = f'fill="none" stroke="{colour}" stroke-width="5" stroke-opacity=".85"'
            yield (
                f'<path d="{path}{end[0]} {end[1]}" {look}/>'
                f'<circle cx="{start[0]:.0f}" cy="{start[1]:.0f}" r="7" fill="{colour}"/>'
                f'<circle cx="{end[0]}" cy="{end[1]}" r="7" fill="{colour}"/>'
            )


def _values(document: weft.Document) -> Iterator[str]:
    body = "".join(f"<p>{escape(line)}</p>" for line in document.text.splitlines() if line)
    metadata = document.metadata
    yield _value("title", f"<b>{escape(metadata.title.value)}</b>")
    yield _value("author", escape(metadata.author.value))
    yield _value("date", escape(metadata.date.value))
    yield _value("body", body)
    lines = [
        f"<p><b>{escape(record.fields['author'].value)}</b> <i>{escape(record.fields['time_text'].value)}</i><br>"
        f"{escape(_cut(record.fields['body'].value, 72))}</p>"
        for record in document.comments
    ]
    shown = "".join(lines[:SHOWN_RECORDS]) + f"<p><i>… and {len(lines) - SHOWN_RECORDS} more</i></p>"
    yield _value("records", shown, name=f"records: {len(lines)} comments")


def _value(kind: str, html: str, *, name: str = "") -> str:
    return (
        f'<div class="value" style="top: {TOPS[kind]}px; --kind: {COLOURS[kind]}"><em>{name or kind}</em>'
        f"<div>{html}</div></div>"
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


_PICTURE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; width: {width}px; height: {height}px; position: relative; background: #fbfaf7; color: #26231e;
  font: 21px/1.42 "Noto Sans", "DejaVu Sans", sans-serif; overflow: hidden; }}
svg {{ position: absolute; left: 0; top: 0; }}
h1 {{ position: absolute; top: 26px; margin: 0; font-size: 28px; font-weight: 700; }}
h1 span {{ font-weight: 400; color: #7b7468; }}
.value {{ position: absolute; left: {card}px; width: 496px; padding-left: 22px; border-left: 7px solid var(--kind); }}
.value em {{ font-style: normal; font-weight: 700; color: var(--kind); font-size: 21px; }}
.value p {{ margin: 0 0 8px; font-size: 20px; }} .value i {{ color: #857d70; }} .value b {{ font-weight: 600; }}
.value p:last-child {{ margin: 0; }}
pre {{ position: absolute; left: {card}px; top: {top}px; width: 480px; margin: 0; padding: 20px 22px;
  background: #22262e; color: #e9edf3; border-radius: 8px; font: 21px/1.6 "DejaVu Sans Mono", monospace; }}
pre i {{ font-style: normal; color: #8fb7ff; }}
.legend {{ position: absolute; top: {under}px; left: 0; right: 0; margin-top: 22px; display: flex; gap: 64px;
  padding: 0 44px; font-size: 24px; align-items: center; }}
.legend div {{ display: flex; gap: 18px; align-items: center; }}
.legend i {{ width: 92px; height: 46px; border-radius: 5px; border: 2px solid #9aa1ab; flex: none; }}
.legend .warp {{ background: repeating-linear-gradient(90deg, #8f98a5 0 3px, #eceae5 3px 10px); }}
.legend .weft {{ border-color: #0f7d55; background: repeating-linear-gradient(0deg, #c46200 0 4px, #fff 4px 9px,
  #0f7d55 9px 13px, #fff 13px 18px, #8536b8 18px 22px, #fff 22px 27px, #c02a63 27px 31px, #fff 31px 36px,
  #1f66c1 36px 40px, #fff 40px 46px); }}
</style>
<h1 style="left: 44px">A page of a site <span>as weft sees it</span></h1>
<h1 style="left: {card}px">What weft hands you</h1>
<pre><i>import</i> weft
site = weft.learn(pages)
document = site.extract(page)</pre>
<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<defs>{patterns}
<pattern id="down" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M5 0v10" stroke="#6b7686"
  stroke-opacity=".50" stroke-width="2.6"/></pattern>
<linearGradient id="fade" x2="0" y2="1"><stop offset=".93" stop-color="#fff"/><stop offset="1" stop-color="#000"/>
</linearGradient>
<mask id="end" maskUnits="userSpaceOnUse" x="0" y="0" width="900" height="{shown}"><rect width="900" height="{shown}"
  fill="url(#fade)"/></mask>
<mask id="out" maskUnits="userSpaceOnUse" x="0" y="0" width="900" height="{shown}"><rect width="900" height="{shown}"
  fill="white"/>{holes}</mask></defs>
<g transform="translate({left} {top})"><g mask="url(#end)">
<rect width="900" height="{shown}" fill="white"/>
<svg width="900" height="{shown}" viewBox="0 0 900 {shown}">
<image href="data:image/png;base64,{png}" width="900"/></svg>
<g mask="url(#out)"><rect width="900" height="{shown}" fill="#f1efea" fill-opacity=".60"/>
<rect width="900" height="{shown}" fill="url(#down)"/></g>
{boxes}</g></g>
{threads}</svg>
{values}
<div class="legend"><div><i class="warp"></i>
<span><b>warp</b>: the template, learned from {pages} pages<br>of the same site; left out</span></div>
<div><i class="weft"></i><span><b>weft</b>: what this page alone says;<br>kept, each part by its name</span></div></div>
"""


def main() -> None:
    """Learn, draw, colour, save."""
    pages = demo_pages()
    site = weft.learn(list(pages.values()))
    with Browser(DRAWING) as browser:
        rendered = draw(browser, PAGE)
        document = site.extract(rendered.page)
        assert document.chosen_by == "template", document.reason
        html = picture(document, rendered.screenshot, len(pages))
        save(browser, html, FOLDER / "warp-and-weft.png", width=WIDTH, colours=256)


if __name__ == "__main__":
    main()
