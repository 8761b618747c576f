"""Options that several commands share."""

import argparse
from dataclasses import fields

from weft.auto import find_extractor, method_names
from weft.errors import ConfigError
from weft.io import Fetcher
from weft.page import Limits


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """How a page is read: method, address, encoding, limits, network."""
    add_method_option(parser)
    parser.add_argument("--url", help="the address the page was saved from; makes its links absolute")
    add_reading_options(parser)


def add_method_option(parser: argparse.ArgumentParser) -> None:
    """Which extractor chooses."""
    parser.add_argument(
        "-m", "--method", default="auto", help=f"how to choose: {', '.join(method_names())} (default: auto)"
    )


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """How the bytes of any page are read: encoding, limits, network."""
    parser.add_argument("--encoding", metavar="NAME", help="the charset that the HTTP header gave, such as gb18030")
    for limit in fields(Limits):
        parser.add_argument(
            f"--max-{limit.name}",
            type=type(limit.default),
            default=limit.default,
            metavar="N",
            help=f"give up on a page over so many {limit.name} (default: %(default)s)",
        )
    parser.add_argument(
        "--allow-private", action="store_true", help="let an http(s) input lead to this machine or the local network"
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
    if options.method != "auto":
        find_extractor(options.method)
