"""Records of a cluster."""

from collections.abc import Sequence

from tests.site_pages import list_pages, make_article
from weft import parse
from weft.sites.sample import Sample
from weft.sites.slot_learner import learn_records
from weft.sites.slots import to_outline
from weft.sites.templates import RecordRules


def sample_of(pages: Sequence[str | bytes]) -> Sample:
    return Sample([parse(page) for page in pages])


def texts(rules: RecordRules, sample: Sample, name: str) -> list[str]:
    outline = to_outline(sample.slots, len(sample.pages), needed=[rules.record, *rules.fields.values()])
    slots = outline.walk(sample.pages[0])
    return [record.fields[name].value for record in rules.find(sample.pages[0], slots, outline)]


def test_the_cards_of_a_list() -> None:
    sample = sample_of([data for _, data in list_pages(range(1, 7))])
    rules = learn_records(sample)
    assert rules.record.endswith("> div.cards > div.card")
    assert list(rules.fields) == ["a", "excerpt", "when"]
    assert texts(rules, sample, "a") == [make_article(10 + k).title for k in range(8)]
    assert texts(rules, sample, "when") == [make_article(10 + k).date for k in range(8)]
    assert texts(rules, sample, "url")[0] == "http://weft.example/blog/10"


def test_menus_are_no_records() -> None:
    menu = "".join(f"<li><a href=/{k}>Guild of number {k} and school</a></li>" for k in range(8))
    pages = [f"<ul>{menu}</ul><p>Text {k}" for k in range(5)]
    assert not learn_records(sample_of(pages))


def test_paragraphs_of_a_body_are_no_records() -> None:
    body = "html > body > div#text"
    html = [
        f"<div id=text>{''.join(f'<p><b>{t[:40]}</b></p>' for t in make_article(k).paragraphs)}</div>" for k in range(6)
    ]
    assert learn_records(sample_of(html)).record == f"{body} > p"
    assert not learn_records(sample_of(html), body=(body,))
    assert learn_records(sample_of(html), body=(body[:-1],)).record == f"{body} > p"  # div#tex is another slot


def list_of(texts: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li><b>{text}</b></li>" for text in texts) + "</ul>"


def test_few_of_a_kind_are_no_records() -> None:
    three = [list_of([f"The thing {name} of page {k}" for name in "abc"]) for k in range(6)]
    assert learn_records(sample_of(three)).record == "html > body > ul > li"
    two = [list_of([f"The thing {name} of page {k}" for name in "ab"]) for k in range(6)]
    assert not learn_records(sample_of(two))


def test_page_numbers_are_no_records() -> None:
    assert not learn_records(sample_of([list_of([str(10 * k + place) for place in range(6)]) for k in range(6)]))


def test_a_menu_with_one_new_item_is_no_record() -> None:
    menu = ["Guild and school", "Shop and mill", "News and letters", "About the loom"]
    pages = [list_of([*menu, make_article(k).paragraphs[0]]) for k in range(6)]
    assert not learn_records(sample_of(pages))


def test_plain_paragraphs_are_no_records() -> None:
    pages = ["".join(f"<p>{text}</p>" for text in make_article(k).paragraphs) for k in range(6)]
    assert not learn_records(sample_of(pages))


def test_fields_of_one_name_do_not_replace_each_other() -> None:
    cell = "<div class={1}><b class=sub_title>{0}</b></div>"
    row = "<div class=row>" + cell.format("Left {0} {1}", "a") + cell.format("Right {0} {1}", "b") + "</div>"
    pages = ["".join(row.format(k, number) for number in range(5)) for k in range(5)]
    sample = sample_of(pages)
    rules = learn_records(sample)
    assert list(rules.fields) == ["sub_title", "sub_title_2"]
    assert (texts(rules, sample, "sub_title")[0], texts(rules, sample, "sub_title_2")[0]) == ("Left 0 0", "Right 0 0")


def test_a_class_called_url_does_not_hide_the_address() -> None:
    card = "<div class=card><a href=/p/{0}><b class=url>Thing {0} of page {1}</b></a></div>"
    sample = sample_of(["".join(card.format(row, k) for row in range(5)) for k in range(5)])
    rules = learn_records(sample)
    assert list(rules.fields) == ["url_2"]
    assert texts(rules, sample, "url")[:2] == ["/p/0", "/p/1"]


def test_no_pages_with_anything() -> None:
    assert not learn_records(sample_of([""] * 3))
