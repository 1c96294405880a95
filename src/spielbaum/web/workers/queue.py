"""Whose turn it is: a queue that takes one job from each visitor in turn, and what a search may still use.

Pure bookkeeping without a clock of its own, so that the promise can be tested without waiting.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")


class Visitor(NamedTuple):
    """Who asks: the address, which nobody can choose at will, and the page, which names itself.

    A class behind one router has one address and many pages, so both count.
    """

    address: str
    page: str = ""


@dataclass
class FairQueue(Generic[J]):
    """Jobs of several visitors: each address in turn, and within an address each page in turn.

    Whoever has many jobs waits for its own, not the others for it.
    """

    _lines: OrderedDict[str, OrderedDict[str, deque[J]]] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return sum(map(self.of_address, self._lines))

    def __iter__(self) -> Iterator[J]:
        """The jobs in the order in which they would be taken if nothing came any more."""
        copy: FairQueue[J] = FairQueue()
        for address, pages in self._lines.items():
            copy._lines[address] = OrderedDict((page, deque(line)) for page, line in pages.items())
        while copy._lines:
            yield copy.take()

    def of(self, visitor: Visitor) -> int:
        """How many jobs of that page wait."""
        pages = self._lines.get(visitor.address)
        return 0 if pages is None else len(pages.get(visitor.page, ()))

    def of_address(self, address: str) -> int:
        return sum(map(len, self._lines.get(address, {}).values()))

    def put(self, visitor: Visitor, job: J) -> None:
        pages = self._lines.setdefault(visitor.address, OrderedDict())
        pages.setdefault(visitor.page, deque()).append(job)

    def take(self) -> J:
        """The next job; its address goes to the end of the round, its page to the end of those there."""
        address, pages = self._lines.popitem(last=False)
        page, line = pages.popitem(last=False)
        job = line.popleft()
        if line:
            pages[page] = line
        if pages:
            self._lines[address] = pages
        return job

    def drop(self, visitor: Visitor, job: J) -> bool:
        """Take that job out; False where it is not in the queue any more."""
        pages = self._lines.get(visitor.address, OrderedDict())
        line = pages.get(visitor.page)
        if line is None or job not in line:
            return False
        line.remove(job)
        if not line:
            del pages[visitor.page]
        if not pages:
            del self._lines[visitor.address]
        return True

    def giving_way(self, address: str) -> J | None:
        """The job that leaves a full queue for a newcomer from that address.

        It is the last one of the address with the most jobs; None where that has no more than the
        newcomer's own address would then have.
        """
        greediest = max(self._lines, key=self.of_address, default=address)
        if self.of_address(greediest) <= self.of_address(address) + 1:
            return None
        return max(self._lines[greediest].values(), key=len)[-1]


def allowance(ages: list[float], workers: int, wait: float) -> float:
    """Seconds that each running search may take in all so that everybody who waits begins in time.

    `ages` says how long the waiting jobs have waited, in the order in which they will be taken. The job
    at place k begins when k + 1 searches have ended, which `workers` do side by side: so each of them may
    take at most (wait − age) · workers / (k + 1). Infinite where nobody waits.
    """
    return min(
        ((wait - age) * workers / place for place, age in enumerate(ages, start=1)), default=float("inf")
    )
