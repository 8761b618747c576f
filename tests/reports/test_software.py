"""The plot of software and versions."""

import re

from weft import parse
from weft.records.fingerprints import Software
from weft.reports.software import MOST_BARS, count_software, software_chart, software_page


def made(name: str, *versions: str) -> list[Software]:
    return [Software(name=name, version=version, kind="forum") for version in versions]


def widths(svg: str) -> list[float]:
    return [float(width) for width in re.findall(r'<rect [^>]*?width="([\d.]+)"', svg)]


def test_counts_are_in_order() -> None:
    counts = count_software([*made("MyBB", ""), Software(), Software(), *made("phpBB", "", "3.0", "3.3", "3.3")])
    assert [(count.name, count.pages) for count in counts] == [("phpBB", 4), ("MyBB", 1), ("unknown", 2)]
    assert list(counts[0].versions.items()) == [("3.3", 2), ("3.0", 1), ("", 1)]


def test_bars_are_as_long_as_their_counts() -> None:
    chart = software_chart(count_software([*made("phpBB", "3.3", "3.3", "3.3", "3.0"), *made("MyBB", "1.8", "")]))
    total = sum(widths(chart)[:2]) + 2  # a pixel is between two parts
    assert [round((width + 1) / total, 2) for width in widths(chart)] == [0.75, 0.25, 0.25, 0.25]
    assert "phpBB 3.0: 1 page" in chart
    assert "MyBB no version: 1 page" in chart


def test_the_page_is_whole_and_says_no_markup_of_others() -> None:
    html = software_page(count_software([*made("<script>", "<b>1"), Software()]))
    page = parse(html)
    assert len(page.rows_of("script")) == 0
    assert len(page.rows_of("b")) == 0
    assert "2 pages, 1 kind of software; 1 page named, 1 with a version." in html


def test_nothing_and_very_much() -> None:
    assert widths(software_chart(count_software([]))) == []
    assert "0 pages" in software_page([])
    many = count_software([Software(name=f"software {number}") for number in range(99)])
    assert len(widths(software_chart(many))) == MOST_BARS
    assert software_page(many).count("<tr>") == 100
