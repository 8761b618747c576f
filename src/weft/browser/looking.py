"""What is asked of a page that has loaded: its size, its snapshot, its picture."""

import asyncio
import base64
import inspect
from typing import TYPE_CHECKING, Any

from weft.browser.options import DrawOptions
from weft.browser.snapshot import REQUEST
from weft.errors import LimitError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

# Fade-ins stand at their last frame, spinners at their first.
STILL = """*, ::before, ::after { transition: none !important; animation-duration: 0s !important;
animation-delay: 0s !important; animation-iteration-count: 1 !important }"""

PICTURE_HEIGHT = 16_000  # pixels: Chromium draws no larger picture at once


async def check_nodes(session: "CDPSession", *, limit: int, name: str) -> None:
    """A page that scripts made too large is refused before it is copied."""
    counters = await session.send("Memory.getDOMCounters")
    if counters["nodes"] > limit:
        raise LimitError("nodes", limit, name, options="BrowserLimits")


async def still(session: "CDPSession") -> None:
    """End what moves: the same page must look the same each time. Changes no node of the page."""
    asked = ("Page.getFrameTree", "DOM.enable", "CSS.enable")
    frames: dict[str, Any] = (await asyncio.gather(*map(session.send, asked)))[0]
    sheet = await session.send("CSS.createStyleSheet", {"frameId": frames["frameTree"]["frame"]["id"]})
    await session.send("CSS.setStyleSheetText", {"styleSheetId": sheet["styleSheetId"], "text": STILL})
    await session.send("Page.getLayoutMetrics")  # lays the page out once more: that is rendering, not looking


async def take_snapshot(session: "CDPSession") -> dict[str, Any]:
    """The geometry in one round trip.

    Asked by way of Playwright's inner session: the outer one copies every value of the answer, in case it is an object
    of Playwright's, and that takes several times as long as to get it.
    """
    send = getattr(session, "_impl_obj", session).send
    more = {"timeout": None} if "timeout" in inspect.signature(send).parameters else {}
    answer: dict[str, Any] = await send("DOMSnapshot.captureSnapshot", REQUEST, **more)
    return answer


async def take_picture(session: "CDPSession", answer: dict[str, Any], options: DrawOptions) -> bytes:
    """The whole page as PNG, of a very long one the beginning."""
    document = answer["documents"][0]
    width, height = max(document["contentWidth"], 1), max(document["contentHeight"], 1)
    clip = {"x": 0, "y": 0, "width": min(width, 2 * options.width), "height": min(height, PICTURE_HEIGHT), "scale": 1}
    wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    return base64.b64decode((await session.send("Page.captureScreenshot", wanted))["data"])
