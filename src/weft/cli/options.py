"""Options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING

from weft.auto import AUTO, find_extractor, method_names, must_draw
from weft.document import Failure, SiteMethod
from weft.errors import ConfigError, WeftError
from weft.io import Fetcher
from weft.page import Limits
from weft.render_options import BY_HEADING, BY_SIZE
from weft.renderers import RENDERERS, RenderOptions

if TYPE_CHECKING:
    from weft.browser import Browser, DrawOptions

OVER = {
    "bytes": "has more bytes",
    "nodes": "has more nodes",
    "depth": "is nested deeper",
    "growth": "grows more than so many times by formatting elements that it leaves open",
    "seconds": "takes longer, from its bytes to what is written",
}
"""What is wrong with a page that goes over each limit."""

DRAWING_LIMITS = ("bytes", "nodes", "seconds")
"""Limits that a browser has too; its own hold where the options say nothing else."""


class MethodNames:
    """The names for `--method`, listed when `--help` or a completion shows them: to look for all takes a while."""

    def __iter__(self) -> Iterator[str]:
        return iter(method_names())

    def __contains__(self, name: str) -> bool:
        return True  # `check_method` looks, and says more


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """How a page is read: method, address, encoding, limits, network."""
    add_method_option(parser)
    add_url_option(parser)
    add_reading_options(parser)


def add_raw_csv_option(parser: argparse.ArgumentParser) -> None:
    """CSV for programs, not for spreadsheets."""
    parser.add_argument(
        "--raw-csv", action="store_true", help="in CSV: no apostrophe before cells that a spreadsheet would calculate"
    )


def add_url_option(parser: argparse.ArgumentParser) -> None:
    """The address of a page that is read from elsewhere."""
    parser.add_argument("--url", help="the address of the page, where it is a single one; makes its links absolute")


def add_method_option(parser: argparse.ArgumentParser) -> None:
    """Which extractor chooses."""
    parser.add_argument(
        "-m",
        "--method",
        default="auto",
        choices=MethodNames(),
        metavar="METHOD",
        help="how to choose: %(choices)s, or FILE.zip of weft train, FILE.json of weft forum learn (default: auto)",
    )


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """How the bytes of any page are read: encoding, limits, network."""
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="the charset that the HTTP header gave, such as gb18030; an unknown name is passed over",
    )
    add_limit_options(parser)
    parser.add_argument(
        "--allow-private", action="store_true", help="let an http(s) input lead to this machine or the local network"
    )


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """What a page may cost."""
    for limit in fields(Limits):
        parser.add_argument(
            f"--max-{limit.name}",
            type=type(limit.default),
            default=limit.default,
            metavar="N",
            help=f"give up on a page that {OVER[limit.name]} (default: %(default)s)",
        )


def add_rendering_options(parser: argparse.ArgumentParser, *, default: str) -> None:
    """How a document is written: in which format, and what of it is shown."""
    add_format_option(parser, default=default)
    add_chunk_options(parser)
    parser.add_argument("--no-links", action="store_true", help="show link texts without their addresses")
    parser.add_argument("--no-images", action="store_true", help="leave images out")
    parser.add_argument(
        "--captions",
        action=argparse.BooleanOptionalAction,
        help="show the captions of pictures (default: not in text, but in all other formats)",
    )
    parser.add_argument("--repeats", action="store_true", help="also show passages that the page says a second time")
    parser.add_argument("--readings", action="store_true", help="write the readings of characters behind them: 子(こ)")
    parser.add_argument(
        "--title",
        action=argparse.BooleanOptionalAction,
        help="with markdown: the title as a heading, once (default: where pages go to files, or are several)",
    )
    parser.add_argument(
        "--front-matter",
        action="store_true",
        help="with markdown: begin with what is known of the page as YAML, such as author and date",
    )
    parser.add_argument(
        "--records",
        choices=("on", "off"),
        default="on",
        help="with markdown: a thread post by post, a board or shop as a table or list (default: %(default)s)",
    )
    parser.add_argument("--provenance", action="store_true", help="with json: also each kept block with its XPath")


def add_format_option(parser: argparse.ArgumentParser, *, default: str) -> None:
    """In which format a document is written."""
    parser.add_argument(
        "-f",
        "--format",
        default=default,
        choices=list(RENDERERS),
        help="how the content is written (default: %(default)s)",
    )


def add_chunk_options(parser: argparse.ArgumentParser) -> None:
    """How chunks are cut."""
    usual = RenderOptions()
    parser.add_argument(
        "--chunk-size",
        type=int,
        default=usual.chunk_size,
        metavar="N",
        help="with chunks: the tokens of one, estimated (default: %(default)s)",
    )
    parser.add_argument(
        "--chunk-overlap",
        type=int,
        default=usual.chunk_overlap,
        metavar="N",
        help="with chunks: the tokens of the one before that are repeated (default: %(default)s)",
    )
    parser.add_argument(
        "--chunk-by",
        choices=(BY_HEADING, BY_SIZE),
        default=usual.chunk_by,
        help="with chunks: begin one at every heading, or pack as much as fits (default: %(default)s)",
    )


def rendering_of(options: argparse.Namespace, *, several: bool) -> RenderOptions:
    """What of a document the options show. A page that goes to a file or is one of several has its title with it."""
    return RenderOptions(
        links=not options.no_links,
        images=not options.no_images,
        captions=options.captions,
        repeats=options.repeats,
        readings=options.readings,
        title=(several or bool(options.output)) if options.title is None else options.title,
        front_matter=options.front_matter,
        records=options.records == "on",
        blocks=options.provenance,
        chunk_size=options.chunk_size,
        chunk_overlap=options.chunk_overlap,
        chunk_by=options.chunk_by,
    )


def add_drawing_options(parser: argparse.ArgumentParser) -> None:
    """What a page may do in a browser that draws it."""
    parser.add_argument("--scripts", action="store_true", help="let a drawn page run its scripts")
    parser.add_argument(
        "--network", action="store_true", help="let a drawn page load what it names, style sheets or scripts"
    )
    parser.add_argument(
        "--no-sandbox",
        action="store_true",
        help="start Chromium without its sandbox, where the system allows none",
    )


def limits_of(options: argparse.Namespace) -> Limits:
    """The limits that the options give."""
    values = {limit.name: getattr(options, f"max_{limit.name}") for limit in fields(Limits)}
    if any(value <= 0 for value in values.values()):
        raise ConfigError("a limit must be more than 0")
    return Limits(**values)


def fetcher_of(options: argparse.Namespace) -> Fetcher:
    """What fetches addresses, under the options' limits."""
    return Fetcher(max_bytes=options.max_bytes, allow_private=options.allow_private)


def check_method(options: argparse.Namespace) -> None:
    """An unknown method is an error before anything is read."""
    if options.method != AUTO:
        find_extractor(options.method)


def drawing_of(options: argparse.Namespace, *, screenshot: bool = False) -> DrawOptions:
    """What the options let a drawn page do."""
    from weft.browser import BrowserLimits, DrawOptions  # an extra: commands that draw nothing work without it

    usual, limits = Limits(), limits_of(options)
    given = {name: getattr(limits, name) for name in DRAWING_LIMITS if getattr(limits, name) != getattr(usual, name)}
    return DrawOptions(
        scripts=options.scripts,
        network=options.network,
        allow_private=options.allow_private,
        screenshot=screenshot,
        sandbox=not options.no_sandbox,
        limits=BrowserLimits(**given),
    )


@contextmanager
def open_browser(options: argparse.Namespace) -> Iterator[Browser | None]:
    """One browser for the whole run, where the options ask for vision; it starts with the first page that needs it."""
    extractor = None if options.method == AUTO else find_extractor(options.method)
    must = extractor is not None and must_draw(extractor)
    if not (must or isinstance(extractor, SiteMethod) or options.browser or options.scripts or options.network):
        yield None
        return
    from weft.browser import Browser, check_browser

    drawing = drawing_of(options)
    if must:
        check_browser(drawing)  # one message, and not one for every page
    with closing(Browser(drawing)) as browser:
        yield browser


FLAGS = {
    **{("limit", limit.name): f"--max-{limit.name}" for limit in fields(Limits)},
    ("source", "private"): "--allow-private",
    ("source", "fresh"): "--fresh",
    ("config", "fresh"): "--fresh",
    ("config", "host"): "--host",
    ("config", "port"): "--port",
    ("browser", "private"): "--allow-private",
    ("browser", "sandbox"): "--no-sandbox",
}
"""The option that does what the library's advice says, by the code and the detail of an error."""


def words_of(problem: WeftError | Failure) -> str:
    """What went wrong, with advice for people at a command line."""
    code, detail = (
        (problem.reason.code, problem.reason.detail) if isinstance(problem, Failure) else (problem.code, problem.detail)
    )
    flag = FLAGS.get((code, detail))
    if flag is None:
        return problem.message if isinstance(problem, Failure) else str(problem)
    return str(WeftError(problem.what, page=problem.page, advice=f"{ADVICE.get(detail, 'raise it with')} {flag}"))


ADVICE = {
    "private": "allow it with",
    "fresh": "start afresh with",
    "host": "choose another",
    "port": "choose another",
    "sandbox": "allow user namespaces to this user, or go without, where a container is the boundary, with",
}
"""What an option does, where it raises no limit."""
