"""axe-core in a page that is open, and the engine of pa11y beside it: their serious faults, in words."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

from tests.browser_pa11y import pa11y_faults

SCRIPT = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")


def serious_faults(page: Page, *, without: str = "") -> list[str]:
    """What axe finds serious or critical, and what pa11y calls an error."""
    return axe_faults(page, without=without) + pa11y_faults(page, without=without)


def axe_faults(page: Page, *, without: str = "") -> list[str]:
    """What axe finds serious or critical, each with the first elements that have it; `without` is left out."""
    page.evaluate(SCRIPT)
    context = {"exclude": [[without]]} if without else {}
    answer = page.evaluate("(context) => axe.run(context.exclude ? context : document)", context)
    return [
        f"{fault['id']}: {fault['help']}: " + "; ".join(node["html"][:120] for node in fault["nodes"][:3])
        for fault in answer["violations"]
        if fault["impact"] in SERIOUS
    ]
