"""What a person marks wins over what weft thinks: body, noise, titles, records and their fields."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.site_pages import SHARE, blog_page, list_page, make_article
from weft import parse
from weft.content import Label, Record
from weft.page import Page
from weft.sites.sample import Sample, marked_blocks
from weft.sites.template_learner import learn_template
from weft.sites.templates import RecordRules, Template

ARTICLES = [parse(blog_page(make_article(number))) for number in range(8)]
LISTS = [parse(list_page(number)) for number in range(1, 7)]


def find(page: Page, tag: str, name: str = "") -> list[int]:
    """The rows of a tag with a class or id."""
    rows = page.rows_of(tag).tolist()
    return [row for row in rows if not name or name in page.classes(row) or page.id(row) == name]


def mark(name: str, rows: Sequence[int]) -> Label:
    return Label(page_id="a", rows=tuple(rows), name=name)


def teach(pages: list[Page], labels: dict[int, list[Label]]) -> Template:
    return learn_template(Sample(pages, labels), learner="slots")


def texts(template: Template, page: Page) -> list[str]:
    return [page.blocks.text(block) for block in template.body.choose(page).tolist()]


def test_one_marked_page_makes_comments_the_body_of_all():
    rows = find(ARTICLES[2], "section", "comments")
    template = teach(ARTICLES, {2: [mark("body", rows)]})
    for number, page in enumerate(ARTICLES):
        said = " ".join(texts(template, page))
        article = make_article(number)
        assert all(comment in said for comment in article.comments)
        assert not any(paragraph in said for paragraph in article.paragraphs)


def test_a_text_that_every_page_prints_is_body_where_it_is_marked():
    page = ARTICLES[0]
    line, around = find(page, "p", "share"), find(page, "div", "entry-content")
    assert texts(teach(ARTICLES, {0: [mark("body", line)]}), ARTICLES[5]) == [SHARE]
    whole = teach(ARTICLES, {0: [mark("body", around)]})
    assert SHARE not in texts(whole, ARTICLES[5])  # nobody pointed at it
    assert set(make_article(5).paragraphs) <= set(texts(whole, ARTICLES[5]))


def test_noise_alone_takes_a_part_out_of_the_body_on_all_pages():
    pages = [
        parse(blog_page(make_article(number)).replace("<p class=share>", "<p class=lead>Extra ")) for number in range(8)
    ]
    plain = teach(pages, {})
    block = "Extra " + SHARE
    marked = {1: [mark("noise", find(pages[1], "div", "entry-content"))]}
    template = teach(pages, marked)
    assert texts(plain, pages[4])
    assert not set(make_article(4).paragraphs) & set(texts(template, pages[4]))
    assert block not in texts(template, pages[4])


def test_body_in_noise_in_body_is_kept():
    page = parse("<div id=a><p>one</p><div id=b><p>two</p><p id=c>three</p></div></div>")
    labels = [mark("body", find(page, "div", "a") + find(page, "p", "c")), mark("noise", find(page, "div", "b"))]
    assert marked_blocks(page, labels).tolist() == [1, -1, 1]


def test_marked_blocks_are_those_of_the_nearest_mark_on_random_pages():
    rng = np.random.default_rng(0)
    for page in ARTICLES:
        rows = rng.choice(len(page), 12, replace=False).tolist()
        names = dict(zip(rows, rng.choice(["body", "noise", "title"], 12).tolist(), strict=True))
        found = marked_blocks(page, [mark(name, [row]) for row, name in names.items()])
        for block, first in enumerate(page.blocks.first.tolist()):
            above = [names[row] for row in (first, *page.ancestors(first)) if names.get(row) in ("body", "noise")]
            assert found[block] == {"body": 1, "noise": -1, "": 0}[above[0] if above else ""]


def untitled(number: int) -> Page:
    """An article whose title nobody knows as such."""
    html = blog_page(make_article(number)).replace(f"<title>{make_article(number).title} | ", "<title>")
    return parse(html.replace("<h1 class=entry-title>", "<div class=name>").replace("</h1>", "</div>"))


def test_a_marked_title_is_left_out_of_a_marked_body():
    pages = [untitled(number) for number in range(8)]
    body = mark("body", find(pages[0], "article"))
    assert make_article(5).title in texts(teach(pages, {0: [body]}), pages[5])
    without = teach(pages, {0: [body, mark("title", find(pages[0], "div", "name"))]})
    assert make_article(5).title not in texts(without, pages[5])
    assert without.fields.find(pages[5])["title"].value == make_article(5).title


def test_marked_records_and_their_fields_are_found_on_all_pages():
    page = LISTS[0]
    cards = find(page, "div", "card")
    labels = [mark("record", [row]) for row in cards[:2]]
    labels += [mark("headline", find(page, "h2")[:2]), mark("day", find(page, "span", "when")[:2])]
    template = teach(LISTS, {0: labels})
    assert template.records.taught
    records = template.extract(LISTS[3]).records
    articles = [make_article(40 + k) for k in range(8)]
    assert [record.fields["headline"].value for record in records] == [one.title for one in articles]
    assert [record.fields["day"].value for record in records] == [one.date for one in articles]
    assert set(records[0].fields) == {"headline", "day", "url"}
    assert "headline" not in {rule.name for rule in template.fields.rules}


def test_marked_records_are_learned_on_articles_too_and_without_fields_get_all():
    page = ARTICLES[0]
    rows = find(page, "li", "comment")
    template = teach(ARTICLES, {0: [mark("record", [row]) for row in rows]})
    assert [record.fields["p"].value for record in template.extract(ARTICLES[3]).records] == [*make_article(3).comments]
    assert not teach(ARTICLES, {}).extract(ARTICLES[3]).records


def striped(number: int) -> Page:
    """A table whose rows are written by turns."""
    articles = [make_article(number * 10 + k) for k in range(9)]
    rows = [
        f"<tr class={'odd' if k % 2 else 'even'}><td><a href=/{k}>{one.title}</a><td>{one.author}"
        for k, one in enumerate(articles)
    ]
    return parse(f"<h1>Board {number}</h1><table class=board><tr class=head><th>Name<th>By{''.join(rows)}</table>")


def test_records_by_turns_are_all_found():
    pages = [striped(number) for number in range(6)]
    rows = find(pages[0], "tr", "odd")[:1] + find(pages[0], "tr", "even")[:2]
    links = find(pages[0], "a")[:3]
    template = teach(pages, {0: [mark("record", [row]) for row in rows] + [mark("name", links)]})
    assert len(template.records.also) == 1
    assert RecordRules.from_json(template.records.to_json(template.outline), template.outline) == template.records
    found = [record.fields["name"].value for record in template.extract(pages[4]).records]
    assert found == [make_article(40 + k).title for k in range(9)]
    assert Template.from_json(template.to_json()).extract(pages[4]).records == template.extract(pages[4]).records


def test_taught_records_go_before_typed_ones_and_are_saved_as_such():
    template = teach(LISTS, {0: [mark("record", find(LISTS[0], "div", "card")[:1])]})
    assert RecordRules.from_json(template.records.to_json(template.outline), template.outline) == template.records
    assert "taught" not in RecordRules(record="html").to_json(template.outline)
    typed = (Record(start=0, end=1),)
    slots = template.read(LISTS[1]).slots
    assert len(template.find_records(LISTS[1], slots, lambda page: typed)) == 8
    untaught = replace(template, page_type="product", records=replace(template.records, taught=False))
    assert untaught.find_records(LISTS[1], slots, lambda page: typed) == typed


def test_a_field_outside_of_records_stays_the_pages_own():
    page = LISTS[0]
    labels = [mark("record", find(page, "div", "card")[:1]), mark("heading", find(page, "h1"))]
    sample = Sample(LISTS, {0: labels})
    assert [label.name for label in sample.field_labels[0]] == ["heading"]
    assert sample.record_fields == {}
