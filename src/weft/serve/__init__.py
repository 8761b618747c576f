"""weft over HTTP: extract, records and learn, for programs that are not Python."""

from weft.serve.app import make_app
from weft.serve.openapi import ServeLimits
from weft.serve.server import make_server
from weft.serve.telling import write_to_stderr

__all__ = ["ServeLimits", "make_app", "make_server", "write_to_stderr"]
