"""`weft mcp`: weft as tools for an assistant."""

import argparse
import sys
from pathlib import Path

from weft.cli.options import add_limit_options, limits_of
from weft.cli.summary import tell
from weft.errors import ConfigError

DESCRIPTION = "A server of the Model Context Protocol on standard input and output: extract, records, learn, apply."
EXAMPLES = """\
examples:
  weft mcp                                          pages as HTML only: no files, no network
  weft mcp --root ~/saved-sites                     also files below that folder; learn saves its sites there
  weft mcp --root ~/saved-sites --allow-network     also addresses, but none of this machine or the local network

A client starts it by itself. Most read a configuration such as:
  {
    "mcpServers": {
      "weft": {"command": "weft", "args": ["mcp", "--root", "/path/to/saved-sites"]}
    }
  }

Tools: extract, records, learn, apply. What a page says may try to lead an assistant astray: name no folder that holds
secrets, and think twice about --allow-network, since an address can carry away what the assistant knows.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--root",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="a folder whose files may be read, and sites saved in; may be given again (default: no files)",
    )
    parser.add_argument("--allow-network", action="store_true", help="let tools fetch public http(s) addresses")
    parser.add_argument(
        "--max-chars",
        type=int,
        default=20_000,
        metavar="N",
        help="most characters of one answer; the client asks for the rest (default: 20000)",
    )
    add_limit_options(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until standard input ends."""
    limits = limits_of(options)
    if options.max_chars <= 0:
        raise ConfigError("--max-chars must be more than 0")
    try:
        from weft.io import Fetcher
        from weft.mcp import Access, make_server
    except ImportError as error:
        raise ConfigError(f"the server needs {error.name}: pip install 'weft[mcp]'") from None
    fetcher = Fetcher(max_bytes=limits.bytes)
    access = Access(roots=tuple(options.root), network=options.allow_network, limits=limits, fetcher=fetcher)
    server = make_server(access, most=options.max_chars)
    if sys.stdin.isatty():
        tell(["weft: this waits for a client of the Model Context Protocol, which starts it by itself; see --help"])
    server.run("stdio")
    return 0
