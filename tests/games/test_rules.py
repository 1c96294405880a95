"""Single rules, each with a position that shows it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from tests.support.walk import random_game

#: Random games a test; each has dozens of positions.
EXAMPLES = 20

VARIANTS = [
    *built_in_names(),
    "mnk:width=5,height=4,k=4,players=4",
    "mnk:width=3,height=12,k=3",
    "takeaway:matches=9,most=3,misere=no",
    "nim:heaps=1-2-3-4,misere=no",
    "connect4:width=4,height=5,k=3",
    "connect4:width=12,height=4",
    "kalah:houses=3,seeds=2",
    "kalah:houses=4,seeds=3,empty_capture=yes,end=mover,leftovers=finisher,pie=yes",
    "othello:size=4",
    "othello:size=6",
]


def at(spec: str, text: str = "") -> Position[Any, Any]:
    return Position.of(load_game(spec), text)


def payoff(position: Position[Any, Any]) -> object:
    assert position.over
    return position.game.utility(position.state)


# --- every game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", VARIANTS)
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10**6))
def test_positions_are_written_and_read(spec: str, seed: int) -> None:
    game = load_game(spec)
    states, moves = random_game(game, seed)
    assert game.presentation.notation is not None
    for state in states:
        assert Position.of(game, game.presentation.notation(state)).state == state
    texts = Position(game, game.start, tuple(moves)).history_texts
    assert Position.of(game, " ".join(texts)) == Position(game, game.start, tuple(moves))
    if game.presentation.move_width is not None:
        assert Position.of(game, "".join(texts)).state == states[-1]


@pytest.mark.parametrize("spec", VARIANTS)
def test_an_illegal_move_names_the_legal_ones(spec: str) -> None:
    game = load_game(spec)
    with pytest.raises(BadInput) as caught:
        Position.of(game, "?" * (game.presentation.move_width or 1))
    # Chess has too many, and throws are known: they say how moves are written.
    written = {"chess": "Nf3", "backgammon": "63"}.get(spec.partition(":")[0])
    named = written or game.move_name(game.start, game.legal(game.start)[0])
    assert named in caught.value.sentence("en")
    assert named in caught.value.sentence("de")


@pytest.mark.parametrize("spec", VARIANTS)
def test_no_move_after_the_end(spec: str) -> None:
    game = load_game(spec)
    _, moves = random_game(game, 1)
    position = Position(game, game.start, tuple(moves))
    with pytest.raises(BadInput, match="over"):
        position.play(position.history_texts[-1])


@pytest.mark.parametrize("spec", VARIANTS)
def test_every_game_says_what_it_is(spec: str) -> None:
    game = load_game(spec)
    assert len(game.presentation.player_names) == game.facts.players
    assert set(game.presentation.switches) == set(game.presentation.parameters)
    for words in (game.presentation.title, game.presentation.rules, *game.presentation.switches.values()):
        assert not isinstance(words, str)
        assert all(words[language].strip() for language in ("en", "de"))


# --- k in a row ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        ("a1a2b1b2c1", 1),  # a row
        ("a1b1a2b2c3b3", -1),  # a column, of the second player
        ("a1a2b2a3c3", 1),  # a diagonal
        ("c1a2b2c2a3", 1),  # the other one
        ("a1b1c1b2a2c2b3a3c3", 0),
    ],
)
def test_tictactoe_ends(moves: str, value: int) -> None:
    assert payoff(at("tictactoe", moves)) == value


def test_no_line_runs_over_the_edge() -> None:
    """b3 c3 lie next to a4 in memory, and on the board they do not."""
    assert not at("mnk:width=3,height=4", "b3a1c3c1a4").over


def test_trio_pays_triples() -> None:
    assert payoff(at("trio", "a1b1c1a2b2c2a3")) == (3, 0, 0)
    assert payoff(at("trio", "a1 b1 a2 c1 b2 a3 c2 b3")) == (0, 3, 0)
    assert payoff(at("trio", "a1 b1 c1 c2 a2 b2 b3 a3 c3")) == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("X.O/.../..", "3 rows"),
        ("X.Z/.../...", None),
        ("XX./.../...", "Nobody"),
        ("OOO/XXX/X..", "already won"),
        ("X.A/.../...", "3 rows"),
    ],
)
def test_bad_boards(text: str, error: str | None) -> None:
    with pytest.raises(BadInput, match=error):
        at("tictactoe", text)


# --- matches ------------------------------------------------------------------------------------------------


def test_takeaway_boards() -> None:
    position = at("takeaway", "3/2")
    assert (position.state.left, position.player, position.legal_texts) == (3, 1, ["1", "2"])
    assert payoff(at("takeaway", "2 2 1")) == -1  # the first player took the last one
    with pytest.raises(BadInput, match="at most 5"):
        at("takeaway", "6/1")


def test_nim_boards() -> None:
    position = at("nim", "1-0-2/2")
    assert (position.player, position.legal_texts) == (1, ["a1", "c1", "c2"])
    assert payoff(at("nim", "a3 b5 c7")) == -1  # misère: the first player took the last one
    assert payoff(at("nim:misere=no", "a3 b5 c7")) == 1
    for text in ("3-5/1", "3-5-8/1"):
        with pytest.raises(BadInput, match="3-5-7"):
            at("nim", text)


# --- Connect Four -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["1213141", "112233 4", "12233434464", "76655454424"])
def test_connect4_lines(moves: str) -> None:
    """A column, a row, and both diagonals end the game."""
    position = at("connect4", moves)
    assert position.over
    assert position.game.utility(position.state) != 0


def test_the_picture_marks_the_winning_line_and_offers_the_moves() -> None:
    game = load_game("connect4")
    assert game.presentation.picture is not None
    cells = [
        cell for row in game.presentation.picture(Position.of(game, "1213141").state).rows for cell in row
    ]
    assert [cell.player for cell in cells if cell.mark == "win"] == [0] * 4
    assert not any(cell.move for cell in cells)
    offered = {
        cell.move for row in game.presentation.picture(Position.of(game, "444444").state).rows for cell in row
    }
    assert offered == {"1", "2", "3", "5", "6", "7", None}


def test_connect4_column_full() -> None:
    with pytest.raises(BadInput, match=r"Move 7 of 4444444: 4 .*1, 2, 3, 5, 6, 7"):
        at("connect4", "4444444")


@pytest.mark.parametrize(
    ("rows", "error"), [("X...", "nothing below"), ("..../X..X", "Nobody"), ("....", "4 rows")]
)
def test_connect4_bad_boards(rows: str, error: str) -> None:
    full = rows if rows == "...." else "/".join([rows, *["...."] * (3 - rows.count("/"))])
    if error == "Nobody":
        full = "..../..../" + rows
    with pytest.raises(BadInput, match=error):
        at("connect4:width=4,height=4", full)


# --- Kalah --------------------------------------------------------------------------------------------------


def test_kalah_bonus_move_keeps_the_turn() -> None:
    position = at("kalah", "3")
    assert position.player == 0
    assert position.game.presentation.notation is not None
    assert position.game.presentation.notation(position.state) == "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>"


@pytest.mark.parametrize(
    ("switches", "before", "move", "after"),
    [
        # The last seed falls into the empty third house; the opposite one is the other's second.
        ("", "<4,0,0,1,1,0,2,1,5,1,1>", "2", "<4,0,6,1,0,1,1,1,0,0,2>/2"),
        # Nothing opposite: the seed stays in the standard rules and is banked with empty capture.
        ("", "<4,0,0,1,1,0,2,1,0,1,1>", "2", "<4,0,0,1,0,1,1,1,0,1,2>/2"),
        (",empty_capture=yes", "<4,0,0,1,1,0,2,1,0,1,1>", "2", "<4,0,1,1,0,1,1,1,0,0,2>/2"),
        # Nine seeds in four houses a side go once round into the house they came from, and capture.
        ("", "<4,0,0,9,0,0,0,1,1,1,1>", "1", "<4,0,4,2,2,2,0,0,1,1,1>/2"),
        # Fourteen seeds: one lap and five pits.
        ("", "<4,0,0,14,0,0,0,1,1,1,1>", "1", "<4,0,2,3,2,2,2,1,2,2,2>/2"),
    ],
)
def test_kalah_sowing(switches: str, before: str, move: str, after: str) -> None:
    position = at(f"kalah:houses=4,seeds=4{switches}", before).play(move)
    assert position.game.presentation.notation is not None
    assert position.game.presentation.notation(position.state) == after


@pytest.mark.parametrize(
    ("switches", "margin"), [("", 1 - 5), (",leftovers=finisher", 1 + 5), (",end=mover", 1 - 5)]
)
def test_kalah_leftovers(switches: str, margin: int) -> None:
    """The mover banks the last seed of the row and has nothing to go on with."""
    assert payoff(at(f"kalah:houses=2,seeds=2{switches}", "<2,0,0,0,1,3,2>").play("2")) == margin


def test_kalah_end_rules() -> None:
    """A bonus move, and the mover could go on although the other's row is empty."""
    board = "<2,0,0,1,1,0,0>"
    assert payoff(at("kalah:houses=2,seeds=2", board)) == 2
    position = at("kalah:houses=2,seeds=2,end=mover", board)
    assert position.legal_texts == ["1", "2"]


def test_kalah_pie_rule() -> None:
    game = load_game("kalah:houses=3,seeds=2,pie=yes")
    position = Position.of(game, "1")
    assert position.legal_texts == ["1", "2", "3", "s"]
    swapped = position.play("s")
    assert swapped.player == 0
    assert "s" not in swapped.legal_texts
    # What the second player could have done, the first one now does from the same side.
    assert (swapped.state.mine, swapped.state.theirs) == (position.state.mine, position.state.theirs)
    assert "s" not in position.play("1").legal_texts
    assert "s" not in Position.of(game).legal_texts
    assert "s" not in at("kalah:houses=3,seeds=2", "1").legal_texts


@pytest.mark.parametrize(
    "text",
    ["<", "<6,0,,1 2>", "<6,0,0,4>", "<5,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "<6,9,0,4,4,4,4,4,4,4,4,4,4,4,4>"],
)
def test_kalah_bad_boards(text: str) -> None:
    with pytest.raises(BadInput, match="15 numbers"):
        at("kalah", text)


def test_kalah_pie_board_without_the_rule() -> None:
    with pytest.raises(BadInput, match="pie rule is off"):
        at("kalah:houses=1,seeds=1", "<1,0,0,1,1>+pie")


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10**6))
def test_kalah_order_knows_bonus_moves_and_captures(seed: int) -> None:
    game = load_game("kalah:houses=4,seeds=5")
    assert game.hints.order is not None
    for state in random_game(game, seed)[0]:
        for move in game.legal(state):
            child = game.play(state, move)
            store = state.mine >> 24
            again = game.player(child) == game.player(state)
            now = (child.mine if again else child.theirs) >> 24
            passed = 1 if ((state.mine >> (6 * move)) & 63) + move >= 4 else 0
            worth = game.hints.order(state, move)
            if again:
                assert worth >= 40
            else:
                captured = now - store - passed
                laps = ((state.mine >> (6 * move)) & 63) > 9
                assert laps or worth == max(captured - 1, 0)


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10**6), sizes=st.sampled_from([(1, 1), (2, 5), (3, 3), (4, 5), (6, 4)]))
def test_kalah_rest_in_a_word_can_be_read_back(seed: int, sizes: tuple[int, int]) -> None:
    houses, seeds = sizes
    game = load_game(f"kalah:houses={houses},seeds={seeds}")
    assert game.hints.rest is not None
    for state in random_game(game, seed)[0]:
        word = game.hints.rest(state)
        assert 0 < word < 1 << 62
        counts = [len(seeds) for seeds in format(word, "b")[::-1].split("1")[:-1]]
        assert counts == list(map(int, game.presentation.notation(state).split(">")[0].split(",")[3:]))  # type: ignore[misc]


def test_kalah_rest_of_many_seeds_takes_more_than_a_word() -> None:
    for spec in ("kalah:houses=6,seeds=5", "kalah:pie=yes"):
        game = load_game(spec)
        assert game.hints.rest is not None
        assert len(game.hints.rest(game.start)) == 3


# --- Othello ------------------------------------------------------------------------------------------------


def test_othello_opening() -> None:
    position = at("othello")
    assert position.legal_texts == ["d3", "c4", "f5", "e6"]
    assert str(position.play("d3")).splitlines()[2:5] == [
        "3 . . . X . . . .",
        "4 . . . X X . . .",
        "5 . . . X O . . .",
    ]


def test_othello_pass() -> None:
    """White cannot answer and must pass; then Black goes on."""
    position = at("othello:size=4", "XO../..../..../XO.. X").play("c1")
    assert (position.player, position.legal_texts) == (1, ["--"])
    position = position.play("--")
    assert (position.player, position.legal_texts) == (0, ["c4"])
    assert payoff(position.play("c4")) == 6


def test_othello_no_pass_while_there_is_a_move() -> None:
    with pytest.raises(BadInput, match="d3, c4, f5, e6"):
        at("othello", "--")


def test_othello_ends_when_nobody_can_move() -> None:
    position = at("othello:size=4", "XXXX/..../..../...O X")
    assert payoff(position) == 3


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10**6))
def test_othello_agrees_with_a_plain_implementation(seed: int) -> None:
    """The bitboards turn the same discs as a walk from cell to cell."""
    game = load_game("othello")
    states, moves = random_game(game, seed)
    assert game.presentation.notation is not None
    for state, move, after in zip(states, moves, states[1:], strict=False):
        rows, mover = game.presentation.notation(state).split()
        board = [list(row) for row in rows.split("/")]
        name = game.move_name(state, move)
        if name == "--":
            assert game.presentation.notation(after).split()[0] == rows
            continue
        x, y = "abcdefgh".index(name[0]), int(name[1]) - 1
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                run, cx, cy = [], x + dx, y + dy
                while 0 <= cx < 8 and 0 <= cy < 8 and board[cy][cx] not in (".", mover):
                    run.append((cx, cy))
                    cx, cy = cx + dx, cy + dy
                if 0 <= cx < 8 and 0 <= cy < 8 and board[cy][cx] == mover:
                    for tx, ty in run:
                        board[ty][tx] = mover
        board[y][x] = mover
        assert game.presentation.notation(after).split()[0] == "/".join("".join(row) for row in board)
