"""A socket to serve at, for studio and for the service."""

import socket
from errno import EADDRNOTAVAIL

from weft.errors import ConfigError

BACKLOG = 128


def bind(host: str, port: int) -> socket.socket:
    """A socket of that address; port 0 is any that is free. A ConfigError where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio sets TCP_NODELAY; without, every answer would wait 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        what = getattr(error, "strerror", None) or "a port is a number from 0 to 65535"
        is_host = isinstance(error, socket.gaierror) or getattr(error, "errno", None) == EADDRNOTAVAIL
        advice, detail = ("choose another host", "host") if is_host else ("choose another port, or 0 for any", "port")
        raise ConfigError(f"{host}:{port} cannot be served: {what}", advice=advice, detail=detail) from None
    return listener
