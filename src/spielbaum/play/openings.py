"""The name of the opening that a game has gone through, and whether the opening book knows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from spielbaum.game import Game, Position
from spielbaum.game_fields import Opening

if TYPE_CHECKING:
    from spielbaum.engine.book import Book

#: Plies after which nobody looks for a name any more.
LONGEST = 40
#: Games whose openings are known by their positions.
KEPT = 8
#: The opening books of games, with the games, so that nothing else can have their identity.
_books: dict[int, tuple[Game[Any, Any], Book | None]] = {}
#: The openings, so that nothing else can have their identity, and their positions.
_known: dict[int, tuple[Iterable[Opening], dict[Any, Opening]]] = {}


def opening_of(position: Position[Any, Any]) -> Opening | None:
    """The name of the last position on the way here that has one, whatever the order of moves."""
    game = position.game
    if not game.presentation.openings or position.root != game.start:
        return None
    names = _names(game)
    for state in reversed(position.states[: LONGEST + 1]):
        known = names.get(_key(game, state))
        if known is not None:
            return known
    return None


def in_book(position: Position[Any, Any]) -> bool:
    """Whether the opening book that comes with the package knows what the position is worth."""
    from spielbaum.engine.book import packaged_book

    game = position.game
    if id(game) not in _books:
        if len(_books) >= KEPT:
            _books.pop(next(iter(_books)))
        _books[id(game)] = (game, packaged_book(game))
    book = _books[id(game)][1]
    return book is not None and book.get(position.state) is not None


def _key(game: Game[Any, Any], state: Any) -> Any:
    return state if game.hints.key is None else (game.hints.key(state), game.player(state))


def _names(game: Game[Any, Any]) -> dict[Any, Opening]:
    """The openings of a game by their positions; found out once for each list of openings."""
    openings = game.presentation.openings
    if id(openings) not in _known:
        if len(_known) >= KEPT:
            _known.pop(next(iter(_known)))
        _known[id(openings)] = (openings, _reached(game))
    return _known[id(openings)][1]


def _reached(game: Game[Any, Any]) -> dict[Any, Opening]:
    reached: dict[tuple[str, ...], Any] = {(): game.start}
    found = {}
    for opening in game.presentation.openings:
        for ply, text in enumerate(opening.moves):
            before, after = opening.moves[:ply], opening.moves[: ply + 1]
            if after not in reached:
                state = reached[before]
                reached[after] = game.play(state, game.find_move(state, text))
        found[_key(game, reached[opening.moves])] = opening
    return found
