import random
from datetime import datetime
from html import escape

import pytest

from weft import parse
from weft.records.evidence import gather
from weft.records.times import find_times, mark
from weft.text import find_dates

PIECES = (
    "2022-09-04 06:38 2022-9-24 13:59:07 04-04 9/4/2022 23.11.2021 31.02.2022 2022年9月4日 9月4日 Sep 4, Sept. 4th "
    "2022 1999 2040 15 août марта Today yesterday Monday at 6 pm 3 hours ago now just 天前 昨天 回复 12 1.5 $12.50 by "
    "Ann Posted on Joined: 发表于 · – may vor 3 h 61 24 28 30 00 10:60 24:00 last edited"
).split()
JOINTS = (" ", " ", " ", "", ", ", "\u00a0", " - ")


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
    assert (found.texts, found.date(0).iso[:16]) == (("",), "2024-11-27T15:50")


def test_short_texts_are_visible_and_short() -> None:
    page = parse("<p>1 €<p hidden>2 €<p>€<script>3 €</script><p>" + " " * 5000 + "4 €<p>5 € " + "and more " * 9)
    assert [page.text(row).strip() for row in mark(page).prices.tolist()] == ["1 €"]


def likely_texts() -> list[str]:
    """Texts of pieces that stand in time stamps and beside them."""
    rng = random.Random(7)
    return [rng.choice(JOINTS).join(rng.choices(PIECES, k=rng.randrange(1, 6))) for _ in range(3000)]


def test_no_time_is_lost_to_the_kernels_search() -> None:
    texts = [text for text in likely_texts() if find_dates(text)]
    page = parse("".join(f"<p>{escape(text)}</p>" for text in texts))
    marked = {page.text(row) for row, *_ in mark(page).times}
    lost = [text for text in texts if len(text) <= 90 and text not in marked]
    assert len(texts) > 500
    assert lost == []


def test_texts_of_one_shape_have_their_dates_in_the_same_places() -> None:
    reference = datetime(2026, 11, 15)
    page = parse("".join(f"<p>{escape(text)}</p>" for text in likely_texts()))
    stamps = mark(page, reference=reference).times
    assert sum(text != shape for _, text, shape, _ in stamps) > 500
    for _, text, shape, _ in stamps:
        assert text == " ".join(text.split())
        read, alike = find_dates(text, reference=reference), find_dates(shape, reference=reference)
        assert [(d.start, d.end, d.relative) for d in read] == [(d.start, d.end, d.relative) for d in alike], text
        assert [len(d.iso) for d in read if not d.relative] == [len(d.iso) for d in alike if not d.relative], text


def test_labels_stand_right_before_a_text() -> None:
    page = parse("<p>Joined: <b>2022-09-04</b><p>" + "a long text " * 3 + "<b>2022-09-05</b><p><b>2022-09-06</b>")
    assert [label for *_, label in mark(page).times] == ["Joined:", "", "2022-09-05"]


@pytest.mark.parametrize("label", ["Joined: Mar 2019", "Member since 2019", "注册时间: 2019-03-02", "Joined: 2019 |"])
def test_what_has_a_date_of_its_own_is_no_label(label: str) -> None:
    assert gather(parse(f"<i>{label}</i><b>2022-09-04 06:38</b>")).times.texts == ("2022-09-04 06:38",)


@pytest.mark.parametrize("label", ["Joined:", "Last edited by ann77", "GMT +8. Time now is"])
def test_what_labels_another_time(label: str) -> None:
    assert gather(parse(f"<i>{label}</i><b>2022-09-04 06:38</b>")).times.texts == ()


def test_marks_of_another_page_are_refused() -> None:
    with pytest.raises(ValueError, match="page"):
        find_times(parse("<p>One"), mark(parse("<p>One<p>2022-09-04")))
