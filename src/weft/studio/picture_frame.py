"""The frame of a page over its picture: every element is an empty box where the browser drew it.

It is served under the policy of every frame: no scripts, no network; the picture is `data:`. Lengths are shares of the
frame's width, so that boxes and picture stay together at any size. Texts are there without being seen, so that what is
selected can be read out and searched.

Pictures of pages over HTTP: ask for one, and the frame over it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.errors import NoMatch
from weft.page import Page
from weft.studio.frame import (
    DROPPED,
    EMPTY,
    MAX_DEPTH,
    MAX_ROWS,
    MEDIA_TYPE,
    POLICY,
    SAFE_TAGS,
    XHTML,
    FrameWriter,
    clean,
)
from weft.studio.http import Values, page_number, project_of, takes_object, truth
from weft.studio.pictures import IDLE, OFF, Picture, Pictures, has_picture, loses_looks, read_picture

STYLE = (
    "html,body{margin:0;padding:0;background:#fff}body{position:relative;overflow:hidden;font-size:0;line-height:0;"
    "color:transparent}body>img{position:absolute;left:0;top:0;width:100vw;height:auto}body [data-w]{position:absolute;"
    "display:block;box-sizing:border-box;margin:0;padding:0;border:0;list-style:none;text-decoration:none;min-width:0;"
    "max-width:none;font-size:0;color:transparent}"
)


def write_picture_frame(page: Page, picture: Picture) -> str:
    """The page as a document of its own: its picture, and a box for each row."""
    return "".join(PictureFrameWriter(page, picture).parts())


class PictureFrameWriter:
    """Writes one page, row by row, with a stack of what is open and where it lies."""

    def __init__(self, page: Page, picture: Picture) -> None:
        self.page: Page = page
        self.picture: Picture = picture
        self.rows: int = min(len(page), MAX_ROWS, len(picture.boxes))
        self.boxes: list[list[float]] = picture.boxes.tolist()
        drawn = (picture.boxes[: self.rows, 2:] > 0).all(axis=1)
        before = np.concatenate(([0], np.cumsum(drawn)))
        ends = np.minimum(page.end[: self.rows], self.rows)
        self.shown: list[bool] = (before[ends] > before[: self.rows]).tolist()
        self.wrapped: set[int] = FrameWriter(page, "", {}).wrapped
        self.open: list[tuple[int, str, float, float]] = []  # where it ends, its name, its left and top

    def parts(self) -> Iterator[str]:
        """The document in pieces."""
        source = f"data:image/png;base64,{b64encode(self.picture.png).decode()}"
        height = self._length(self.picture.height)
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="{XHTML}" data-w="0"><head><title>page</title>'
        yield f"<style>{STYLE}body{{height:{height}}}</style></head>"
        body = next(iter(self.page.rows_of("body").tolist()), 0)
        yield f'<body data-w="{body}"><img src="{source}" alt=""/>'
        row = body + 1
        while row < self.rows:
            yield from self._close(row)
            if self.page.tag[row] == 0:
                yield self._text(row)
                row += 1
                continue
            name = self.page.tag_name(row)
            if name in DROPPED or name.startswith("svg:") or not self.shown[row]:
                row = int(self.page.end[row])
                continue
            yield self._element(row, name)
            row += 1
        yield from self._close(len(self.page) + 1)
        yield "</body></html>"

    def _close(self, row: int) -> Iterator[str]:
        while self.open and self.open[-1][0] <= row:
            yield f"</{self.open.pop()[1]}>"

    def _element(self, row: int, name: str) -> str:
        is_plain = name in SAFE_TAGS and name not in EMPTY and name not in ("html", "body")
        written = name if is_plain else "span"
        was = "" if is_plain else f' data-t="{clean(name)}"'
        names = "".join(
            f' {key}="{clean(value[:200])}"'
            for key, value in self.page.attributes(row).items()
            if key in ("id", "class")
        )
        start = f'<{written} data-w="{row}"{was}{names} style="{self._place(row)}">'
        if len(self.open) >= MAX_DEPTH:
            return f"{start}</{written}>"
        left, top = self._origin(row)
        self.open.append((int(self.page.end[row]), written, left, top))
        return start

    def _text(self, row: int) -> str:
        if self.page.raw[row] or not self.open:
            return ""
        text = clean(self.page.text(row))
        return f'<w-t data-w="{row}" style="{self._place(row)}">{text}</w-t>' if row in self.wrapped else text

    def _origin(self, row: int) -> tuple[float, float]:
        """The corner of a row; of one without a box of its own that of what it lies in."""
        left, top, width, height = self.boxes[row]
        if width > 0 and height > 0:
            return left, top
        return self.open[-1][2:] if self.open else (0.0, 0.0)

    def _place(self, row: int) -> str:
        """Where a row lies in what it lies in."""
        left, top = self._origin(row)
        outer = self.open[-1][2:] if self.open else (0.0, 0.0)
        _, _, width, height = self.boxes[row]
        lengths = (left - outer[0], top - outer[1], width, height)
        return ";".join(
            f"{name}:{self._length(value)}"
            for name, value in zip(("left", "top", "width", "height"), lengths, strict=True)
        )

    def _length(self, pixels: float) -> str:
        return f"{100 * pixels / max(self.picture.width, 1):.3f}vw"


def ask_picture(request: Request, values: Values) -> dict[str, Any]:
    """How far the picture of a page is; drawn where a person asks, or where the frame leaves something out."""
    is_asked = truth(values, "asked")
    project, number = project_of(request), page_number(request)
    stored, pictures = project.stored[project.state(number).number], pictures_of(request)
    if pictures.draw is None or project.store.resources(stored.id):
        return {"state": OFF, "why": "what was saved with the page is shown" if pictures.draw else ""}
    if not is_asked and not has_picture(project.store, stored) and not loses_looks(project.page(number)):
        return {"state": IDLE, "why": ""}
    state, why = pictures.ask(project.store, stored)
    return {"state": state, "why": why}


def show_drawn(request: Request) -> Response:
    """The page as boxes over its picture, harmless."""
    project, number = project_of(request), page_number(request)
    stored = project.stored[project.state(number).number]
    picture = read_picture(project.store, stored)
    page = project.page(number)
    if picture is None or len(picture.boxes) != len(page):
        raise NoMatch("there is no picture of this page", advice="ask for one first")
    text = write_picture_frame(page, picture)
    headers = {"content-security-policy": POLICY, "x-frame-options": "SAMEORIGIN"}
    return Response(text.encode(errors="replace"), media_type=MEDIA_TYPE, headers=headers)


def pictures_of(request: Request) -> Pictures:
    """The pictures of the server."""
    found: Pictures = request.app.state.pictures
    return found


ROUTES = [
    Route("/api/pages/{number:int}/picture", takes_object(ask_picture), methods=["POST"]),
    Route("/frame/{number:int}/drawn", show_drawn),
]
