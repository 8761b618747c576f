"""URLs in one form, so that no page is fetched twice: RFC 3986's normalisation, without sessions and tracking."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

LONGEST = 2_000  # characters; no page that people link to needs more
DEFAULT_PORTS = {"http": 80, "https": 443}
SESSIONS = frozenset("phpsessid jsessionid sessionid session_id oscsid zenid cfid cftoken sessid replytocom".split())
"""Parameters that differ from visit to visit; and the comment that a reader answers to, which makes no other page."""

SHORT_SESSIONS = frozenset("sid s sess session".split())
"""Names of session ids, and of harmless numbers too: only a long value tells."""

SESSION_LENGTH = 16  # characters of such a value
TRACKING = frozenset("fbclid gclid dclid msclkid yclid igshid mc_cid mc_eid _ga _gl spm".split())
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
    found = urlunsplit((parts.scheme, netloc, path, query, ""))
    return found if len(found) <= LONGEST else ""


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
        or (name in SHORT_SESSIONS and len(value) >= SESSION_LENGTH)
    )
