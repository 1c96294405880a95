"""Matches of games with chance: the same dice for both games of a pair, and what that is good for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spielbaum.experiments.match.findings import findings
from spielbaum.experiments.match.summary import Scoreboard
from spielbaum.experiments.statistics import Tally
from spielbaum.play.rounds import whose_turns
from spielbaum.result import CHANCE
from tests.experiments.support import lines, play, small_plan

PIG = "spielbaum.games.pig:pig:target=8"


def test_pairs_have_the_same_dice_and_other_pairs_others(tmp_path: Path) -> None:
    plan = small_plan(12, game=PIG, players=["expectiminimax:depth=2", "random"], openings="start", seed=3)
    board = play(plan, tmp_path / "run")
    throws: dict[int, list[str]] = {}
    for line in lines(tmp_path / "run"):
        plies = line["record"]["plies"]
        turns = whose_turns([ply["player"] for ply in plies])
        pairs = zip(plies, turns, strict=True)
        mine = [ply["move"] for ply, turn in pairs if (ply["player"], turn) == (CHANCE, 0)]
        throws[line["game"]] = mine
    for pair in range(6):
        one, other = throws[2 * pair], throws[2 * pair + 1]
        count = min(len(one), len(other))
        assert one[:count] == other[:count]
    assert len({tuple(throws[2 * pair][:2]) for pair in range(6)}) > 1
    assert isinstance(board, Scoreboard)
    assert board.thrown
    assert "narrowing" in json.loads(json.dumps(board.document()))
    for language, word in (("en", "same dice"), ("de", "dieselben Würfe")):
        assert any(word in remark for remark in findings(board, language).remarks)


def test_nothing_is_said_of_dice_where_there_are_none(tmp_path: Path) -> None:
    board = play(small_plan(4), tmp_path / "run")
    assert not board.thrown
    assert "narrowing" not in board.document()
    assert not any("dice" in remark for remark in findings(board, "en").remarks)


@pytest.mark.parametrize(
    ("pairs", "share"),
    [
        ([(1, 0), (0, 1)] * 10, 1.0),  # whoever has the luck wins: pairs say that nobody is better
        ([(1, 1), (0, 0)] * 10, 1 - 2**0.5),  # the same result twice: pairs are worth half their games
        ([(1, 1), (1, 0), (0, 1), (0, 0)] * 5, 0.0),  # as independent games
        ([(1, 0)], None),
        ([(1, 1)] * 5, None),
    ],
)
def test_how_much_pairs_narrow_the_interval(pairs: list[tuple[float, float]], share: float | None) -> None:
    tally = sum((Tally.pair(*pair) for pair in pairs), Tally())
    assert tally.narrowing == (None if share is None else pytest.approx(share))
