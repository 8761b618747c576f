"""Finds what could act in an output: read by an HTML parser and by a Markdown parser, judged by rules of its own."""

import re

from markdown_it import MarkdownIt

from weft.page import Page, parse

ACTIVE_TAGS = frozenset(
    "script style iframe frame frameset object embed applet form input button textarea select option template noscript "
    "meta link base title svg math video audio source track canvas portal marquee xmp plaintext isindex".split()
)
ADDRESS_ATTRIBUTES = frozenset(
    "href src srcset action formaction poster background cite data xlink:href srcdoc style ping target url".split()
)
SAFE = frozenset({"http", "https", "mailto", "tel", "ftp", "ftps", "sms", "magnet", "irc", "xmpp", "geo"})
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_OUTER = frozenset({"html", "head", "body"})


def is_active(address: str) -> bool:
    """Whether a browser would run an address, read as the URL Standard says; or whether it holds a password."""
    seen = re.sub("[\t\n\r]", "", address.strip("".join(map(chr, range(0x21)))))
    scheme = _SCHEME.match(seen)
    return bool(scheme and scheme[1].lower() not in SAFE) or "me:secret@" in address


def find_active(html: str) -> list[str]:
    """What could act in HTML."""
    page = parse(html)
    return [problem for row in range(len(page)) for problem in _problems(page, row)]


def _problems(page: Page, row: int) -> list[str]:
    name = page.tag_name(row)
    if name.startswith("#"):
        return []
    problems = [f"<{name}>"] if name in ACTIVE_TAGS or ":" in name else []
    for key, value in page.attributes(row).items() if name not in _OUTER else ():
        if (
            key.startswith("on")
            or key in ("style", "srcset", "srcdoc")
            or (key in ADDRESS_ATTRIBUTES and is_active(value))
        ):
            problems.append(f"{name} {key}={value!r}")
    return problems


def tree(html: str) -> list[tuple[str, dict[str, str], str]]:
    """The tree that a browser builds from HTML, flat: names, attributes and texts with depths."""
    page = parse(html)
    return [
        (f"{page.depth[row]} {page.tag_name(row)}", page.attributes(row), "" if page.tag[row] else page.text(row))
        for row in range(len(page))
    ]


def markdown_readers() -> list[MarkdownIt]:
    """CommonMark alone and with tables; both write every address, where markdown-it itself would leave some out."""
    readers = [MarkdownIt("commonmark", {"html": True}), MarkdownIt("commonmark", {"html": True})]
    readers[1].enable(["table", "strikethrough"])
    for reader in readers:
        reader.validateLink = lambda url: True  # type: ignore[method-assign]
    return readers
