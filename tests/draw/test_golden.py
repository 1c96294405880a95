"""What every painter makes of the same few trees, in full.

To renew the files after a wanted change: `SPIELBAUM_GOLDEN=write pytest tests/draw/test_golden.py`, then
look at the difference, and at the pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from spielbaum import Position, load_game
from spielbaum.draw import FORMATS, SUFFIXES, Options, board_svg, draw, position_board
from spielbaum.draw.scene import scene_of
from spielbaum.draw.text import tree_text
from spielbaum.tree import grow, read_tree
from tests.draw.samples import HAND, hand_trace, take_away_trace, triples_trace

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "draw"


def _drawn(format_: str, options: Options, step: int | None = None) -> Callable[[], str | bytes]:
    return lambda: draw(hand_trace(), format_, options, step=step)


def _board(name: str, moves: str, theme: str) -> Callable[[], str]:
    def painted() -> str:
        board = position_board(Position.of(load_game(name), moves))
        assert board is not None
        return board_svg(board, theme=theme)

    return painted


GERMAN = Options(language="de", theme="light")
PRINT = Options(theme="print", numbers=True)
CASES: dict[str, Callable[[], str | bytes]] = {
    **{
        f"hand.{SUFFIXES.get(f, f)}" if f != "ascii" else "hand.ascii.txt": _drawn(f, PRINT)
        for f in FORMATS
        if f not in ("png", "pdf")
    },
    "hand-step-24.svg": _drawn("svg", GERMAN, 24),
    "hand-step-24.tex": _drawn("tikz", GERMAN, 24),
    "hand-step-24.mmd": _drawn("mermaid", GERMAN, 24),
    "hand-step-24.txt": _drawn("text", GERMAN, 24),
    "hand-step-0.txt": _drawn("text", GERMAN, 0),
    "hand-right.tex": _drawn("tikz", Options(direction="right", theme="dark")),
    "hand-right.svg": _drawn("svg", Options(direction="right", theme="dark")),
    "hand-bare.svg": _drawn(
        "svg",
        Options(names=False, values=False, windows=False, cuts=False, chosen=False, players=False),
    ),
    "hand-list.txt": lambda: tree_text(scene_of(hand_trace(), PRINT), shape="side"),
    "hand-list.ascii.txt": lambda: tree_text(scene_of(hand_trace(), PRINT), shape="side", ascii_only=True),
    "tree-titled.svg": lambda: draw(read_tree(HAND), "svg", Options(title="Hand simulation")),
    "tree-titled.tex": lambda: draw(read_tree(HAND), "tikz", Options(title="Hand simulation")),
    "three-players.svg": lambda: draw(triples_trace(), "svg", Options(theme="light")),
    "three-players.mmd": lambda: draw(triples_trace(), "mermaid", Options(language="de")),
    "three-players.tex": lambda: draw(triples_trace(), "tikz", Options(language="de")),
    "take-away.svg": lambda: draw(take_away_trace(), "svg", Options(language="de")),
    "take-away.txt": lambda: draw(take_away_trace(), "text", Options(language="de")),
    "collapsed.svg": lambda: draw(grow(load_game("tictactoe")), "svg", Options(limit=25, theme="light")),
    "collapsed.txt": lambda: draw(grow(load_game("tictactoe")), "text", Options(limit=25)),
    "board-tictactoe.svg": _board("tictactoe", "a1 b2 c3", "light"),
    "board-connect4.svg": _board("connect4", "4433552", "auto"),
    "board-kalah.svg": _board("kalah", "3", "dark"),
    "board-nim.svg": _board("nim", "", "print"),
    "board-chess.svg": _board("chess", "e4 f5 Qh5+", "auto"),
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    drawn = CASES[name]()
    assert isinstance(drawn, str)
    path = GOLDEN / name
    if os.environ.get("SPIELBAUM_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(CASES)
