"""HTTP: requests are small JSON objects whose values are checked; answers are JSON, pages, and errors with advice."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from weft.studio.access import Session
from weft.studio.languages import Words, find_words
from weft.studio.project import Project

Values = dict[str, Any]
"""The JSON object of a request's body."""

JSON = "application/json"
MAX_NUMBER = 10**9
MAX_BYTES = 1 << 20  # of a request's body


class Refusal(Exception):
    """An answer that is an error: its status, what is wrong, what to do, and more for programs."""

    def __init__(self, status: int, error: str, what_to_do: str, more: Mapping[str, Any] | None = None) -> None:
        super().__init__(error)
        self.status: int = status
        self.error: str = error
        self.what_to_do: str = what_to_do
        self.more: Mapping[str, Any] = more or {}


# Answers


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates of the pages; a value that a view does not give is an error, not an empty string."""
    loader = PackageLoader("weft.studio", "templates")
    return Environment(loader=loader, autoescape=select_autoescape(default=True), undefined=StrictUndefined)


def show(scope: Scope, name: str, context: Mapping[str, Any], *, status: int = 200) -> Response:
    """A page from its template, in the language of the request."""
    words = words_for(scope)
    text = templates().get_template(name).render({"_": words, **context})
    return HTMLResponse(text, status, {"content-language": words.tag, "vary": "accept-language, cookie"})


def answer(value: Mapping[str, Any], *, status: int = 200) -> Response:
    """A JSON answer; lone surrogates, which UTF-8 cannot write, are replaced."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode(errors="replace"), status, media_type=JSON)


def refuse(scope: Scope, status: int, error: str, what_to_do: str, more: Mapping[str, Any] | None = None) -> Response:
    """An error: JSON for programs, a page for people."""
    words = words_for(scope)
    error, what_to_do = words.say(error), words.say(what_to_do)
    if scope["path"].startswith(("/api/", "/static/", "/frame/", "/thumbnail/")):
        return answer({"error": error, "what_to_do": what_to_do, **(more or {})}, status=status)
    context = {"status": status, "error": error, "what_to_do": what_to_do, "view": "error", "project": "", "author": ""}
    return show(scope, "error.html", context, status=status)


def words_for(scope: Scope) -> Words:
    """The words of the person who makes a request."""
    return find_words(Headers(scope=scope))


# Requests


def project_of(request: Request) -> Project:
    """The project, with everything that was written until now."""
    project: Project = request.app.state.project
    project.refresh()
    return project


def author_of(request: Request) -> str:
    """The person who makes the request."""
    session: Session | None = request.state.session
    return session.author if session else ""


def page_number(request: Request) -> int:
    """The page that the path of a request names."""
    return int(request.path_params["number"])


async def read_body(request: Request) -> bytes:
    """The body; it is counted as it comes, because a request need not declare its length."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BYTES:
            raise Refusal(413, f"more than {MAX_BYTES} bytes", "send less at once")
    return bytes(body)


async def read_object(request: Request) -> Values:
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


def takes_object(handle: Callable[[Request, Values], Mapping[str, Any]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that gives the JSON object of a request's body to a handler, in a thread, and answers in JSON."""

    async def endpoint(request: Request) -> Response:
        values = await read_object(request)
        return answer(await run_in_threadpool(handle, request, values))

    return endpoint


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def whole_number(values: Mapping[str, Any], name: str, *, default: int = -1) -> int:
    """A number of the body, from 0 on; without one the default, which below 0 means that the number is required."""
    value = values.get(name, default)
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise Refusal(422, f"{name} is a whole number from 0 on", f"send {name}")
    return value


def truth(values: Mapping[str, Any], name: str) -> bool:
    """A true or false of the body; false where the body does not name it."""
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


def query_number(request: Request, name: str, *, default: int, largest: int = MAX_NUMBER) -> int:
    """A number of the query, from 0 on."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 10) or int(text) > largest:
        raise Refusal(422, f"{name} is a whole number from 0 to {largest}", f"give {name}")
    return int(text)
