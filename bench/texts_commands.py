"""The commands `encodings` and `languages` of the bench."""

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> tuple[Any, Any]:
    """Add both commands."""
    encodings = commands.add_parser(
        "encodings",
        help="which share of pages in old, undeclared and falsely declared encodings is decoded right",
        epilog="example: python -m bench encodings --systems weft,chardet",
    )
    encodings.add_argument("--systems", default="", help="names; weft and its peers unless named")
    languages = commands.add_parser(
        "languages",
        help="which language sentences, words, titles and pages are in, by weft and by its peers",
        epilog="example: python -m bench languages --packages FOLDER",
    )
    languages.add_argument("--packages", required=True, help="what `python -m bench.languages.packages FOLDER` fetched")
    languages.add_argument("--systems", default="", help="names; weft and its peers unless named")
    return encodings, languages


def run(options: argparse.Namespace, data: Path, out: Path) -> int:
    """Run the one that was asked for."""
    systems = options.systems.split(",") if options.systems else ()
    if options.command == "encodings":
        from bench.encodings import report as encodings

        return encodings.make(data, out, systems=systems)
    from bench.languages import report as languages

    return languages.make(data, out, packages=Path(options.packages), systems=systems)
