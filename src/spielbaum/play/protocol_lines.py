"""Games, positions and moves as lines of Spielbaum's own protocol, for both of its sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.record import game_spec, notation_of, start_of

#: Of the protocol; see `docs/protocol.md`.
VERSION = 1


def game_line(game: Game[Any, Any]) -> str:
    """`game connect4 width=7 height=6 k=4`."""
    name, _, parameters = game_spec(game.name, game.presentation.parameters).partition(":")
    return f"game {name} {parameters.replace(',', ' ')}".rstrip()


def game_text(line: str) -> str:
    """The text by which `load_game` finds the game of such a line, without its first word."""
    name, *parameters = line.split()
    return f"{name}:{','.join(parameters)}" if parameters else name


def position_lines(position: Position[Any, Any]) -> Iterator[str]:
    """Where the moves begin, the moves, and what may be played now."""
    game = position.game
    if position.from_start:
        yield "position"
    else:
        yield f"position {notation_of(game, position.root)}"
    yield " ".join(["moves", *map(move_word, position.history_texts)])
    yield " ".join(["legal", *map(move_word, position.legal_texts)])


def read_position(game: Game[Any, Any], notation: str, words: Sequence[str]) -> Position[Any, Any]:
    """The position of such lines."""
    position = start_of(game, notation or None)
    for word in words:
        move = word_of(game, position.state, word)
        if move is None:
            raise BadInput("protocol.illegal", move=word)
        position = position.after(move)
    return position


def move_word(text: str) -> str:
    """A move's text as one word."""
    return "_".join(text.split())


def word_of(game: Game[Any, Any], state: Any, word: str) -> Any | None:
    """The legal move of that word; None where there is none."""
    for move in game.legal(state):
        if move_word(game.move_name(state, move)) == word:
            return move
    try:
        return game.find_move(state, word)
    except (BadInput, ValueError, LookupError, TypeError):  # of rules that expect numbers, say
        return None


def move_words(position: Position[Any, Any], words: Sequence[str]) -> tuple[Any, ...]:
    """The moves of a line, as far as they are legal."""
    line: list[Any] = []
    for word in words:
        move = word_of(position.game, position.state, word)
        if move is None:
            break
        line.append(move)
        position = position.after(move)
    return tuple(line)
