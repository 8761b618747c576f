import numpy as np
import pytest

from tests.growth.shapes import SHAPES
from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_evidence import PlainEvidence, plain_link_kinds
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native
from weft.page import parse
from weft.records.evidence import gather, link_around
from weft.records.times import mark

COLUMNS = ("is_time", "is_date", "times_under", "text_rows", "framed", "appended", "is_title", "weights")


def assert_as_twin(html: str | bytes) -> None:
    evidence = gather(parse(html))
    twin = PlainEvidence(evidence.page, evidence.flags, evidence.times)
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(evidence, name), getattr(twin, name), strict=True, err_msg=name)
    assert evidence.columns.link.tolist() == twin.links
    assert evidence.link_kind_column.tolist() == plain_link_kinds(evidence.page)


@every_seed(60)
def test_the_twin_gathers_the_same_on_random_pages(seed: int) -> None:
    assert_as_twin(make_page(seed))
    assert_as_twin(RandomPage(seed).html())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_gathers_the_same_on_threads(layout: str) -> None:
    assert_as_twin(thread(layout, POSTS))


def test_the_twin_gathers_the_same_on_hostile_shapes() -> None:
    for shape in SHAPES.values():
        assert_as_twin(shape(2_000))


TITLES = [
    "Re: A long story",
    "story",
    "A long story - Forum",
    "Topic: A long story",
    "re ： A lon",
    "A long",
    "Re:",
    "",
]


@pytest.mark.parametrize("title", ["A long story - Forum", "", "Re: A long story", "论坛 主题 一", "x" * 1_200])
def test_the_twin_sees_the_same_titles(title: str) -> None:
    texts = "".join(
        f"<h3>{text}</h3><p>{text}</p><h1>{text}</h1><a href=/{text}>{text}</a>" for text in [*TITLES, title]
    )
    assert_as_twin(f"<title> {title} </title>{texts}")


def test_a_text_that_repeats_the_title_speaks_against_a_body() -> None:
    evidence = gather(parse("<title>A long story</title><p>Re: A long story<p>A short story"))
    assert evidence.weights[evidence.text_rows].tolist() == [-13.0, 11.0]


ADDRESSES = """
/user/1 /fluid /go?uid=2 ?u=3 menu=3 /pm /pms /pm-é /@ann #top /x#top MAILTO:a ?f=1 ?fid-2 ?fx=2 /forums/x/ /f f ? /c/
/forum/x/y /forum/ /forum-1 /forums/ /viewforum /view ?t=1 ?t=x ?p=1 javascript:x /sign_up /signin /logging /Thread
gid=1 /people/é post_type=forum
""".split()


def test_the_twin_reads_addresses_the_same() -> None:
    assert_as_twin("".join(f"<a href='{address}'>x</a>" for address in ADDRESSES))


def test_a_link_far_above_is_not_around_a_text() -> None:
    evidence = gather(parse("<a href=/>" + "<b>" * 5 + "x" + "<i>" + "y"))
    near, far = evidence.text_rows.tolist()
    assert link_around(evidence, near) >= 0
    assert link_around(evidence, far) == -1
    assert link_around(evidence, near, reach=5) == -1


def test_rows_of_another_page_are_refused() -> None:
    page, none = parse("<p>One"), np.zeros(0, np.int64)
    with pytest.raises(ValueError, match="rows"):
        _native.record_evidence(page.table, mark(page), np.array([99]), none)
    with pytest.raises(ValueError, match="marks"):
        _native.record_evidence(page.table, mark(parse("<p>One<p>Two")), none, none)


def test_the_deadline_is_asked() -> None:
    page, none = parse("<p>One" * 20_000), np.zeros(0, np.int64)
    with pytest.raises(_native.LimitTripped):
        _native.record_evidence(page.table, mark(page), none, none, seconds=0.0)
