"""One Chromium for all tests of this folder, with a window for each of the people who meet in a test."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.studio.browser.hand import Hand
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed

PATIENCE = 120_000  # milliseconds: a busy machine is slow, and a test that fails waits only once
FLAGS = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A real browser; it ends with this folder, because its event loop is in the way of other tests."""
    program, sandbox = sandboxed(find_chromium(), folder=tmp_path_factory.mktemp("chromium"))
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> list[BrowserContext]:
    """Two windows that share nothing, used by every test anew."""
    contexts = [browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") for _ in "ab"]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    return contexts


@pytest.fixture
def visit(windows: list[BrowserContext]) -> Iterator[Callable[..., Hand]]:
    """Logs a person in at a studio, in a window of their own; nothing may go wrong in its scripts."""
    hands: list[Hand] = []

    def log_in(studio, author: str = "Ann") -> Hand:
        context = windows[len(hands)]
        context.request.get(studio.login_url(author=author), max_redirects=0)
        hands.append(Hand(context.new_page(), studio.url))
        return hands[-1]

    yield log_in
    for hand in hands:
        hand.page.close()
        hand.page.context.clear_cookies()
    assert [hand.errors for hand in hands] == [[] for _ in hands]
