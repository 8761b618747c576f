"""`weft browser-html`: pages in, the HTML that a browser makes of them out."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from weft.cli.inputs import METAVAR
from weft.cli.options import (
    add_drawing_options,
    add_reading_options,
    add_url_option,
    drawing_of,
    fetcher_of,
    limits_of,
)
from weft.cli.output import WriteLine, open_line_output, tell_failure
from weft.cli.terminal import with_progress
from weft.document import Failure
from weft.errors import ConfigError, WeftError
from weft.io import RawPage, Source, find_sources, is_url, read, whole_file
from weft.pipeline import encode, failed
from weft.renderers import RENDERERS

if TYPE_CHECKING:
    from weft.browser import Drawing

DESCRIPTION = "Draws pages in a browser. One page is printed; several are printed as JSON lines."
EXAMPLES = """\
examples:
  weft browser-html page.html                          the page as a browser has it, no script run, nothing loaded
  weft browser-html app.html --scripts                 what the page's own scripts build
  weft browser-html https://example.org --scripts -o example.html
  weft browser-html saved/ -o drawn/ --workers 4       one file each
  weft browser-html saved/ --scripts > drawn.jsonl     one line each
  weft browser-html page.html --screenshot page.png --json

Needs pip install 'weft[browser]' and a Chromium: apt-get install chromium-headless-shell, or WEFT_CHROMIUM=/its/path.
An address is loaded with all that belongs to it; a saved page loads nothing unless --network is given.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("input", nargs="*", metavar=METAVAR, help="pages (default: - if piped)")
    parser.add_argument("-o", "--output", metavar="OUT", help="a file, a .jsonl file or a folder (default: print)")
    parser.add_argument("--json", action="store_true", help="a JSON object with the HTML, sizes and times")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="also write a picture (PNG) of a single page")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="browsers at once (default: 1)")
    add_url_option(parser)
    add_drawing_options(parser)
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Draw every input; 1 if a page failed."""
    from weft.browser import BrowserPool, check_browser  # an extra: the other commands work without it

    inputs = options.input or ([] if sys.stdin.isatty() else ["-"])
    sources = find_sources(inputs, url=options.url)
    _check(options, sources)
    draw_options = drawing_of(options, screenshot=options.screenshot is not None)
    check_browser(draw_options)  # one message, and not one for every page
    failures = 0
    format = "json" if options.json else "html"
    with (
        open_line_output(options.output, sources, format=RENDERERS[format], several=len(sources) > 1) as write,
        BrowserPool(options.workers, draw_options) as pool,
        closing(pool.draw_many(_pages(sources, options))) as outcomes,
    ):
        for source, (_, outcome) in with_progress(zip(sources, outcomes, strict=True), total=len(sources)):
            if isinstance(outcome, WeftError):
                failures += 1
                failure = Failure.of(outcome, source.id)
                tell_failure(failure)
                write(partial(_line, source, failed(failure)), None)
            else:
                _write_drawn(write, source, outcome, as_json=options.json)
                _write_picture(options.screenshot, outcome)
    if failures and len(sources) > 1:
        print(f"weft: {failures} of {len(sources)} pages failed", file=sys.stderr)
    return 1 if failures else 0


def _write_drawn(write: WriteLine, source: Source, drawn: "Drawing", *, as_json: bool) -> None:
    """The HTML of a page, or all that came of it as JSON."""
    values: dict[str, object] = _describe(drawn) if as_json else {"html": drawn.html}
    text = json.dumps(values, ensure_ascii=False) if as_json else drawn.html
    write(partial(_line, source, {"status": "ok"} | values), lambda: text)


def _line(source: Source, values: dict[str, object]) -> bytes:
    return encode({"id": source.id, "url": source.url or ""} | values)


def _describe(drawn: "Drawing") -> dict[str, object]:
    """What came of the page, and what it took."""
    geometry = drawn.page.geometry
    return {
        "url": drawn.page.url or "",
        "html": drawn.html,
        "nodes": len(drawn.page),
        "width": geometry.page_width,
        "height": geometry.page_height,
        "seconds": round(drawn.seconds, 3),
        "snapshot_seconds": round(drawn.snapshot_seconds, 3),
    }


def _check(options: argparse.Namespace, sources: Sequence[Source]) -> None:
    if options.screenshot is not None and len(sources) > 1:
        raise ConfigError("--screenshot is for a single page; weft look makes pictures with blocks, one page at a time")
    if options.workers < 1:
        raise ConfigError("--workers must be 1 or more")


def _pages(sources: Sequence[Source], options: argparse.Namespace) -> Iterator[RawPage | str | WeftError]:
    """What the browser is given: addresses as they are, the rest read, or why it cannot be."""
    limits = limits_of(options)
    for source in sources:
        if source.path is None and is_url(source.id):
            yield source.id
            continue
        try:
            raw = read(source, fetcher=fetcher_of(options), max_bytes=limits.bytes)
            yield replace(raw, charset=options.encoding or raw.charset)
        except WeftError as error:
            yield error


def _write_picture(path: Path | None, drawing: "Drawing") -> None:
    if path is not None:
        with whole_file(path) as file:
            file.buffer.write(drawing.screenshot)
