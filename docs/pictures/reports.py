"""Makes report.png and blocks.png, the reports of the tutorials: `python docs/pictures/reports.py`."""

from dataclasses import replace

from warp_and_weft_page import DRAWING, FOLDER, demo_pages, save

import weft
from weft.browser import Browser
from weft.io import RawPage
from weft.reports import block_map, find_decision, scored_blocks, site_page, small_page
from weft.sites.overview import summarise_site

WIDTH = 1200  # pixels of a picture, which shows the top of a report
HEIGHT, HEIGHT_OF_BLOCKS = 760, 1220  # the second shows the core
NEW = "dyers-garden.html"  # the tutorial keeps this page for later
PAGE = "swing-bridge.html"


def site_report() -> str:
    """The report of the tutorial on sites."""
    files = {file: data for file, (_, data) in demo_pages().items() if file != NEW}
    site = weft.learn(RawPage(id=f"saved/{file}", data=data) for file, data in files.items())
    pages = ((f"saved/{file}", weft.parse(data)) for file, data in files.items())
    return site_page(summarise_site(site, pages, name="site.json"))


def block_report() -> str:
    """The blocks of the tutorial on one page."""
    document = weft.extract(demo_pages()[PAGE][1])
    scorer = weft.EXTRACTORS[document.chosen_by]
    decision = find_decision(document, scorer)
    return block_map(document, scored_blocks(document, scorer, decision=decision), decision=decision)


def main() -> None:
    """Write both reports, draw them, and save the tops of the pictures."""
    with Browser(DRAWING) as browser:
        reports = (("report.png", site_report(), HEIGHT), ("blocks.png", block_report(), HEIGHT_OF_BLOCKS))
        for name, html, height in reports:
            drawn = browser.draw(html, options=replace(DRAWING, width=WIDTH)).screenshot
            save(browser, small_page(drawn, width=WIDTH, height=height), FOLDER / name, width=WIDTH, colours=256)


if __name__ == "__main__":
    main()
