"""A game to step through on a page: every position as a board, every move in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from spielbaum.board import board_text
from spielbaum.draw import position_board
from spielbaum.draw.boards import MARGIN, board_picture
from spielbaum.errors import SpielbaumError
from spielbaum.experiments.formats import name as name_words
from spielbaum.experiments.kind import PlayedGame
from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.language import say
from spielbaum.play import Ply, Record, final_outcome, game_title, outcome_words, player_name, value_words
from spielbaum.play.outcome import Reason
from spielbaum.play.record import start_of


@dataclass(frozen=True, slots=True)
class Replay:
    """`boards[i]` are the numbers of the `pieces` of markup that make up the board after `i` moves.

    Boards of a game have most of their pieces in common, so a page with all of them stays small.
    """

    caption: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    #: How many of the moves were the opening.
    opening: int
    #: Whose move it is after each move, and what to say about each position.
    movers: tuple[int, ...]
    words: tuple[str, ...]
    #: The board in plain text; `pieces` are empty where a game has no picture.
    texts: tuple[str, ...]
    size: tuple[float, float]
    pieces: tuple[str, ...]
    boards: tuple[tuple[int, ...], ...]


def longest(games: Iterable[PlayedGame]) -> PlayedGame | None:
    """The longest game that ended by the rules; the first of several."""
    ended = [game for game in games if game.reason == Reason.NORMAL.value]
    return max(ended, key=lambda game: len(game.moves), default=None)


def replay_of(
    spec: str, game: PlayedGame, sides: tuple[str, str], language: str, *, won: bool
) -> Replay | None:
    """The game, positions and all; None where its rules are not to be had, as when they stand in a file."""
    record = game.record or _record(spec, game)
    try:
        positions = [] if record is None else record.replay()
    except SpielbaumError:
        return None
    if record is None or not positions[-1].over:
        return None
    rules = positions[0].game
    names = [name_words(side, language) for side in game.sides]
    words = [say("report.game.start", language)]
    for number, ply in enumerate(record.plies, start=1):
        name = player_name(rules, ply.player, language)
        key = "report.game.opening" if number <= game.opening else "report.game.move"
        fields = {"number": number, "name": name, "move": ply.move, "player": names[ply.player]}
        text = say(key, language, **fields)
        if ply.thought is not None:
            value = value_words(rules, ply.thought, language)
            text += " " + say("report.game.thought", language, value=value)
        words.append(text)
    outcome = record.outcome or final_outcome(positions[-1])
    words[-1] += " " + outcome_words(rules, outcome, language)
    winner, loser = (name_words(side, language) for side in sides)
    caption = say("report.game.win" if won else "report.game.any", language, winner=winner, loser=loser)
    size, pieces, boards = _boards(positions)
    return Replay(
        caption=caption,
        game=game_title(rules, language),
        start=record.start,
        moves=record.moves,
        opening=game.opening,
        movers=tuple(ply.player for ply in record.plies),
        words=tuple(words),
        texts=tuple(_text(position) for position in positions),
        size=size,
        pieces=pieces,
        boards=boards,
    )


def _record(spec: str, game: PlayedGame) -> Record | None:
    """A record of the moves alone; a run may name only rules that come with the package."""
    if spec.partition(":")[0] not in built_in_names():
        return None
    rules = load_game(spec)
    plies = []
    try:
        position: Position[Any, Any] = start_of(rules, game.start)
        for move in game.moves:
            plies.append(Ply(move, position.player))
            position = position.play(move)
    except SpielbaumError:
        return None
    return Record(
        game=rules.name,
        parameters=dict(rules.presentation.parameters),
        players=game.sides,
        plies=tuple(plies),
        opening=game.opening,
        start=game.start,
    )


def _text(position: Position[Any, Any]) -> str:
    board = position_board(position)
    return str(position) if board is None else board_text(board)


def _boards(
    positions: Sequence[Position[Any, Any]],
) -> tuple[tuple[float, float], tuple[str, ...], tuple[tuple[int, ...], ...]]:
    numbers: dict[str, int] = {}
    boards: list[tuple[int, ...]] = []
    width = height = 0.0
    for position in positions:
        board = position_board(position)
        if board is None:
            return (0.0, 0.0), (), ()
        picture = board_picture(board, names=True)
        width, height = max(width, picture.width), max(height, picture.height)
        drawn = ElementTree.fromstring(f"<g>{picture.markup}</g>")
        parts = [ElementTree.tostring(part, encoding="unicode") for part in drawn]
        boards.append(tuple(numbers.setdefault(part, len(numbers)) for part in parts))
    return (width + 2 * MARGIN, height + 2 * MARGIN), tuple(numbers), tuple(boards)
