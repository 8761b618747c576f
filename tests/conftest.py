"""A real server on loopback that misbehaves on request."""

import gc
import gzip
import os
import signal
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.fuzz.seeds import SEED, fresh_seed
from tests.namespaces import ALLOWS_NAMESPACES
from tests.seeds import STATE

PAGE = "<title>Loom</title><p>Die Kette ist gespannt, der Schuß läuft.</p>"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--seed 17` runs the tests over seeds with that seed alone."""
    parser.addoption("--seed", type=int, help="the one seed for tests that run over many")


def pytest_configure(config: pytest.Config) -> None:
    """Tests interrupt programs; a shell that runs them in the background makes all of them ignore that."""
    STATE.chosen = config.getoption("--seed")
    os.environ.setdefault(SEED, str(fresh_seed()))  # before the workers start, so that all have the same
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not ALLOWS_NAMESPACES:
        os.environ.setdefault("WEFT_SANDBOX", "off")


def pytest_report_header() -> str | None:
    """Say where the browser is tested without its sandbox."""
    if ALLOWS_NAMESPACES:
        return None
    return "this system allows no user namespaces: Chromium is tested without its sandbox (docs/vision.md)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say from which seed the hostile pages were made, also where all is well."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    if any("test_new_hostile_pages" in report.nodeid for report in reports):
        seed = STATE.chosen if STATE.chosen is not None else os.environ[SEED]
        terminalreporter.write_line(f"hostile pages: pytest tests/fuzz --seed {seed} makes the same ones again")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of Ray wait more than they work: they come first, so that no core is idle for minutes at the end."""
    items.sort(key=lambda item: "ray" not in item.path.stem.split("_"))


def pytest_collection_finish() -> None:
    """What was imported for the tests stays: the collector of garbage need not look at it again during each of them."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A test over seeds that fails says at which."""
    STATE.running = None
    try:
        yield
    except BaseException as error:
        if STATE.running is not None:
            error.add_note(f"seed {STATE.running}: pytest --seed {STATE.running} runs it alone")
        raise


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        getattr(self, "answer_" + self.path.partition("?")[0].strip("/").replace("/", "_"), self.answer_missing)()

    def send(self, body: bytes, **headers: str) -> None:
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer_page(self) -> None:
        self.send(PAGE.encode("latin-1"), Content_Type="text/html; charset=iso-8859-1")

    def answer_gzip(self) -> None:
        self.send(gzip.compress(PAGE.encode()), Content_Encoding="gzip")

    def answer_bomb(self) -> None:
        self.send(gzip.compress(b"x" * 50_000_000), Content_Encoding="gzip")

    def answer_moved(self) -> None:
        self.redirect("/page")

    def answer_circle(self) -> None:
        self.redirect("/circle")

    def answer_file(self) -> None:
        self.redirect("file:///etc/hostname")

    def answer_slow(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(100):
            self.wfile.write(b"x")
            time.sleep(0.1)

    def answer_missing(self) -> None:
        self.send_error(404)

    def redirect(self, location: str) -> None:
        self.send_response(302)
        self.send_header("Location", location)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        # A client that gives up early is what the tests are about, not an error to print.
        running.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()
