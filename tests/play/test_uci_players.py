"""UCI engines as players: an odd one for the faults, and Stockfish."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import (
    Outcome,
    Reason,
    TimeControl,
    Turn,
    make_player,
    parse_player,
    play_match,
    spec_words,
)
from spielbaum.play.outcome import Fault
from spielbaum.play.programs import GAMES
from spielbaum.play.uci import UciPlayer, read_info

CHESS = load_game("chess")
ODD = Path(__file__).parent / "odd_engine.py"
START = Position(CHESS, CHESS.start)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.play.programs.FAREWELL", 0.3)
    monkeypatch.setattr("spielbaum.play.program_player.AT_ONCE", 0.3)


@pytest.fixture
def stockfish() -> str:
    """Its text as a player: skipped where it is missing, but failed where CI=true."""
    if shutil.which("stockfish") is None and shutil.which("stockfish", path=GAMES) is None:
        reason = "Stockfish is missing; tools/stockfish.sh installs it as root"
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return "uci:stockfish"


def spec(wrong: str = "", **options: object) -> str:
    more = "".join(f",{name}={value}" for name, value in options.items())
    return f"uci:{shlex.join([sys.executable, str(ODD), wrong])}{more}"


def outcome_of(*players: str, clock: str = "", plies: int = 8, start: Position[Any, Any] = START) -> Outcome:
    record = play_match(CHESS, players, time=TimeControl.parse(clock), most_plies=plies, start=start)
    assert record.outcome is not None
    return record.outcome


# ------------------------------------------------------------------------------------------ speaking


def test_an_engine_plays_and_says_what_it_thinks() -> None:
    record = play_match(CHESS, [spec(), spec()], most_plies=6)
    assert record.moves == ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6")
    thought = record.plies[1].thought
    assert thought is not None
    assert (thought.value, thought.view, thought.depth, thought.nodes) == (25 / CHESS.facts.unit, 1, 7, 99)
    assert thought.moves == ("Nf6",)


@pytest.mark.parametrize(
    ("options", "clock", "words"),
    [
        ({}, "", "position startpos / go movetime 1000"),
        ({"seconds": 0.25}, "", "position startpos / go movetime 250"),
        ({"seconds": 0.0001 * 10}, "", "position startpos / go movetime 1"),
        ({"nodes": 500, "depth": 3}, "", "position startpos / go depth 3 nodes 500"),
        ({}, "2/move", "position startpos / go movetime 1800"),
        ({}, "60+0.5", "position startpos / go wtime 60000 btime 60000 winc 500 binc 500"),
        ({"seconds": 1}, "60+0.5", "position startpos / go movetime 1000"),
        (
            {"elo": 1500, "threads": 2, "hash": 4, "option.Style": "'bold, very'", "option.Clear Hash": ""},
            "",
            "Threads=2 / Hash=4 / UCI_LimitStrength=true / UCI_Elo=1500 / Style=bold, very / Clear Hash / "
            "position startpos / go movetime 1000",
        ),
    ],
)  # fmt: skip
def test_what_an_engine_is_told(options: dict[str, Any], clock: str, words: str) -> None:
    outcome = outcome_of(spec("tells", **options), "first", clock=clock)
    assert outcome.detail.endswith(
        f"odd_engine.py tells failed: it ended with exit code 0; it last wrote: {words}"
    )


def test_positions_with_a_beginning_and_moves() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    start = Position.of(CHESS, fen).play("e4")
    assert f"position fen {fen} moves e2e4 / go" in outcome_of("first", spec("tells"), start=start).detail


def test_chess960_is_an_option_of_the_other_engine() -> None:
    """Said before the position, where castling is another one; refused where there is no such option."""
    fen = "4k3/8/8/8/8/8/4P3/1R2K3 w Q - 0 1"
    start = Position.of(CHESS, fen)
    told = outcome_of(spec("tells"), "first", start=start).detail
    assert f"UCI_Chess960=true / position fen {fen} / go" in told
    told = outcome_of("first", spec("tells"), start=start.play("O-O-O")).detail
    assert f"UCI_Chess960=true / position fen {fen} moves e1b1 / go" in told
    usual = make_player(spec("usual"))
    try:
        usual.prepare(CHESS)
        with pytest.raises(BadInput) as found:
            usual.choose(start, Turn())
        assert found.value.key == "error.uci.chess960"
        assert found.value.sentence()
    finally:
        usual.close()


def test_stop_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.play.program_player.AT_ONCE", 60)
    player = make_player(spec("waits", seconds=60))
    player.prepare(CHESS)
    stop = Event()
    Timer(0.1, stop.set).start()
    assert CHESS.move_name(CHESS.start, player.choose(START, Turn(stop=stop)).move) == "Nf3"
    player.close()


@pytest.mark.parametrize(
    ("text", "value", "distance"),
    [
        ("depth 3 score cp -50 pv e2e4", -50 / CHESS.facts.unit, None),
        ("score mate 3 pv e2e4 e7e5", 1, 5),
        ("score mate -2 pv e2e4", -1, 4),
        ("score cp 999999 pv e2e4", (CHESS.facts.unit - 1) / CHESS.facts.unit, None),
    ],
)
def test_scores(text: str, value: float, distance: int | None) -> None:
    result = read_info(text.split(), START, "x")
    assert result is not None
    assert (result.value, result.distance, result.proven) == (value, distance, False)


@pytest.mark.parametrize(
    "text",
    ["depth 3", "score cp pv e2e4", "score cp x pv e2e4", "score cp 3", "score cp 3 pv e2e5", "currmove e2e4",
     "multipv 2 score cp 3 pv e2e4", "score cp 3 lowerbound pv e2e4", "score pv",
     "string score cp 1 pv d2d4"],
)  # fmt: skip
def test_lines_that_tell_nothing(text: str) -> None:
    assert read_info(text.split(), START, "x") is None


# ------------------------------------------------------------------------------------------ failing


@pytest.mark.parametrize(
    ("wrong", "reason", "words"),
    [
        ("illegal", Reason.ILLEGAL, "e2e5"),
        ("none", Reason.ILLEGAL, "(none)"),
        ("bare", Reason.ILLEGAL, "(none)"),
        ("dies", Reason.CRASH, "exit code 1; it last wrote: out of memory"),
        ("crash", Reason.CRASH, "it last wrote: cannot find my network"),
    ],
)
def test_what_an_engine_does_wrong_is_the_reason(wrong: str, reason: Reason, words: str) -> None:
    outcome = outcome_of("first", spec(wrong))
    assert (outcome.reason, outcome.loser) == (reason, 1)
    assert words in outcome.detail


def test_silence() -> None:
    silent = spec("silent", seconds=0.05, timeout=0.2)  # a limit: it passes
    assert outcome_of(silent, "first").reason is Reason.TIME
    assert outcome_of(spec("silent"), "first", clock="0.2/move").reason is Reason.TIME
    assert "not ready within 0.3 seconds" in outcome_of(spec("mute", start_timeout=0.3), "first").detail


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"elo": 2500}, "UCI_Elo of Odd 1.0 must be a number from 500 to 2000, but is 2500."),
        ({"hash": 4096}, "Hash of Odd 1.0 must be a number from 1 to 8"),
        ({"option.Skil Level": 3}, "The engine has no option called Skil Level; did you mean: Skill Level?"),
        ({"option.Skill Level": 21}, "Skill Level of Odd 1.0 must be a number from 0 to 20, but is 21."),
        (
            {"option.Skill Level": "high"},
            "must be a number from 0 to 20, but is high.",
        ),
        ({"option.UCI_LimitStrength": "yes"}, "must be one of true, false, but is yes."),
        ({"option.Mood": "sad"}, "Mood of Odd 1.0 must be one of Calm, Very Wild, but is sad."),
    ],
)
def test_settings_that_the_engine_does_not_have(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        outcome_of(spec(**options), "first")
    assert not isinstance(caught.value, Fault)
    assert words in caught.value.sentence("en")
    assert "\n" not in caught.value.sentence("de")


def test_an_engine_that_does_not_exist() -> None:
    with pytest.raises(BadInput, match=r"There is no program \./nofish;"):
        outcome_of("uci:./nofish", "first")


def test_other_games_are_refused() -> None:
    with pytest.raises(BadInput, match="UCI engines play chess, not takeaway"):
        play_match(load_game("takeaway"), [spec(), "first"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uci", "uci needs a program: uci:stockfish."),
        ("uci:stockfish,ello=2000", "did you mean: elo"),
        ("uci:stockfish,elo=strong", "elo of uci must be a number from 1 to 5000, but is strong."),
        ("uci:stockfish,option.Hash", "option.Hash of uci has no value"),
        ("uci:stockfish,option.=3", "no option called option."),
        ("uci:stockfish,option.A=1,option.A=2", "option.A of uci is given twice."),
    ],
)
def test_bad_texts(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_player(text)
    assert words in caught.value.sentence("en")


def test_texts() -> None:
    text = "uci:stockfish,elo=2000,seconds=0.5,option.Skill Level=3,option.SyzygyPath='/a, b'"
    read = parse_player(text)
    assert dict(read.own) == {"Skill Level": "3", "SyzygyPath": "/a, b"}
    assert parse_player(str(read)) == read
    assert (
        spec_words(text, "en") == "uci stockfish, Elo 2,000, 0.5 s per move, Skill Level=3, SyzygyPath=/a, b"
    )


# ------------------------------------------------------------------------------------------ Stockfish


def test_stockfish_plays(stockfish: str) -> None:
    record = play_match(
        CHESS, [f"{stockfish},nodes=500,elo=1500", f"{stockfish},depth=3"], most_plies=30, seed=1
    )
    assert record.outcome is not None
    assert record.outcome.reason in (Reason.NORMAL, Reason.LENGTH)
    assert any(ply.thought is not None for ply in record.plies)


def test_stockfish_mates(stockfish: str) -> None:
    start = Position.of(CHESS, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
    record = play_match(CHESS, [f"{stockfish},depth=8", "first"], start=start)
    assert record.outcome is not None
    assert record.outcome.winners == (0,)
    thought = record.plies[0].thought
    assert thought is not None
    assert (thought.value, thought.distance) == (1, 3)


def test_stockfish_on_a_clock(stockfish: str) -> None:
    assert outcome_of(stockfish, "random", clock="20+0.2", plies=10).loser in (None, 1)


def test_its_name(stockfish: str) -> None:
    player = make_player(stockfish)
    assert isinstance(player, UciPlayer)
    player.prepare(CHESS)
    assert player.name.startswith("Stockfish")
    player.close()
