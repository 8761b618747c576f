"""The HTTP service: a few routes, limits on everything, refusal instead of collapse."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.message import Message
from queue import Full
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from weft.content import Reason
from weft.document import Failure
from weft.errors import ConfigError
from weft.io import RawPage
from weft.pipeline import failed
from weft.serve.job import ServeJob, page_of
from weft.serve.metrics import Metrics
from weft.serve.openapi import describe
from weft.serve.pool import WorkerPool

HTML = ("text/html", "application/xhtml+xml")
MAX_PAGES = 1000  # of a request to learn


@dataclass(frozen=True, kw_only=True)
class ServeLimits:
    """What a request may cost; over a limit it is refused, and the others go on."""

    bytes: int = 16 << 20  # of a body
    body_seconds: float = 30.0  # in which the body must have come: a slow client holds memory
    seconds: float = 30.0  # to answer, once a worker has it
    memory: int = 1 << 30  # bytes of a worker
    requests: int = 64  # whose bodies are held at once


class Service:
    """The routes and what they share."""

    def __init__(self, *, workers: int = 0, limits: ServeLimits = ServeLimits()) -> None:
        self.limits = limits
        self.workers = workers
        self.metrics: Metrics = Metrics()
        self.in_flight: int = 0
        self.pool: WorkerPool | None = None

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Workers start before the first request and finish theirs before the end."""
        self.pool = WorkerPool(ServeJob(), workers=self.workers, seconds=self.limits.seconds, memory=self.limits.memory)
        try:
            yield
        finally:
            await asyncio.to_thread(self.pool.close)

    async def extract(self, request: Request) -> Response:
        """The content of a page."""
        return await self._answer(request, "extract")

    async def records(self, request: Request) -> Response:
        """The records of a page."""
        return await self._answer(request, "records")

    async def learn(self, request: Request) -> Response:
        """A site from pages."""
        return await self._answer(request, "learn")

    async def health(self, request: Request) -> Response:
        """Whether the service takes requests, and how much waits."""
        waiting = self.pool.waiting if self.pool else 0
        return JSONResponse({"status": "ok", "waiting": waiting, "in_flight": self.in_flight})

    async def show_metrics(self, request: Request) -> Response:
        """Counts for Prometheus."""
        pool = self.pool
        gauges = {
            "in_flight": self.in_flight,
            "waiting": pool.waiting if pool else 0,
            "workers": pool.size if pool else 0,
            "workers_replaced": pool.replaced if pool else 0,
        }
        return PlainTextResponse(self.metrics.render(gauges), media_type="text/plain; version=0.0.4")

    async def show_openapi(self, request: Request) -> Response:
        """What can be asked."""
        return JSONResponse(describe(self.limits.bytes))

    async def _answer(self, request: Request, what: str) -> Response:
        """Count, refuse where it is too much, answer otherwise."""
        start = time.monotonic()
        if self.in_flight >= self.limits.requests:
            response = _refusal("too many requests are being answered")
        else:
            self.in_flight += 1
            try:
                response = await self._try_answer(request, what)
            finally:
                self.in_flight -= 1
        self.metrics.add(f"/v1/{what}", response.status_code, time.monotonic() - start)
        return response

    async def _try_answer(self, request: Request, what: str) -> Response:
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                body = await self._read(request)
        except TimeoutError:
            return _problem(408, Reason("slow"), f"the body took more than {self.limits.body_seconds:g} s to come")
        except ClientDisconnect:
            return _problem(400, Reason("gone"), "the client has gone")
        if body is None:
            return _problem(413, Reason("limit", "bytes"), f"the body is larger than {self.limits.bytes} bytes")
        try:
            raw = _read_request(request, body, what)
        except ConfigError as error:
            return _problem(400, Reason(error.code, error.detail), str(error))
        assert self.pool is not None, "the lifespan has begun"
        try:
            line = await asyncio.wrap_future(self.pool.submit(raw))
        except Full:
            return _refusal("all workers are busy and enough requests wait")
        is_ok = b'"status": "ok"' in line[:4096] or json.loads(line)["status"] == "ok"
        return Response(line, 200 if is_ok else 422, media_type="application/json")

    async def _read(self, request: Request) -> bytes | None:
        """The body; None where it is too large, which a client that says so is told at once."""
        told = request.headers.get("content-length", "")
        if told.isdigit() and int(told) > self.limits.bytes:
            return None
        body = bytearray()
        async for piece in request.stream():
            body += piece
            if len(body) > self.limits.bytes:
                return None
        return bytes(body)


def _read_request(request: Request, body: bytes, what: str) -> RawPage:
    """The page that was posted, as itself or in JSON, and what is asked of it."""
    query = request.query_params
    asked: dict[str, Any] = {"what": what, "format": query.get("format"), "method": query.get("method")}
    message = Message()
    message["Content-Type"] = request.headers.get("content-type", "")
    if message.get_content_type() in HTML and what != "learn":
        if not body:
            raise ConfigError("the body is empty", advice="post a page")
        url = query.get("url")
        charset = message.get_content_charset()
        return RawPage(id=url or "page", url=url, data=body, charset=charset, extra=asked)
    try:
        values = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"the body is neither HTML by its type nor JSON: {error}") from None
    if not isinstance(values, dict):
        raise ConfigError("the body must be a JSON object")
    if what == "learn":
        return RawPage(id="learn", data=b"", extra=asked | {"pages": _pages(values)})
    raw = page_of(values)
    asked |= {name: values[name] for name in ("format", "method", "site") if name in values}
    return RawPage(id=raw.id, url=raw.url, data=raw.data, charset=raw.charset, extra=asked)


def _pages(values: dict[str, Any]) -> list[dict[str, Any]]:
    pages = values.get("pages")
    if not isinstance(pages, list) or not 0 < len(pages) <= MAX_PAGES:
        raise ConfigError(f'give {{"pages": [{{"url": …, "html": …}}]}} with 1 to {MAX_PAGES} pages')
    for page in pages:
        if not isinstance(page, dict) or not isinstance(page.get("html"), str):
            raise ConfigError('a page is an object such as {"url": "https://…", "html": "<p>…"}')
    return pages


def _problem(status: int, reason: Reason, what: str) -> Response:
    headers = {"Connection": "close"} if status in (408, 413) else {}
    return JSONResponse(failed(Failure(reason=reason, what=what)), status, headers=headers)


def _refusal(why: str) -> Response:
    body = failed(Failure(reason=Reason("busy"), what=why, advice="come again in a second"))
    return JSONResponse(body, 503, headers={"Retry-After": "1"})


def make_app(*, workers: int = 0, limits: ServeLimits = ServeLimits()) -> Starlette:
    """The service as an ASGI application."""
    service = Service(workers=workers, limits=limits)
    routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
        ("/v1/extract", service.extract, "POST"),
        ("/v1/records", service.records, "POST"),
        ("/v1/learn", service.learn, "POST"),
        ("/health", service.health, "GET"),
        ("/metrics", service.show_metrics, "GET"),
        ("/openapi.json", service.show_openapi, "GET"),
    ]
    return Starlette(
        routes=[Route(path, answer, methods=[method]) for path, answer, method in routes], lifespan=service.lifespan
    )
