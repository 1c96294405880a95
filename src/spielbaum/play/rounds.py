"""Moves as people number them: a round is one turn of every player, `1. e4 e5 2. Nf3`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.record import Record, start_of
from spielbaum.result import CHANCE

#: Stands where the game begins in the middle of a round.
MISSING = "…"


def rounds(game: Game[Any, Any], start: Any, turns: Sequence[int]) -> list[int]:
    """The round of each move of a game from `start`, in the `turns` of whom they were made.

    Extra turns of a player belong to the same turn. Counted from the number that the game's own notation has
    for the start, else from 1.
    """
    first = 1 if game.presentation.round is None else game.presentation.round(start)
    found: list[int] = []
    turn = turns[0] if turns else 0
    for index, mover in enumerate(turns):
        turn += index > 0 and mover != turns[index - 1]
        found.append(first + turn // game.facts.players)
    return found


def whose_turns(movers: Sequence[int], *, throws_first: bool = False, to_move: int = CHANCE) -> list[int]:
    """In whose turn each move was made; `to_move` is who moves after them.

    A move of nature belongs to the player before it, as the throw that a player has decided on in Pig; or to
    the next one, where a turn begins with it (`throws_first`). Where there is none it is the other way round.
    """
    if throws_first:
        return whose_turns([to_move, *reversed(movers)])[:0:-1]
    last = next((mover for mover in (*movers, to_move) if mover != CHANCE), 0)
    turns = []
    for mover in movers:
        last = last if mover == CHANCE else mover
        turns.append(last)
    return turns


def throws_come_first(game: Game[Any, Any], states: Iterable[Any]) -> bool:
    """Whether turns begin with a throw, as in backgammon: whatever it is, the other player moves next.

    `states` are those of a game; as many are looked at as that takes. With the doubling cube a throw may also
    follow a decision of the player whose throw it is, so one of the other kind is looked for.
    """
    before = CHANCE
    for state in states if game.has_chance and game.facts.players > 1 else ():
        who = game.player(state)
        if who == CHANCE and before != CHANCE:
            after = (game.play(state, move) for move in game.legal(state))
            if before not in {game.player(each) for each in after}:
                return True
        before = who
    return False


def turns_of(position: Position[Any, Any]) -> list[int]:
    """In whose turn each move of the history was made."""
    first = throws_come_first(position.game, position.states)
    to_move = CHANCE if position.over else position.player
    return whose_turns(position.movers, throws_first=first, to_move=to_move)


def move_rows(record: Record, game: Game[Any, Any]) -> list[str]:
    """The moves, one numbered row for each round; extra turns of a player stand together."""
    start, plies = start_of(game, record.start).state, record.plies
    rows: dict[int, list[str]] = {}
    last = None
    states = list(_states(record, game)) if game.has_chance else []
    to_move = game.player(states[-1]) if states and not game.ended(states[-1]) else CHANCE
    turns = whose_turns(
        [ply.player for ply in plies], throws_first=throws_come_first(game, states), to_move=to_move
    )
    for ply, number, player in zip(plies, rounds(game, start, turns), turns, strict=True):
        row = rows.setdefault(number, [MISSING] * (0 if rows else player))
        if row and last == (number, player):
            row[-1] += f" {ply.move}"
        else:
            row.append(ply.move)
        last = number, player
    width = max((len(cell) for row in rows.values() for cell in row), default=0)
    margin = max((len(str(number)) for number in rows), default=0)
    return [
        f"{number:>{margin}}. {'  '.join(cell.ljust(width) for cell in row)}".rstrip()
        for number, row in rows.items()
    ]


def _states(record: Record, game: Game[Any, Any]) -> Iterator[Any]:
    """The states of a recorded game."""
    state = start_of(game, record.start).state
    yield state
    for ply in record.plies:
        state = game.play(state, game.find_move(state, ply.move))
        yield state


def line_words(position: Position[Any, Any], line: Sequence[Any]) -> str:
    """Moves that follow each other; numbered where the game's notation has numbers: `4... Nf6 5. O-O`."""
    game, state, words = position.game, position.state, []
    for move, text in zip(line, position.line_texts(line), strict=True):
        if game.presentation.round is not None and game.player(state) == 0:
            words.append(f"{game.presentation.round(state)}.")
        elif game.presentation.round is not None and not words:
            words.append(f"{game.presentation.round(state)}...")
        words.append(text)
        state = game.play(state, move)
    return " ".join(words)
