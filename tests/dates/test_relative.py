"""Dates that take a reference time."""

from datetime import UTC, datetime

import pytest

from weft.dates import find_dates, normalise_date

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
def test_forms(text: str, iso: str) -> None:
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
