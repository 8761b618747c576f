"""A person at the browser: clicks are counted, and elements are pointed at by what they say."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What was shown or hidden has moved what stands below it."""

SPOT = """([text, last]) => {
  const frame = document.getElementById("frame"), inside = frame.contentDocument;
  const walker = inside.createTreeWalker(inside.documentElement, NodeFilter.SHOW_TEXT);
  const boxes = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.data.includes(text)) continue;
    const range = inside.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getClientRects()[0];
    if (box && box.width) boxes.push(box);
  }
  const box = boxes.at(last ? -1 : 0);
  if (!box) return null;
  document.getElementById("scroll").scrollTop = Math.max(box.top - 160, 0);
  const edge = frame.getBoundingClientRect();
  return [edge.left + box.left + 3, edge.top + box.top + box.height / 2];
}"""


class Hand:
    """One person with one window."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.clicks = 0
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, path: str) -> None:
        """Goes to a view, as by an address that was kept."""
        self.page.goto(f"{self.url}{path}")
        self.wait()

    def wait(self) -> None:
        """Until the view has read what it shows."""
        if self.page.locator("#bench").count():
            expect(self.page.locator("#bench[data-ready]")).to_be_attached()

    def click(self, selector: str) -> None:
        """One click on a button or a link."""
        self.page.locator(selector).first.click()
        self.clicks += 1

    def point(self, text: str, *, last: bool = False) -> None:
        """One click on the element of the page that says so, the first or the last of them."""
        self.page.evaluate(SETTLED)
        spot = self.page.evaluate(SPOT, [text, last])
        assert spot, f"nothing on the page says {text!r}"
        self.page.mouse.click(*spot)
        self.clicks += 1

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def see(self, selector: str) -> Locator:
        """What is shown there."""
        return self.page.locator(selector)

    def state(self, number: int) -> Any:
        """What the server knows of a page."""
        return self.page.evaluate("async (path) => (await fetch(path)).json()", f"/api/pages/{number}")

    def row(self, selector: str) -> int:
        """The row of an element of the page in the frame."""
        found = self.page.evaluate(
            "(css) => document.getElementById('frame').contentDocument.querySelector(css).getAttribute('data-w')",
            selector,
        )
        return int(found)
