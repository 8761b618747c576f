"""Which addresses belong to a site, and which of them are traps: without end, without content, or with effects."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlsplit

MOST_SEGMENTS = 12  # of a path; deeper ones come from links that are relative by mistake
MOST_REPEATS = 2  # of one segment: /a/b/a/b/a/b/… has no end
MOST_PARAMETERS = 5  # of a query; more are filters upon filters
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
        return refuse_form(url)


def refuse_form(url: str) -> str:
    """Why no site's URL of this form is asked for; empty where it is."""
    parts = urlsplit(url)
    segments = [segment.lower() for segment in parts.path.split("/") if segment]
    names = [pair.partition("=")[0].lower() for pair in parts.query.split("&") if pair]
    if segments and segments[-1].rpartition(".")[2] in FILES and "." in segments[-1]:
        return "no page"
    if ACTIONS.intersection(segment.partition(".")[0] for segment in segments) or ACTIONS.intersection(names):
        return "action"
    repeats = Counter(segment for segment in segments if not segment.isdigit())
    is_endless = len(segments) > MOST_SEGMENTS or max(repeats.values(), default=0) > MOST_REPEATS
    return "trap" if is_endless or len(names) > MOST_PARAMETERS else ""
