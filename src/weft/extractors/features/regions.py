"""Regions: what the first probabilities of a page say about each block's surroundings.

The first trees judge every block by itself. Here each block gets numbers about the parts of the page that hold it: its
structure, its section, the elements above it, the blocks of its kind, and its region. The *core* is the element whose
blocks speak most for content. The *region* of a block is the largest element around it that does not hold the core; in
the core it is the core's child that holds the block. A core that is one block alone has the page for its region. The
second trees decide with them. The kernel describes the regions.

Structures: tables of data, code, figures, lists, definitions, quotes and formulas, which are chosen as a whole.

A structure is an element whose blocks belong together: half a table is no table. Where structures lie in each other the
outer one decides. A list or quote that holds headings or sections is a part of the page, such as a list of cards, and
no structure. The kernel finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from weft.deadline import kernel_call
from weft.extractors.features.measured import COLUMN, FEATURES
from weft.kernel import extractors as kernel
from weft.kernel.extractors import describe_regions
from weft.page.tags import tag_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weft.extractors.features.assembly import Features
    from weft.page import Page

KINDS = ("none", "table", "code", "figure", "list", "definitions", "quote", "formula")
"""The kinds of structures; a kind is a number in this list, 0 is a block that stands alone."""
TABLE, CODE, FIGURE = 1, 2, 3


@dataclass(frozen=True, eq=False)
class Structures:
    """The structures of a page in document order, as columns; none lies in another."""

    kind: NDArray[np.uint8]
    row: NDArray[np.int32]  # its element
    first: NDArray[np.int32]  # its first block
    last: NDArray[np.int32]  # the block after its last
    of_block: NDArray[np.int32]  # for every block of the page its structure, -1 where it stands alone

    def __len__(self) -> int:
        return len(self.row)


def find_structures(page: Page) -> Structures:
    """The structures of a page.

    >>> from weft import parse
    >>> page = parse("<p>One<ul><li>Two<li>Three</ul><table><tr><th>Four<th>Five<tr><td>Six<td>Seven</table>")
    >>> structures = find_structures(page)
    >>> [KINDS[kind] for kind in structures.kind], structures.of_block.tolist()
    (['list', 'table'], [-1, 0, 0, 1, 1, 1, 1])
    """
    with kernel_call() as seconds:
        kind, places = kernel.find_structures(page.table, seconds=seconds)
    return Structures(kind, *places)


LEVELS = 6
WINDOWS = (2, 5, 15)  # blocks on either side
OFFSETS = (1, 2, -1, -2)
TAKEN = (
    "words", "link_words", "ends_sentence", "images", "heading", "heading_above", "heading_distance", "heading_next",
    "title_share", "title_covered", "description_share", "twins", "twins_before", "depth", "place_blocks",
    "place_words", "place_link_density", "record_siblings", "record_share", "grid_siblings", "grid_share", "to_item",
    "to_paragraph",
)  # fmt: skip
REGION_TAGS = (
    "aside",
    "section",
    "article",
    "ul",
    "ol",
    "p",
    "table",
    "figure",
    "form",
    "div",
    "nav",
    "footer",
    "header",
)


def _names() -> dict[str, str]:
    names = {"probability": "the first probability", "odds": "its logarithm of odds"}
    names |= {f"own_{name}": f"the block: {FEATURES[name]}" for name in TAKEN}
    names |= {"hidden": "1 if the block is hidden", "structure": "kind of its structure, by number"}
    names |= {f"structure_{name}": f"its structure: {text}" for name, text in _OF_RANGE.items()}
    for level in range(LEVELS):
        names |= {f"above{level}_{name}": f"{level} levels up: {text}" for name, text in _OF_RANGE.items()}
    names |= {f"region_{name}": f"its region: {text}" for name, text in _OF_RANGE.items()}
    names |= {f"region_{tag}": f"1 if its region is a `{tag}`" for tag in REGION_TAGS}
    names |= {
        "region_levels": "levels from the block up to its region",
        "region_images": "images in its region, for each hundred words",
        "region_links": "links in its region, for each hundred words",
        "core_order": "-1 before the core, 0 in it, 1 behind it",
        "core_start": "blocks since the start of the core",
        "core_end": "blocks until the end of the core",
        "core_levels": "depth of the core, less that of its region",
        "core_ratio": "words of its region, to those of the core",
        "core_mean": "mean probability of the core",
        "core_share": "share of the page's words in the core",
    }
    names |= {f"place_{name}": f"blocks under the same path of tags: {text}" for name, text in _OF_GROUP.items()}
    names |= {f"section_{name}": f"from the heading above to the next: {text}" for name, text in _OF_GROUP.items()}
    names["heading_odds"] = "logarithm of odds of the heading above"
    for offset in OFFSETS:
        names[f"odds{-offset:+d}"] = f"logarithm of odds, {abs(offset)} blocks {'before' if offset > 0 else 'behind'}"
    names |= {f"around{width}": f"mean probability of {width} blocks on either side" for width in WINDOWS}
    names |= {
        "page_words": "words of the page",
        "page_mean": "mean probability of its words",
        "page_most": "highest probability of a block",
        "page_sure": "share of its words with a probability over a half",
        "page_mass": "expected words of content",
    }
    return names


_OF_RANGE = {
    "words": "words",
    "blocks": "blocks",
    "mean": "mean probability of its words",
    "spread": "their standard deviation",
    "link_density": "share of its words in links",
}
_OF_GROUP = {"words": "words", "mean": "mean probability of the words", "spread": "their standard deviation"}
REGION_FEATURES: dict[str, str] = _names()
"""The features of the second trees, in the order of the columns; the page's types follow."""

ASKED_COLUMNS = [COLUMN[name] for name in ("link_words", "heading_distance", "heading_next", *TAKEN)]
REGION_TAG_NUMBERS = [tag_number(tag) for tag in REGION_TAGS]


@dataclass(frozen=True, eq=False)
class Regions:
    """A page with the first probabilities of its blocks, and the parts that they speak of."""

    page: Page
    features: Features
    probability: NDArray[np.float64]

    @cached_property
    def structures(self) -> Structures:
        """What is chosen as a whole."""
        return find_structures(self.page)

    @cached_property
    def described(self) -> tuple[NDArray[np.float32], int, NDArray[np.int32]]:
        """The features of all blocks, one behind the other; the row of the core; the row of each block's region."""
        import numpy as np  # the kernel describes the regions of most pages

        blocks = np.ascontiguousarray(self.features.blocks)
        columns, tags = np.array(ASKED_COLUMNS), np.array(REGION_TAG_NUMBERS, np.uint16)
        with kernel_call() as seconds:
            return describe_regions(self.page.table, blocks, self.probability, columns, tags, seconds=seconds)

    @property
    def core(self) -> int:
        """The row of the core: the element whose blocks speak most for content, relative to the page's best."""
        return self.described[1]

    @property
    def region(self) -> NDArray[np.int32]:
        """The row of each block's region."""
        return self.described[2]


def region_features(regions: Regions) -> NDArray[np.float32]:
    """What the second trees ask: one row a block, one column for each of `REGION_FEATURES`."""
    return regions.described[0].reshape(len(regions.probability), len(REGION_FEATURES))
