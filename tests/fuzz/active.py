"""Looks for active content in outputs: what a browser would run, load into a frame or follow to a program.

HTML is parsed by html5ever (through nh3), Markdown by pulldown-cmark (through pyromark) and markdown-it, TEI and the
studio's frames as XML.
Nothing here asks weft what is harmless: the lists are ours alone, so that a mistake is not made twice.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase
from xml.etree import ElementTree

import nh3
import pyromark
from markdown_it import MarkdownIt

from tests.fuzz.vocabulary import FOREIGN, TAGS


class Fault(Exception):
    """What must never happen has happened; the first word says to which output."""


SAFE_SCHEMES = frozenset("http https mailto tel ftp ftps sms magnet irc xmpp geo".split())
BAD_SCHEMES = frozenset(
    "javascript vbscript data livescript mocha jar blob filesystem view-source feed file about x j ms-its mhtml".split()
)
MARKDOWN_TAGS = frozenset(
    "p h1 h2 h3 h4 h5 h6 a img ul ol li blockquote pre code em strong hr br table thead tbody tr th td s del sub "
    "sup".split()
)
HTML_TAGS = MARKDOWN_TAGS | frozenset("caption dl dt dd figure figcaption details summary q abbr time mark".split())
NAMED = {
    "a": {"href", "title"}, "img": {"src", "alt", "title", "width", "height"}, "q": {"cite"}, "blockquote": {"cite"},
    "abbr": {"title"}, "time": {"datetime"}, "code": {"class"}, "ol": {"start"}, "li": {"value"},
    "td": {"colspan", "rowspan", "align"}, "th": {"colspan", "rowspan", "align", "scope"}, "*": {"lang", "dir"},
}  # fmt: skip
ADDRESSES = frozenset("href src cite action formaction data poster background url target xlink:href longdesc".split())
RUNS = frozenset(
    "script iframe frame frameset object embed applet form input button textarea select base meta link style svg math "
    "template noscript audio video source portal dialog plaintext xmp marquee".split()
)
# Names of ours; a site names its fields by what its pages print, and those of addresses are words too.
ADDRESS_KEY = re.compile("(?:[a-z]+_)?(?:url|link|image|href|src)s?")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_REMOVED = re.compile("[\t\n\r]")  # browsers take them out of an address, wherever they stand
_STRIPPED = "".join(map(chr, range(0x21)))  # and these at both ends


def check_address(address: str, what: str) -> None:
    """Raise where a browser that follows the address would not only go somewhere."""
    scheme = _SCHEME.match(_REMOVED.sub("", address.strip(_STRIPPED)))
    if scheme and (name := scheme.group(1).lower()) not in SAFE_SCHEMES:
        raise Fault(f"{what}: an address with the scheme {name if name in BAD_SCHEMES else 'of no use'}")


@cache
def _cleaners(tags: frozenset[str]) -> tuple[nh3.Cleaner, nh3.Cleaner]:
    """One that lets everything pass, and one that lets pass what the output may hold."""
    everything = nh3.Cleaner(
        tags={*TAGS, *FOREIGN, *tags},
        clean_content_tags=set(),
        attributes={},
        generic_attribute_prefixes=set(ascii_lowercase),
        strip_comments=False,
        link_rel=None,
        url_schemes=set(SAFE_SCHEMES | BAD_SCHEMES),
    )
    harmless = nh3.Cleaner(
        tags=set(tags),
        clean_content_tags=set(),
        attributes={name: set(values) for name, values in NAMED.items() if name == "*" or name in tags},
        strip_comments=True,
        link_rel=None,
        url_schemes=set(SAFE_SCHEMES),
    )
    return everything, harmless


_START = re.compile(r"<([a-zA-Z][^\s/>]*)((?: [^\s=]+=\"[^\"]*\")*)>|<!")  # as html5ever writes it
_ADDRESS = re.compile(r" (?:href|src|cite)=\"([^\"]*)\"")


def check_html(html: str, what: str, tags: frozenset[str] = HTML_TAGS) -> None:
    """Parsed by html5ever, the output holds only elements, attributes and schemes that are known to be harmless."""
    if "<" not in html:
        return
    everything, harmless = _cleaners(tags)
    parsed = everything.clean(html)
    if parsed != (cleaned := harmless.clean(html)):
        raise Fault(f"{what}: {_difference(parsed, cleaned)}")
    for tag in _START.finditer(parsed):
        for address in _ADDRESS.findall(tag.group(2) or ""):
            check_address(_unescape(address), what)


def _difference(parsed: str, cleaned: str) -> str:
    """The first tag that the cleaner did not let pass."""
    others = _START.finditer(cleaned)
    for tag in _START.finditer(parsed):
        other = next(others, None)
        if other is None or tag.group() != other.group():
            names = " ".join(re.findall(r" (on|[a-z:-]+)[^\s=]*=", tag.group(2) or "")[:2])
            return f"active content: {tag.group(1) or 'a comment'} {names}".strip()
    return "active content"


def _unescape(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")


_EXTENSIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # it would hide what we look for
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return parser


def check_markdown(markdown: str, *, both: bool = True) -> None:
    """What a reader of Markdown makes of the output is harmless HTML. Without `<` and `]` there can be no other.

    Two parsers are asked, because readers differ; the second one, which is slow, not for every page.
    """
    if "<" in markdown or "]" in markdown:
        check_html(pyromark.html(markdown, options=_EXTENSIONS), "markdown", MARKDOWN_TAGS)
        if both:
            check_html(_markdown().render(markdown), "markdown", MARKDOWN_TAGS)


def _elements(xml: str, what: str) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        root = ElementTree.fromstring(xml.encode())
    except (ElementTree.ParseError, UnicodeEncodeError) as error:
        raise Fault(f"{what}: no XML ({re.sub('[0-9]+', 'N', str(error))})") from error
    for element in root.iter():
        yield str(element.tag).rpartition("}")[2], element.attrib


def check_tei(tei: str, own_url: str | None = None) -> None:
    """It is XML, and no address in it runs a program; the page's own address is the caller's."""
    for _, attributes in _elements(tei, "tei"):
        for name, value in attributes.items():
            if name in ADDRESSES and value != own_url:
                check_address(value, "tei")


def check_frame(xhtml: str) -> None:
    """The page that studio shows has nothing that runs, loads or submits."""
    for tag, attributes in _elements(xhtml, "frame"):
        if tag in RUNS - {"style", "math", "meta"}:
            raise Fault(f"frame: active content: {tag}")
        for name, value in attributes.items():
            if name.lower().startswith("on") or (name in ADDRESSES and not value.startswith("data:image/")):
                raise Fault(f"frame: active content: {tag} {name}")


def check_json(text: str, own_url: str | None = None) -> object:
    """It is JSON as the standard has it, it can be written, and no address in it runs a program."""

    def refuse(constant: str) -> float:
        raise Fault(f"json: {constant} is no JSON")

    try:
        value = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Fault(f"json: cannot be read ({type(error).__name__})") from error
    check_values(value, "", own_url)
    return value


def check_values(value: object, key: str, own_url: str | None) -> None:
    """The addresses among the values; the page's own address is the caller's."""
    if isinstance(value, dict):
        for name, inner in value.items():
            check_values(inner, name, own_url)
    elif isinstance(value, list):
        for inner in value:
            check_values(inner, key, own_url)
    elif isinstance(value, str) and value != own_url and ADDRESS_KEY.fullmatch(key):
        check_address(value, f"json {key}")
