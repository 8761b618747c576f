"""What elements are to a renderer: a container of a role, a mark of a kind, or a boundary between passages."""

from weft.page import tag_number

_ROLES = {
    "ul": "list", "ol": "list", "menu": "list", "dir": "list", "li": "item", "blockquote": "quote",
    "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
    "pre": "pre", "listing": "pre", "xmp": "pre", "plaintext": "pre", "table": "table", "tr": "row", "td": "cell",
    "th": "cell", "caption": "caption", "dl": "terms", "dt": "term", "dd": "definition", "figure": "figure",
    "figcaption": "figcaption", "details": "details", "summary": "summary",
}  # fmt: skip
_KINDS = {
    "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis", "cite": "emphasis", "dfn": "emphasis",
    "var": "emphasis", "s": "strike", "strike": "strike", "del": "strike", "code": "code", "tt": "code", "kbd": "code",
    "samp": "code", "sub": "sub", "sup": "sup", "q": "quotation", "abbr": "abbr", "time": "time", "mark": "mark",
    "a": "link",
}  # fmt: skip
_BOUNDARIES = (
    "html head body div p hgroup article section nav aside header footer main address search dialog center hr colgroup "
    "col thead tbody tfoot form fieldset legend button select option optgroup textarea frameset marquee"
)
# What may stand directly in what; anything else gets the container that is missing.
PARENTS = {"item": "list", "row": "table", "cell": "row", "caption": "table", "term": "terms", "definition": "terms"}
CHILDREN = {"list": "item", "table": "row", "row": "cell", "terms": "definition"}
LEAVES = frozenset({"heading", "pre", "caption", "summary", "term"})
ROLE_OF = {tag_number(tag): role for tag, role in _ROLES.items()}
KIND_OF = {tag_number(tag): kind for tag, kind in _KINDS.items()}
BOUNDARY = frozenset(tag_number(tag) for tag in _BOUNDARIES.split()) | ROLE_OF.keys()
