"""Players written as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.errors import BadInput, UnknownName
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import Turn, as_player, make_player, parse_player, split_players
from spielbaum.play.engine_players import EnginePlayer
from tests.play.support import Scripted


@pytest.mark.parametrize(
    "text",
    [
        "human",
        "random",
        "random:seed=1",
        "first",
        "minimax:depth=4",
        "alphabeta:depth=6",
        "engine:seconds=0.5,threads=2",
        "engine:level=3",
        "engine:depth=7",
        "engine:nodes=1000",
        "perfect",
        "perfect:seconds=2",
        "table:nim.table",
        "table:nim.table,seed=2",
        "mcts:seconds=0.5",
        "mcts:playouts=100,seed=7",
        "maxn:depth=3",
        "maxn:depth=3,ties=last",
        "paranoid:depth=3",
    ],
)
def test_every_player_of_the_manual_can_be_written(text: str) -> None:
    player = make_player(text)
    assert player.spec == text
    assert str(parse_player(text)) == text


def test_options_reach_the_player() -> None:
    player = make_player("engine:seconds=0.25,threads=2,table_mb=8")
    assert isinstance(player, EnginePlayer)
    assert (player.seconds, player.threads, player.table_mb, player.depth) == (0.25, 2, 8, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("engin", "There is no player called engin; did you mean: engine"),
        ("", "There is no player called ;"),
        ("engine:second=1", "There is no option called second for this player; did you mean: seconds"),
        ("engine:seconds", "seconds of engine has no value; write seconds=number."),
        ("engine:seconds=soon", "seconds of engine must be a number from 0.001 to 86400, but is soon."),
        ("engine:seconds=nan", "but is nan."),
        ("engine:seconds=-1", "but is -1."),
        ("engine:threads=1.5", "but is 1.5."),
        ("engine:level=9", "level of engine must be a number from 1 to 8, but is 9."),
        ("engine:level=3,seconds=1", "seconds cannot be given as well"),
        ("minimax:depth=0", "depth of minimax must be a number from 1 to 1000, but is 0."),
        ("minimax:depth=2,depth=3", "depth of minimax is given twice."),
        ("maxn:ties=least", "ties of maxn must be one of first, last, but is least."),
        ("maxn:ties=last,ties=last", "ties of maxn is given twice."),
        ("first:seed=1", "first takes no options, but seed=1 was given."),
    ],
)
def test_a_bad_player_gets_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_player(text)
    assert words in caught.value.sentence("en")
    assert caught.value.sentence("de") != caught.value.sentence("en")
    assert "\n" not in caught.value.sentence("de")


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        spec = parse_player(text)
    except BadInput:
        return
    assert parse_player(str(spec)) == spec


def test_the_nearest_names_are_offered() -> None:
    with pytest.raises(UnknownName) as caught:
        make_player("alphabet:depth=2")
    assert str(caught.value.fields["near"]).split(", ")[0] == "alphabeta"


def test_players_are_told_apart_from_their_options() -> None:
    assert split_players("human,engine:seconds=0.5,threads=2, random") == [
        "human",
        "engine:seconds=0.5,threads=2",
        "random",
    ]


def test_an_object_with_one_method_is_a_player() -> None:
    game = load_game("takeaway")
    player = as_player(Scripted(2))
    player.prepare(game, 1)
    assert player.spec == "Scripted"
    assert player.choose(Position(game, game.start), Turn()) == 2
    player.close()


def test_other_objects_are_refused() -> None:
    with pytest.raises(BadInput, match=r"method choose\(position, turn\), but this is a int"):
        as_player(7)
