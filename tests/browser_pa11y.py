"""HTML_CodeSniffer, the engine of pa11y, in a page that is open: what breaks WCAG 2.1 AA, in words.

pa11y itself opens an address in a browser of its own. Studio's views need a session, and most of what can be wrong
comes after some clicks, so the engine runs in the page that a test has open. `tests/system.sh` installs it by
`tests/pa11y/package-lock.json`.
"""

from pathlib import Path

from playwright.sync_api import Page

ENGINE = Path(__file__).parent / "pa11y/node_modules/html_codesniffer/build/HTMLCS.js"
ASK = """(without) => new Promise((resolve) => {
  const isOurs = ({ element }) =>
    element?.ownerDocument === document && !(without && element.closest?.(without)) || element === document;
  HTMLCS.process("WCAG2AA", document, () => resolve(
    HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR).filter(isOurs)
      .map(({ code, msg, element }) => `${code}: ${msg}: ${(element.outerHTML ?? "").slice(0, 120)}`),
  ));
})"""


def pa11y_faults(page: Page, *, without: str = "") -> list[str]:
    """What pa11y would call an error, each with its element; `without` is left out."""
    assert ENGINE.exists(), "HTML_CodeSniffer is not installed: run tests/system.sh"
    page.evaluate(ENGINE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(ASK, without)
    return found
