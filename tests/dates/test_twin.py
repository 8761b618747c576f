"""The kernel finds the dates that the patterns of Python find: where they stand, what they are, and no others."""

import random
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from tests.dates import plain_dates
from tests.dates.language_forms import all_forms
from tests.seeds import every_seed
from weft.dates import find, find_dates, normalise_date
from weft.dates.languages import table

PIECES = (
    "2022-09-04 06:38 2022-9-24 13:59:07 04-04 9/4/2022 23.11.2021 31.02.2022 2022年9月4日 9月4日 Sep 4, Sept. 4th "
    "2022 1999 2040 15 août марта Today yesterday Monday at 6 pm 3 hours ago now just 天前 昨天 回复 12 1.5 $12.50 by "
    "Ann Posted on Joined: 发表于 · – may vor h 61 24 28 30 00 10:60 24:00 last edited 半 个 前 전 년 월 일 二〇二二年 "
    "九月 四日 廿一 十 三十一日 星期一 下午 오후 +08:00 gmt+8 utc est z +0530 ' '22 of de del d' th st half an a "
    "and y et , . - / : ( ) [ ] ² ٣ ૪ ४ ۱۴۰۱ ２０２２ İ Σ ΟΔΟΣ ς ſ K ׳ a.m. p. m. uhr 6h 6.30 t 2022t @ | • — _ x/ 1/ "
    "é ko (e)ko 0 0000 2565 2550 70 69 99 13 1662273528 20220904 20220904T0638 4thSep Mon UTC"
).split(" ")
SIGNS = ("\u00a0", "\u200f", "\u1680", "\ue000", "\uf8ff", "\x1c", "\x85", "\t", "\n", "\u2028", "\x00")
JOINTS = (" ", " ", " ", "", ", ", "\u00a0", " - ", ".", "/", "-", ":", "  ", "\n")
REFERENCES = (
    None,
    datetime(2026, 11, 15, 8, 30, 12, 300_000),
    datetime(2022, 2, 28, 0, 0, 5),
    datetime(2024, 2, 29),
    datetime(2022, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(2022, 3, 27, 3, 30, tzinfo=ZoneInfo("Europe/Berlin")),
    datetime(2022, 7, 1, tzinfo=timezone(timedelta(hours=5, minutes=30))),
    datetime(1, 1, 1),
    datetime(9999, 12, 31, 12),
)


@cache
def vocabulary() -> tuple[list[str], list[str]]:
    """Dates of all languages, and all words of the table."""
    return [form.text for form in all_forms()], [word for words in table().values() for word in words]


def broken(rng: random.Random, text: str) -> str:
    """A text with pieces put in and characters left out."""
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(text) + 1)
        put, skipped = rng.choice((("", 1), (rng.choice(PIECES), 0), (rng.choice(SIGNS), 0), (rng.choice(JOINTS), 0)))
        text = text[:place] + put + text[place + skipped :]
    return rng.choice((str, str, str.upper, str.title))(text)


def made_text(rng: random.Random) -> str:
    """A text of pieces of dates, or a date that is broken."""
    forms, words = vocabulary()
    if rng.random() < 0.4:
        return broken(rng, rng.choice(forms))
    kinds = (PIECES, PIECES, words, forms, SIGNS, [str(rng.randrange(100))], [str(rng.randrange(1900, 2110))])
    joint = rng.choice((None, *JOINTS))
    parts = (rng.choice(rng.choice(kinds)) + (rng.choice(JOINTS) if joint is None else joint) for _ in range(8))
    return "".join(part for part, _ in zip(parts, range(rng.randrange(1, 9)), strict=False))


@every_seed(60)
def test_the_twin_finds_the_same_dates(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        text, reference, day_first = made_text(rng), rng.choice(REFERENCES), rng.random() < 0.4
        wanted = plain_dates.find_dates(text, reference=reference, day_first=day_first)
        assert find_dates(text, reference=reference, day_first=day_first) == wanted, (text, reference, day_first)
        iso = plain_dates.normalise_date(text, reference=reference, day_first=day_first)
        assert normalise_date(text, reference=reference, day_first=day_first) == iso, (text, reference, day_first)
        assert find.read_iso(text, reference) == plain_dates.read_iso(text, reference), (text, reference)


def test_the_twin_reads_every_form_of_every_language() -> None:
    reference = datetime(2022, 12, 14, 12)
    for text in dict.fromkeys(vocabulary()[0]):
        assert find_dates(text, reference=reference) == plain_dates.find_dates(text, reference=reference), text


@every_seed(30)
def test_the_twin_reads_the_same_digits(seed: int) -> None:
    rng = random.Random(seed)
    parts = (*"0123456789" * 3, *"-/.:TtZz+ ", "2022", "19", "12", "2022-09-04", "06:38", "00:00", "+0800", "+08:00")
    for _ in range(300):
        text, reference = "".join(rng.choices(parts, k=rng.randint(1, 9))), rng.choice(REFERENCES)
        assert find_dates(text, reference=reference) == plain_dates.find_dates(text, reference=reference), text
        assert normalise_date(text, reference=reference) == plain_dates.normalise_date(text, reference=reference), text
        assert find.read_iso(text, reference) == plain_dates.read_iso(text, reference), (text, reference)


def test_long_texts_are_read_as_short_ones() -> None:
    rng = random.Random(5)
    text = " ".join(made_text(rng) for _ in range(1_500))
    found = find_dates(text)
    assert len(found) > 300
    assert found == plain_dates.find_dates(text)


@pytest.mark.parametrize(
    "piece", ["1 ", "1-", "2022-", "sep ", "1 sep, ", "4 de ", "12:30 ", "十", "two years, ", "04-04"]
)
def test_hostile_texts_have_the_same_dates(piece: str) -> None:
    text = piece * (2_000 // len(piece))
    assert find_dates(text) == plain_dates.find_dates(text)
    text += " " * 2_000
    assert find_dates(text) == plain_dates.find_dates(text)
