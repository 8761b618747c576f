"""weft over HTTP: extract, records and learn, for programs that are not Python."""

from weft.serve.app import ServeLimits, make_app

__all__ = ["ServeLimits", "make_app"]
