"""Visitors by their address, and how much each of them asks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

#: Addresses that are remembered; whoever was quiet longest is forgotten first.
MOST_REMEMBERED = 10_000


def network(client: tuple[str, int] | None) -> str:
    """What counts as one address: an IPv4 address, or the 64 bits of IPv6 that one customer usually has."""
    return "" if client is None else _network(client[0])


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address)


class Rates:
    """A token bucket for each address: `burst` requests at once, `rate` per second in the long run."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        #: Tokens that an address had, and when.
        self._seen: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Count a request; False where it is one too many, which costs nothing."""
        now = self._clock()
        tokens, then = self._seen.get(address, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - then) * self._rate)
        allowed = tokens >= 1
        self._seen[address] = (tokens - 1 if allowed else tokens, now)
        self._seen.move_to_end(address)
        if len(self._seen) > MOST_REMEMBERED:
            self._seen.popitem(last=False)
        return allowed
