"""A server for the tests, with one worker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.patience import PATIENCE
from tests.support.server import patient, serving

TRAP = Path(__file__).parent.parent / "support" / "trap.py"


@pytest.fixture(scope="session")
def client() -> Iterator[httpx.Client]:
    limits = patient(grace=5, rules=5)
    with (
        serving(limits, {"trap": str(TRAP)}) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        yield client


def read_events(text: str) -> list[tuple[str, Any]]:
    """The events of a stream."""
    events = []
    for part in text.split("\n\n"):
        if part:
            kind, data = part.split("\n")
            events.append((kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events
