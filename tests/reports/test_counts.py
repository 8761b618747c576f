"""The pages of counts: what an output holds, software and its versions."""

import re

from weft import parse
from weft.records.fingerprints import Software
from weft.reports.counts import MAX_BARS, count_software, software_page, stats_page
from weft.reports.writing import read_house_file


def made(name: str, *versions: str) -> list[Software]:
    return [Software(name=name, version=version, kind="forum") for version in versions]


def bars(html: str) -> list[tuple[float, list[int]]]:
    """The width of each bar in per cent, and how far each of its parts grows."""
    stacks = html.split('<div class="stack"')[1:]
    widths = [float(re.findall(r"width: ([\d.]+)%", stack)[0]) for stack in stacks]
    parts = [[int(part) for part in re.findall(r"flex-grow: (\d+)", stack)] for stack in stacks]
    return list(zip(widths, parts, strict=True))


def test_counts_are_in_order() -> None:
    counts = count_software([*made("MyBB", ""), Software(), Software(), *made("phpBB", "", "3.0", "3.3", "3.3")])
    assert [(count.name, count.pages) for count in counts] == [("phpBB", 4), ("MyBB", 1), ("unknown", 2)]
    assert list(counts[0].versions.items()) == [("3.3", 2), ("3.0", 1), ("", 1)]


def test_bars_are_as_long_as_their_counts() -> None:
    pages = [*made("phpBB", "3.3", "3.3", "3.3", "3.0"), *made("MyBB", "1.8", ""), Software()]
    html = software_page(count_software(pages))
    assert bars(html) == [(100, [3, 1]), (50, [1, 1]), (25, [1])]
    assert "phpBB 3.0: 1 page" in html
    assert "MyBB no version: 1 page" in html
    assert "3.3 (3), 3.0 (1)" in html


def test_the_page_is_whole_and_says_no_markup_of_others() -> None:
    html = software_page(count_software([*made("<script>", "<b>1"), Software()]))
    page = parse(html)
    assert page.text(0).count("alert(") == 0
    assert [page.text(row) for row in page.rows_of("script")] == [read_house_file("tables.js")]
    assert len(page.rows_of("b")) == 0
    assert "2 pages, 1 kind of software; 1 page named, 1 with a version." in html


def test_no_software_and_very_much() -> None:
    assert bars(software_page(count_software([]))) == []
    assert "0 pages" in software_page([])
    many = software_page(count_software([Software(name=f"software {number}") for number in range(99)]))
    assert len(bars(many)) == 99
    assert many.count("<tr>") == 100


COUNTS = {
    "pages": 1234,
    "hosts": 2,
    "failed": {"limit: seconds": 3, "source": 1},
    "characters": 5,
    "records": 1,
    "page_types": {"article": 1000, "forum": 230},
    "languages": {},
    "chosen_by": {"<b>records</b>": 1},
    "largest_hosts": {f"host-{number}": 30 - number for number in range(20)},
    "confidence": [0, 5],
}


def test_what_an_output_holds() -> None:
    html = stats_page(COUNTS)
    text = " ".join(parse(html).text(0).split())
    assert "1,234 pages of 2 hosts, 4 failed; 5 characters of text, 1 record." in text
    assert "Page types article 1,000 forum 230" in text
    assert "Confidence 0.0–0.5 0 0.5–1.0 5" in text
    assert "Failures limit: seconds 3 source 1" in text
    assert "Languages" not in text  # an empty chart is left out
    assert f"host-{MAX_BARS - 1}" in text
    assert f"host-{MAX_BARS}" not in text
    assert "<b>" not in html
    assert re.findall(r"width: ([\d.]+)%", html.split("Page types")[1])[:2] == ["100.0", "23.0"]


def test_an_output_of_failures_only() -> None:
    html = stats_page({name: 0 if isinstance(value, int) else type(value)() for name, value in COUNTS.items()})
    assert "0 pages of 0 hosts" in html
    assert "<section" not in html
