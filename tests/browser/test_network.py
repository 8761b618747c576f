"""What a page may fetch: nothing, or what the proxy lets through."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.conftest import PATIENCE, Canary
from weft import BrowserError, SourceError
from weft.browser import Browser, BrowserLimits, DrawOptions, loading, proxy
from weft.browser.proxy import Proxy
from weft.cli.options import words_of
from weft.io import find_address

LOCAL = DrawOptions(allow_private=True, settle=0.3, limits=BrowserLimits(seconds=PATIENCE, bytes=500_000))

FETCHES = """<!doctype html>
<base href="http://127.0.0.1:TCP/">
<link rel=stylesheet href=/a.css><link rel=preload as=image href=/b.png><link rel=prefetch href=/c>
<link rel=dns-prefetch href="//127.0.0.1:TCP"><link rel=preconnect href="//127.0.0.1:TCP"><link rel=icon href=/i.ico>
<link rel=manifest href=/m.json><link rel=modulepreload href=/n.js><meta http-equiv=refresh content="0;url=/r">
<style>@import "/d.css";
@font-face { font-family: f; src: url(/f.woff) } p { font-family: f; background: url(/g.png) }</style>
<script src=/h.js></script><script type=speculationrules>{"prefetch":[{"source":"list","urls":["/s"]}]}</script>
<p>text<img src=/j.png><img srcset="/k.png 2x" loading=eager><iframe src=/l></iframe><object data=/o></object>
<embed src=/e><video src=/v poster=/w autoplay></video><audio src=/x autoplay></audio><input type=image src=/y>
<svg><image href=/z /><use href="/u#a"/></svg><body background=/bg.png><a ping=/ping href=/q>q</a>
"""

SCRIPTED = """
<script>
const base = "http://127.0.0.1:TCP/";
const attempts = [
  () => fetch(base), () => fetch(base, {mode: "no-cors"}), () => navigator.sendBeacon(base, "x"),
  () => { const r = new XMLHttpRequest(); r.open("GET", base); r.send() },
  () => new WebSocket("ws://127.0.0.1:TCP/"), () => new EventSource(base), () => { new Image().src = base },
  () => new WebTransport("https://127.0.0.1:TCP/"), () => import(base + "m.js"),
  () => new Worker(URL.createObjectURL(new Blob([`importScripts("${base}w.js"); fetch("${base}")`]))),
  () => navigator.serviceWorker.register(base + "sw.js"),
  () => { const turn = {urls: "turn:127.0.0.1:TCP?transport=tcp", username: "a", credential: "b"};
          const p = new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:UDP"}, turn]});
          p.createDataChannel("d"); p.createOffer().then(o => p.setLocalDescription(o)) },
  () => window.open(base), () => { location = base },
  () => { const f = document.createElement("iframe");
          f.srcdoc = `<script>fetch("${base}")<\\/script><img src="${base}">`; document.body.append(f) },
  () => { const f = document.createElement("form");
          f.action = base; f.method = "post"; document.body.append(f); f.submit() },
];
for (const attempt of attempts) try { attempt() } catch (e) {}
document.body.append("scripts ran");
</script>
"""


def with_ports(html: str, canary: Canary) -> str:
    return html.replace("TCP", str(canary.tcp)).replace("UDP", str(canary.udp))


def test_a_saved_page_fetches_nothing(browser: Browser, canary: Canary) -> None:
    html = with_ports(FETCHES, canary)
    for url in ("https://weft.example/", f"http://127.0.0.1:{canary.tcp}/", None):
        assert "text" in browser.draw(html, url=url).page.text(0)
    time.sleep(0.2)
    assert canary.heard == []


def test_nor_with_scripts(browser: Browser, canary: Canary) -> None:
    html = with_ports(FETCHES + SCRIPTED, canary)
    options = DrawOptions(scripts=True, settle=0.7)
    for url in ("https://weft.example/", f"http://127.0.0.1:{canary.tcp}/page"):
        assert "scripts ran" in browser.draw(html, url=url, options=options).page.text(0)
    time.sleep(0.3)
    assert canary.heard == []


def test_the_canary_hears(browser: Browser, canary: Canary) -> None:
    browser.draw(with_ports(FETCHES, canary), options=replace(LOCAL, network=True))
    assert "tcp" in canary.heard


def test_an_open_network_is_still_closed_to_private_addresses(browser: Browser, canary: Canary) -> None:
    html = with_ports(FETCHES + SCRIPTED, canary)
    options = DrawOptions(scripts=True, network=True, settle=0.5)
    assert "text" in browser.draw(html, url="https://weft.example/", options=options).page.text(0)
    time.sleep(0.2)
    assert canary.heard == []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/")
        if name in REDIRECTS:
            self.answer(302, b"", Location=REDIRECTS[name])
        elif name == "hang":
            time.sleep(PATIENCE)
        elif name in PAGES:
            self.answer(200, PAGES[name].encode("latin-1"), **TYPES.get(name, HTML))
        else:
            self.answer(404, b"nothing", **HTML)

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


REDIRECTS = {"moved": "/page", "circle": "/circle", "away": "http://10.0.0.1/"}
HTML = {"Content_Type": "text/html; charset=iso-8859-1"}
TYPES = {"style.css": {"Content_Type": "text/css"}, "file.zip": {"Content_Type": "application/zip"}}
PAGES = {
    "page": "<title>Loom</title><link rel=stylesheet href=/style.css><script src=/made.js></script><p>Schuß</p>",
    "style.css": "p { color: rgb(1, 2, 3) }",
    "made.js": "document.write('<i>made</i>')",
    "refresh": "<meta http-equiv=refresh content='0;url=/page'><p>old",
    "again": "<meta http-equiv=refresh content='0;url=/again'><p>old",
    "slow": "<p>here<img src=/hang>",
    "large": "<p>" + "x" * 600_000,
    "file.zip": "PK",
}


@pytest.fixture(scope="module")
def site() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


def address(site: ThreadingHTTPServer, path: str) -> str:
    return f"http://127.0.0.1:{site.server_address[1]}/{path}"


def test_an_address_is_loaded_with_what_belongs_to_it(browser: Browser, site: ThreadingHTTPServer) -> None:
    rendered = browser.draw(address(site, "page"), options=LOCAL)
    assert "<p>Schuß</p>" in rendered.html
    assert "<i>made</i>" not in rendered.html
    assert hex(rendered.page.geometry.color[rendered.page.rows_of("p")[0]]) == "0x10203ff"
    assert rendered.page.url == address(site, "page")


def test_with_scripts(browser: Browser, site: ThreadingHTTPServer) -> None:
    assert "<i>made</i>" in browser.draw(address(site, "page"), options=replace(LOCAL, scripts=True)).html


@pytest.mark.parametrize("path", ["moved", "refresh"])
def test_redirects_are_followed(browser: Browser, site: ThreadingHTTPServer, path: str) -> None:
    rendered = browser.draw(address(site, path), options=replace(LOCAL, settle=2.0))
    assert rendered.page.url == address(site, "page")
    assert "Schuß" in rendered.html


@pytest.mark.parametrize("path", ["circle", "again"])
def test_redirects_for_ever(browser: Browser, site: ThreadingHTTPServer, path: str) -> None:
    with pytest.raises(BrowserError, match="redirects") as caught:
        browser.draw(address(site, path), options=replace(LOCAL, settle=PATIENCE))
    assert caught.value.reason == "redirects"


def test_a_slow_picture_does_not_hold_the_page(
    browser: Browser, site: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "PATIENCE", 0.02)  # of a minute
    assert "<p>here" in browser.draw(address(site, "slow"), options=LOCAL).html


@pytest.mark.parametrize(("path", "message"), [("missing", "404"), ("file.zip", "cannot be fetched")])
def test_what_goes_wrong_is_said(browser: Browser, site: ThreadingHTTPServer, path: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        browser.draw(address(site, path), options=LOCAL)


def test_a_redirect_to_a_private_address_is_refused(
    browser: Browser, site: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server of this test is private too; it alone is let through."""
    monkeypatch.setattr(
        proxy, "find_address", lambda host, port, **_: find_address(host, port, allow_private=host == "127.0.0.1")
    )
    with pytest.raises(SourceError, match=r"10\.0\.0\.1: a private address"):
        browser.draw(address(site, "away"), options=LOCAL)


def test_too_many_bytes(browser: Browser, site: ThreadingHTTPServer) -> None:
    with pytest.raises(BrowserError, match="bytes") as caught:
        browser.draw(address(site, "large"), options=LOCAL)
    assert caught.value.reason == "bytes"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "192.168.1.1"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_private_addresses_are_refused(host: str, scheme: str) -> None:
    """The proxy alone: a browser would only be slower."""

    async def ask() -> tuple[bytes, list[SourceError]]:
        async with Proxy(allow_private=False, count=lambda _: None) as asked:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(asked.address.rpartition(":")[2]))
            request = (
                f"CONNECT {host}:443 HTTP/1.1\r\n\r\n" if scheme == "https" else f"GET http://{host}/ HTTP/1.1\r\n\r\n"
            )
            writer.write(request.encode())
            answer = await reader.read()
            writer.close()
            return answer, list(asked.refusals)

    answer, refusals = asyncio.run(ask())
    assert answer.startswith(b"HTTP/1.1 403")
    assert refusals[0].detail == "private"
    assert refusals[0].advice == "allow it with Fetcher(allow_private=True)"
    assert words_of(refusals[0]).endswith("; allow it with --allow-private")


@pytest.mark.parametrize(
    "request_head",
    [b"", b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET http://[x/ HTTP/1.1\r\n\r\n", b"x" * 200_000],
)
def test_the_proxy_survives_nonsense(request_head: bytes) -> None:
    async def ask() -> bytes:
        async with Proxy(allow_private=True, count=lambda _: None) as asked:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(asked.address.rpartition(":")[2]))
            writer.write(request_head)
            writer.write_eof()
            try:
                return await asyncio.wait_for(reader.read(), PATIENCE)
            except ConnectionError:
                return b""
            finally:
                writer.close()

    assert not asyncio.run(ask()).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("turns", range(8))
def test_a_connection_that_comes_at_the_end_is_closed(turns: int) -> None:
    """However far the loop has come with it: not accepted, accepted, about to be read."""

    async def end_early() -> bytes:
        async with Proxy(allow_private=True, count=lambda _: None) as asked:
            connection = socket.create_connection(("127.0.0.1", int(asked.address.rpartition(":")[2])))
            for _ in range(turns):
                await asyncio.sleep(0)
        with connection:
            connection.settimeout(PATIENCE)
            try:
                return await asyncio.to_thread(connection.recv, 1)
            except ConnectionError:
                return b""

    assert asyncio.run(end_early()) == b""


def test_a_saved_page_may_fetch_where_asked(browser: Browser, site: ThreadingHTTPServer) -> None:
    html = f"<link rel=stylesheet href={address(site, 'style.css')}><p>x"
    open_page = browser.draw(html, options=replace(LOCAL, network=True)).page
    assert hex(open_page.geometry.color[open_page.rows_of("p")[0]]) == "0x10203ff"
    closed_page = browser.draw(html, options=LOCAL).page
    assert hex(closed_page.geometry.color[closed_page.rows_of("p")[0]]) == "0xff"
