"""A page with the kernel's measures of its blocks: what every other feature is made of.

What the kernel's measures say of a block in its page: the names and meanings of these columns.

Its wording (what its text is made of, whatever its length), its position in the page, its neighbours before and
behind, and the heading above it with the section that this heading governs. The kernel measures them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from weft.deadline import kernel_call
from weft.kernel.extractors import MEASURES, measure_blocks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weft.page import Page

OF_WORDS = (
    "stop_words", "capital_words", "long_words", "number_words", "sentence_ends", "commas", "cjk", "link_words",
)  # fmt: skip
OF_CHARACTERS = ("letters", "capitals", "digits", "signs")
WORDING = {f"{name}_per_word": f"{name.replace('_', ' ')} for each word" for name in OF_WORDS} | {
    f"{name}_per_char": f"{name} for each character" for name in OF_CHARACTERS
}
POSITION = {
    "hidden": "1 if the block is hidden",
    "depth": "how many ancestors its element has",
    "index": "blocks before it",
    "index_from_end": "blocks behind it",
    "index_share": "blocks before it, as a share of the page's",
    "words_before": "words before it, as a share of the page's",
    "after_h1": "blocks since the first h1, negative before it, -999 where there is none",
    "long_before": "words in long blocks before it",
    "long_after": "words in long blocks behind it",
}
OF_ONE = ("words", "link_density", "stop_words", "sentence_ends", "heading", "depth", "paragraph")
WINDOWS = ((-3, 3), (-10, -1), (1, 10), (-30, 30))
OF_WINDOW = {
    "words": "mean words",
    "link_density": "share of words in links",
    "long_share": "share of words in long blocks",
    "sentence_ends": "sentence ends for each word",
    "title_share": "share of words that the title has",
    "description_share": "share of words that the description has",
}
NEIGHBOURS = {
    f"{side}1_{name}": f"the block {side}: {name.replace('_', ' ')}" for side in ("before", "behind") for name in OF_ONE
} | {
    f"blocks{low:+d}{high:+d}_{name}": f"the blocks {low:+d} to {high:+d}: {text}"
    for low, high in WINDOWS
    for name, text in OF_WINDOW.items()
}
SAID = ("title_share", "title_covered")
HEADINGS = {
    "heading": "level of the heading that the block is, 7 where it is none",
    "heading_above": "level of the heading above, 9 where there is none",
    "heading_distance": "blocks since the heading above, 999 where there is none",
    "heading_next": "blocks up to the next heading",
    "section_words": "words from the heading above to the next",
    "section_link_density": "share of them in links",
    "section_long_share": "share of them in long blocks",
    "section_title_share": "share of them that the title has",
} | {f"heading_{name}": f"the heading above: {name.replace('_', ' ')}" for name in SAID}


COLUMN = {name: number for number, name in enumerate(MEASURES)}

_UP = {
    "words": "words",
    "share": "share of the page's words",
    "link_density": "share of its words that stand in links",
    "long_share": "share of its words that stand in long blocks",
    "blocks": "blocks",
    "paragraphs": "`p` elements",
    "headings": "headings",
    "controls": "form controls",
}
_SINGLE = {
    "words": "words, a CJK character counting as one",
    "chars": "characters that are not white space",
    "letters": "letters, CJK excepted",
    "capitals": "capital letters",
    "digits": "digits",
    "signs": "characters that are neither letters nor digits",
    "sentence_ends": "full stops, question and exclamation marks that end a sentence",
    "commas": "commas and semicolons",
    "capital_words": "words that begin with a capital",
    "long_words": "words of more than six letters",
    "number_words": "words of digits alone",
    "stop_words": "function words of a dozen languages",
    "cjk": "CJK characters",
    "currency": "currency signs",
    "years": "numbers from 1900 to 2099",
    "ends_sentence": "1 if the text ends like a sentence",
    "link_words": "words inside links",
    "images": "images inside the run",
    "body_levels": "levels up to an element with a twentieth of the page's words",
    "half_levels": "levels up to an element with half of the page's words",
    "place_blocks": "blocks under the same path of tags and classes",
    "place_words": "their mean words",
    "place_link_density": "their link density",
    "place_first": "where in the page the first of them stands, 0 to 1",
    "place_last": "where the last of them stands",
    "twins": "blocks of the page that say the same, this one included",
    "twins_before": "how many of them stand before",
    "core_levels": "levels up to an element that holds the core, the element with the most running text",
    "core_below": "levels from there down to the core",
    "core_share": "the core's share of that element's words",
    "core_order": "-1 before the core, 0 in it, 1 behind it",
    "title_share": "share of the block's telling words that the page's title has",
    "title_covered": "share of the title's telling words that the block has",
    "description_share": "share of the block's pairs of words that the page's description has",
    "titles_said": "telling words of the title",
    "usual_before": "blocks since the last one under the path of tags and classes with the most running text",
    "usual_behind": "blocks until the next such block",
    "rule_before": "blocks since the last horizontal rule",
}
_KIN = {
    "levels": "levels up to it, -1 where there is none",
    "siblings": "how many there are",
    "words": "their mean words",
    "share": "their share of the page's words",
    "link_density": "their link density",
    "long_share": "share of their words in long blocks",
    "images": "their mean images",
    "headings": "their mean headings",
}
_WHOLE = _SINGLE | WORDING | POSITION | NEIGHBOURS | HEADINGS


def describe_measure(name: str) -> str:
    """What one of the kernel's measures is.

    >>> describe_measure("to_nav_name")
    'levels up to an element that is named like nav'
    """
    if name in _WHOLE:
        return _WHOLE[name]
    kind, _, rest = name.partition("_")
    if kind == "word":
        return f"words of the lexicon's group {rest}"
    if kind == "to" and rest.endswith("_name"):
        return f"levels up to an element that is named like {rest.removesuffix('_name')}"
    if kind == "to":
        return f"levels up to an element of the kind {rest}"
    if kind == "record":
        return f"nearest ancestor with siblings of its kind: {_KIN[rest]}"
    if kind == "grid":
        return f"ancestor whose siblings of its kind hold the most words: {_KIN[rest]}"
    return f"{kind.removeprefix('up')} levels up: {_UP[rest]}"


FEATURES: dict[str, str] = {name: describe_measure(name) for name in MEASURES}
"""The features of a block, in the order of the columns: name and meaning.

Page totals are not among them: with a thousand pages to learn from, trees know pages by their totals, and the scores of
unseen pages did not gain (word F1 0.874 without, 0.873 with).
"""


@dataclass(frozen=True, eq=False)
class Measured:
    """The blocks of a page and what the kernel measured of them."""

    page: Page

    @cached_property
    def matrix(self) -> NDArray[np.float32]:
        """One row a block, one column a measure."""
        with kernel_call() as seconds:
            return measure_blocks(self.page.table, seconds=seconds)
