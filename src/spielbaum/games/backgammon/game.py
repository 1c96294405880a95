"""Backgammon; with three men a side it is hypergammon, with `cube=64` it is played with the doubling cube."""

from __future__ import annotations

from typing import Annotated

from spielbaum.board import Board, Cell, Cube, Tally
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, OneOf, Presentation
from spielbaum.games.backgammon.evaluation import UNIT, evaluation
from spielbaum.games.backgammon.identifiers import notation, parse
from spielbaum.games.backgammon.men import (
    BAR,
    HOME,
    LOW,
    POINTS,
    Side,
    added,
    count,
    none_left,
    on_board,
    pips,
)
from spielbaum.games.backgammon.moves_text import DECISIONS, PASS, join_words, move_text, parse_move
from spielbaum.games.backgammon.rules import (
    DROPPED,
    NOBODY,
    OFFERED,
    State,
    moves,
    over,
    player,
    weight,
)
from spielbaum.games.backgammon.rules import play as played
from spielbaum.games.localized import join, localized, names, switches

#: The men of each player at the start, by their number: (point, men).
STARTS = {
    1: ((24, 1),),
    2: ((24, 1), (23, 1)),
    3: ((24, 1), (23, 1), (22, 1)),
    15: ((24, 2), (13, 5), (8, 3), (6, 5)),
}
#: How far the cube may go; the first means that there is none.
CUBES = (1, 2, 4, 8, 16, 32, 64)
#: Four steps from as many of fifteen men: 18 over 4.
MOST_MOVES = 3060


def picture(s: State, men: int, most: int) -> Board:
    """White's points 13 to 24 above, 12 to 1 below; after six the bar, at the end what is borne off."""

    def point(number: int) -> Cell:
        for who, here in enumerate((count(s.first, number), count(s.second, BAR - number))):
            if here:
                return Cell(who, here)
        return Cell()

    def row(who: int, numbers: list[int]) -> tuple[Cell, ...]:
        side = s.second if who else s.first
        bar, borne_off = count(side, BAR), men - on_board(side)
        half = len(numbers) // 2
        points = [point(number) for number in numbers]
        return (
            *points[:half],
            Cell(who if bar else None, bar),
            *points[half:],
            Cell(who if borne_off else None, borne_off),
        )

    rows = (row(1, list(range(13, 25))), row(0, list(range(12, 0, -1))))
    dice = (s.dice // 10, s.dice % 10) if s.dice > 0 else ()
    if most == 1:
        return Board("backgammon", rows, dice=dice)
    # A double that is offered lies before whoever has to answer it.
    offered = s.dice == OFFERED
    owner = 1 - s.turn if offered else None if s.owner == NOBODY else s.owner
    cube = Cube(2 * s.stake if offered else s.stake, owner, offered)
    return Board("backgammon", rows, dice=dice, cube=cube)


def backgammon(
    men: Annotated[int, OneOf(tuple(STARTS))] = 15, cube: Annotated[int, OneOf(CUBES)] = 1
) -> Game[State, int]:
    """Backgammon with `men` men a side and a doubling cube up to `cube`; with 1 there is none.

    The pay-off is 1, 2 for a gammon, 3 for a backgammon, times the stake. It is played for points alone,
    without the Jacoby rule, beavers and automatic doubles.
    """
    if men not in STARTS:
        raise BadInput("error.game.backgammon", men=men, known=", ".join(map(str, STARTS)))
    if cube not in CUBES:
        raise BadInput("error.game.backgammon_cube", cube=cube, known=", ".join(map(str, CUBES)))
    side = Side(0, 0)
    for place, number in STARTS[men]:
        side = added(side, place, number)

    def points(loser: Side) -> int:
        """What a win is worth: 2 where the loser has borne off nobody, 3 where one of them is far behind."""
        if on_board(loser) < men:
            return 1
        return 3 if (loser.high >> (4 * (POINTS - HOME - LOW))) else 2

    def utility(s: State) -> int:
        if s.dice == DROPPED:
            return s.stake if s.turn == 0 else -s.stake
        return s.stake * (points(s.second) if none_left(s.first) else -points(s.first))

    def ending(s: State) -> str:
        if s.dice == DROPPED:
            return "game.backgammon.dropped"
        return f"game.backgammon.points.{abs(utility(s)) // s.stake}"

    def play(s: State, move: int) -> State:
        return played(s, move, cube)

    about_cube = localized("backgammon.no_cube" if cube == 1 else "backgammon.cube", cube=cube)
    names_of_moves = [PASS, *(name for names in DECISIONS.values() for name in names if cube > 1)]
    return Game(
        "backgammon",
        start=State(side, side, NOBODY, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluation(men, cube),
        weight=weight,
        facts=Facts(
            values=(-3 * cube, 3 * cube),
            unit=UNIT,
            most_moves=MOST_MOVES,
            repeats=True,
            prefer_early=False,
        ),
        presentation=Presentation(
            tally=lambda _start, s: [
                Tally("game.backgammon.pips", pips(side)) for side in (s.first, s.second)
            ],
            move_text=move_text,
            parse_move=parse_move,
            join_words=join_words,
            move_names={name: localized(f"backgammon.{name}") for name in names_of_moves},
            notation=lambda s: notation(s, cube),
            notation_name="GNU Backgammon ID",
            parse=lambda text: parse(text, men, cube),
            picture=lambda s: picture(s, men, cube),
            ending=ending,
            title=localized("backgammon.title"),
            rules=join(localized("backgammon.rules", men=men), about_cube),
            player_names=names("white", "black"),
            switches=switches("backgammon", "men", "cube"),
        ),
    )
