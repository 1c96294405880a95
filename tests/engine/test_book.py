"""Opening books: what the file promises, and that values are the solver's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.engine import Engine
from spielbaum.engine.book import (
    Book,
    Known,
    end_of,
    packaged_book,
    position_number,
    read_book,
    rules_digest,
    seen_from,
    write_book,
)
from spielbaum.engine.book_journal import NEEDED, open_journal
from spielbaum.engine.book_making import Maker, OutOfTime
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.search.algorithms import find_algorithm
from tests.engine.test_promises import nim_by_its_sum
from tests.support.patience import PATIENCE
from tests.support.quick import later

SMALL = "connect4:width=4,height=4"


def quiet(_progress: object) -> None:
    pass


def made(spec: str, path: Path, plies: int, reach: str) -> tuple[Game[Any, Any], dict[int, Known]]:
    game = load_game(spec)
    with open_journal(path, rules_digest(game)) as journal:
        maker = Maker(Engine(game, table_mb=1, interpreted=True), journal, quiet)
        maker.make(plies, reach)
        return game, maker.entries


def positions(game: Game[Any, Any], plies: int) -> list[Any]:
    """Every state up to so many plies in which the game goes on."""
    layers = [[game.start]]
    for _ in range(plies):
        after = [game.play(s, move) for s in layers[-1] for move in game.legal(s)]
        layers.append([s for s in after if not game.ended(s)])
    return [s for layer in layers for s in layer]


# ------------------------------------------------------------------------------------------ the file


@given(
    st.dictionaries(
        st.integers(0, 1 << 80),
        st.builds(Known, st.integers(-1000, 1000), st.integers(0, 300)),
        max_size=40,
    )
)
@settings(max_examples=50)
def test_a_book_comes_back_as_it_was_written(tmp_path_factory: Any, entries: dict[int, Known]) -> None:
    path = tmp_path_factory.mktemp("book") / "x.book"
    game = load_game("tictactoe")
    write_book(path, game, entries, 3)
    assert read_book(path, game).entries == entries


def test_a_book_of_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.book"
    write_book(path, load_game(SMALL), {1: Known(0)}, 1)
    for other in ("connect4", "connect4:width=4,height=5", "connect4:width=4,height=4,k=3", "tictactoe"):
        with pytest.raises(BadInput, match="rules other than"):
            read_book(path, load_game(other))
    assert len(read_book(path, load_game(SMALL))) == 1


def test_rules_are_told_apart_by_what_they_do() -> None:
    game = load_game(SMALL)
    assert rules_digest(game) == rules_digest(load_game(SMALL))
    specs = [
        SMALL,
        "connect4",
        "connect4:width=5,height=4",
        "kalah:houses=3,seeds=2",
        "kalah:houses=3,seeds=3",
    ]
    specs += ["tictactoe", "nim", "takeaway", "othello:size=4"]
    assert len({rules_digest(load_game(spec)) for spec in specs}) == len(specs)


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "x.book"
    game = load_game(SMALL)
    write_book(path, game, {7: Known(1), 300: Known(-2), 301: Known(0)}, 1)
    content = path.read_bytes()
    start = content.index(b"\n") + 1
    for at in range(start, len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with pytest.raises(BadInput, match="damaged"):
            read_book(path, game)
    for at in range(len(content)):
        path.write_bytes(content[:at])
        with pytest.raises(BadInput):
            read_book(path, game)


def test_foreign_files_and_versions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.book"
    game = load_game(SMALL)
    for content in (b"", b"hello", b"\x80\x04\n", b"[1]\n", b'{"format": "other"}\n', b"{" * 5000):
        path.write_bytes(content)
        with pytest.raises(BadInput, match="not an opening book"):
            read_book(path, game)
    write_book(path, game, {}, 0)
    head, _, body = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps(json.loads(head) | {"version": 2}).encode() + b"\n" + body)
    with pytest.raises(BadInput, match="version 2"):
        read_book(path, game)
    path.write_bytes(json.dumps(json.loads(head) | {"positions": 10**12}).encode() + b"\n" + body)
    with pytest.raises(BadInput, match="damaged"):
        read_book(path, game)
    with pytest.raises(BadInput, match="cannot be read"):
        read_book(tmp_path / "missing.book", game)


def test_positions_have_one_number_each() -> None:
    for spec, plies in ((SMALL, 3), ("tictactoe", 3), ("nim:heaps=1-2-3", 4), ("kalah:houses=2,seeds=2", 4)):
        game = load_game(spec)
        keys: dict[int, str] = {}
        for state in positions(game, plies):
            name = repr(state if game.hints.key is None else game.hints.key(state))
            assert keys.setdefault(position_number(game, state), name) == name
        assert len(set(keys.values())) == len(keys)


# ---------------------------------------------------------------------------------------- the values


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("connect4:width=4,height=3,k=3", 4),
        later("tictactoe", 4),
        ("kalah:houses=3,seeds=2", 4),
        ("nim:heaps=1-2-3", 4),
    ],
)
def test_every_value_is_that_of_minimax(tmp_path: Path, spec: str, plies: int) -> None:
    game, entries = made(spec, tmp_path / "j", plies, "any")
    textbook = find_algorithm("alphabeta").function
    checked = 0
    for state in positions(game, plies):
        known = entries.get(position_number(game, state))
        if known is not None:
            result = textbook(game, state)
            assert known.value == result.value_for(game.player(state))
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("spec", ["connect4:width=4,height=3,k=3", later("tictactoe")])
def test_layers_derived_from_their_children_are_what_the_solver_says(tmp_path: Path, spec: str) -> None:
    game, entries = made(spec, tmp_path / "j", 4, "any")
    engine = Engine(game, table_mb=1, interpreted=True)
    for state in positions(game, 3):
        result = engine.solve(state)
        known = entries[position_number(game, state)]
        assert known.value == result.value
        if known.distance:
            assert known.distance == result.distance


@pytest.mark.parametrize(
    "spec", ["connect4:width=4,height=3,k=3", "tictactoe", later("kalah:houses=2,seeds=2")]
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_book_for_perfect_play_knows_a_move_wherever_one_side_follows_it(
    tmp_path: Path, spec: str, side: int
) -> None:
    plies = 4
    game, entries = made(spec, tmp_path / "j", plies, "perfect")
    book = Book(game, entries)
    layer = [game.start]
    for _ in range(plies + 1):
        following = []
        for state in layer:
            known = book.get(state)
            if game.player(state) == side:
                move = book.move(state)
                assert known is not None
                assert move is not None
                after = game.play(state, move)
                child = end_of(game, after) or book.get(after)
                assert child is not None
                assert seen_from(game, state, after, child) == known
                following.append(after)
            else:
                following += [game.play(state, move) for move in game.legal(state)]
        layer = [state for state in following if not game.ended(state)]


# --------------------------------------------------------------------------------------- the journal


def test_runs_of_both_reaches_add_up(tmp_path: Path) -> None:
    _, few = made(SMALL, tmp_path / "j", 1, "perfect")
    _, all_of_them = made(SMALL, tmp_path / "j", 3, "any")
    assert few.items() <= all_of_them.items()
    _, at_once = made(SMALL, tmp_path / "k", 3, "any")
    assert at_once.items() <= all_of_them.items()
    assert len(few) < len(all_of_them)


def test_damaged_lines_are_solved_again(tmp_path: Path) -> None:
    path = tmp_path / "j"
    _, entries = made(SMALL, path, 2, "any")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b"9" + lines[2][1:]
    path.write_bytes(b"".join(lines)[:-3])
    assert made(SMALL, path, 2, "any")[1] == entries


def test_a_journal_of_other_rules_or_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j"
    made(SMALL, path, 1, "any")
    before = path.read_bytes()
    with pytest.raises(BadInput, match="for other rules"):
        made("tictactoe", path, 1, "any")
    assert path.read_bytes() == before
    path.write_text("my diary\n", encoding="utf-8")
    with pytest.raises(BadInput, match="in the way"):
        made(SMALL, path, 1, "any")
    assert path.read_text(encoding="utf-8") == "my diary\n"


def test_one_journal_is_for_one_process(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        open_journal(tmp_path / "j", "rules"),
        pytest.raises(BadInput, match="in use"),
        open_journal(tmp_path / "j", "rules"),
    ):
        pass


def test_time_that_is_over_leaves_what_was_solved(tmp_path: Path) -> None:
    game = load_game(SMALL)
    with open_journal(tmp_path / "j", rules_digest(game)) as journal:
        maker = Maker(Engine(game, table_mb=1, interpreted=True), journal, quiet, seconds=0)
        with pytest.raises(OutOfTime):
            maker.make(2, "any")
    assert made(SMALL, tmp_path / "j", 2, "any")[1]


def test_known_positions_are_written_once(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j", "rules") as journal:
        journal.add(5, Known(1), 100)
        journal.add(5, Known(1), 200)
        journal.add(5, Known(1), NEEDED)
        journal.add(5, Known(1), NEEDED)
    assert len((tmp_path / "j").read_bytes().splitlines()) == 3


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system knows no kill -9")
def test_killed_in_the_middle_at_most_one_position_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "x.book"
    journal = tmp_path / "x.book.journal"
    command = [sys.executable, "-m", "spielbaum", "book", "connect4:width=5,height=4", "--plies", "5"]
    command += ["--out", str(out), "--table-mb", "1", "--lang", "en"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    try:
        ends = time.monotonic() + PATIENCE
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 10):
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < ends
            time.sleep(0.02)
    finally:
        process.kill()
        process.communicate()
    assert not out.exists()
    written = journal.read_bytes()
    game = load_game("connect4:width=5,height=4")
    with open_journal(journal, rules_digest(game)) as kept:
        assert len(kept.solved) >= written.count(b"\n") - 1
        values = {number: solved.known for number, solved in kept.solved.items()}
        asked: list[Any] = []
        engine = Engine(game, table_mb=1)
        original = engine.start_solving

        def counting(state: Any, **options: Any) -> Any:
            asked.append(position_number(game, state))
            return original(state, **options)

        engine.start_solving = counting  # type: ignore[assignment,method-assign]
        maker = Maker(engine, kept, quiet)
        maker.make(5, "any")
        assert not set(asked) & set(values)
        for number, known in values.items():
            assert kept.solved[number].known == known


# ------------------------------------------------------------------------------------- in the engine


@pytest.mark.parametrize("reach", ["any", "perfect"])
@pytest.mark.parametrize(
    "spec", ["connect4:width=4,height=3,k=3", "tictactoe", later("kalah:houses=3,seeds=2")]
)
def test_an_engine_with_a_book_answers_as_one_without(tmp_path: Path, spec: str, reach: str) -> None:
    game, entries = made(spec, tmp_path / "j", 3, reach)
    plain = Engine(game, table_mb=1, interpreted=True)
    booked = Engine(game, table_mb=1, interpreted=True)
    booked.book = Book(game, entries)
    for state in positions(game, 3)[:60]:
        expected = plain.solve(state, every_move=True)
        found = booked.solve(state, every_move=True)
        assert (found.value, found.proof, found.move_values) == (
            expected.value,
            expected.proof,
            expected.move_values,
        )
        assert found.move_values[found.move] == found.value
        if game.facts.prefer_early:
            assert found.distance == expected.distance


def test_the_start_is_answered_without_a_node(tmp_path: Path) -> None:
    game, entries = made(SMALL, tmp_path / "j", 3, "perfect")
    engine = Engine(game, table_mb=1, interpreted=True)
    engine.book = Book(game, entries)
    result = engine.solve(line=False)
    assert (result.value, result.nodes, result.proven) == (0, 0, True)


# ------------------------------------------------------------------------------------ in the package


def test_the_packaged_book_fits_its_game_only() -> None:
    assert packaged_book(load_game("connect4:width=6,height=5")) is None
    assert packaged_book(load_game("tictactoe")) is None


def test_the_packaged_book_plays_connect_four_perfectly() -> None:
    """The published values of the opening, and its moves: the centre wins, and keeps winning."""
    game = load_game("connect4")
    book = packaged_book(game)
    assert book is not None
    assert len(book) == 6204  # docs/performance.md says so
    assert book.get(game.start) == Known(1)
    assert game.move_name(game.start, book.move(game.start)) == "4"
    scores = {}
    for move in game.legal(game.start):
        known = book.get(game.play(game.start, move))
        if known is not None:
            scores[move] = -known.value
    published = dict(enumerate((-2, -1, 0, 1, 0, -1, -2)))
    assert scores == published


@pytest.mark.parametrize("side", [0, 1])
def test_the_packaged_book_has_a_move_for_either_player_up_to_ply_9(side: int) -> None:
    game = load_game("connect4")
    book = packaged_book(game)
    assert book is not None
    layer = {position_number(game, game.start): game.start}
    for ply in range(10):
        following: dict[int, Any] = {}
        for state in layer.values():
            moves = [book.move(state)] if ply % 2 == side else game.legal(state)
            assert None not in moves
            for move in moves:
                after = game.play(state, move)
                if not game.ended(after):
                    following[position_number(game, after)] = after
        layer = following


def test_every_packaged_value_is_at_least_that_of_each_move_the_book_knows() -> None:
    """A value without a move that reaches it, or with one beyond it, would be wrong."""
    game = load_game("connect4")
    book = packaged_book(game)
    assert book is not None
    layer = {position_number(game, game.start): game.start}
    compared = 0
    for _ in range(9):
        following: dict[int, Any] = {}
        for number, state in layer.items():
            for move in game.legal(state):
                after = game.play(state, move)
                child = end_of(game, after) or book.get(after)
                if child is None:
                    continue
                if number in book.entries:
                    assert seen_from(game, state, after, child).value <= book.entries[number].value
                    compared += 1
                if not game.ended(after):
                    following[position_number(game, after)] = after
        layer = following
    assert compared > 2000


def test_a_book_does_not_invent_how_far_the_end_is(tmp_path: Path) -> None:
    """Equal nim-sums are equally good but not equally long; an unknown distance is not 0."""
    game = nim_by_its_sum()
    with open_journal(tmp_path / "nim.book", rules_digest(game)) as journal:
        maker = Maker(Engine(game, table_mb=0.01, interpreted=True), journal, quiet)
        with pytest.raises(BadInput, match="which win is the earliest"):
            maker.make(2, "any")
        assert not any(known.value and not known.distance for known in maker.entries.values())
