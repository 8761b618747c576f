"""Records of a cluster: the slot whose elements repeat on its pages."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from weft.page import Page
from weft.site.field_names import make_unique
from weft.site.sample import Sample
from weft.site.slots import Instance, Slot
from weft.templates import RecordRules
from weft.templates.fields import squeeze
from weft.templates.locator import CHILD
from weft.templates.records import URL

MIN_ELEMENTS = 3  # elements on the median page: two of a kind are often just two
MAX_FIELDS = 12
MIN_WORDS = 2  # of a record, on average: shorter ones are menus, tags and page numbers
MIN_VARIED = 0.5  # share of the texts that are said once: menus say the same on every page
MIN_FIELD = 0.3  # share of the records that have a field


def learn_records(sample: Sample, *, body: tuple[str, ...] = ()) -> RecordRules:
    """The records of the cluster's pages: of the slots that repeat outside of the body, the one that says most.

    What repeats inside of a body (its paragraphs, its lists) is text. Where a person marked records, these are they.
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
    for name, places in sample.record_fields.items():
        for slot in _slots_of(sample, slots, places):
            above = next((path for path in (record.path, *also) if _is_inside(slot.path, path)), "")
            if above:
                fields.setdefault(name, record.path + slot.path.removeprefix(above))
    return RecordRules(record=record.path, fields=fields or _fields(sample, record), also=tuple(also), taught=True)


def _slots_of(sample: Sample, slots: Mapping[Instance, Slot], places: Iterable[Instance]) -> list[Slot]:
    """The slots of the marked elements, the most frequent first; of a text, its parent's."""
    counts: Counter[Slot] = Counter()
    for page, row in places:
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
    for slot in sample.slots:
        if not slot.children or slot.pages < half or len(slot.instances) < MIN_ELEMENTS * half:
            continue
        counts = Counter(page for page, _ in slot.instances)
        if np.median([counts[page] for page in range(len(sample.pages))]) < MIN_ELEMENTS:
            continue
        if any(_is_inside(slot.path, path) for path in body):
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
        slot = waiting.pop()
        if sum(has_text[page][row] for page, row in slot.instances) >= MIN_FIELD * len(record.instances):
            names.append(slot.step.mark[1:] if slot.step.mark[:1] in ("#", ".") else slot.step.tag)
            paths.append(slot.path)
        waiting.extend(reversed(slot.children))
    return dict(zip(make_unique(names)[1:], paths[1:], strict=True))


def _own_texts(page: Page) -> list[bool]:
    """Of each row whether it is an element with text of its own, not only in elements inside."""
    has_text = np.zeros(len(page), np.bool_)
    has_text[page.parent[(page.tag == 0) & (page.chars > 0)]] = True
    return has_text.tolist()
