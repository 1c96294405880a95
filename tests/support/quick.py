"""Cases that are each compiled: some of them in the short run, the others in the long one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def later(*values: Any) -> Any:
    """A case for the long run."""
    return pytest.param(*values, marks=pytest.mark.long)


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """Every so many of the cases are run in the short run, the others in the long one."""
    return [case if number % every == 0 else later(case) for number, case in enumerate(cases)]


#: Games whose random games are long, with parameters that make them short.
SHORT_GAMES = {"pig": "pig:target=20", "2048": "2048:width=2,height=2", "backgammon": "backgammon:men=1"}
