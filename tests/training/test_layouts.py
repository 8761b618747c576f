"""Pages of made programs: what the truth says stands where it says it, and every kind of layout occurs."""

import hashlib
import re
from collections import Counter

import pytest

from weft.page import Page
from weft.text import find_dates
from weft.training.augment.cases import TrainingCase, TrainingRecord, squeeze
from weft.training.augment.variants import variants
from weft.training.layouts import KINDS, made_page, plan
from weft.training.layouts.program import CHOICES, LANGUAGES, ROLES, Program

PROGRAMS = 80
FACTS = ("text", "author", "time", "title", "signature", "last_author", "last_time")


@pytest.fixture(scope="module")
def pages() -> list[TrainingCase]:
    return [made_page(*one) for one in plan(PROGRAMS)]


def records_of(pages: list[TrainingCase]) -> list[tuple[Page, TrainingRecord]]:
    return [(case.page, record) for case in pages for record in case.records]


def test_a_page_is_the_same_every_time() -> None:
    for kind in KINDS:
        first, again = (made_page(kind, 3, 1) for _ in range(2))
        assert first.page.text(0) == again.page.text(0)
        assert (first.records, first.roles) == (again.records, again.roles)
    whole = "".join(f"{made_page(kind, 5).page.text(0)}{made_page(kind, 5).records}" for kind in KINDS)
    assert hashlib.sha256(whole.encode()).hexdigest()[:16] == "4b4d94c34aae4c58"


def test_what_the_truth_says_stands_in_its_record(pages: list[TrainingCase]) -> None:
    for page, record in records_of(pages):
        rows = range(record.start, record.end)
        said = squeeze("".join(page.text(row) for row in rows if page.tag[row] == 0))
        shown = {value for row in rows for value in page.attributes(row).values()}
        for name in FACTS:
            value = getattr(record, name)
            assert squeeze(value) in said or value in shown, (name, value)
        assert record.start <= record.anchor < record.end
        assert record.body < 0 or squeeze(page.text(record.body)) == squeeze(record.text)
        assert all(quote in squeeze(record.text) for quote in record.quotes)


def test_a_line_plays_the_role_that_the_truth_says(pages: list[TrainingCase]) -> None:
    seen: Counter[str] = Counter()
    for case in pages:
        for row, roles in case.roles.items():
            inside = [record for record in case.records if record.start <= row < record.end]
            assert inside
            text, record = squeeze(case.page.text(row)), inside[-1]
            own = squeeze(" ".join(str(getattr(record, name)) for name in FACTS)) + squeeze("".join(record.quotes))
            if len(roles) == 1 and roles[0] in ("body", "quote", "title", "signature"):
                assert text in own, (roles, text)
            for role in set(roles) & {"author", "time", "last_author", "last_time"}:
                assert squeeze(getattr(record, role)) in text
            seen.update(roles)
    assert set(seen) == set(ROLES)


def test_pages_without_records_have_none_and_the_others_have_theirs(pages: list[TrainingCase]) -> None:
    for case in pages:
        assert bool(case.records) == (case.page_type != "other") == bool(case.roles)
        starts = [record.start for record in case.records]
        assert starts == sorted(set(starts))
        assert not re.search("[\ue000-\uf8ff]|data-w", case.page.text(0))
        assert not case.page.rows_with("data-w").size


def test_every_layout_occurs(pages: list[TrainingCase]) -> None:
    kinds = Counter(case.id.rsplit("-", 1)[1] for case in pages)
    assert set(kinds) == set(KINDS)
    threads = [case for case in pages if case.page_type == "thread"]
    counts = Counter(len(case.records) for case in threads)
    assert all(any(low <= count <= high for count in counts) for low, high in ((1, 1), (2, 3), (4, 9), (10, 99)))
    assert any(len(case.records) == 3 for case in pages if case.page_type == "list")
    posts = [record for case in threads for record in case.records]
    assert {bool(post.signature) for post in posts} == {record.body >= 0 for record in posts} == {True, False}
    times = {bool(post.time) for post in posts}
    assert times == {True, False}


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_every_choice_is_made(name: str) -> None:
    made = {Program(f"program {number}").pick(name) for number in range(400)}
    assert made == set(CHOICES[name])


def test_programs_speak_many_languages_and_their_times_are_read() -> None:
    programs = [Program(f"program {number}") for number in range(600)]
    assert {made.language for made in programs} == set(LANGUAGES)
    assert len(LANGUAGES) >= 20
    shown = [(made.clock.shown(made.now.replace(year=made.now.year - 1)), made) for made in programs]
    assert len({text for text, _ in shown}) > 500
    read = [bool(find_dates(text, reference=made.now)) for text, made in shown]
    assert sum(read) > 0.85 * len(read)


def test_changed_pages_keep_their_roles(pages: list[TrainingCase]) -> None:
    changed = [(case, one) for case in pages[:40] for one in variants(case, 1, seed=1)]
    assert len(changed) > 10
    for case, one in changed:
        kept = {name for names in one.roles.values() for name in names}
        assert not case.roles or kept <= {name for names in case.roles.values() for name in names}
        assert all(one.page.tag[row] == 0 for row in one.roles)
