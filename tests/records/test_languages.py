"""Records of pages in the languages of the table: the kernel lets every time pass, threads give their posts."""

import random
import re
from html import escape

import pytest

from tests.text.language_forms import NOW, Form, all_forms, languages, plain_pattern, printed_forms, words
from weft import parse
from weft.records import find_records
from weft.records.language_words import LAST, NAME_LABEL, NO_NAME, REPLIES, REPLY_COUNT, VIEWS
from weft.records.names import clean_name
from weft.records.times import mark
from weft.text.words import fold

FORMS = all_forms()
SPOKEN = [language for language in languages() if words(language, "reply")]  # of the others the table has the dates
BODIES = (
    "Which loom should a beginner buy? I have little room and less money.",
    "A table loom. It is small, and it is cheap where you buy it used.",
    "Thank you both, that settles it. I will tell you how it goes.",
)
NAMES = ("Ann", "Bob the weaver", "Cleo")


def test_forty_languages_and_more_are_spoken() -> None:
    assert len(SPOKEN) >= 40


def marked(texts: list[str]) -> set[str]:
    page = parse("".join(f"<p>{escape(text)}</p>" for text in texts))
    return {text for _, text, *_ in mark(page).times}


def test_the_kernel_lets_every_form_pass() -> None:
    texts = [" ".join(form.text.split()) for form in FORMS]
    passed = marked(texts)
    assert [text for text in texts if text not in passed] == []


# The kernel's search in plain words: patterns over the same table.
UNITS = plain_pattern(*(f"{kind}{unit}" for kind in ("unit ", "since ", "past 1_", "past 2_")
                        for unit in ("second", "minute", "hour", "day", "week", "month", "year")))  # fmt: skip
AGO = plain_pattern(
    "ago", "before", *(f"since {u}" for u in ("second", "minute", "hour", "day", "week", "month", "year"))
)
WHOLE = plain_pattern(*(f"day {days}" for days in range(4)), "now", "last_week", "last_month", "last_year")
BESIDE_DIGIT = plain_pattern(*(f"month {month}" for month in range(1, 13)), *(f"weekday {day}" for day in range(7)))


def plain_search(text: str) -> bool:
    """Whether a text can be a time."""
    folded = fold(text)
    beyond = bool(re.search("[a-zA-Z]", text)) or not text.isascii()
    if re.search("[0-9]", folded):
        near = re.findall(r"(?=[0-9][-/.:][0-9])", folded)
        far = re.findall(r"(?=[0-9] ?[-/.:–] ?[0-9])", folded)
        ends = re.search(r"[0-9][-/][0-9][0-9]\s*\Z", folded)
        if (
            len(far) > 1
            or (near and (beyond or ends))
            or re.search("[年月년월]", folded)
            or BESIDE_DIGIT.search(folded)
            or re.fullmatch(r"\s*[0-9]{1,2}(?:s|m|min|hr?|d|wk?|mo|yr?)\s*", folded)
        ):
            return True
    elif re.search("[年년]", folded) and re.search("[月월]", folded):
        return True
    return bool(WHOLE.search(folded) or (AGO.search(folded) and UNITS.search(folded)))


PIECES = (
    "2022-09-04 06:38 2022 - 9 – 4 12 1.5 04-04 4thSep 4e 3h ago vor Stunden now just il y a heures hace hora Dezember "
    "12月 年 天前 昨天 ชั่วโมง ที่แล้ว วันนี้ час назад 4 may m t décembre АВГУСТ αυγούστου лип Ann by 回复 12: 3- -4 x/2 "
    "الآن قبل ساعتين ٤ ديسمبر hier İ today's i dag tháng 1 yesterday.Mon monday"
).split()


def test_the_kernels_search_is_the_plain_one() -> None:
    rng = random.Random(11)
    sample = rng.sample(FORMS, 1_000)
    pieces = [*PIECES, *(piece for form in sample for piece in form.text.split())]
    texts = [
        rng.choice(("", " ", " ", "\u00a0", "-")).join(rng.choices(pieces, k=rng.randrange(1, 5))) for _ in range(6_000)
    ]
    texts = [line for text in texts if 2 <= len(line := " ".join(text.split())) <= 90]
    passed = marked(texts)
    assert [text for text in texts if (text in passed) != plain_search(text)] == []
    assert 1_000 < len(passed) < len(set(texts)) - 500


def thread(language: str, times: list[str], *, classes: bool = True) -> str:
    """Three posts of one language, dated and with buttons in it; in English where the table has only its dates."""
    spoken = language if language in SPOKEN else "en"
    button, quote, report = (words(spoken, kind)[0] for kind in ("reply", "quote", "report"))
    post = (
        "<div class=post><a class=author href=/user/{0}>{1}</a> <span class=date>{2}</span><div class=content>{3}</div>"
        "<div class=buttons><a href=/r/{0}>{4}</a> <a href=/q/{0}>{5}</a> <a href=/m/{0}>{6}</a></div></div>"
    )
    posts = "".join(
        post.format(number, name, escape(time), body, button, quote, report)
        for number, (name, time, body) in enumerate(zip(NAMES, times, BODIES, strict=True))
    )
    head = f"<title>Looms</title><a href=/forum/>{words(spoken, 'forum')[0]}</a><h1>Looms</h1>"
    page = f"<html lang={language}>{head}<div id=posts>{posts}</div>"
    return page if classes else re.sub(r" (?:class|id)=\w+", "", page)


def first(forms: list[Form], *, relative: bool) -> list[str]:
    """Three dates as the language prints them."""
    return [form.text for form in forms if form.iso.startswith("2022-12-14T") == relative][:3]


@pytest.mark.parametrize(
    ("language", "relative"),
    [*((language, False) for language in languages()), *((language, True) for language in SPOKEN)],
)
def test_a_thread_gives_its_posts(language: str, relative: bool) -> None:
    times = first(list(printed_forms(language)), relative=relative)
    regions = find_records(parse(thread(language, times)), reference=NOW)
    assert [len(region.records) for region in regions] == [3]
    shown = [{name: field.value for name, field in record.fields.items()} for record in regions[0].records]
    assert [fields["author"] for fields in shown] == list(NAMES)
    assert [fields["body"] for fields in shown] == list(BODIES)
    assert [bool(fields.get("time")) for fields in shown] == [True] * 3


@pytest.mark.parametrize("classes", [True, False], ids=["classes", "no classes"])
@pytest.mark.parametrize(
    ("language", "times"),
    [
        ("de", ["vor 3 Stunden", "vor 2 Stunden", "vor einer Stunde"]),
        ("de", ["4 Dezember 2022", "5 Dezember 2022", "6 Dezember 2022"]),
        ("fr", ["il y a 3 heures", "il y a 2 heures", "il y a une heure"]),
        ("es", ["hace 3 horas", "hace 2 horas", "hace una hora"]),
        ("it", ["4 ottobre 2022", "5 ottobre 2022", "6 ottobre 2022"]),
        ("en", ["3 hours ago", "2 hours ago", "an hour ago"]),
    ],
)
def test_sentences_of_five_languages(language: str, times: list[str], classes: bool) -> None:
    regions = find_records(parse(thread(language, times, classes=classes)), reference=NOW)
    assert [len(region.records) for region in regions] == [3]


@pytest.mark.parametrize("language", languages())
def test_words_beside_records(language: str) -> None:
    for kind in ("reply", "quote", "report", "edit", "share", "like", "guest", "login"):
        assert [word for word in words(language, kind) if not NO_NAME.fullmatch(word.title())] == []
    assert [word for word in words(language, "replies") if not REPLIES.search(f"{word} 3")] == []
    assert [word for word in words(language, "views") if not VIEWS.search(f"{word} 3")] == []
    assert [word for word in words(language, "replies") if not REPLY_COUNT.search(f"12 {word}")] == []
    assert [word for word in words(language, "last") if not LAST.search(f"{word}: 3")] == []
    assert [word for word in words(language, "by") if clean_name(f"{word}: Ann") != "Ann"] == []


@pytest.mark.parametrize("name", ["De Rossi", "Byron", "Van Damme", "Parker", "Per Olsen", "Authority", "Autorin"])
def test_names_that_begin_like_labels(name: str) -> None:
    assert not NAME_LABEL.match(name)
    assert clean_name(name) == name


def test_every_reply_word_is_a_candidate_for_a_count() -> None:
    texts = [f"12 {word}" for language in languages() for word in words(language, "replies")]
    page = parse("".join(f"<p>{text}</p>" for text in texts))
    assert [page.text(row).strip() for row in mark(page).counts.tolist()] == texts
