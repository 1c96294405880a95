"""Records: what is written is read back, and what is broken is said in one sentence."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.play import (
    Record,
    game_spec,
    line_words,
    load_record,
    move_rows,
    new_record,
    play_match,
    record_json,
    record_of,
    record_text,
    rounds,
    save_record,
)
from tests.play.support import RACE, Quitter, Scripted


def a_record(name: str = "connect4", *players: object) -> Record:
    game = load_game(name)
    return play_match(game, players or ["random:seed=1"] * game.facts.players, seed=3)


@pytest.mark.parametrize("name", built_in_names())
def test_every_game_is_written_and_read_back(name: str, tmp_path: Path) -> None:
    record = a_record(name)
    path = tmp_path / "game.json"
    save_record(record, path)
    read = load_record(path)
    assert read.moves == record.moves
    assert read.outcome == record.outcome
    assert record_json(read) == record_json(record)
    positions = read.replay()
    assert len(positions) == len(record.plies) + 1
    assert positions[-1].over


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(["kalah:houses=3,seeds=2", "nim:heaps=2-3", "mnk:players=3"]))
def test_games_with_parameters_come_back(seed: int, name: str) -> None:
    game = load_game(name)
    record = play_match(game, ["random"] * game.facts.players, seed=seed)
    read = record_of(json.loads(json.dumps(record_json(record))))
    assert read.replay()[-1].state == record.replay(game)[-1].state
    assert game_spec(read.game, read.parameters) == game_spec(game.name, game.presentation.parameters)


def test_engine_information_is_kept(tmp_path: Path) -> None:
    record = a_record("takeaway", "minimax", "first")
    save_record(record, tmp_path / "a.json")
    thought = load_record(tmp_path / "a.json").plies[0].thought
    assert thought is not None
    assert (thought.value, thought.view, thought.proof.value) == (1, 0, "proven")
    assert thought.moves[0] == "1"
    assert thought.nodes == 20  # the complete tree of five matches


def test_broken_off_games_are_kept(tmp_path: Path) -> None:
    for players in ((Quitter(), "first"), (Scripted(9), "first"), (Scripted(OSError("x")), "first")):
        record = a_record("takeaway", *players)
        save_record(record, tmp_path / "a.json")
        read = load_record(tmp_path / "a.json")
        assert read.outcome == record.outcome
        read.replay()


def test_a_position_as_the_start() -> None:
    game = load_game("connect4")
    record = play_match(
        game, ["first", "first"], start=Position.of(game, "./" * 0 + "......./" * 5 + "...XO..")
    )
    read = record_of(record_json(record))
    assert read.start is not None
    assert read.replay()[0].state == record.replay(game)[0].state


def test_games_from_files_need_their_file(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE, encoding="utf-8")
    game = load_game(str(tmp_path / "race.py"))
    record = record_of(record_json(play_match(game, ["first", "first"])))
    record.replay(game)
    with pytest.raises(BadInput, match="race, which is not installed"):
        record.replay()


# --- what is wrong ------------------------------------------------------------------------------------------


def changed(**changes: Any) -> dict[str, Any]:
    document = json.loads(json.dumps(record_json(a_record("takeaway", "first", "first"))))
    for name, value in changes.items():
        if value is None:
            document.pop(name)
        else:
            document[name] = value
    return document  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ([], "This is not a record of a game"),
        ({"format": "chess"}, "This is not a record of a game"),
        (changed(version=2), "has version 2; this program knows versions up to 1"),
        (changed(version="1"), "version is not what it should be"),
        (changed(game=None), "game is missing"),
        (changed(game={"name": 7}), "game.name is not what it should be: a text"),
        (changed(game={"name": "takeaway", "parameters": {"matches": None}}), "parameters[...] is not"),
        (changed(players=[1, 2]), "players[0] is not what it should be"),
        (changed(plies=[{"move": 1, "player": 0}]), "move is not what it should be"),
        (changed(plies=[{"move": "1"}]), "player is missing"),
        (changed(plies=[{"move": "1", "player": True}]), "player is not what it should be"),
        (changed(plies=[{"move": "1", "player": 0, "seconds": float("nan")}]), "seconds is not"),
        (
            changed(plies=[{"move": "1", "player": 0, "thought": {"value": "x", "proof": "proven"}}]),
            "value is",
        ),
        (changed(plies=[{"move": "1", "player": 0, "thought": {"value": 1, "proof": "sure"}}]), "proof is"),
        (changed(opening=99), "opening is not what it should be"),
        (changed(outcome={"reason": "tired", "players": 2, "winners": [0]}), "outcome.reason is not"),
        (changed(outcome={"reason": "normal", "players": 2, "winners": [5]}), "outcome is not"),
        (
            changed(outcome={"reason": "normal", "players": 2, "winners": [0], "payoffs": [1]}),
            "payoffs is not",
        ),
    ],
)
def test_broken_documents(document: Any, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        record_of(document)
    assert words in caught.value.sentence("en")
    assert caught.value.sentence("de")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (changed(plies=[{"move": "3", "player": 0}]), "Move 1 of the record, 3, is against the rules"),
        (changed(plies=[{"move": "1", "player": 1}], outcome=None), "by player 2, but player 1 is to move"),
        (changed(outcome={"reason": "normal", "players": 2, "winners": [0], "payoffs": [1, -1]}), "not fit"),
        (changed(plies=[{"move": "1", "player": 0}]), "outcome in the record (normal) does not fit"),
        (changed(start="nonsense"), "begins with a position that takeaway cannot read: nonsense"),
        (changed(game={"name": "takeaway", "parameters": {"matches": -1}}), "matches of 0 or more"),
        (changed(game={"name": "os.system"}), "os.system, which is not installed"),
        (changed(game={"name": "/tmp/evil.py"}), "/tmp/evil.py, which is not installed"),
    ],
)
def test_records_against_the_rules(document: Any, words: str) -> None:
    record = record_of(document)
    with pytest.raises(BadInput) as caught:
        record.replay()
    assert words in caught.value.sentence("en")
    assert words not in caught.value.sentence("de") or words == "matches of 0 or more"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "cannot be read as JSON"),
        (b"\xff\xfe", "cannot be read as JSON"),
        (b'{"format": "spielbaum game", "vers', "cannot be read as JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": "spielbaum game", "seed": 1' + b"0" * 5000 + b"}", "far too many digits"),
        (b"{}", "This is not a record of a game"),
    ],
)
def test_broken_files(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        load_record(path)
    assert words in str(caught.value)
    assert "game.json" in str(caught.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        load_record(tmp_path / "none.json")
    with pytest.raises(BadInput, match="cannot be written: there is no folder"):
        save_record(a_record("takeaway"), tmp_path / "none" / "game.json")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return
    with pytest.raises(BadInput):
        record_of(document)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    save_record(a_record("takeaway"), path)
    before = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SpielbaumError, match="the disk is full"):
        save_record(a_record("nim"), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# --- as text ------------------------------------------------------------------------------------------------


def test_text_export() -> None:
    record = a_record("takeaway", "minimax", "first")
    game = load_game("takeaway")
    lines = record_text(record, game, "de").splitlines()
    assert lines[0] == "Streichholzspiel"
    assert lines[2:4] == ["Weiß: minimax", "Schwarz: first"]
    assert lines[5:] == ["1. 1  1", "2. 2  1", "", "Weiß gewinnt."]


def test_moves_are_numbered_as_people_do() -> None:
    """From the number in the FEN on, with a gap where Black begins; extra turns of Kalah stand together."""
    chess, kalah = load_game("chess"), load_game("kalah")
    start = Position.of(chess, "4k3/8/8/8/8/8/8/R3K3 b Q - 0 99")
    position = start.play("Kd7").play("O-O-O").play("Ke6").play("Re1")
    assert rounds(chess, start.state, [1, 0, 1, 0]) == [99, 100, 100, 101]
    assert move_rows(new_record(position, ["human"] * 2), chess) == [
        " 99. …       Kd7",
        "100. O-O-O+  Ke6",
        "101. Re1+",
    ]
    assert line_words(start, position.history) == "99... Kd7 100. O-O-O+ Ke6 101. Re1+"
    taken = Position.of(kalah, "3 1 1")
    assert rounds(kalah, kalah.start, [0, 0, 1]) == [1, 1, 1]
    assert move_rows(new_record(taken, ["human"] * 2), kalah) == ["1. 3 1  1"]
    assert line_words(Position(kalah, kalah.start), taken.history) == "3 1 1"
