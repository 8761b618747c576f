"""The location library: learning, finding, and the plain twin of its look-up."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Field, Label, Record, Region
from weft.errors import ArtifactError
from weft.page import Page
from weft.records.location_library import LocationLibrary, shipped_library
from weft.records.locations import (
    POST,
    ROW,
    PageRecords,
    Place,
    id_location,
    labelled_page_records,
    main_page_records,
    path_location,
    step_numbers,
)

FIRST = "<section class=first><b>Ann</b><p>A question</p></section>"


def thread(*names: str, first: str = FIRST) -> Page:
    posts = "".join(f"<div id=post_{name} class=post><p>Reply {name}</p></div>" for name in names)
    return parse(f"<div class=menu id=menu_1><a>Home</a></div><main>{first}{posts}</main>")


def example(page: Page, css_class: str = "post", kind: str = POST) -> PageRecords:
    rows = [row for row in range(len(page)) if {css_class, "first"} & set(page.classes(row))]
    return PageRecords(page=page, records=tuple(Record(start=row, end=int(page.end[row])) for row in rows), kind=kind)


def test_records_and_main_post_are_learned_and_found_on_another_page() -> None:
    library = LocationLibrary.learn([example(thread("11", "12")), example(thread("13"))])
    assert library.places == (
        Place(location=r"div#post_\d+", classes=("post",), pages=2),
        Place(location="html/body/main/section.first", main_post=True, pages=2),
    )
    page = thread("900", "901", "902")
    (region,) = library.find(page)
    assert page.tag_name(region.row) == "main"
    assert [page.classes(record.start) for record in region.records] == [["first"], ["post"], ["post"], ["post"]]


def test_a_single_post_page_gives_its_one_post() -> None:
    library = LocationLibrary.learn([example(thread("11", "12"))])
    assert [len(region.records) for region in library.find(thread())] == [1]
    assert library.find(thread(first="")) == ()


def test_a_place_where_other_things_stand_is_not_kept() -> None:
    page = parse("<main>" + "<div class=x><p>a</p></div>" * 3 + "</main>")
    rows = page.rows_of("div").tolist()
    records = tuple(Record(start=row, end=int(page.end[row])) for row in rows)
    assert len(LocationLibrary.learn([PageRecords(page=page, records=records)]).places) == 1
    assert LocationLibrary.learn([PageRecords(page=page, records=records[:2])]).places == ()


def test_an_id_that_stands_elsewhere_too_gives_way_to_the_path() -> None:
    other = parse("<main><div id=post_1 class='post x'>x</div><div id=post_2 class='post x'>y</div></main>")
    library = LocationLibrary.learn([example(thread("1", "2")), PageRecords(page=other)])
    assert [place.location for place in library.places] == ["html/body/main/div.post", "html/body/main/section.first"]
    assert library.find(other) == ()
    assert len(library.find(thread("5"))[0].records) == 2


def test_an_id_of_another_software_is_told_by_its_classes() -> None:
    library = LocationLibrary.learn([example(thread("1", "2"))])
    other = parse("<main><div id=post_1 class=anchor>x</div><div id=post_2>y</div></main>")
    assert library.find(other) == ()
    plain = LocationLibrary((Place(location=r"div#post_\d+"),))
    assert [len(region.records) for region in plain.find(other)] == [1]


def test_a_record_of_several_siblings_ends_where_the_next_begins() -> None:
    def page(count: int) -> Page:
        return parse(
            "<div>" + "".join(f"<h4 id=h{n}>Ann</h4><p>Text {n}</p> more" for n in range(count)) + "</div><p>x"
        )

    heads = page(2).rows_of("h4").tolist()
    records = (Record(start=heads[0], end=heads[1]), Record(start=heads[1], end=heads[1] + 5))
    library = LocationLibrary.learn([PageRecords(page=page(2), records=records)])
    assert [place.siblings for place in library.places] == [2]
    new = page(3)
    (region,) = library.find(new)
    assert [record.end for record in region.records[:2]] == [record.start for record in region.records[1:]]
    assert region.records[2].end == new.end[new.rows_of("div")[0]]


def test_a_reply_in_a_reply_is_a_record_of_its_own() -> None:
    page = parse("<ul><li class=c id=c1>One<ul><li class=c id=c2>Two</ul><li class=c id=c3>Three</ul>")
    rows = page.rows_of("li").tolist()
    library = LocationLibrary((Place(location=r"li#c\d+", classes=("c",)),))
    (region,) = library.find(page)
    assert [record.start for record in region.records] == rows
    assert region.records[0].end == rows[1]


def test_rows_of_a_board_come_after_posts() -> None:
    places = (Place(location=r"tr#t\d+", kind=ROW), Place(location=r"div#p\d+"))
    page = parse("<table><tr id=t1><td>A<tr id=t2><td>B</table><div id=p1>C</div>")
    assert [len(region.records) for region in LocationLibrary(places).find(page)] == [1, 2]


def test_examples_from_what_was_found_and_from_labels() -> None:
    page = thread("11", "12")
    first, *replies = example(page).records
    titled = tuple(replace(record, fields={"title": Field(value="T")}) for record in replies)
    assert main_page_records(page, [Region(row=0, records=titled)]).kind == ROW
    assert main_page_records(page, [Region(row=0, records=(first,))]).kind == POST
    assert main_page_records(page, []).records == ()
    labels = [Label(page_id="a", rows=(record.start,), name="post") for record in replies]
    labels.append(Label(page_id="a", rows=(first.start,), name="main_post"))
    marked = labelled_page_records(page, [*labels, Label(page_id="a", rows=(0,), name="body")])
    assert marked.records == (first, *replies)
    assert labelled_page_records(page, [Label(page_id="a", rows=(5,), name="row")]).kind == ROW


def test_a_library_survives_the_file(tmp_path: Path) -> None:
    library = LocationLibrary.learn([example(thread("11", "12"))])
    file = tmp_path / "locations.json"
    library.save(file)
    assert LocationLibrary.load(file) == library
    file.write_text(file.read_text().replace('"format": 1', '"format": 9'))
    with pytest.raises(ArtifactError, match="format 9"):
        LocationLibrary.load(file)
    file.write_text('{"format": 1, "places": [{"location": "a", "classes": [], "kind": "card"}]}')
    with pytest.raises(ArtifactError, match="kind is post or row"):
        LocationLibrary.load(file)
    with pytest.raises(ArtifactError, match="no library"):
        LocationLibrary.load(tmp_path / "missing.json")


@every_seed(40)
def test_rows_are_those_of_the_plain_twin(seed: int) -> None:
    page = parse(make_page(seed, 150))
    rows = [row for row in range(1, len(page)) if page.tag[row]]  # the root is no record
    names = {id_location(page, row) for row in rows[::3]} | {path_location(page, row) for row in rows[::5]}
    wanted = ("body",) if seed % 2 else ()
    library = LocationLibrary(
        tuple(Place(location=name, classes=wanted if "#" in name else ()) for name in sorted(names) if name)
    )
    where = {place.location: number for number, place in enumerate(library.places)}
    expected = []
    for row in rows:
        fits = "body" in page.classes(row) if wanted else not page.classes(row)
        found = [where[name] for name in (path_location(page, row), id_location(page, row) * fits) if name in where]
        expected += [(row, found[0])] if found else []
    assert library._rows(page) == expected
    assert all(record.start < record.end for region in library.find(page) for record in region.records)


@pytest.mark.parametrize(
    "html", ["<p class='w-1/2 py-2.5 50%'>x", "<x-card class='b a b'>x", "<body class=a>x", "<svg:a>"]
)
def test_numbers_of_written_steps_are_the_kernels(html: str) -> None:
    page = parse(html)
    for row in range(len(page)):
        if page.tag[row]:
            chain = [row, *page.ancestors(row)][:4]
            numbers = [int(page.table.step[step]) for step in chain] + [0] * (4 - len(chain))
            assert step_numbers(path_location(page, row)) == tuple(numbers)


def test_the_shipped_library_knows_forums() -> None:
    library = shipped_library()
    assert len(library.places) >= 40
    assert {place.kind for place in library.places} == {POST, ROW}
    page = parse("<div id=postlist><div id=post_1><table><tr><td>One</table></div><div id=post_2>Two</div></div>")
    assert [len(region.records) for region in library.find(page)] == [2]


def test_a_path_of_bare_tags_is_no_place() -> None:
    page = parse("<div><ul><li>One<li>Two</ul></div>")
    records = tuple(Record(start=row, end=int(page.end[row])) for row in page.rows_of("li").tolist())
    assert LocationLibrary.learn([PageRecords(page=page, records=records, kind=ROW)]).places == ()


def test_an_empty_library_finds_nothing() -> None:
    assert LocationLibrary().find(thread("1", "2")) == ()
    assert LocationLibrary.learn([]).places == ()
