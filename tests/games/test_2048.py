"""2048: its rules, and the counts and values that are known of small boards."""

from __future__ import annotations

from typing import Any

import pytest

from spielbaum import CHANCE, Game, Position
from spielbaum.conformance import check_game
from spielbaum.errors import BadInput
from spielbaum.games.game2048 import State, game2048


def whole(game: Game[Any, Any]) -> tuple[dict[Any, float], Any]:
    """What every position is worth beyond what is banked, by its rest; and the rest of the start."""
    banked, rest = game.hints.banked, game.hints.rest
    assert banked is not None
    assert rest is not None
    found: dict[Any, float] = {}

    def worth(state: Any) -> float:
        key = rest(state)
        if key not in found:
            found[key] = _worth(state) - banked(state)
        return found[key] + banked(state)

    def _worth(state: Any) -> float:
        if game.ended(state):
            return float(game.utility(state))  # type: ignore[arg-type]
        if game.player(state) == CHANCE:
            shares = game.probabilities(state).items()
            return sum(float(share) * worth(game.play(state, move)) for move, share in shares)
        return max(worth(game.play(state, move)) for move in game.moves(state))

    worth(game.start)
    return found, rest(game.start)


@pytest.mark.parametrize(
    ("width", "height", "before", "after", "score"),
    [
        (2, 2, 110, 67, 66.96414946),
        pytest.param(2, 3, 21_752, 14_883, 480.2582718, marks=pytest.mark.long),
    ],
)
def test_positions_and_the_best_expected_score(
    width: int, height: int, before: int, after: int, score: float
) -> None:
    """Counted are boards with at least two tiles before a move, and boards that a move leaves."""
    game = game2048(width, height)
    found, start = whole(game)
    assert found[start] == pytest.approx(score, abs=1e-7 * score / 67)
    # Nature moves on the empty board and on one with a single tile, too; of the latter a slide leaves some.
    before_a_move = {cells for cells, adding in found if not adding}
    left = {
        game.hints.rest(game.play(State(cells, 0, False), move))  # type: ignore[misc]
        for cells in before_a_move
        for move in game.legal(State(cells, 0, False))
    }
    assert (len(before_a_move), len(left)) == (before, after)


def test_a_goal_pays_one() -> None:
    found, start = whole(game2048(2, 2, goal=16))
    assert 0 < found[start] < 1
    for word in ("8", "32"):
        other, _ = whole(game2048(2, 2, goal=int(word)))
        assert (other[start] > found[start]) == (word == "8")
    assert Position.of(game2048(2, 2, goal=16), "8-8/0-0").play("left").over
    assert not Position.of(game2048(2, 2, goal=16), "8-4/0-8").over


def test_slides() -> None:
    game = game2048()
    position = Position.of(game, "2-2-2-2/4-2-2-0/0-2-0-2/4-4-8-0+24")
    for direction, rows, gained in (
        ("left", "4-4-0-0/4-4-0-0/4-0-0-0/8-8-0-0", 8 + 4 + 4 + 8),
        ("right", "0-0-4-4/0-0-4-4/0-0-0-4/0-0-8-8", 8 + 4 + 4 + 8),
        ("up", "2-4-4-4/8-2-8-0/0-4-0-0/0-0-0-0", 8 + 4 + 4 + 4),
        ("down", "0-0-0-0/0-2-0-0/2-4-4-0/8-4-8-4", 8 + 4 + 4 + 4),
    ):
        after = position.play(direction)
        assert game.presentation.notation is not None
        assert game.presentation.notation(after.state) == f"{rows}+{24 + gained}*"
        assert after.player == CHANCE


def test_the_largest_tiles_fill_the_word() -> None:
    game = game2048()
    text = "32768-32768-2-4/4-2-4-2/2-4-2-4/4-2-4-32768+9"
    position = Position.of(game, text)
    assert position.over  # two of the largest do not join
    assert game.presentation.notation is not None
    assert game.presentation.notation(position.state) == text


def test_two_tiles_come_first() -> None:
    game = game2048(3, 2)
    position = Position.of(game, "2a1 4c2")
    assert position.movers == [CHANCE, CHANCE]
    assert position.player == 0
    assert position.legal_texts == ["left", "right", "up", "down"]
    assert game.probabilities(game.start)[0] == 9 * game.probabilities(game.start)[1]


def test_images_in_mirrors_share_a_key() -> None:
    for width, height, images in ((3, 3, 8), (4, 4, 8), (3, 2, 4)):
        game = game2048(width, height)
        rows = [[2 << (y * width + x) % 14 for x in range(width)] for y in range(height)]
        boards = [rows, [row[::-1] for row in rows], rows[::-1], [row[::-1] for row in rows[::-1]]]
        if width == height:
            boards += [[list(column) for column in zip(*board, strict=True)] for board in boards]
        texts = {"/".join("-".join(map(str, row)) for row in board) for board in boards}
        assert len(texts) == images
        assert len({game.key_of(Position.of(game, text).state) for text in texts}) == 1


@pytest.mark.long
@pytest.mark.parametrize("parameters", [{"width": 2, "height": 2}, {"goal": 512, "width": 3, "height": 3}])
def test_check_finds_nothing_wrong(parameters: dict[str, int]) -> None:
    assert not check_game(game2048(**parameters), games=8).faults


@pytest.mark.parametrize(
    "text",
    [
        "2-2/0",
        "2-3/0-0",
        "2-2/2-2*",
        "0-0/0-2",
        "2-2/0-0+1",
        "65536-2/0-0",
        "2-2/0-0+999999999",
        "64-2/0-0",
        "32-32/0-0",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Position.of(game2048(2, 2), text)


def test_what_can_be_read_is_worth_no_more_than_the_greatest_pay_off() -> None:
    """The largest tiles that come together: then the score is the greatest that there is."""
    game = game2048(2, 2)
    position = Position.of(game, "32-16/8-4+196")
    assert position.over
    assert game.utility(position.state) == game.facts.values[1]
    assert game.facts.longest == 2 * (16 + 8 + 4 + 2) - 2


@pytest.mark.parametrize(
    "parameters", [{"width": 5}, {"height": 0}, {"width": 1, "height": 1}, {"goal": 100}, {"goal": 4}]
)
def test_impossible_parameters_are_refused(parameters: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        game2048(**parameters)
