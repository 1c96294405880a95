"""Many cases that are each compiled: some of them in the short run, all in the long one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """Every so many of the cases are run always, the others in the long run."""
    return [
        case if number % every == 0 else pytest.param(case, marks=pytest.mark.long)
        for number, case in enumerate(cases)
    ]
