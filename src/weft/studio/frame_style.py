"""The styles of a frame: style sheets of a page made harmless (nothing loads, covers or moves), and our own.

One pass over the text of a sheet drops comments and reads rules as preludes and blocks of declarations; only
declarations that are known to be harmless are written again. Nothing is written that a browser might read differently
from us: a declaration with an escape, an at-rule that we do not know. Our own styles make a page without any readable.
"""

import re
from collections.abc import Iterator

MAX_STYLE = 1 << 20  # characters of all style sheets of a page
MAX_NESTED = 8  # rules in rules

_TOKEN = re.compile(r"""[{};]|\\.|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^{};"'\\]+|["'\\]""", re.DOTALL)
# What loads, runs or is measured by the window, which is as high as the page itself.
_BAD = re.compile(
    r"\\|[<>@{}]|(?:url|src|image|image-set|element|cross-fade|paint|expression|attr|env|format)\s*\(|javascript|binding|behavior"
    r"|[0-9.][sld]?v(?:h|b|min|max)\b|!\s*ie",
    re.IGNORECASE,
)
_BAD_NAMES = re.compile(
    r"animation|transition|behavior|-moz-binding|cursor|pointer-events|src|content-visibility|view-", re.I
)
_NAME = re.compile(r"--[\w-]{1,60}|-?[a-zA-Z][a-zA-Z-]{0,60}")
_STUCK = re.compile(r"\b(?:fixed|sticky)\b", re.IGNORECASE)
_WRAPPERS = re.compile(r"@(?:media|supports|layer|container)\b[^\\<]*", re.IGNORECASE)
_SELECTOR = re.compile(r"[^@<]+")
_PAIRS = {"(": ")", "[": "]"}
_OPENS = re.compile(r"""["'\\()\[\]]""")


def clean_declarations(text: str) -> str:
    """The harmless declarations of a style attribute.

    >>> clean_declarations("color: red; background: url(http://x/); position: fixed")
    'color:red'
    """
    kept = (clean_declaration(part) for part in _split(strip_comments(text[:MAX_STYLE])))
    return ";".join(filter(None, kept))


def clean_declaration(text: str) -> str:
    """One declaration, empty where it is not known to be harmless."""
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not value or not _NAME.fullmatch(name) or _BAD_NAMES.match(name) or _BAD.search(value):
        return ""
    if (name.lower() == "position" and _STUCK.search(value)) or not is_whole(value):
        return ""
    return f"{name}:{value}"


def clean_sheet(text: str) -> str:
    """The harmless rules of a style sheet.

    >>> clean_sheet("@import 'x.css'; p { color: red; background: url(x) } @media print { b { color: blue } }")
    'p{color:red;}@media print{b{color:blue}}'
    """
    return "".join(_rules(strip_comments(text[:MAX_STYLE])))


def strip_comments(text: str) -> str:
    """The text without comments, and without the marks that hid styles from browsers of long ago."""
    parts = []
    start = 0
    while (open_at := text.find("/*", start)) >= 0:
        parts.append(text[start:open_at])
        end = text.find("*/", open_at + 2)
        start = end + 2 if end >= 0 else len(text)
    parts.append(text[start:])
    return " ".join(parts).replace("<!--", " ").replace("-->", " ")


def _split(text: str) -> Iterator[str]:
    """Declarations by semicolons, those in strings left alone."""
    held: list[str] = []
    for token in _TOKEN.findall(text):
        if token in ("{", "}"):
            return
        if token == ";":
            yield "".join(held)
            held = []
        else:
            held.append(token)
    yield "".join(held)


def _rules(text: str) -> Iterator[str]:
    """Rules as they close; a block whose prelude is not harmless is left out with all that is in it."""
    held: list[str] = []
    open_blocks: list[bool] = []  # whether each is written
    for token in _TOKEN.findall(text):
        if token == "{":
            prelude = "".join(held).strip()
            is_written = all(open_blocks) and len(open_blocks) < MAX_NESTED and is_prelude(prelude)
            open_blocks.append(is_written)
            if is_written:
                yield f"{prelude}{{"
            held = []
        elif token in (";", "}"):
            declaration = clean_declaration("".join(held)) if open_blocks and all(open_blocks) else ""
            held = []
            if declaration:
                yield declaration + (";" if token == ";" else "")
            if token == "}" and open_blocks and open_blocks.pop() and all(open_blocks):
                yield "}"
        else:
            held.append(token)
    if all(open_blocks):
        yield "}" * len(open_blocks)
    else:
        yield "}" * open_blocks.index(False)


def is_prelude(text: str) -> bool:
    """Whether what stands before a block is a selector, or an at-rule that only wraps others."""
    pattern = _WRAPPERS if text.startswith("@") else _SELECTOR
    return bool(pattern.fullmatch(text)) and is_whole(text)


def is_whole(text: str) -> bool:
    """Whether no quote and no bracket is left open, so that we and a browser agree on where a value ends."""
    if not _OPENS.search(text):  # most values; the walk below would say the same
        return True
    waiting: list[str] = []
    for token in _TOKEN.findall(text):
        if token in ('"', "'", "\\"):  # alone: a string that is never closed, or an escape of what will follow
            return False
        if token[0] in "\"'\\":
            continue
        for letter in token:
            if letter in _PAIRS:
                waiting.append(_PAIRS[letter])
            elif letter in ")]" and (not waiting or waiting.pop() != letter):
                return False
    return not waiting


_STYLE = """
:root { color-scheme: light; background: #fff; color: #1c1c1c; }
html { font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
body { margin: 1rem; }
img { max-width: 100%; height: auto; min-width: 1.2em; min-height: 1.2em; background: #e9ecef; }
a[data-link] { color: #1a5fb4; text-decoration: underline; }
table { border-collapse: collapse; } td, th { padding: .15em .4em; vertical-align: top; }
pre { white-space: pre-wrap; }
[data-t=button], [data-t=input], [data-t=select], [data-t=textarea] {
  display: inline-block; min-width: 2em; min-height: 1.3em; padding: .1em .5em; border: 1px solid #c4c8cc;
  border-radius: 4px; background: #f5f6f7; color: #444; font-size: .9em; }
[data-t=option] { display: none; } [data-t=option]:first-child { display: inline; }
[data-t=iframe], [data-t=frame], [data-t=object], [data-t=embed], [data-t=applet], [data-t=video], [data-t=audio],
[data-t=canvas] { display: inline-block; min-width: 8em; min-height: 3em; border: 1px dashed #b6bbc0;
  background: #f5f6f7; }
[data-t=iframe]::after, [data-t=frame]::after, [data-t=object]::after, [data-t=embed]::after, [data-t=applet]::after,
[data-t=video]::after, [data-t=audio]::after, [data-t=canvas]::after {
  content: attr(data-t); font: 12px system-ui, sans-serif; color: #6b7177; padding: .3em .5em; display: block; }
[data-t=svg] { display: inline-block; width: 1em; height: 1em; }
"""
_LAST = """
html, body { height: auto !important; min-height: 0 !important; overflow: visible !important; }
/* What is not shown takes little room, however large it was. */
[data-t=img], [data-t=svg], [data-t=iframe], [data-t=frame], [data-t=object], [data-t=embed], [data-t=applet],
[data-t=video], [data-t=audio], [data-t=canvas] { max-width: 100% !important; max-height: 90px !important; }
.w-note { margin: 2rem 0; padding: .6rem 1rem; border-left: 4px solid #d68910; font: 15px system-ui, sans-serif; }
* { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
"""
HEAD = (
    "<head><title>page</title><style>"
    + _STYLE.replace("{", "{{").replace("}", "}}")
    + "</style><style>{style}</style><style>"
    + _LAST.replace("{", "{{").replace("}", "}}")
    + "{last}</style></head>"
)
"""The head of a frame; `style` is the page's own, `last` one of ours."""
