"""The demo's pages, drawn: what the scripts of this folder make their pictures from."""

import json
from dataclasses import replace
from pathlib import Path

import weft
from weft.browser import Browser, Drawing, DrawOptions

FOLDER = Path(__file__).resolve().parent
DEMO = Path(weft.__file__).resolve().parent / "demo"
WIDTH = 900  # pixels of the window that pages are drawn in
THEME = FOLDER / "warp_and_weft_theme.css"
DRAWING = DrawOptions(screenshot=True, width=WIDTH)


def demo_pages() -> dict[str, tuple[str, bytes]]:
    """The URL and the bytes of every demo page, by the name of its file."""
    truth = json.loads((DEMO / "truth.json").read_text(encoding="utf-8"))
    return {page["file"]: (page["url"], (DEMO / "pages" / page["file"]).read_bytes()) for page in truth}


def draw(browser: Browser, file: str) -> Drawing:
    """A demo page in its theme, which the bundled pages only name: the sheet stands where the link was."""
    url, data = demo_pages()[file]
    theme = THEME.read_bytes()
    link = b"<link rel=stylesheet href="
    before, found, after = data.partition(link)
    assert found, f"{file}: the page names no theme"
    return browser.draw(before + b"<style>" + theme + b"</style>" + link + after, url=url)


def save(browser: Browser, html: str, path: Path, *, width: int, colours: int) -> None:
    """A page of ours as a PNG with few colours, which is a third of the bytes."""
    from io import BytesIO

    from PIL import Image  # matplotlib brings it

    options = replace(DRAWING, width=width, height=100)
    picture = Image.open(BytesIO(browser.draw(html, options=options).screenshot)).convert("RGB")
    picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size / 1000:.0f} kB")
