"""Trees of games that are measured in something of their own."""

from __future__ import annotations

from spielbaum.games import load_game
from spielbaum.search import minimax
from spielbaum.tree import cut, grow, measured

CHESS = load_game("chess")
#: White mates with a queen or a rook on a8, and not with a bishop.
MATE = "7k/P7/6K1/8/8/8/8/8 w - - 0 1"


def test_chess_is_measured_in_pawns() -> None:
    assert CHESS.presentation.parse is not None
    state = CHESS.presentation.parse(MATE)
    points = cut(grow(CHESS, state), 1)
    pawns = cut(measured(CHESS, grow(CHESS, state)), 1)
    most = CHESS.facts.unit / CHESS.presentation.measure
    by_move = {child.edge: child.value for child in pawns.children}
    assert by_move["a8=Q#"] == by_move["a8=R#"] == most
    assert isinstance(by_move["Kf7"], float)
    assert 1 < by_move["Kf7"] < most
    for one, other in zip(points.children, pawns.children, strict=True):
        assert isinstance(one.value, (int, float))
        assert other.value == round(one.value * most, 2)
    assert minimax(pawns).value == most
    assert minimax(pawns).move == minimax(points).move


def test_other_games_stay_as_they_are() -> None:
    game = load_game("tictactoe")
    tree = grow(game)
    assert measured(game, tree) is tree
