"""Digests of rules are remembered, and never those of other rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from spielbaum.engine.book import rules_digest
from spielbaum.engine.digest import describe
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.solution import digests
from spielbaum.solution.digests import known_digest


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that had to be played, with an empty cache."""
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path))
    found: list[str] = []

    def counted(game: Game[Any, Any]) -> str:
        found.append(game.name)
        return rules_digest(game)

    monkeypatch.setattr(digests, "rules_digest", counted)
    # What is counted is another function each time, and so would be its description.
    monkeypatch.setattr(digests, "describe", lambda _counted, *parts: describe(rules_digest, *parts))
    return found


def test_games_are_played_once(played: list[str]) -> None:
    game = load_game("takeaway")
    assert known_digest(game) == known_digest(load_game("takeaway")) == rules_digest(game)
    assert len(played) == 1


def test_other_rules_have_another_digest(played: list[str]) -> None:
    game = load_game("takeaway")
    found = {known_digest(game), known_digest(load_game("takeaway:matches=6"))}

    def moves(s: Any) -> Iterator[int]:
        return (taken for taken in game.moves(s) if taken < 2)

    found.add(known_digest(replace(game, moves=moves)))
    found.add(known_digest(replace(game, utility=lambda s: -game.utility(s))))  # type: ignore[operator]
    assert len(found) == len(played) == 4


@pytest.mark.parametrize("content", [b"", b"0" * 63, b"z" * 64, b"0" * 65])
def test_a_damaged_file_is_made_again(content: bytes, played: list[str], tmp_path: Path) -> None:
    game = load_game("takeaway")
    known_digest(game)
    (path,) = tmp_path.glob("*.digest")
    path.write_bytes(content)
    assert known_digest(game) == rules_digest(game)
    assert known_digest(game) == rules_digest(game)
    assert len(played) == 2


def test_what_cannot_be_described_is_played_each_time(played: list[str]) -> None:
    lock = Lock()  # nobody can tell one from another

    def utility(_s: Any) -> int:
        return -1 if lock.locked() else 1

    game = replace(load_game("takeaway"), utility=utility)
    assert known_digest(game) == known_digest(game)
    assert len(played) == 2
