"""`spielbaum games`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.games import built_in_names
from tests.support.packages import describe_package


def games(*words: str) -> Result:
    return CliRunner().invoke(main, ["games", *words], prog_name="spielbaum")


def test_list() -> None:
    result = games("--lang", "en")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(built_in_names())
    assert any("heaps=3-5-7" in line and "matches in each heap" in line for line in lines)


def test_list_in_german() -> None:
    assert "Vier gewinnt" in games("--lang", "de").stdout


def test_list_as_json() -> None:
    listed = json.loads(games("--json", "--lang", "de").stdout)
    assert [game["name"] for game in listed] == list(built_in_names())
    nim = next(game for game in listed if game["name"] == "nim")
    assert nim["switches"][0] == {"name": "heaps", "value": [3, 5, 7], "meaning": "Streichhölzer je Haufen"}
    for game in listed:
        assert game["rules"]
        assert game["title"]
        assert len(game["player_names"]) == game["players"]


@pytest.mark.parametrize("name", built_in_names())
@pytest.mark.parametrize("language", ["en", "de"])
def test_rules(name: str, language: str) -> None:
    result = games(name, "--lang", language)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) > 5


def test_rules_follow_the_switches() -> None:
    assert "last match wins" in games("nim:misere=no", "--lang", "en").stdout
    assert json.loads(games("connect4:width=5", "--json").stdout)["switches"][0]["value"] == 5


def test_unknown_game() -> None:
    result = games("conect4", "--lang", "de")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "connect4" in result.stderr


def test_a_game_without_words(tmp_path: Path) -> None:
    path = tmp_path / "bare.py"
    path.write_text(
        "from spielbaum import Game\n"
        "def bare(size: int) -> Game:\n"
        "    return Game('bare', start=(size, 0), moves=lambda s: range(s[0]), play=lambda s, m: (m, 1),\n"
        "                player=lambda s: s[1], utility=lambda s: 0)\n",
        encoding="utf-8",
    )
    result = games(f"{path}:size=3")
    assert result.exit_code == 0
    assert result.stdout.startswith("bare\n")


def test_a_broken_package_is_mentioned_and_the_rest_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe_package(tmp_path, "broken", "lost = no_such_module:game")
    monkeypatch.syspath_prepend(tmp_path)
    result = games("--lang", "en")
    assert result.exit_code == 0
    assert "connect4" in result.stdout
    assert "lost" in result.stderr
