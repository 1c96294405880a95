"""The player with the solution of a whole game never gives away what it has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import make_player, parse_player
from spielbaum.play.player import Turn
from spielbaum.play.table_player import TablePlayer
from spielbaum.solution import Entry, Solution
from spielbaum.solution.position_words import PositionWords
from spielbaum.solution.walk import best_moves
from tests.support.solved_files import positions, solved_file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for name in ("tictactoe", "nim:heaps=1-2-3", "morris"):
        solved_file(folder / f"{name.partition(':')[0]}.table", name)
    return folder


def move_of(player: TablePlayer, position: Position[Any, Any]) -> Any:
    return player.choose(position, Turn()).move


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=1-2-3"])
def test_against_every_line_of_play(folder: Path, name: str, side: int) -> None:
    """Whatever the opponent does: never less than the value of the start, and a win as soon as promised."""
    game = load_game(name)
    path = folder / f"{name.partition(':')[0]}.table"
    solution = Solution.open(path, game)
    player = TablePlayer(path)
    player.prepare(game)
    seen: set[Any] = set()
    ends = 0
    waiting = [Position(game, game.start)]
    while waiting:
        position = waiting.pop()
        if position.state in seen:
            continue
        seen.add(position.state)
        entry = solution.look(position.state)
        assert entry is not None
        if position.over:
            start = solution.look(game.start)
            assert start is not None
            promised = start.value if side == 0 else -start.value
            payoff = game.utility(position.state)
            assert not isinstance(payoff, tuple)
            assert (payoff if side == 0 else -payoff) >= promised
            ends += 1
        elif position.player == side:
            after = position.after(move_of(player, position))
            then = solution.look(after.state)
            assert then is not None
            assert then.value == -entry.value
            if entry.value:
                assert then.remoteness == entry.remoteness - 1
            waiting.append(after)
        else:
            waiting += [position.after(move) for move in position.legal_moves]
    assert ends


def test_every_position_of_a_cyclic_game(folder: Path) -> None:
    """No move of its gives away a win or a draw, and each brings a win nearer; so it never loses either."""
    game = load_game("morris")
    solution = Solution.open(folder / "morris.table", game)
    kinds = set()
    for state in positions(game, PositionWords(game, folded=True)).values():
        entry = solution.look(state)
        assert entry is not None
        if game.ended(state):
            continue
        found = best_moves(solution, state)
        assert found
        for move in found:
            assert move.entry is not None
            assert move.entry.value == entry.value
            assert entry.value == 0 or move.entry.remoteness == entry.remoteness
        kinds.add((entry.value, entry.cycle))
    assert kinds == {(1, False), (0, True), (-1, False)}


def test_a_cyclic_game_is_won_in_as_many_plies_as_promised(folder: Path) -> None:
    """Three men's morris is won by the first player, in nine plies against the longest resistance."""
    game = load_game("morris")
    players = [TablePlayer(folder / "morris.table"), TablePlayer(folder / "morris.table")]
    for player in players:
        player.prepare(game)
    position = Position(game, game.start)
    while not position.over:
        position = position.after(move_of(players[position.player], position))
    assert Solution.open(folder / "morris.table").look(game.start) == Entry(1, position.plies)


def test_the_opponent_gets_the_most_chances_to_err(folder: Path) -> None:
    """The corner: of the replies to it in tic-tac-toe only the centre draws."""
    game = load_game("tictactoe")
    solution = Solution.open(folder / "tictactoe.table", game)
    chosen = {game.move_name(game.start, move.move) for move in best_moves(solution, game.start)}
    corners = {
        game.move_name(game.start, game.find_move(game.start, text)) for text in ("a1", "a3", "c1", "c3")
    }
    assert chosen == corners


def test_chance_decides_between_equal_moves_by_the_seed(folder: Path) -> None:
    game = load_game("tictactoe")
    start = Position(game, game.start)

    def moves(seed: int) -> list[Any]:
        player = TablePlayer(folder / "tictactoe.table", seed=1)
        player.prepare(game, seed)
        return [move_of(player, start) for _ in range(2)]

    found = [moves(seed) for seed in range(20)]
    assert found == [moves(seed) for seed in range(20)]
    assert all(one == other for one, other in found)
    assert len({one for one, _ in found}) > 1


def test_how_it_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert str(parse_player("table:nim.table,seed=3")) == "table:nim.table,seed=3"
    assert parse_player('table:"my, own.table"').command == ("my, own.table",)
    assert str(parse_player("table:nim.table").located()) == f"table:{folder / 'nim.table'}"
    assert make_player("table:nim.table,seed=3").spec == "table:nim.table,seed=3"
    for text, key in (("table", "error.player.no_file"), ("table:,seed=1", "error.player.no_file")):
        with pytest.raises(BadInput) as caught:
            parse_player(text)
        assert caught.value.key == key
    player = make_player("table:nim.table")
    with pytest.raises(BadInput) as caught:
        player.prepare(load_game("tictactoe"))
    assert caught.value.key == "table.rules"
