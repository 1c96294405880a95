"""What chess programs say, read; and the options."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.play.uci_commands import Go, read_command, read_go, read_position, read_setoption
from spielbaum.play.uci_options import Options
from spielbaum.play.uci_strength import LEAST, MOST, strength_of


@pytest.mark.parametrize(
    ("line", "command", "words"),
    [
        ("uci\n", "uci", []),
        ("  isready  \r\n", "isready", []),
        ("joho debug on", "debug", ["on"]),
        ("joho", "", ["joho"]),
        ("", "", []),
        ("UCI", "", ["UCI"]),
        ("position startpos moves e2e4", "position", ["startpos", "moves", "e2e4"]),
    ],
)
def test_commands(line: str, command: str, words: list[str]) -> None:
    assert read_command(line) == (command, words)


@pytest.mark.parametrize(
    ("text", "go"),
    [
        ("", Go()),
        ("infinite", Go(infinite=True)),
        ("ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5", Go((), True, False, 1, 2, 3, 4, 5)),
        ("depth 3 nodes 4 mate 5 movetime 6", Go(depth=3, nodes=4, mate=5, movetime=6)),
        ("searchmoves e2e4 d2d4 depth 3", Go(("e2e4", "d2d4"), depth=3)),
        ("depth 3 searchmoves e2e4 d2d4 infinite", Go(("e2e4", "d2d4"), infinite=True, depth=3)),
        ("wtime -20", Go(wtime=-20)),
        ("wtime 1000.5 btime 900.", Go(wtime=1000, btime=900)),
        # Rubbish is no limit.
        ("depth", Go()),
        ("depth x nodes", Go()),
        ("depth 0 nodes -3 mate 0 movestogo 0", Go()),
        ("depth 999999999999999999999999", Go()),
        ("soon depth 2 please", Go(depth=2)),
        ("depth nodes 5", Go(nodes=5)),
    ],
)
def test_go(text: str, go: Go) -> None:
    assert read_go(text.split()) == go


@pytest.mark.parametrize(
    ("text", "fen", "moves"),
    [
        ("startpos", None, []),
        ("startpos moves e2e4 e7e5", None, ["e2e4", "e7e5"]),
        ("fen 8/8 w - - 0 1 moves a1a2", "8/8 w - - 0 1", ["a1a2"]),
        ("fen 8/8 w - - 0 1", "8/8 w - - 0 1", []),
        ("8/8 w - - 0 1 moves a1a2", "8/8 w - - 0 1", ["a1a2"]),  # some forget the word
        ("", None, []),
    ],
)
def test_positions(text: str, fen: str | None, moves: list[str]) -> None:
    assert read_position(text.split()) == (fen, moves)


@given(
    st.lists(
        st.sampled_from(["depth", "searchmoves", "e2e4", "7", "-7", "x", "infinite", "moves", "fen", "value"])
    )
)
def test_anything_is_read(words: list[str]) -> None:
    read_go(words)
    read_position(words)
    read_setoption(words)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("name Hash value 128", {"hash_mb": 128}),
        ("name hash value 0", {"hash_mb": 1}),
        ("name Threads value 999", {"threads": 256}),
        ("name MultiPV value 3", {"multi_pv": 3}),
        ("name Move Overhead value 100", {"overhead_ms": 100}),
        ("name UCI_LimitStrength value true", {"limit_strength": True}),
        ("name UCI_Elo value 2000", {"elo": 2000}),
        ("name Ponder value TRUE", {"ponder": True}),
    ],
)
def test_options(text: str, changed: dict[str, object]) -> None:
    options = Options().with_value(*read_setoption(text.split()))
    assert options is not None
    assert options == Options(**changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["name Nothing value 3", "name Hash value x", "name Hash", "", "name Ponder value 1"]
)
def test_what_is_no_option(text: str) -> None:
    assert Options().with_value(*read_setoption(text.split())) is None


def test_strength_grows_with_elo() -> None:
    strengths = [strength_of(elo) for elo in range(LEAST, MOST + 1, 50)]
    assert all(a.nodes < b.nodes and a.slips >= b.slips for a, b in pairwise(strengths))
    assert strength_of(0) == strength_of(LEAST)
    assert strength_of(9000) == strength_of(MOST)
    assert strength_of(MOST).slips == 0
