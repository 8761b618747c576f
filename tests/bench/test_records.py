"""The records bench on a forum of a few pages: truth, letters, fields, clusters, wrappers and the report."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.places import Missing
from bench.records import clustering, judge, learning, locating, report, truth, wrapping
from bench.records.truth import Case, TrueRecord
from weft import parse
from weft.content import Field, Record

HEAD = "<meta name=generator content='Discuz! X3.4'><ul class=menu><li><a href=/>Home</a><li><a href=/h>Help</a></ul>"
POST = (
    "<div id=post_{n} class=post><div class=author><a href=/u/{author} class=username>{author}</a></div>"
    "<div class=date>{time}</div><div class=message>{text}</div></div>"
)
WORDS = ("warp", "weft", "loom", "shuttle", "thread", "heddle", "selvedge", "bobbin", "reed", "treadle")


def posts(page: int, count: int) -> list[dict[str, str]]:
    return [
        {
            "author": f"Ann{WORDS[(page + n) % 10]}",
            "time": f"2022-09-{n + 1:02} 06:{page:02}",
            "text": f"Post {n} about the {WORDS[n % 10]} and the {WORDS[(n + page) % 10]}, with words to be one.",
        }
        for n in range(count)
    ]


def write_forum(data: Path, pages: Sequence[int]) -> None:
    folder = data / "forums" / "loom1_default"
    (folder / "pages").mkdir(parents=True)
    lines = []
    for page, count in enumerate(pages):
        own = posts(page, count)
        body = "".join(POST.format(n=100 * page + n, **post) for n, post in enumerate(own))
        name = f"pages/thread_{page:03}.html"
        (folder / name).write_text(f"<html><head>{HEAD}</head><body><main>{body}</main></body></html>")
        paths = [f"/html/body/main/div[{n + 1}]" for n in range(count)]
        records = [
            {**post, "xpath": path, "content_xpath": f"{path}/div[3]"} for post, path in zip(own, paths, strict=True)
        ]
        entry = {"file": name, "engine": "discuzx", "skin": "default", "version": "X3.4-2018", "page_type": "thread"}
        lines.append(json.dumps({**entry, "records": records, "record_count": count}))
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_forum(folder, [4, 5, 6, 4, 3, 1])
    return folder


def test_true_records_are_found_again_in_the_tree(data: Path) -> None:
    first = truth.read(data)[0]
    assert (first.id, first.engine, len(first.records)) == ("loom1_default/thread_000", "discuzx", 4)
    assert [first.page.text(row) for row in first.anchors] == [record.text for record in first.records]
    assert [first.page.id(record.start) for record in first.ranges] == ["post_0", "post_1", "post_2", "post_3"]
    with pytest.raises(Missing, match="no forums"):
        truth.read(data / "forums")


def test_paths_without_written_table_bodies_and_heads_without_elements() -> None:
    page = parse("<table><tr><td>A<tr><td>B</table><div><h4>Ann</h4>One two<h4>Bo</h4>Three</div>")
    assert page.text(truth.resolve(page, "/html/body/table/tr[2]/td")) == "B"
    assert truth.resolve(page, "/html/body/table/tr[3]") == -1
    records = tuple(
        TrueRecord(text=text, xpath=f"/html/body/div/h4[{n}]") for n, text in ((1, "One two"), (2, "Three"))
    )
    assert [page.text(row) for row in truth.find_anchors(page, records)] == ["One two", "Three"]


def case(page_type: str, *records: TrueRecord, html: str = "") -> Case:
    made = Case(
        id="c", path=Path("c"), corpus="c", engine="e", version="", skin="", page_type=page_type, records=records
    )
    made.__dict__["page"] = parse(html)
    return made


def test_letters_by_place() -> None:
    html = "<div><p>One</p><p>Two</p></div>"
    rows = [TrueRecord(text=text, xpath=f"/html/body/div/p[{n}]") for n, text in ((1, "One"), (2, "Two"))]
    two = case("thread", *rows, html=html)
    first, second = (Record(start=row, end=row + 2) for row in (4, 6))
    both = Record(start=3, end=8)
    verdicts = [judge.judge_places(two, records).letter for records in ((first, second), (first,), (both,), ())]
    assert verdicts == ["A", "B", "B", "C"]
    one = case("thread", rows[0], html=html)
    assert [judge.judge_places(one, found).letter for found in ((), (first,), (second,))] == ["D", "D", "E"]
    assert judge.judge_places(one, (first,), printed=True).letter == "E"
    assert judge.judge_places(two, (first, first, second)).letter == "B"


def said(**fields: str) -> Record:
    return Record(start=1, end=2, fields={name: Field(value=value) for name, value in fields.items()})


def test_records_match_by_what_they_say_in_order() -> None:
    true = case("thread", TrueRecord(text="+1"), TrueRecord(text="Thanks a lot"), TrueRecord(text="+1"))
    verdict, pairs = judge.judge_texts(true, [said(body="+1"), said(body="noise"), said(body="+ 1")])
    assert (verdict.found, verdict.right, verdict.true) == (3, 2, 3)
    assert [record.fields["body"].value for _, record in pairs] == ["+1", "+ 1"]
    board = case("list", TrueRecord(text="A title"))
    assert judge.judge_texts(board, [said(title="A  title")])[0].letter == "D"


def test_times_match_as_displayed_or_as_moments() -> None:
    assert judge.times_match("昨天 14:05", said(time_text="发表于 昨天 14:05"))
    assert judge.times_match("Sat Feb 05, 2022 12:58 pm", said(time="2022-02-05T12:58"))
    assert judge.times_match("04/05/2022", said(time="2022-05-04"))
    assert not judge.times_match("2022-02-05", said(time="2022-02-06", time_text="2022-02-06"))
    assert not judge.times_match("2022-02-05", said())


def test_methods_are_measured(data: Path) -> None:
    cases = truth.read(data)
    found = locating.locate(cases)
    assert list(found) == list(locating.METHODS)
    assert found["default"]["letters"]["threads"]["A"] == 5
    assert found["repeated_subtrees"]["letters"]["threads"] == {
        "A": 5, "B": 0, "C": 0, "D": 1, "E": 0, "A+D": 1.0, "B+E": 0.0,
    }  # fmt: skip
    fields = locating.read_fields(cases)["threads all"]
    assert (fields["author"], fields["time"]) == (1.0, 1.0)
    assert fields["recall"] >= 22 / 23


def test_the_best_region_counts_for_mdr() -> None:
    one = case("thread", TrueRecord(text="One", xpath="/html/body/p"), html="<p>One</p><div>x</div>")
    wrong, right = [Record(start=5, end=6)], [Record(start=3, end=5)]
    assert locating.best(one, [wrong, right], printed=False).letter == "D"
    assert locating.best(one, [], printed=True).letter == "D"


def test_pairs_of_clusters() -> None:
    scores = clustering.pair_scores(clustering.Clusters([0, 0, 1, -1]), ["a", "a", "b", "b"])
    assert (scores["precision"], scores["recall"], scores["clusters"]) == (1.0, 0.5, 2)
    assert clustering.Clusters([1, 0, 1]).groups == [[0, 2], [1]]


def test_clusters_and_wrappers(data: Path) -> None:
    cases = truth.read(data)
    descriptions = clustering.describe(cases, clustering.record_rows(cases))
    found = clustering.compare(cases, descriptions)
    assert found["pairs"]["H-K, root, the paper's threshold"]["f1"] == 1.0
    assert found["versions"] == {"discuzx": 1}
    wrapped = wrapping.wrap(cases, descriptions)
    assert (wrapped["pages"], wrapped["whole"]) == (5, 5)
    assert wrapping.outcome(cases[0], ()) == "records"


def test_libraries_and_software(data: Path) -> None:
    cases = truth.read(data)
    assert [place.location for place in learning.library_of(cases).places] == [r"div#post_\d+"]
    named = learning.name_software(cases, data)["discuzx"]
    assert (named["right"], named["versions right"]) == (6, 6)


def test_the_report_is_written(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report.make(data, tmp_path) == 0
    printed = capsys.readouterr().out
    assert "| default, threads | 5 | 0 | 0 | 1 | 0 | 100.0% | 0.0% | 0 of 0 |" in printed
    assert json.loads((tmp_path / "records.json").read_text())["pages"] == 6
    assert (tmp_path / "records.html").read_text().count("<table>") == len(
        report.tables(json.loads((tmp_path / "records.json").read_text()))
    )
    assert report.write_library(data, tmp_path / "locations.json") == 0
