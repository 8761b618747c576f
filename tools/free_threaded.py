"""`python -m tools.free_threaded`: whether weft answers the same in many threads at once, without Python's lock.

The pages of the demo are extracted by one thread and then by several, which share a learned site and the shipped
models. A Python that has its lock is refused: it would tell nothing.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import weft
from tools.parts import ROOT
from weft.io import RawPage

PAGES = ROOT / "src" / "weft" / "demo" / "pages"
ROUNDS = 20
THREADS = 8


def demo_pages() -> list[RawPage]:
    """The pages of the demo."""
    return [RawPage(id=path.name, data=path.read_bytes()) for path in sorted(PAGES.glob("*.html"))]


def answer(page: RawPage, site: weft.Site) -> tuple[str, ...]:
    """What is said of a page by itself and by its site, in every format that has all of it."""
    document, by_site = weft.extract(page.data, url=page.url), site.extract(page.data, url=page.url)
    return document.markdown, document.render("json"), by_site.text, by_site.render("json")


def count_differences(pages: Sequence[RawPage], threads: int) -> int:
    """How many pages are answered otherwise by several threads than by one."""
    site, shared = weft.learn(pages), weft.learn(pages)  # of the second nothing was asked before
    alone = [answer(page, site) for page in pages]
    with ThreadPoolExecutor(threads) as pool:
        together = list(pool.map(lambda page: answer(page, shared), pages))
    return sum(one != other for one, other in zip(alone, together, strict=True))


def main() -> int:
    """Compare, and print what was seen."""
    if getattr(sys, "_is_gil_enabled", lambda: True)():
        print("this Python has its lock: start a free-threaded one, such as python3.14t", file=sys.stderr)
        return 2
    pages = demo_pages() * ROUNDS
    different = count_differences(pages, THREADS)
    print(f"{len(pages)} pages in {THREADS} threads without the lock: {different} are answered otherwise than in one")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
