import pytest

from weft import parse
from weft.records.evidence import gather
from weft.records.times import short_text_rows


def times(html: str) -> list[str]:
    return list(gather(parse(html)).times.texts)


@pytest.mark.parametrize(
    "html",
    ["<i>{}</i>", "<p>Posted by Ann on {}", "<p>发表于 {}", "<time>{}</time>", "<p>({})"],
)
@pytest.mark.parametrize(
    "text",
    ["2022-9-4 06:38:48", "半小时前", "3 天前", "昨天 14:05", "13 hours ago", "Sep 4, 2022, 6:38 pm", "2022年9月4日"],
)
def test_time_stamps(html: str, text: str) -> None:
    assert times(html.format(text)) == [text]


def test_a_weekday_is_displayed_too() -> None:
    assert times("<p>by Ann » Mon Sep 11, 2023 3:29 am") == ["Mon Sep 11, 2023 3:29 am"]


def test_a_day_word_and_its_clock_in_the_next_text() -> None:
    assert times("<span><b>Yesterday</b>, 12:08 PM</span>") == ["Yesterday, 12:08 PM"]


@pytest.mark.parametrize(
    "html",
    ["<p>Joined: Jan 2020", "<dt>注册时间<dd>2014-1-1", "<p>Last edited by Ann on 2022-09-04", "<li>November 2026",
     "<blockquote>Ann wrote on 2022-09-04</blockquote>", "<div class=quote>Ann 发表于 2022-9-4 06:38</div>",
     "<p>今天聊聊打印机", "<p>GMT+8, 2026-11-15 14:57", "<p hidden>2022-09-04",
     "<p>In the year 2022, on the 4th of September 2022, it rained in the whole valley and we stayed at home, reading"],
)  # fmt: skip
def test_other_dates_are_no_times(html: str) -> None:
    assert times(html) == []


def test_what_a_script_shows_counts() -> None:
    page = parse('<a class=timeago title="2024-11-27T15:50:23.066Z" href=/post/1></a><img title="A loom, 1850">')
    found = gather(page).times
    assert (found.texts, found.dates[0].iso[:16]) == (("",), "2024-11-27T15:50")


def test_short_texts_are_visible_and_short() -> None:
    page = parse("<p>ab<p hidden>cd<p>e<script>fg</script><p>" + " " * 5000 + "hi<p>abcdef")
    assert [page.text(row).strip() for row in short_text_rows(page, most=5)] == ["ab"]
