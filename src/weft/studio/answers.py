"""Answers: JSON, pages from templates, and errors that say what to do."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

JSON = "application/json"


class Refusal(Exception):
    """An answer that is an error: its status, what is wrong, what to do, and more for programs."""

    def __init__(self, status: int, error: str, what_to_do: str, more: Mapping[str, Any] | None = None) -> None:
        super().__init__(error)
        self.status: int = status
        self.error: str = error
        self.what_to_do: str = what_to_do
        self.more: Mapping[str, Any] = more or {}


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates; what a view forgets to hand over is an error, not an empty place."""
    loader = PackageLoader("weft.studio", "templates")
    return Environment(loader=loader, autoescape=select_autoescape(default=True), undefined=StrictUndefined)


def show(name: str, context: Mapping[str, Any], *, status: int = 200) -> Response:
    """A page from its template."""
    return HTMLResponse(templates().get_template(name).render(context), status)


def answer(value: Mapping[str, Any], *, status: int = 200) -> Response:
    """A JSON answer; lone surrogates, which UTF-8 cannot write, are replaced."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode(errors="replace"), status, media_type=JSON)


def refuse(scope: Scope, status: int, error: str, what_to_do: str, more: Mapping[str, Any] | None = None) -> Response:
    """An error: JSON for programs, a page for people."""
    if scope["path"].startswith(("/api/", "/static/", "/frame/", "/thumbnail/")):
        return answer({"error": error, "what_to_do": what_to_do, **(more or {})}, status=status)
    context = {"status": status, "error": error, "what_to_do": what_to_do, "view": "error", "project": "", "author": ""}
    return show("error.html", context, status=status)
