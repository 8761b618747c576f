"""Pages with short bodies, which data sets hardly have: real pages that are cut short, and tiny pages.

A *cut page* is a real page whose body ends after some words; all that stands around stays. A *tiny page* has a few
sentences in a small container, and perhaps a menu, a heading, code or a footer: what people try first. Without them a
model takes everything around a short body for the body, and the only paragraph of a small page for noise.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, parse
from weft.training.augment.trees import read_tree, write_tree
from weft.training.tiny import ALL_ENDS, MIN_SENTENCES, TinyPage, tiny_page
from weft.training.training_pages import TrainingPage, make_training_page

CUT = "cut"
TINY = "tiny"
MIN_CUT_BODY = 200  # words of a body that is worth cutting
CUT_WORDS = (15, 140)  # what a cut leaves
CUT_TYPES: Mapping[str, float] = MappingProxyType(
    {"article": 0.6, "documentation": 0.1, "service": 0.12, "listing": 0.1, "collection": 0.08}
)
"""The share that each type has of the cut pages: were they articles alone, short would mean article."""
SENTENCE_LETTERS = (12, 300)
_BETWEEN = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


def cut_pages(
    examples: Sequence[TrainingPage], *, count: int, seed: int, types: Mapping[str, float] = CUT_TYPES
) -> Iterator[TrainingPage]:
    """At most so many pages with a cut body, of each type its share; in the fold of the source, whose domain they keep.

    The sources are evenly spread over those that can be cut.
    """
    for page_type, share in types.items():
        sources = [one for one in examples if one.page.page_type == page_type and _is_long(one)]
        wanted = min(round(count * share), len(sources))
        for number in range(wanted):
            source = sources[number * len(sources) // wanted]
            yield cut_page(source, Random(f"{seed}/{source.page.page_id}").randint(*CUT_WORDS))


def _is_long(example: TrainingPage) -> bool:
    page = example.page
    return not page.is_partial and not page.made and example.words[example.label >= 0.5].sum() >= MIN_CUT_BODY


def cut_page(example: TrainingPage, most: int) -> TrainingPage:
    """The page without the blocks of its body behind the one that reaches so many words.

    Where the truth has gaps, what stands between those blocks goes too: it may be content.
    """
    body = np.flatnonzero(example.label >= 0.5)
    last = int(np.searchsorted(np.cumsum(example.words[body]), most))
    kept, gone = body[: last + 1], body[last + 1 :]
    if example.page.has_gaps and len(gone):
        gone = np.arange(kept[-1] + 1, gone[-1] + 1)
    parsed = example.parsed
    truth = "\n".join(parsed.blocks[block].text for block in kept.tolist())
    about = replace(example.page, page_id=f"{CUT}/{example.page.page_id}", truth=truth, made=CUT)
    return make_training_page(about, parse(write_without(parsed, gone), url=example.page.url))


def write_without(page: Page, blocks: NDArray[np.int64]) -> str:
    """The page as HTML without some blocks, and without the elements that hold nothing else that has words."""
    is_gone = np.zeros(len(page), bool)
    for block in blocks.tolist():
        is_gone[page.blocks.first[block] : page.blocks.last[block]] = True
    is_text = page.tag == 0
    words = np.where(is_text, page.words, 0)
    is_emptied = (page.subtree_sum(words * is_gone) > 0) & (page.subtree_sum(words * ~is_gone) == 0)
    branches = read_tree(page)
    for row in np.flatnonzero(np.where(is_text, is_gone, is_emptied)).tolist():
        branches[row].remove()
    return write_tree(branches[0])


def tiny_pages(examples: Sequence[TrainingPage], *, count: int, seed: int) -> list[tuple[TinyPage, TrainingPage]]:
    """So many tiny pages of sentences of the articles; each in the fold of the page that its sentences are from."""
    random = Random(f"{seed}/{TINY}")
    articles = [one for one in examples if one.page.page_type == "article" and _is_long(one)]
    sources = [(one, sentences) for one in articles if len(sentences := _sentences(one)) >= MIN_SENTENCES]
    pages = []
    for number in range(count if sources else 0):
        source, sentences = random.choice(sources)
        made = tiny_page(sentences, Random(f"{seed}/{TINY}/{number}"), ends=ALL_ENDS)
        pages.append((made, _as_example(made, source, f"{TINY}/{seed}/{number}")))
    return pages


def _as_example(made: TinyPage, source: TrainingPage, page_id: str) -> TrainingPage:
    """The tiny page as a page to learn from; whether its title is content, nobody says."""
    about = replace(
        source.page,
        page_id=page_id,
        truth=made.truth,
        made=TINY,
        url="",
        site=source.page.domain,
        has_gaps=False,
    )
    example = make_training_page(about, parse(made.html))
    is_title = [made.title != "" and " ".join(block.text.split()) == made.title for block in example.parsed.blocks]
    return replace(example, trust=np.where(is_title, np.float32(0), example.trust))


def _sentences(example: TrainingPage) -> list[str]:
    """The sentences of the body that are neither very short nor very long."""
    blocks = example.parsed.blocks
    texts = (" ".join(blocks[block].text.split()) for block in np.flatnonzero(example.label >= 0.5).tolist())
    sentences = (sentence.strip() for text in texts for sentence in _BETWEEN.split(text))
    least, most = SENTENCE_LETTERS
    return [sentence for sentence in sentences if least <= len(sentence) <= most]
