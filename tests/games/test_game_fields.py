"""The groups of a game's fields: where each belongs, and what is said when it stands elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spielbaum import Facts, Game, Hints, Position, Presentation, load_game
from spielbaum.errors import BadInput
from spielbaum.game_fields import GROUPS, group_of, names_of
from spielbaum.language import LANGUAGES
from tests.support.ring import ring

#: Called with keywords that a type checker would refuse already.
FACTS: Any = Facts
HINTS: Any = Hints
PRESENTATION: Any = Presentation


def race(**more: Any) -> Game[Any, Any]:
    return Game(
        "race",
        start=(5, 0),
        moves=lambda s: range(1, min(2, s[0]) + 1),
        play=lambda s, taken: (s[0] - taken, 1 - s[1]),
        utility=lambda s: -1 if s[1] == 0 else 1,
        player=lambda s: s[1],
        **more,
    )


def test_every_field_has_one_place() -> None:
    classes: list[type] = [Game, *GROUPS.values()]
    names = [name for cls in classes for name in names_of(cls)]
    assert len(names) == len(set(names))
    for name in names_of(Game):
        assert group_of(name) is None


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: race(order=None), "`order` belongs to hints: Game(…, hints=Hints(order=…))."),
        (lambda: race(players=3), "`players` belongs to facts: Game(…, facts=Facts(players=…))."),
        (
            lambda: FACTS(title=""),
            "`title` belongs to presentation: Game(…, presentation=Presentation(title=…)).",
        ),
        (lambda: HINTS(evaluate=None), "`evaluate` belongs to the game itself: Game(…, evaluate=…)."),
        (lambda: race().with_facts(key=None), "`key` belongs to hints: Game(…, hints=Hints(key=…))."),
        (
            lambda: PRESENTATION(pictur=None),
            "`pictur` is not a field of a game; did you mean `picture`? "
            "It is written Game(…, presentation=Presentation(picture=…)).",
        ),
        (
            lambda: race(utilty=None),
            "`utilty` is not a field of a game; did you mean `utility`? It is written Game(…, utility=…).",
        ),
        (
            lambda: FACTS(qqq=1),
            "`qqq` is not a field of a game; Facts has: players, zero_sum, values, total, unit, most_moves, "
            "longest, repeats, repetition, prefer_early, ending_of.",
        ),
    ],
)
def test_a_field_in_the_wrong_place(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        make()
    assert refused.value.sentence() == sentence
    for language in LANGUAGES:
        assert "{" not in refused.value.sentence(language)


@pytest.mark.parametrize("name", names_of(Game))
def test_fields_of_the_game_are_known_to_its_groups(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        FACTS(**{name: None})
    assert refused.value.key == "error.game.keyword.rules"


def test_a_game_with_other_hints_is_otherwise_the_same() -> None:
    game = load_game("nim")
    other = game.with_hints(key=None).with_facts(longest=None).with_presentation(title="Heaps")
    assert other.hints.key is None
    assert other.hints.dynamic is game.hints.dynamic
    assert (other.facts.longest, other.facts.unit) == (None, game.facts.unit)
    assert other.presentation.title == "Heaps"
    assert other.presentation.rules == game.presentation.rules
    assert other.moves is game.moves


def test_fields_by_their_name() -> None:
    game = load_game("nim")
    assert game.named("play") is game.play
    assert game.named("key") is game.hints.key
    assert game.named("unit") == game.facts.unit
    assert game.named("picture") is game.presentation.picture
    with pytest.raises(AttributeError):
        game.named("nothing")


@pytest.mark.parametrize(
    ("game", "moves", "shown"),
    [
        (race(), "", "<Position race: start, player 0 to move>"),
        (race(), "2 2 1", "<Position race: 2 2 1, over>"),
        (load_game("connect4:width=5"), "33", "<Position connect4: 3 3, Yellow to move>"),
        (load_game("nim"), "3-0-1/2", "<Position nim: 3-0-1/2, Black to move>"),
        (ring(), "1 3 " * 7, f"<Position ring: … {'1 3 ' * 5}1 3, player 0 to move>"),
    ],
)
def test_positions_show_themselves_in_one_line(game: Game[Any, Any], moves: str, shown: str) -> None:
    assert repr(Position.of(game, moves)) == shown


def test_games_show_themselves_in_one_line() -> None:
    assert repr(race()) == "<Game race>"
    assert repr(load_game("connect4:width=5")) == "<Game connect4: width=5, height=6, k=4>"
    assert len(repr(load_game("spielbaum.games.chess:weighed_chess"))) < 100
