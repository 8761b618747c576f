"""Every view of studio and every report, drawn from made-up pages in a real browser: the same pixels on every run."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import run
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.pictures.made_reports import make_reports
from tests.studio.browser.hand import Hand
from tests.studio.browser.made_pages import news
from tests.studio.browser.test_views import VIEWS
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.studio.access import Access
from weft.studio.opening import open_project
from weft.studio.serving import serve_in_thread
from weft.studio.store import Store

FLAGS = ["--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text", "--hide-scrollbars"]
FONTS = ("DejaVu Sans", "DejaVu Sans Mono", "Droid Sans Fallback")
OTHERWISE = '<match><edit name="family" mode="append" binding="strong"><string>DejaVu Sans</string></edit></match>'
PASSWORD = "a long password"
PATIENCE = 120_000  # milliseconds
SETTLED = """async () => {
  document.getElementById("messages")?.replaceChildren();
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""

Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Variant:
    """A window and its colours."""

    width: int
    height: int
    scheme: Scheme

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}"


SHOWN = Variant(1280, 800, "light")
"""The variant that the documentation shows."""
VARIANTS = (Variant(800, 700, "dark"), SHOWN, Variant(2560, 1400, "dark"))
LANGUAGES = {"en": VARIANTS, "zh": (SHOWN,)}


@contextmanager
def running_chromium(folder: Path) -> Iterator[Browser]:
    """A browser that draws alike everywhere: it knows no fonts but `FONTS`."""
    program, sandbox = sandboxed(find_chromium(), folder=folder)
    fonts = folder / "fonts.conf"
    fonts.write_text(write_fonts(folder), encoding="utf-8")
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=program, chromium_sandbox=sandbox, args=FLAGS, env=environment
        )
        yield opened
        opened.close()


def write_fonts(folder: Path) -> str:
    """The fonts that `tests/system.sh` installs and no others, linked in the folder, as fontconfig reads them."""
    places = folder / "fonts"
    places.mkdir(exist_ok=True)
    for font in FONTS:
        found = run(["fc-list", font, "file"], capture_output=True, text=True, check=True).stdout
        assert found, f"the font {font} is missing: run tests/system.sh"
        for path in (Path(line.partition(":")[0]) for line in found.splitlines()):
            if not (places / path.name).exists():
                (places / path.name).symlink_to(path)
    names = {"sans-serif": "DejaVu Sans", "system-ui": "DejaVu Sans", "monospace": "DejaVu Sans Mono"}
    aliases = [
        f"<alias><family>{name}</family><prefer><family>{font}</family></prefer></alias>"
        for name, font in names.items()
    ]
    kept = f"<dir>{places}</dir><cachedir>{folder / 'cache'}</cachedir>"
    return f"<fontconfig>{kept}{''.join(aliases)}{OTHERWISE}</fontconfig>"


def draw(page: Page, name: str, variants: tuple[Variant, ...]) -> Iterator[tuple[str, bytes]]:
    """What a page shows, in every variant."""
    page.mouse.move(1, 1)
    for variant in variants:
        page.set_viewport_size({"width": variant.width, "height": variant.height})
        page.emulate_media(color_scheme=variant.scheme)
        page.evaluate(SETTLED)
        yield f"{name}-{variant}", page.screenshot(animations="disabled", timeout=PATIENCE)


def draw_studio(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every view of studio in every language."""
    for language, variants in LANGUAGES.items():
        with ExitStack() as stack:
            browser = stack.enter_context(running_chromium(folder))
            hand = stack.enter_context(_visit(browser, language))
            for show in VIEWS:
                show(hand)
                yield from draw(hand.page, f"studio-{show.__name__}-{language}", variants)
            page = stack.enter_context(_log_in(browser, language))
            yield from draw(page, f"studio-log_in-{language}", variants)


def draw_reports(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every report."""
    reports = make_reports(folder)  # some are drawn themselves, by a browser of their own
    with running_chromium(folder) as browser:
        page = browser.new_page(reduced_motion="reduce")
        for name, html in reports.items():
            path = folder / f"shown-{name}.html"
            path.write_text(html, encoding="utf-8")
            page.goto(path.as_uri())
            yield from draw(page, f"report-{name}", VARIANTS)


@contextmanager
def _visit(browser: Browser, language: str) -> Iterator[Hand]:
    """Somebody at a studio of a small site."""
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(":memory:"))
        access = Access(author="Ann")
        stack.enter_context(serve_in_thread(open_project(store, news(articles=8, markets=6), name="news"), access))
        context = browser.new_context(locale=language, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        stack.callback(context.close)
        context.request.get(f"{access.url}/?token={access.new_token()}", max_redirects=0)
        yield Hand(context.new_page(), access.url)


@contextmanager
def _log_in(browser: Browser, language: str) -> Iterator[Page]:
    """The form for the password."""
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(":memory:"))
        access = Access(password=PASSWORD)
        stack.enter_context(serve_in_thread(open_project(store, news(articles=3), name="news"), access))
        context = browser.new_context(locale=language, reduced_motion="reduce")
        stack.callback(context.close)
        page = context.new_page()
        page.goto(f"{access.url}/login")
        expect(page.locator("#password")).to_be_visible()
        yield page


PARTS: dict[str, Callable[[Path], Iterator[tuple[str, bytes]]]] = {"studio": draw_studio, "reports": draw_reports}
