"""The roles of parts of records, as the trained trees tell them."""

from functools import lru_cache

import pytest

from tests.records.forum_pages import board
from weft import parse
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.features import ROLE_FEATURES, Parts, role_features
from weft.records.find import find_main_records
from weft.records.roles import ROLES
from weft.training.layouts import made_page
from weft.training.record_examples import KnownPage

NAMES = ("Ann", "Bob", "Cleo", "Dan")
POST = (
    "<div class=post><a class=author href=/user/{0}>{0}</a> <a class=number href=#p{1}>#{1}</a>"
    "<i>2022-09-0{1} 06:38</i><div class=content>{2}</div>"
    "<div class=buttons><a href=/reply/{1}>Reply</a> <a href=/report/{1}>Report</a></div></div>"
)


def page_of(*bodies: str) -> str:
    posts = [POST.format(name, number, body) for number, (name, body) in enumerate(zip(NAMES, bodies, strict=False), 1)]
    return "<a href=/forum>Forum</a>" + "".join(posts)


def test_posts_have_their_number_and_time() -> None:
    records = find_main_records(
        parse(page_of("Is the reed too old?", "No, it is not.", "Thank you both.", "Same here."))
    )
    values = [{name: record.fields[name].value for name in ("author", "number", "time_text")} for record in records]
    assert values == [
        {"author": name, "number": str(number), "time_text": f"2022-09-0{number} 06:38"}
        for number, name in enumerate(NAMES, 1)
    ]


def test_buttons_are_no_fields_and_no_text() -> None:
    records = find_main_records(parse(page_of("Is the reed too old?", "No, it is not.", "Thank you both.")))
    assert [record.fields["body"].value for record in records] == [
        "Is the reed too old?",
        "No, it is not.",
        "Thank you both.",
    ]
    assert not any("Re" in field.value for record in records for field in record.fields.values())


def test_a_quote_is_marked() -> None:
    quote = "<blockquote>Ann wrote: Is the reed too old for that?</blockquote>"
    bodies = ("Is the reed too old for that?", f"{quote}No, it is not.", "Thank you both.")
    records = find_main_records(parse(page_of(*bodies)))
    assert records[1].fields["body"].value.split("\n") == [
        "> Ann wrote: Is the reed too old for that?",
        "No, it is not.",
    ]


def test_counters_of_rows_are_told_apart() -> None:
    records = find_main_records(parse(board()))
    assert [(record.fields["replies"].value, record.fields["views"].value) for record in records[2:4]] == [
        ("2", "102"),
        ("3", "103"),
    ]


def test_numbers_that_rise_by_one_have_features_of_it() -> None:
    page = parse("".join(f"<p><b>#{number}</b> <i>{7 * number % 5}</i></p>" for number in range(1, 6)))
    evidence = gather(page)
    rows = [row for row in range(len(page)) if page.tag_name(row) == "p"]
    slots = align_records(evidence, [(row, int(page.end[row])) for row in rows])
    columns = [
        [(index, row + 2) for index, row in enumerate(rows)],
        [(index, row + 5) for index, row in enumerate(rows)],
    ]
    features = role_features(Parts(evidence=evidence, slots=slots, mains=[(0, 0)] * 5), columns)
    assert features.shape == (2, len(ROLE_FEATURES))
    by_one = features[:, ROLE_FEATURES.index("by_one")]
    assert (by_one[0], by_one[1] < 1) == (1.0, True)


@lru_cache(maxsize=1)
def taught() -> dict[str, list[float]]:
    """The labels of each role on some made pages."""
    labels: dict[str, list[float]] = {role: [] for role in ROLES}
    for program in range(60):
        for case in (made_page("thread", program), made_page("board", program)):
            for role, _, column in KnownPage(case).roles():
                labels[role] += column.tolist()
    return labels


@pytest.mark.parametrize("role", ROLES)
def test_made_programs_teach_every_role(role: str) -> None:
    assert max(taught()[role]) > 0.9
    assert min(taught()[role]) < 0.1
