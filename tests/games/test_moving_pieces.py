"""Hexapawn, three men's morris and its relatives, the L game: against naive rules, and what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from tests.support.walk import solve

#: The moves of a position and the positions after them, as texts.
Naive = Callable[[str], dict[str, str]]


def squares(text: str) -> dict[str, str]:
    """What stands on each square of a board, rows from the top."""
    rows = text.partition(" ")[0].split("/")
    return {
        f"{'abcdefgh'[x]}{len(rows) - y}": letter
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    }


def written(board: dict[str, str], mover: str) -> str:
    ranks = sorted({int(square[1:]) for square in board}, reverse=True)
    files = sorted({square[0] for square in board})
    return "/".join("".join(board[f"{file}{rank}"] for file in files) for rank in ranks) + f" {mover}"


def beside(square: str, right: int, up: int) -> str:
    return f"{chr(ord(square[0]) + right)}{int(square[1:]) + up}"


# --- naive rules --------------------------------------------------------------------------------------------


def naive_hexapawn(text: str) -> dict[str, str]:
    board, mover = squares(text), text.split()[1]
    height = max(int(square[1:]) for square in board)
    mine, theirs, up, near = ("P", "p", 1, 1) if mover == "w" else ("p", "P", -1, height)
    if any(letter == theirs and int(square[1:]) == near for square, letter in board.items()):
        return {}
    after = {}
    for square, letter in board.items():
        for right, wanted in ((-1, theirs), (0, "."), (1, theirs)):
            target = beside(square, right, up)
            if letter == mine and board.get(target) == wanted:
                moved = board | {square: ".", target: mine}
                after[square + target] = written(moved, "b" if mover == "w" else "w")
    return after


TRIPLES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]


def naive_morris(men: int, diagonals: bool, passes: bool) -> Naive:
    def joined(one: str, two: str) -> bool:
        """Neighbours in a row; diagonal ones only where the board has diagonals, all of which pass b2."""
        rows = [triple.split() for triple in (TRIPLES if diagonals else TRIPLES[:6])]
        return any(one in row and two in row and abs(row.index(one) - row.index(two)) == 1 for row in rows)

    def after(text: str) -> dict[str, str]:
        board, mover = squares(text), text.split()[1]
        other = "O" if mover == "X" else "X"
        if any(all(board[square] == other for square in triple.split()) for triple in TRIPLES):
            return {}
        own = [square for square, letter in board.items() if letter == mover]
        free = [square for square, letter in board.items() if letter == "."]
        if len(own) < men:
            return {square: written(board | {square: mover}, other) for square in free}
        found = {
            one + two: written(board | {one: ".", two: mover}, other)
            for one, two in product(own, free)
            if joined(one, two)
        }
        return found or ({"--": written(board, other)} if passes else {})

    return after


def all_ls() -> dict[str, frozenset[str]]:
    """Every L on the board by its name: three cells in a line and a fourth at a right angle to their end."""
    board = {f"{file}{rank}" for file in "abcd" for rank in "1234"}
    found = {}
    for end, (dx, dy), side in product(board, ((0, 1), (0, -1), (1, 0), (-1, 0)), (1, -1)):
        arm = [beside(end, step * dx, step * dy) for step in range(3)]
        foot = beside(arm[2], side * dy, side * dx)
        if {*arm, foot} <= board:
            found[end + foot] = frozenset({*arm, foot})
    return found


LS = all_ls()


def naive_lgame(text: str) -> dict[str, str]:
    board, mover = squares(text), text.split()[1]
    other = "O" if mover == "X" else "X"
    lies = frozenset(square for square, letter in board.items() if letter == mover)
    lifted = {square: "." if letter == mover else letter for square, letter in board.items()}
    after = {}
    for name, cells in LS.items():
        if cells == lies or any(lifted[square] != "." for square in cells):
            continue
        moved = lifted | dict.fromkeys(cells, mover)
        after[name] = written(moved, other)
        neutral = [square for square, letter in moved.items() if letter == "*"]
        free = [square for square, letter in moved.items() if letter == "."]
        for one, two in product(neutral, free):
            after[f"{name}-{one}{two}"] = written(moved | {one: ".", two: "*"}, other)
    return after


RULES: dict[str, Naive] = {
    "hexapawn": naive_hexapawn,
    "hexapawn:width=4,height=5": naive_hexapawn,
    "hexapawn:width=1,height=4": naive_hexapawn,
    "morris": naive_morris(3, diagonals=False, passes=False),
    "morris:variant=tapatan": naive_morris(3, diagonals=True, passes=False),
    "morris:variant=achi": naive_morris(4, diagonals=True, passes=False),
    "morris:variant=achi,blocked=passes": naive_morris(4, diagonals=True, passes=True),
    "lgame": naive_lgame,
}
#: Positions looked at per game.
POSITIONS = {"lgame": 60}


@pytest.mark.parametrize("spec", RULES)
def test_the_rules_agree_with_naive_ones(spec: str) -> None:
    game, random = load_game(spec), Random(spec)
    assert game.presentation.notation is not None
    state = game.start
    for _ in range(POSITIONS.get(spec, 400)):
        legal = game.legal(state)
        found = {game.move_name(state, m): game.presentation.notation(game.play(state, m)) for m in legal}
        assert found == RULES[spec](game.presentation.notation(state))
        state = game.play(state, random.choice(legal)) if legal else game.start


# --- all positions ------------------------------------------------------------------------------------------


@cache
def all_keys(spec: str) -> dict[int, set[int]]:
    """Every key that can be reached, with those after it. Keys are positions, and their own keys."""
    game: Game[Any, Any] = load_game(spec)
    assert game.hints.key is not None
    key_of = cache(game.hints.key)
    found: dict[int, set[int]] = {}
    ahead = [game.hints.key(game.start)]
    while ahead:
        key = ahead.pop()
        if key not in found:
            assert 0 <= key < 1 << 63
            assert game.hints.key(key) == key
            assert game.player(key) == 0
            found[key] = {key_of(game.play(key, move)) for move in game.legal(key)}
            ahead += found[key]
    return found


def values(after: dict[int, set[int]]) -> dict[int, tuple[int, int]]:
    """1 or −1 for the player to move and how many plies that takes; what is missing goes in circles."""
    known: dict[int, tuple[int, int]] = {key: (-1, 0) for key, keys in after.items() if not keys}
    for ply in range(1, len(after)):
        new: dict[int, tuple[int, int]] = {}
        for key, keys in after.items():
            if key in known:
                continue
            results = [known[other][0] if other in known else 0 for other in keys]
            if -1 in results:
                new[key] = (1, ply)
            elif set(results) == {1}:
                new[key] = (-1, ply)
        if not new:
            break
        known |= new
    return known


def summary(spec: str) -> tuple[int, int, int, int, int]:
    """Positions, those won, drawn and lost for the player to move, and those where the game is over."""
    after = all_keys(spec)
    known = values(after)
    count = Counter(value for value, _ in known.values())
    ended = sum(not keys for keys in after.values())
    return len(after), count[1], len(after) - len(known), count[-1], ended


def start_value(spec: str) -> tuple[int, int]:
    game = load_game(spec)
    assert game.hints.key is not None
    return values(all_keys(spec)).get(game.hints.key(game.start), (0, 0))


def test_the_second_player_wins_hexapawn() -> None:
    """Gardner 1962; the larger boards by minimax, which knows nothing of keys that are positions."""
    assert start_value("hexapawn") == (-1, 6)
    for spec, value in {
        "hexapawn": -1,
        "hexapawn:width=4,height=3": 1,
        "hexapawn:width=4,height=4": 1,
    }.items():
        assert solve(load_game(spec)) == value
    assert summary("hexapawn") == (69, 29, 0, 40, 32)


def test_the_first_player_wins_three_mens_morris_in_the_middle_only() -> None:
    """Gardner 1959: whoever begins in the middle wins; where that is forbidden, the game is drawn."""
    game = load_game("morris")
    assert game.hints.key is not None
    known = values(all_keys("morris"))
    after = {
        game.move_name(game.start, move): known.get(game.hints.key(game.play(game.start, move)), (0, 0))[0]
        for move in game.legal(game.start)
    }
    assert {name for name, value in after.items() if value == -1} == {"b2"}
    assert min(value for name, value in after.items() if name != "b2") == 0


@pytest.mark.parametrize("variant", ["tapatan", "achi"])
def test_the_first_player_wins_the_relatives(variant: str) -> None:
    assert start_value(f"morris:variant={variant}")[0] == 1


def test_the_l_game_is_drawn() -> None:
    """2296 positions up to symmetry, 15 of them lost at once and 14 later (Berlekamp, Conway, Guy 1982)."""
    positions, _, drawn, lost, ended = summary("lgame")
    assert (positions, lost, ended) == (2296, 29, 15)
    assert drawn > 0
    assert start_value("lgame") == (0, 0)


def test_no_position_has_more_moves_than_declared() -> None:
    for spec in ("lgame", "morris:variant=achi", "hexapawn"):
        game = load_game(spec)
        most = max(len(list(game.moves(key))) for key in all_keys(spec))
        assert game.facts.most_moves is not None
        assert most == game.facts.most_moves if spec == "lgame" else most <= game.facts.most_moves


# --- single rules -------------------------------------------------------------------------------------------


def test_who_cannot_move_loses_or_passes() -> None:
    """O stands on all three neighbours of the empty corner."""
    stuck = "OXX/XOO/XO. X"
    lost = Position.of(load_game("morris:variant=achi"), stuck)
    assert lost.over
    assert lost.ending == "game.morris.stuck"
    assert lost.game.utility(lost.state) == -1
    passing = Position.of(load_game("morris:variant=achi,blocked=passes"), stuck)
    assert passing.legal_texts == ["--"]
    assert passing.play("--").legal_texts == ["b1c1", "b2c1", "c2c1"]
    # Along rows and columns only, O cannot reach the corner from the middle.
    assert "b2c1" not in Position.of(load_game("morris"), "..X/XOO/XO. O").legal_texts


@pytest.mark.parametrize(
    ("spec", "text", "words"),
    [
        ("hexapawn", "ppp/.../PPP x", "w | b"),
        ("hexapawn", "ppp/PPP w", "3 rows"),
        ("hexapawn", "ppp/.p./PPP w", "at most 3 pawns"),
        ("hexapawn", "P.p/.../P.P w", "far row"),
        ("morris", "XX./.../... O", "places first"),
        ("morris", "XXX/OO./..O X", "already won"),
        ("morris", "XOX/OXO/.X. O", "3 men"),
        ("lgame", "*XX./.OX./.OX./.OO. X", "two neutral pieces"),
        ("lgame", "*XX./.XX./.O../.OOO* X", "4 rows"),
        ("lgame", "*XX./.XX./.O../OOO* X", "form of an L"),
    ],
)
def test_boards_that_cannot_be(spec: str, text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("|", r"\|")):
        Position.of(load_game(spec), text)


@pytest.mark.parametrize("spec", ["hexapawn:width=0", "hexapawn:height=2", "hexapawn:width=6,height=6"])
def test_sizes_that_do_not_fit(spec: str) -> None:
    with pytest.raises(BadInput, match="at most 30 cells"):
        load_game(spec)
