"""How a page is drawn, and what it may cost."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class BrowserLimits:
    """What one page may do to the browser; each ends the page, never the run."""

    seconds: float = 20.0  # an honest page of our data sets needs one second on a busy core
    memory: int = 1024  # megabytes that the browser's processes hold; an empty page needs 100, in full Chromium 250
    bytes: int = 64 << 20  # of the page, and of all that is fetched for it
    nodes: int = 50_000  # the largest of 1 358 pages that we have looked at has 34 445; each costs 12 microseconds
    dialogs: int = 5
    windows: int = 5
    downloads: int = 5
    redirects: int = 5


@dataclass(frozen=True, kw_only=True)
class DrawOptions:
    """What the browser may do for a page; the defaults are for saved pages of strangers: no scripts, no network."""

    scripts: bool = False
    network: bool = False  # a page that is given by its address is fetched all the same
    allow_private: bool = False  # whether an address may lead to this machine or the local network
    screenshot: bool = False
    width: int = 1280  # of the window; most layouts are made for it, and wide enough for the columns of all of them
    height: int = 1024
    settle: float = 0.5  # seconds that scripts have to build the page after it has loaded
    sandbox: bool = True  # Chromium's own, around what reads pages; looked at when the browser starts
    limits: BrowserLimits = BrowserLimits()
