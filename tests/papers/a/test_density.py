"""Density on small pages; on tag soup it is in `tests/answers`."""

from weft import parse
from weft.papers.a.density import Density


def test_the_dense_container_wins() -> None:
    page = parse(
        "<div><a href=/1>Home</a> <a href=/2>News</a></div>"
        "<div>The weaver put the last threads on the loom before it grew dark.</div>"
        "<div>Imprint <a href=/3>and</a></div>"
    )
    document = Density().extract(page)
    assert [page.blocks.text(int(index))[:10] for index in document.keep] == ["The weaver"]
    assert int(Density().score(page).argmax()) == document.keep[0]


def test_a_page_without_containers_gives_nothing() -> None:
    assert len(Density().extract(parse("<p>text")).keep) == 0
    assert Density().score(parse("<p>text")).tolist() == [0.0]
