"""Record rules."""

from weft import parse
from weft.sites.templates import Outline, RecordRules
from weft.sites.templates.records import MAX_RECORDS

OUTLINE = Outline.from_json({"html": {"body": {"div.card": {"h2": {}, "p": {}, "p.when": {}}}}})
CARD = "html > body > div.card"
RULES = RecordRules(record=CARD, fields={"h2": f"{CARD} > h2", "p": f"{CARD} > p"})
PAGE = """<p>Before</p><div class=card><a href=/0></a><h2><a href=/1>One</a></h2><p> </p><p>First
 text</p></div><div class="card wide"><h2>Two</h2><div><a href=/2>more</a></div></div>
<div class=other><h2>No</h2></div>"""


def test_records_in_document_order_with_their_fields() -> None:
    page = parse(PAGE)
    first, second = RULES.find(page, OUTLINE.walk(page), OUTLINE)
    assert {name: field.value for name, field in first.fields.items()} == {"h2": "One", "p": "First text", "url": "/1"}
    assert {name: field.value for name, field in second.fields.items()} == {"h2": "Two", "url": "/2"}
    assert first.end == second.start
    assert all(field.source == "template" for record in (first, second) for field in record.fields.values())
    assert all(first.start < field.row < first.end for field in first.fields.values())
    assert page.text(first.fields["h2"].row).strip() == "One"


def test_a_page_without_records() -> None:
    assert RULES.find(parse(""), OUTLINE.walk(parse("")), OUTLINE) == ()


def test_no_rules_are_false() -> None:
    assert not RecordRules()
    assert RULES
    assert (RecordRules().describe(OUTLINE), RecordRules().paths, RecordRules().to_json(OUTLINE)) == ([], (), {})


def test_json_round_trip() -> None:
    assert RecordRules.from_json(RULES.to_json(OUTLINE), OUTLINE) == RULES
    assert RecordRules.from_json(RecordRules().to_json(OUTLINE), OUTLINE) == RecordRules()
    assert RULES.describe(OUTLINE) == ["records: div.card", "  h2: div.card h2", "  p: div.card p"]
    assert RULES.describe(OUTLINE, short=False)[1] == f"  h2: {CARD} > h2"


def test_their_number_is_bounded() -> None:
    page = parse("<div class=card><h2>x</h2></div>" * (MAX_RECORDS + 10))
    assert len(RULES.find(page, OUTLINE.walk(page), OUTLINE)) == MAX_RECORDS
