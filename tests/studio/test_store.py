"""Versions, conflicts, undo and redo, against a plain model.

What stores of both kinds keep beside marks: health, pictures; and the copy that a job works with.
"""

import random
from typing import Any

import numpy as np
import pytest

from tests.studio.browser.made_pages import news
from weft.errors import ConfigError, NoMatch, SourceError, WeftError
from weft.studio.changes import Conflict, Value, Write
from weft.studio.health import read_health
from weft.studio.jobs import copy_store, needed_pages
from weft.studio.marking import Marks
from weft.studio.opening import open_project
from weft.studio.pictures import Picture, has_picture, keep_picture, read_picture
from weft.studio.store import LIMIT, Store

AUTHORS = ("Ann", "Bob")
TARGETS = ("page:a", "page:b", "page:ab", "template:t", "site")


def put(store: Store, target: str, value: dict[str, Any], *, author: str = "Ann") -> int:
    """One more version of a target, as somebody would write it who has just looked."""
    return store.write([Write(target, value, store.read(target).version)], author=author, what=f"set {target}").number


class Model:
    """What the store should do, in words: lists of all that ever was, looked through from the start."""

    def __init__(self) -> None:
        self.past: dict[str, list[tuple[Value, int]]] = {target: [({}, 0)] for target in TARGETS}
        self.changes: list[dict[str, Any]] = []

    def value(self, target: str) -> tuple[Value, int]:
        return self.past[target][-1][0], len(self.past[target]) - 1

    def write(self, writes: list[Write], author: str) -> None:
        for write in writes:
            if write.version != self.value(write.target)[1]:
                raise Conflict(write.target, by="", at="", yours=0, theirs=0)
        number = len(self.changes) + 1
        before = {write.target: self.past[write.target][-1] for write in writes}
        after = {write.target: (write.value, number) for write in writes}
        self.changes.append({"author": author, "before": before, "after": after, "undone_by": 0})
        for target, entry in after.items():
            self.past[target].append(entry)

    def undo(self, author: str, scope: str) -> None:
        self._swap(author, self._last(author, scope, undone=False), have="after", want="before")

    def redo(self, author: str, scope: str) -> None:
        self._swap(author, self._last(author, scope, undone=True), have="before", want="after")

    def _last(self, author: str, scope: str, *, undone: bool) -> dict[str, Any]:
        own = [one for one in self.changes if one["author"] == author and "after" in one]
        own = [one for one in own if any(target.startswith(scope) for target in one["after"])]
        if undone:
            newest = max((self.changes.index(one) + 1 for one in own), default=0)
            fit = sorted((one for one in own if one["undone_by"] > newest), key=lambda one: int(one["undone_by"]))
        else:
            fit = [one for one in own if not one["undone_by"]]
        if not fit:
            raise NoMatch("nothing")
        return fit[-1]

    def _swap(self, author: str, change: dict[str, Any], *, have: str, want: str) -> None:
        for target, (_, head) in change[have].items():
            if self.past[target][-1][1] != head:
                raise Conflict(target, by="", at="", yours=0, theirs=0)
        self.changes.append({"author": author})
        change["undone_by"] = len(self.changes) if want == "before" else 0
        for target, entry in change[want].items():
            self.past[target].append(entry)


def step(rng: random.Random, store: Store, model: Model) -> None:
    """The same random act on both; they must agree on whether it is possible."""
    author, scope = rng.choice(AUTHORS), rng.choice(["", "", "page:", "page:a", "template:"])
    kind = rng.choice(["write", "write", "undo", "undo", "redo"])
    # Now and then somebody has seen an older version.
    writes = [
        Write(target, {"n": rng.random()}, model.value(target)[1] - (rng.random() < 0.1))
        for target in rng.sample(TARGETS, rng.choice([1, 1, 2, 3]))
    ]
    acts: dict[str, tuple[Any, Any]] = {
        "write": (lambda: store.write(writes, author=author, what="w"), lambda: model.write(writes, author)),
        "undo": (lambda: store.undo(author=author, scope=scope), lambda: model.undo(author, scope)),
        "redo": (lambda: store.redo(author=author, scope=scope), lambda: model.redo(author, scope)),
    }
    assert outcome(acts[kind][0]) == outcome(acts[kind][1]), (kind, author, scope)


def outcome(act: Any) -> str:
    try:
        act()
    except WeftError as error:
        return type(error).__name__
    return "done"


@pytest.mark.parametrize("seed", range(3))
def test_random_acts_against_the_model(place: str, seed: int) -> None:
    rng, model = random.Random(seed), Model()
    for _ in range(4):  # reopened now and then: undo works over reloads
        with Store.open(place) as store:
            for _ in range(40):
                step(rng, store, model)
            found = store.read_many()
            for target in TARGETS:
                now = store.read(target)
                assert (now.value, now.version) == model.value(target)
                assert found.get(target, now) == now
            assert store.latest() == len(model.changes)
    with Store.open(place) as store:
        for change in store.changes():
            for edit in store.edits(change.number):
                before, after = model.past[edit.target][edit.version - 1 : edit.version + 1]
                assert (edit.before, edit.after) == (before[0], after[0])


def test_nothing_written_is_an_empty_answer(store: Store) -> None:
    now = store.read("page:a")
    assert (now.value, now.version, now.author) == ({}, 0, "")
    assert store.read_many("page:") == {}
    assert list(store.changes()) == []
    assert store.latest() == 0


def test_a_change_says_who_when_and_what(store: Store) -> None:
    change = store.write([Write("page:b", {}, 0), Write("page:a", {"x": "é\0\ud800"}, 0)], author="Ann", what="marked")
    assert (change.number, change.author, change.what, change.targets) == (1, "Ann", "marked", ("page:a", "page:b"))
    now = store.read("page:a")
    assert (now.at, now.author, now.value) == (change.at, "Ann", {"x": "é\0\ud800"})
    assert change.at.endswith("+00:00")


def test_a_conflict_says_by_whom_and_writes_nothing(store: Store) -> None:
    put(store, "page:a", {"n": 1}, author="Bob")
    with pytest.raises(Conflict, match="page:a: changed by Bob at 20") as caught:
        store.write([Write("page:b", {"n": 2}, 0), Write("page:a", {"n": 2}, 0)], author="Ann", what="late")
    found = caught.value
    assert (found.target, found.by, found.at, found.yours, found.theirs) == (
        "page:a", "Bob", store.read("page:a").at, 0, 1,
    )  # fmt: skip
    assert store.read("page:b").version == 0
    assert store.read("page:a").value == {"n": 1}
    assert store.latest() == 1


def test_one_undo_takes_back_a_whole_change(store: Store) -> None:
    put(store, "page:a", {"n": 1})
    store.write([Write("page:a", {"n": 2}, 1), Write("page:b", {"n": 2}, 0)], author="Ann", what="all alike")
    undone = store.undo(author="Ann", scope="page:b")
    assert (undone.undoes, undone.targets, undone.what) == (2, ("page:a", "page:b"), "undid: all alike")
    assert store.read("page:a").value == {"n": 1}
    assert store.read("page:b").value == {}
    assert [change.is_undone for change in store.changes()] == [False, True, False]
    redone = store.redo(author="Ann")
    assert (redone.redoes, redone.what) == (2, "redid: all alike")
    assert store.read("page:b").value == {"n": 2}


def test_undo_is_the_authors_own_and_stops_before_what_others_did(store: Store) -> None:
    put(store, "page:a", {"n": 1}, author="Ann")
    put(store, "page:a", {"n": 2}, author="Bob")
    put(store, "page:b", {"n": 3}, author="Bob")
    with pytest.raises(Conflict, match="changed by Bob"):
        store.undo(author="Ann")
    assert store.read("page:a").value == {"n": 2}
    store.undo(author="Bob", scope="page:a")
    assert store.undo(author="Ann").undoes == 1  # what Bob did there is taken back, so Ann's is the last again
    assert store.read("page:a").value == {}
    with pytest.raises(NoMatch, match="Ann has nothing to undo"):
        store.undo(author="Ann")


def test_a_new_write_ends_what_can_be_redone(store: Store) -> None:
    put(store, "page:a", {"n": 1})
    store.undo(author="Ann")
    put(store, "page:a", {"n": 2})
    with pytest.raises(NoMatch, match="nothing to redo"):
        store.redo(author="Ann")


def test_all_changes_come_once_however_many(store: Store) -> None:
    for number in range(LIMIT + 3):
        put(store, "settings", {"n": number})
    assert [change.number for change in store.changes()] == list(range(1, LIMIT + 4))


@pytest.mark.parametrize(
    ("writes", "error"),
    [
        ([], ConfigError),
        ([Write("site", {}, 0), Write("site", {}, 0)], ConfigError),
        ([Write("site", {"n": float("nan")}, 0)], ConfigError),
        ([Write("site", {"n": object()}, 0)], ConfigError),
        ([Write("site", ["no object"], 0)], ConfigError),  # type: ignore[arg-type]
        ([Write("", {}, 0)], SourceError),
        ([Write("page:\0", {}, 0)], SourceError),
        ([Write("page:\ud800", {}, 0)], SourceError),
        ([Write("page:" + "x" * 3000, {}, 0)], SourceError),
    ],
)
def test_writes_that_make_no_sense(store: Store, writes: list[Write], error: type[WeftError]) -> None:
    with pytest.raises(error):
        store.write(writes, author="Ann", what="nonsense")
    assert store.latest() == 0


def test_authors_and_words_may_hold_anything(store: Store) -> None:
    store.write([Write("site", {}, 0)], author="A\0nn\ud800", what="' ; -- % ? %s \0")
    change = store.undo(author="A\0nn\ud800")
    assert (change.author, change.what) == ("Ann?", "undid: ' ; -- % ? %s ")


def test_health_pictures_and_a_copy(store, tmp_path):
    project = open_project(store, news(articles=5))
    name = project.states[1].cluster
    assert [one.pages for one in read_health(store, name)] == [5]

    stored = project.stored[2]
    boxes = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert read_picture(store, stored) is None
    for png in (b"first", b"second"):  # a page has one picture
        keep_picture(store, stored, Picture(png=png, width=1280, height=900, boxes=boxes))
    kept = read_picture(store, stored)
    assert kept is not None
    assert (kept.png, kept.width, kept.height) == (b"second", 1280, 900)
    assert np.array_equal(kept.boxes, boxes)
    assert has_picture(store, stored)

    project.write({3: Marks({7: "body"})}, {3: 0}, author="Ann", what="body")
    page_ids = needed_pages(project, "")
    assert page_ids == store.page_ids()  # the whole cluster of the marked page
    copy_store(store, tmp_path / "copy.sqlite", page_ids=page_ids)
    with Store.open(tmp_path / "copy.sqlite") as copy:
        assert copy.list_pages() == store.list_pages()
        assert copy.read_page(stored.id) == store.read_page(stored.id)
        assert {target: now.value for target, now in copy.read_many().items()} == {
            target: now.value for target, now in store.read_many().items()
        }
