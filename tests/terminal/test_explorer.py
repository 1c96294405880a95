"""Walking through a solution in lines: moves with their outcomes, back and forward, places worth a look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.language import say
from spielbaum.solution import Solution
from spielbaum.solution.solver import How, solve_all
from spielbaum.solution.statistics import statistics_of
from spielbaum.terminal.explorer import COMMANDS, Explorer, command_of, command_word, opened, plot_lines
from tests.support.solved_files import solved_file


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explorer") / "hexapawn.table"
    solved_file(path, "hexapawn")
    return path


def said(path: Path, *lines: str, language: str = "en", coloured: bool = False) -> list[str]:
    """Everything that is written while these lines are read."""
    waiting, written = iter(lines), list[str]()
    Explorer(opened(path), language, lambda: next(waiting, None), written.append, coloured=coloured).run()
    return "\n".join(written).splitlines()


def after(path: Path, *lines: str) -> list[str]:
    """What the last of these lines brings."""
    return said(path, *lines)[len(said(path, *lines[:-1])) :]


def boards(lines: Iterable[str]) -> list[str]:
    """The positions that were shown, in the notation of hexapawn."""
    return [line for line in lines if re.fullmatch(r"[pP./]{11} [wb]", line)]


def test_every_move_has_a_sign_a_word_and_its_remoteness(table: Path) -> None:
    assert said(table)[-4:] == [
        "White to move: - loss in 6",
        "  b1b2  - loss in 6",
        "  a1a2  - loss in 4",
        "  c1c2  - loss in 4",
    ]
    assert after(table, "a1a2")[-4:] == [
        "Black to move: + win in 3",
        "  b3a2  + win in 3",
        "  b3b2  - loss in 2",
        "  c3c2  - loss in 2",
    ]


def test_back_and_forward(table: Path) -> None:
    start, first = "ppp/.../PPP w", "ppp/P../.PP b"
    found = said(table, "a1a2", "back", "forward", "back", "b1b2", "back", "start")
    assert boards(found) == [start, first, start, first, start, "ppp/.P./P.P b", start, start]
    assert after(table, "back") == ["There is no position before this one."]
    assert after(table, "a1a2", "back", "c1c2", "forward") == ["There is no position after this one."]


def test_the_line_of_best_play_goes_to_its_end(table: Path) -> None:
    line = after(table, "longest", "line")
    steps = [text for text in line if re.match(r" +\d+  (White|Black): ", text)]
    assert len(steps) == 5
    assert steps[0].endswith("+ win in 5")
    assert steps[-1].endswith("+ win in 1")
    assert line[-1].startswith("The game is over.")
    assert after(table, "longest", "line", "best") == ["The game is over here."]
    # Each step can be gone back.
    assert len(boards(said(table, "longest", "line", *["back"] * 5))) == 8
    assert boards(after(table, "longest", "line", *["back"] * 5)) == boards(after(table, "longest"))


def test_a_position_where_one_move_wins(table: Path) -> None:
    found = after(table, "only")
    moves = [line for line in found if line.startswith("  ") and " in " in line]
    assert sum("+ win" in line for line in moves) == 1
    assert len(moves) > 1


def test_best_plays_one_move(table: Path) -> None:
    assert after(table, "a1a2", "best")[0] == "Best move: b3a2"
    assert boards(after(table, "a1a2", "best")) == ["p.p/p../.PP w"]


def test_the_plot_counts_everything(table: Path) -> None:
    statistics = statistics_of(opened(table).solution)
    lines = list(plot_lines(statistics.by_remoteness, "en"))[1:]
    assert len(lines) == len(statistics.by_remoteness)
    counted = sum(int(number) for line in lines for number in re.findall(r"[+=-](\d+)", line))
    assert counted == len(opened(table).solution)
    assert lines[0].split()[0] == "0"


def test_colours_only_repeat_what_is_said(table: Path) -> None:
    plain, coloured = said(table, "a1a2"), said(table, "a1a2", coloured=True)
    assert "\033[" not in "".join(plain)
    assert "\033[32m+ win in 3\033[0m" in "\n".join(coloured)
    assert re.sub(r"\033\[\d+m", "", "\n".join(coloured)) == "\n".join(plain)


def test_german_and_beginnings_of_words(table: Path) -> None:
    assert command_of("zurück", "de") == command_of("back", "de") == command_of("zur", "de") == "back"
    assert command_of("lo", "en") == "longest"
    assert command_of("l", "en") is None  # line, longest
    for language in ("de", "en"):
        assert len({command_word(command, language) for command in COMMANDS}) == len(COMMANDS)
    found = "\n".join(said(table, "hilfe", "längster", language="de"))
    assert "Gewinn in 5" in found
    assert "explorer." not in found


def test_what_cannot_be_done_is_said(table: Path) -> None:
    assert "xyzzy" in after(table, "xyzzy")[0]
    assert after(table, "a1a3") != []
    assert "cannot be reached" in after(table, "p../.../..P w")[0]
    with pytest.raises(BadInput, match="cannot be reached"):
        opened(table, None, "p../.../..P w")


def test_a_position_in_the_notation_of_the_game(table: Path) -> None:
    assert boards(after(table, "ppp/P../.PP b")) == ["ppp/P../.PP b"]
    assert boards(said(table, "ppp/P../.PP b", "back"))[-1] == "ppp/.../PPP w"


def test_a_game_that_goes_in_circles(tmp_path: Path) -> None:
    path = tmp_path / "morris.table"
    solved_file(path, "morris")
    found = said(path, "longest", "only", "plot")
    assert any("~ draw by cycle" in line for line in found)


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chance") / "pig.table"
    solve_all(load_game("pig:target=4"), "pig:target=4", path, How(10**8, interpreted=True))
    return path


def test_a_game_with_chance(pig: Path) -> None:
    """Expected values, and where nature moves what it may do with which probability."""
    assert said(pig)[-2].startswith("White to move: Ø expected value +")
    rolled = after(pig, "roll")
    assert rolled[-7].startswith("Nature moves: Ø expected value +")
    assert [line.split()[0] for line in rolled[-6:]] == ["1", "2", "3", "4", "5", "6"]
    assert all(line.endswith(" · probability 1/6") for line in rolled[-6:])
    assert after(pig, "line")[0].startswith("   1  White: roll  Ø expected value")
    for command in ("only", "longest"):
        assert after(pig, command) == [say("explorer.no_wins", "en")]
    plot = after(pig, "plot")
    assert sum(int(line.split()[-1]) for line in plot[1:]) == len(Solution.open(pig))
    assert "Stellungen nach Erwartungswert:" in said(pig, "plot", language="de")


def test_the_command(table: Path) -> None:
    done = CliRunner().invoke(
        main, ["table", "explore", str(table), "a1a2", "--lang", "en"], input="best\nquit\n"
    )
    assert done.exit_code == 0
    assert "Best move: b3a2" in done.stdout
    assert "\033[" not in done.stdout
    missing = CliRunner().invoke(main, ["table", "explore", str(table), "p../.../..P w", "--lang", "en"])
    assert missing.exit_code == 2
    assert "cannot be reached" in missing.stderr
