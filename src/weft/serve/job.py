"""What a worker of the service does: a request in, its answer out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache, lru_cache
from math import inf
from typing import Any

from weft.auto import AUTO, method_names
from weft.document import Failure
from weft.engines.job import Process, digest_of
from weft.errors import ConfigError
from weft.io import RawPage
from weft.page import Limits
from weft.pipeline import Pipeline, attempt, encode, failed
from weft.records import find_records
from weft.renderers import RenderOptions
from weft.sites import Site, learn

SHOWN = tuple(option.name for option in fields(RenderOptions))
ASKED = ("format", "method", *SHOWN)
"""What may be asked of a page, in JSON or in the address."""

TRUTHS = {"true": True, "false": False, "on": True, "off": False}

MAX_SITES = 16  # that a worker keeps ready: a client sends the same one with every page


@dataclass(frozen=True, kw_only=True)
class ServeJob:
    """Answers requests: `raw.data` is the page (or the pages), `raw.extra` says what is asked."""

    limits: Limits = field(default_factory=Limits)

    @property
    def at_once(self) -> int:
        """A request is answered by itself."""
        return 1

    @property
    def tries(self) -> int:
        """Who asks can ask again."""
        return 1

    def check(self) -> None:
        """There is nothing to check before a request comes."""

    def digest(self) -> str:
        """What the job says."""
        return digest_of(asdict(self))

    def start(self) -> Process:
        """The function from a request to its answer."""
        answers: Mapping[str, Callable[[RawPage], bytes]] = {
            "extract": self._extract,
            "records": self._records,
            "learn": self._learn,
        }

        def process(raw: RawPage) -> bytes:
            what = raw.extra["what"]  # learning has many pages, each with seconds of its own
            answer = attempt(raw, answers[what], seconds=inf if what == "learn" else self.limits.seconds)
            return encode(failed(answer)) if isinstance(answer, Failure) else answer

        return process

    def _extract(self, raw: RawPage) -> bytes:
        request = raw.extra
        pipeline = Pipeline(
            method=_known_method(str(request.get("method", AUTO))),
            site=load_site(json.dumps(request["site"])) if request.get("site") is not None else None,
            format=str(request.get("format", "json")),
            options=_shown(request),
            limits=self.limits,
            may_draw=False,  # the service starts no browser for whoever asks
        )
        pipeline.check()
        return pipeline.line(replace(raw, extra={}), pipeline.extract(raw))

    def _records(self, raw: RawPage) -> bytes:
        page = Pipeline(limits=self.limits).parse(raw)
        regions = [
            {"row": region.row, **region.values, "records": [record.values for record in region.records]}
            for region in find_records(page)
        ]
        return encode({"id": raw.id, "url": raw.url or "", "status": "ok", "regions": regions})

    def _learn(self, raw: RawPage) -> bytes:
        pages = [(str(page.get("url") or f"page {n}"), str(page["html"])) for n, page in enumerate(raw.extra["pages"])]
        return encode({"status": "ok", "site": learn(pages, limits=self.limits).to_json()})


def _shown(request: Mapping[str, Any]) -> RenderOptions:
    """What a request wants to be shown; in an address every value is a text."""
    usual = RenderOptions()
    values = {name: request[name] for name in SHOWN if request.get(name) is not None}
    return RenderOptions(**{name: _option(name, value, getattr(usual, name)) for name, value in values.items()})


def _option(name: str, value: object, usual: object) -> Any:
    """The value of an option, of the kind that its usual value has; one that has none is true or false."""
    if usual is None or isinstance(usual, bool):
        if (word := str(value).lower()) not in TRUTHS:
            raise ConfigError(f"{name} must be true or false")
        return TRUTHS[word]
    if isinstance(usual, int):
        if isinstance(value, bool) or not str(value).isdecimal():
            raise ConfigError(f"{name} must be a whole number")
        return int(str(value))
    return str(value)


def _known_method(method: str) -> str:
    """The name itself. A method may also be a file of a model, and whoever asks names no files of this machine."""
    if method not in _methods():
        raise ConfigError(f"unknown method {method!r}", advice=f"choose one of {', '.join(_methods())}")
    return method


@cache
def _methods() -> tuple[str, ...]:
    return tuple(method_names())  # it looks through all that is installed


@lru_cache(maxsize=MAX_SITES)
def load_site(text: str) -> Site:
    """A site from the JSON that `learn` answered."""
    return Site.from_json(json.loads(text), name="the site of the request")


def page_of(values: Mapping[str, Any]) -> RawPage:
    """The page of a JSON body; `ConfigError` says what is wrong with it."""
    html = values.get("html")
    if not isinstance(html, str):
        raise ConfigError('give a JSON object such as {"html": "<p>…", "url": "https://…"}, or the page itself as HTML')
    check_names(values)
    url = values.get("url")
    return RawPage.of(html, id=str(values.get("id") or url or "page"), url=url)


def check_names(values: Mapping[str, Any]) -> None:
    """`ConfigError` where the url of a page is no text, or its id neither a text nor a number."""
    if not isinstance(values.get("url"), str | None):
        raise ConfigError("url must be a text")
    number = values.get("id")
    if not isinstance(number, str | int | None) or isinstance(number, bool):
        raise ConfigError("id must be a text or a whole number")
