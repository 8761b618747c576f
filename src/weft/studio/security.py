"""The guard before every path: it checks host, origin and session, and sets the headers of every answer."""

from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from weft.studio.access import Access, Session
from weft.studio.http import MAX_BYTES, refuse

MAX_QUERY = 4_096  # characters
SAFE = frozenset({"GET", "HEAD"})
OWN_HEADER = "x-weft-studio"
OPEN = frozenset({"/login", "/language"})  # without a session, where there is a password
OPEN_FILES = frozenset(
    {"/static/house.css", "/static/studio.css", "/static/favicon.svg"}
)  # what the log-in page looks like

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Under `no-referrer` browsers send `Origin: null` with forms, and the log-in could not be told from a stranger's.
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Guard:
    """Lets a request through to the app, with the person who makes it in `scope["state"]`, or refuses it."""

    def __init__(self, app: ASGIApp, *, access: Access) -> None:
        self.app: ASGIApp = app
        self.access: Access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # no one asked for a web socket
            raise RuntimeError(f"studio does not speak {scope['type']}")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self.judge(scope)
        if refusal:
            status, error, what_to_do = refusal
            await refuse(scope, status, error, what_to_do)(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

    def judge(self, scope: Scope) -> tuple[int, str, str] | None:
        """Why a request is refused: a status, the error, what to do; None where it is not."""
        headers = Headers(scope=scope)
        method = scope["method"]
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.access.knows_host(hosts[0]):
            return 403, "this host is not ours", f"open {self.access.url}"
        if not is_own(scope, headers):
            return 403, "a request from another site", "open studio in a window of its own"
        if method not in SAFE and not (headers.get("origin") or headers.get(OWN_HEADER) == "1"):
            return 403, "a change without an origin", "send the header X-Weft-Studio: 1"
        if len(scope.get("query_string", b"")) > MAX_QUERY:
            return 414, "the address is too long", "shorten it"
        if (size := headers.get("content-length", "0")) and (not size.isdecimal() or int(size[:20]) > MAX_BYTES):
            return 413, f"more than {MAX_BYTES} bytes", "send less at once"
        session = find_session(headers, self.access)
        if session is None and not self._is_open(scope):
            if self.access.password:
                return 401, "log in first", "open /login"
            return 401, "no session", "open the link that weft studio printed; it works once"
        scope.setdefault("state", {})["session"] = session
        return None

    def _is_open(self, scope: Scope) -> bool:
        """Paths that answer without a session: the exchange of a token, and the log-in where there is a password."""
        path, is_read = scope["path"], scope["method"] in SAFE
        if path == "/":
            return scope["method"] == "GET" and b"token=" in scope.get("query_string", b"")
        return bool(self.access.password) and (path in OPEN or (path in OPEN_FILES and is_read))


def find_session(headers: Headers, access: Access) -> Session | None:
    """The person of a request."""
    secret = session_cookie(headers, access)
    return access.find(secret) if secret else None


def session_cookie(headers: Headers, access: Access) -> str:
    """The session's cookie, empty where there is none."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[access.cookie].value if access.cookie in cookies else ""


def is_own(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from no page at all.

    Another site may only lead a person to the overview, which without a cookie of ours (SameSite) shows nothing.
    """
    site = headers.get("sec-fetch-site", "none")
    origin = headers.get("origin")
    if origin is not None and not same_origin(origin, headers.get("host", "")):
        return False
    if site in ("same-origin", "none"):
        return True
    is_visit = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return bool(is_visit and scope["path"] == "/" and scope["method"] in SAFE)


def same_origin(origin: str, host: str) -> bool:
    """Whether an `Origin` is the host that is asked."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == "http" and parts.netloc.lower() == host.lower()
