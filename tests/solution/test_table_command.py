"""`spielbaum table`: what it prints, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.games import load_game
from spielbaum.solution import Entry, facts_of, write_solution
from spielbaum.solution.position_words import PositionWords
from tests.support.solved_files import positions, sections, solve_all


def run(*words: str | Path, lang: str = "en") -> Result:
    return CliRunner(env={"SPIELBAUM_LANG": lang}).invoke(main, ["table", *map(str, words)])


def document(*words: str | Path) -> Any:
    done = run(*words, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_what_is_in_it(tables: Path) -> None:
    done = run(tables / "tictactoe.table")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "tictactoe: 5,478 positions, every one counted for itself"
    assert lines[1] == "For the player to move: 2,836 won, 1,068 drawn by rule, 0 drawn by cycle, 1,574 lost"
    assert lines[2] == "Start: draw in 9"
    assert lines[3] == "Longest forced win: win in 5, for example"
    assert any(line.split() == ["layer", "won", "drawn", "lost"] for line in lines)


def test_the_command_may_be_left_out_or_come_after_an_option(tables: Path) -> None:
    file = tables / "morris.table"
    words = run(file).stdout
    assert run("show", file).stdout == words
    assert run("--lang", "en", file).stdout == words
    assert json.loads(run("--json", file).stdout) == document(file)
    assert "by cycle" in words


def test_in_german(tables: Path) -> None:
    assert "1.574 verloren" in run(tables / "tictactoe.table", lang="de").stdout


def test_as_json(tables: Path) -> None:
    found = document(tables / "tictactoe.table")
    assert {name: found[name] for name in ("positions", "won", "drawn", "cycle", "lost")} == {
        "positions": 5478, "won": 2836, "drawn": 1068, "cycle": 0, "lost": 1574,
    }  # fmt: skip
    assert found["start"] == {"value": 0, "remoteness": 9, "cycle": False}
    assert sum(row["positions"] for row in found["remoteness"]) == 5478
    # The position is written so that it can be looked up.
    longest = found["longest_win"]
    assert document("look", tables / "tictactoe.table", longest["position"])["remoteness"] == 5


def test_look(tables: Path) -> None:
    found = document("look", tables / "tictactoe.table")
    assert (found["value"], found["remoteness"], len(found["moves"])) == (0, 9, 9)
    done = run("look", tables / "nim.table")
    assert done.exit_code == 0
    rows = [line.strip() for line in done.stdout.splitlines()[-6:]]
    ranks = [("loss", "draw", "win").index(row.split()[1]) for row in rows]
    assert ranks == sorted(ranks, reverse=True)


def test_a_draw_by_cycle_has_no_remoteness(tables: Path) -> None:
    from spielbaum.solution import Solution
    from spielbaum.solution.wording import state_text

    solution = Solution.open(tables / "morris.table")
    text = state_text(solution.game, solution.example(Entry(0, 0, True)))
    found = document("look", tables / "morris.table", text)
    assert (found["value"], found["remoteness"], found["cycle"]) == (0, None, True)
    assert "Remis durch Kreislauf" in run("look", tables / "morris.table", text, lang="de").stdout


def test_check(tables: Path) -> None:
    done = run("check", tables / "nim.table", "--sample", "50", "--seed", "2")
    assert (done.exit_code, done.stdout) == (0, "50 positions checked: each follows from its successors.\n")
    assert document("check", tables / "nim.table", "--sample", "50")["sound"] is True


def test_check_shows_the_first_contradiction(tmp_path: Path) -> None:
    game = load_game("tictactoe")
    words = PositionWords(game, folded=True)
    states = positions(game, words)
    solved = solve_all(game, states, folded=True)
    solved[words.of(game.start)] = Entry(1, 9)
    write_solution(tmp_path / "t", facts_of(game, "tictactoe"), sections(solved, states, words))
    done = run("check", tmp_path / "t")
    assert done.exit_code == 3
    assert done.stdout.count("\n") == 1
    assert "win in 9" in done.stdout
    assert "The best move is worth 0." in done.stdout
    done = run("check", tmp_path / "t", "--json")
    assert done.exit_code == 3
    assert json.loads(done.stdout)["contradiction"]["value"] == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["missing.table"], "missing.table cannot be read"),
        (["look", "nim.table", "9-9-9"], "9-9-9"),
        (["nim.table", "--game", "tictactoe"], "was made for rules other than those of tictactoe"),
        (["look", "nim.table", "--game", "nothing"], "nothing"),
        (["check", "nim.table", "--sample", "0"], "--sample"),
    ],
)
def test_bad_input_gets_one_sentence(
    tables: Path, words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tables)
    done = run(*words)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert sentence in done.stderr
