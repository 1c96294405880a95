"""Positions of small games to be judged: value, remoteness, and the moves that keep the value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from spielbaum.errors import BadInput
from spielbaum.exercise.model import Exercise, Subject
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.search.retrograde import Entry, retrograde
from spielbaum.tree import Tree

if TYPE_CHECKING:
    from spielbaum.solution import Solution as FileSolution

#: What is chosen from where no game is named: games that one can think through to the end.
SMALL_GAMES = (
    "nim:heaps=1-3-4,misere=no",
    "nim:heaps=2-3-3",
    "takeaway:matches=15,most=4",
    "hexapawn",
    "tictactoe",
    "morris",
)
#: Positions of a game at most: it is solved on the spot, in some seconds.
MOST_SOLVED = 50_000
#: Positions tried for one variant.
TRIES = 500
#: A random game is left after this many plies.
MOST_PLIES = 60
#: The share of lost positions that are taken: every move keeps a loss, so there is less to find out.
LOST = 0.25


def make_positions(number: int, seed: int, name: str = "") -> tuple[Exercise, ...]:
    """That many different positions of the game, or of small games chosen at random.

    The name may be that of a file with the whole solution of a game, which may be larger then.
    """
    found: dict[str, Exercise] = {}
    for variant in range(number):
        exercise = _variant(seed, variant, (name,) if name else SMALL_GAMES, found)
        found[exercise.id] = exercise
    return tuple(found.values())


def _variant(seed: int, variant: int, names: tuple[str, ...], known: dict[str, Exercise]) -> Exercise:
    for attempt in range(TRIES):
        random = Random(f"remoteness/{seed}/{variant}/{attempt}")  # the same everywhere, which `hash` is not
        game, solution = _solved(random.choice(names))
        state = _random_state(game, random)
        if state is not None and _telling(game, solution, state, random):
            exercise = position_exercise(game, solution, state)
            if exercise.id not in known:
                return exercise
    raise BadInput("error.exercise.no_position", games=", ".join(names), tries=TRIES, variant=variant + 1)


class Entries(Protocol):
    """What is known of every position of a game."""

    def at(self, state: Any) -> Entry: ...


@dataclass(frozen=True)
class FileEntries:
    """The entries of a solution in a file, as retrograde analysis gives them."""

    file: FileSolution

    def at(self, state: Any) -> Entry:
        found = self.file.look(state) or self.file.end(state)
        if found is None:
            from spielbaum.solution.wording import state_text

            position = state_text(self.file.game, state)
            raise BadInput("table.unknown_position", path=self.file.path, position=position)
        return Entry(found.value, None if found.cycle else found.remoteness, found.cycle)


@lru_cache(maxsize=len(SMALL_GAMES))
def _solved(name: str) -> tuple[Game[Any, Any], Entries]:
    if name.endswith(".table"):
        from spielbaum.solution import Solution as FileSolution

        file = FileSolution.open(name)
        file.require_exact("exercise")
        return file.game, FileEntries(file)
    game = load_game(name)
    game.require_two_player_zero_sum("remoteness")
    return game, retrograde(game, most=MOST_SOLVED).solution


def _random_state(game: Game[Any, Any], random: Random) -> Any:
    """A position of a random game; None where the game is over at its start."""
    state = game.start
    states: list[Any] = []
    while len(states) < MOST_PLIES and (moves := game.legal(state)):
        states.append(state)
        state = game.play(state, random.choice(moves))
    return random.choice(states) if states else None


def _telling(game: Game[Any, Any], solution: Entries, state: Any, random: Random) -> bool:
    """Several moves, nothing that is decided at once, and a choice that matters (but for a few losses)."""
    entry, mover = solution.at(state), game.player(state)
    after = [game.play(state, move) for move in game.legal(state)]
    values = [_for(mover, game, solution, each) for each in after]
    if len(after) < 2 or (entry.remoteness is not None and entry.remoteness < 2 + (entry.value > 0)):
        return False
    if entry.value < 0:
        return random.random() < LOST
    return any(value != entry.value for value in values)


def _for(player: int, game: Game[Any, Any], solution: Entries, state: Any) -> float:
    value = solution.at(state).value
    return value if game.player(state) == player else -value


def position_exercise(game: Game[Any, Any], solution: Entries, state: Any) -> Exercise:
    """ "What is this position worth, for how long, and which moves keep it?"

    The tree has every move, and after it best play of both to the end; a drawn successor is a leaf.
    """
    children = []
    for move in game.legal(state):
        text = game.move_name(state, move)
        children.append(_best_play(game, solution, game.play(state, move), text, name=text))
    shown = game.presentation
    position = game.board_text(state)
    subject = Subject(shown.title or game.name, shown.rules, shown.player_names, position)
    return Exercise("remoteness", Tree(children, player=game.player(state)), subject=subject)


def _best_play(game: Game[Any, Any], solution: Entries, state: Any, edge: str, name: str = "") -> Tree:
    player = game.player(state)
    if game.ended(state):
        return Tree(name=name, value=game.utility(state), player=player, edge=edge)
    entry = solution.at(state)
    if not entry.value:
        return Tree(name=name, value=0, player=player, edge=edge)
    assert entry.remoteness is not None
    for move in game.legal(state):
        after = game.play(state, move)
        same = _for(player, game, solution, after) == entry.value
        if same and solution.at(after).remoteness == entry.remoteness - 1:
            line = _best_play(game, solution, after, game.move_name(state, move))
            return Tree([line], name=name, player=player, edge=edge)
    raise AssertionError("the solution does not follow from its successors")
