"""Write docs/gallery: the figures of the lecture material, made by Spielbaum itself.

    python tools/gallery.py            write them
    python tools/gallery.py --check    say which ones are out of date, and exit with 1

A test fails where a committed figure differs from what is drawn today.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spielbaum import Game, Position, Tree, load_game
from spielbaum.draw import SUFFIXES, Options, board_svg, draw, position_board
from spielbaum.search import alphabeta, record, strategy_nodes
from spielbaum.trace import Trace
from spielbaum.tree import grow, read_tree

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "gallery"

HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
#: The same with F first below C, where both E and G are cut.
BETTER = "A(B(8 7 3) C(F(2 1 1) E(9 1 6) G(6 5 2)) D(2 1 3))"
#: Leaves for three players who move in turn.
TRIPLES = "A(B(D(1,2,6 4,3,2) E(6,1,2 7,4,1)) C(F(5,1,1 1,5,2) G(7,7,1 5,4,5)))"


def searched(algorithm: str, problem: Tree | Game[Any, Any], state: Any = None) -> Trace:
    trace, _ = record(algorithm, problem, state)
    return trace


def without_symmetry(game: Game[Any, Any], state: Any, depth: int, edge: str = "") -> Tree:
    """The tree down to that depth with one of each set of symmetric positions; solved at its leaves."""
    assert game.hints.key is not None
    if depth == 0 or game.ended(state):
        return Tree(value=alphabeta(game, state).value, player=game.player(state), edge=edge, state=state)
    kept: dict[Any, Tree] = {}
    for move in game.legal(state):
        after = game.play(state, move)
        name = game.move_name(state, move)
        kept.setdefault(game.hints.key(after), without_symmetry(game, after, depth - 1, name))
    return Tree(kept.values(), player=game.player(state), edge=edge, state=state)


def figures() -> Iterator[tuple[str, str]]:
    """The name and the content of every file."""
    simulation = searched("alphabeta", read_tree(HAND))
    for language in ("en", "de"):
        options = Options(language=language, numbers=True)
        for format_ in ("svg", "tikz", "mermaid", "text"):
            yield _file(f"hand-simulation-{language}", simulation, format_, options)
    yield _file("hand-simulation-step-24", simulation, "svg", Options(), step=24)
    yield _file("hand-simulation-print", simulation, "svg", Options(theme="print"))
    better = searched("alphabeta", read_tree(BETTER))
    yield _file("hand-simulation-better-order", better, "svg", Options())

    take_away = load_game("takeaway:matches=5")
    for language in ("en", "de"):
        solved = searched("minimax", take_away)
        for format_ in ("svg", "tikz"):
            yield _file(f"take-away-5-{language}", solved, format_, Options(language=language))
    whole = grow(take_away)
    plan = Options(marked=strategy_nodes(whole, 0))
    yield _file("take-away-5-strategy", searched("minimax", whole), "svg", plan, game=take_away)

    triples = searched("maxn", read_tree(TRIPLES))
    yield _file("three-players", triples, "svg", Options())
    yield _file("three-players", triples, "tikz", Options())

    noughts = load_game("tictactoe")
    levels = searched("minimax", without_symmetry(noughts, noughts.start, 2))
    yield _file("tictactoe-first-levels", levels, "svg", Options(boards=3), game=noughts)

    ending = Position.of(noughts, "a1 b1 a2 c1 b3 b2")
    yield _file("spielbaum", searched("alphabeta", noughts, ending.state), "svg", Options(boards=9))

    boards = {
        "connect4": "44455352633",
        "kalah": "3 6",
        "othello": "",
        "nim": "",
        "hexapawn": "b1b2 a3b2",
        "morris:variant=tapatan": "b2 a1 c3 a3 a2",
        "lgame": "d4c2-a4a1",
        "dobutsu": "b2b3 c4b3 c1c2 b3c2 b1c2",
        "chess": "e4 e5 Nf3 Nc6 Bb5",
    }
    for spec, moves in boards.items():
        position = Position.of(load_game(spec), moves)
        board = position_board(position)
        assert board is not None
        name = position.game.name
        yield f"board-{name}.svg", board_svg(board, title=name)


def _file(
    name: str,
    source: Tree | Trace,
    format_: str,
    options: Options,
    *,
    step: int | None = None,
    game: Game[Any, Any] | None = None,
) -> tuple[str, str]:
    content = draw(source, format_, options, step=step, game=game)
    assert isinstance(content, str)
    return f"{name}.{SUFFIXES.get(format_, format_)}", content


def outdated() -> list[str]:
    """The files that are missing or differ."""
    return [
        name
        for name, content in figures()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text(encoding="utf-8") != content
    ]


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        old = outdated()
        print("\n".join(old) or "The gallery is up to date.")
        sys.exit(1 if old else 0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in figures():
        (FOLDER / name).write_text(content, encoding="utf-8")
        print(f"docs/gallery/{name}")


if __name__ == "__main__":
    main()
