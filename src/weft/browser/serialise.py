"""The rendered DOM as HTML text, made from the snapshot: no second trip to the browser, and the very same tree."""

from weft.browser.snapshot import DOCTYPE, ELEMENT, TEXT, Snapshot

VOID = frozenset(
    "AREA BASE BASEFONT BGSOUND BR COL EMBED FRAME HR IMG INPUT KEYGEN LINK META PARAM SOURCE TRACK WBR".split()
)
RAW = frozenset("STYLE SCRIPT XMP IFRAME NOEMBED NOFRAMES PLAINTEXT".split())
SWALLOW = frozenset("PRE TEXTAREA LISTING".split())  # a parser drops a line break right after their start tag


def serialise(snapshot: Snapshot, *, scripts: bool = False) -> str:
    """The HTML that parses to the snapshot's tree (HTML standard, "Serializing HTML fragments").

    With `scripts` the contents of `noscript` are text and not markup, as they were for the browser. Comments are left
    out, and what a parser would drop (a line break at the start of `pre`) is written twice.
    """
    raw = RAW | {"NOSCRIPT"} if scripts else RAW
    pieces: list[str] = []
    open_nodes: list[tuple[int, str]] = []  # node, name
    kinds, parents, names = snapshot.kind.tolist(), snapshot.parent.tolist(), snapshot.name.tolist()
    pseudo = snapshot.is_pseudo.tolist()
    for node in range(1, len(kinds)):  # node 0 is the document
        while open_nodes and open_nodes[-1][0] != parents[node]:
            pieces.append(f"</{_tag(open_nodes.pop()[1])}>")
        parent_name = open_nodes[-1][1] if open_nodes else ""
        if kinds[node] == TEXT:
            pieces.append(_text(snapshot.string(snapshot.value[node]), parent_name, raw, pieces))
        elif kinds[node] == ELEMENT and not pseudo[node]:
            name = snapshot.strings[names[node]]
            pieces.append(f"<{_tag(name)}{_attributes(snapshot, node)}>")
            if name not in VOID:
                open_nodes.append((node, name))
        elif kinds[node] == DOCTYPE:
            pieces.append(_doctype(snapshot, node))
    pieces.extend(f"</{_tag(name)}>" for _, name in reversed(open_nodes))
    return "".join(pieces)


def _tag(name: str) -> str:
    """Elements of HTML have upper-case names in the DOM; those of SVG and MathML keep the case of their own."""
    return name.lower() if name.isupper() else name


def _text(text: str, parent: str, raw: frozenset[str], written: list[str]) -> str:
    if parent in raw:
        return text
    is_first = bool(written) and written[-1].startswith(f"<{parent.lower()}")
    start = "\n" if parent in SWALLOW and is_first and text.startswith("\n") else ""
    return start + text.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace("<", "&lt;").replace(">", "&gt;")


def _attributes(snapshot: Snapshot, node: int) -> str:
    flat = snapshot.attributes[node]
    pairs = zip(flat[::2], flat[1::2], strict=False)
    return "".join(f' {snapshot.strings[name]}="{_quoted(snapshot.string(value))}"' for name, value in pairs)


def _quoted(value: str) -> str:
    return (
        value.replace("&", "&amp;")
        .replace("\xa0", "&nbsp;")
        .replace('"', "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
    )


def _doctype(snapshot: Snapshot, node: int) -> str:
    name = snapshot.strings[int(snapshot.name[node])]
    if snapshot.public_id:
        system = f' "{snapshot.system_id}"' if snapshot.system_id else ""
        return f'<!DOCTYPE {name} PUBLIC "{snapshot.public_id}"{system}>'
    return f'<!DOCTYPE {name} SYSTEM "{snapshot.system_id}">' if snapshot.system_id else f"<!DOCTYPE {name}>"
