"""What a request says, checked: bodies are small JSON objects, every value has its type."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from weft.studio.access import Session
from weft.studio.answers import JSON, Refusal
from weft.studio.project import Project
from weft.studio.security import MAX_BYTES

MAX_NUMBER = 10**9


def project_of(request: Request) -> Project:
    """The project, with what was written since."""
    project: Project = request.app.state.project
    project.refresh()
    return project


def author_of(request: Request) -> str:
    """Who makes the request."""
    session: Session | None = request.state.session
    return session.author if session else ""


def page_number(request: Request) -> int:
    """The page that a path names."""
    return int(request.path_params["number"])


async def read_body(request: Request) -> bytes:
    """The body, which may have no length beforehand."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BYTES:
            raise Refusal(413, f"more than {MAX_BYTES} bytes", "send less at once")
    return bytes(body)


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object of a body; an empty body is an empty object."""
    body = await read_body(request)
    if not body:
        return {}
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal(415, "the body is no JSON by its type", f"send Content-Type: {JSON}")
    try:
        value = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refusal(400, "the body is no JSON that can be read", "send an object") from None
    if not isinstance(value, dict):
        raise Refusal(422, "the body is no object", 'send one such as {"version": 0}')
    return value


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def whole_number(values: Mapping[str, Any], name: str, *, default: int = -1) -> int:
    """A number of the body, from 0 on; where there is none the default, unless that is less than 0."""
    value = values.get(name, default)
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise Refusal(422, f"{name} is a whole number from 0 on", f"send {name}")
    return value


def truth(values: Mapping[str, Any], name: str) -> bool:
    """Whether something is asked for; false where nothing is said."""
    value = values.get(name, False)
    if not isinstance(value, bool):
        raise Refusal(422, f"{name} is true or false", f"send {name}")
    return value


def word(values: Mapping[str, Any], name: str, *, default: str = "") -> str:
    """A text of the body."""
    value = values.get(name, default)
    if not isinstance(value, str):
        raise Refusal(422, f"{name} is a text", f"send {name}")
    return value


def query_number(request: Request, name: str, *, default: int, most: int = MAX_NUMBER) -> int:
    """A number of the query, from 0 on."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 10) or int(text) > most:
        raise Refusal(422, f"{name} is a whole number from 0 to {most}", f"give {name}")
    return int(text)
