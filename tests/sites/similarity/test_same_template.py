"""Same template: the probability that pages of a site have one.

Lists: told from articles, and split by what their titles call them.
"""

import hashlib
import random

import numpy as np
import pytest

from tests.site_pages import HOST, blog_page, list_pages, make_article, pages_of, table_page, whole_site
from tests.soup import make_page
from weft import parse
from weft.sites.similarity.same_template import Addresses, SameTemplate, split_lists, title_kinds
from weft.sites.similarity.traits import Traits, describe

SIMILARITY = SameTemplate()


def traits(pages: list[tuple[str, bytes]]) -> list[Traits]:
    return [SIMILARITY.describe(parse(data, url=url)) for url, data in pages]


def groups_of(pages: list[tuple[str, bytes]]) -> list[str]:
    return [url.removeprefix(HOST).split("/")[1] for url, _ in pages]


def test_tells_the_templates_of_a_site_apart() -> None:
    pages = whole_site()
    names = np.array(groups_of(pages))
    matrix = SIMILARITY.matrix(traits(pages))
    same = names[:, None] == names[None]
    assert matrix[same].min() > SIMILARITY.same_above > matrix[~same].max()


def test_structure_alone_tells_them_apart_too() -> None:
    pages = whole_site()
    names = np.array(groups_of(pages))
    matrix = SIMILARITY.matrix([SIMILARITY.describe(parse(data)) for _, data in pages])
    same = names[:, None] == names[None]
    assert np.median(matrix[same]) > 0.9
    assert np.median(matrix[~same]) < 0.1


def test_symmetric_between_0_and_1_and_1_on_the_diagonal() -> None:
    described = [
        SIMILARITY.describe(parse(make_page(seed, 100), url=f"{HOST}/{'ab'[seed % 2]}/{seed}")) for seed in range(12)
    ]
    matrix = SIMILARITY.matrix(described)
    assert np.allclose(matrix, matrix.T)
    assert ((matrix >= 0) & (matrix <= 1)).all()
    assert (np.diag(matrix) == 1).all()


def test_does_not_depend_on_the_order_of_the_pages() -> None:
    pages = whole_site()
    described = traits(pages)
    order = random.Random(1).sample(range(len(pages)), len(pages))
    shuffled = SIMILARITY.matrix([described[place] for place in order])
    assert np.allclose(shuffled, SIMILARITY.matrix(described)[np.ix_(order, order)])


def test_two_pages_alone() -> None:
    one, two = traits(pages_of(blog_page, range(2)))
    (other,) = traits(pages_of(table_page, range(9, 10), folder="old"))
    assert SIMILARITY.compare(one, one) == pytest.approx(1, abs=0.05)
    assert SIMILARITY.compare(one, two) > SIMILARITY.compare(one, other)
    assert SIMILARITY.compare(one, other) == pytest.approx(SIMILARITY.compare(other, one))


@pytest.mark.parametrize("url", [None, HOST, f"{HOST}/a/1"])
def test_empty_pages_have_numbers_too(url: str | None) -> None:
    matrix = SIMILARITY.matrix([SIMILARITY.describe(parse("", url=url)) for _ in range(3)])
    assert np.isfinite(matrix).all()


def test_numbered_tokens_do_not_part_pages() -> None:
    plain = [SIMILARITY.describe(parse(blog_page(make_article(1)), url=f"{HOST}/blog/{k}")) for k in range(6)]
    numbered = traits(pages_of(blog_page, range(6)))
    assert SIMILARITY.matrix(numbered).min() > SIMILARITY.same_above
    assert SIMILARITY.matrix(plain).min() > SIMILARITY.same_above


def test_a_list_beside_articles_is_another_template() -> None:
    described = traits([*pages_of(blog_page, range(8)), *list_pages(range(1, 3))])
    matrix = SIMILARITY.matrix(described)
    assert matrix[:8, 8:].max() < SIMILARITY.same_above


def test_what_all_pages_have_tells_little() -> None:
    pages = [
        f"<div>{'<p><b>x</b></p>' if k % 2 else '<table><tr><td>x</table>'}<ul><li>{k}</ul></div>" for k in range(8)
    ]
    menu = "<nav><section><h2><i>Menu</i></h2></section><form><input></form></nav>"
    alone, with_menu = (
        SIMILARITY.matrix([SIMILARITY.describe(parse(before + page)) for page in pages]) for before in ("", menu)
    )
    assert np.allclose(alone, with_menu, atol=0.1)
    assert alone.min() < alone[0, 2]


@pytest.mark.parametrize("address", ["/{0}", "/p/{0}", "/{1}/{2}.html"])
def test_addresses_that_say_nothing_change_nothing(address: str) -> None:
    """Numbers, ids and one form for all pages are ignored: that they agree with no structure is measured."""
    pages = [data for _, data in whole_site()]
    names = [hashlib.sha256(data).hexdigest() for data in pages]
    forms = [address.format(number, name[:2], name) for number, name in enumerate(names)]
    meaningless = [(HOST + form, data) for form, data in zip(forms, pages, strict=True)]
    without = SIMILARITY.matrix([SIMILARITY.describe(parse(data)) for data in pages])
    differ = without < 1  # pages that are equal are 1
    assert np.allclose(SIMILARITY.matrix(traits(meaningless))[differ], without[differ], atol=0.05)


def test_what_the_author_writes_into_a_body_does_not_part_pages() -> None:
    formats = ("<p>{0}<p>{0}", "<ul><li>{0}<li>{0}</ul>", "<pre><code>{0}</code></pre>", "<table><tr><td>{0}</table>")
    frame = "<div class=menu><a href=/>Home</a></div><div class=post><h1>{0}</h1><div class=text>{1}</div></div>"
    texts = [formats[k % 4].format(f"the loom of number {k} and its weavers " * 5) for k in range(12)]
    pages = [SIMILARITY.describe(parse(frame.format(k, text))) for k, text in enumerate(texts)]
    assert SIMILARITY.matrix(pages).min() > SIMILARITY.same_above


def test_comments_below_some_articles_do_not_part_them() -> None:
    """The comments are many elements, and one sign."""
    comment = "<li class=c-item><b class=c-name>Ann</b><i class=c-time>1 May</i><p class=c-text>So it is.</p>"
    comments = f"<div class=c-list><h3 class=c-head>Comments</h3><ul class=c-all>{comment * 4}</ul></div>"
    pages = [
        (url, data.replace(b"</body>", f"{comments if number % 6 else ''}</body>".encode()))
        for number, (url, data) in enumerate(pages_of(blog_page, range(24)))
    ]
    matrix = SIMILARITY.matrix(traits([*pages, *list_pages(range(12))]))
    assert matrix[:24, :24].mean(axis=1).min() > SIMILARITY.same_above


def test_a_list_of_lists_is_above_them() -> None:
    urls = ["/tags/", "/tags/index.html", "/tags/looms/", "/tags/looms/page/2/", "/tags/looms/2", "/posts/a"]
    pages = [SIMILARITY.describe(parse("<p>x", url=HOST + url)) for url in urls]
    above = Addresses.of(pages).signs()[-1]
    assert above[0].tolist() == [0, 0, 1, 1, 1, 0]
    assert np.array_equal(above[0], above[1])
    assert above[2].tolist() == [1, 1, 0, 0, 0, 0]


def list_page(title: str, number: int) -> str:
    links = "".join(f"<h2><a href=/{number}/{k}>Looms of the valley {number} {k}</a></h2>" for k in range(12))
    return f"<title>{title} | Weft</title><div class=menu></div><div class=list>{links}</div>"


def lists_of(*names: str) -> list[Traits]:
    return [describe(parse(list_page(f"{name}: {'abcde'[k]} of {name}", k))) for name in names for k in range(5)]


def articles() -> list[Traits]:
    return [describe(parse(blog_page(make_article(number)))) for number in range(10)]


def test_lists_are_told_from_articles() -> None:
    pages = [*articles(), *lists_of("Tag")]
    is_list = SIMILARITY.list_probability(pages)
    assert is_list[:10].max() < 0.5 < is_list[10:].min()


def test_a_title_names_a_kind_where_some_pages_share_a_part() -> None:
    assert title_kinds(lists_of("Tag", "Category"))[::5] == [{"tag"}, {"category"}]  # all share the site's name


def test_a_title_without_a_part_of_its_own_is_a_kind_too() -> None:
    pages = [describe(parse(list_page("Archive", number))) for number in range(5)]
    assert title_kinds([*pages, *lists_of("Tag")])[0] > {"archive"}


@pytest.mark.parametrize("names", [("Tag",), ("Tag", "Category"), ("标签", "分类", "归档")])
def test_lists_are_split_by_their_names(names: tuple[str, ...]) -> None:
    pages = [*articles(), *lists_of(*names)]
    together = [np.arange(10), np.arange(10, len(pages))]
    groups = split_lists(together, pages, SIMILARITY.list_probability(pages))
    assert [group.tolist() for group in groups[1:]] == [list(range(10 + 5 * k, 15 + 5 * k)) for k in range(len(names))]


@pytest.mark.parametrize("further", ["{}", "{} - Page 2"])
def test_the_pages_of_one_list_are_no_kind(further: str) -> None:
    """Each category has a first and a second page, whose titles share its name."""
    titles = [title for name in ("Looms", "Dyes", "Yarns", "Mills") for title in (name, further.format(name))]
    pages = [*articles(), *(describe(parse(list_page(title, k))) for k, title in enumerate(titles))]
    groups = split_lists([np.arange(10), np.arange(10, 18)], pages, SIMILARITY.list_probability(pages))
    assert [len(group) for group in groups] == [10, 8]


def test_an_archive_of_one_title_is_a_kind_beside_tags() -> None:
    archive = [describe(parse(list_page("Archive", number))) for number in range(5)]
    pages = [*articles(), *archive, *lists_of("Tag")]
    groups = split_lists([np.arange(10), np.arange(10, 20)], pages, SIMILARITY.list_probability(pages))
    assert [group.tolist() for group in groups[1:]] == [list(range(10, 15)), list(range(15, 20))]


def test_articles_are_not_split_by_their_sections() -> None:
    pages = lists_of("Sport", "Politics")
    (group,) = split_lists([np.arange(10)], pages, np.zeros(10))
    assert group.tolist() == list(range(10))


def test_nothing() -> None:
    assert SIMILARITY.refine([], []) == []
