"""weft over HTTP: extract, records and learn, for programs that are not Python."""

from weft.serve.app import Limits, make_app

__all__ = ["Limits", "make_app"]
