"""Dōbutsu shōgi: the rules against a second, naive set of rules, and positions that show single rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import dobutsu as rules
from spielbaum.games import load_game
from tests.support.walk import perft

GAME = load_game("dobutsu")

# --- a second set of rules: a dictionary of letters, White goes up, nothing is turned -----------------------

DIRECTIONS = {
    "C": ["N"],
    "G": ["N", "E", "S", "W"],
    "E": ["NE", "SE", "SW", "NW"],
    "L": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
    "H": ["N", "NE", "E", "S", "W", "NW"],
}
SQUARES = [file + rank for rank in "1234" for file in "abc"]


class Naive:
    """A position as its notation: pieces by square, hands as sorted letters, the side to move."""

    def __init__(self, text: str) -> None:
        board, held, self.side = text.split()
        lines = board.split("/")
        self.pieces = {square: lines[4 - int(square[1])]["abc".index(square[0])] for square in SQUARES}
        self.pieces = {square: piece for square, piece in self.pieces.items() if piece != "."}
        self.held = [piece for piece in held if piece != "-"]

    def mine(self, piece: str) -> bool:
        return piece.isupper() == (self.side == "w")

    def reached(self, square: str) -> Iterator[str]:
        piece = self.pieces[square]
        for direction in DIRECTIONS[piece.upper()]:
            up = direction.count("N") - direction.count("S")
            right = direction.count("E") - direction.count("W")
            if piece.islower():
                up, right = -up, -right
            target = chr(ord(square[0]) + right) + str(int(square[1]) + up)
            if target in SQUARES and not (target in self.pieces and self.mine(self.pieces[target])):
                yield target

    def moves(self) -> list[str]:
        lion, home = ("l", "1") if self.side == "w" else ("L", "4")
        if lion.swapcase() not in self.pieces.values():
            return []
        found = [a + b for a, piece in self.pieces.items() if self.mine(piece) for b in self.reached(a)]
        catches = [move for move in found if self.pieces.get(move[2:]) == lion]
        if catches:
            return catches
        if any(piece == lion and square[1] == home for square, piece in self.pieces.items()):
            return []
        kinds = {piece.upper() for piece in self.held if self.mine(piece)}
        return found + [f"{kind}*{s}" for kind in kinds for s in SQUARES if s not in self.pieces]

    def play(self, move: str) -> str:
        pieces, held, far = dict(self.pieces), list(self.held), "4" if self.side == "w" else "1"
        target = move[2:]
        if move[1] == "*":
            piece = move[0] if self.side == "w" else move[0].lower()
            held.remove(piece)
        else:
            piece = pieces.pop(move[:2])
            if piece in "Cc" and target[1] == far:
                piece = "H" if piece == "C" else "h"
            taken = pieces.get(target, "L").swapcase()
            if taken not in "Ll":
                held.append({"H": "C", "h": "c"}.get(taken, taken))
        pieces[target] = piece
        lines = ["".join(pieces.get(file + rank, ".") for file in "abc") for rank in "4321"]
        hands = "".join(sorted(held, key="CGEcge".index)) or "-"
        return f"{'/'.join(lines)} {hands} {'b' if self.side == 'w' else 'w'}"


def naive_perft(text: str, depth: int) -> int:
    position = Naive(text)
    moves = position.moves()
    return len(moves) if depth == 1 else sum(naive_perft(position.play(move), depth - 1) for move in moves)


def notation(state: int) -> str:
    assert GAME.presentation.notation is not None
    return str(GAME.presentation.notation(state))


def careful(state: int, random: Random) -> int:
    """A random move, after which the own lion cannot be taken if possible: such games last longer."""
    legal = GAME.legal(state)
    move: int = random.choice([m for m in legal if not rules.takes_lion(GAME.play(state, m))] or legal)
    return move


def test_random_games_agree_with_the_naive_rules() -> None:
    """Legal moves and positions after them, in more than two thousand positions."""
    random, positions = Random(7), 0
    for _ in range(100):
        state = GAME.start
        for _ in range(60):
            naive = Naive(notation(state))
            legal = {GAME.move_name(state, move): move for move in GAME.legal(state)}
            assert sorted(legal) == sorted(naive.moves()), notation(state)
            positions += 1
            if not legal:
                break
            for text, move in legal.items():
                assert notation(GAME.play(state, move)) == naive.play(text)
            state = GAME.play(state, careful(state, random))
    assert positions > 2000


@pytest.mark.parametrize("text", ["gle/.c./.C./ELG - w", "g.e/.l./Cc./.LG E b", "..l/h../G.E/.L. CGe w"])
def test_perft_agrees_with_the_naive_rules(text: str) -> None:
    assert perft(GAME, 3, GAME.presentation.parse and GAME.presentation.parse(text)) == naive_perft(text, 3)


# --- single rules -------------------------------------------------------------------------------------------


def after(text: str, *moves: str) -> Position[int, int]:
    position = Position.of(GAME, text)
    for move in moves:
        position = position.play(move)
    return position


def test_a_chick_grows_up_where_it_moves_and_not_where_it_is_dropped() -> None:
    text = "..l/C../.../L.. Cggee w"
    assert notation(after(text, "a3a4").state).startswith("H.l")
    dropped = after(text, "C*b4")
    assert notation(dropped.state).startswith(".Cl")
    # It can never move again.
    assert not [move for move in dropped.play("c4c3").legal_texts if move.startswith("b4")]


def test_a_hen_comes_to_the_hand_as_a_chick() -> None:
    assert notation(after("..l/.../h../L.. Ggeec w", "a1a2").state) == "..l/.../L../... CGcgee b"


def test_a_lion_must_be_taken() -> None:
    position = after(".l./.C./.../L.. cggee w")
    assert position.legal_texts == ["b3b4"]
    taken = position.play("b3b4")
    assert taken.over
    assert GAME.utility(taken.state) == 1
    assert taken.ending == "game.dobutsu.catch"


def test_a_lion_on_the_far_row_wins_where_it_cannot_be_taken() -> None:
    safe = after("..l/.../L../... CcGgEe b", "c4c3", "a2a3", "c3c2", "a3a4")
    assert safe.over
    assert GAME.utility(safe.state) == 1
    assert safe.ending == "game.dobutsu.try"
    threatened = after("g.l/L../.../... CcGEe w", "a3b4")
    assert threatened.legal_texts == ["c4b4", "a4b4"]


def test_the_third_time_is_a_draw() -> None:
    position = after("")
    for move in ["c1c2", "a4a3", "c2c1", "a3a4"] * 2:
        assert not position.over
        position = position.play(move)
    assert position.drawn_by_repetition


# --- keys ---------------------------------------------------------------------------------------------------


def test_a_key_is_a_position_that_is_its_own_key() -> None:
    """So a table of all positions can be made of keys alone: mirror images and sides are folded."""
    random = Random(3)
    for _ in range(40):
        state = GAME.start
        while legal := GAME.legal(state):
            key = rules.key(state)
            assert 0 < key < 1 << 60
            assert rules.key(key) == key == rules.key(rules.mirrored(state))
            assert rules.player(key) == 0
            assert rules.turned(rules.turned(state)) == state
            followers = {rules.key(GAME.play(state, move)) for move in legal}
            assert followers == {rules.key(GAME.play(key, move)) for move in GAME.legal(key)}
            state = GAME.play(state, careful(state, random))
        assert rules.key(rules.key(state)) == rules.key(state)


def test_only_one_arrangement_leaves_no_move() -> None:
    """Only own pieces can be in the way, so a stuck side needs an arrangement that blocks all of them."""
    reach = {kind: [int(cells) for cells in rules.REACH[kind]] for kind in range(1, 6)}
    found = []
    for bits in range(1, 1 << 12):
        cells = [cell for cell in range(12) if bits >> cell & 1]
        held = sum(1 << 4 * cell for cell in cells)
        # The lion of the player to move never stands on the far row: it would have won or been taken.
        kinds = [
            [k for k in reach if not reach[k][cell] & ~held and (k, cell // 3) != (rules.LION, 3)]
            for cell in cells
        ]
        for chosen in product(*kinds) if len(cells) <= 7 else ():
            letters = "".join(rules.LETTERS[kind] for kind in chosen).replace("H", "C")
            if letters.count("L") == 1 and all(letters.count(letter) <= 2 for letter in "CGE"):
                found.append(dict(zip(cells, letters, strict=True)))
    assert found == [
        dict(zip((3, 4, 6, 7, 8, 9, 10), "CCLGEGE", strict=True)),
        dict(zip((4, 5, 6, 7, 8, 10, 11), "CCEGLEG", strict=True)),
    ]
    for text in ("GE./LGE/CCl/... - w", "GEl/LGE/CC./... - w"):
        with pytest.raises(BadInput, match="no move"):
            Position.of(GAME, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gle/.c./.C./EL. - w", "two giraffes"),
        ("gle/.c./.C./ELG - x", "w | b"),
        ("gle/.c./.C./ELG w", "w | b"),
        ("gle/.c./.C. - w", "4 rows"),
        ("g.e/.c./.C./ELG - w", "lion"),
        ("gle/.c./.C./E.G L w", "C G E"),
        ("L.l/.../.../... CcGgEe w", "over"),
    ],
)
def test_boards_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("|", r"\|")):
        Position.of(GAME, text)
