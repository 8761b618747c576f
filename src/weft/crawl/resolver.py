"""Names to addresses for Twisted: every connection goes to the very address that was checked, and to no private one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution
from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from zope.interface import implementer  # type: ignore[import-untyped]

from weft.errors import SourceError
from weft.io.urls import find_address


@implementer(IHostResolution)
class _Resolution:
    """A name that is being looked up."""

    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """Nothing to do: the look-up ends by itself."""


@implementer(IHostnameResolver)
class CheckedResolver:
    """Looks every name up anew for each connection; remembers the hosts that it refused."""

    refused: ClassVar[set[str]] = set()  # of this process, which has one crawl

    def __init__(self, reactor: Any, *, allow_private: bool) -> None:
        self.reactor: Any = reactor
        self.allow_private: bool = allow_private

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> CheckedResolver:
        """As Scrapy makes it."""
        return cls(reactor, allow_private=crawler.settings.getbool("WEFT_ALLOW_PRIVATE"))

    def install_on_reactor(self) -> None:
        """As Scrapy puts it to work."""
        self.reactor.installNameResolver(self)

    def resolveHostName(
        self,
        resolutionReceiver: Any,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Sequence[type[IAddress]] | None = None,
        transportSemantics: str = "TCP",
    ) -> Any:
        """Tell the receiver the one address, or none."""
        resolution = _Resolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)

        def found(address: str) -> None:
            kind = IPv6Address if ":" in address else IPv4Address
            resolutionReceiver.addressResolved(kind("TCP", address, portNumber))
            resolutionReceiver.resolutionComplete()

        def failed(failure: Failure) -> None:
            if isinstance(failure.value, SourceError):
                self.refused.add(hostName)
            resolutionReceiver.resolutionComplete()

        looked_up = deferToThreadPool(
            self.reactor,
            self.reactor.getThreadPool(),
            find_address,
            hostName,
            portNumber,
            allow_private=self.allow_private,
        )
        looked_up.addCallbacks(found, failed)
        return resolution
