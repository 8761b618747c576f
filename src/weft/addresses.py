"""Which addresses may be written: one judgement for every output.

A page chooses its addresses, and what reads our output follows them. So an address is judged as the most forgiving
reader would read it: after it was joined with its base, without the characters that browsers and XML leave out, with
entities decoded. Only schemes that lead somewhere are written, none that runs a program; never a name or password.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import unquote, urljoin, urlsplit

from weft.late_patterns import late_pattern

MAX_ADDRESS = 8_192  # characters; servers refuse longer ones, and a longer one is not written
MAX_BASE = 1_024  # characters of a `base`: every link of the page repeats it
MAX_USUAL = 2_048  # characters of an address that is as most are
MAX_PORT = 65_535
MAX_DECODINGS = 2  # a page is decoded once before we see it, and written text may be decoded once more
SAFE_SCHEMES = frozenset("http https mailto tel ftp ftps sms magnet irc xmpp geo".split())
WEB_SCHEMES = frozenset({"http", "https"})
RUNNING_SCHEMES = frozenset("javascript vbscript livescript data blob view-source".split())

_SCHEME = late_pattern(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
# As most addresses are: a named host in small letters, printable signs, letters of some scripts; and a path from the
# root.
_USUAL = late_pattern(
    r"https?://(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[/?#][!-~\u00c0-\u024f\u0410-\u044f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]*)?"
)
_HOST_END = late_pattern("[/?#]")
_FROM_ROOT = late_pattern(r"/(?![/\\])[!-~]*")
# What browsers ignore (controls, tabs and line breaks anywhere) and what XML cannot hold.
_DROPPED = late_pattern("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LINE_ENDS = {0x2028: "%E2%80%A8", 0x2029: "%E2%80%A9"}  # they end a line for some programs
_FIRST_SEGMENT = late_pattern(r"[^/\\?#]*")  # where a scheme stands
# As browsers read it: any number of slashes after a scheme of the web, backslashes among them.
_AUTHORITY = late_pattern(r"((?:https?|ftp):[/\\]*|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,})([^/\\?#]*)", re.IGNORECASE)
_HOST_AND_PORT = late_pattern(r"(\[[0-9a-fA-F:.]+\]|[^:]*)(?::([0-9]{0,5}))?")
_HOST = late_pattern(r"(?:[\w.-]|[^\x00-\x7f\s])*")
_NUMBER = late_pattern(r"[0-9]+|0[xX][0-9a-fA-F]*")
# Greedy up to the last @ before the path: a password may have an @ of its own. It holds no slash, so each character
# is looked at once.
_USER_INFO = late_pattern(r"(?<=:[/\\][/\\])[^/\\?#\s]*@")


def safe_address(address: str | None, base: str = "", *, schemes: frozenset[str] = SAFE_SCHEMES) -> str:
    """The address, joined with a base of `safe_base`; empty for one that must not be written or leads nowhere.

    >>> safe_address("../a b", "https://weft.example/x/y/"), safe_address("https://me:secret@weft.example/")
    ('https://weft.example/x/a b', 'https://weft.example/')
    >>> safe_address("java\\nscript:alert(1)"), safe_address("java\\ufffescript:alert(1)"), safe_address("http://[")
    ('', '', '')
    """
    if address and (schemes is SAFE_SCHEMES or schemes is WEB_SCHEMES) and (usual := _usual_address(address, base)):
        return usual
    address = _DROPPED.sub("", address or "").strip()
    if not _is_safe(address, schemes):
        return ""
    if base and not _SCHEME.match(address):
        try:
            address = urljoin(base, address).strip()
        except ValueError:  # such as an unclosed bracket of an IPv6 host
            return ""
        if not _is_safe(address, schemes):
            return ""
    return without_user(address.translate(_LINE_ENDS))


def is_usual(address: str) -> bool:
    """Whether an address is whole and written as most are: a host of several names, nothing to decode.

    >>> is_usual("https://weft.example/looms"), is_usual("http://localhost/")
    (True, False)
    """
    return len(address) <= MAX_USUAL and _USUAL.fullmatch(address) is not None


def host_of(address: str) -> str:
    """The name of the host of an address, in lower case; empty where there is none.

    >>> host_of("https://Weft.example:80/looms"), host_of("http://["), host_of("/looms")
    ('weft.example', '', '')
    """
    if is_usual(address):
        return _HOST_END.split(address, maxsplit=3)[2]  # behind the scheme and two slashes
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _usual_address(address: str, base: str) -> str:
    """The result for an address as most are written, which needs no second look; empty for any other."""
    if len(address) > MAX_USUAL:
        return ""
    if _USUAL.fullmatch(address):
        return address
    if not _FROM_ROOT.fullmatch(address):
        return ""
    if not base:
        return address
    is_bare = "/." in address or ";" in address or "//" in address or "?#" in address or address[-1] in "?#"
    return "" if is_bare else origin_of(base) + address


@lru_cache(maxsize=64)
def origin_of(base: str) -> str:
    """What an address from the root is appended to, of a base of `safe_base`."""
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def safe_base(address: str | None, url: str | None) -> str:
    """What relative addresses are joined with: the page's `base` where it is http(s), else its URL, else nothing.

    Without a URL a `base` that is a path from the root counts too: what is joined with it begins with a slash.

    >>> safe_base("/b/", "https://weft.example/a"), safe_base("x", None), safe_base("data:,", "https://weft.example/")
    ('https://weft.example/b/', '', 'https://weft.example/')
    """
    own = safe_address(url, schemes=WEB_SCHEMES)
    own = own if _SCHEME.match(own) else ""
    joined = safe_address(address, own, schemes=WEB_SCHEMES) if address else ""
    return joined if len(joined) <= MAX_BASE and (_SCHEME.match(joined) or joined.startswith("/")) else own


def own_address(url: str | None) -> str:
    """The URL that the caller gave a page, as it may be written: any scheme that runs nothing, without a password.

    >>> own_address("file:///saved/page.html"), own_address("javascript:alert(1)")
    ('file:///saved/page.html', '')
    """
    url = _DROPPED.sub("", url or "").strip()
    return "" if RUNNING_SCHEMES.intersection(_schemes(url)) else without_user(url)


def without_user(address: str) -> str:
    """The address without the name and password before its host.

    >>> without_user("ftp://me:secret@weft.example/@a"), without_user("mailto:me@weft.example")
    ('ftp://weft.example/@a', 'mailto:me@weft.example')
    """
    if "@" not in address or not (authority := _AUTHORITY.match(address)):
        return address
    return authority[1] + authority[2].rpartition("@")[2] + address[authority.end() :]


def without_credentials(text: str) -> str:
    """The text with every address in it freed of its user and password.

    >>> without_credentials("leads to http://ann:secret@weft.example/a@b")
    'leads to http://weft.example/a@b'
    """
    return _USER_INFO.sub("", text) if "@" in text else text


def _is_safe(address: str, schemes: frozenset[str]) -> bool:
    return 0 < len(address) <= MAX_ADDRESS and schemes.issuperset(_schemes(address)) and _has_host(address)


def _schemes(address: str) -> list[str]:
    """The schemes that readers may see in an address: as it stands, entities decoded, without invisible signs."""
    readings = [address]
    head = _FIRST_SEGMENT.match(address)
    if head and ("&" in head[0] or not head[0].isascii()):
        shown = address[:MAX_ADDRESS]
        for _ in range(MAX_DECODINGS):
            shown = _DROPPED.sub("", unescape(shown)).strip()
            readings.append(shown)
            if ":" in shown:
                readings.append("".join(sign for sign in shown if unicodedata.category(sign) != "Cf").strip())
    return [scheme[1].lower() for reading in readings if (scheme := _SCHEME.match(reading))]


def _has_host(address: str) -> bool:
    """Whether an address names a host that can be asked, where it must name one."""
    authority = _AUTHORITY.match(address)
    if not authority:
        return True  # such as a path or `mailto:`
    parts = _HOST_AND_PORT.fullmatch(authority[2].rpartition("@")[2])
    if not parts or int(parts[2] or 0) > MAX_PORT:
        return False
    host = unicodedata.normalize("NFKC", unquote(parts[1]))
    if not host.strip("."):
        return not authority[1].lower().startswith(("http:", "https:", "ftp:"))
    try:
        if host[0] == "[":
            return bool(IPv6Address(host[1:-1]))
        if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
            return bool(IPv4Address(host))
    except AddressValueError:
        return False
    return bool(_HOST.fullmatch(host))
