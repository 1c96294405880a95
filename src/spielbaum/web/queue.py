"""Whose turn it is: a queue that takes one job from each client in turn, and what a search may still use.

Pure bookkeeping without a clock of its own, so that the promise can be tested without waiting.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

J = TypeVar("J")


@dataclass
class FairQueue(Generic[J]):
    """Jobs of several clients; a client with many jobs waits for its own, not the others for it."""

    _lines: OrderedDict[str, deque[J]] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[J]:
        """The jobs in the order in which they would be taken if nothing came any more."""
        lines = [deque(line) for line in self._lines.values()]
        while lines:
            for line in lines:
                yield line.popleft()
            lines = [line for line in lines if line]

    def of(self, client: str) -> int:
        return len(self._lines.get(client, ()))

    def put(self, client: str, job: J) -> None:
        self._lines.setdefault(client, deque()).append(job)

    def take(self) -> J:
        """The next job; its client goes to the end of the round."""
        client, line = self._lines.popitem(last=False)
        job = line.popleft()
        if line:
            self._lines[client] = line
        return job

    def drop(self, client: str, job: J) -> bool:
        """Take that job out; False where it is not in the queue any more."""
        line = self._lines.get(client)
        if line is None or job not in line:
            return False
        line.remove(job)
        if not line:
            del self._lines[client]
        return True


def allowance(ages: list[float], workers: int, wait: float) -> float:
    """Seconds that each running search may take in all so that everybody who waits begins in time.

    `ages` says how long the waiting jobs have waited, in the order in which they will be taken. The job
    at place k begins when k + 1 searches have ended, which `workers` do side by side: so each of them may
    take at most (wait − age) · workers / (k + 1). Infinite where nobody waits.
    """
    return min(
        ((wait - age) * workers / place for place, age in enumerate(ages, start=1)), default=float("inf")
    )
