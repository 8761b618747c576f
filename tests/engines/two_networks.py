"""Two networks of their own on this machine, joined by a cable that can be cut: Linux's network namespaces."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Network:
    """A namespace with one address."""

    name: str
    address: str

    @property
    def cable(self) -> str:
        return f"{self.name}-c"

    def command(self, *words: str) -> list[str]:
        """A command that runs in this network."""
        return ["ip", "netns", "exec", self.name, *words]

    def cut(self) -> None:
        """Nothing comes in or goes out any more."""
        _ip("-n", self.name, "link", "set", self.cable, "down")


@contextmanager
def two_networks() -> Iterator[tuple[Network, Network]]:
    """`PermissionError` where this user, or this system, may not make them."""
    networks = tuple(Network(f"weft{os.getpid()}{letter}", f"10.213.7.{n}") for n, letter in ((1, "a"), (2, "b")))
    first, second = networks
    try:
        for network in networks:
            _ip("netns", "add", network.name)
        _ip("link", "add", first.cable, "netns", first.name, "type", "veth",
            "peer", "name", second.cable, "netns", second.name)  # fmt: skip
        for network in networks:
            _ip("-n", network.name, "addr", "add", f"{network.address}/24", "dev", network.cable)
            for link in ("lo", network.cable):
                _ip("-n", network.name, "link", "set", link, "up")
        yield first, second
    finally:
        for network in networks:
            subprocess.run(["ip", "netns", "del", network.name], capture_output=True, check=False)


def _ip(*words: str) -> None:
    try:
        done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise PermissionError("there is no program ip (iproute2)") from None
    if done.returncode:
        raise PermissionError(done.stderr.strip())
