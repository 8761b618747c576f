"""Which IP addresses are public. The lists are ours, because Python's own answer differs from version to version.

The lists follow the registries of special-purpose addresses of IANA, and add what clouds put at public addresses. An
address that is not in a list of what is public, or that is in a list of what is not, is private.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

PRIVATE_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network; systems take 0.0.0.0 as this machine
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by a provider's customers; a cloud's metadata service
            "127.0.0.0/8",  # this machine
            "168.63.129.16/32",  # a cloud's own service for its machines
            "169.254.0.0/16",  # link-local; metadata services
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments; a cloud's metadata service
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # multicast tunnels
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and the broadcast
        ),
    )
)
PUBLIC_V6 = IPv6Network("2000::/3")  # all that was ever given out; the rest is local, multicast, or nobody's
PRIVATE_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, and Teredo, which carries IPv4 addresses
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which carries an IPv4 address, and which nobody serves at any more
            "2620:4f:8000::/48",  # AS112
            "3ffe::/16",  # the 6bone, given back
            "3fff::/20",  # documentation
        ),
    )
)
WITH_V4 = tuple(map(IPv6Network, ("::ffff:0:0/96", "64:ff9b::/96")))  # mapped; NAT64, by which IPv6 alone reaches IPv4
ISATAP = (0x00005EFE, 0x02005EFE)  # the upper half of an interface whose lower half is an IPv4 address


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public Internet; one that carries an IPv4 address is judged by that one.

    >>> is_public("93.184.216.34"), is_public("64:ff9b::127.0.0.1"), is_public("fe80::1%eth0")
    (True, False, False)
    """
    if "%" in address:
        return False  # of one link
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(parsed) if isinstance(parsed, IPv4Address) else _is_public_v6(parsed)


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in PRIVATE_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    last = IPv4Address(int(address) & 0xFFFFFFFF)
    if any(address in network for network in WITH_V4):
        return _is_public_v4(last)
    if address not in PUBLIC_V6 or any(address in network for network in PRIVATE_V6):
        return False
    is_isatap = int(address) >> 32 & 0xFFFFFFFF in ISATAP
    return not is_isatap or _is_public_v4(last)
