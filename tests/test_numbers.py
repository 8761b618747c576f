"""Numbers wherever a page may write one: too large, too small, in the digits of any script."""

import re
import sys
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import weft
from weft.metadata import find_embedded, find_metadata
from weft.records import find_comments, find_records
from weft.records.board_rows import read_count
from weft.text import find_dates, normalise_date

DIGITS = "".join(chr(code) for code in range(sys.maxunicode + 1) if chr(code).isdigit())
NUMBERS = st.one_of(
    st.text(st.sampled_from("0123456789"), min_size=1, max_size=12),
    st.text(st.sampled_from(DIGITS), min_size=1, max_size=12),
    st.text(st.sampled_from("09.,:-+eE kKmM/ "), min_size=1, max_size=12),
    st.sampled_from(
        [
            "9" * 40,
            "9" * 400,
            "9" * 5_000,
            "0",
            "-1",
            "1e999",
            "NaN",
            "Infinity",
            "0000",
            "10000",
            "２０２２",
            "1²",
            "½",
        ]
    ),
)
THREE = st.tuples(NUMBERS, NUMBERS, NUMBERS)
STAMPS = (
    "{0}-{1}-{2}", "{0}/{1}/{2}", "{1}.{2}.{0}", "{0}年{1}月{2}日", "Sep {1}, {0}", "{1} de mayo de {0}",
    "{0}-{1}-{2} {1}:{2}", "{0}-{1}-{2}T{1}:{2}:{1}+{2}:{0}", "2022-09-04T06:38:48+{1}{2}",
    "Sun, 04 Sep 2022 06:38:48 gmt+{0}", "{0} days ago", "{0} years, {1} months ago", "{0} weeks ago", "{0}小时前",
    "vor {0} Jahren", "Yesterday {1}:{2}", "{0}", "{0}-{1}", "{1}-{2}", "{0}{1}{2}",
)  # fmt: skip
BOARD = """<a href=/forum/>Forum</a><table>
<tr class=thread><td><a href=/thread-{0}.html?tid={1}>How do I mend the loom?</a><td><a href=/user/{0}>Ann</a>
<td>{0} replies<td>{1}<td>{2} views<td>$ {0} or {1} eur<td>{0} days ago
<tr class=thread><td><a href=/thread-2.html>What is a weft?</a><td><a href=/user/2>Bo</a>
<td>{1}<td>2<td>{0}<td>2022-09-0{1}"""
POST = """<div class=post id=p{0}>#{0} <a class=author href=/user/1>Ann</a>
<time datetime='{0}-{1}-{2}'>{0}-{1}-{2} {1}:{2}</time><p class=body>I think so, page {0} of {1}.</div>"""
POSTS = "<a href=/forum/>Forum</a>" + POST * 3
CARDS = "<div class=card><a href=/p/{0}><h3>Loom {0}</h3></a><b class=price>€ {0}.{1}</b> {2}/5</div>" * 4
HEAD = """<html lang={0}><title>Loom – Page {0} of {1}</title><meta name=date content='{0}-{1}-{2}'>
<meta name=author content='&amp;#{0};'><script type=application/ld+json>
{{"@type": "Article", "datePublished": {0}, "wordCount": {1}, "x": &#{0};}}</script>
<h1>Loom</h1><span class=date>{0}.{1}.{2}</span><div class=comment id=comment-{0}><b class=author>Ann</b>
<time datetime='{0}'>{1} days ago</time><p class=comment-body>Nice &#{0};</div>
<table><tr><td colspan='{0}' rowspan='{1}'>x<td>y</table><ol start='{0}'><li value='{1}'>x</ol>
<img src=x width='{0}' srcset='a {0}w, b {1}x'>"""
ISO = re.compile(r"(?:[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2}(?:T[0-9:]{5,8}(?:Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?)?")


@given(st.sampled_from(STAMPS), THREE)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_a_date_of_any_numbers_is_iso_8601_or_no_date(form: str, numbers: tuple[str, ...]) -> None:
    text = form.format(*numbers)
    for reference in (None, datetime(2022, 9, 4, 6, 38), datetime(1, 1, 1), datetime(9990, 12, 31)):
        assert all(ISO.fullmatch(date.iso) for date in find_dates(text, reference=reference))
        assert ISO.fullmatch(normalise_date(text, reference=reference))


@given(NUMBERS)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_a_count_or_a_zone_of_any_digits_is_one_or_none(number: str) -> None:
    assert read_count(f"{number} replies") >= 0
    iso = normalise_date(f"2022-09-04 06:38:48 gmt+{number}")
    assert re.fullmatch("(?:2022-09-04T06:38:48(?:[+-][0-9]{2}:[0-9]{2}|Z)?)?", iso)


@pytest.mark.parametrize("html", [BOARD, POSTS, CARDS, HEAD], ids=["board", "posts", "cards", "head"])
def test_a_page_of_any_numbers_is_read_and_written(html: str) -> None:
    @given(THREE)
    @settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def check(numbers: tuple[str, ...]) -> None:
        page = weft.parse(html.format(*numbers))
        values = [dict(record.fields) for region in find_records(page) for record in region.records]
        values += [dict(record.fields) for record in find_comments(page)]
        assert all("inf" not in fields["replies"].value for fields in values if "replies" in fields)
        assert ISO.fullmatch(find_metadata(page).date.value)
        find_embedded(page)
        document = weft.extract(page, method="whole_page")
        assert all(document.render(name) is not None for name in weft.RENDERERS)

    check()


def test_a_link_far_above_its_text_leads_to_nobody() -> None:
    """The title of a row may lie more levels under its link than are looked at."""
    row = (
        "<td class=row><div><span><span class=subject><a href=/showthread.php?tid={k}>{title}"
        "<td>{k},246<td id=rating_{k}>{more}"
    )
    stars = "<ul class=stars><li class=rating>0 votes</li>2 hours ago"
    html = "<a href=forumdisplay.php?fid=1><table class=tborder>"
    html += row.format(k=1, title="home brewing vs the alternatives", more=stars)
    html += row.format(k=2, title="What do you think about backup strategies?", more="6 hours ago")
    assert weft.extract(html).page is not None
    assert find_records(weft.parse(html)) is not None
