"""How long compiling should take: said before it begins, and nothing where nothing is left to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielbaum.engine.compile_time import seconds_to_compile
from spielbaum.engine.specialise import code_of
from spielbaum.games import load_game

BOTH = ("search", "solve")


def test_more_rules_take_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path))
    # Rules that no other test has: what this process has compiled once is ready.
    heaps, chess = load_game("takeaway:matches=83,most=23"), load_game("chess:men=KRK")
    assert 0 < seconds_to_compile(heaps, ["search"]) < seconds_to_compile(heaps, BOTH)
    assert seconds_to_compile(heaps, BOTH) < seconds_to_compile(chess, BOTH)


def test_a_game_with_chance_has_one_kernel_for_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path))
    code = code_of(load_game("pig:target=17"))
    assert not code.ready("chance")
    assert code.bytecode("chance") > code.bytecode("perft")


def test_nothing_is_left_to_do_for_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path))
    assert code_of(load_game("takeaway:matches=97"), interpreted=True).ready("search")
