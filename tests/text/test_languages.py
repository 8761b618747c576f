"""Dates of every language of the table, in every form that the table and CLDR have."""

import pytest

from tests.text.language_forms import CJK, NOW, UNITS, all_forms, languages, words
from tools.language_table import DATE_LANGUAGES
from weft.text import find_dates

FORMS = all_forms()
KINDS = (
    "day 0", "day 1", "now", "last_week", "reply", "quote", "report", "edit", "share", "like", "replies", "views",
    "posts", "votes", "by", "wrote", "last", "joined", "edited", "guest", "login", "forum", "re",
)  # fmt: skip


def test_the_table_has_the_dates_of_sixty_languages() -> None:
    assert len({language.partition("-")[0] for language in languages()}) >= 60
    assert len(FORMS) > 9_000


def test_a_language_of_dates_has_months_and_days() -> None:
    kinds = (*(f"month {month}" for month in range(1, 13)), *(f"weekday {day}" for day in range(7)))
    assert [(name, kind) for name in DATE_LANGUAGES for kind in kinds if not words(name, kind)] == []


@pytest.mark.parametrize("language", [name for name in languages() if name not in DATE_LANGUAGES])
def test_a_language_has_all_kinds_of_words(language: str) -> None:
    months = [] if language in CJK else [f"month {month}" for month in range(1, 13)]
    kinds = (*KINDS, *months, *(f"weekday {day}" for day in range(7)), *(f"unit {unit}" for unit in UNITS))
    assert [kind for kind in kinds if not words(language, kind)] == []
    assert words(language, "ago") or words(language, "before")


@pytest.mark.parametrize("language", languages())
def test_every_form_is_read(language: str) -> None:
    forms = [form for form in FORMS if form.language == language]
    read = [[date.iso for date in find_dates(form.text, reference=NOW)] for form in forms]
    assert [(form, dates) for form, dates in zip(forms, read, strict=True) if dates != [form.iso]] == []


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("٤ ديسمبر ٢٠٢٢", "2022-12-04"),
        ("۴ دسامبر ۲۰۲۲", "2022-12-04"),
        ("४ दिसंबर २०२२", "2022-12-04"),
        ("৪ ডিসেম্বর, ২০২২", "2022-12-04"),
        ("๔ ธันวาคม ๒๕๖๕", "2022-12-04"),
        ("4 ARALIK 2022", "2022-12-04"),
        ("4 ΔΕΚΕΜΒΡΙΟΥ 2022", "2022-12-04"),
        ("4thDec 2022", "2022-12-04"),
        ("4 d’octubre del 2022", "2022-10-04"),
        ("4 listopada 2022", "2022-11-04"),
        ("4. listopada 2022.", "2022-10-04"),
        ("4. 12. 2022", "2022-12-04"),
        ("4. joulukuuta 2022 klo 14.05", "2022-12-04T14:05"),
        ("4 Aralık 2022 Pazar 14:05", "2022-12-04T14:05"),
        ("4 Δεκεμβρίου 2022, 2:05 μ.μ.", "2022-12-04T14:05"),
        ("4 décembre", "2022-12-04"),
        ("4 décembre à 14:05", "2022-12-04T14:05"),
        ("un'ora fa", "2022-12-14T11:00:00"),
        ("час назад", "2022-12-14T11:00:00"),
        ("před hodinou", "2022-12-14T11:00:00"),
        ("vor 3 h", "2022-12-14T09:00:00"),
        ("3 saat önce", "2022-12-14T09:00:00"),
        ("3 saat yang lalu", "2022-12-14T11:59:57"),
        ("3 години тому", "2022-12-14T09:00:00"),
        ("преди 3 години", "2019"),
    ],
)
def test_forms_that_need_care(text: str, iso: str) -> None:
    assert [date.iso for date in find_dates(text, reference=NOW)] == [iso]


@pytest.mark.parametrize(
    "text",
    [
        "the 01.1 pro 2000 works", "set 4", "3 out of 4", "2 mayo jars", "for 3 hours", "pre 2 m long", "4 Mars bars",
        "The Danes", "hier", "MA", "hours ago", "3 t ago", "I am most happy now", "man 3 4", "4 decembers", "x4 мая",
    ],
)  # fmt: skip
def test_words_of_other_languages_are_no_dates_in_english(text: str) -> None:
    assert find_dates(text, reference=NOW) == []
