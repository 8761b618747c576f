"""Dates that name a day or a month, and dates that take a reference time.

Whole dates of ISO 8601 are read without a search: they mean what the search finds, on random input.
"""

from datetime import UTC, datetime
from random import Random

import pytest

from tests.seeds import every_seed
from weft.text import find_dates, normalise_date


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2022-09-04", "2022-09-04"),
        ("2022-9-4 06:38:48", "2022-09-04T06:38:48"),
        ("2022/09/04", "2022-09-04"),
        ("2022.9.4", "2022-09-04"),
        ("2022-09-04T06:38:48Z", "2022-09-04T06:38:48Z"),
        ("2022-09-04T06:38:48.000+0800", "2022-09-04T06:38:48+08:00"),
        ("2022-09-04T06:38:48-07:00", "2022-09-04T06:38:48-07:00"),
        ("2018-04-05T06:00", "2018-04-05T06:00"),
        ("2022-09-04(日) 06:38", "2022-09-04T06:38"),
        ("Sun, 04 Sep 2022 06:38:48 +0800", "2022-09-04T06:38:48+08:00"),
        ("Sun Sep 04 06:38:48 CST 2022", "2022-09-04T06:38:48"),
        ("Sun Sep 04 06:38:48 UTC 2022", "2022-09-04T06:38:48Z"),
        ("Sun Sep  4 2022 06:38:48 GMT+0800 (China Standard Time)", "2022-09-04T06:38:48+08:00"),
        ("Sept. 4th, 2022 at 6:38 pm", "2022-09-04T18:38"),
        ("September 4, 2022 12:05 a.m.", "2022-09-04T00:05"),
        ("4 September 2022", "2022-09-04"),
        ("4th of September, 2022", "2022-09-04"),
        ("04-Sep-2022", "2022-09-04"),
        ("04 Sep 22", "2022-09-04"),
        ("2022 Sep 4", "2022-09-04"),
        ("Jul 3 '09 at 0:57", "2009-07-03T00:57"),
        ("3:05 PM - 4 Sep 2022", "2022-09-04T15:05"),
        ("06:38, 4 September 2022", "2022-09-04T06:38"),
        ("Aug 4 2022 - 6:38am EST", "2022-08-04T06:38-05:00"),
        ("4. September 2022 um 14:05 Uhr", "2022-09-04T14:05"),
        ("4. Sept 2022, 18.30 Uhr", "2022-09-04T18:30"),
        ("1er janvier 2022 à 14h05", "2022-01-01T14:05"),
        ("4 de septiembre de 2022", "2022-09-04"),
        ("9 ago 2022", "2022-08-09"),
        ("4 settembre 2022", "2022-09-04"),
        ("4 de setembro de 2022 às 10:00", "2022-09-04T10:00"),
        ("12 maart 2023", "2023-03-12"),
        ("4 сентября 2022 г. в 10:05", "2022-09-04T10:05"),
        ("4 września 2022", "2022-09-04"),
        ("2022年9月4日 6:38", "2022-09-04T06:38"),
        ("2022年9月4日下午3:05", "2022-09-04T15:05"),
        ("2022年09月04日 星期日 06:38", "2022-09-04T06:38"),
        ("2022年9月", "2022-09"),
        ("二〇二二年九月四日", "2022-09-04"),
        ("二〇二二年十二月三十一日", "2022-12-31"),
        ("2022년 9월 4일 오후 3:05", "2022-09-04T15:05"),
        ("04.09.2022", "2022-09-04"),
        ("9/4/2022", "2022-09-04"),
        ("13/4/2022", "2022-04-13"),
        ("04-13-2023, 01:42 PM", "2023-04-13T13:42"),
        ("２０２２年９月４日", "2022-09-04"),
        ("September 2022", "2022-09"),
    ],
)
def test_absolute_forms(text: str, iso: str) -> None:
    assert [found.iso for found in find_dates(text)] == [iso]
    assert normalise_date(text) == iso


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no date",
        "2022-13-01",
        "2022-02-30",
        "0012-01-01",
        "1969-12-31",
        "2100-01-01",
        "31.04.2022",
        "version 1.2.10",
        "192.168.1.1",
        "2022.9.4.1",
        "call 010-2022-0904",
        "http://example.com/2022/09/04/rain",
        "may contain 5 nuts",
        "3 out of 4",
        "page 3 of 2022",
        "12:30",
    ],
)
def test_no_dates(text: str) -> None:
    assert find_dates(text) == []
    assert normalise_date(text) == ""


def test_day_first() -> None:
    assert normalise_date("9/4/2022", day_first=True) == "2022-04-09"
    assert normalise_date("9/14/2022", day_first=True) == "2022-09-14"


def test_places() -> None:
    text = "İ posted: Sept. 4th, 2022 at 6:38 pm (edited 2022-9-5)"
    found = find_dates(text)
    assert [text[date.start : date.end] for date in found] == ["Sept. 4th, 2022 at 6:38 pm", "2022-9-5"]
    assert [date.text for date in found] == ["Sept. 4th, 2022 at 6:38 pm", "2022-9-5"]
    assert not any(date.relative for date in found)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("20220904", "2022-09-04"),
        ("20220904063848", "2022-09-04T06:38:48"),
        ("20220904T063848Z", "2022-09-04T06:38:48Z"),
        ("2022-09", "2022-09"),
        ("2022", "2022"),
        ("1662273528", "2022-09-04T06:38:48Z"),
        ("1662273528000", "2022-09-04T06:38:48Z"),
        ("20221399", ""),
        ("1234", ""),
        ("12345678901234567890", ""),
    ],
)
def test_whole_strings_of_digits(text: str, iso: str) -> None:
    assert normalise_date(text) == iso
    assert find_dates(f"number {text} of things") == []


def test_a_sentence_is_no_date() -> None:
    assert normalise_date("It rained on 4 September 2022 and again on the day after that, all over the country.") == ""


NOON = datetime(2022, 9, 4, 12, 0, 0)  # a Sunday


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("刚刚", "2022-09-04T12:00:00"),
        ("半小时前", "2022-09-04T11:30:00"),
        ("10 分钟前", "2022-09-04T11:50:00"),
        ("1 小时前", "2022-09-04T11:00:00"),
        ("3 天前", "2022-09-01"),
        ("三天前", "2022-09-01"),
        ("5月前", "2022-04"),
        ("2 个月前", "2022-07"),
        ("半年前", "2022-03"),
        ("2年前", "2020"),
        ("今天 08:00", "2022-09-04T08:00"),
        ("昨天 14:05", "2022-09-03T14:05"),
        ("前天 14:24", "2022-09-02T14:24"),
        ("周三 14:05", "2022-08-31T14:05"),
        ("9月4日", "2022-09-04"),
        ("12月4日", "2021-12-04"),
        ("09-04 11:24", "2022-09-04T11:24"),
        ("11-12", "2021-11-12"),
        ("Today at 3:04 PM", "2022-09-04T15:04"),
        ("Yesterday", "2022-09-03"),
        ("Monday at 3:04 PM", "2022-08-29T15:04"),
        ("13 hours ago", "2022-09-03T23:00:00"),
        ("3h ago", "2022-09-04T09:00:00"),
        ("an hour ago", "2022-09-04T11:00:00"),
        ("1 hour, 5 minutes ago", "2022-09-04T10:55:00"),
        ("2 years, 3 months ago", "2020-06"),
        ("a week ago", "2022-08-28"),
        ("last week", "2022-08-28"),
        ("just now", "2022-09-04T12:00:00"),
        ("Sep 5", "2022-09-05"),
        ("Dec 31", "2021-12-31"),
        ("vor 3 Stunden", "2022-09-04T09:00:00"),
        ("gestern, 14:05", "2022-09-03T14:05"),
        ("il y a 2 jours", "2022-09-02"),
        ("hier à 14:05", "2022-09-03T14:05"),
        ("hace 3 días", "2022-09-01"),
        ("2 giorni fa", "2022-09-02"),
        ("3 дня назад", "2022-09-01"),
        ("вчера, 14:05", "2022-09-03T14:05"),
        ("3시간 전", "2022-09-04T09:00:00"),
    ],
)
def test_relative_forms(text: str, iso: str) -> None:
    (found,) = find_dates(text)
    assert found.relative
    assert (found.text, found.iso) == (text, "")
    assert normalise_date(text) == ""
    assert normalise_date(text, reference=NOON) == iso


@pytest.mark.parametrize(
    "text",
    [
        "hier",
        "Monday",
        "We are open today and every other day of the week, come in.",
        "今天天气不错，我们一起去公园玩吧，顺便带上一些吃的东西，大家都很高兴地答应了，于是出发去公园。",
        "see 11-12 there",
    ],
)
def test_prose(text: str) -> None:
    assert find_dates(text, reference=NOON) == []


def test_years_far_ahead_of_the_reference() -> None:
    assert normalise_date("2024-01-01", reference=NOON) == "2024-01-01"
    assert normalise_date("2025-01-01", reference=NOON) == ""
    assert normalise_date("2025-01-01") == "2025-01-01"


def test_zone_of_the_reference() -> None:
    reference = datetime(2022, 9, 4, 12, tzinfo=UTC)
    assert normalise_date("1 hour ago", reference=reference) == "2022-09-04T11:00:00+00:00"


def test_out_of_the_calendar() -> None:
    (found,) = find_dates("9999 years ago", reference=NOON)
    assert found.iso == ""


def random_date(random: Random) -> str:
    """A date of ISO 8601, or something like one."""
    text = f"{random.choice((1969, 1970, 2022, 2099, 2100))}-{random.randrange(14):02}-{random.randrange(33):02}"
    if random.random() < 0.8:
        text += f"{random.choice('T t')}{random.randrange(26):02}:{random.randrange(62):02}"
        if random.random() < 0.7:
            text += f":{random.randrange(62):02}" + random.choice(("", "", ".5", ".123456"))
        text += random.choice(("", "Z", "z", "+02:00", "-0330", "+1500", "+14:00"))
    return text


@every_seed(400)
def test_as_the_search_reads_it(seed: int) -> None:
    text = random_date(Random(seed))
    found = find_dates(text)
    searched = found[0].iso if found and len(text) - len(found[0].text) <= 30 else ""
    assert normalise_date(text) == searched, text
