"""The commands that measure studio: people at work while the server is killed, and how quick it is."""

import argparse
from typing import Any


def add(commands: Any) -> None:
    """Add them."""
    soak = commands.add_parser(
        "studio-soak",
        help="people mark in one studio while its server is killed; nothing that was answered may be lost",
        epilog="example: python -m bench studio-soak --seconds 300",
    )
    soak.add_argument("--seconds", type=float, default=300.0, help="of marking (300)")
    soak.add_argument("--people", type=int, default=10, help="who mark at once (10)")
    soak.add_argument("--seed", type=int, default=24, help="of what they do (24)")
    soak.add_argument("-o", "--out", default="", help="a file for the figures")
    speed = commands.add_parser(
        "studio-speed",
        help="studio in a real browser: first view, a page of 2 MB, 10,000 pages, frames of a scroll",
        epilog="example: python -m bench studio-speed --pages 10000",
    )
    speed.add_argument("--pages", type=int, default=10_000, help="of the overview")
    speed.add_argument("--rounds", type=int, default=5, help="of which the median counts (5)")
    speed.add_argument("-o", "--out", default="", help="a file for the figures")


def run(options: argparse.Namespace) -> int:
    """Studio under people, and how quick it is; neither needs data."""
    if options.command == "studio-soak":
        from bench import studio_soak

        return studio_soak.main(seconds=options.seconds, people=options.people, seed=options.seed, out=options.out)
    from bench import studio_speed

    return studio_speed.main(pages=options.pages, rounds=options.rounds, out=options.out)
