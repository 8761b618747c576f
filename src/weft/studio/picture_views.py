"""Pictures of pages over HTTP: ask for one, and the frame over it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.errors import NoMatch
from weft.studio.frame import MEDIA_TYPE, POLICY
from weft.studio.http import Values, page_number, project_of, takes_object, truth
from weft.studio.picture_frame import write_picture_frame
from weft.studio.pictures import IDLE, OFF, Pictures, has_picture, loses_looks, read_picture


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
