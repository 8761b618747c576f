"""The default learner: bodies of pages of our own, to the letter."""

from dataclasses import replace

import numpy as np
import pytest

from tests.site_pages import (
    BOX,
    DISCLAIMER,
    RELATED_HEAD,
    SHARE,
    Article,
    Design,
    blog_page,
    hashed_page,
    make_article,
    pages_of,
    redesigned_page,
    table_page,
)
from tests.soup import make_page
from weft import Label, parse
from weft.sites import slots as slots_module
from weft.sites.sample import Sample
from weft.sites.slot_learner import SlotEvidence, SlotLearner
from weft.sites.templates import SlotBody

designs = pytest.mark.parametrize("design", [blog_page, hashed_page, redesigned_page, table_page])


def learn(pages: list[tuple[str, bytes]], labels: dict[int, list[Label]] | None = None) -> SlotBody:
    return SlotLearner().learn(Sample([parse(data, url=url) for url, data in pages], labels or {}))


def text(body: SlotBody, html: str | bytes) -> str:
    page = parse(html)
    return "\n\n".join(" ".join(page.blocks.text(block).split()) for block in body.choose(page).tolist())


def without_box(found: str, design: Design, article: Article) -> str:
    """The text without the last sentence of a page whose class names are hashes: nothing tells that it is in a box."""
    return found.removesuffix(f"\n\n{article.related[0]}{BOX}") if design is hashed_page else found


@designs
def test_bodies_of_new_pages_are_exact(design: Design) -> None:
    body = learn(pages_of(design, range(10)))
    for number in range(200, 215):
        article = make_article(number)
        assert without_box(text(body, design(article)), design, article) == article.body


@designs
def test_short_bodies_beside_long_noise_are_exact(design: Design) -> None:
    body = learn([*pages_of(design, range(6)), *pages_of(design, range(10, 16), paragraphs=0)])
    for number in range(200, 215):
        article = make_article(number, paragraphs=0)
        assert without_box(text(body, design(article)), design, article) == article.body


@designs
def test_texts_of_every_page_titles_and_boxes_are_never_body(design: Design) -> None:
    body = learn(pages_of(design, range(10)))
    for number in range(200, 205):
        article = make_article(number)
        found = without_box(text(body, design(article)), design, article)
        for noise in (SHARE, DISCLAIMER, RELATED_HEAD, article.title, article.related[0], article.comments[0]):
            assert noise not in found


def test_a_repeated_paragraph_between_the_others_is_left_out() -> None:
    def page(number: int) -> bytes:
        first, *rest = make_article(number).paragraphs
        return f"<h1>{number}</h1><div class=text><p>{first}<p>{SHARE}{''.join(f'<p>{t}' for t in rest)}</div>".encode()

    body = learn([(str(number), page(number)) for number in range(8)])
    assert SHARE in body.texts
    assert text(body, page(50)) == make_article(50).body


def test_a_text_that_a_few_pages_share_stays() -> None:
    quote = "The old weavers say that a thread which is cut three times will never hold the warp again."
    pages = pages_of(redesigned_page, range(10))
    pages[:3] = [(url, data.replace(b"<p>In", f"<p>{quote} </p><p>In".encode(), 1)) for url, data in pages[:3]]
    body = learn(pages)
    assert quote in text(body, pages[0][1])


def test_numbered_ids_and_classes_are_masked_in_the_rules() -> None:
    body = learn(pages_of(hashed_page, range(10)))
    rules = " ".join((*body.keep, *body.drop))
    assert r"#text-\d+" in rules
    assert r"#story-\d+" in rules
    assert "css-" not in rules


def test_an_old_layout_is_told_apart_by_ordinals() -> None:
    body = learn(pages_of(table_page, range(10)))
    assert all(" > tr[2] > td[2]" in path for path in body.keep)
    assert body.keep


def test_elements_that_no_learning_page_had_belong_to_the_body_around_them() -> None:
    body = learn(pages_of(blog_page, range(10)))
    article = make_article(50)
    quote = "<blockquote>A quotation that stands for itself.</blockquote>"
    html = blog_page(article).replace("<div class='related-box'>", f"{quote}<div class='related-box'>")
    assert "A quotation that stands for itself." in text(body, html)


def rich_page(article: Article) -> str:
    """A body of many kinds of elements in one element, with the title and a box in it."""
    one, two, three, four = article.paragraphs
    links = "".join(f"<li><a href=/r>{title}</a></li>" for title in article.related)
    return f"""<title>{article.title} | Guild</title><div class=top>The Guild</div>
<div class=text><h1>{article.title}</h1>
<p>{one}</p><div class=box><h4>{RELATED_HEAD}</h4><ul>{links}</ul></div><blockquote>{two}</blockquote>
<ol><li>{three}</li></ol><div class=final>{four}</div></div><div class=foot>{DISCLAIMER}</div>"""


def test_a_rich_body_is_one_rule_with_exclusions() -> None:
    body = learn(pages_of(rich_page, range(10)))
    text_path = "html > body > div.text"
    assert body.keep == (text_path,)
    assert body.titles == (f"{text_path} > h1",)
    assert any(path.startswith(f"{text_path} > div.box") for path in body.drop)
    for number in range(200, 210):
        assert text(body, rich_page(make_article(number))) == make_article(number).body


def test_marks_of_a_person_teach_another_body() -> None:
    pages = pages_of(blog_page, range(8))
    labels = {}
    for number in (0, 1):
        page = parse(pages[number][1])
        rows = tuple(row for row in range(len(page)) if page.id(row) == "comments")
        labels[number] = [Label(page_id=pages[number][0], rows=rows, name="body")]
    body = learn(pages, labels)
    article = make_article(50)
    found = text(body, blog_page(article))
    assert all(comment in found for comment in article.comments)
    assert not any(paragraph in found for paragraph in article.paragraphs)


def test_the_same_twice() -> None:
    pages = pages_of(blog_page, range(8))
    assert learn(pages).to_json() == learn(pages).to_json()


def test_pages_without_anything() -> None:
    body = learn([(str(k), b"") for k in range(4)])
    assert text(body, "") == ""
    assert text(body, "<p>x") == ""


def test_blocks_below_what_was_aligned_are_in_the_slot_above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots_module, "MAX_DEPTH", 4)
    sample = Sample([parse(make_page(seed, size=120)) for seed in range(6)])
    evidence = SlotEvidence(sample)
    places = [
        {row: slot.number for slot in sample.slots for on, row in slot.instances if on == number} for number in range(6)
    ]
    for number, page in enumerate(sample.pages):
        count = len(page.blocks)
        nothing, none = np.zeros(count, np.bool_), np.zeros(0, np.int64)
        evidence.add(number, page, np.full(count, 0.5), judged=nothing, titles=none, others=none)
        for row, found in zip(page.blocks.row.tolist(), evidence.block_slots[number].tolist(), strict=True):
            assert found == next(
                places[number][above] for above in (row, *page.ancestors(row)) if above in places[number]
            )


def with_extra(number: int, extra: str) -> bytes:
    paragraphs = "".join(f"<p>{text}</p>" for text in make_article(number).paragraphs)
    last = f"<p>{make_article(number + 500).paragraphs[0]}</p>"
    return f"<title>{number}</title><div id=menu>Home</div><div class=text>{paragraphs}{extra}{last}</div>".encode()


@pytest.mark.parametrize("extra", ["<table><tr><td>12<td>13<tr><td>14<td>15</table>", "<pre>12 13\n14 15</pre>"])
def test_a_table_or_code_that_few_pages_have_is_whole(extra: str) -> None:
    body = learn([(str(n), with_extra(n, extra if n in (2, 5) else "")) for n in range(12)])
    kept = text(body, with_extra(50, extra))
    assert all(number in kept for number in ("12", "13", "14", "15"))


@pytest.mark.parametrize("mark", ["class=text", "", "id=part{}", "class=text id=p{}"])
def test_a_body_in_several_like_elements_is_joined(mark: str) -> None:
    def page(number: int) -> bytes:
        parts = [
            f"<div {mark.format(k)}><p>{paragraph}</p></div><div class=ad>Buy {k}</div>"
            for k, paragraph in enumerate(parts_of(number))
        ]
        return f"<title>{number}</title><div id=menu>Home</div><div class=main>{''.join(parts)}</div>".encode()

    body = learn([(str(number), page(number)) for number in range(10)])
    assert text(body, page(51)) == "\n\n".join(parts_of(51))


def parts_of(number: int) -> list[str]:
    """Two to five paragraphs."""
    return [make_article(number * 10 + k).paragraphs[0] for k in range(2 + number % 4)]


def mixed_page(number: int, links: int = 4) -> tuple[str, bytes]:
    """An article whose paragraphs and teasers of pages that nobody has stand in one slot."""
    article = make_article(number)
    teasers = "".join(
        f"<p><a href=/news/{number}-{k}>Related: weft {number * 10 + k}, warp {k}</a></p>" for k in range(links)
    )
    text = "".join(f"<p>{paragraph}</p>" for paragraph in article.paragraphs)
    form = "<h3>Comments</h3><form><input name=who><textarea></textarea><button>Send</button></form>"
    between = f"{form}<h3>Related news</h3>" if links else ""
    html = f"<title>{article.title}</title><div id=main><h1>{article.title}</h1>{text}{between}{teasers}</div>"
    return f"https://weft.example/{number}", html.encode()


def test_links_among_paragraphs_are_no_body_where_most_pages_have_them() -> None:
    body = learn([mixed_page(number) for number in range(10)])
    assert [path.rpartition(" > ")[2] for path in body.no_links] == ["p"]
    assert "but not what is only a link in" in "\n".join(body.describe())
    assert text(body, mixed_page(40)[1]) == "\n\n".join(make_article(40).paragraphs)
    assert SlotBody.from_json(body.to_json(), body.outline).no_links == body.no_links


def test_links_that_few_pages_have_are_the_authors() -> None:
    assert not learn([mixed_page(number, 4 * (number == 3)) for number in range(10)]).no_links


def test_a_post_of_one_heading_is_that_heading() -> None:
    """Most posts repeat their title above the text, which is left out."""
    outline = learn([mixed_page(number, 0) for number in range(6)]).outline
    body = SlotBody(outline=outline, keep=("html > body > div#main",), drop=("html > body > div#main > h1",))
    assert text(body, mixed_page(40, 0)[1]) == "\n\n".join(make_article(40).paragraphs)
    assert text(body, "<div id=main><h1>A loom of one's own</h1></div>") == "A loom of one's own"


@pytest.mark.parametrize("kept", [0, 1])
def test_what_each_of_few_pages_keeps_is_body(kept: int) -> None:
    """A lead that the probabilities deny: the pages alone keep it, so that the site is no worse than they are."""
    html = "<title>Loom {0}</title><div class=lead><p>Lead {0} of {1}.</p></div><div class=text><p>{2}</p></div>"
    articles = [make_article(number) for number in range(5)]
    sample = Sample([parse(html.format(a.number, a.title, " ".join(a.paragraphs))) for a in articles])
    sample.__dict__["singles"] = [
        replace(
            one, is_kept=np.array([kept, 1], np.bool_), probability=np.array([0.2, 0.9]), first=np.array([0.2, 0.9])
        )
        for one in sample.singles
    ]
    body = SlotLearner().learn(sample)
    assert len(body.choose(sample.pages[0])) == 1 + kept
