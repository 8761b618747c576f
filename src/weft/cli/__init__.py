"""The command `weft`: options, one library call, print."""

from weft.cli.main import main

__all__ = ["main"]
