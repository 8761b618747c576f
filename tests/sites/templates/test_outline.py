"""Outlines: the slot of every row, and their JSON."""

import pickle
import random
import re

import numpy as np
import pytest

from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import Page, _native, parse
from weft.page import tag_number
from weft.sites.templates import LocatorError, Outline, Step
from weft.sites.templates.outline import hash_path, path_of, recurring_tokens, stable_paths

HTML, BODY = Step(tag="html"), Step(tag="body")


def masked(token: str) -> str:
    return re.sub("[0-9]+", r"\\d+", token)


def bears(page: Page, row: int, mark: str) -> bool:
    if mark == "":
        return True
    if mark[0] == "[":
        return int(page.nth[row]) == int(mark[1:-1])
    tokens = [page.id(row)] if mark[0] == "#" else page.classes(row)
    return any(mark[1:] in (token, masked(token)) for token in tokens if token)


def plain_walk(outline: Outline, page: Page) -> list[int]:
    """The first child of the parent's slot that has the row's tag and whose mark the row bears."""
    found = [-1] * len(page)
    for row in range(len(page)):
        if page.tag[row] == 0:
            continue
        parent = int(page.parent[row])
        if parent < 0:
            found[row] = 0 if outline.steps[0].tag == page.tag_name(row) else -1
            continue
        for slot, step in enumerate(outline.steps):
            is_child = found[parent] >= 0 and outline.parents[slot] == found[parent]
            if is_child and step.tag == page.tag_name(row) and bears(page, row, step.mark):
                found[row] = slot
                break
    return found


def random_outline(page: Page, rng: random.Random) -> Outline:
    """Some of a page's elements as slots, each with one of the marks that it may have, no two of one path."""
    slots = {0: 0}
    parents, steps = [-1], [HTML]
    known: set[tuple[int, Step]] = set()
    for row in range(1, len(page)):
        if page.tag[row] == 0 or int(page.parent[row]) not in slots or (page.parent[row] > 0 and rng.random() < 0.2):
            continue
        tokens = [f".{token}" for token in page.classes(row)] + [f"#{page.id(row)}"] * bool(page.id(row))
        marks = ["", f"[{page.nth[row]}]", *tokens, *map(masked, tokens), ".other"]
        mark = rng.choice(marks) if page.parent[row] > 0 else ""  # head and body are on every page
        parent, step = slots[int(page.parent[row])], Step.of(page.tag_name(row), mark)
        if (parent, step) not in known:
            known.add((parent, step))
            slots[row] = len(parents)
            parents.append(parent)
            steps.append(step)
    return Outline(tuple(parents), tuple(steps), tuple(round(rng.random(), 2) for _ in steps))


@every_seed(40)
def test_walk_is_the_plain_walk(seed: int) -> None:
    rng = random.Random(seed)
    pages = [parse(make_page(seed, 300)), parse(make_page(seed + 1000, 300))]
    outline = random_outline(pages[0], rng)
    for page in pages:
        assert outline.walk(page).tolist() == plain_walk(outline, page)
    assert (outline.walk(pages[0]) >= 0).any()


def test_the_random_outlines_find_something() -> None:
    found = 0
    for seed in seeds(40):
        page = parse(make_page(seed, 300))
        found += int((random_outline(page, random.Random(seed)).walk(page) > 2).sum())
    assert found > 100


def test_numbered_tokens_fit_their_masked_form_only_where_the_outline_has_it() -> None:
    numbered = Outline((-1, 0, 1), (HTML, BODY, Step.of("p", r".post-\d+")), (1.0, 1.0, 1.0))
    exact = Outline((-1, 0, 1), (HTML, BODY, Step.of("p", ".post-17")), (1.0, 1.0, 1.0))
    page = parse("<p class='a post-17'><p class=post-18><p class=post->")
    assert numbered.walk(page).tolist() == [0, -1, 1, 2, 2, -1]
    assert exact.walk(page).tolist() == [0, -1, 1, 2, -1, -1]


@pytest.mark.parametrize(
    "step", ["div", "div#main", r"div.post-\d+", "td[2]", "x-card", r"p.md\:w-1/2", r"p.a\.b\#c", r"p.a\[1\]"]
)
def test_a_slot_has_a_tag_and_one_mark(step: str) -> None:
    outline = Outline.from_json({"html": {step: {}}})
    assert outline.paths[1] == f"html > {step}"
    assert Step.of(outline.steps[1].tag, outline.steps[1].mark) == outline.steps[1]


@pytest.mark.parametrize(
    "text", ["", "#main", ".post", "td[x]", "td[]", "td[1", "a b", "td[99999999999]", "td[٣]", "p.", "p.a.b", "p::text"]
)
def test_what_is_no_step_of_a_slot_is_refused(text: str) -> None:
    with pytest.raises(LocatorError):
        Outline.from_json({"html": {text: {}}})


def test_a_locator_names_a_slot_by_steps_as_they_are_written() -> None:
    outline = Outline.from_json({"html": {"body": {"div.a": {"p": {}, "p.lead": {}}, "div.b": {"p": {}}}}})
    assert outline.resolve("div.a > p") == outline.resolve("div.a p") == "html > body > div.a > p"
    assert outline.resolve(".lead") == outline.resolve("p.lead") == "html > body > div.a > p.lead"
    assert [*map(outline.shorten, outline.paths)] == ["html", "body", "div.a", "div.a p", "p.lead", "div.b", "div.b p"]
    with pytest.raises(LocatorError, match=r"'p' names 2 slots .*, such as 'div\.a p' or 'div\.b p'"):
        outline.resolve("p")
    with pytest.raises(LocatorError, match="the outline has no slot 'body > p'"):
        outline.resolve("body > p")


def test_nested_steps_of_one_kind_are_told_apart_by_children() -> None:
    outline = Outline.from_json({"html": {"body": {"div": {"div": {"div": {"b": {}}, "b": {}}, "b": {}}}}})
    short = [*map(outline.shorten, outline.paths)]
    assert len(set(short)) == len(short)
    assert [*map(outline.resolve, short)] == [*outline.paths]


@pytest.mark.parametrize("seed", range(40))
def test_the_short_locator_of_a_slot_names_it_and_no_other(seed: int) -> None:
    outline = random_outline(parse(make_page(seed, 300)), random.Random(seed))
    for path in outline.paths:
        short = outline.shorten(path)
        assert outline.resolve(short) == path
        assert len(short) <= len(path)


@every_seed(10)
def test_json_round_trip(seed: int) -> None:
    page = parse(make_page(seed, 300))
    outline = random_outline(page, random.Random(seed))
    again = Outline.from_json(outline.to_json())
    assert sorted(again.paths) == sorted(outline.paths)
    assert {path: again.presence[slot] for path, slot in again.slots.items()} == {
        path: outline.presence[slot] for path, slot in outline.slots.items()
    }
    assert again.to_json() == outline.to_json()
    found, found_again = outline.walk(page).tolist(), again.walk(page).tolist()
    assert [outline.paths[slot] if slot >= 0 else "" for slot in found] == [
        again.paths[slot] if slot >= 0 else "" for slot in found_again
    ]


def test_siblings_are_tried_in_the_order_of_the_file() -> None:
    page = parse("<p class='a b'>")
    first = Outline.from_json({"html": {"body": {"p.a": {}, "p.b": {}}}})
    second = Outline.from_json({"html": {"body": {"p.b": {}, "p.a": {}}}})
    assert first.paths[first.walk(page)[3]] == "html > body > p.a"
    assert second.paths[second.walk(page)[3]] == "html > body > p.b"


@pytest.mark.parametrize(
    "data",
    [{}, {"html": {}, "body": {}}, {"html": 3}, [], {"html": {"%": "many"}}, {"html": {"a b": {}}}, {"html": None}],
)
def test_broken_json_is_refused(data: object) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
        Outline.from_json(data)  # type: ignore[arg-type]


def test_travels_to_a_worker_after_use() -> None:
    outline = Outline((-1, 0), (HTML, BODY), (1.0, 1.0))
    page = parse("<p>text")
    found = outline.walk(page).tolist()
    travelled: Outline = pickle.loads(pickle.dumps(outline))
    assert travelled.walk(page).tolist() == found == [0, -1, 1, -1, -1]


def test_a_deep_page_is_walked() -> None:
    page = parse("<div>" * 1_900)
    outline = Outline((-1, 0, 1), (HTML, BODY, Step(tag="div")), (1.0, 1.0, 1.0))
    assert (outline.walk(page) == 2).sum() == 1


@every_seed(30)
def test_the_hash_of_a_row_is_the_hash_of_its_path_in_words(seed):
    page = parse(make_page(seed, size=120))
    for tokens in (frozenset(), frozenset(page.tokens[::2]), frozenset(page.tokens)):
        paths = stable_paths(page, tokens)
        assert paths.tolist() == [hash_path(path_of(page, row, tokens)) for row in range(len(page))]


@every_seed(30)
def test_the_texts_of_a_page_are_collected_the_plain_way(seed):
    page = parse(make_page(seed, size=200) + "<h2> <i>A</i>\x1c\u00a0<b>b</b> </h2><h2>" + "long " * 300)
    tokens = frozenset(page.tokens[::3])
    paths = stable_paths(page, tokens)
    marked = sorted({int(path) for path in paths[page.tag > 0][seed % 7 :: 11].tolist()})
    headings = [tag_number("h1"), tag_number("h2")]
    size = page.table.text_end - page.table.text_start
    wanted = (page.chars > 0) | np.isin(page.tag, headings) | np.isin(paths, np.array(marked, np.uint64))
    rows = np.flatnonzero(wanted & (size > 0) & (size <= 500)).tolist()
    plain = [(row, int(paths[row]), " ".join(page.text(row).split())) for row in rows]
    own_paths, texts, _ = _native.StablePaths(sorted(tokens), marked).collect(page.table, headings, 500)
    assert (own_paths.tolist(), texts) == (paths.tolist(), plain)
    assert len(plain) > 2


def test_rows_of_different_paths_differ():
    page = parse("<div><p>a</p><p class=x>b</p><p id=x>c</p></div><div><div><p>d</p></div></div>")
    paths = stable_paths(page, frozenset({"x"}))
    words = {path_of(page, row, frozenset({"x"})) for row in range(len(page))}
    assert len(set(paths.tolist())) == len(words)


def test_only_the_given_tokens_count():
    one, two = (parse(f'<div class="post post-{number}" id="n{number}"><p>a</p></div>') for number in (1, 2))
    tokens = frozenset({"post"})
    assert stable_paths(one, tokens).tolist() == stable_paths(two, tokens).tolist()
    assert stable_paths(one, frozenset()).tolist() != stable_paths(one, tokens).tolist()


def test_the_order_of_classes_does_not_matter():
    one, two = (parse(f'<p class="{names}">a</p>') for names in ("x y", "y x"))
    tokens = frozenset({"x", "y"})
    assert stable_paths(one, tokens).tolist() == stable_paths(two, tokens).tolist()


def test_deep_pages_have_paths():
    page = parse("<div>" * 1500 + "deep")
    assert len(set(stable_paths(page, frozenset()).tolist())) == len(page)


def test_recurring_tokens_are_those_of_most_pages():
    pages = [parse(f'<p class="post post-{number}" id="a b">') for number in range(4)]
    assert recurring_tokens(pages, share=0.5) == {"post"}
    assert recurring_tokens([], share=0.5) == frozenset()
