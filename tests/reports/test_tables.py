"""The tables of a report in a real browser: heads sort, a filter hides rows, links lead on; and it prints."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser_axe import serious_faults
from tests.reports.test_site import summary
from tests.reports.test_writing import reports
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.reports.blocks import ShownBlock
from weft.reports.site import FieldSummary, PagePoint, SiteSummary, site_page

MAX_BYTES = 5_000_000  # of a report


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program, sandbox = sandboxed(find_chromium(), folder=tmp_path_factory.mktemp("chromium"))
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox)
        yield opened
        opened.close()


def report() -> str:
    """Twelve clusters with fields, and a page of each."""
    clusters = [
        summary(
            name=f"cluster-{number}", pages=number * 7 % 13 + 100 * (number == 3), confidence=number / 12,
            fields=[FieldSummary(name="price", presence=0.5, value=f"£ {number}")],
            blocks=[ShownBlock(kind="field", element="p", text=f"£ {number}", fields=("price",))],
        )
        for number in range(1, 13)
    ]  # fmt: skip
    sketch = np.arange(128, dtype=np.uint64)
    pages = [PagePoint(page_id=f"page-{number}", cluster=number % 13 - 1, sketch=sketch) for number in range(40)]
    return site_page(SiteSummary(name="shop", recipe={"learner": "slots"}, clusters=clusters, pages=pages))


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    path = tmp_path / "report.html"
    path.write_text(report(), encoding="utf-8")
    opened = browser.new_page()
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("pageerror", lambda error: asked.append(str(error)))
    opened.goto(path.as_uri())
    yield opened
    assert asked == [path.as_uri()]
    opened.close()


def test_a_head_sorts_numbers_as_numbers(page: Page) -> None:
    table = page.locator("table[aria-label=clusters]")
    head = table.locator("th", has_text="pages")
    head.locator("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    counts = [int(text) for text in table.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert counts == sorted(counts)
    head.locator("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    assert int(table.locator("tbody td:nth-child(2)").first.inner_text()) == max(counts) == 108


def test_a_filter_hides_rows_and_says_how_many_are_left(page: Page) -> None:
    page.get_by_label("Filter: pages").fill("page-1 cluster-1")
    expect(page.locator("table[aria-label=pages] tbody tr:visible")).to_have_count(5)  # 1, 10, 11, 12, 14
    expect(page.locator(".table-filter", has=page.get_by_label("Filter: pages"))).to_contain_text("5 of 40")


def test_cluster_template_field_and_page_lead_to_each_other(page: Page) -> None:
    page.locator("table[aria-label=pages] a", has_text="cluster-2").first.click()
    expect(page.locator(":target h3")).to_contain_text("cluster-2")
    page.locator("#c1 .page a.name").click()
    expect(page.locator(":target")).to_contain_text("£ 2")
    page.locator("table[aria-label=fields] tbody tr", has_text="£ 5").locator("a").first.click()
    expect(page.locator(":target")).to_contain_text("£ 5")
    page.locator("#c1 summary", has_text="Its pages").click()
    page.locator("#c1 a", has_text="page-2").first.click()
    expect(page.locator("tr:target")).to_contain_text("cluster-2")
    page.locator(".map a").first.evaluate(
        "(link) => link.querySelector('circle').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    expect(page.locator(":target h3")).to_contain_text("cluster-")


def test_it_prints_without_what_is_only_for_a_screen(page: Page) -> None:
    page.emulate_media(media="print")
    for selector in (".top", ".table-filter >> nth=0"):
        expect(page.locator(selector)).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()


def test_a_script_of_a_page_would_not_run(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(
        report().replace("</main>", "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'></main>")
    )
    opened = browser.new_page()
    opened.goto(path.as_uri())
    expect(opened.locator(".sort").first).to_be_visible()  # ours runs
    assert opened.evaluate("window.ran") is None
    opened.close()


@pytest.mark.parametrize(("width", "scheme"), [(800, "dark"), (2560, "light")])
def test_every_report_is_accessible_and_fits(browser: Browser, tmp_path: Path, width: int, scheme: Any) -> None:
    faults = {}
    opened = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for name, html in {**reports("harmless"), "clusters": report()}.items():
        path = tmp_path / f"{name}.html"
        path.write_text(html, encoding="utf-8")
        opened.goto(path.as_uri())
        wide = opened.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        found = serious_faults(opened) + ([f"{wide} pixels hang out at the side"] if wide > 0 else [])
        if found:
            faults[name] = found
    opened.close()
    assert faults == {}


def test_reports_are_small() -> None:
    assert len(report().encode()) < MAX_BYTES / 50
