"""Makes the pictures of docs/tutorials: `python docs/pictures/studio.py`.

The demo in a real browser: studio, where a scripted person marks the body of an article and looks at the effect. Needs
weft[studio,browser], a Chromium, and Pillow.
"""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.cli.demo import read_pages
from weft.io import RawPage
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.serving import serve_in_thread
from weft.studio.store import Store

FOLDER = Path(__file__).parent
WIDTH, HEIGHT = 1200, 760
EFFECT = 405  # pixels: the first page that would change
COLOURS = 128  # of a palette: flat pages need no more, and a picture stays under 150 kB
ARTICLE = "canal-loom.html"
SETTLED = 600  # milliseconds until a change is drawn
SPOT = """(selector) => {
  const frame = document.getElementById("frame"), inside = frame.contentDocument;
  const box = inside.querySelector(selector).getBoundingClientRect();
  document.getElementById("scroll").scrollTop = Math.max(box.top - 330, 0);
  const edge = frame.getBoundingClientRect();
  return [edge.left + box.left + 40, edge.top + box.top + box.height / 2];
}"""


def save(page: Page, name: str, *, height: int = HEIGHT) -> None:
    """What the window shows, from its top, as a PNG of few colours."""
    shown = page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": height})
    picture = Image.open(BytesIO(shown)).convert("RGB")
    path = FOLDER / name
    picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{name}: {picture.width} x {picture.height}, {path.stat().st_size / 1000:.0f} kB")


def wait(page: Page) -> None:
    """Until the view has read what it shows."""
    expect(page.locator("#bench[data-ready]")).to_be_attached()


def mark(page: Page, selector: str, keys: str) -> None:
    """Point at an element of the page and press keys."""
    page.mouse.click(*page.evaluate(SPOT, selector))
    page.wait_for_timeout(SETTLED)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(SETTLED)


def draw_studio(browser: Browser) -> None:
    """Overview, a page while it is marked, and the effect of learning from the mark."""
    pages = [RawPage(id=name, data=data, url=url) for name, url, data in read_pages()]
    with Store.open(":memory:") as store:
        project, access = open_project(store, pages, name="demo"), Access(author="you")
        number = next(number for number, state in project.states.items() if state.id == ARTICLE)
        with serve_in_thread(project, access):
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
            page.goto(f"{access.url}/?token={access.new_token()}")
            expect(page.locator("#pages li")).to_have_count(len(pages))
            page.wait_for_timeout(SETTLED)
            save(page, "studio-overview.png")
            page.goto(f"{access.url}/page/{number}")
            wait(page)
            mark(page, "figcaption", "wb")  # widened: the whole text
            mark(page, ".inline-related", "x")
            mark(page, ".entry-content > .ad, .entry-content > [id^=ad-slot]", "x")
            for heading in (".entry-content h2 ~ h2", ".entry-content h2"):
                mark(page, heading, "x")  # which changes other pages
            page.wait_for_timeout(SETTLED)
            save(page, "studio-page.png")
            page.goto(f"{access.url}/cluster/{project.states[number].cluster}")
            page.locator("#teach").click()
            expect(page.locator("#effect-summary")).to_contain_text("would change")
            page.locator("#effect-summary").evaluate("summary => summary.parentElement.scrollIntoView()")
            save(page, "studio-effect.png", height=EFFECT)


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        program, sandbox = sandboxed(find_chromium(), folder=Path(folder))
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox)
        draw_studio(browser)
        browser.close()


if __name__ == "__main__":
    main()
