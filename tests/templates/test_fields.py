import json
import random

import pytest

from tests.seeds import every_seed
from tests.soup import make_page, mutate
from weft import parse
from weft.content import Field
from weft.page import Page
from weft.templates.fields import MAX_TEXT_LENGTH, FieldRule, FieldRules, read_texts, squeeze
from weft.templates.paths import hash_path, path_steps

CELL = ("html", "body", "table", "tbody", "tr", "td", "#text")
HEAD = ("html", "body", "table", "tbody", "tr", "th", "#text")
LINE = ("html", "body", "p", "#text")


def table(**rows: str) -> Page:
    return parse("<table>" + "".join(f"<tr><th>{label}<td>{value}" for label, value in rows.items()) + "</table>")


def values(rules: FieldRules, page: Page) -> dict[str, str]:
    return {name: field.value for name, field in rules.find(page).items()}


BOOK = FieldRules(
    (
        FieldRule(name="weight", path=CELL, label="Weight", by_label=True),
        FieldRule(name="year", path=CELL, label="Year", by_label=True),
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
    rules = FieldRules((FieldRule(name="street", path=LINE), FieldRule(name="town", path=LINE, nth=2)))
    assert values(rules, parse("<p>1 High St<br>\n Leeds </p>")) == {"street": "1 High St", "town": "Leeds"}


def test_a_label_in_the_same_text_is_no_part_of_the_value():
    rules = FieldRules(
        (FieldRule(name="publisher", path=LINE, label="Publisher:", by_label=True),),
        labels={LINE: frozenset({"Publisher:", "Year:"})},
    )
    assert values(rules, parse("<p>Year: 1999<p>Publisher: Penguin: Classics")) == {"publisher": "Penguin: Classics"}


def test_what_a_person_marked_comes_back_whole():
    rule = FieldRule(name="publisher", path=LINE, label="Publisher:", by_label=True, whole=True)
    rules = FieldRules((rule,), labels={LINE: frozenset({"Publisher:"})})
    assert values(rules, parse("<p>Publisher: Penguin")) == {"publisher": "Publisher: Penguin"}


def test_affixes_are_cut_where_they_are():
    rules = FieldRules((FieldRule(name="author", path=LINE, prefix="By", suffix="|"),))
    assert values(rules, parse("<p>By Ann |")) == {"author": "Ann"}
    assert values(rules, parse("<p>Ann")) == {"author": "Ann"}
    assert values(rules, parse("<p>By |")) == {}


def test_of_one_name_the_first_rule_that_finds_something_counts():
    path = (*LINE[:-1], "a", "#text")
    rules = FieldRules((FieldRule(name="author", path=path), FieldRule(name="author", path=LINE)))
    assert values(rules, parse("<p>Bo <a>Ann</a>")) == {"author": "Ann"}
    assert values(rules, parse("<p>Bo")) == {"author": "Bo"}


def test_an_element_can_be_a_field():
    rules = FieldRules((FieldRule(name="title", path=("html", "body", "h1")),))
    assert values(rules, parse("<h1>On <em>rain</em></h1>")) == {"title": "On rain"}


def test_texts_too_long_for_a_field_are_not_counted():
    rules = FieldRules((FieldRule(name="line", path=LINE),))
    assert values(rules, parse(f"<p>{'a' * (MAX_TEXT_LENGTH + 1)}<p>short")) == {"line": "short"}


def test_json_keeps_everything():
    data = json.loads(json.dumps(BOOK.to_json()))
    assert FieldRules.from_json(data) == BOOK
    assert data["rules"][0]["path"] == "html > body > table > tbody > tr > td > #text"


@pytest.mark.parametrize(
    "broken",
    [
        {"rules": 1},
        {"rules": [{"name": "x"}]},
        {"rules": [{"name": "x", "path": 1}]},
        {"rules": [{"name": "x", "path": "html", "nth": "first"}]},
        {"rules": [{"name": "x", "path": "html", "colour": "red"}]},
        {"labels": 1},
        {"tokens": 0},
    ],
)
def test_broken_json_is_refused(broken):
    with pytest.raises((KeyError, TypeError, ValueError)):
        FieldRules.from_json({"rules": [], "labels": {}, "tokens": [], **broken})
    with pytest.raises(KeyError):
        FieldRules.from_json({})


def test_words_name_the_label():
    assert "Weight" in BOOK.words()[0]
    assert BOOK.words()[0].startswith("weight: ")


def find_slowly(rules: FieldRules, page: Page) -> dict[str, str]:
    """The twin: every row by its path in words, every rule over all readings."""
    texts = []
    for row in range(len(page)):
        path = path_steps(page, row, rules.tokens)
        size = len(page.text(row).encode())
        shown = page.chars[row] > 0 or page.tag[row] > 0
        if (
            shown
            and 0 < size <= MAX_TEXT_LENGTH
            and (path in rules.labels or any(rule.path == path for rule in rules.rules))
        ):
            texts.append((row, hash_path(path), squeeze(page.text(row))))
    readings = list(read_texts(texts, labels={hash_path(path): own for path, own in rules.labels.items()}))
    found: dict[str, str] = {}
    for rule in rules.rules:
        for one in readings:
            here = one.path == hash_path(rule.path)
            place = one.label == rule.label and one.nth_under == rule.nth if rule.by_label else one.nth == rule.nth
            if here and place and rule.value(one):
                found.setdefault(rule.name, rule.value(one))
    return found


@every_seed(25)
def test_the_fast_way_finds_what_the_slow_way_finds(seed):
    rng = random.Random(seed)
    source = make_page(seed, size=150)
    page = parse(source)
    tokens = frozenset(page.tokens[::2])
    paths = sorted({path_steps(page, row, tokens) for row in range(len(page)) if page.text(row).strip()})
    texts = sorted({squeeze(page.text(row)) for row in range(len(page)) if page.chars[row]})
    labels = {path: frozenset(rng.sample(texts, min(3, len(texts)))) for path in rng.sample(paths, len(paths) // 3)}
    rules = tuple(
        FieldRule(
            name=f"f{number % 7}",
            path=rng.choice(paths),
            label=rng.choice(["", *texts]),
            by_label=rng.random() < 0.5,
            nth=rng.randrange(1, 3),
        )
        for number in range(12)
    )
    learned = FieldRules(rules, tokens, labels)
    for data in (source.encode(), *(mutate(source.encode(), rng) for _ in range(3))):
        other = parse(data)
        assert values(learned, other) == find_slowly(learned, other)
