"""Every connection goes to the address that was checked."""

import socket
from collections.abc import Callable
from typing import Any

import pytest

from weft.crawl.resolver import CheckedResolver


class Reactor:
    """One that does at once what the real one does in a thread."""

    def getThreadPool(self) -> "Reactor":
        return self

    def callInThreadWithCallback(
        self, done: Callable[..., None], work: Callable[..., Any], *given: Any, **more: Any
    ) -> None:
        try:
            done(True, work(*given, **more))
        except Exception:
            from twisted.python.failure import Failure

            done(False, Failure())

    def callFromThread(self, work: Callable[..., None], *given: Any) -> None:
        work(*given)


class Receiver:
    def __init__(self) -> None:
        self.told: list[Any] = []

    def resolutionBegan(self, resolution: Any) -> None:
        self.told.append(resolution.name)

    def addressResolved(self, address: Any) -> None:
        self.told.append((address.host, address.port))

    def resolutionComplete(self) -> None:
        self.told.append("complete")


def resolve(host: str, *, allow_private: bool = False) -> list[Any]:
    receiver = Receiver()
    CheckedResolver(Reactor(), allow_private=allow_private).resolveHostName(receiver, host, 80)
    return receiver.told


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "public.example": ["93.184.216.34"],
        "six.example": ["2606:2800:220:1::1"],
        "private.example": ["10.0.0.1"],
        "mixed.example": ["93.184.216.34", "127.0.0.1"],
        "metadata.example": ["169.254.169.254"],
    }

    def looked_up(host: str, port: int, **more: Any) -> list[Any]:
        if host not in known:
            raise socket.gaierror("no such name")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in known[host]]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(CheckedResolver, "refused", set())
    assert resolve("public.example") == ["public.example", ("93.184.216.34", 80), "complete"]
    assert resolve("six.example") == ["six.example", ("2606:2800:220:1::1", 80), "complete"]
    for host in ("private.example", "mixed.example", "metadata.example", "no.example"):
        assert resolve(host) == [host, "complete"]
    assert CheckedResolver.refused == {"private.example", "mixed.example", "metadata.example"}
    assert resolve("private.example", allow_private=True)[1] == ("10.0.0.1", 80)
    known["public.example"] = ["127.0.0.1"]  # the next connection looks again
    assert resolve("public.example") == ["public.example", "complete"]
