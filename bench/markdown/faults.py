"""What Markdown that is read back says otherwise than the HTML of the same system."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import unquote

import pyromark
from markdown_it import MarkdownIt

from bench.markdown.views import View, view_of

KINDS = (
    "words", "spaces", "signs", "headings", "code", "code in lines", "tables", "items", "quotes", "links", "images",
    "emphasis", "raw HTML",
)  # fmt: skip
EXCERPT = 8  # entries on each side of a difference that are shown
_OPTIONS = pyromark.Options
_GITHUB = _OPTIONS.ENABLE_TABLES | _OPTIONS.ENABLE_STRIKETHROUGH | _OPTIONS.ENABLE_TASKLISTS
_FORMULAS = re.compile(r"<math|\\\(|\\\[|katex")  # elsewhere a dollar sign is money
_MARKDOWN_IT = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_SIGNS = re.compile(r"[\\*_~`#>|\[\]()!<&;:+=.\d-]*[\\*_~`#>|\[\]!<-][\\*_~`#>|\[\]()!<&;:+=.\d-]*")
ALWAYS_RAW = frozenset({"br"})  # in a cell Markdown has no other way to break a line


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One kind of difference on a page: what the HTML says there, and what the Markdown says."""

    kind: str
    html: str
    markdown: str


def find_faults(html: str, markdown: str, url: str = "") -> list[Fault]:
    """The first fault of each kind; none where the Markdown says what the HTML says."""
    rendered = read_markdown(markdown, formulas=bool(_FORMULAS.search(html)))
    ours, theirs = view_of(html, url), view_of(rendered, url)
    faults = [
        *_word_faults(ours, theirs),
        *_differences("headings", ours.headings, theirs.headings),
        *_differences("code", ours.code, theirs.code),
        *_differences("tables", ours.tables, theirs.tables),
        *_item_faults(ours, theirs),
        *_differences("quotes", ours.quotes, theirs.quotes),
        *_differences("code in lines", ours.spans, theirs.spans),
        *_link_faults(ours, theirs, url),
        *_differences("images", ours.images, _as_sized(ours, theirs.images)),
    ]
    raw = raw_tags(markdown) - ours.tags - ALWAYS_RAW
    return [*faults, Fault(kind="raw HTML", html="", markdown=" ".join(sorted(raw)))] if raw else faults


def read_markdown(markdown: str, *, formulas: bool = False, notes: bool = True) -> str:
    """Markdown as the HTML that a reader of CommonMark with GitHub's additions makes of it."""
    options = _GITHUB | _OPTIONS.ENABLE_MATH if formulas else _GITHUB
    return pyromark.html(markdown, options=options | _OPTIONS.ENABLE_FOOTNOTES if notes else options)


def raw_tags(markdown: str) -> set[str]:
    """The tags of HTML that stand in Markdown as tags."""
    pieces = (token for top in _MARKDOWN_IT.parse(markdown) for token in (top, *(top.children or ())))
    raw = (token.content for token in pieces if token.type in ("html_block", "html_inline"))
    return {name.lower() for content in raw for name in _TAG.findall(content)}


def _word_faults(ours: View, theirs: View) -> Iterator[Fault]:
    """Other words, or the same words with emphasis where there was none."""
    left, right = [word.text for word in ours.words], [word.text for word in theirs.words]
    if theirs.notes:
        left, right = _without_numbers(left), _without_numbers(right)
        left = _without_notes(left, right, theirs.notes)
    if left != right:
        yield _word_fault(left, right)
    elif not theirs.notes:
        pairs = list(zip(ours.words, theirs.words, strict=True))
        differ = [index for index, (word, other) in enumerate(pairs) if other.is_strong != word.is_strong]
        if differ:
            sides = [f"{_around(right, differ[0])} ({word.is_strong})" for word in pairs[differ[0]]]
            yield Fault(kind="emphasis", html=sides[0], markdown=sides[1])


def _word_fault(left: list[str], right: list[str]) -> Fault:
    """Spaces alone; or signs, where the Markdown has signs of Markdown there that the HTML has not; or words."""
    at = _first_difference(left, right)
    theirs = right[at : at + EXCERPT]
    is_sign = bool(theirs) and bool(_SIGNS.search(theirs[0][:100])) and not (left[at:] and left[at] == theirs[0])
    kind = "spaces" if "".join(left) == "".join(right) else "signs" if is_sign else "words"
    return Fault(kind=kind, html=_around(left, at), markdown=_around(right, at))


def _without_numbers(words: list[str]) -> list[str]:
    """Words without numbers at their end: the sign of a note may stand apart, or be one with the word before it."""
    return [bare for word in words if (bare := re.sub(r"[\[\]\d]+$", "", word))]


def _without_notes(left: list[str], right: list[str], notes: list[str]) -> list[str]:
    """The words of the HTML without those of notes, which Markdown writes at the end, and without their signs."""
    waiting, kept = set(notes), []
    ahead = iter(right)
    expected = next(ahead, "")
    for word in left:
        if word == expected:
            expected = next(ahead, "")
        elif word in waiting or not any(map(str.isalnum, word)):
            continue
        kept.append(word)
    return kept


def _differences(kind: str, left: Sequence[Any], right: Sequence[Any]) -> Iterator[Fault]:
    if list(left) != list(right):
        at = _first_difference(left, right)
        yield Fault(kind=kind, html=str(left[at : at + 2])[:300], markdown=str(right[at : at + 2])[:300])


def _item_faults(ours: View, theirs: View) -> Iterator[Fault]:
    """Items of lists; definitions may be items, one place further in, or not."""
    definitions = set(ours.definitions)
    notes = set(theirs.notes)
    items = [item for item in ours.items if not notes or not notes.issuperset(re.findall(r"\S*\w\S*", item[-1]))]
    others = [item for item in theirs.items if item[-1] not in definitions or item in items]
    if definitions:
        items, others = [(0, *item[1:]) for item in items], [(0, *item[1:]) for item in others]
    if all(number == "-" for _, number, _ in items):  # trafilatura's HTML has no numbers: then none are compared
        others = [(depth, "-", begin) for depth, _, begin in others]
    yield from _differences("items", items, others)


def _link_faults(ours: View, theirs: View, url: str) -> Iterator[Fault]:
    """Links in order; where the Markdown has notes, in any order, and without those to a place on the page."""
    if not theirs.notes:
        yield from _differences("links", joined(ours.links), joined(theirs.links))
        return
    page = unquote(url).partition("#")[0]
    links = [link for link in ours.links if link[1].partition("#")[0] != page]
    yield from _differences("links", sorted(links), sorted(theirs.links))


def _as_sized(ours: View, images: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The images of the Markdown; one in another size that the HTML names too is the same."""
    pairs = zip(ours.images, ours.sizes, images, strict=False)
    same = [image if other[1] in sizes and other[0] == image[0] else other for image, sizes, other in pairs]
    return same + images[len(same) :]


def joined(links: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Links one after another to the same target as one: emphasis may have divided them."""
    return [(" ".join(text for text, _ in run), target) for target, run in groupby(links, key=lambda link: link[1])]


def _first_difference(left: Sequence[Any], right: Sequence[Any]) -> int:
    pairs = zip(left, right, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


def _around(words: list[str], at: int) -> str:
    return " ".join(words[max(0, at - 3) : at + EXCERPT])
