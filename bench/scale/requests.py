"""The requests of the load and what the library answers to them: an answer of the service must be the same."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import weft
from bench.datasets import Case
from bench.scale.crawl import make_crawl
from bench.scale.http_client import Post
from weft.records import find_records

FORMATS = ("text", "markdown", "json")
CHOICE = ("chosen_by", "cluster", "reason")
MAX_BYTES = 400_000  # of a page of the load
LEARNED = 8  # pages of a request to learn
HUGE = 50_000_000


@dataclass(frozen=True, kw_only=True)
class Question:
    """A request with its right answer."""

    kind: str
    post: Post
    answer: dict[str, Any]


def make_questions(cases: Sequence[Case]) -> list[Question]:
    """Pages as HTML and in JSON, in all formats, their records, and a site to learn."""
    found = []
    for number, case in enumerate(case for case in cases if case.path.stat().st_size < MAX_BYTES):
        url = case.url or f"http://site.example/{number}"
        found += [_extract(case.data, url, FORMATS[number % len(FORMATS)]), _in_json(case.data, url)]
        if number % 4 == 0:
            found.append(_records(case.data, url))
    return [*found, _learn()]


def _extract(data: bytes, url: str, format: str) -> Question:
    document = weft.extract(data, url=url)
    post = Post(path=f"/v1/extract?format={format}&url={quote(url, safe='')}", body=data)
    return Question(kind="extract", post=post, answer=_answer(document, url, format))


def _in_json(data: bytes, url: str) -> Question:
    html = data.decode("utf-8", "replace")
    document = weft.extract(html.encode(), url=url, encoding="utf-8")
    body = json.dumps({"html": html, "url": url, "format": "text"}).encode()
    post = Post(path="/v1/extract", body=body, type="application/json")
    return Question(kind="extract", post=post, answer=_answer(document, url, "text"))


def _answer(document: weft.Document, url: str, format: str) -> dict[str, Any]:
    """What the service says of a document: in every format also who chose, and why."""
    values = document.to_dict()
    if format != "json":
        values = {name: values[name] for name in CHOICE} | {format: document.render(format)}
    return _as_json({"id": url, "url": url, "status": "ok", **values})


def _records(data: bytes, url: str) -> Question:
    regions = [
        {"row": region.row, **region.values, "records": [record.values for record in region.records]}
        for region in find_records(weft.parse(data, url=url))
    ]
    post = Post(path=f"/v1/records?url={quote(url, safe='')}", body=data)
    return Question(
        kind="records", post=post, answer=_as_json({"id": url, "url": url, "status": "ok", "regions": regions})
    )


def _learn() -> Question:
    pages = [page for page in make_crawl(400, hosts=8) if page.url.startswith("http://h0000.")][:LEARNED]
    body = json.dumps({"pages": [{"url": page.url, "html": page.html.decode()} for page in pages]}).encode()
    site = weft.learn([(page.url, page.html.decode()) for page in pages])
    post = Post(path="/v1/learn", body=body, type="application/json")
    return Question(kind="learn", post=post, answer=_as_json({"status": "ok", "site": site.to_json()}))


def _as_json(values: dict[str, Any]) -> dict[str, Any]:
    """As a client sees them: JSON knows no tuples."""
    found: dict[str, Any] = json.loads(json.dumps(values))
    return found


def broken_post(rng: random.Random) -> tuple[Post, frozenset[int]]:
    """A body that is broken in some way, and the statuses that are right; 0: no answer, for the client hung up."""
    page = b"<p>" + rng.randbytes(rng.randint(1, 5000))
    bad, odd, gone = frozenset({400}), frozenset({200, 422}), frozenset({0})
    return rng.choice(
        [
            (Post(path="/v1/extract", body=b'{"html": "<p>cut', type="application/json"), bad),
            (Post(path="/v1/extract", body=b"[" * 100_000, type="application/json"), bad),
            (Post(path="/v1/extract", body=b'{"url": 3}', type="application/json"), bad),
            (Post(path="/v1/learn", body=b'{"pages": [1]}', type="application/json"), bad),
            (Post(path="/v1/extract", body=rng.randbytes(500), type="application/json"), bad),
            (Post(path="/v1/extract", body=b""), bad),
            (Post(path="/v1/extract?format=text", body=page), odd),
            (Post(path="/v1/extract?format=nonsense", body=page), frozenset({422})),
            (Post(path="/v1/extract", body=page, told=len(page) + 1000, is_cut=True), gone),
            (Post(path="/v1/extract", body=page, is_cut=True), gone),
        ]
    )


def huge_post(*, is_chunked: bool) -> Post:
    """Fifty megabytes; their length is told, or comes out as they come."""
    return Post(path="/v1/extract", body=b"<p>warp and weft</p>" * (HUGE // 20), is_chunked=is_chunked)


def slow_post(question: Question, *, seconds: float) -> Post:
    """The same request over so many seconds."""
    pieces = max(int(seconds), 1)
    size = len(question.post.body) // pieces + 1
    return Post(
        path=question.post.path, body=question.post.body, type=question.post.type, pause=seconds / pieces, piece=size
    )
