"""Made pages by their kinds: threads, lists of threads, and pages without either."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from weft.training.augment.cases import TrainingCase
from weft.training.layouts.frame import OTHER_PAGES, around, other_page
from weft.training.layouts.program import Program
from weft.training.layouts.rows import made_rows, made_tree
from weft.training.layouts.threads import made_thread
from weft.training.layouts.truth import read_truth

Maker = Callable[[Program, Random, str], tuple[str, str, list[dict[str, Any]]]]
BARE = {"frame": "bare", "buttons in": "", "signature in": ""}
THREADS: dict[str, tuple[Maker, Mapping[str, str]]] = {
    "thread": (made_thread, {}),
    "print": (made_thread, BARE | {"box": "bare", "first post": "same"}),
    "archive": (made_thread, BARE | {"naming": "", "title in": ""}),
}
LISTS: dict[str, tuple[Maker, Mapping[str, str]]] = {
    "board": (made_rows, {}),
    "cards": (made_rows, {}),
    "tree": (made_tree, {}),
    "search": (made_rows, {"card areas": "title excerpt | author time"}),
}
KINDS = (*THREADS, *LISTS, *OTHER_PAGES)


def made_page(kind: str, program: int, page: int = 0) -> TrainingCase:
    """A page of that kind of a program, the same every time."""
    maker, forced = (THREADS | LISTS).get(kind, (None, {}))
    made, chance = Program(f"program {program}", forced=forced), Random(f"{program}/{page}/{kind}")
    page_type = "thread" if kind in THREADS else "list" if maker else "other"
    title, content, facts = maker(made, chance, kind) if maker else (*other_page(made, chance, kind), [])
    html = around(made, chance, title, content, page_type)
    return read_truth(f"made/{program}-{page}-{kind}", f"made {program}", html, page_type, facts)


def plan(programs: int) -> Iterator[tuple[str, int, int]]:
    """The kind, program and number of the pages to learn from: every program has threads, a list and another page."""
    for program in range(programs):
        yield from (("thread", program, 0), ("thread", program, 1))
        yield ("print", "archive", "thread")[program % 3], program, 2
        yield tuple(LISTS)[program % len(LISTS)], program, 0
        yield OTHER_PAGES[program % len(OTHER_PAGES)], program, 0
