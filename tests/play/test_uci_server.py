"""Sessions with our UCI engine, line by line; the engine interpreted, so that nothing has to be compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.cli.bot import write_line
from spielbaum.engine import Engine
from spielbaum.engine.evaluation import Network, quantised
from spielbaum.engine.features import features_of
from spielbaum.engine.rules import rules_of
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.play.uci_commands import Go
from spielbaum.play.uci_options import Options
from spielbaum.play.uci_server import UciServer
from spielbaum.play.uci_strength import strength_of
from spielbaum.play.uci_time import BEGIN_PART, SETTLED, times_for
from spielbaum.solution import Loaded
from tests.support.ending_files import ending_file
from tests.support.patience import PATIENCE

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1"
#: White mates in two moves, whatever black does.
TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"


@pytest.fixture(autouse=True, scope="module")
def patience() -> Iterator[None]:
    """The last work is waited for, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spielbaum.play.protocol_server.LAST_WAIT", 60)
        yield


def interpreted(
    game: Game[Any, int],
    table_mb: int,
    threads: int,
    solution: Loaded | None = None,
    evaluation: Network | None = None,
) -> Engine[Any, int]:
    assert threads == 1
    return Engine(game, table_mb=min(table_mb, 1), interpreted=True, solution=solution, evaluation=evaluation)


class Talk:
    """A session: lines go in one by one; a line `…` waits until all work is done, `… text` for that text.

    What was waited for before does not count once more.
    """

    def __init__(self, make: Any = interpreted) -> None:
        self.said: list[str] = []
        self.read = 0
        self.server = UciServer(self.said.append, make, seed=1)

    def __call__(self, *lines: str) -> list[str]:
        assert self.server.serve(self._paced(lines))
        return self.said

    def _paced(self, lines: tuple[str, ...]) -> Iterator[str]:
        for line in lines:
            if line == "…":
                done = Event()
                self.server.later(done.set)
                assert done.wait(PATIENCE)
            elif line.startswith("… "):
                until = monotonic() + PATIENCE
                while not any(line[2:] in said for said in self.said[self.read :]):
                    assert monotonic() < until, (line, self.said)
                    sleep(0.005)
                new = self.said[self.read :]
                self.read += next(at for at, said in enumerate(new, start=1) if line[2:] in said)
            else:
                yield line


def talk(*lines: str) -> list[str]:
    return Talk()(*lines)


def plain(lines: list[str]) -> list[str]:
    """Without what differs from run to run."""
    return [re.sub(r" nodes \d+ nps \d+ hashfull \d+ time \d+", "", line) for line in lines]


def bestmove(lines: list[str]) -> str:
    answers = [line.split()[1] for line in lines if line.startswith("bestmove ")]
    assert len(answers) == 1, lines
    return answers[0]


# ------------------------------------------------------------------------------------------ golden


def test_the_greeting() -> None:
    assert talk("uci", "isready", "… readyok", "quit") == [
        "id name Spielbaum 0.1.0",
        "id author the Spielbaum contributors",
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 218",
        "option name Move Overhead type spin default 30 min 0 max 5000",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1600 min 800 max 2400",
        "option name Ponder type check default false",
        "option name UCI_Chess960 type check default false",
        "option name SolutionPath type string default <empty>",
        "option name EvalFile type string default <empty>",
        "option name Clear Hash type button",
        "uciok",
        "readyok",
    ]


def test_a_mate_in_moves() -> None:
    said = talk("uci", "ucinewgame", f"position fen {BACK_RANK}", "go depth 3", "… bestmove")
    assert plain(said)[-2:] == ["info depth 1 score mate 1 pv a1a8", "bestmove a1a8"]


def test_being_mated_in_moves() -> None:
    # Whatever black does, the rook mates.
    said = talk("position fen 7k/R7/1R6/8/8/8/8/6K1 b - - 0 1", "go depth 3", "… bestmove")
    assert plain(said)[-2:] == ["info depth 2 score mate -1 pv h8g8 b6b8", "bestmove h8g8 ponder b6b8"]


def test_several_lines() -> None:
    said = plain(
        talk(f"position fen {BACK_RANK}", "setoption name MultiPV value 3", "go depth 2", "… bestmove")
    )
    two = [line for line in said if line.startswith("info depth 2 ")]
    assert two[0] == "info depth 2 multipv 1 score mate 1 pv a1a8"
    assert [line.split()[4] for line in two] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in two}) == 3
    assert said[-1] == "bestmove a1a8"


def test_only_some_moves() -> None:
    said = plain(talk(f"position fen {BACK_RANK}", "go depth 2 searchmoves a1a7 a1b1 zz e1e9", "… bestmove"))
    assert bestmove(said) in ("a1a7", "a1b1")
    assert all(line.split(" pv ")[1].split()[0] in ("a1a7", "a1b1") for line in said if " pv " in line)


# ------------------------------------------------------------------------------------------ limits


def test_nodes() -> None:
    said = talk("position startpos moves e2e4 c7c5", "go nodes 30", "… bestmove")
    nodes = [int(line.split(" nodes ")[1].split()[0]) for line in said if " nodes " in line]
    assert 30 <= nodes[-1] < 60


def test_a_mate_that_was_asked_for() -> None:
    said = plain(talk(f"position fen {BACK_RANK}", "go mate 1", "… bestmove"))
    assert "score mate 1" in said[-2]


@pytest.mark.parametrize(
    "go", ["go movetime 40", "go wtime 300 btime 300", "go wtime 0 btime 0", "go wtime -9"]
)
def test_time_ends_a_search(go: str) -> None:
    assert len(bestmove(talk("position startpos", go, "… bestmove"))) == 4


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 10 btime 10", "go depth 1 infinite"])
def test_only_stop_ends_a_search(go: str) -> None:
    said = talk("position startpos", go, "… info depth", "isready", "… readyok", "stop", "… bestmove")
    assert said.index("readyok") < next(i for i, line in enumerate(said) if line.startswith("bestmove"))


def test_an_answer_waits_for_the_stop() -> None:
    """The mate is found at once, but nobody has asked for it yet."""
    for go in ("go infinite", "go depth 1 ponder"):
        said = talk(f"position fen {BACK_RANK}", go, "… score mate 1", "isready", "… readyok", "stop", "…")
        assert said[-1] == "bestmove a1a8"


def test_pondering_becomes_thinking() -> None:
    said = talk(
        "position startpos moves e2e4", "go ponder movetime 50", "… info depth", "ponderhit", "… bestmove"
    )
    assert len(bestmove(said)) == 4


def test_a_stop_before_the_search_has_begun() -> None:
    """The engine is still being made when `go` and `stop` come."""
    gate = Event()

    def slowly(game: Game[Any, int], table_mb: int, threads: int, *_known: Any) -> Engine[Any, int]:
        assert gate.wait(PATIENCE)
        return interpreted(game, table_mb, threads)

    slow = Talk(slowly)
    lines = iter(["uci", "isready", "position startpos", "go infinite", "stop"])

    def opening() -> Iterator[str]:
        yield from lines
        assert slow.said[-1] == "uciok"  # said at once; the rest has to wait
        gate.set()
        yield from slow._paced(("… bestmove",))

    assert slow.server.serve(opening())
    assert "readyok" in slow.said
    assert len(bestmove(slow.said)) == 4


def test_quit_ends_a_search_and_nothing_is_waited_for() -> None:
    assert Talk()("position startpos", "go infinite", "… info depth", "quit", "position startpos")


def test_quit_while_compiling_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.play.protocol_server.LAST_WAIT", 0.5)
    gate = Event()

    def slowly(game: Game[Any, int], table_mb: int, threads: int, *_known: Any) -> Engine[Any, int]:
        assert gate.wait(PATIENCE)
        return interpreted(game, table_mb, threads)

    server = UciServer(lambda _line: None, slowly)
    assert server.serve(["uci", "quit"]) is False
    gate.set()


def test_delays_that_the_clock_shows_are_reckoned_with() -> None:
    talking = Talk()
    talking("position startpos", "go wtime 3000 btime 9", "…", "go wtime 2000 btime 9", "…")
    assert 0.5 < talking.server._lag < 1
    talking("ucinewgame", "go wtime 2000 btime 9", "…")
    assert talking.server._lag == 0


def test_thinking_is_no_delay() -> None:
    """All of the search counts, also what came after the last line that was told."""
    quiet = Talk()
    quiet.server.say = lambda *_lines: None  # type: ignore[method-assign]
    quiet("isready", "…", "position startpos", "go wtime 30000 btime 9 winc 1000", "…")
    spent = quiet.server._spent
    assert spent is not None
    times = times_for(Go(wtime=30_000, winc=1000), 0, 0.03)
    assert times is not None
    # The engine counts from where it begins, the server from where it hears: on a busy machine later.
    assert BEGIN_PART * SETTLED * times.share / 2 <= spent.thought <= times.most


# ------------------------------------------------------------------------------------------ positions


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "(none)"),  # stalemate
        ("fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "(none)"),  # mate
        ("fen nonsense", "(none)"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "(none)"),
        ("fen 8/8/8/4k3/8/8/8/K7 w - - 0 1", None),  # drawn by the rules; we are asked all the same
        ("fen 8/8/8/4k3/8/8/8/K6R w - - 100 90", None),
        ("startpos moves e2e5 e7e5", None),
    ],
)
def test_there_is_always_an_answer(position: str, answer: str | None) -> None:
    said = talk(f"position {position}", "go depth 1", "… bestmove")
    assert answer is None or bestmove(said) == answer
    assert len(bestmove(said)) in (4, 6)


def test_the_end_of_a_game_is_told_and_waits_for_the_stop() -> None:
    said = talk(
        "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "go infinite",
        "… score",
        "isready",
        "… readyok",
        "stop",
    )
    assert [line for line in said if line != "readyok"] == ["info depth 0 score mate 0", "bestmove (none)"]
    assert talk("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3", "…") == [
        "info depth 0 score cp 0",
        "bestmove (none)",
    ]


def test_depths_beyond_all_bounds() -> None:
    said = talk(f"position fen {BACK_RANK}", "go depth 100000", "… bestmove")
    assert bestmove(said) == "a1a8"
    assert not any(line.startswith("info string") for line in said)


def test_a_position_that_has_come_three_times_is_searched() -> None:
    dance = "g1f3 g8f6 f3g1 f6g8 " * 2
    said = talk(f"position startpos moves {dance}", "go depth 1", "… bestmove")
    assert any(line.startswith("info depth 1 score cp") for line in said)


def test_a_draw_that_nobody_claimed() -> None:
    """After fifty moves: the moves made since are read, and the position on the board is searched."""
    said = talk(
        "position fen 8/8/4k3/8/8/4K3/4R3/8 w - - 98 80 moves e2d2 e6e5 d2d1", "go depth 2", "… bestmove"
    )
    assert not any(line.startswith("info string") for line in said)
    assert any(line.startswith("info depth 2 score cp") for line in said)
    assert bestmove(said)[:2] == "e5"


def test_repetitions_before_the_root_count() -> None:
    """White is lost unless it repeats the position for the third time."""
    fen = "6k1/8/8/8/8/8/1q6/6KQ w - - 0 1"
    dance = "h1d5 g8h8 d5h1 h8g8 h1d5 g8h8 d5h1 h8g8"
    said = plain(talk(f"position fen {fen} moves {dance}", "go depth 2 searchmoves h1d5", "… bestmove"))
    assert said[-2] == "info depth 2 score cp 0 pv h1d5"
    said = plain(talk(f"position fen {fen}", "go depth 2 searchmoves h1d5", "… bestmove"))
    assert "info depth 2 score cp 0 pv h1d5" not in said


def test_the_same_game_goes_on_and_another_begins() -> None:
    """What was placed last is known, and nothing of it stays where the game is another one."""
    mate = ("f2f3 e7e5 g2g4", "d8h4")
    placed = [
        f"position startpos moves {mate[0]}",
        f"position startpos moves {mate[0]} {mate[1]}",  # goes on: mate
        f"position startpos moves {mate[0]} d7d5",  # another last move
        f"position startpos moves {mate[0]} zz {mate[1]}",  # an illegal one ends it
        f"position startpos moves {mate[0]}",  # one move back
        f"position fen {BACK_RANK}",
        "position startpos",
    ]
    answers = [bestmove(talk(place, "go depth 1", "… bestmove")) for place in placed]
    # What the table remembers may change a choice among equals.
    asked = ("setoption name Clear Hash", "go depth 1", "… bestmove")
    lines = [line for place in placed for line in (place, *asked)]
    together = [line.split()[1] for line in talk(*lines) if line.startswith("bestmove")]
    assert together == answers
    assert answers[1] == "(none)"


# ------------------------------------------------------------------------------------------ options


def test_a_limited_strength_slips() -> None:
    """With the least Elo many moves are made without a search, and no search is longer than its nodes."""
    setting = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800"]
    asked = [line for _ in range(20) for line in ("position startpos", "go depth 3", "…")]
    said = talk(*setting, *asked)
    answers = [at for at, line in enumerate(said) if line.startswith("bestmove")]
    slips = sum(at == 0 or said[at - 1].startswith("bestmove") for at in answers)
    assert len(answers) == 20
    assert 6 <= slips <= 18
    most = strength_of(800).nodes + 2
    assert all(int(line.split(" nodes ")[1].split()[0]) <= most for line in said if " nodes " in line)


def test_a_new_table_is_made_when_it_is_wanted() -> None:
    sizes: list[tuple[int, int]] = []

    def make(game: Game[Any, int], table_mb: int, threads: int, *_known: Any) -> Engine[Any, int]:
        sizes.append((table_mb, threads))
        return interpreted(game, table_mb, 1)

    Talk(make)(
        "uci", "setoption name Hash value 32", "setoption name Threads value 2", "isready", "…",
        "setoption name MultiPV value 2", "setoption name Clear Hash", "ucinewgame", "isready", "…",
    )  # fmt: skip
    assert sizes == [(64, 1), (32, 2)]


def test_ready_means_that_all_that_was_said_is_done() -> None:
    done: list[int] = []

    def make(game: Game[Any, int], table_mb: int, threads: int, *_known: Any) -> Engine[Any, int]:
        sleep(0.2)
        done.append(table_mb)
        return interpreted(game, table_mb, threads)

    talking = Talk(make)
    talking("uci", "isready", "… readyok")
    talking("setoption name Hash value 2", "isready", "… readyok")
    assert done == [64, 2]


def test_an_engine_that_fails_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With some legal move, and it goes on hearing."""

    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room\nfor this")

    monkeypatch.setattr("spielbaum.play.uci_server.Search.best", fail)
    said = talk(
        "position startpos", "go depth 1", "… bestmove", "setoption name Hash value 1", "isready", "… readyok"
    )
    assert said[0] == "info string MemoryError: no room for this"
    assert said[1].startswith("bestmove ")
    monkeypatch.setattr("spielbaum.play.uci_server.UciServer._place", fail)
    assert talk("position startpos", "isready", "… readyok")[-1] == "readyok"


def test_letters_that_the_output_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(written, encoding="cp1252", write_through=True))
    write_line("info string no position: \ufffd")
    assert written.getvalue().decode("cp1252").rstrip() == "info string no position: ?"


def test_a_table_that_is_too_large_is_told() -> None:
    def make(game: Game[Any, int], table_mb: int, threads: int, *_known: Any) -> Engine[Any, int]:
        if table_mb > 1000:
            return Engine(game, table_mb=1 << 30, interpreted=True)
        return interpreted(game, table_mb, threads)

    said = Talk(make)("setoption name Hash value 60000", "isready", "… readyok")
    assert said[0].startswith("info string ")
    assert said[-1] == "readyok"


def test_wrong_options_are_told_and_change_nothing() -> None:
    talking = Talk()
    said = talking("setoption name Nonsense value 3", "setoption name Hash value many", "setoption", "…")
    assert [line.split(":")[0] for line in said] == ["info string no such option or value"] * 3
    assert talking.server._options == Options()


# ------------------------------------------------------------------------------------------ rubbish


def test_rubbish_is_passed_over_and_told_when_debugging() -> None:
    assert talk("hello", "", "  ", "ponderhit", "stop", "register later") == []
    assert talk("debug on", "hello \t world") == ["info string not understood: hello world"]
    assert talk("debug on", "debug off", "hello") == []


RUBBISH = st.one_of(
    st.text(max_size=20),
    st.sampled_from([
        "position fen ²/8/8/8/8/8/8/8 w",
        "go nodes 3", "go", "go depth", "stop", "position", "position fen", "position startpos moves", "uci",
        "position fen x y z", "position startpos moves e2e4 e2e4", "setoption name Hash value", "isready",
        "ucinewgame", "ponderhit", "go ponder", "go searchmoves", "go mate -3 nodes 5", "debug",
        f"position fen {BACK_RANK} moves a1a8", "go searchmoves h9h9 nodes 3", "go depth 1 movetime x",
    ]),
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(RUBBISH, max_size=8))
def test_nothing_breaks_it(lines: list[str]) -> None:
    said = talk(*lines, "stop", "isready", "…")
    asked = sum(len(re.findall(r"^\W*go\b", line)) for line in lines)
    assert sum(line.startswith("bestmove") for line in said) >= min(asked, 1)
    for line in said:
        assert line.split()[0] in ("id", "option", "uciok", "readyok", "info", "bestmove")


def test_the_end_of_the_input_ends_it() -> None:
    assert UciServer(lambda _line: None, interpreted).serve(["position startpos", "go infinite"])


# --- solved endings


def test_solved_endings(tmp_path: Path) -> None:
    """A folder is an option; what is known of the position after a move counts, whatever the depth."""
    ending_file(tmp_path / "rook.table", ("1R6/8/8/3k4/8/8/8/K7 b", -1, 28))
    fen = "8/1R6/8/3k4/8/8/8/K7 w - - 0 1"
    session = Talk()
    said = session(
        "uci", f"setoption name SolutionPath value {tmp_path}", f"position fen {fen}", "go depth 3", "…"
    )
    assert "option name SolutionPath type string default <empty>" in said
    assert "info string 1 solved positions" in said
    assert said[-1].startswith("bestmove b7b8")
    assert any(line.startswith("info depth 1 ") and " score mate 15 " in line for line in said)
    session = Talk()
    said = session("setoption name SolutionPath value <empty>", f"position fen {fen}", "go depth 1", "…")
    assert not any("mate" in line or "solved" in line for line in said)


def test_chess960() -> None:
    """With the option castling is a move to the rook, also from the usual start; without it as usual."""
    ready = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    session = Talk()
    for option, castles, written in (("true", "e1h1", "e8a8"), ("false", "e1g1", "e8c8")):
        session(
            f"setoption name UCI_Chess960 value {option}", f"position fen {ready} moves {castles}",
            f"go depth 1 searchmoves {written}", "…",
        )  # fmt: skip
        assert session.said[-1].split()[:2] == ["bestmove", written]
    said = Talk()("position fen 4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "go depth 1 searchmoves c1b1", "…")
    assert said[-1].startswith("bestmove c1b1")
    opening = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7"
    said = Talk()(
        "setoption name UCI_Chess960 value true", f"position startpos moves {opening}",
        "go depth 1 searchmoves e1h1", "…",
    )  # fmt: skip
    assert said[-1].startswith("bestmove e1h1")


def test_a_learned_evaluation(tmp_path: Path) -> None:
    """It judges as long as it is chosen; a file that is none is reported and changes nothing."""
    game = load_game("chess")
    features = features_of(rules_of(game))
    # Every row is 0, so all positions are worth the bias: a draw but for whose move it is.
    rows, output = np.zeros((features.count + 2, 8)), np.zeros((features.views, 8))
    quantised(game, features, rows, output, 2.0).save(tmp_path / "chess.weights")
    (tmp_path / "none.weights").write_bytes(b"nothing")

    def scores(session: Talk) -> list[str]:
        return [line.split(" score ")[1].split(" nodes")[0] for line in session.said if " score " in line]

    placed = "position fen 4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"
    plain = Talk()
    plain(placed, "go depth 1", "…")
    learned = Talk()
    learned(f"setoption name EvalFile value {tmp_path / 'chess.weights'}", placed, "go depth 1", "…")
    assert scores(learned)[-1] != scores(plain)[-1]
    learned("setoption name EvalFile value <empty>", placed, "go depth 1", "…")
    assert scores(learned)[-1] == scores(plain)[-1]
    # The package's own by a word, where no file of that name is meant.
    shipped = Talk()
    shipped("setoption name EvalFile value shipped", placed, "go depth 1", "…")
    assert not any(line.startswith("info string ") for line in shipped.said)
    assert scores(shipped)[-1] not in (scores(plain)[-1], scores(learned)[0])
    for name in ("none.weights", "missing.weights", "shipped"):
        said = Talk()(f"setoption name EvalFile value {tmp_path / name}", placed, "go depth 1", "…")
        assert any(line.startswith("info string ") and name in line for line in said)
        assert said[-1].startswith("bestmove ")


def test_a_new_game_notices_new_files(tmp_path: Path) -> None:
    session = Talk()
    fen = "8/1R6/8/3k4/8/8/8/K7 w - - 0 1"
    placed = f"position fen {fen}"
    said = session(f"setoption name SolutionPath value {tmp_path}", placed, "go depth 1", "…")
    assert not any("solved" in line for line in said)
    ending_file(tmp_path / "rook.table", ("1R6/8/8/3k4/8/8/8/K7 b", -1, 28))
    said = session("ucinewgame", placed, "go depth 1", "…")
    assert "info string 1 solved positions" in said
    assert said[-1].startswith("bestmove b7b8")


def test_endings_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "rook.table").write_bytes(b"no solution")
    for path in (tmp_path, tmp_path / "rook.table", tmp_path / "none"):
        session = Talk()
        said = session(f"setoption name SolutionPath value {path}", "position startpos", "go depth 1", "…")
        assert any(line.startswith("info string ") and str(path) in line for line in said)
        assert said[-1].startswith("bestmove ")


def test_the_usual_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ending_file(tmp_path / "rook.table", ("1R6/8/8/3k4/8/8/8/K7 b", -1, 28))
    monkeypatch.setenv("SPIELBAUM_SOLUTIONS", str(tmp_path))
    said = Talk()("position fen 8/1R6/8/3k4/8/8/8/K7 w - - 0 1", "go depth 1", "…")
    assert said[-1].startswith("bestmove b7b8")
