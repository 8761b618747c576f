"""Learns from aligned slots: which are body, by what the classifier and the other pages say, and which are records.

The block classifier may err on one page; the mean over the pages of a template errs rarely. Texts that most pages print
are warp whatever the classifier says. The labels are then chosen for all slots at once: each slot follows its evidence,
but a slot that differs from the one above it costs a rule, so that the fewest rules remain that the evidence supports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY
from weft.deadline import check_deadline, check_time
from weft.metadata import title_blocks
from weft.page import Page
from weft.sites.echoes import title_of
from weft.sites.field_names import make_unique
from weft.sites.prior import FADES, KEPT
from weft.sites.repeats import repeated_blocks
from weft.sites.sample import Sample
from weft.sites.slots import Instance, Slot, to_outline
from weft.sites.templates import RecordRules
from weft.sites.templates.body import SlotBody, is_link
from weft.sites.templates.fields import squeeze
from weft.sites.templates.locator import CHILD
from weft.sites.templates.records import URL
from weft.sites.whole_articles import find_articles, other_blocks

TEXTS = frozenset("p h1 h2 h3 h4 h5 h6 ul ol li dl blockquote pre table figure".split())  # of which bodies are made
WARP = 0.02  # the probability of a block that is known to be no body: its text is on most pages, or is the title
PARTS = frozenset("caption thead tbody tfoot tr td th li dt dd figcaption code".split())
"""Parts of structures: of a table, a list or a figure in a body no part is left out that only its tag tells apart."""
STRUCTURES = frozenset({"table", "pre"})
RARE = 0.3  # share of the pages with a table or code that only its tag tells: a box of the template stands on more
TRUST = 20  # as many pages as one that a person marked is worth
BEST = 0.8  # what the best block of a page is worth where none is good
SHORT = 80  # words of the median body up to which that is done: longer texts are denied for better reasons
LINKS = 3  # of a slot on the median page, wherever paragraphs and links to other pages stand in one slot
NEARLY_ALL = 0.8  # of the pages of a small cluster have a slot that each of them keeps
CERTAIN = 0.98  # a slot's mean probability is not believed beyond this, nor below 1 - this


@dataclass(frozen=True, kw_only=True)
class SlotLearner:
    """Learns `SlotBody`s. The costs are in the evidence of one page: the log-odds of its blocks' probability.

    Chosen on the sites of `bench` with true clusters: mean token F1 0.9966 with (2, 1.5), 0.9958 with (2, 2), 0.9946
    with (2, 1) and with (4, 2), 0.982 with (6, 2).
    """

    keep_cost: float = 2.0  # of a body inside of what is not
    drop_cost: float = 1.5  # of an exclusion inside of a body
    repeated: float = 0.8  # share of the pages that makes a text warp; stock paragraphs are on up to 0.7 of a sample
    least_repeated: int = 3  # pages, however few there are
    full_costs: int = 20  # pages from which the costs are whole: the evidence of fewer is small, and must still do

    def learn(self, sample: Sample) -> SlotBody:
        """The body rules of pages that have one template."""
        texts = sample.texts
        warp = self._warp(texts)
        noise, articles = self._noise(sample, texts, warp), find_articles(sample)
        evidence = self._weigh(sample, texts, noise, articles)
        costs = min(1.0, len(sample.pages) / self.full_costs) ** 0.5
        is_body = self._label(sample.slots, np.maximum(evidence.log_odds(), evidence.agreed(noise)) / costs)
        if not is_body.any() and not evidence.weight[1].any():
            evidence = self._weigh(sample, texts, noise, articles, relative=True)
            is_body = self._label(sample.slots, evidence.log_odds() / costs)
            if evidence.words_in(is_body, sample.pages) > SHORT:
                is_body[:] = False
        said = self._said(sample, texts, warp)
        body = self._to_body(sample, evidence, is_body, articles)
        return replace(body, texts=said & evidence.texts_in(is_body, texts))

    def _weigh(
        self,
        sample: Sample,
        texts: Sequence[Sequence[str]],
        noise: Sequence[NDArray[np.bool_]],
        articles: Sequence[Slot],
        *,
        relative: bool = False,
    ) -> SlotEvidence:
        """The evidence of all pages.

        Where all bodies are short the classifier believes in none of them, but in the body more than in the rest:
        `relative` asks what each page's best block is, and how the others compare with it.
        """
        evidence = SlotEvidence(sample)
        for number, page in check_deadline(enumerate(sample.pages)):
            judged, marked = sample.judged(number), sample.title_blocks(number)
            # Who marked a body without a title says what is body; else the title is known by its text.
            titles = marked if len(marked) or judged.all() else _titles(page, texts[number])
            is_warp = noise[number] & ~judged
            probability = sample.probabilities[number].copy()
            if relative:
                others = np.delete(np.where(is_warp | page.blocks.hidden, 0, probability), titles)
                probability = np.minimum(BEST * probability / max(others.max(initial=0), 1e-6), CERTAIN)
            probability[is_warp] = WARP
            others = other_blocks(page, number, articles)
            evidence.add(number, page, probability, judged=judged, titles=titles, others=others[~judged[others]])
            evidence.titles[np.unique(evidence.block_slots[-1][marked])] += TRUST
        return evidence

    def _noise(self, sample: Sample, texts: Sequence[Sequence[str]], warp: frozenset[str]) -> list[NDArray[np.bool_]]:
        """Of each page the blocks that the other pages speak against: warp, boxes that repeat, announcements."""
        noise = repeated_blocks(sample, texts)
        for number, page in check_deadline(enumerate(sample.pages)):
            noise[number] |= np.array([text in warp for text in texts[number]], np.bool_)
            noise[number] |= sample.echoes.announcing(page, texts[number], sample.probabilities[number])
        return noise

    def _said(self, sample: Sample, texts: Sequence[Sequence[str]], warp: frozenset[str]) -> frozenset[str]:
        """The texts that are no body wherever they stand: warp, and what a person called noise if other pages say it.

        Who marks a body marks all that is in it, a line that every page prints included; that is still warp, unless
        such lines are all that was marked.
        """
        noise, body = set(), set()
        for number, page in check_deadline(enumerate(sample.pages)):
            says = sample.judged(number) & (sample.probabilities[number] == 0)
            noise |= {texts[number][block] for block in np.flatnonzero(says).tolist()}
            for row in check_deadline(sample.rows(number, BODY)):
                marked = {texts[number][block] for block in page.blocks.under(row, int(page.end[row])).tolist()}
                body |= marked if marked <= warp else set()
        counts = Counter(text for page in texts for text in set(page) & noise)
        return (warp | {text for text, count in counts.items() if count > 1}) - body

    def _to_body(
        self, sample: Sample, evidence: SlotEvidence, is_body: NDArray[np.bool_], articles: Sequence[Slot]
    ) -> SlotBody:
        """The rules: slots whose label is not that of the slot above."""
        inside = np.array([slot.parent is not None and is_body[slot.parent.number] for slot in sample.slots])
        rules = [slot for slot in sample.slots if is_body[slot.number] != inside[slot.number]]
        holds_title = is_body & (evidence.titles > len(sample.pages) / 2)
        titles = tuple(slot.path for slot in sample.slots if holds_title[slot.number])
        own = tuple(slot.path for slot in articles)
        loose = [slot for slot in rules if is_body[slot.number] and slot.step.tag in TEXTS]
        around = {slot.parent.path: None for slot in loose if slot.parent}
        return SlotBody(
            outline=to_outline(sample.slots, len(sample.pages), needed=[*titles, *own, *(slot.path for slot in rules)]),
            own=own,
            no_links=_slots_with_links(sample, evidence, is_body),
            titles=titles,
            around=tuple(around),
            keep=tuple(slot.path for slot in rules if is_body[slot.number]),
            drop=tuple(slot.path for slot in rules if not is_body[slot.number]),
        )

    def _warp(self, texts: Sequence[Sequence[str]]) -> frozenset[str]:
        counts = Counter(text for page in texts for text in set(page))
        least = max(self.least_repeated, self.repeated * len(texts))
        return frozenset(text for text, count in counts.items() if count >= least)

    def _label(self, slots: Sequence[Slot], log_odds: NDArray[np.float64]) -> NDArray[np.bool_]:
        """The labels with the least cost: disagreement with the evidence, and rules (two states a slot, exact).

        From the leaves up, the least cost of a slot's subtree for either label; from the root down, the labels.
        """
        body_cost = np.maximum(-log_odds, 0)
        other_cost = np.maximum(log_odds, 0)
        drop_cost = np.where([_is_whole(slot, slots[0].pages) for slot in slots], np.inf, self.drop_cost)
        for slot in check_deadline(reversed(slots)):
            for child in check_deadline(below.number for below in slot.children):
                body_cost[slot.number] += min(body_cost[child], other_cost[child] + drop_cost[child])
                other_cost[slot.number] += min(other_cost[child], body_cost[child] + self.keep_cost)
        is_body = np.zeros(len(slots), np.bool_)
        for slot in check_deadline(slots):
            body, other = body_cost[slot.number], other_cost[slot.number]
            inside = slot.parent is not None and is_body[slot.parent.number]
            is_body[slot.number] = body <= other + drop_cost[slot.number] if inside else body + self.keep_cost < other
        return is_body


def _is_whole(slot: Slot, pages: int) -> bool:
    """Whether a slot is never left out of a body: a part of a structure, or a table or code that few pages have."""
    if slot.step.mark:
        return False
    return slot.step.tag in PARTS or (slot.step.tag in STRUCTURES and slot.pages < RARE * pages)


def _slots_with_links(sample: Sample, evidence: SlotEvidence, is_body: NDArray[np.bool_]) -> tuple[str, ...]:
    """The paths of the slots of body that have paragraphs and links to other pages, which are none.

    Most pages have several such links, and no page alone keeps any. A few links that only some pages have are the
    author's.
    """
    count = np.zeros((len(sample.pages), len(sample.slots)))
    is_kept = np.zeros(len(sample.slots), np.bool_)
    for number, page in check_deadline(enumerate(sample.pages)):
        links = np.flatnonzero(is_link(page) & ~sample.judged(number))
        slots = evidence.block_slots[number][links]
        np.add.at(count[number], slots, 1)
        is_kept[slots[sample.singles[number].is_kept[links]]] = True
    chosen = np.flatnonzero(is_body & ~is_kept & (np.median(count, axis=0) >= LINKS))
    return tuple(sample.slots[slot].path for slot in chosen.tolist())


def _titles(page: Page, texts: Sequence[str]) -> NDArray[np.int64]:
    """The blocks that print the page's title."""
    title = squeeze(title_of(page).value)
    if not title:
        return np.zeros(0, np.int64)
    among = np.array([k for k, text in enumerate(texts) if title in text or text in title], np.int64)
    return title_blocks(page, title, among)


class SlotEvidence:
    """What the pages say of each slot's own blocks: a mean probability, on so many pages.

    Where a person has judged blocks of a slot, what they say is all that counts.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.places: list[NDArray[np.int64]] = sample.slot_of_row
        # Two rows: what the classifier thinks, and what a person says.
        self.weight: NDArray[np.float64] = np.zeros((2, len(sample.slots)))
        self.total: NDArray[np.float64] = np.zeros((2, len(sample.slots)))
        self.pages: NDArray[np.float64] = np.zeros((2, len(sample.slots)))
        self.titles: NDArray[np.float64] = np.zeros(len(sample.slots))
        self.block_slots: list[NDArray[np.int64]] = []

    def add(
        self,
        number: int,
        page: Page,
        probability: NDArray[np.float64],
        *,
        judged: NDArray[np.bool_],
        titles: NDArray[np.int64],
        others: NDArray[np.int64],
    ) -> None:
        """The blocks of one page; a long block counts for more, but less than its length.

        Titles are counted apart; the articles of other pages, `others`, say nothing of this one.
        """
        slots = self._slots(number, page)
        self.block_slots.append(slots)
        self.titles[np.unique(slots[titles])] += 1
        weight = np.sqrt(page.blocks.words)
        weight[titles] = weight[others] = 0
        for voice, own in check_deadline(enumerate((weight * ~judged, weight * judged))):
            np.add.at(self.weight[voice], slots, own)
            np.add.at(self.total[voice], slots, own * probability)
            self.pages[voice, np.unique(slots[own > 0])] += TRUST if voice else 1

    def _slots(self, number: int, page: Page) -> NDArray[np.int64]:
        """The slot of each block's element; below what was aligned, the nearest above. All go up a step at a time."""
        places, rows = self.places[number], page.blocks.row.astype(np.int64)
        while len(below := np.flatnonzero(places[rows] < 0)):
            check_time()
            rows[below] = page.parent[rows[below]]
        return places[rows]

    def log_odds(self) -> NDArray[np.float64]:
        """Of each slot the log-odds of its mean probability, more of it the more pages say so; 0 without blocks."""
        voice = (self.weight[1] > 0).astype(np.int64)
        weight, total, pages = (
            np.take_along_axis(column, voice[None], 0)[0] for column in (self.weight, self.total, self.pages)
        )
        mean = total / np.where(weight > 0, weight, 1)
        mean = np.clip(np.where(weight > 0, mean, 0.5), 1 - CERTAIN, CERTAIN)
        return np.sqrt(pages) * np.log(mean / (1 - mean))

    def agreed(self, noise: Sequence[NDArray[np.bool_]]) -> NDArray[np.float64]:
        """The least log-odds of a slot that each page alone keeps wherever it stands; none in larger clusters.

        Of few pages nobody knows better than they do, so that the site is no worse than its pages.
        """
        sample = self.sample
        least = np.full(len(sample.slots), -np.inf)
        if len(sample.pages) > FADES or sample.labels:
            return least
        denied, pages = np.zeros(len(least), np.bool_), np.zeros(len(least))
        for page, single, is_noise, slots in zip(sample.pages, sample.singles, noise, self.block_slots, strict=True):
            shown = (page.blocks.words > 0) & ~page.blocks.hidden
            denied[slots[shown & (is_noise | ~single.is_kept)]] = True
            pages[np.unique(slots[shown])] += 1
        is_agreed = ~denied & (pages >= NEARLY_ALL * len(sample.pages)) & (self.titles == 0)
        least[is_agreed] = np.sqrt(pages[is_agreed]) * np.log(KEPT / (1 - KEPT))
        return least

    def words_in(self, chosen: NDArray[np.bool_], pages: Sequence[Page]) -> float:
        """The words of the blocks in chosen slots, on the median page."""
        pairs = zip(self.block_slots, pages, strict=True)
        return float(np.median([page.blocks.words[chosen[slots]].sum() for slots, page in pairs]))

    def texts_in(self, chosen: NDArray[np.bool_], texts: Sequence[Sequence[str]]) -> frozenset[str]:
        """The texts of blocks in chosen slots."""
        pairs = zip(self.block_slots, texts, strict=True)
        return frozenset(text for slots, page in pairs for slot, text in zip(slots, page, strict=True) if chosen[slot])


MIN_ELEMENTS = 3  # elements on the median page: two of a kind are often just two
MAX_FIELDS = 12
MIN_WORDS = 2  # of a record, on average: shorter ones are menus, tags and page numbers
MIN_VARIED = 0.5  # share of the texts that are said once: menus say the same on every page
MIN_FIELD = 0.3  # share of the records that have a field


def learn_records(sample: Sample, *, body: tuple[str, ...] = ()) -> RecordRules:
    """The records of the cluster's pages: of the slots that repeat outside of the body, the one that says most.

    What repeats inside of a body (its paragraphs, its lists) is text; a body that repeats as a whole is the record.
    Where a person marked records, these are they.
    """
    if marked := sample.record_rows:
        return teach_records(sample, marked)
    best = max(_candidates(sample, body), key=lambda scored: scored[0], default=None)
    return RecordRules(record=best[1].path, fields=_fields(sample, best[1])) if best else RecordRules()


def teach_records(sample: Sample, marked: Mapping[int, Sequence[int]]) -> RecordRules:
    """The slots that the marked rows are in; with the marked fields if there are some, else with all.

    Slots beside the most frequent one are records, too, where they differ in their mark alone: `odd` and `even`.
    """
    slots = {instance: slot for slot in sample.slots for instance in slot.instances}
    records = _slots_of(sample, slots, [(page, row) for page, rows in marked.items() for row in rows])
    if not records:
        return RecordRules()
    record = records[0]
    also = [one.path for one in records[1:] if one.parent is record.parent and one.step.tag == record.step.tag]
    fields: dict[str, str] = {}
    for name, places in check_deadline(sample.record_fields.items()):
        for slot in check_deadline(_slots_of(sample, slots, places)):
            above = next((path for path in (record.path, *also) if _is_inside(slot.path, path)), "")
            if above:
                fields.setdefault(name, record.path + slot.path.removeprefix(above))
    return RecordRules(record=record.path, fields=fields or _fields(sample, record), also=tuple(also), taught=True)


def _slots_of(sample: Sample, slots: Mapping[Instance, Slot], places: Iterable[Instance]) -> list[Slot]:
    """The slots of the marked elements, the most frequent first; of a text, its parent's."""
    counts: Counter[Slot] = Counter()
    for page, row in check_deadline(places):
        element = row if sample.pages[page].tag[row] else int(sample.pages[page].parent[row])
        if slot := slots.get((page, element)):
            counts[slot] += 1
    return [slot for slot, _ in counts.most_common()]


def _is_inside(path: str, other: str) -> bool:
    """Whether a slot is another one, or lies in it."""
    return f"{path}{CHILD}".startswith(f"{other}{CHILD}")


def _candidates(sample: Sample, body: tuple[str, ...]) -> Iterator[tuple[float, Slot]]:
    """Slots that may be records, with what they say in all: words that differ from element to element."""
    half = len(sample.pages) / 2
    for slot in check_deadline(sample.slots):
        if not slot.children or slot.pages < half or slot.size < MIN_ELEMENTS * half:
            continue
        counts = Counter(page for page, _ in slot.instances)
        if np.median([counts[page] for page in range(len(sample.pages))]) < MIN_ELEMENTS:
            continue
        if any(slot.path != path and _is_inside(slot.path, path) for path in body):
            continue
        texts = Counter(squeeze(sample.pages[page].text(row)) for page, row in slot.instances)
        words = sum(len(text.split()) + len(text) / 8 for text, count in texts.items() if count == 1)
        total = sum(texts.values())
        if len(texts) >= MIN_VARIED * total and words >= MIN_WORDS * total:
            yield words, slot


def _fields(sample: Sample, record: Slot) -> dict[str, str]:
    """The slots inside of a record that hold a text of their own, named by their marks, else by their tags."""
    has_text = [_own_texts(page) for page in sample.pages]
    names, paths = [URL], [record.path]  # the name that every record's address has
    waiting = list(reversed(record.children))
    while waiting and len(names) <= MAX_FIELDS:
        check_time()
        slot = waiting.pop()
        if sum(has_text[page][row] for page, row in slot.instances) >= MIN_FIELD * record.size:
            names.append(slot.step.mark[1:] if slot.step.mark[:1] in ("#", ".") else slot.step.tag)
            paths.append(slot.path)
        waiting.extend(reversed(slot.children))
    return dict(zip(make_unique(names)[1:], paths[1:], strict=True))


def _own_texts(page: Page) -> list[bool]:
    """Of each row whether it is an element with text of its own, not only in elements inside."""
    has_text = np.zeros(len(page), np.bool_)
    has_text[page.parent[(page.tag == 0) & (page.chars > 0)]] = True
    return has_text.tolist()
