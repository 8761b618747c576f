"""A small site on loopback with everything that makes crawling hard."""

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

ARTICLES = 12
ROBOTS = "User-agent: *\nDisallow: /private/\nCrawl-delay: 0.01\nSitemap: /maps/index.xml\n"
HOME = """<html><head><title>Home</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">
<link rel="canonical" href="/"></head><body><h1>Weaving</h1>
<a href="/news/loom-1.html#top">one</a> <a href="/news/loom-2.html?utm_source=home&PHPSESSID=abc">two</a>
<a href="/private/secret">secret</a> <a href="/moved">moved</a> <a href="/round/a">round</a> <a href="/away">away</a>
<a href="/calendar/2020/1/">calendar</a> <a href="/shop?colour=red">shop</a> <a href="/deep/1">deep</a>
<a href="/missing">missing</a> <a href="/broken">broken</a> <a href="/busy">busy</a> <a href="/slow">slow</a>
<a href="/huge">huge</a> <a href="/bomb">bomb</a> <a href="/paper">paper</a> <a href="/picture.png">picture</a>
<a href="/logout">bye</a> <a href="https://elsewhere.example/">elsewhere</a> <a href="/copy">copy</a>
<a href="/packed">packed</a> <a rel="nofollow" href="/nofollow">no</a> <a href="mailto:a@b.example">mail</a>
<a href="/loop/loop/loop/loop">loop</a></body></html>"""


class Site:
    """What is asked for, and when; `slow` makes every page take a while."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.agents: set[str] = set()
        self.times: list[float] = []
        self.slow = 0.0
        self.robots = ROBOTS
        self.robots_status = 200

    def count(self, path: str) -> int:
        return self.asked.count(path)


def page(title: str, body: str) -> str:
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>{body}</p></body></html>"


class Handler(BaseHTTPRequestHandler):
    site: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.site.asked.append(self.path)
        self.site.times.append(time.monotonic())
        self.site.agents.add(self.headers["User-Agent"])
        time.sleep(self.site.slow)
        parts = urlsplit(self.path)
        name = parts.path.strip("/").split("/")[0].partition(".")[0] or "home"
        getattr(self, f"answer_{name}", self.answer_missing)(parts.path, parse_qs(parts.query))

    def send(
        self, body: str | bytes, *, status: int = 200, type: str = "text/html; charset=utf-8", **more: str
    ) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in {"Content-Type": type, "Content-Length": str(len(data)), **more}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def answer_home(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(HOME)

    def answer_robots(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(self.site.robots, status=self.site.robots_status, type="text/plain")

    def answer_maps(self, path: str, query: dict[str, list[str]]) -> None:
        base = f"http://{self.headers['Host']}"
        if path.endswith("index.xml"):
            self.send(
                f"<sitemapindex><sitemap><loc>{base}/maps/news.xml.gz</loc></sitemap></sitemapindex>", type="text/xml"
            )
        else:
            rows = "".join(f"<url><loc>{base}/news/loom-{n}.html</loc></url>" for n in range(1, ARTICLES - 1))
            self.send(gzip.compress(f"<urlset>{rows}</urlset>".encode()), type="application/gzip")

    def answer_feed(self, path: str, query: dict[str, list[str]]) -> None:
        items = "".join(f"<item><link>/news/loom-{n}.html</link></item>" for n in (ARTICLES - 1, ARTICLES))
        self.send(f"<rss><channel>{items}</channel></rss>", type="application/rss+xml")

    def answer_news(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(page(path, f"All about {path}. <a href='/tag/looms'>looms</a>"))

    def answer_tag(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(page("Looms", "<a href='/news/loom-1.html'>one</a>"))

    def answer_calendar(self, path: str, query: dict[str, list[str]]) -> None:
        year, month = map(int, path.strip("/").split("/")[1:3])
        after = f"/calendar/{year + month // 12}/{month % 12 + 1}/"
        self.send(
            page(f"{year}-{month}", f"<a href='{after}'>next</a> <a href='/calendar/{year + 1}/{month}/'>year</a>")
        )

    def answer_shop(self, path: str, query: dict[str, list[str]]) -> None:
        names = sorted(query)
        links = [f"/shop?{'&'.join(f'{name}={n}' for name in {*names, new})}" for n in (1, 2) for new in "abcdefgh"]
        self.send(page(self.path, " ".join(f"<a href='{link}'>x</a>" for link in links)))

    def answer_deep(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(page(path, f"<a href='/deep/{int(path.rpartition('/')[2]) + 1}'>deeper</a>"))

    def answer_copy(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(page("/news/loom-1.html", "All about /news/loom-1.html. <a href='/tag/looms'>looms</a>"))

    def answer_packed(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(gzip.compress(page("Packed", "<a href='/news/loom-1.html'>1</a>").encode()), Content_Encoding="gzip")

    def answer_private(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(page("Secret", "robots must not read this"))

    answer_nofollow = answer_private

    def answer_moved(self, path: str, query: dict[str, list[str]]) -> None:
        self.send("", status=301, Location="/news/loom-3.html")

    def answer_round(self, path: str, query: dict[str, list[str]]) -> None:
        self.send("", status=302, Location="/round/b" if path.endswith("a") else "/round/a")

    def answer_away(self, path: str, query: dict[str, list[str]]) -> None:
        self.send("", status=302, Location="http://127.0.0.1:9/")

    def answer_missing(self, path: str, query: dict[str, list[str]]) -> None:
        self.send("gone", status=404)

    def answer_broken(self, path: str, query: dict[str, list[str]]) -> None:
        self.send("oh no", status=500)

    def answer_busy(self, path: str, query: dict[str, list[str]]) -> None:
        if self.site.count(self.path) == 1:
            self.send("wait", status=429, Retry_After="1")
        else:
            self.send(page("Busy", "now there is time"))

    def answer_slow(self, path: str, query: dict[str, list[str]]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        for _ in range(60):
            self.wfile.write(b"<p>slow")
            time.sleep(0.1)

    def answer_huge(self, path: str, query: dict[str, list[str]]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for _ in range(40):
            self.wfile.write(b"<p>huge" * 10_000)

    def answer_bomb(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(gzip.compress(b"<p>x" * 1_000_000), Content_Encoding="gzip")

    def answer_paper(self, path: str, query: dict[str, list[str]]) -> None:
        self.send(b"%PDF-1.7", type="application/pdf")

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serve() -> Iterator[tuple[str, Site]]:
    """The site's address, and what is asked of it."""
    site = Site()
    handler = type("SiteHandler", (Handler,), {"site": site})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        running.daemon_threads = True
        # A client that gives up early is what the tests are about, not an error to print.
        running.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
        threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_address[1]}/", site
        running.shutdown()
