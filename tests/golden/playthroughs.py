"""A random game of every kind, written out: boards, notations, legal moves, evaluations, pay-off.

After a change of rules or notation that is meant, write the files anew and read the difference:

    python -m tests.golden.playthroughs && git diff tests/golden
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from spielbaum.games import load_game
from spielbaum.language import in_language
from spielbaum.result import CHANCE

FOLDER = Path(__file__).parent
SEED = 2

SPECS = (
    "tictactoe",
    "mnk:width=4,height=3,k=3,players=4",
    "trio",
    "takeaway",
    "nim",
    "hexapawn",
    "morris",
    "morris:variant=achi,blocked=passes",
    "lgame",
    "connect4",
    "kalah",
    "kalah:houses=3,seeds=3,empty_capture=yes,end=mover,leftovers=finisher,pie=yes",
    "othello",
    "othello:size=4",
    "dobutsu",
    "chess",
    "pig:target=20",
    "2048:width=3,height=2",
    "einstein",
    "backgammon",
    "backgammon:men=3,cube=4",
)
#: A longer game is left off here.
MOST_PLIES = 100


def file_of(spec: str) -> Path:
    name = spec.replace(":", "-").replace("=", "").replace(",", "-")
    return FOLDER / f"{name}.txt"


def playthrough(spec: str) -> str:
    """One random game, position by position."""
    game, random = load_game(spec), Random(SEED)
    lines = [spec, in_language(game.presentation.rules, "en"), ""]
    state = game.start
    for _ in range(MOST_PLIES):
        assert game.presentation.notation is not None
        lines += [game.board_text(state), f"position  {game.presentation.notation(state)}"]
        legal = game.legal(state)
        if not legal:
            break
        player = game.player(state)
        name = "chance" if player == CHANCE else in_language(game.presentation.player_names[player], "en")
        lines.append(f"to move   {name}")
        lines.append(f"legal     {' '.join(game.move_name(state, move) for move in legal)}")
        if game.evaluate is not None:
            lines.append(f"estimate  {game.evaluate(state)}")
        move = random.choice(legal)
        lines += [f"move      {game.edge_name(state, move)}", ""]
        state = game.play(state, move)
    if game.ended(state):
        lines.append(f"pay-off   {game.utility(state)}")
    return "\n".join(lines) + "\n"


def write_all() -> None:
    for spec in SPECS:
        file_of(spec).write_text(playthrough(spec), encoding="utf-8")


if __name__ == "__main__":
    write_all()
