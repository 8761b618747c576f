"""What every report keeps: nothing runs but the script of its tables, nothing is loaded, everything is escaped."""

import sys
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest
from jinja2 import UndefinedError

from tests.reports.test_counts import COUNTS
from tests.reports.test_look import HTML, document_of, png
from tests.reports.test_site import SKETCH, summary
from tests.reports.test_training import SUMMARY
from weft import Field, parse
from weft.content import Metadata, Reason
from weft.errors import ConfigError
from weft.records.fingerprints import Software
from weft.reports import (
    PagePoint,
    ScoredBlock,
    SiteSummary,
    WorstPage,
    block_map,
    find_picture,
    look_page,
    site_page,
    training_page,
)
from weft.reports.counts import count_software, software_page, stats_page
from weft.reports.writing import load_templates, read_house_file, write_report

SCRIPT = read_house_file("tables.js")
HASH = b64encode(sha256(SCRIPT.encode()).digest()).decode()
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    f"script-src 'sha256-{HASH}'; base-uri 'none'; form-action 'none'"
)
EVILS = [
    "<script>alert(1)</script>",
    "\"' onmouseover=alert(1) x='",
    "</title></style></svg><img src=x onerror=alert(1)>",
    "]]><!-- &lt;script&gt; {{ 7 * 7 }} {% raw %} javascript:alert(1)",
]


def reports(evil: str) -> dict[str, str]:
    """Every report, with the text wherever a page or a person can put one."""
    document = document_of(HTML)
    title = Metadata(title=Field(value=evil))
    page = replace(document.page, url=evil)
    document = replace(document, page=page, find_metadata=lambda _: title, chosen_by=evil, reason=Reason(evil, evil))
    block = ScoredBlock(
        index=0, row=0, element=evil, xpath=evil, kept=True, hidden=False, score=1, chars=2, link_share=0, text=evil,
        why=((evil, 1.0, 2.0),),
    )  # fmt: skip
    picture = find_picture(document, png(500, 900))
    picture = replace(picture, boxes=[replace(box, note=evil) for box in picture.boxes])
    cluster = summary(
        name=evil, host=evil, medoid=evil, shown_id=evil, drift=evil, page_type=evil, rules=[evil],
        picture=picture,
    )  # fmt: skip
    site = SiteSummary(
        name=evil, recipe={evil: evil}, clusters=[cluster, replace(cluster, shown_id="other")], notes=[evil],
        failures={evil: evil}, pages=[PagePoint(page_id=evil, cluster=-1, sketch=SKETCH)],
    )  # fmt: skip
    worst = WorstPage(page_id=evil, url=evil, page_type=evil, f1=0.1, confidence=0.4, note=evil)
    score = replace(SUMMARY.scores[0], name=evil)
    named = {"name": evil, "recipe": {evil: evil}, "importance": [(evil, 1)], "trials": [(evil, 1)]}
    run = replace(SUMMARY, scores=[score], worst=[worst], **named)  # type: ignore[arg-type]
    names = {evil: 3, "other": 1}
    counts = COUNTS | dict.fromkeys(("failed", "page_types", "languages", "chosen_by", "largest_hosts"), names)
    return {
        "blocks": block_map(document, [block]),
        "look": look_page(document, picture),
        "site": site_page(site),
        "software": software_page(count_software([Software(name=evil, version=evil, kind=evil)])),
        "stats": stats_page(counts),
        "training": training_page(run),
    }


def attributes(html: str) -> Iterator[tuple[str, str, str]]:
    """The attributes of a report, each with its element, as another parser than ours reads them."""
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.read: list[tuple[str, str, str]] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.read += [(tag, name, value or "") for name, value in attrs]

    reader = Reader()
    reader.feed(html)
    yield from reader.read


@pytest.mark.parametrize("evil", EVILS)
def test_nothing_that_a_page_says_becomes_markup(evil: str) -> None:
    harmless = reports("harmless")
    for name, html in reports(evil).items():
        page, other = parse(html), parse(harmless[name])
        assert len(page.rows_of("img", "iframe", "link", "base", "form")) == 0, name
        assert [page.text(row) for row in page.rows_of("script")] == ([] if name in ("look", "stats") else [SCRIPT]), (
            name
        )
        assert page.tag[page.tag > 0].tolist() == other.tag[other.tag > 0].tolist(), name  # the same elements
        assert [entry[:2] for entry in attributes(html)] == [entry[:2] for entry in attributes(harmless[name])], name
        assert not [entry for entry in attributes(html) if entry[1].startswith("on")], name
        assert "49" not in page.text(0) or "7 * 7" not in evil, name  # a page's text is no template


@pytest.mark.parametrize("evil", EVILS)
def test_what_a_page_says_is_shown_as_it_is(evil: str) -> None:
    for name, html in reports(evil).items():
        assert " ".join(evil.split()) in " ".join(parse(html).text(0).split()), name


def test_a_report_is_one_file_that_loads_nothing() -> None:
    for name, html in reports("harmless").items():
        assert html.startswith("<!doctype html>"), name
        assert POLICY in html, name
        for tag, attribute, value in attributes(html):
            if attribute in ("src", "href", "action", "srcset", "data", "poster"):
                assert value.startswith(("#", "data:image/png;base64,")), (name, tag)
        assert "url(" not in html.replace("url(#clear", ""), name
        assert "@import" not in html, name


def test_all_reports_have_one_look() -> None:
    sheets = {html.partition("<style>")[2].partition("</style>")[0] for html in reports("harmless").values()}
    assert len(sheets) == 1
    assert "prefers-color-scheme: dark" in sheets.pop()


def test_a_value_that_is_not_passed_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        write_report("stats.html", charts={})


def test_without_jinja2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    load_templates.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(ConfigError, match="a report needs Jinja2") as caught:
        training_page(replace(SUMMARY, confidence=np.zeros(0), f1=np.zeros(0)))
    assert caught.value.advice == "pip install 'weft[report]'"
