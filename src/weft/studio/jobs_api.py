"""Making things from marks, over HTTP: what can be made, start, progress, cancel, download."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.studio.http import Refusal, Values, answer, author_of, page_number, project_of, takes_object, word
from weft.studio.jobs import Jobs, TooMany

KINDS = {"json": "application/json", "zip": "application/zip", "toml": "application/toml"}


def jobs(request: Request) -> Response:
    """All jobs, the newest first."""
    return answer({"jobs": jobs_of(request).list()})


def start(request: Request, values: Values) -> dict[str, Any]:
    """Begin to make something."""
    project = project_of(request)
    product, cluster = word(values, "product"), word(values, "cluster")
    try:
        return jobs_of(request).start(project, product, cluster=cluster, author=author_of(request)).to_json()
    except TooMany as error:
        raise Refusal(429, error.what, error.advice) from None


def cancel(request: Request, values: Values) -> dict[str, Any]:
    """End a job."""
    return jobs_of(request).cancel(page_number(request)).to_json()


def download(request: Request) -> Response:
    """What was made."""
    name, data = jobs_of(request).read_file(page_number(request))
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=KINDS[name.rpartition(".")[2]], headers=headers)


def jobs_of(request: Request) -> Jobs:
    """The jobs of the server."""
    found: Jobs = request.app.state.jobs
    return found


ROUTES = [
    Route("/api/jobs", jobs, methods=["GET"]),
    Route("/api/jobs", takes_object(start), methods=["POST"]),
    Route("/api/jobs/{number:int}/cancel", takes_object(cancel), methods=["POST"]),
    Route("/made/{number:int}", download),
]
