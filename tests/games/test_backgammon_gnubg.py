"""GNU Backgammon as an oracle: the same legal moves, and the same names of positions.

Debian's package is called `gnubg`. `python -m benchmarks --only backgammon` asks about many more positions.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from benchmarks.backgammon import compare_moves
from benchmarks.gnubg import PATH, Gnubg
from spielbaum.game import Position
from spielbaum.games.backgammon import backgammon
from spielbaum.games.backgammon.identifiers import notation
from spielbaum.games.backgammon.moves_text import move_text
from spielbaum.games.backgammon.rules import NOBODY, OFFERED, ROLLING
from tests.support.patience import PATIENCE

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PATH is None, reason="GNU Backgammon is not installed (Debian package gnubg)"),
]

#: Answers each line of commands, separated by `;`, with the ID of the position then.
_SCRIPT = """
import gnubg
for line in open("commands.txt"):
    for command in line.strip().split(";"):
        gnubg.command(command)
    print("@id " + gnubg.gnubgid(), flush=True)
"""


def test_all_throws_have_the_same_moves() -> None:
    """All 21 throws at every fifth position of random games: as many legal moves."""
    with Gnubg() as peer:
        asked, different = compare_moves(backgammon(), peer, games=3, seed=7)
    assert asked > 500
    assert different == 0


def test_games_with_the_cube_have_the_same_ids(tmp_path: Path) -> None:
    """The same moves in both programs lead to the same position and match IDs, cube and dice included."""
    game = backgammon(cube=64)
    commands = [
        "set display off;set player 0 human;set player 1 human;set automatic roll off;set automatic game off;"
        "set automatic bearoff off;set automatic move off;set confirm new off;new session"
    ]
    expected = [""]
    for seed in range(4):
        random, position = Random(seed), Position.of(game, "31")
        commands.append("new game;set turn 0;set dice 3 1")
        expected.append(notation(position.state, 64))
        for _ in range(60):
            state = position.state
            move = random.choice(position.legal_moves)
            text = move_text(state, move)
            if state.dice == OFFERED:
                text = "take"
            position = position.play(text)
            if position.over or (state.dice > 0 and not move):
                break  # where nobody can move it passes by itself
            if state.dice > 0:
                commands.append(f"move {text}")
            elif state.dice == ROLLING:
                assert state.turn != NOBODY
                commands.append(f"set dice {position.state.dice // 10} {position.state.dice % 10}")
            elif text == "roll":
                continue
            else:
                commands.append(text)
            expected.append(notation(position.state, 64).removesuffix(" *"))
    (tmp_path / "commands.txt").write_text("\n".join(commands) + "\n")
    (tmp_path / "ask.py").write_text(_SCRIPT)
    done = subprocess.run(
        [str(PATH), "-t", "-q", "-p", "ask.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    found = [line.split("@id ")[1] for line in done.stdout.splitlines() if "@id " in line]
    assert found[1 : len(expected)] == expected[1:]
