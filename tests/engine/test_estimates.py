"""Estimates that are remembered: made once, and never another position's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from spielbaum.engine import Engine, estimates
from spielbaum.engine.kernels import Kernel
from spielbaum.engine.specialise import assemble
from spielbaum.engine.workspace import ESTIMATES
from spielbaum.games import load_game


class Judge:
    """A game whose state is (key, mover, estimate for player 0), and how often it was asked."""

    def __init__(self, **names: Any) -> None:
        self.asked = 0
        places = {"check_and_place": lambda s: (s[0], s[0]), "evaluate": self.evaluate, "NEAR": 4}
        self.judged = assemble(
            Kernel("estimates", estimates.FUNCTIONS), {**places, "HAS_SKIP": True, **names}
        ).bind()
        self.ctx = SimpleNamespace(estimates=np.zeros(2 * ESTIMATES, np.int64))

    def evaluate(self, s: tuple[int, int, int]) -> int:
        self.asked += 1
        return s[2]

    def __call__(self, s: tuple[int, int, int]) -> int:
        return int(self.judged(self.ctx, s, s[1]))


@pytest.mark.parametrize("key", [0, 1, -1, 7 * ESTIMATES, 1 << 62])
def test_asked_once(key: int) -> None:
    judge = Judge()
    assert [judge((key, 0, -3)) for _ in range(3)] == [-12] * 3
    assert judge.asked == 1


def test_of_two_at_one_place_the_last_one_stays() -> None:
    judge = Judge()
    one, other = (5, 0, 8), (5 + ESTIMATES, 0, -8)
    assert [judge(one), judge(other), judge(other), judge(one)] == [32, -32, -32, 32]
    assert judge.asked == 3


def test_equal_keys_are_worth_the_same_to_whoever_moves() -> None:
    judge = Judge()
    assert judge((9, 0, 5)) == judge((9, 1, -5)) == 20
    assert judge.asked == 1


def test_where_only_leaves_are_estimated_nothing_is_remembered() -> None:
    judge = Judge(HAS_SKIP=False)
    assert [judge((1, 1, -3)) for _ in range(2)] == [12, 12]
    assert judge.asked == 2
    assert not judge.ctx.estimates.any()


def test_who_remembers() -> None:
    judging = [Engine(load_game(name), interpreted=True).rules.judges_inside for name in ("chess", "kalah")]
    assert judging == [True, False]
