"""analyse, solve, perft, bench, warmup, doctor: what they print and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.cli.doctor import _size
from spielbaum.game import Position
from spielbaum.games import load_game


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, [*arguments], input=text, prog_name="spielbaum")


def document(*arguments: str) -> Any:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_perft() -> None:
    assert document("perft", "takeaway", "5")["by_depth"] == [2, 4, 7, 5, 1]
    assert document("perft", "takeaway", "3", "1")["nodes"] == 4
    assert "23233" in run("perft", "kalah", "6").stdout
    assert document("perft", "kalah", "7")["by_depth"] == [6, 35, 185, 942, 4690, 23233, 114430]


@pytest.mark.long
def test_perft_of_other_games() -> None:
    counts = document("perft", "connect4", "7")["by_depth"]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536]
    assert document("perft", "othello", "6")["by_depth"] == [4, 12, 56, 244, 1396, 8200]


def test_solve() -> None:
    answer = document("solve", "takeaway", "--moves")
    assert answer["value"] == 1
    assert answer["result"] == "win"
    assert answer["distance"] == 4
    assert {line["move"]: line["value"] for line in answer["lines"]} == {"1": 1, "2": -1}
    assert answer["line"][0] == "1"
    assert {"position", "value", "result", "distance", "lines", "line", "nodes", "seconds"} <= answer.keys()
    assert document("solve", "takeaway", "1")["result"] == "loss"
    text = run("solve", "takeaway", "--moves", "--lang", "de").stdout
    assert "Beste Zugfolge: 1" in text


def test_solve_a_file_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text("1\n\n1 9\n2\n")
    done = run("solve", "takeaway", "--file", str(file), "--json")
    assert done.exit_code == 2
    assert [json.loads(line)["value"] for line in done.stdout.splitlines()] == [-1, 1]
    assert "Line 3: Move 2 of 1 9: 9 is not a legal move" in done.stderr
    done = run("solve", "takeaway", "--file", "-", text="4/1\n")
    assert done.exit_code == 0
    assert done.stdout.startswith("4/1\t-1\t")


def test_analyse() -> None:
    answer = document("analyse", "takeaway", "--depth", "5")
    assert (answer["value"], answer["proof"], answer["view"]) == (1, "proven", 0)
    assert {line["move"]: line["value"] for line in answer["lines"]} == {"1": 1, "2": -1}
    text = run("analyse", "takeaway", "1", "--nodes", "1000").stdout
    assert "Best line:" in text
    assert "Moves, best first" in text
    assert document("analyse", "takeaway", "--interpreted", "--seconds", "20")["value"] == 1


def test_analyse_ranks_the_moves_as_the_book_does() -> None:
    """Each is proven at once, so there is nothing to tell of a search."""
    lines = run("analyse", "connect4", "--lang", "en").stdout.splitlines()
    assert "Yellow wins (proven, +1)" in lines
    assert [line.split()[0] for line in lines[-8:-1]] == list("4352617")
    assert lines[-1] == "from the opening book"


def test_analyse_tells_what_can_be_expected_where_nature_moves() -> None:
    game = "spielbaum.games.pig:pig:target=6"
    text = run("analyse", game, "--depth", "4", "--interpreted", "--lang", "en").output
    assert "can expect +" in text
    assert "points on average (estimate)" in text
    assert "Best line: roll" in text
    rolling = run("analyse", game, "roll", "--depth", "4", "--interpreted", "--lang", "en").output
    assert "What chance may bring" in rolling
    assert "Best line" not in rolling
    sure = run("analyse", game, "4-0+2/1", "--depth", "4", "--interpreted", "--lang", "en").output
    assert "White wins with the next move (proven)" in sure


def test_analyse_explains_chess() -> None:
    """Scholar's mate threatens: every move that does not mind it is refuted by a line of its own."""
    fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
    answer = document("analyse", "chess", fen, "--nodes", "60000")
    told = {line["move"]: line["line"] for line in answer["lines"]}
    assert told["d6"] == ["d6", "Qxf7#"]
    assert told["Qg5"] == ["Qg5", "Qxf7+", "Kd8", "Qxf8#"]
    assert told[answer["move"]] == answer["line"]
    assert all(len(line) > 1 for line in told.values())
    chess = load_game("chess")
    assert chess.evaluate is not None
    assert round(100 * sum(answer["terms"].values())) == chess.evaluate(Position.of(chess, fen).state)
    lines = run("analyse", "chess", fen, "--nodes", "60000", "--lang", "de").stdout.splitlines()
    assert any(line.startswith("Beste Zugfolge: 3... ") for line in lines)
    assert ["d6", "✗1", "4.", "Qxf7#"] in [line.split() for line in lines]
    assert any("Königssicherheit" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyse", "takeaway", "--seconds", "-1"], "seconds must be a number"),
        (["analyse", "takeaway", "--depth", "0"], "depth must be a whole number"),
        (["analyse", "takeaway", "--nodes", "-3"], "nodes must be a whole number"),
        (["analyse", "takeaway", "--threads", "0"], "threads must be"),
        (["analyse", "takeaway", "--threads", "300"], "256, but is 300"),
        (["analyse", "takeaway", "--table-mb", "-1"], "table"),
        (["analyse", "takeaway", "--table-mb", "4000000"], "does not fit into memory"),
        (["analyse", "takeaway", "2 2 1"], "is over"),
        (["analyse", "takeaway", "7"], "not a legal move"),
        (["analyse", "trio"], "two players"),
        (["analyse", "chess960x"], "no game called"),
        (["solve", "takeaway", "2 2 1"], "is over"),
        (["solve", "takeaway", "1", "--file", "-"], "not both"),
        (["perft", "takeaway", "0"], "depth must be"),
        (["perft", "takeaway", "9999"], "depth must be"),
    ],
)
def test_bad_input(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_doctor() -> None:
    facts = document("doctor")
    assert facts["compiles"] is True
    assert "Numba" in run("doctor").stdout


def test_doctor_beside_who_tidies_the_cache(tmp_path: Path) -> None:
    (tmp_path / "here").write_bytes(b"code")
    assert [_size(tmp_path / name) for name in ("here", "gone")] == [4, 0]


def test_warmup() -> None:
    assert "takeaway" in run("warmup", "takeaway").stdout
    assert "already" in run("warmup", "takeaway").stdout
