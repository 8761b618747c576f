"""Changed variants of training pages by name, each the same whenever it is made again.

Rows of a board that show less: no times, and on some programs no names, as on views for phones.

Rows of a board that say more: a piece of the first post stands beside the title, as views for phones show it.

Parts of a record moved: who wrote it, or when, behind the body or before it.

Pages with fewer records: threads of one to three posts, boards of three or four rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from weft.text import find_dates
from weft.training.augment.cases import Change, Draft, TrainingCase, Truth, draft, finish
from weft.training.augment.languages import exchange_languages
from weft.training.augment.tags import exchange_tags
from weft.training.augment.trees import TEXT, Branch
from weft.training.augment.words import drop_names, scramble_addresses, scramble_names

MAX_TIME = 60  # characters of a text that is a time with its label
TIME_ATTRIBUTES = ("datetime", "title")


def bare_rows(draft: Draft) -> bool:
    """Take the times out of the rows of a board, on half of the programs the names as well."""
    if draft.is_thread or not draft.truths:
        return False
    loses_names = draft.random("bare").random() < 0.5
    spoken = draft.spoken()
    for truth in draft.truths:
        record = truth.record
        names = {record.author, record.last_author} - {""} if loses_names else set()
        shown = {record.time, record.last_time} - {""}
        _take_out(draft, truth, spoken, partial(_is_gone, names, shown))
        truth.record = replace(record, time="", last_time="")
        if loses_names:
            truth.record = replace(truth.record, author="", last_author="")
    return True


def _is_gone(names: set[str], shown: set[str], text: str) -> bool:
    """Whether a text is one of the names, or a time, be it one that the record is known to show."""
    if text in names:
        return True
    return len(text) <= MAX_TIME and (any(time in text for time in shown) or bool(find_dates(text)))


def _take_out(draft: Draft, truth: Truth, spoken: set[Branch], is_gone: Callable[[str], bool]) -> None:
    for part in draft.span(truth):
        for branch in list(part):
            for name in TIME_ATTRIBUTES:
                if is_gone(branch.attributes.get(name, "").strip() or " "):
                    del branch.attributes[name]
            if branch.tag == TEXT and branch not in spoken and branch.text.strip() and is_gone(branch.text.strip()):
                _remove(branch, part)


def _remove(branch: Branch, part: Branch) -> None:
    """Take a text out, and the elements that hold nothing else; a cell stays, for a row keeps its columns."""
    parent = branch.parent
    branch.remove()
    while parent is not None and parent is not part and parent.tag not in ("td", "th") and not parent.said().strip():
        if any(child.tag == "img" for child in parent):
            return
        above = parent.parent
        parent.remove()
        parent = above


FEW_WORDS, MANY_WORDS = 6, 30
HOLDERS = ("div", "p", "span")


def add_excerpts(draft: Draft) -> bool:
    """Put a text behind the link of every title; its words are those of the page's titles, in a chance order."""
    if draft.is_thread or not draft.truths:
        return False
    holder = draft.random("excerpts").choice(HOLDERS)
    words = [word for truth in draft.truths for word in truth.record.text.split()]
    for truth in draft.truths:
        link = next((one for one in truth.anchor.above() if one.tag == "a"), truth.anchor)
        if link.parent is None or link is truth.first:
            return False
        chance = Random(f"{draft.program}/{truth.record.text}")
        said = " ".join(chance.choices(words, k=chance.randint(FEW_WORDS, MANY_WORDS)))
        excerpt = Branch(holder)
        excerpt.insert(0, Branch(TEXT, said))
        link.parent.insert(link.index + 1, excerpt)
    return True


def move_parts(draft: Draft) -> bool:
    """Move the block of the author, or of the time, to the other side of the body, in the same way in all records."""
    if not draft.is_thread:
        return False
    chance = draft.random("moves")
    names = chance.choice((("author",), ("time",), ("author", "time")))
    moved = [_move(draft, truth, name) for truth in draft.truths for name in names]
    return any(moved)


def _move(draft: Draft, truth: Truth, name: str) -> bool:
    said, body = getattr(truth.record, name), truth.body
    if not said or body is None or truth.first is not truth.last or truth.first is body:
        return False
    inside = set(body)
    holder = next((one for one in truth.first if one.text and one not in inside and said in one.text), None)
    if holder is None:
        return False
    above = list(holder.above())
    path = list(body.above())
    common = next((one for one in path if one in above), None)
    if common is None or truth.first not in common.above():
        return False
    block, beside = above[above.index(common) - 1], path[path.index(common) - 1]
    return _swap_sides(common, block, beside)


def _swap_sides(parent: Branch, block: Branch, beside: Branch) -> bool:
    if block is beside or block.tag == "#text":
        return False
    was_before = block.index < beside.index
    block.remove()
    parent.insert(beside.index + 1 if was_before else beside.index, block)
    return True


def shorten(draft: Draft, count: int, chance: Random | None = None) -> bool:
    """Keep `count` records that follow each other and take the others out; the first ones unless `chance` chooses."""
    truths = draft.truths
    if len(truths) <= count:
        return False
    first = chance.randrange(len(truths) - count + 1) if chance else 0
    kept = truths[first : first + count]
    gone = truths[:first] + truths[first + count :]
    around = [_around(draft, truths, truth) for truth in gone]
    removed = {branch for part in around for branch in part}
    for truth in kept:
        if any(branch in removed for branch in (*truth.anchor.above(), *truth.last.above())):
            return False
    for branch in removed:
        branch.remove()
    draft.truths = kept
    return True


def _around(draft: Draft, truths: list[Truth], truth: Truth) -> list[Branch]:
    """The siblings of a record with its head or foot: what stands between it and the next record is a part of one."""
    span = draft.span(truth)
    parent = truth.first.parent
    if parent is None:
        return span
    borders = [(one.first.index, one.last.index) for one in truths if one.first.parent is one.last.parent is parent]
    if len(borders) < 2:
        return span
    heads = _signature(parent.children[borders[0][1] + 1 : borders[1][0]])
    before = _heads(parent.children, borders[0][0], len(heads))
    start, end = parent.children.index(span[0]), parent.children.index(span[-1]) + 1
    if heads and _signature(before) == heads:  # the first record has what stands between two: it is a head
        return [*_heads(parent.children, start, len(heads)), *span]
    feet = [child for child in parent.children[end:] if child.tag != TEXT][: len(heads)]
    return [*span, *feet] if heads and _signature(feet) == heads else span


def _heads(children: list[Branch], start: int, count: int) -> list[Branch]:
    return [child for child in children[:start] if child.tag != TEXT][-count:] if count else []


def _signature(branches: list[Branch]) -> list[tuple[str, str]]:
    """Tags and first classes of elements."""
    return [(one.tag, one.attributes.get("class", "").split(" ")[0]) for one in branches if one.tag != TEXT]


POSTS, ROWS = (1, 2, 3), (3, 4)  # how many records a shortened page has


def shorten_page(draft: Draft) -> bool:
    """Leave one to three posts of a thread, three or four rows of a board."""
    chance = Random(f"{draft.program}/{len(draft.truths)}/{draft.truths[0].record.text if draft.truths else ''}")
    count = chance.choice(POSTS if draft.is_thread else ROWS)
    return shorten(draft, count, chance if chance.random() < 0.4 or not draft.is_thread else None)


CHANGES: Mapping[str, Change] = {
    "shortened": shorten_page,
    "moves": move_parts,
    "bare": bare_rows,
    "excerpts": add_excerpts,
    "languages": exchange_languages,
    "tags": exchange_tags,
    "addresses": scramble_addresses,
    "scrambled": scramble_names,
    "dropped": drop_names,
}
"""Every change by its name, in the order in which several are made: names are changed last, for others read them."""


def vary(case: TrainingCase, names: Sequence[str], *, number: int = 0) -> TrainingCase | None:
    """The page with these changes; None where one of them has nothing to change or a parser reads another tree.

    `number` tells variants apart: pages of one corpus, software and number get the same words, tags and language.
    """
    changing = draft(case, number=number)
    for name in sorted(names, key=list(CHANGES).index):
        if not CHANGES[name](changing):
            return None
    return finish(changing, case, "+".join(names))


def variants(case: TrainingCase, count: int, *, seed: int = 0) -> Iterator[TrainingCase]:
    """So many variants of a page, or fewer where some cannot be made: each has one to four changes, by chance.

    Half of them have no names that mean anything.
    """
    for number in range(seed * count, (seed + 1) * count):
        chance = Random(f"{case.corpus}/{case.engine}/{number}/plan")
        names = [name for name in ("languages", "tags", "addresses", "moves") if chance.random() < 0.4]
        names += [chance.choice(("scrambled", "dropped"))] if chance.random() < 0.5 else []
        page_chance = Random(f"{case.id}/{number}/plan")
        names += ["shortened"] if page_chance.random() < 0.3 else []
        if case.page_type == "list":
            names += [name for name in ("bare", "excerpts") if chance.random() < 0.3]
        changed = vary(case, names, number=number) if names else None
        changed = changed or vary(case, ["scrambled"], number=number)
        if changed is not None:
            yield changed
