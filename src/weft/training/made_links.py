"""Pages whose body has links of its own: a real page, some short paragraphs of which become links.

Data sets teach that a paragraph of links is a teaser, for it mostly is. A *linked page* is a real page in which a few
paragraphs between two others of the body link elsewhere, as a whole or in part: the author's links, which stay.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from weft.page import parse
from weft.training.augment.trees import TEXT, Branch, read_tree, write_tree
from weft.training.training_pages import TrainingPage, make_training_page

LINKED = "linked"
MAX_WORDS = 40  # of a paragraph that becomes a link
MAX_LINKED = 4  # paragraphs of a page
MIN_PLACES = 2  # a page with fewer places for links gives none
WHOLE = 0.6  # share of the paragraphs that are links as a whole
HOLDERS = ("p", "li", "div", "dd")


def linked_pages(examples: Sequence[TrainingPage], *, count: int, seed: int) -> list[TrainingPage]:
    """At most so many pages with links in their bodies; in the fold of the source, whose domain they keep."""
    sources = [(one, places) for one in examples if len(places := _places(one)) >= MIN_PLACES]
    wanted = min(count, len(sources))
    return [_link(*sources[number * len(sources) // wanted], seed) for number in range(wanted)]


def _places(example: TrainingPage) -> list[int]:
    """The short paragraphs of the body that stand between two other blocks of it and link nowhere."""
    page, blocks = example.page, example.parsed.blocks
    if page.is_partial or page.made or page.page_type == "forum":
        return []
    is_body = (example.label >= 0.5) & (example.trust > 0)
    is_inside = is_body[1:-1] & is_body[:-2] & is_body[2:]
    is_short = (example.words[1:-1] >= 2) & (example.words[1:-1] <= MAX_WORDS)
    inside = (np.flatnonzero(is_inside & is_short) + 1).tolist()
    names = [example.parsed.tag_name(int(blocks.row[block])) for block in inside]
    is_free = [not example.parsed.in_link[blocks.first[block] : blocks.last[block]].any() for block in inside]
    return [block for block, name, free in zip(inside, names, is_free, strict=True) if name in HOLDERS and free]


def _link(example: TrainingPage, places: Sequence[int], seed: int) -> TrainingPage:
    random = Random(f"{seed}/{LINKED}/{example.page.page_id}")
    branches, blocks = read_tree(example.parsed), example.parsed.blocks
    for block in random.sample(list(places), min(random.randint(1, MAX_LINKED), len(places))):
        inside = branches[blocks.first[block] : blocks.last[block]]
        texts = [branch for branch in inside if branch.tag == TEXT and branch.text.strip()]
        is_whole = random.random() < WHOLE
        for text in texts if is_whole else texts[:1]:
            _wrap(text, is_whole=is_whole, random=random)
    about = replace(example.page, page_id=f"{LINKED}/{example.page.page_id}", made=LINKED)
    return make_training_page(about, parse(write_tree(branches[0]), url=example.page.url))


def _wrap(text: Branch, *, is_whole: bool, random: Random) -> None:
    """Put a link around a text or around some words of it."""
    words = text.text.split()
    if not is_whole and len(words) > 2 and text.parent:
        start = random.randrange(1, len(words) - 1)
        parent, index = text.parent, text.index
        behind = Branch(TEXT, " " + " ".join(words[start:]))
        text.text = " ".join(words[:start]) + " "
        parent.insert(index + 1, behind)
        text = behind
    text.wrap("a").attributes["href"] = f"/{random.randrange(10_000)}"
