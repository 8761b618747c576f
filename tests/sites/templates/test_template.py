"""Templates: how well a page fits, what is extracted, and their JSON.

The guard of a template, as it is saved and asked.
"""

import json
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.sites.templates.test_outline import plain_walk, random_outline
from tests.soup import make_page
from weft import Page, parse
from weft.content import Reason
from weft.sites.templates import (
    BODY_RULES,
    FieldRule,
    FieldRules,
    Locator,
    NoBodyRules,
    Outline,
    RecordRules,
    SlotBody,
    Template,
)
from weft.sites.templates.template import UNGUARDED, Guard

OUTLINE = Outline.from_json(
    {
        "html": {
            "head": {"title": {}},
            "body": {"nav": {"a": {}}, "div.text": {"h1": {}, "p": {}}, "ul": {"%": 0.5, "li": {"%": 0.5, "b": {}}}},
        }
    }
)
PAGE = """<title>t</title><nav><a>Menu</a></nav><div class=text><h1>Looms</h1><p>A loom holds the warp.</div>
<ul><li><b>One</b><li><b>Two</b></ul>"""


def make_template() -> Template:
    return Template(
        name="article",
        outline=OUTLINE,
        body=SlotBody(outline=OUTLINE, keep=("html > body > div.text > p",), texts=frozenset({"Share"})),
        fields=FieldRules(
            (FieldRule(name="title", path=Locator.parse("html > body > div.text > h1::all")),), frozenset({"text"})
        ),
        records=RecordRules(record="html > body > ul > li", fields={"b": "html > body > ul > li > b"}),
        page_type="article",
        pages=7,
        confidence=0.875,
    )


def test_extracts_body_fields_and_records() -> None:
    document = make_template().extract(parse(PAGE))
    assert document.text == "A loom holds the warp."
    assert (document.chosen_by, document.page_type, document.confidence) == ("template", "article", 0.875)
    assert document.reason == Reason("template", "template article, learned from 7 pages")
    assert [record.fields["b"].value for record in document.records] == ["One", "Two"]


def test_fields_have_value_row_and_source() -> None:
    page = parse(PAGE)
    found = make_template().extract(page).fields
    assert list(found) == ["title"]
    assert len(found) == 1
    assert (found["title"].value, found["title"].source) == ("Looms", "template")
    assert page.text(found["title"].row).strip() == "Looms"


def test_a_page_of_the_template_fits_whatever_its_body() -> None:
    template = make_template()
    fit = template.read(parse(PAGE))
    assert (fit.found, fit.known) == (1, 1)
    longer = PAGE.replace("</div>", "</div><p>" + "new <i>b</i>" * 50).replace("warp.", "warp. <b>x</b>" * 20)
    assert template.match(parse(PAGE.replace("warp.", "warp. <b><i>x</i></b>" * 20))) == 1
    assert template.match(parse(longer)) < 1


def test_a_page_of_another_design_does_not_fit() -> None:
    other = parse("<main><section><h2>Looms</h2><p>A loom.</section><section><p>More</section></main>")
    fit = make_template().read(other)
    assert fit.found < 1
    assert fit.known < 1
    assert fit.score == pytest.approx(fit.found * fit.known)
    assert fit.score < 0.6


def test_an_empty_page_fits_badly() -> None:
    assert make_template().match(parse("")) < 0.6


def test_a_rare_slot_is_not_asked_for() -> None:
    assert make_template().match(parse(PAGE[: PAGE.index("<ul>")])) == 1


def test_scores_the_blocks_of_the_body() -> None:
    page = parse(PAGE)
    assert make_template().score(page).tolist() == [float(k == 2) for k in range(len(page.blocks))]


def test_json_round_trip() -> None:
    template, page = make_template(), parse(PAGE)
    again = Template.from_json(json.loads(json.dumps(template.to_json())))
    assert again.to_json() == template.to_json()
    assert again.describe() == template.describe()
    assert np.array_equal(again.extract(page).keep, template.extract(page).keep)
    assert dict(again.extract(page).fields) == dict(template.extract(page).fields)
    assert tuple(again.extract(page).records) == tuple(template.extract(page).records)
    assert again.match(page) == template.match(page)


def test_travels_to_a_worker_after_use() -> None:
    template, page = make_template(), parse(PAGE)
    keep = template.extract(page).keep
    travelled: Template = pickle.loads(pickle.dumps(template))
    assert np.array_equal(travelled.extract(page).keep, keep)
    assert travelled.match(page) == template.match(page)


def test_without_rules_nothing_is_chosen() -> None:
    template = Template(name="small", outline=OUTLINE, body=NoBodyRules())
    document = template.extract(parse(PAGE))
    assert not template.is_learned
    assert make_template().is_learned
    assert (document.text, dict(document.fields), tuple(document.records)) == ("", {}, ())
    assert "too few pages" in template.describe()[0]
    assert not Template.from_json(template.to_json()).is_learned


@pytest.mark.parametrize(
    "key", ["name", "outline", "body", "learner", "fields", "records", "pages", "page_type", "confidence"]
)
def test_a_missing_part_is_refused(key: str) -> None:
    data = make_template().to_json()
    del data[key]
    with pytest.raises(KeyError):
        Template.from_json(data)


def test_edited_records_with_an_unknown_path_are_refused() -> None:
    data = make_template().to_json()
    data["records"]["fields"]["b"] = "html > body > nowhere"
    with pytest.raises(ValueError, match="no slot 'html > body > nowhere'"):
        Template.from_json(data)


def test_choosers_are_named_after_themselves() -> None:
    assert all(rules.name == name for name, rules in BODY_RULES.items())
    assert {"slots", "block_rule", "none"} <= set(BODY_RULES)


def plain_fit(template: Template, page: Page) -> tuple[float, float]:
    """The share of the usual slots that the page has, and of its elements that are known; body and records are free."""
    outline = template.outline
    roots = {*getattr(template.body, "keep", ()), *getattr(template.body, "around", ()), *template.records.paths}
    free = {slot for slot, path in enumerate(outline.paths) if any(f"{path} ".startswith(f"{root} ") for root in roots)}
    slots = plain_walk(outline, page)
    usual = {slot for slot in range(len(outline)) if outline.presence[slot] >= 0.9} - free
    known = sum(slot >= 0 and slot not in free for slot in slots)
    unknown = 0
    for row in range(1, len(page)):
        above = slots[int(page.parent[row])]
        unknown += bool(page.tag[row] and slots[row] < 0 and above >= 0 and above not in free)
    return len(usual & set(slots)) / max(len(usual), 1), known / max(known + unknown, 1)


@every_seed(30)
def test_the_fit_is_the_plain_fit(seed: int) -> None:
    rng = random.Random(seed)
    page, other = parse(make_page(seed, 200)), parse(make_page(seed + 500, 200))
    outline = random_outline(page, rng)
    outline = replace(outline, presence=tuple(rng.choice([0.5, 0.9, 1.0]) for _ in outline.steps))
    keep, around = rng.choices(outline.paths[2:], k=1), rng.choices(outline.paths[2:], k=1)
    body = SlotBody(outline=outline, keep=tuple(keep), around=tuple(around))
    template = Template(name="t", outline=outline, body=body, records=RecordRules(record=rng.choice(outline.paths[2:])))
    for any_page in (page, other, parse("")):
        fit = template.read(any_page)
        assert template.keep(any_page, fit).tolist() == body.choose(any_page).tolist()
        assert (fit.found, fit.known) == pytest.approx(plain_fit(template, any_page))
        assert fit.slots.tolist() == plain_walk(outline, any_page)
        assert template.match(any_page) == fit.score


def test_what_is_saved_is_read_again() -> None:
    guard = Guard(trust=0.87, words=(40, 900), fit=0.75, why="on 9 pages they agree")
    assert Guard.from_json(guard.to_json()) == guard
    assert Guard.from_json(UNGUARDED.to_json()) == UNGUARDED


@pytest.mark.parametrize("broken", [{"trust": 2}, {"trust": "much"}, {"words": [1]}, {"fit": -1}])
def test_broken_values_are_refused(broken: dict[str, object]) -> None:
    saved = Guard(why="on 9 pages they agree").to_json()
    with pytest.raises((ValueError, TypeError)):
        Guard.from_json({**saved, **broken})


def test_a_page_is_usual_by_its_words_and_its_fit() -> None:
    guard = Guard(words=(40, 900), fit=0.75)
    assert guard.is_usual(words=40, fit=0.75)
    assert not guard.is_usual(words=39, fit=1.0)
    assert not guard.is_usual(words=901, fit=1.0)
    assert not guard.is_usual(words=100, fit=0.7)


def test_a_template_without_a_guard_is_used() -> None:
    assert UNGUARDED.holds
    assert UNGUARDED.is_usual(words=0, fit=0.0)
