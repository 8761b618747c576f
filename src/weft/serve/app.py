"""The HTTP service: a few routes, limits on everything, refusal instead of collapse.

Counts of the service in Prometheus' text format.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from queue import Full
from threading import Lock
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from weft.content import Reason
from weft.document import Failure
from weft.errors import ConfigError
from weft.io import RawPage
from weft.io.http_body import read_charset, read_type
from weft.pipeline import failed
from weft.serve.job import ASKED, ServeJob, check_names, page_of
from weft.serve.openapi import MAX_PAGES, ServeLimits, describe
from weft.serve.pool import WorkerPool
from weft.serve.telling import Telling, Write

EDGES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds


class Metrics:
    """Requests by path and status, and how long they took."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.buckets: Counter[tuple[str, float]] = Counter()
        self.seconds: Counter[str] = Counter()

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        with self._lock:
            self.requests[path, status] += 1
            self.seconds[path] += seconds  # type: ignore[assignment]  # a Counter of floats
            for edge in EDGES:
                if seconds <= edge:
                    self.buckets[path, edge] += 1

    def render(self, gauges: Mapping[str, float]) -> str:
        """All counts, and gauges of the moment, by name."""
        with self._lock:
            lines = ["# TYPE weft_requests_total counter"]
            lines += [
                f'weft_requests_total{{path="{path}",status="{status}"}} {count}'
                for (path, status), count in sorted(self.requests.items())
            ]
            lines.append("# TYPE weft_request_seconds histogram")
            for path in sorted(self.seconds):
                count = sum(number for (other, _), number in self.requests.items() if other == path)
                lines += [
                    f'weft_request_seconds_bucket{{path="{path}",le="{edge:g}"}} {self.buckets[path, edge]}'
                    for edge in EDGES
                ]
                lines.append(f'weft_request_seconds_bucket{{path="{path}",le="+Inf"}} {count}')
                lines.append(f'weft_request_seconds_sum{{path="{path}"}} {self.seconds[path]:.6f}')
                lines.append(f'weft_request_seconds_count{{path="{path}"}} {count}')
        for name, value in gauges.items():
            lines += [f"# TYPE weft_{name} gauge", f"weft_{name} {value:g}"]
        return "\n".join(lines) + "\n"


HTML = ("text/html", "application/xhtml+xml")
TRIED = RawPage(id="ready", data=b"<title>Looms</title><p>A loom holds the warp.", extra={"what": "extract"})
MIN_SLOW = 1.0  # seconds after which a body that still comes makes room for another request


class Service:
    """The routes and what they share."""

    def __init__(self, *, workers: int = 0, limits: ServeLimits = ServeLimits()) -> None:
        self.limits = limits
        self.workers = workers
        self.metrics: Metrics = Metrics()
        self.in_flight: int = 0
        self._reading: dict[asyncio.Timeout, float] = {}  # bodies that still come, the oldest first, and since when
        self.pool: WorkerPool | None = None
        self._tried: Future[bytes] | None = None  # a page that a worker is asked about before anybody asks

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Workers start before the first request and finish theirs before the end."""
        self.pool = WorkerPool(ServeJob(), workers=self.workers, seconds=self.limits.seconds, memory=self.limits.memory)
        try:
            self._tried = self.pool.submit(TRIED)
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

    async def ready(self, request: Request) -> Response:
        """Whether a request would be answered now: a worker has answered one, and there is room."""
        if self._tried is None or not self._tried.done():
            return _refusal("the workers are starting")
        if self._tried.cancelled() or self._tried.exception() or not _is_ok(self._tried.result()):
            return _refusal("the worker that was tried gave no answer")
        if self.pool is None or not self.pool.has_room or self.in_flight >= self.limits.requests:
            return _refusal("all workers are busy and enough requests wait")
        return JSONResponse({"status": "ok"})

    async def health(self, request: Request) -> Response:
        """Whether the service is alive, and how much waits."""
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
        if self.in_flight >= self.limits.requests and not self._drop_slowest():
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
        start = time.monotonic()
        try:
            body = await self._read_in_time(request)
        except TimeoutError:
            if time.monotonic() - start < self.limits.body_seconds:
                return _refusal("the body came slowly while others waited")
            return _problem(408, Reason("slow"), f"the body took more than {self.limits.body_seconds:g} s to come")
        except ClientDisconnect:
            return _problem(400, Reason("gone"), "the client has gone")
        if body is None:
            return _problem(413, Reason("limit", "bytes"), f"the body is larger than {self.limits.bytes} bytes")
        try:
            raw = _read_request(request, body, what)
        except ConfigError as error:
            return _problem(400, Reason(error.code, error.detail), str(error))
        try:
            line = await self._ask_worker(request, raw)
        except Full:
            return _refusal("all workers are busy and enough requests wait")
        if line is None:
            return _problem(400, Reason("gone"), "the client has gone")
        return Response(line, 200 if _is_ok(line) else 422, media_type="application/json")

    async def _ask_worker(self, request: Request, raw: RawPage) -> bytes | None:
        """The answer of a worker; None where the client went before: what no worker has begun is then left out."""
        assert self.pool is not None, "the lifespan has begun"
        answer = asyncio.wrap_future(self.pool.submit(raw))
        gone = asyncio.ensure_future(request.receive())  # after a whole body nothing else can come
        either: set[asyncio.Future[Any]] = {answer, gone}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return answer.result() if answer.done() else None
        finally:
            gone.cancel()
            answer.cancel()

    def _drop_slowest(self) -> bool:
        """Give up the body that has been coming for longest, where that is long; whether there was one."""
        oldest = next(iter(self._reading), None)
        if oldest is None or time.monotonic() - self._reading[oldest] < MIN_SLOW:
            return False
        del self._reading[oldest]
        if not oldest.expired():  # else its own time is up at this very moment
            oldest.reschedule(asyncio.get_running_loop().time())
        return True

    async def _read_in_time(self, request: Request) -> bytes | None:
        async with asyncio.timeout(self.limits.body_seconds) as timeout:
            self._reading[timeout] = time.monotonic()
            try:
                return await self._read(request)
            finally:
                self._reading.pop(timeout, None)

    async def _read(self, request: Request) -> bytes | None:
        """The body; None where it is too large, which a client that says so is told at once."""
        told = request.headers.get("content-length", "")
        if told.isascii() and told.isdecimal() and int(told[:20]) > self.limits.bytes:
            return None
        body = bytearray()
        async for piece in request.stream():
            body += piece
            if len(body) > self.limits.bytes:
                return None
        return bytes(body)


def _is_ok(line: bytes) -> bool:
    return b'"status": "ok"' in line[:4096] or json.loads(line)["status"] == "ok"


def _read_request(request: Request, body: bytes, what: str) -> RawPage:
    """The page that was posted, as itself or in JSON, and what is asked of it."""
    query = request.query_params
    if twice := [name for name in ("url", *ASKED) if len(query.getlist(name)) > 1]:
        raise ConfigError(f"{', '.join(twice)} is asked twice", advice="ask once")
    asked: dict[str, Any] = {"what": what, **{name: query[name] for name in ASKED if name in query}}
    content_type = request.headers.get("content-type", "")
    if read_type(content_type) in HTML and what != "learn":
        if not body:
            raise ConfigError("the body is empty", advice="post a page")
        url = query.get("url")
        return RawPage(id=url or "page", url=url, data=body, charset=read_charset(content_type), extra=asked)
    try:
        values = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"the body is neither HTML by its type nor JSON: {error}") from None
    if not isinstance(values, dict):
        raise ConfigError("the body must be a JSON object")
    if what == "learn":
        return RawPage(id="learn", data=b"", extra=asked | {"pages": _pages(values)})
    raw = page_of(values)
    if twice := [name for name in ASKED if name in values and name in query]:
        raise ConfigError(f"{', '.join(twice)} is asked in the address and in the body", advice="ask once")
    asked |= {name: values[name] for name in (*ASKED, "site") if name in values}
    return RawPage(id=raw.id, url=raw.url, data=raw.data, charset=raw.charset, extra=asked)


def _pages(values: dict[str, Any]) -> list[dict[str, Any]]:
    pages = values.get("pages")
    if not isinstance(pages, list) or not 0 < len(pages) <= MAX_PAGES:
        raise ConfigError(f'give {{"pages": [{{"url": …, "html": …}}]}} with 1 to {MAX_PAGES} pages')
    for page in pages:
        if not isinstance(page, dict) or not isinstance(page.get("html"), str):
            raise ConfigError('a page is an object such as {"url": "https://…", "html": "<p>…"}')
        check_names(page)
    return pages


def _problem(status: int, reason: Reason, what: str, *, advice: str = "") -> Response:
    headers = {"Connection": "close"} if status in (408, 413) else {}
    return JSONResponse(failed(Failure(reason=reason, what=what, advice=advice)), status, headers=headers)


async def _no_route(request: Request, error: Exception) -> Response:
    """A path or a method that no route has."""
    assert isinstance(error, HTTPException)
    what = f"there is nothing at this path, or not by {request.method}"
    response = _problem(error.status_code, Reason("request"), what, advice="see /openapi.json")
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    """A fault of the service; its log has it."""
    return _problem(500, Reason("fault"), "something went wrong in the service")


def _refusal(why: str) -> Response:
    body = failed(Failure(reason=Reason("busy"), what=why, advice="come again in a second"))
    return JSONResponse(body, 503, headers={"Retry-After": "1"})


def make_app(*, workers: int = 0, limits: ServeLimits = ServeLimits(), log: Write | None = None) -> Telling:
    """The service as an ASGI application; `log` is called with a line of JSON for each answer."""
    service = Service(workers=workers, limits=limits)
    routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
        ("/v1/extract", service.extract, "POST"),
        ("/v1/records", service.records, "POST"),
        ("/v1/learn", service.learn, "POST"),
        ("/health", service.health, "GET"),
        ("/ready", service.ready, "GET"),
        ("/metrics", service.show_metrics, "GET"),
        ("/openapi.json", service.show_openapi, "GET"),
    ]
    app = Starlette(
        routes=[Route(path, answer, methods=[method]) for path, answer, method in routes],
        exception_handlers={HTTPException: _no_route, Exception: _fault},
        lifespan=service.lifespan,
    )
    return Telling(app, write=log)
