"""What stands before the application: who may ask, how much may be sent, what a page may do.

A page of another site can make a browser send requests to a server on this machine. So a request must
name this server in `Host` (a name that was made to point here is not this server's), and one that asks
for work must come from this server's own pages (`Origin`, `Sec-Fetch-Site`) and carry JSON, which a
form cannot send.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielbaum.language import LANGUAGES, say
from spielbaum.web.server_limits import ServerLimits

#: Everything from this server, nothing inline, nothing framed.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
#: A document that brings its scripts and styles along, and must not reach anything: it has no origin.
DOCUMENT_POLICY = "; ".join(
    (
        "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads",
        "default-src 'none'",
        "script-src 'unsafe-inline'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "font-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
#: Addresses that are remembered; whoever was quiet longest is forgotten first.
MOST_REMEMBERED = 10_000
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def preferred_language(accepted: str) -> str:
    """The first language of an Accept-Language header that there is a catalogue for."""
    for part in accepted[:200].split(","):
        code = part.partition(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def host_name(host: str) -> str:
    """The name in `name:port`; IPv6 addresses keep their brackets."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    return name.lower()


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


class SecurityMiddleware:
    """Refuses foreign hosts and pages, large bodies, too many requests; adds the headers of every answer."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], limits: ServerLimits) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in (*LOCAL, *hosts))
        self.body_bytes = limits.body_bytes
        self.rates = Rates(limits.rate, limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # The lifespan passes; nothing here speaks over web sockets.
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)  # a document may have a policy of its own
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        scope["spielbaum.asked"] = monotonic()
        headers = Headers(scope=scope)
        language = preferred_language(headers.get("accept-language", ""))
        # First of all, and with no more work than this: a flood of requests must cost as little as it can.
        refusal = (
            self._refusal(scope["method"], headers)
            if self.rates.allow(network(scope.get("client")))
            else (429, "web.error.rate")
        )
        if refusal is not None:
            status, key = refusal
            again = {"Retry-After": "1"} if status == 429 else None
            answer = JSONResponse({"error": say(key, language, limit=self.body_bytes)}, status, again)
            await answer(scope, receive, send_guarded)
            return

        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.body_bytes:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_counted, send_guarded)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if host_name(host) not in self.hosts:
            return 400, "web.error.host"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "web.error.origin"
        if headers.get("sec-fetch-site") in ("cross-site", "same-site") and (
            method != "GET" or headers.get("sec-fetch-mode") != "navigate"
        ):
            return 403, "web.error.origin"
        if method not in ("GET", "HEAD"):
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            length = headers.get("content-length", "0")
            if not length.isdigit() or int(length) > self.body_bytes:
                return 413, "web.error.size"
            if method == "POST" and kind != "application/json":
                return 415, "web.error.json"
        return None
