"""URLs in one form, so that no page is fetched twice; which of them belong to a site, and which of those are traps."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

MAX_URL = 2_000  # characters; no page that people link to needs more
DEFAULT_PORTS = {"http": 80, "https": 443}
SESSIONS = frozenset("phpsessid jsessionid sessionid session_id oscsid zenid cfid cftoken sessid replytocom".split())
"""Parameters that differ from visit to visit; and the comment that a reader answers to, which makes no other page."""

SHORT_SESSIONS = frozenset("sid s sess session".split())
"""Names of session ids, and of harmless numbers too: only a long value tells."""

MIN_SESSION = 16  # characters of such a value
TRACKING = frozenset("fbclid gclid dclid msclkid yclid igshid mc_cid mc_eid _ga _gl spm".split())
MAX_SEGMENTS = 12  # of a path; deeper ones come from links that are relative by mistake
MAX_REPEATS = 2  # of one segment: /a/b/a/b/a/b/… has no end
MAX_PARAMETERS = 5  # of a query; more are filters upon filters
FILES = frozenset(
    "7z apk avi bin bmp bz2 css csv dmg doc docx eot epub exe flac gif gz ico ics iso jar jpeg jpg js json m4a m4v mov "
    "mp3 mp4 mpeg mpg msi odt ogg pdf png ppt pptx ps rar rtf svg swf tar tgz tif tiff ttf txt wav webm webp wma wmv "
    "woff woff2 xls xlsx xml xz zip".split()
)
"""Endings of what is no page; not fetched to find out."""

ACTIONS = frozenset(
    "login logout signin signout signup register add-to-cart add_to_cart cart checkout wp-login wp-admin "
    "delete unsubscribe lostpassword".split()
)
"""Segments and parameters of addresses that do something or ask who one is."""

_PATH_SESSION = re.compile(r"(?i);(jsessionid|phpsessid|sid)=[^/?#]*")
_SAFE = "/:@!$&'()*+,;=-._~%?"


def normalise(url: str, base: str = "", *, encoding: str = "utf-8") -> str:
    """The URL as it is asked for; empty where it is none of http or https.

    `encoding` is the page's that has the link: queries are written in it, as browsers do.

    >>> normalise("../b;jsessionid=1?utm_source=x&id=7#top", "HTTP://Weft.Example:80/a/c/")
    'http://weft.example/a/b?id=7'
    >>> normalise("/?q=中", "http://weft.example/", encoding="gbk"), normalise("mailto:someone@weft.example")
    ('http://weft.example/?q=%D6%D0', '')
    """
    try:
        parts = urlsplit(urljoin(base, url.strip()))
        host, port = (parts.hostname or "").rstrip(".").encode("idna").decode(), parts.port
        query = quote(_clean_query(parts.query), safe=_SAFE, encoding=encoding, errors="replace")
    except (ValueError, LookupError):  # a bracket never closed, a port that is no number, a host too long
        return ""
    if parts.scheme not in DEFAULT_PORTS or not host:
        return ""
    host = f"[{host}]" if ":" in host else host
    netloc = host if port in (None, DEFAULT_PORTS[parts.scheme]) else f"{host}:{port}"
    path = quote(_PATH_SESSION.sub("", parts.path), safe=_SAFE, errors="replace") or "/"
    normal = urlunsplit((parts.scheme, netloc, path, query, ""))
    return normal if len(normal) <= MAX_URL else ""


def url_key(url: str) -> str:
    """What all spellings of a normalised URL have in common: without scheme and `www`, parameters in order.

    >>> url_key("https://www.weft.example/a?b=2&a=1") == url_key("http://weft.example/a?a=1&b=2")
    True
    """
    parts = urlsplit(url)
    query = "&".join(sorted(parts.query.split("&")))
    return f"{parts.netloc.removeprefix('www.')}{parts.path}" + (f"?{query}" if query else "")


def _clean_query(query: str) -> str:
    """The parameters that choose the page."""
    return "&".join(pair for pair in query.split("&") if pair and not _is_noise(pair))


def _is_noise(pair: str) -> bool:
    name, _, value = pair.partition("=")
    name = name.lower()
    return (
        name in SESSIONS
        or name in TRACKING
        or name.startswith(("utm_", "aspsessionid"))
        or (name in SHORT_SESSIONS and len(value) >= MIN_SESSION)
    )


@dataclass(frozen=True, kw_only=True)
class Scope:
    """A host and its `www`, on its port; with hosts below it and under a path where that was asked for."""

    host: str  # without `www.`
    port: int  # 0 for the usual ones of http and https, which are one site
    subdomains: bool = False
    path_prefix: str = ""

    @staticmethod
    def of(url: str, *, subdomains: bool = False, path_prefix: str = "") -> Scope:
        """The scope around a normalised URL."""
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
        return Scope(host=host, port=parts.port or 0, subdomains=subdomains, path_prefix=path_prefix)

    def has_host(self, url: str) -> bool:
        """Whether a normalised URL is on the site.

        >>> scope = Scope.of("http://www.weft.example/")
        >>> scope.has_host("https://weft.example/a"), scope.has_host("http://shop.weft.example/")
        (True, False)
        """
        parts = urlsplit(url)
        host = parts.hostname or ""
        is_same = host in (self.host, f"www.{self.host}") or (self.subdomains and host.endswith(f".{self.host}"))
        return is_same and (parts.port or 0) == self.port

    def refuse(self, url: str) -> str:
        """Why a page is not asked for, in a word or two; empty where nothing speaks against it.

        >>> Scope.of("http://weft.example/").refuse("http://weft.example/a/b/a/b/a/b")
        'trap'
        """
        if not self.has_host(url):
            return "other site"
        if not urlsplit(url).path.startswith(self.path_prefix or "/"):
            return "other path"
        return _refuse_form(url)


def _refuse_form(url: str) -> str:
    """Why no site's URL of this form is asked for; empty where it is."""
    parts = urlsplit(url)
    segments = [segment.lower() for segment in parts.path.split("/") if segment]
    names = [pair.partition("=")[0].lower() for pair in parts.query.split("&") if pair]
    if segments and segments[-1].rpartition(".")[2] in FILES and "." in segments[-1]:
        return "no page"
    if ACTIONS.intersection(segment.partition(".")[0] for segment in segments) or ACTIONS.intersection(names):
        return "action"
    repeats = Counter(segment for segment in segments if not segment.isdigit())
    is_endless = len(segments) > MAX_SEGMENTS or max(repeats.values(), default=0) > MAX_REPEATS
    return "trap" if is_endless or len(names) > MAX_PARAMETERS else ""
