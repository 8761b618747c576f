"""Changed variants of training pages by name, each the same whenever it is made again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from weft.training.augment.bareness import bare_rows
from weft.training.augment.cases import Change, Draft, TrainingCase, draft, finish
from weft.training.augment.excerpts import add_excerpts
from weft.training.augment.languages import exchange_languages
from weft.training.augment.moves import move_parts
from weft.training.augment.names import drop_names, scramble_addresses, scramble_names
from weft.training.augment.shortening import shorten
from weft.training.augment.tags import exchange_tags

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
