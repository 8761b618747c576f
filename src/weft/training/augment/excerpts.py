"""Rows of a board that say more: a piece of the first post stands beside the title, as views for phones show it."""

from __future__ import annotations

from random import Random

from weft.training.augment.cases import Draft
from weft.training.augment.trees import TEXT, Branch

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
