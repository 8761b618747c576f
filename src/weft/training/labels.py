"""Labels: which share of each block is in the text that people took for the content.

The truth and the page are read as two streams of words. Runs of words that both have are the candidates; the heaviest
chain of runs that goes forward in both streams is the alignment, so that a link "Home" in a menu is not content because
a sentence ends in "at home". What the chain leaves over (truths that move a part of the page) is matched by long runs.

Labels from snippets: a truth that names a few wanted and a few unwanted pieces of a page, and nothing of the rest.

A block that holds a wanted snippet is content. An unwanted snippet is short ("Twitter", "Related articles") and may
stand in a sentence of the body too; so it speaks only about a block that it is a good part of. Between two blocks of
content their siblings of the same kind are nearly always content too. All other blocks have no label: their trust is 0,
and nothing is learned from them.
"""

import heapq
import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

RUN = 3  # words that two streams must share before it counts as more than chance
MAX_TARGETS = 12  # where a run occurs more often it says nothing about the place
LOOSE_RUN = 0.3  # weight of a word of a short block that is no line of its own in the truth
LEFT_OVER = 6  # a run outside the chain needs this many words …
LEFT_OVER_SHARE = 0.8  # … and must be this share of its block

_WORD = re.compile("[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


@dataclass(frozen=True, slots=True)
class _Run:
    """The words `start .. start + length` of the page are the words from `target` on of the truth."""

    start: int
    target: int
    length: int
    weight: float


def split_words(text: str) -> list[str]:
    """Words in lower case, each CJK character one.

    >>> split_words("Don't 你好")
    ['don', 't', '你', '好']
    """
    return _WORD.findall(text.lower())


def label_blocks(blocks: Sequence[str], truth: str) -> NDArray[np.float64]:
    """The share of each block's words that are in the truth, in order where possible.

    >>> truth = "We are at home now, and stay."
    >>> label_blocks(["Home", "We are at home now, and stay.", "Contact us today"], truth).tolist()
    [0.0, 1.0, 0.0]
    """
    streams = [split_words(block) for block in blocks]
    owner = np.repeat(np.arange(len(blocks)), [len(words) for words in streams])
    wanted, edges = _truth_words(truth)
    runs = _find_runs(streams, wanted, edges)
    chain = _heaviest_chain(runs, len(wanted))
    covered = np.zeros(len(owner), bool)
    used = np.zeros(len(wanted), bool)
    for run in chain:
        covered[run.start : run.start + run.length] = True
        used[run.target : run.target + run.length] = True
    _add_left_over(runs, owner, covered, used)
    sizes = np.bincount(owner, minlength=len(blocks))
    return np.bincount(owner, weights=covered, minlength=len(blocks)) / np.maximum(sizes, 1)


def _truth_words(truth: str) -> tuple[list[str], set[int]]:
    """The words of the truth, and the places where a line starts or ends."""
    words: list[str] = []
    edges = {0}
    for line in truth.splitlines():
        words += split_words(line)
        edges.add(len(words))
    return words, edges


def _find_runs(streams: list[list[str]], wanted: list[str], edges: set[int]) -> list[_Run]:
    targets: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for length in range(1, RUN + 1):
        for target in range(len(wanted) - length + 1):
            targets[tuple(wanted[target : target + length])].append(target)
    runs: list[_Run] = []
    offset = 0
    for words in streams:
        if len(words) < RUN:
            runs += _short_runs(words, offset, targets, edges)
        else:
            runs += _long_runs(words, offset, targets, wanted)
        offset += len(words)
    return runs


def _short_runs(
    words: list[str], offset: int, targets: dict[tuple[str, ...], list[int]], edges: set[int]
) -> list[_Run]:
    """A short block counts as a whole, and fully only where the truth has it as a line or at a line's end."""
    all_targets = targets.get(tuple(words), []) if words else []
    whole = [target for target in all_targets if target in edges and target + len(words) in edges]
    at_edge = [target for target in all_targets if target in edges or target + len(words) in edges]
    if len(whole) <= MAX_TARGETS and whole:
        return [_Run(offset, target, len(words), len(words)) for target in whole]
    weight = (1.0 if at_edge else LOOSE_RUN) * len(words) * (0.6 if at_edge else 1.0)
    chosen = at_edge or all_targets
    return [_Run(offset, target, len(words), weight) for target in chosen] if len(chosen) <= MAX_TARGETS else []


def _long_runs(
    words: list[str], offset: int, targets: dict[tuple[str, ...], list[int]], wanted: list[str]
) -> list[_Run]:
    """The longest runs from left to right: at each word every place where the truth goes on alike."""
    runs: list[_Run] = []
    at = 0
    while at <= len(words) - RUN:
        longest = 0
        for target in targets.get(tuple(words[at : at + RUN]), [])[:MAX_TARGETS]:
            length = RUN
            while (
                at + length < len(words)
                and target + length < len(wanted)
                and words[at + length] == wanted[target + length]
            ):
                length += 1
            runs.append(_Run(offset + at, target, length, length))
            longest = max(longest, length)
        at += max(longest, 1)
    return runs


def _heaviest_chain(runs: list[_Run], size: int) -> list[_Run]:
    """The runs of the greatest summed weight that follow each other in the page and in the truth.

    A Fenwick tree holds the best chain up to each word of the truth; a run enters it once the page is past its end.
    """
    best = [(0.0, -1)] * (size + 2)
    waiting: list[tuple[int, int]] = []
    scores = [0.0] * len(runs)
    before = [-1] * len(runs)
    order = sorted(range(len(runs)), key=lambda k: (runs[k].start, -runs[k].length))
    for k in order:
        run = runs[k]
        while waiting and waiting[0][0] <= run.start:
            done = heapq.heappop(waiting)[1]
            node = runs[done].target + runs[done].length + 1
            while node < len(best):
                best[node] = max(best[node], (scores[done], done))
                node += node & -node
        score, previous = 0.0, -1
        node = run.target + 1
        while node > 0:
            if best[node][0] > score:
                score, previous = best[node]
            node -= node & -node
        scores[k], before[k] = score + run.weight, previous
        heapq.heappush(waiting, (run.start + run.length, k))
    chain = []
    k = max(range(len(runs)), key=scores.__getitem__, default=-1)
    while k >= 0:
        chain.append(runs[k])
        k = before[k]
    return chain


def _add_left_over(
    runs: list[_Run], owner: NDArray[np.int64], covered: NDArray[np.bool_], used: NDArray[np.bool_]
) -> None:
    """Blocks that the truth has at another place: long runs over words that nothing has used."""
    sizes = np.bincount(owner)
    for run in sorted(runs, key=lambda run: -run.length):
        page = slice(run.start, run.start + run.length)
        truth = slice(run.target, run.target + run.length)
        if run.length < max(LEFT_OVER, LEFT_OVER_SHARE * sizes[owner[run.start]]):
            continue
        if not covered[page].any() and not used[truth].any():
            covered[page] = True
            used[truth] = True


# Where the whole truth is known and three blocks of it are shown, 97 % (news), 98 % (magic) and 100 % (five other sets)
# of the siblings between them are content. A low trust all the same: they must not outweigh what a person said.
SIBLING_TRUST = 0.3
MIN_UNWANTED_SHARE = 1 / 3  # of a block's characters: less says nothing about the block …
MAX_SHORT_BLOCK = 60  # … unless the block is this short: a line of names, a button


@dataclass(frozen=True, kw_only=True)
class SnippetHolders:
    """For each snippet the blocks whose text holds it; a snippet that no block holds has none."""

    wanted: tuple[frozenset[int], ...]
    unwanted: tuple[frozenset[int], ...]

    def counts(self, keep: Collection[int]) -> tuple[int, int, int]:
        """Wanted snippets that the kept blocks hold, wanted ones that they do not, unwanted ones that they hold."""
        kept = frozenset(keep)
        right = sum(not kept.isdisjoint(blocks) for blocks in self.wanted)
        wrong = sum(not kept.isdisjoint(blocks) for blocks in self.unwanted)
        return right, len(self.wanted) - right, wrong

    def f1(self, keep: Collection[int]) -> float:
        """The harmonic mean of precision and recall of the page's snippets."""
        right, missing, wrong = self.counts(keep)
        return 2 * right / (2 * right + missing + wrong) if right else 0.0


def find_holders(texts: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]) -> SnippetHolders:
    """Which blocks hold which snippets; white space counts as one space.

    >>> find_holders(["Home", "A long  story"], ["long story"], ["Home", "Login"])
    SnippetHolders(wanted=(frozenset({1}),), unwanted=(frozenset({0}), frozenset()))
    """
    plain = [_plain(text) for text in texts]
    return SnippetHolders(
        wanted=tuple(_holders(plain, snippet) for snippet in wanted),
        unwanted=tuple(_holders(plain, snippet) for snippet in unwanted),
    )


def label_snippets(
    texts: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The label of each block and its trust, both 0 where the snippets say nothing.

    Of several blocks that hold a wanted snippet the longest is content: teasers and captions quote the body, and the
    body is longer. Nothing is said about the others.

    >>> [column.tolist() for column in label_snippets(["Home", "A long story", "Login"], ["long"], ["Home"])]
    [[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]
    """
    holders = find_holders(texts, wanted, unwanted)
    label, trust = np.zeros(len(texts), np.float32), np.zeros(len(texts), np.float32)
    for snippet, blocks in zip(unwanted, holders.unwanted, strict=True):
        trust[[block for block in blocks if _is_about(snippet, texts[block])]] = 1
    for blocks in holders.wanted:
        trust[list(blocks)] = 0  # a quote of the body is neither content nor noise
    for blocks in holders.wanted:
        if blocks:
            body = max(blocks, key=lambda block: (len(texts[block]), -block))
            label[body] = trust[body] = 1
    return label, trust


def add_siblings(parsed: Page, label: NDArray[np.float32], trust: NDArray[np.float32]) -> None:
    """Label what stands between the first and the last block of content as content too, if it is like one of them.

    Like: its element has the same tag and the same parent, and no text of it is a link.
    """
    content = np.flatnonzero(label)
    if not len(content):
        return
    rows = parsed.blocks.row
    kind = list(zip(parsed.parent[rows].tolist(), parsed.tag[rows].tolist(), strict=True))
    kinds = {kind[block] for block in content.tolist()}
    for block in range(content[0], content[-1]):
        if not trust[block] and kind[block] in kinds and not parsed.blocks.link_chars[block]:
            label[block], trust[block] = 1, SIBLING_TRUST


def _is_about(snippet: str, text: str) -> bool:
    size = len(_plain(text))
    return size <= MAX_SHORT_BLOCK or len(_plain(snippet)) >= MIN_UNWANTED_SHARE * size


def _holders(plain: Sequence[str], snippet: str) -> frozenset[int]:
    wanted = _plain(snippet)
    return frozenset(block for block, text in enumerate(plain) if wanted in text) if wanted else frozenset()


def _plain(text: str) -> str:
    return " ".join(text.split())
