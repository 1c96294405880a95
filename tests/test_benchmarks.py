"""The measuring itself: that peers agree, that tables say what was measured. No test asserts a time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks import handmade_dots, handmade_mnk, perft, positions, report
from benchmarks.handmade import DOTS, SAME
from benchmarks.options import Missing, Options
from benchmarks.report import Answer, Row, Target
from benchmarks.threads import HARD
from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.search.algorithms import find_algorithm


def test_targets() -> None:
    assert Target(most=0.5).met_by(0.5)
    assert not Target(most=0.5).met_by(0.51)
    assert Target(least=10).met_by(10)
    assert not Target(least=10).met_by(9.9)
    row = Row("q", "case", "s", 3.0, "peer", 2.0, 1.5, Target(most=2.0))
    assert row.met is True
    assert Row("q", "case", "s", 3.0, target=Target(most=2.0)).met is False
    assert Row("q", "case", "s", 3.0).met is None


def test_the_table_holds_every_figure_and_says_when_the_machine_was_busy() -> None:
    answer = Answer(
        "solving", "Solving", [Row("solving", "easy", "µs", 1234.5, "X", 2.0, 0.25, Target(most=1))]
    )
    answer.load = (9.0, 9.5)
    about = report.surroundings() | {"cores": 2}
    text = report.as_markdown([answer, Answer("kalah", "Kalah", missing="no time")], about)
    assert "| easy | 1 234 µs | X: 2 µs | 0.25 | ≤ 1 | yes |" in text
    assert "busy with other work" in text
    assert "Not measured: no time" in text
    document = json.loads(report.as_json([answer], about))
    assert document["questions"][0]["rows"][0]["met"] is True
    assert document["questions"][0]["rows"][0]["target"] == "≤ 1"
    assert document["machine"]["versions"]["spielbaum"]
    answer.load = (0.1, 0.9)
    assert "busy with other work" not in report.as_markdown([answer], about)


def test_a_page_keeps_everything_around_the_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{report.BEGIN}\n{report.END}\nafter\n", encoding="utf-8")

    def between() -> str:
        text = page.read_text(encoding="utf-8")
        assert text.startswith("before\n")
        assert text.endswith("\nafter\n")
        return text[len(f"before\n{report.BEGIN}\n") : -len(f"\n{report.END}\nafter\n")]

    report.put_into(page, "machine · today\n\n### A\n\none\n\n### B\n\ntwo\n")
    assert between() == "machine · today\n\n### A\n\none\n\n### B\n\ntwo"
    report.put_into(page, "machine · later\n\n### B\n\nthree\n\n### C\n\nfour\n")
    assert between() == "machine · later\n\n### A\n\none\n\n### B\n\nthree\n\n### C\n\nfour"
    report.put_into(page, "another · later\n\n### B\n\nfive\n")
    assert between() == "another · later\n\n### B\n\nfive"
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="no place"):
        report.put_into(page, "new")
    assert page.read_text(encoding="utf-8") == "no marks"


def test_generated_positions_are_legal_quiet_and_repeatable() -> None:
    game = load_game("connect4")
    for stage, (least, most) in positions.STAGES.items():
        found = positions.samples(None, stage, 5, 3)
        assert found == positions.samples(None, stage, 5, 3)
        assert found != positions.samples(None, stage, 5, 4)
        for sample in found:
            position = Position.of(game, sample.columns)
            assert least <= len(sample.columns) <= most
            assert not any(position.play(move).over for move in position.legal_texts)


def test_positions_come_from_files_with_their_scores(tmp_path: Path) -> None:
    (tmp_path / "end_easy.txt").write_text("4455 3\n44 -1\n", encoding="ascii")
    assert positions.samples(tmp_path, "end_easy", 1, 0) == [positions.Sample("4455", 3)]
    with pytest.raises(Missing):
        positions.samples(tmp_path, "begin_easy", 1, 0)


@pytest.mark.long
def test_handmade_dots_is_the_same_search() -> None:
    """Node for node as the engine: a fair measure."""
    game = load_game(f"{DOTS}:width=2,height=2")
    handmade = handmade_dots.searcher(2, 2)
    engine = Engine(game, table_mb=1, techniques=SAME)
    for depth in (1, 2, 4, 6):
        value, nodes = handmade(depth)
        expected = find_algorithm("alphabeta").function(game, game.start, depth=depth)
        assert value / game.facts.unit == expected.value
        assert engine.search(depth=depth).nodes == nodes
    assert handmade(12)[0] == 2  # published: the first player wins by two boxes


def test_handmade_mnk_is_the_same_search() -> None:
    near = handmade_mnk.centre(3, 3)
    game = load_game("mnk:width=3,height=3,k=3").with_hints(order=lambda _s, cell: near(cell))
    handmade = handmade_mnk.searcher(3, 3, 3)
    engine = Engine(game, table_mb=1, techniques=SAME, interpreted=True)
    for depth in (1, 2, 3, 4):
        value, nodes = handmade(depth)
        expected = find_algorithm("alphabeta").function(game, game.start, depth=depth)
        assert value / game.facts.unit == pytest.approx(expected.value)
        assert engine.search(depth=depth).nodes == nodes
    assert handmade(9)[0] == 0


def test_the_command_writes_both_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(perft, "CASES", (("nim:heaps=1-2-3", 3, None),))
    command.main(["--only", "perft", "--quick", "--out", str(tmp_path / "result")])
    assert "### Perft" in capsys.readouterr().out
    assert "nim:heaps=1-2-3" in (tmp_path / "result.md").read_text(encoding="utf-8")
    document = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert document["questions"][0]["rows"][0]["unit"] == "positions/s"


def test_perft_counts_are_the_published_ones() -> None:
    for spec, depth, known in perft.CASES:
        if known is not None and known < 1_000_000:
            assert Engine(load_game(spec), table_mb=0.001).perft(depth=depth)[-1] == known


def test_what_is_missing_is_said() -> None:
    answer = command.answer("solving", Options(quick=True, positions=Path("nowhere")))
    assert answer.missing
    assert not answer.rows


def test_positions_beyond_the_book_are_those_without_a_move_in_it() -> None:
    from benchmarks.book import beyond
    from spielbaum.engine.book import packaged_book

    game = load_game("connect4")
    whole = packaged_book(game)
    assert whole is not None
    states = list(beyond(game, whole, 1))
    assert len(states) > 100
    assert all(game.player(state) == 1 and whole.move(state) is None for state in states)


def test_the_positions_for_threads_can_be_reached() -> None:
    game = load_game("connect4")
    assert not any(Position.of(game, text).over for text in HARD)


@pytest.mark.long
def test_a_few_people_play_at_once() -> None:
    """The load test speaks to the server as pages do."""
    few = ["--players", "4", "--seconds", "4", "--pause", "0.2", "--player", "engine:nodes=1000"]
    script = Path(__file__).parents[1] / "benchmarks" / "load.py"
    done = subprocess.run([sys.executable, str(script), *few], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "refused 0, failed 0" in done.stdout
    assert "computer's move        0" not in done.stdout
