"""Games are found by name, in files, in modules and through entry points."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielbaum.errors import BadInput, BrokenGame, SpielbaumError
from spielbaum.game import Game
from spielbaum.games import DEFAULT_GAME, built_in_names, by_popularity, entries, load_game
from tests.support.packages import describe_package

COIN = """
from spielbaum import Game

def coin(tosses: int = 2, fair: bool = True, name: str = "coin") -> Game:
    return Game(name, start=(tosses, 0), moves=lambda s: range(1, 1 + min(s[0], 1)),
                play=lambda s, m: (s[0] - m, 1 - s[1]), player=lambda s: s[1], utility=lambda s: 1)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """An installed package with a game: a module and the description of a distribution beside it."""
    name = "coin_" + "".join(c if c.isalnum() else "_" for c in request.node.name)
    (tmp_path / f"{name}.py").write_text(COIN, encoding="utf-8")
    describe_package(tmp_path, "coin-games", f"coin = {name}:coin")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def sentence(spec: str) -> str:
    with pytest.raises(SpielbaumError) as caught:
        load_game(spec)
    caught.value.sentence("de")
    return caught.value.sentence("en")


@pytest.mark.parametrize("name", built_in_names())
def test_built_in(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, Game)
    assert game.name == name


def test_parameters() -> None:
    game = load_game("connect4:width=6,height=5")
    assert dict(game.presentation.parameters) == {"width": 6, "height": 5, "k": 4}
    nim = load_game("nim:heaps=1-2,misere=no")
    assert nim.presentation.parameters == {"heaps": (1, 2), "misere": False, "static": "endings"}
    assert load_game("kalah:end=mover").presentation.parameters["end"] == "mover"
    assert load_game("takeaway").presentation.parameters == {"matches": 5, "most": 2, "misere": True}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("conect4", ["conect4", "connect4"]),
        ("connect4:wdth=6", ["wdth", "width"]),
        ("connect4:width", ["width", "name=value"]),
        ("connect4:width=six", ["width", "six"]),
        ("connect4:width=0", ["0", "63"]),
        ("connect4:width=9,height=9", ["63"]),
        ("mnk:players=5", ["2 to 4", "5"]),
        ("takeaway:most=0", ["most=0"]),
        ("nim:heaps=a", ["3-5-7"]),
        ("nim:heaps=999999999-999999999-999999999", ["62"]),
        ("nim:misere=maybe", ["yes | no", "maybe"]),
        ("kalah:houses=20,seeds=20", ["62"]),
        ("kalah:end=later", ["row | mover", "later"]),
        ("othello:size=7", ["4 | 6 | 8", "7"]),
        ("no/such/file.py", ["no/such/file.py"]),
        ("spielbaum.games.nim:nym", ["nym", "nim"]),
        ("no_such_module_here:game", ["no_such_module_here"]),
    ],
)
def test_what_cannot_be_loaded_is_said_in_a_sentence(spec: str, words: list[str]) -> None:
    said = sentence(spec)
    assert all(word in said for word in words), said
    with pytest.raises(BadInput):
        load_game(spec)


def test_wrong_words_from_python() -> None:
    from spielbaum.games.kalah import kalah

    with pytest.raises(BadInput, match=r"row \| mover"):
        kalah(end="rows")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"owner \| finisher"):
        kalah(leftovers="nobody")  # type: ignore[arg-type]


def test_entry_point(module: str) -> None:
    (entry,) = [entry for entry in entries() if entry.name == "coin"]
    assert entry.source == "coin-games"
    assert entry.factory.__module__ == module
    assert list(entry.switches) == ["tosses", "fair", "name"]
    assert load_game("coin").start == (2, 0)
    assert load_game("coin:tosses=5,fair=no").start == (5, 0)
    assert "coin" in sentence("coyn")


def test_module(module: str) -> None:
    assert load_game(f"{module}:coin").start == (2, 0)
    assert load_game(f"{module}:coin:tosses=3").start == (3, 0)


def test_annotations_that_cannot_be_resolved(tmp_path: Path) -> None:
    """The defaults tell the types then."""
    path = tmp_path / "later.py"
    code = COIN.replace("-> Game:", "-> 'Game[NotThere, int]':")
    path.write_text(code, encoding="utf-8")
    assert load_game(f"{path}:coin:tosses=7,fair=no").start == (7, 0)


def test_file(tmp_path: Path) -> None:
    path = tmp_path / "my game.py"
    path.write_text(COIN, encoding="utf-8")
    assert load_game(str(path)).start == (2, 0)
    assert load_game(f"{path}:coin").start == (2, 0)
    assert load_game(f"{path}:coin:tosses=4,name=penny").name == "penny"
    assert "coin" in sentence(f"{path}:koin")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1 / 0", ["ZeroDivisionError"]),
        ("import no_such_thing_here", ["no_such_thing_here"]),
        ("def f(: pass", ["SyntaxError"]),
        ("x = 1", ["exactly one function"]),
        (COIN.replace("start=", "key=hash, start="), ["broken.py", "`key` belongs to hints"]),
        (COIN + COIN.replace("def coin", "def toss"), ["exactly one", "coin", "toss"]),
        ("from spielbaum import Game\ndef g() -> Game: return 3", ["must return a Game", "int"]),
        ("from spielbaum import Game\ndef g() -> Game: raise KeyError('k')", ["KeyError"]),
        ("from spielbaum import Game\ndef g(n: int) -> Game: raise KeyError('k')", ["must be given", "n"]),
    ],
)
def test_broken_files(tmp_path: Path, code: str, words: list[str]) -> None:
    path = tmp_path / "broken.py"
    path.write_text(code, encoding="utf-8")
    said = sentence(str(path))
    assert all(word in said for word in words), said


def test_a_broken_package_does_not_hide_the_other_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe_package(tmp_path, "broken", "lost = no_such_module:game")
    monkeypatch.syspath_prepend(tmp_path)
    assert [entry.name for entry in entries()] == [*built_in_names(), "lost"]
    with pytest.raises(BrokenGame, match="no_such_module"):
        load_game("lost")


def test_popular_games_come_first_and_none_is_missing() -> None:
    names = by_popularity()
    assert names[0] == DEFAULT_GAME
    assert sorted(names) == sorted(entry.name for entry in entries())
