"""Endings of chess: the men of a word, every placement once, and what is in their whole solutions."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest

from spielbaum import load_game
from spielbaum.errors import BadInput
from spielbaum.games.chess import endings
from spielbaum.games.chess.board import State, status_of
from spielbaum.games.chess.fen import read_fen, write_fen
from spielbaum.solution import Entry, Solution, check_solution
from spielbaum.solution.solver import How, solve_all
from tests.support.quick import later

MEMORY = 2 * 10**9


def solved(men: str, folder: Path, **how: Any) -> Solution:
    name = f"chess:men={men}"
    game = load_game(name)
    path = folder / f"{men}.table"
    solve_all(game, name, path, How(MEMORY, **how))
    return Solution.open(path, game)


def state_of(board: chess.Board) -> State:
    s = endings.read(board.fen())
    assert s is not None
    return s


def boards(men: str, random: Random) -> Iterator[chess.Board]:
    """Legal positions of these men, anywhere, without end."""
    white, black = endings.read_men(men)
    while True:
        board = chess.Board(None)
        squares = random.sample(range(64), len(men))
        for square, letter in zip(squares, white + black.lower(), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = random.random() < 0.5
        if board.is_valid():
            yield board


# ------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize("men", ["", "K", "KRQ", "RKK", "KXK", "KQRBK", "KRKK", "KR-K"])
def test_words_that_are_none(men: str) -> None:
    with pytest.raises(BadInput, match="KRK, KPK or KBNK") as refused:
        endings.read_men(men)
    assert men in str(refused.value)


def test_a_word_names_a_game() -> None:
    game = load_game("chess:men=kbnk")
    letters = [letter for letter in write_fen(game.start).split()[0] if letter.isalpha()]
    assert sorted(letters) == sorted("KBNk")
    assert not game.ended(game.start)
    with pytest.raises(BadInput, match="at most 4"):
        load_game("chess:men=KQRBK")


def test_nobody_counts_moves() -> None:
    game = load_game("chess:men=KRK")
    parse = game.presentation.parse
    assert parse is not None
    state = parse("8/8/8/8/3K4/7k/4R3/8 w - - 99 70")
    assert state is not None
    assert not game.ended(state)
    for move in game.legal(state):
        assert write_fen(game.play(state, move)).endswith(" 0 1")
    assert game.facts.repetition == 0


# --------------------------------------------------------------------------------------------- symmetry


def turned_boards(board: chess.Board) -> Iterator[chess.Board]:
    """All images that are worth the same: colours swapped, files mirrored, and without pawns all eight."""
    for colours in (board, board.mirror()):
        for mirrored in (colours, colours.transform(chess.flip_horizontal)):
            yield mirrored
            if not board.pawns:
                # Upside down without swapping colours, and the diagonal.
                flipped = mirrored.transform(chess.flip_vertical)
                yield flipped
                yield mirrored.transform(chess.flip_diagonal)
                yield flipped.transform(chess.flip_diagonal)


@pytest.mark.parametrize("men", ["KRK", "KPK", "KNNK", "KQKR", "KPKP", "KK"])
def test_equal_keys_for_all_images(men: str) -> None:
    source = boards(men, Random(1))
    for _ in range(100):
        board = next(source)
        keys = {endings.solution_key(state_of(image)) for image in turned_boards(board)}
        assert len(keys) == 1
        assert keys != {-1}


@pytest.mark.parametrize(("step", "least"), [(6, 50), later(3, 500)])
def test_other_positions_have_other_keys(step: int, least: int) -> None:
    """As many keys as python-chess finds positions that no image of another: kings and a knight."""
    classes, keys = set(), set()
    for white, black, knight in permutations(range(0, 64, step), 3):
        board = chess.Board(None)
        for square, letter in ((white, "K"), (black, "k"), (knight, "N")):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.is_valid():
            classes.add(min(image.fen() for image in turned_boards(board)))
            keys.add(endings.solution_key(state_of(board)))
    assert len(classes) == len(keys) > least


def test_en_passant_is_another_position() -> None:
    texts = ("8/8/8/8/1pP4k/8/8/K7 b - c3", "8/8/8/8/1pP4k/8/8/K7 b - -", "8/8/8/8/K4Pp1/8/8/7k b - f3")
    one, without, image = (endings.read(text) for text in texts)
    assert one is not None
    assert without is not None
    assert image is not None
    assert endings.solution_key(one) != endings.solution_key(without)
    mirrored = state_of(chess.Board(texts[0] + " 0 1").transform(chess.flip_horizontal))
    assert endings.solution_key(one) == endings.solution_key(mirrored)


def test_no_key_beyond_endings() -> None:
    many, castling = read_fen(chess.STARTING_FEN), read_fen("k7/8/8/8/8/8/8/4K2R w K -")
    assert many is not None
    assert castling is not None
    assert endings.solution_key(many) == endings.solution_key(castling) == -1


@pytest.mark.parametrize("men", ["KRK", pytest.param("KPK", marks=pytest.mark.long)])
def test_every_position_is_a_start(men: str) -> None:
    """Each legal position has the key of a start, and each start is legal."""
    starts = endings.starts_of(*endings.read_men(men))
    random, keys = Random(2), set()
    for number in starts:
        s = endings.start_of(number)
        if endings.men(s) == len(men):
            keys.add(endings.solution_key(s))
            if random.random() < 0.01:
                assert chess.Board(write_fen(s)).is_valid()
    source = boards(men, Random(3))
    for _ in range(1000):
        assert endings.solution_key(state_of(next(source))) in keys


# --------------------------------------------------------------------------------------- whole solutions


def test_two_kings(tmp_path: Path) -> None:
    """462 ways to place two kings, all drawn."""
    found = solved("KK", tmp_path, interpreted=True)
    assert [(bool(block.values.any()), len(block.keys)) for block in found.blocks()] == [(False, 462)]


#: King and rook against king, the lone king to move: mate in 0, 1, 2 … moves.
KRK = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)


@pytest.mark.long
def test_king_and_rook(tmp_path: Path) -> None:
    found = solved("KRK", tmp_path)
    lost: Counter[int] = Counter()
    drawn = 0
    for block in found.blocks():
        lost.update(block.remoteness[block.values < 0].tolist())
        drawn += int((block.values == 0).sum())
    assert tuple(lost[2 * moves] for moves in range(17)) == KRK
    assert drawn == 2_796 + 462  # with the two kings alone; the rook's side always wins when it is to move
    assert sum(lost.values()) == sum(KRK) == 28_056 - 2_796
    assert check_solution(found, 2000) is None


@pytest.mark.long
def test_king_and_pawn(tmp_path: Path) -> None:
    found = solved("KPK", tmp_path)
    longest = max(found.entries, key=lambda entry: entry.remoteness if entry.value > 0 else 0)
    assert longest == Entry(1, 2 * 28 - 1)
    state = endings.read("8/8/8/1k6/8/8/K5P1/8 w")
    assert found.look(state) == longest
    assert check_solution(found, 2000) is None


@pytest.mark.long
def test_bishop_and_knight(tmp_path: Path) -> None:
    """Mate in 33 moves at most."""
    found = solved("KBNK", tmp_path)
    longest = max(found.entries, key=lambda entry: entry.remoteness if entry.value > 0 else 0)
    assert longest == Entry(1, 2 * 33 - 1)
    assert check_solution(found, 2000) is None


#: A position of python-chess: its sets of squares, who is to move, the en passant square or None.
Place = tuple[int, int, int, int, int, int, int, int, bool, int | None]


def place_of(board: chess.Board) -> Place:
    passant = board.ep_square if board.has_legal_en_passant() else None
    black, white = board.occupied_co
    sets = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (black, white, *sets, board.turn, passant)


def board_at(place: Place) -> chess.Board:
    board = chess.Board(None)
    black, white, *sets, board.turn, board.ep_square = place
    board.occupied_co[:] = [black, white]
    board.occupied = black | white
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = sets
    return board


def key_of(place: Place) -> int:
    """Our key of the same position."""
    black, white, pawns, knights, bishops, rooks, queens, kings, turn, passant = place
    status = status_of(0 if turn else 1, 0, passant or 0, 0, 1)
    words = (white, black, pawns, knights, bishops | queens, rooks | queens, kings)
    signed = [word - (1 << 64) if word >> 63 else word for word in words]
    return endings.solution_key(State._make([*signed, status]))


def whole(men: str) -> Iterator[Place]:
    """Every legal position of these men, by python-chess."""
    white, black = endings.read_men(men)
    for squares in permutations(range(64), len(men)):
        board = chess.Board(None)
        for square, letter in zip(squares, white + black.lower(), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        for board.turn in (chess.WHITE, chess.BLACK):
            if board.is_valid():
                yield place_of(board)


def retrograde_by_python_chess(first: Iterator[Place]) -> dict[Place, tuple[int, int]]:
    """(value for the mover, plies) of every position that is reached; drawn where neither can force an end.

    Moves, mate, stalemate and material are python-chess's; a queue from the mates backwards.
    """
    before: dict[Place, list[Place]] = {}
    left: dict[Place, int] = {}
    found: dict[Place, tuple[int, int]] = {}
    waiting: deque[Place] = deque()
    todo = set(first)
    while todo:
        place = todo.pop()
        board = board_at(place)
        moves = [] if board.is_insufficient_material() else list(board.legal_moves)
        left[place] = len(moves)
        if not moves and board.is_checkmate():
            found[place] = (-1, 0)
            waiting.append(place)
        for move in moves:
            board.push(move)
            after = place_of(board)
            board.pop()
            before.setdefault(after, []).append(place)
            if after not in left:
                todo.add(after)
    while waiting:
        after = waiting.popleft()
        value, plies = found[after]
        for place in before.get(after, ()):
            if place in found:
                continue
            if value > 0:
                left[place] -= 1
                if left[place]:
                    continue
            found[place] = (-value, plies + 1)
            waiting.append(place)
    return {place: found.get(place, (0, 0)) for place in left}


@pytest.mark.long
@pytest.mark.parametrize("men", ["KRK", "KPK"])
def test_agrees_with_python_chess_everywhere(men: str, tmp_path: Path) -> None:
    ours: dict[int, tuple[int, int]] = {}
    for block in solved(men, tmp_path).blocks():
        plies = block.remoteness * (block.values != 0)
        ours |= zip(
            block.keys[:, 0].tolist(), zip(block.values.tolist(), plies.tolist(), strict=True), strict=True
        )
    truth = retrograde_by_python_chess(whole(men))
    assert len(truth) > 300_000
    seen = set()
    for place, entry in truth.items():
        key = key_of(place)
        assert ours[key] == entry, board_at(place).fen()
        seen.add(key)
    assert len(seen) == len(ours)


def test_the_title_names_the_men() -> None:
    """A folder may hold many endings."""
    assert load_game("chess:men=KRK").presentation.title == {
        "en": "Chess ending KRK",
        "de": "Schachendspiel KRK",
    }
