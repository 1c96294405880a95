"""Games with chance are played: dice from a seed, taken back, recorded, replayed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from spielbaum.engine.expected_graph import solve_reachable
from spielbaum.errors import BadInput, Unfit
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.games.pig import State, pig
from spielbaum.play import Record, Session, load_record, play_match, save_record
from spielbaum.play.describe import outcome_words, player_name, record_text, value_words
from spielbaum.play.dice import luck, next_throw, outcome, throw
from spielbaum.play.engine_players import PerfectPlayer
from spielbaum.play.files import record_json, record_of
from spielbaum.play.insight import Insight
from spielbaum.play.match import most_plies_of
from spielbaum.play.outcome import Reason
from spielbaum.play.player import Turn
from spielbaum.play.rounds import rounds, turns_of, whose_turns
from spielbaum.result import CHANCE
from spielbaum.terminal import PlainGame
from spielbaum.terminal.plain import lines_of

PIG = pig(target=12)


def wheel() -> Game[int, int]:
    """A spinner with fields of 1, 2 and 7 tenths; the first turn decides."""
    return Game(
        "wheel",
        start=0,
        moves=lambda s: [1, 2, 3] if s == 0 else [],
        play=lambda s, m: s + m,
        utility=lambda s: s,
        player=lambda _: CHANCE,
        over=lambda s: s != 0,
        weight=lambda _, m: (0, 1, 2, 7)[m],
    )


def go_on(session: Session) -> None:
    """Programs and dice move, up to where a person is to move."""
    while (task := session.think()) is not None:
        assert session.accept(task, task.run())


def thoughts(record: Record) -> list[tuple[str, int, object]]:
    """What was played, by whom, and why; seconds are rounded in files."""
    return [(ply.move, ply.player, ply.thought) for ply in record.plies]


# --------------------------------------------------------------------------- dice


def test_no_number_decides_about_two_throws() -> None:
    """Also where the second player moves first: what decided about the first throw stays as it was."""
    game = load_game("backgammon:men=1")
    for seed in range(20):
        position: Position[Any, Any] = Position.of(game, "")
        used: set[tuple[int, int]] = set()
        while not position.over and len(used) < 12:
            if game.player(position.state) == CHANCE:
                assert next_throw(position) not in used
                used.add(next_throw(position))
                position = position.after(throw(position, seed))
            else:
                position = position.after(game.legal(position.state)[0])


def test_outcomes_come_as_often_as_they_are_likely() -> None:
    game = wheel()
    found = Counter(outcome(game, 0, luck(5, 0, number)) for number in range(20_000))
    for move, share in {1: 0.1, 2: 0.2, 3: 0.7}.items():
        assert found[move] / 20_000 == pytest.approx(share, abs=0.015)  # more than four standard deviations
    edges = {0.0: 1, 0.0999: 1, 0.1: 2, 0.2999: 2, 0.3: 3, 0.9999: 3}
    assert {number: outcome(game, 0, number) for number in edges} == edges


def test_the_same_seed_throws_the_same_whatever_was_played_in_between() -> None:
    # The second throw of the first seat, with and without throws of the other seat in between.
    rolled = Position.of(PIG, "roll 6 roll")
    held = Position.of(PIG, "roll 6 hold roll 3 hold roll")
    assert next_throw(held) == next_throw(rolled) == (0, 1)
    assert throw(held, 7) == throw(rolled, 7)
    assert next_throw(Position.of(PIG, "roll 6 hold roll")) == (1, 0)
    assert len({throw(rolled, seed) for seed in range(100)}) == 6


# ------------------------------------------------------------------------ session


def test_the_dice_roll_by_themselves_and_are_recorded(tmp_path: Path) -> None:
    session = Session(PIG, ["human", "expectiminimax:depth=2"], seed=4)
    session.move("roll")
    assert session.position.player == CHANCE
    assert not session.human_to_move
    with pytest.raises(BadInput):
        session.hint()
    go_on(session)
    assert session.plies[1].player == CHANCE
    assert session.plies[1].seconds is None
    session.save(tmp_path / "game.json")
    record = load_record(tmp_path / "game.json")
    assert thoughts(record) == thoughts(session.record())
    assert [position.state for position in record.replay(PIG)] == [p.state for p in session.positions]
    again = Session(PIG, ["human", "human"], seed=99)
    again.resume(record)
    assert again.position.state == session.position.state


def test_take_back_goes_over_the_throws_to_the_own_move_and_meets_the_same_dice() -> None:
    session = Session(PIG, ["human", "random"], seed=2)
    session.move("roll")
    go_on(session)
    first = [ply.move for ply in session.plies]
    session.undo()
    assert session.position.state == PIG.start
    session.redo()
    assert [ply.move for ply in session.plies[:2]] == first[:2]
    while session.can_undo:
        session.undo()
    session.move("roll")
    go_on(session)
    assert [ply.move for ply in session.plies] == first


def test_without_people_undo_takes_a_move_back_with_its_throw() -> None:
    session = Session(PIG, ["first", "first"], seed=2)
    for _ in range(2):
        task = session.think()
        assert task is not None
        session.accept(task, task.run())
    assert session.plies[-1].player == CHANCE
    assert session.undo() == 2


def test_the_clock_stands_still_while_the_dice_roll() -> None:
    now = [0.0]
    session = Session(PIG, ["human", "human"], seed=1, now=lambda: now[0])
    now[0] = 3.0
    session.move("roll")
    now[0] = 50.0
    assert not any(face.running for face in session.clocks())
    assert session.clocks()[0].used == 3.0
    assert not session.tick()


# ------------------------------------------------------------------------ matches


def test_a_match_is_the_same_again_with_the_same_seed_and_shares_its_dice() -> None:
    one, other = (play_match(PIG, ["random", "random"], seed=5) for _ in range(2))
    assert one.moves == other.moves
    assert one.outcome is not None
    games = [play_match(PIG, [who] * 2, seed=seed, dice=3) for seed, who in enumerate(["first", "random"])]
    thrown = [seat_throws(game, 0) for game in games]
    count = min(map(len, thrown))
    assert count > 1
    assert thrown[0][:count] == thrown[1][:count]


def seat_throws(record: Record, seat: int) -> list[str]:
    turns = whose_turns([ply.player for ply in record.plies])
    pairs = zip(record.plies, turns, strict=True)
    return [ply.move for ply, turn in pairs if ply.player == CHANCE and turn == seat]


def test_searchers_without_chance_say_who_can() -> None:
    for player in ("minimax:depth=2", "alphabeta:depth=2", "paranoid:depth=2"):
        with pytest.raises(Unfit, match="expectiminimax"):
            Session(PIG, ["human", player])
    players = ("expectiminimax:depth=2", "star1:depth=2", "star2:depth=2", "engine:depth=4", "engine:level=2")
    for player in players:
        record = play_match(PIG, [player, "random"], seed=1)
        assert record.outcome is not None
        assert thoughts(record_of(record_json(record))) == thoughts(record)


# -------------------------------------------------------------------------- words


def test_throws_stand_with_the_move_they_belong_to() -> None:
    position = Position.of(PIG, "roll 6 hold roll 1 roll 3")
    assert rounds(PIG, PIG.start, turns_of(position)) == [1, 1, 1, 1, 1, 2, 2]
    session = Session(PIG, ["human", "human"], start=position, seed=1)
    assert "1. roll 6 hold  roll 1\n2. roll 3" in record_text(session.record(), PIG, "en")
    assert [player_name(PIG, CHANCE, language) for language in ("en", "de")] == ["chance", "Zufall"]


def test_turns_may_begin_with_a_throw() -> None:
    """In backgammon the dice are those of the player who moves next; the first throw says who that is."""
    game = load_game("backgammon")
    position = Position.of(game, "31 8/5 6/5 63 24/15 21")
    assert position.movers == [CHANCE, 0, CHANCE, 1, CHANCE]
    assert turns_of(position) == [0, 0, 1, 1, 0]
    assert rounds(game, game.start, turns_of(position)) == [1, 1, 1, 1, 2]
    session = Session(game, ["human", "human"], start=position, seed=1)
    rows = [" ".join(row.split()) for row in record_text(session.record(), game, "en").splitlines()]
    assert "1. 31 8/5 6/5 63 24/15" in rows
    assert "2. 21" in rows
    black = Position.of(game, "13")
    assert turns_of(black) == [1]
    # With the cube, too: after a double was taken the throw is that of whoever doubled.
    doubled = Position.of(load_game("backgammon:cube=64"), "31 8/5 6/5 roll 21 13/10 double take 42")
    assert turns_of(doubled) == [0, 0, 1, 1, 1, 0, 1, 0]


def test_an_average_is_no_win() -> None:
    position = Position(PIG, State(10, 11, 0, 0, False))
    found = Insight(PIG).values(Position(PIG, State(11, 10, 4, 0, False)), 0.5, Turn())
    assert "wins" in value_words(PIG, found, "en")  # White has enough and holds
    best = Insight(PIG).best(position, 0.3, Turn())
    assert "wins" not in value_words(PIG, best, "en")


def test_a_game_in_plain_lines() -> None:
    said: list[str] = []
    session = Session(PIG, ["human", "first"], seed=8)
    PlainGame(session, "de", lines_of(["roll", "2", "quit"]), said.append).run()
    assert any(line.startswith("Der Zufall bringt ") for line in said)


@pytest.mark.parametrize("text", ["roll 7", "roll 0", "6", "roll six", "0-0+1/1", "12-12+0/1", "0-12+3/1*"])
def test_an_impossible_throw_is_one_sentence(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        Position.of(PIG, text)
    assert "\n" not in str(caught.value)


def test_saving_needs_no_fractions(tmp_path: Path) -> None:
    record = play_match(PIG, ["expectiminimax:depth=3", "random"], seed=3)
    save_record(record, tmp_path / "game.json")
    assert thoughts(load_record(tmp_path / "game.json")) == thoughts(record)


def test_a_game_alone_is_played_to_its_end() -> None:
    """2048 lasts longer than games that go in circles may, and its score counts."""
    game = load_game("2048")
    assert most_plies_of(game) > 100_000
    small = load_game("2048:width=2,height=2")
    record = play_match(small, ["random"], seed=3)
    assert record.outcome is not None
    assert not record.outcome.draw
    assert record.outcome.payoffs == (32,)
    assert outcome_words(small, record.outcome, "en") == "The game is over: 32 points."
    cut = play_match(small, ["random"], seed=3, most_plies=5).outcome
    assert cut is not None
    assert cut.reason is Reason.LENGTH
    assert "broken off; it counts 0 points" in outcome_words(small, cut, "en")
    assert most_plies_of(load_game("chess")) == 1000
    assert most_plies_of(PIG) > 10_000


@pytest.mark.long
def test_the_perfect_player_of_a_game_with_circles_is_perfect() -> None:
    """Pig is solved before the first move; every move after it has the proven value."""
    game = pig(target=12)
    perfect = PerfectPlayer()
    perfect.prepare(game)
    best = solve_reachable(game, game.start)
    for state in (game.start, State(3, 5, 4, 0, False), State(0, 4, 7, 1, False), State(6, 2, 5, 1, False)):
        choice = perfect.choose(Position(game, state), Turn())
        assert choice.result is not None
        assert choice.result.proven
        assert 0 < choice.result.error < 1e-9
        found = best.look(state)
        assert found is not None
        assert found.moves[choice.move] == max(found.moves.values())
    perfect.close()


def test_a_record_keeps_the_dice(tmp_path: Path) -> None:
    """A game goes on from its record with the dice that it had; new ones have others."""
    match = play_match(PIG, ["first", "first"], seed=4, dice=77, most_plies=6)
    save_record(match, tmp_path / "game.json")
    assert load_record(tmp_path / "game.json").dice == 77
    session = Session(PIG, ["first", "first"], seed=5)
    session.resume(load_record(tmp_path / "game.json").ended(None))
    go_on(session)
    whole = play_match(PIG, ["first", "first"], seed=4, dice=77)
    assert [ply.move for ply in session.plies] == [ply.move for ply in whole.plies]
    assert session.record().dice == 77
    one, other = (Session(PIG, ["first", "first"]) for _ in range(2))
    assert one.dice != other.dice
    again = Session(PIG, ["human", "human"], seed=1)
    again.resume(one.record())
    assert (again.seed, again.dice) == (one.seed, one.seed)
