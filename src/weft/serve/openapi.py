"""What the service answers, as OpenAPI 3.1, and what a client of it may cost."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.metadata import version
from typing import Any

from weft.renderers import RENDERERS, RenderOptions

MAX_PAGES = 1000  # of a request to learn


@dataclass(frozen=True, kw_only=True)
class ServeLimits:
    """What a request and a connection may cost; over a limit it is refused, and the others go on."""

    bytes: int = 16 << 20  # of a body
    head_bytes: int = 1 << 16  # of a request line and its headers
    head_seconds: float = 10.0  # in which the head must have come, from its first byte or the connection on
    body_seconds: float = 30.0  # in which the body must have come: a slow client holds memory
    seconds: float = 30.0  # to answer, once a worker has it
    send_seconds: float = 60.0  # in which the client must have read its answer
    idle_seconds: float = 30.0  # between two requests on one connection
    memory: int = 1 << 30  # bytes of a worker
    requests: int = 64  # whose bodies are held at once
    connections: int = 512  # at once
    client_connections: int = 256  # of one client address: no client alone can take all


KINDS: dict[type, str] = {bool: "boolean", int: "integer", str: "string", type(None): "boolean"}
"""What JSON calls the values of options; one without a usual value is true or false."""


def describe(max_bytes: int) -> dict[str, Any]:
    """The description that `/openapi.json` serves."""
    page = _page(min_length=1)
    asked = {
        "format": {"type": "string", "enum": list(RENDERERS), "default": "json"},
        "method": {"type": "string", "default": "auto"},
        "site": {"type": "object", "description": "what /v1/learn answered"},
        **{
            option.name: {"type": KINDS[type(option.default)]}
            | ({} if option.default is None else {"default": option.default})
            for option in fields(RenderOptions)
        },
    }
    extract = {**page, "properties": {**page["properties"], **asked}}
    learn = {
        "type": "object",
        "required": ["pages"],
        "properties": {"pages": {"type": "array", "minItems": 1, "maxItems": MAX_PAGES, "items": _page(min_length=0)}},
    }
    query = [
        {"name": name, "in": "query", "schema": schema, "description": "where the body is HTML"}
        for name, schema in {"url": {"type": "string"}, **asked}.items()
        if name != "site"
    ]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "weft",
            "version": version("weft"),
            "description": f"Takes the content out of web pages. A body has at most {max_bytes} bytes.",
        },
        "paths": {
            "/v1/extract": _post("The content of a page", extract, query),
            "/v1/records": _post("The records of a page: posts, rows, cards", page, query[:1]),
            "/v1/learn": _post("A site, learned from pages", learn, [], html=False),
            "/health": _get("Whether the service is alive", "application/json"),
            "/ready": _ready(),
            "/metrics": _get("Counts for Prometheus", "text/plain"),
            "/openapi.json": _get("This description", "application/json"),
        },
    }


def _page(*, min_length: int) -> dict[str, Any]:
    """A page in JSON. One that learning is given may be empty: it is told among the failures."""
    names = {"url": {"type": ["string", "null"]}, "id": {"type": ["string", "integer", "null"]}}
    html = {"type": "string", "minLength": min_length}
    return {"type": "object", "required": ["html"], "properties": {"html": html, **names}}


def _post(summary: str, schema: dict[str, Any], query: list[dict[str, Any]], *, html: bool = True) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if html:
        content["text/html"] = {"schema": {"type": "string", "format": "binary", "minLength": 1}}
    return {
        "post": {
            "summary": summary,
            "parameters": query,
            "requestBody": {"required": True, "content": content},
            "responses": {
                "200": _answer("The answer; status is ok"),
                "400": _answer("The request makes no sense; message says why"),
                "408": _answer("The body came too slowly"),
                "413": _answer("The body is too large"),
                "422": _answer("The page gave no answer; reason says why"),
                "503": _answer("Too much waits; come again after Retry-After seconds"),
            },
        }
    }


def _get(summary: str, kind: str) -> dict[str, Any]:
    return {"get": {"summary": summary, "responses": {"200": {"description": "It", "content": {kind: {}}}}}}


def _ready() -> dict[str, Any]:
    described = _get("Whether a request would be answered now", "application/json")
    described["get"]["responses"]["503"] = _answer("Not now; come again after Retry-After seconds")
    return described


def _answer(description: str) -> dict[str, Any]:
    reason = {"type": "object", "properties": {"code": {"type": "string"}, "detail": {"type": "string"}}}
    schema = {"type": "object", "properties": {"status": {"type": "string"}, "reason": reason}}
    return {"description": description, "content": {"application/json": {"schema": schema}}}
