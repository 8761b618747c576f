import pytest

from weft import parse
from weft.sites.fields import learn_fields
from weft.sites.templates.fields import FieldChoices, FieldRules

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
