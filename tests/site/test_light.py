"""Pages with one game and without Python."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from spielbaum.errors import BadInput
from spielbaum.games import entries, load_game
from spielbaum.site.build import Plan
from spielbaum.site.light import check_light, compare, functions_seen, light_files
from tests.support.quick import later

DOTS = Path(__file__).parent.parent.parent / "examples" / "dots.py"
#: Games that a page without Python can play, one of each kind of board in the short run.
FITTING = ("tictactoe", "mnk", "takeaway", "nim", "hexapawn", "connect4", "kalah", "othello")
QUICK = ("tictactoe", "nim", "connect4", "kalah", "hexapawn")


def silent(_key: str, _file: str) -> None:
    """Whoever hears what could not be done."""
    pytest.fail("nothing was compared")


@pytest.mark.parametrize("name", [name if name in QUICK else later(name) for name in FITTING])
def test_games_look_the_same_in_both_languages(name: str) -> None:
    game = load_game(name)
    check_light(game)
    compare(game, functions_seen(game), silent, games=2 if name in QUICK else 20)


def test_other_games_are_refused_with_a_reason() -> None:
    reasons = {}
    for entry in entries():
        try:
            check_light(load_game(entry.name))
        except BadInput as error:
            reasons[entry.name] = error.key
    assert not set(reasons) & set(FITTING)
    assert reasons["trio"] == reasons["pig"] == "site.light.fit"
    assert reasons["chess"] == reasons["morris"] == "site.light.repeats"
    assert len(reasons) + len(FITTING) == len(entries())
    with pytest.raises(BadInput, match="picture"):
        check_light(load_game(str(DOTS)))


def test_a_translation_that_differs_is_refused() -> None:
    game = load_game("nim")
    seen = functions_seen(game)
    with pytest.raises(BadInput, match="nim looks different in JavaScript"):
        compare(game, seen.replace('"heaps"', '"grid"'), silent, games=1)


def test_the_files_of_a_page() -> None:
    plan = Plan(("nim",), modules={"nim": b"a module"})
    files = light_files(plan)
    assert gzip.decompress(files["game/rules.wasm.bin"]) == b"a module"
    assert not [name for name in files if "python/" in name or "tree_lab" in name or name.endswith(".zip")]
    facts = json.loads(files["light.json"])
    assert facts["endings"]["de"]["1"]["winners"] == [0]
    assert facts["endings"]["en"]["0"]["draw"]
    assert len(facts["levels"]) == 8
    told = json.loads(gzip.decompress(files["answers/en/game.json.bin"]))
    assert told["players"] == ["human", "engine", "random", "first"]
    assert b"static/css/light.css" in files["index.html"]
    assert sum(map(len, files.values())) < 1_000_000
