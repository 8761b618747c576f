"""`weft serve`: the HTTP service."""

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from weft.cli.summary import tell
from weft.errors import ConfigError
from weft.io.sockets import bind

if TYPE_CHECKING:
    from uvicorn import Server

DESCRIPTION = "Answers HTTP requests: extract, records, learn. It refuses what is too much for it, and goes on."
EXAMPLES = """\
examples:
  weft serve
  curl --data-binary @page.html -H 'Content-Type: text/html' 'http://127.0.0.1:8080/v1/extract?format=markdown'
  curl -d '{"html": "<p>…", "url": "https://…"}' -H 'Content-Type: application/json' http://127.0.0.1:8080/v1/records

There is no password: keep it behind a proxy of yours if others can reach the machine.
What can be asked: /openapi.json; how it is: /health (alive), /ready (answers now), /metrics (Prometheus).
Every answer has an X-Request-ID: the client's own, or a new one.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to serve at (default: this machine only)")
    parser.add_argument(
        "--port",
        type=int,
        default=8080,
        metavar="N",
        help="the port to serve at; 0 is any that is free (default: %(default)s)",
    )
    parser.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes that extract (default: one a core)"
    )
    parser.add_argument(
        "--max-bytes", type=int, default=16 << 20, metavar="N", help="refuse a larger body (default: %(default)s)"
    )
    parser.add_argument("--log", action="store_true", help="write a line of JSON on standard error for each answer")
    parser.add_argument(
        "--page-seconds",
        type=float,
        default=30.0,
        metavar="N",
        help="give up on an answer that takes longer (default: 30)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop."""
    if options.workers < 0 or options.max_bytes <= 0 or options.page_seconds <= 0 or options.port < 0:
        raise ConfigError("--workers, --max-bytes, --page-seconds and --port must not be less than 0")
    try:
        from weft.serve import ServeLimits, make_app, make_server, write_to_stderr
    except ImportError as error:
        raise ConfigError(f"the service needs {error.name}: pip install 'weft[serve]'") from None
    limits = ServeLimits(bytes=options.max_bytes, seconds=options.page_seconds)
    log = write_to_stderr if options.log else None
    server = make_server(make_app(workers=options.workers, limits=limits, log=log), limits)
    with bind(options.host, options.port) as listening, _stopped_by_signals(server):
        tell([f"weft serves at http://{options.host}:{listening.getsockname()[1]}"])
        server.run(sockets=[listening])
    return 0


@contextmanager
def _stopped_by_signals(server: "Server") -> Iterator[None]:
    """To be told to stop is no failure: uvicorn ends in order, then raises the signal again, and here nobody minds.

    A signal that comes before uvicorn listens to any stops it, too.
    """

    def stop(number: int, frame: object) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
