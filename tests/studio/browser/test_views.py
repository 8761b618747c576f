"""Every view at 800 and at 2,560 pixels, light and dark: axe finds nothing serious, and nothing hangs out at the side.

The pages of others in the frame are left out: they are as accessible as they are. With WEFT_SCREENSHOTS=FOLDER every
view is saved there as a picture.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser_axe import axe_faults, serious_faults
from tests.browser_pa11y import pa11y_faults
from tests.studio.browser.hand import Hand
from tests.studio.browser.made_pages import news


def overview(hand: Hand) -> None:
    hand.open("/")
    expect(hand.see("#pages li")).to_have_count(14)


def marked_page(hand: Hand) -> None:
    hand.open("/page/1")
    hand.point("Buy our almanac")
    hand.press("x", "p", "m")
    expect(hand.see("#parts .part").first).to_be_visible()


def found(hand: Hand) -> None:
    hand.open("/page/9")
    hand.press("/")
    hand.page.keyboard.type("all prices")
    hand.press("Enter")
    expect(hand.see("#found-count")).to_have_text("6")


def keys(hand: Hand) -> None:
    hand.open("/page/1")
    hand.press("?")
    expect(hand.see("#help")).to_be_visible()


def template(hand: Hand) -> None:
    hand.open("/page/1")  # which is marked by now
    hand.open(f"/cluster/{hand.state(1)['cluster']}")
    hand.click("#teach")
    expect(hand.see("#effect-summary[data-effect=seen]")).to_be_visible()
    hand.click("#editor summary")


def guide(hand: Hand) -> None:
    hand.open("/guide/9")


def export(hand: Hand) -> None:
    hand.open("/export")


def error(hand: Hand) -> None:
    hand.open("/page/999")


VIEWS: list[Callable[[Hand], None]] = [overview, marked_page, found, keys, template, guide, export, error]


@pytest.mark.parametrize(("width", "height", "scheme"), [(800, 700, "dark"), (2560, 1400, "light")])
def test_every_view_is_accessible_and_fits(visit, make_studio, width, height, scheme):
    hand = visit(make_studio(news(articles=8, markets=6)))
    hand.page.set_viewport_size({"width": width, "height": height})
    hand.page.emulate_media(color_scheme=scheme)
    faults = {}
    for show in VIEWS:
        show(hand)
        found = serious_faults(hand.page, without="#frame")
        wide = hand.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        found += [f"{wide} pixels hang out at the side"] if wide > 0 else []
        if found:
            faults[show.__name__] = found
        if folder := os.environ.get("WEFT_SCREENSHOTS"):
            hand.page.screenshot(path=Path(folder) / f"{show.__name__}-{width}-{scheme}.png")
    assert faults == {}


def test_the_log_in_is_accessible(browser, make_studio):
    studio = make_studio(news(articles=3), password="a long password")
    page = browser.new_context().new_page()
    page.goto(f"{studio.url}/login")
    assert serious_faults(page) == []
    page.context.close()


def test_axe_sees_a_fault(browser):
    page = browser.new_context().new_page()
    page.set_content(
        "<html lang=en><title>x</title><main><h1>x</h1><button></button><p style='color: #ccc'>pale</main>"
    )
    assert {fault.partition(":")[0] for fault in axe_faults(page)} == {"button-name", "color-contrast"}
    page.context.close()


def test_pa11y_sees_a_fault(browser):
    page = browser.new_context().new_page()
    page.set_content(
        "<html lang=en><title>x</title><main><img src='data:,'><p style='color: #ccc; background: #fff'>pale</main>"
    )
    assert {fault.partition(": ")[0].rpartition(".")[2] for fault in pa11y_faults(page)} == {"H37", "Fail"}
    page.context.close()
