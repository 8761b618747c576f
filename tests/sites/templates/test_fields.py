import json
import random
from dataclasses import replace
from typing import Any

import pytest

from tests.seeds import every_seed
from tests.soup import make_page, mutate
from weft import parse
from weft.content import Field
from weft.page import Page
from weft.sites.fields import learn_fields
from weft.sites.templates.fields import MAX_TEXT_LENGTH, FieldChoices, FieldRule, FieldRules, read_texts, squeeze
from weft.sites.templates.locator import Locator, LocatorError
from weft.sites.templates.outline import hash_path, path_of

CELL = "html > body > table > tbody > tr > td::text"
HEAD = Locator.parse("html > body > table > tbody > tr > th::text")
LINE = "html > body > p::text"


def rule(name: str, path: str, **more: Any) -> FieldRule:
    return FieldRule(name=name, path=Locator.parse(path), **more)


def table(**rows: str) -> Page:
    return parse("<table>" + "".join(f"<tr><th>{label}<td>{value}" for label, value in rows.items()) + "</table>")


def values(rules: FieldRules, page: Page) -> dict[str, str]:
    return {name: field.value for name, field in rules.find(page).items()}


BOOK = FieldRules(
    (
        rule("weight", f'{CELL}:after("Weight")'),
        rule("year", f'{CELL}:after("Year")'),
    ),
    labels={HEAD: frozenset({"Weight", "Year", "Pages"})},
)


def test_the_printed_label_finds_the_row_wherever_it_stands():
    assert values(BOOK, table(Year="1999", Weight="2 kg")) == {"weight": "2 kg", "year": "1999"}
    assert values(BOOK, table(Weight="2 kg", Pages="7", Year="1999")) == {"weight": "2 kg", "year": "1999"}


def test_a_field_that_the_page_does_not_have_is_left_out():
    assert values(BOOK, table(Pages="7", Year="1999")) == {"year": "1999"}
    assert values(BOOK, parse("")) == {}
    assert FieldRules().find(table(Year="1999")) == {}


def test_a_field_tells_its_row_and_source():
    page = table(Year="1999")
    found = BOOK.find(page)["year"]
    assert found == Field(value="1999", row=found.row, source="template")
    assert page.text(found.row) == "1999"


def test_lines_between_breaks_are_counted():
    rules = FieldRules((rule("street", LINE), rule("town", f"{LINE}[2]")))
    assert values(rules, parse("<p>1 High St<br>\n Leeds </p>")) == {"street": "1 High St", "town": "Leeds"}


def test_a_label_in_the_same_text_is_no_part_of_the_value():
    rules = FieldRules(
        (rule("publisher", f'{LINE}:after("Publisher:")'),),
        labels={Locator.parse(LINE): frozenset({"Publisher:", "Year:"})},
    )
    assert values(rules, parse("<p>Year: 1999<p>Publisher: Penguin: Classics")) == {"publisher": "Penguin: Classics"}


def test_what_a_person_marked_comes_back_whole():
    marked = rule("publisher", f'{LINE}:after("Publisher:")', whole=True)
    rules = FieldRules((marked,), labels={Locator.parse(LINE): frozenset({"Publisher:"})})
    assert values(rules, parse("<p>Publisher: Penguin")) == {"publisher": "Publisher: Penguin"}


def test_affixes_are_cut_where_they_are():
    rules = FieldRules((rule("author", LINE, prefix="By", suffix="|"),))
    assert values(rules, parse("<p>By Ann |")) == {"author": "Ann"}
    assert values(rules, parse("<p>Ann")) == {"author": "Ann"}
    assert values(rules, parse("<p>By |")) == {}


def test_of_one_name_the_first_rule_that_finds_something_counts():
    rules = FieldRules((rule("author", "html > body > p > a::text"), rule("author", LINE)))
    assert values(rules, parse("<p>Bo <a>Ann</a>")) == {"author": "Ann"}
    assert values(rules, parse("<p>Bo")) == {"author": "Bo"}


def test_an_element_can_be_a_field():
    rules = FieldRules((rule("title", "html > body > h1::all"),))
    assert values(rules, parse("<h1>On <em>rain</em></h1>")) == {"title": "On rain"}


def test_texts_too_long_for_a_field_are_not_counted():
    rules = FieldRules((rule("line", LINE),))
    assert values(rules, parse(f"<p>{'a' * (MAX_TEXT_LENGTH + 1)}<p>short")) == {"line": "short"}


def test_json_keeps_everything_and_is_short():
    data = json.loads(json.dumps(BOOK.to_json()))
    assert FieldRules.from_json(data) == BOOK
    assert data["rules"][0] == {"name": "weight", "path": 'td:after("Weight")'}
    assert data["labels"] == {"th::text": ["Pages", "Weight", "Year"]}
    assert FieldRules.from_json(FieldRules().to_json()) == FieldRules()


@pytest.mark.parametrize(
    "broken",
    [
        {"rules": 1},
        {"rules": [{"name": "x"}]},
        {"rules": [{"name": "x", "path": 1}]},
        {"rules": [{"name": "x", "path": "html::text[first]"}]},
        {"rules": [{"name": "x", "path": "html::text", "colour": "red"}]},
        {"rules": [{"name": "x", "path": "html"}]},
        {"rules": [{"name": "x", "path": "body::text"}]},
        {"labels": 1},
        {"tokens": 0},
        {"outline": {}},
    ],
)
def test_broken_json_is_refused(broken):
    sound = {"rules": [{"name": "x", "path": "html::text"}], "labels": {}, "tokens": [], "outline": {"html": {}}}
    FieldRules.from_json(sound)
    with pytest.raises((KeyError, TypeError, ValueError)):
        FieldRules.from_json({**sound, **broken})


def test_what_names_no_text_is_refused_with_what_to_write():
    data = {**BOOK.to_json(), "rules": [{"name": "x", "path": "td"}]}
    with pytest.raises(LocatorError, match="'td' names an element; end it with ::text or ::all"):
        FieldRules.from_json(data)


def test_a_page_is_read_once():
    page = table(Year="1999")
    assert BOOK.find(page) is BOOK.find(page)
    assert BOOK.find(page) is not BOOK.find(table(Year="1999"))


def test_rules_in_words():
    assert BOOK.describe()[0] == 'weight: td:after("Weight") (100% of pages)'
    assert (
        BOOK.describe(short=False)[0] == 'weight: html > body > table > tbody > tr > td:after("Weight") (100% of pages)'
    )


def find_slowly(rules: FieldRules, page: Page) -> dict[str, str]:
    """An oracle: every row by its path in words, every rule over all readings."""
    texts = []
    for row in range(len(page)):
        path = path_of(page, row, rules.tokens)
        size = len(page.text(row).encode())
        shown = page.chars[row] > 0 or page.tag[row] > 0
        if (
            shown
            and 0 < size <= MAX_TEXT_LENGTH
            and (path in rules.labels or any(hash_path(one.path) == hash_path(path) for one in rules.rules))
        ):
            texts.append((row, hash_path(path), squeeze(page.text(row))))
    readings = list(read_texts(texts, labels={hash_path(path): own for path, own in rules.labels.items()}))
    found: dict[str, str] = {}
    for rule in rules.rules:
        for one in readings:
            here = one.path == hash_path(rule.path)
            by_label = one.label == rule.path.after and one.nth_under == rule.path.nth
            is_counted = one.nth == rule.path.nth if rule.path.after is None else by_label
            if here and is_counted and rule.value(one):
                found.setdefault(rule.name, rule.value(one))
    return found


@every_seed(25)
def test_the_fast_way_finds_what_the_slow_way_finds(seed):
    rng = random.Random(seed)
    source = make_page(seed, size=150)
    page = parse(source)
    tokens = frozenset(page.tokens[::2])
    paths = sorted({path_of(page, row, tokens) for row in range(len(page)) if page.text(row).strip()}, key=str)
    texts = sorted({squeeze(page.text(row)) for row in range(len(page)) if page.chars[row]})
    labels = {path: frozenset(rng.sample(texts, min(3, len(texts)))) for path in rng.sample(paths, len(paths) // 3)}
    rules = tuple(
        FieldRule(
            name=f"f{number % 7}",
            path=replace(rng.choice(paths), after=rng.choice([None, "", *texts]), nth=rng.randrange(1, 3)),
        )
        for number in range(12)
    )
    learned = FieldRules(rules, tokens, labels)
    for data in (source.encode(), *(mutate(source.encode(), rng) for _ in range(3))):
        other = parse(data)
        assert values(learned, other) == find_slowly(learned, other)
    assert FieldRules.from_json(json.loads(json.dumps(learned.to_json()))) == learned


def test_texts_and_attributes_are_found_together():
    page = parse("<meta name=author content=Ann><p>Price: $ 5<img src=/x.png>", url="http://weft.example/a/")
    learned = FieldRules(
        (
            rule("price", f'{LINE}:after("Price:")', prefix="$"),
            rule("author", 'html > head > meta::content:after("author")'),
            rule("image", "html > body > p > img::src"),
        ),
        labels={Locator.parse(LINE): frozenset({"Price:"})},
    )
    assert values(learned, page) == {"price": "5", "author": "Ann", "image": "http://weft.example/x.png"}


PAGES = [
    parse(f"<h1>Loom {n}</h1><dl><dt>Width<dd>{n}0 cm<dt>Wood<dd>{w}</dl>") for n, w in enumerate("oak ash elm".split())
]


def names(rules: FieldRules) -> list[str]:
    return [rule.name for rule in rules.rules]


def test_choices_change_the_rules_and_are_saved() -> None:
    rules = learn_fields(PAGES).choose(FieldChoices().rename("wood", "timber").drop("width"))
    assert names(rules) == ["title", "timber"]
    again = FieldRules.from_json(rules.to_json())
    assert again == rules
    assert again.find(PAGES[1])["timber"].value == "ash"


def test_all_fields_may_be_dropped() -> None:
    choices = FieldChoices()
    for name in ("title", "wood", "width"):
        choices = choices.drop(name)
    rules = learn_fields(PAGES).choose(choices)
    assert names(rules) == []
    assert FieldRules.from_json(rules.to_json()).choices == choices


def test_a_name_can_be_changed_again_and_back() -> None:
    rules = learn_fields(PAGES)
    once = rules.choose(rules.choices.rename("wood", "timber"))
    twice = once.choose(once.choices.rename("timber", "material"))
    assert twice.choices == FieldChoices({"wood": "material"})
    back = twice.choose(twice.choices.rename("material", "wood"))
    assert back == rules


def test_later_choices_win() -> None:
    early, late = FieldChoices({"a": "b", "c": "d"}, frozenset("e")), FieldChoices({"e": "f"}, frozenset("c"))
    assert early.then(late) == FieldChoices({"a": "b", "e": "f"}, frozenset("c"))


def test_files_without_types_examples_and_choices_are_read() -> None:
    data = learn_fields(PAGES).to_json()
    for rule in data["rules"]:
        rule.pop("examples", None)
        rule.pop("type", None)
    assert {rule.type for rule in FieldRules.from_json(data).rules} == {"text"}


@pytest.mark.parametrize(
    "wrong", [{"renamed": {}}, {"renamed": {"a": 1}, "dropped": []}, {"renamed": {}, "dropped": [1]}]
)
def test_broken_choices_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        FieldRules.from_json({**learn_fields(PAGES).to_json(), "choices": wrong})
