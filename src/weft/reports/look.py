"""The picture of a page with its blocks outlined: an HTML page that one can point at, or a figure in another page.

Made of a screenshot and rectangles; nothing of the page itself is in it but that picture and, escaped, some texts.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from weft.document import Document
from weft.nouns import with_noun
from weft.reports.look_boxes import KEPT, LEFT, RECORD, TITLE, Box, boxes_by_choice, boxes_by_depth

COLOURINGS = ("choice", "depth")
KINDS = {TITLE: "title", KEPT: "kept", RECORD: "record", LEFT: "not kept"}  # in the legend's order, in its words
DEPTHS = ("#440154", "#433d84", "#2d708e", "#1f9e89", "#4fa83d", "#b8860b", "#c2571a", "#a3195b")
"""Colours by depth, dark to light and on to warm: told apart by any eye; deeper blocks have the last."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Picture:
    """A screenshot, from the page's upper left corner on, and the boxes to outline on it."""

    png: bytes
    width: float  # CSS pixels that it shows
    boxes: Sequence[Box]
    by: str = "choice"  # what tells the boxes apart: one of COLOURINGS

    def __bool__(self) -> bool:
        return bool(self.png)

    @property
    def height(self) -> float:
        """CSS pixels that it shows: a long page may have been cut."""
        wide, high = png_size(self.png)
        return self.width * high / max(wide, 1)

    @property
    def shown(self) -> list[Box]:
        """The boxes that begin on it."""
        return [box for box in self.boxes if 0 <= box.top < self.height and box.left < self.width]


NO_PICTURE = Picture(png=b"", width=0.0, boxes=())


def find_picture(document: Document, png: bytes, *, by: str = "choice") -> Picture:
    """The picture of a document whose page was drawn, its blocks told apart by `choice` or by `depth` in the tree.

    `png` is a screenshot of the page in its own size, as browsers make it.
    """
    boxes = boxes_by_depth(document.page) if by == "depth" else boxes_by_choice(document)
    return Picture(png=png, width=float(png_size(png)[0]), boxes=boxes, by=by)


def look_page(document: Document, picture: Picture) -> str:
    """The picture as an HTML page with a legend; nothing on it runs, and nothing is loaded."""
    page = document.page
    if picture.by == "depth":
        said, reason = with_noun(len(picture.boxes), "visual block"), ""
    else:
        said, reason = f"chosen by {document.chosen_by}", document.reason.detail
    facts = [page.url or "", said]
    if picture.height < page.geometry.page_height - 1:
        facts.append(f"the first {picture.height:,.0f} of {page.geometry.page_height:,.0f} pixels")
    return _PAGE.format(
        heading=escape(document.title or page.url or "A page"),
        style=STYLE,
        width=round(picture.width),
        facts=escape(" · ".join(filter(None, facts))),
        reason=escape(reason),
        figure=look_figure(picture),
    )


def look_figure(picture: Picture) -> str:
    """The picture with its legend, as a part of an HTML page that has `STYLE`."""
    legend = "".join(
        f'<li><i class="{_class(kind)}" style="--kind: {_colour(kind)}"></i>{name} <span>{count}</span></li>'
        for kind, name, count in _legend(picture)
    )
    return f'<figure class="look"><ul>{legend}</ul>{_svg(picture)}</figure>'


def small_page(png: bytes, *, width: int, height: int) -> str:
    """A page that shows the top of a picture, so wide and at most so high: a screenshot of it is the small picture.

    >>> 'src="data:image/png;base64,iVBORw=="' in small_page(b"\\x89PNG", width=640, height=1600)
    True
    """
    frame = f"width: {width}px; max-height: {height}px; overflow: hidden"
    image = f'<img src="{_data(png)}" style="width: {width}px; display: block">'
    return f'<!doctype html><body style="margin: 0"><div style="{frame}">{image}</div>'


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, which its first chunk says.

    >>> png_size(b"\\x89PNG\\r\\n\\x1a\\n" + bytes(4) + b"IHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big"))
    (640, 480)
    """
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def _svg(picture: Picture) -> str:
    width, height = f"{picture.width:.0f}", f"{picture.height:.0f}"
    shown = picture.shown
    clear = [box for box in shown if box.kind in (KEPT, TITLE)]
    name = "clear-" + sha256(picture.png).hexdigest()[:12]  # a report has many pictures, and names are the page's
    holes = "".join(f'<rect {_place(box, grow=2)} rx="3"/>' for box in clear)
    mask = f'<mask id="{name}"><rect width="{width}" height="{height}" fill="white"/>{holes}</mask>'
    veil = f'{mask}<rect class="veil" width="{width}" height="{height}" mask="url(#{name})"/>' if clear else ""
    image = f'<image href="{_data(picture.png)}" width="{width}" height="{height}"/>'
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="the page with its blocks outlined">'
        f"{image}{veil}{''.join(map(_rect, shown))}</svg>"
    )


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"


def _rect(box: Box) -> str:
    grow = {KEPT: 2, TITLE: 3, RECORD: 3}.get(box.kind, 0)
    colour = f' style="--kind: {_colour(box.kind)}"' if box.kind not in KINDS else ""
    return (
        f'<rect class="{_class(box.kind)}"{colour} {_place(box, grow=grow)} rx="3">'
        f"<title>{escape(box.note)}</title></rect>"
    )


def _place(box: Box, *, grow: int) -> str:
    return f'x="{box.left - grow}" y="{box.top - grow}" width="{box.width + 2 * grow}" height="{box.height + 2 * grow}"'


def _legend(picture: Picture) -> list[tuple[str, str, int]]:
    """The kinds that there are on the picture, in words, with their numbers; the last colour is that of all below."""
    if picture.by == "choice":
        counts = Counter(box.kind for box in picture.shown)
        return [(kind, name, counts[kind]) for kind, name in KINDS.items() if counts[kind]]
    last = len(DEPTHS) - 1
    depths = Counter(min(int(box.kind), last) for box in picture.shown)
    return [
        (str(depth), f"depth {depth}{' and more' * (depth == last)}", count) for depth, count in sorted(depths.items())
    ]


def _class(kind: str) -> str:
    return kind if kind in KINDS else "depth"


def _colour(kind: str) -> str:
    return f"var(--{kind})" if kind in KINDS else DEPTHS[min(int(kind), len(DEPTHS) - 1)]


# Green, blue and orange are those of the reports; a dash and a weight tell the kinds apart where colours do not.
STYLE = """
.look { margin: 0; --kept: #14855c; --title: #2b6cb0; --record: #c96a00; --left: #6b7280; }
.look ul { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; list-style: none; margin: 0 0 .8rem; padding: 0; }
.look li { display: flex; align-items: center; gap: .5rem; font-size: 14px; }
.look li span { opacity: .6; font-variant-numeric: tabular-nums; }
.look i { width: 18px; height: 12px; border: 2px solid var(--kind); border-radius: 3px; box-sizing: border-box; }
.look i.kept, .look i.title { background: color-mix(in srgb, var(--kind) 18%, transparent); }
.look i.record { border-style: dashed; } .look i.left { border-width: 1px; }
.look svg { display: block; width: 100%; height: auto; background: white; outline: 1px solid #8884; }
.look rect { fill: var(--kind); fill-opacity: 0; stroke: var(--kind); pointer-events: all; }
.look .veil { fill: white; fill-opacity: .62; stroke: none; pointer-events: none; }
.look mask rect { fill: black; fill-opacity: 1; stroke: none; } .look mask rect:first-child { fill: white; }
.look .kept { --kind: var(--kept); fill-opacity: .07; stroke-width: 1.6; }
.look .title { --kind: var(--title); fill-opacity: .1; stroke-width: 2.6; }
.look .record { --kind: var(--record); stroke-width: 2; stroke-dasharray: 7 4; pointer-events: stroke; }
.look .left { --kind: var(--left); stroke-width: 1; stroke-opacity: .45; }
.look .depth { stroke-width: 2; fill-opacity: .012; }
.look rect:hover { fill-opacity: .22; stroke-width: 3; stroke-opacity: 1; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{heading}</title><style>{style}
body {{ font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; margin: 0; background: #f6f6f4;
  color: #22262b; }}
header, .look {{ max-width: {width}px; margin: 0 auto; padding: 0 20px; }}
header {{ padding-top: 18px; }} .look {{ padding-bottom: 20px; }}
h1 {{ font-size: 20px; line-height: 1.3; margin: 0 0 2px; font-weight: 650; overflow-wrap: anywhere; }}
p {{ margin: 0 0 .5rem; color: #5a616b; font-size: 13px; overflow-wrap: anywhere; }}
p + p {{ margin-bottom: .8rem; }}
</style></head>
<body><header><h1>{heading}</h1><p>{facts}</p><p>{reason}</p></header>
{figure}
</body></html>"""
