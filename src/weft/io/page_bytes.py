"""Whether bytes can be a page at all: what files of other kinds begin with, what no text holds, and what no page lacks.

Text in any encoding that the web has used holds hardly any control characters: none of 13,247 real pages has one in its
first 4 KiB. A tenth of random, packed or encrypted bytes are such. UTF-16 and UTF-32 look like that too, and are told
by what they decode to.
"""

import re
from unicodedata import category

from weft.errors import SourceError
from weft.late_patterns import late_bytes_pattern

HEAD = 4096  # bytes that are looked at
STRANGE_SHARE = 0.04  # of characters that are no text; of random numbers of 16 bits it is 0.15
MAX_WORD = 200  # characters without anything between them; no language writes so
_STRANGE = ("Cc", "Cn", "Co")  # controls, and what no alphabet has: a seventh of the numbers of 16 bits
_BETWEEN = "< \n。，、\u3000"


def reads_as(head: bytes, encoding: str) -> bool:
    """Whether bytes are text in an encoding of two or four bytes: letters, and what parts words or begins a tag."""
    text = head[: len(head) // 4 * 4].decode(encoding, "replace")
    strange = sum(category(letter) in _STRANGE and letter not in "\t\n\r" for letter in text) + text.count("\ufffd")
    return strange < STRANGE_SHARE * len(text) and sum(map(text.count, _BETWEEN)) * MAX_WORD >= len(text)


MIN_CONTROLS = 5  # a few may be a slip
CONTROL_SHARE = 0.04  # of bytes that are no text; random ones have 0.1

FOREIGN: dict[str, bytes] = {
    "a PDF": rb"%PDF",
    "a PostScript file": rb"%!PS",
    "an RTF document": rb"\{\\rtf",
    "a PNG picture": rb"\x89PNG",
    "a JPEG picture": rb"\xff\xd8\xff",
    "a GIF picture": rb"GIF8",
    "a TIFF picture": rb"II\*\0|MM\0\*",
    "a WebP picture": rb"RIFF....WEBP",
    "an AVIF or HEIC picture": rb"\0...ftyp(?:avi|hei|mif)",
    "an icon": rb"\0\0\x01\0",
    "a sound": rb"ID3[\x02-\x04]|OggS\0|fLaC\0|RIFF....WAVE",
    "a film": rb"\0...ftyp|RIFF....AVI |\x1a\x45\xdf\xa3",
    "a font": rb"wOF[F2](?:\0\x01|OTTO)|OTTO\0",
    "a zip archive or office document": rb"PK\x03\x04",
    "an old office document": rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "gzip; unpack it first": rb"\x1f\x8b",
    "zstd; unpack it first": rb"\x28\xb5\x2f\xfd",
    "bzip2; unpack it first": rb"BZh[1-9]1AY&SY",
    "xz; unpack it first": rb"\xfd7zXZ\0",
    "a 7z archive": rb"7z\xbc\xaf\x27\x1c",
    "a rar archive": rb"Rar!\x1a\x07",
    "a tar archive; give it a name that ends in .tar": rb".{257}ustar[\0 ]",
    "a Parquet file; give it a name that ends in .parquet": rb"PAR1\x15",
    "a SQLite database": rb"SQLite format 3\0",
    "a program": rb"\x7fELF|\0asm|\xca\xfe\xba\xbe|MZ.{0,200}This program cannot be run",
    "a WARC archive; give it a name that ends in .warc": rb"WARC/",
}
"""What people hand in by mistake, and how it begins."""

ROOTS = {
    b"rss": "an RSS feed",
    b"feed": "an Atom feed",
    b"rdf": "an RDF feed or other RDF data",
    b"urlset": "a sitemap",
    b"sitemapindex": "an index of sitemaps",
}
"""XML that lists pages, by the name of its first element, which may have a prefix."""

PLAIN = "plain text without any tag"
PATH = "was a path or an address given in the place of the page?"

_KINDS = (*FOREIGN,)
_FOREIGN = re.compile(b"|".join(b"(%b)" % pattern for pattern in FOREIGN.values()), re.DOTALL)  # a group for each kind
# Escape and shifts belong to ISO-2022; an end of file closes old texts.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x0e\x0f\x1a\x1b")) + b"\x7f"
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_BLANK = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n\f"  # marks of an encoding, and white space
_BOM = rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?+"
_ROOT = re.compile(  # behind what XML may begin with
    _BOM + rb"\s*+(?:<(?:\?[^>]*+|!--.*?--|!DOCTYPE[^>]*+)>\s*+)*+<(?:\w++:)?+(rss|feed|rdf|urlset|sitemapindex)[\s>/]",
    re.IGNORECASE | re.DOTALL,
)
# Outside of its texts JSON has numbers, three words and signs. No value is made: that takes twenty times the memory.
_JSON = late_bytes_pattern(
    _BOM + rb"""\s*+[\[{](?:"(?:[^"\\]++|\\.)*+"|[][{},:\s]|-?+\d[\d.eE+-]*+|true|false|null)*+(?<=[]}\s])""", re.DOTALL
)
_TAG_START = re.compile(rb"<\0{0,3}[a-z!/?]", re.IGNORECASE)  # in UTF-16 and UTF-32, too
_TAG = late_bytes_pattern(
    rb"<(?:!doctype|html|head|body|meta|title|div|span|script|table|link|style)[\s>/]", re.IGNORECASE
)


def check_data(data: bytes, name: str) -> bytes:
    """The data, if it can be a page at all; `SourceError` says what it is instead."""
    if not data:
        raise SourceError("empty, there is no page in it", page=name)
    if found := _FOREIGN.match(data):
        raise SourceError(f"not a web page but {_KINDS[(found.lastindex or 1) - 1]}", page=name)
    if not is_text(data):
        raise SourceError("not a web page: random or compressed bytes", page=name)
    if kind := _text_kind(data):
        is_word = kind == PLAIN and data.isascii() and len(data.split(maxsplit=1)) == 1
        raise SourceError(f"not a web page but {kind}", page=name, advice=PATH if is_word else "")
    return data


def check_given(html: bytes | str, name: str) -> None:
    """Raise the same of what a program hands over. Nothing is an answer there, and so is a text without any tag.

    Such a text may be a field of something that was a page; bytes without a tag are a file that is none.
    """
    if html and isinstance(html, bytes):
        check_data(html, name)
    elif isinstance(html, str) and (kind := _text_kind(html.encode(errors="replace"))) not in ("", PLAIN):
        raise SourceError(f"not a web page but {kind}", page=name)


def _text_kind(data: bytes) -> str:
    """What a text is that is no page, in a word; nothing of a page, and of white space.

    >>> _text_kind(b"<?xml version='1.0'?><rss>"), _text_kind(b'["<p>"]'), _text_kind(b"<p>Loom")
    ('an RSS feed', 'JSON', '')
    """
    head = data[:HEAD].replace(b"\0", b"")
    if root := _ROOT.match(head):
        return ROOTS[root[1].lower()]
    if head.lstrip(_BLANK)[:1] in (b"{", b"[") and _JSON.fullmatch(data.replace(b"\0", b"")):
        return "JSON"
    return "" if _TAG_START.search(data) or not data.strip(_BLANK) else PLAIN


def is_text(data: bytes) -> bool:
    """Whether bytes may be a text in some encoding, by their beginning.

    >>> is_text("<p>織機".encode("utf-16-le")), is_text("織機".encode("shift_jis")), is_text(bytes(range(256)))
    (True, True, False)
    """
    head = data[:HEAD]
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls < MIN_CONTROLS or controls < CONTROL_SHARE * len(head):
        return True
    return (
        head.startswith(_MARKS) or _TAG.search(head) is not None or any(reads_as(head, encoding) for encoding in _WIDE)
    )
