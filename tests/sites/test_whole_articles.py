"""Pages that print other pages' articles below their own: the body is the own one alone."""

import json

import pytest

from tests.site_pages import make_article
from weft import Site, learn
from weft.page import parse
from weft.sites.check import check_site

HOST = "http://weft.example"


def article(number: int, *, link: bool, tag: str = "article class=post") -> str:
    own = make_article(number)
    title = f"<a href=/blog/{number}>{own.title}</a>" if link else own.title
    paragraphs = "".join(f"<p>{text}</p>" for text in own.paragraphs)
    return f"<{tag}><h2>{title}</h2><div class=text>{paragraphs}</div></{tag.split()[0]}>"


def page(number: int, *, others: list[int], link: bool = True) -> str:
    below = "".join(article(other, link=link) for other in others)
    own = article(number, link=link)
    return f"<title>{make_article(number).title} | The loom</title><div id=menu>Home</div>{own}{below}"


def learned(*, link: bool) -> Site:
    pages = [(number, [(number + step) % 10 for step in (1, 3)]) for number in range(10)]
    return learn([(f"{HOST}/blog/{number}", page(number, others=others, link=link)) for number, others in pages])


@pytest.mark.parametrize("link", [True, False])
def test_the_article_with_the_title_of_the_page_is_the_body(link: bool) -> None:
    site = learned(link=link)
    document = site.extract(page(50, others=[51, 52], link=link), url=f"{HOST}/blog/50")
    assert document.chosen_by == "template"
    assert all(text in document.text for text in make_article(50).paragraphs)
    assert make_article(51).paragraphs[0] not in document.text


def test_the_rule_is_told_saved_and_checked() -> None:
    site = learned(link=True)
    rule = "of several article.post only the one with the page's title"
    assert rule in site.clusters[0].template.describe()
    text = json.dumps(site.to_json())
    assert check_site(text) == []
    assert rule in Site.from_json(json.loads(text)).clusters[0].template.describe()
    assert [problem.what for problem in check_site(text.replace('"own": ["article.post"]', '"own": ["article.past"]'))]


def test_sections_of_one_article_stay_together() -> None:
    def sections(number: int) -> str:
        own = make_article(number)
        heads = [own.title, f"What it was like in {number}", f"Why it ended {number}"]
        parts = [
            f"<section class=part><h2>{head}</h2><p>{own.paragraphs[k % len(own.paragraphs)]}</p></section>"
            for k, head in enumerate(heads)
        ]
        return f"<title>{own.title}</title><div id=menu>Home</div>{''.join(parts)}"

    site = learn([(f"{HOST}/blog/{number}", sections(number)) for number in range(10)])
    for extractor in (site, site.clusters[0].template):
        assert "Why it ended 50" in extractor.extract(parse(sections(50), url=f"{HOST}/blog/50")).text
