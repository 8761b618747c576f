"""TSIMMIS programs: what they bind, which records that makes, and what stops them."""

from pathlib import Path

import pytest

from weft import parse
from weft.errors import ArtifactError
from weft.papers.c import Tsimmis, tsimmis

SHOP = """<title>Shop</title><H1>Lamps</H1>
<div class="item" id=a><b>Lamp  one</b> costs <i>$ 5</i> <a HREF='/a?x=1&y=2'>more</a>
 <u>red</u> <u>blue</u></div>
<div class="item odd" id=b><b>Lamp &lt;two&gt;</b> <i>$ 7</i></div>
<p>Foot <b>note</b>"""


def values(program: str, html: str = SHOP) -> list[list[dict[str, str]]]:
    regions = Tsimmis.read(program).find(parse(html))
    return [
        [{name: field.value for name, field in record.fields.items()} for record in region.records]
        for region in regions
    ]


def test_one_record_of_the_whole_page() -> None:
    assert values('[title, root, "*<h1>#</h1>*"]') == [[{"title": "Lamps"}]]


def test_items_of_a_list_are_records() -> None:
    found = values("""
        [_items, elements(root, '<div class="item'), "#"]   # both: a tag that begins so
        [[name, price], _items, "*<b>#</b>*<i>$ #</i>*"]
    """)
    assert found == [[{"name": "Lamp one", "price": "5"}, {"name": "Lamp <two>", "price": "7"}]]


def test_what_does_not_match_is_missing_and_attributes_are_values() -> None:
    found = values("""
        [name, elements(root, '<div class="item'), "*<b>#</b>*"]
        [url, elements(root, '<div class="item'), '*href="#"*']
    """)
    assert found == [[{"name": "Lamp one", "url": "/a?x=1&y=2"}, {"name": "Lamp <two>"}]]


def test_page_values_are_in_every_record_and_inner_lists_repeat() -> None:
    found = values("""
        [heading, root, "*<h1>#</h1>*"]
        [_items, elements(root, "<div"), "#"]
        [name, _items, "*<b>#</b>*"]
        [colour, elements(_items, "<u"), "<u>#</u>"]
    """)
    assert found == [
        [
            {"heading": "Lamps", "name": "Lamp one", "colour": "red", "colour_2": "blue"},
            {"heading": "Lamps", "name": "Lamp <two>"},
        ]
    ]


def test_a_variable_record_says_what_a_record_is() -> None:
    html = "<section><h2>A</h2><p>1<p>2</section><section><h2>B</h2><p>3</section>"
    program = """
        [_sections, elements(root, "<section"), "#"]
        [group, _sections, "*<h2>#</h2>*"]
        [{}, elements(_sections, "<p"), "<p>#</p>"]
        [value, elements(_sections, "<p"), "<p>#</p>"]
    """
    assert values(program.format("record"), html) == [
        [{"group": "A", "value": "1"}, {"group": "A", "value": "2"}, {"group": "B", "value": "3"}]
    ]
    assert values(program.format("_"), html) == [
        [{"group": "A", "value": "1", "value_2": "2"}, {"group": "B", "value": "3"}]
    ]


def test_split_and_slices() -> None:
    html = "<p>zero; one; two; three</p>"
    assert values('[[first, last], root, "*<p>#; *; *; #</p>*"]', html) == [[{"first": "zero", "last": "three"}]]
    for cut, said in (("[1:]", "one two three"), ("[:-1]", "zero one two"), ("[0]", "zero"), ("[-1]", "three")):
        found = values(f'[_all, root, "*<p>#</p>*"] [one, split(_all, ";"){cut}, "#"]', html)
        assert " ".join(record["one"] for record in found[0]) == said
    assert values('[_all, root, "*<p>#</p>*"] [one, split(_all, ";")[1:3][0], "#"]', html) == [[{"one": "one"}]]


def test_slices_count_in_the_list_of_each_item() -> None:
    html = "<ul><li>a,b<li>c,d</ul>"
    found = values('[_items, elements(root, "<li"), "<li>#</li>"] [second, split(_items, ",")[1], "#"]', html)
    assert found == [[{"second": "b"}, {"second": "d"}]]


def test_two_lists_are_two_regions() -> None:
    html = "<ul><li>a</ul><ol><dd>b</ol>"
    assert values('[x, elements(root, "<dd"), "<dd>#</dd>"] [y, elements(root, "<li"), "<li>#</li>"]', html) == [
        [{"y": "a"}],
        [{"x": "b"}],
    ]


def test_elements_hold_their_like_and_are_no_other_tags() -> None:
    html = "<link rel=x><ul><li>a<ul><li>b</ul></li><li>c</ul>"
    assert values('[one, elements(root, "<li"), "<li>#</li>"]', html) == [[{"one": "a b"}, {"one": "c"}]]


def test_case_and_white_space_do_not_matter() -> None:
    assert values('[name, root, "*<B >  #  </B>\n COSTS *"]') == [[{"name": "Lamp one"}]]


def test_marks_are_escaped() -> None:
    assert values(r'[a, root, "*\#\*\"#<*"]', '<p>#*"x<b>y') == []  # a quote in a text is an entity
    assert values(r'[a, root, "*\#\*&quot;#<*"]', '<p>#*"x<b>y') == [[{"a": "x"}]]


def test_fields_and_records_know_their_rows() -> None:
    page = parse(SHOP)
    program = Tsimmis.read('[_i, elements(root, "<div"), "#"] [[n, u], _i, \'*<b>#</b>*href="#"*\']')
    (region,) = program.find(page)
    (record,) = region.records
    assert page.tag_name(region.row) == "body"
    assert (page.id(record.start), record.end) == ("a", int(page.end[record.start]))
    assert page.text(record.fields["n"].row) == "Lamp  one"
    assert page.tag_name(record.fields["u"].row) == "a"
    assert record.fields["n"].source == "tsimmis"


def test_scripts_say_nothing_and_texts_are_no_tags() -> None:
    html = "<script>var a = '<b>no</b>'</script><p>&lt;b&gt;neither&lt;/b&gt;<p><b>yes</b>"
    assert values('[a, root, "*<b>#</b>*"]', html) == [[{"a": "yes"}]]


def test_a_program_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "program.txt"
    path.write_text('\ufeff# lamps\n[title, root, "*<h1>#</h1>*"]\n', encoding="utf-8")
    program = Tsimmis.load(path)
    assert program.names == ("title",)
    path.write_bytes(b"\xff")
    with pytest.raises(ArtifactError, match="cannot be read"):
        Tsimmis.load(path)
    with pytest.raises(ArtifactError, match="cannot be read"):
        Tsimmis.load(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [("MAX_ITEMS", 2, "2: gave up .* items"), ("MAX_READ", 100, "characters to read"), ("MAX_WRITTEN", 3, "bind less")],
)
def test_too_much_is_given_up(monkeypatch: pytest.MonkeyPatch, limit: str, value: int, message: str) -> None:
    monkeypatch.setattr(tsimmis, limit, value)
    with pytest.raises(ArtifactError, match=message):
        values('\n[u, elements(root, "<u"), "#"]\n[all, root, "#"]')


def test_a_value_of_the_whole_page_in_thousands_of_records_takes_no_long_time() -> None:
    program = '[all, root, "#"] [name, elements(root, "<b"), "<b>#</b>"]'
    html = "<b>x</b>" * 1_000
    found = Tsimmis.read(program).find(parse(html))[0].records
    assert len(found) == 1_000
    with pytest.raises(ArtifactError, match="bind less"):
        values(program, html * 4)
