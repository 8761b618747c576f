"""A server of the Model Context Protocol: weft's verbs as tools for an assistant (extra `[mcp]`)."""

from weft.mcp.access import Access
from weft.mcp.server import make_server

__all__ = ["Access", "make_server"]
