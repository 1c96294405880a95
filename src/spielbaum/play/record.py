"""Games written down: rules, players, each move with its time and the search behind it, the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from spielbaum.errors import BadInput, IllegalMove
from spielbaum.game import Game, Position
from spielbaum.games import built_in_names, entries, load_game
from spielbaum.play.outcome import Outcome, Reason, final_outcome
from spielbaum.play.player import Choice
from spielbaum.result import Line


@dataclass(frozen=True, slots=True)
class Ply:
    """One move as text, with the seconds it took and the line that the player expected.

    The moves of nature, such as throws of the dice, are moves too; their player is `CHANCE`.
    `slip` is set where a level erred on purpose.
    """

    move: str
    player: int
    seconds: float | None = None
    thought: Line[str] | None = None
    slip: bool = False

    @classmethod
    def of(cls, position: Position[Any, Any], choice: Choice, seconds: float | None) -> Ply:
        """The ply that a choice makes in a position."""
        game, result = position.game, choice.result
        thought = None if result is None else result.in_words(position.line_texts(result.moves))
        name = game.move_name(position.state, choice.move)
        return cls(name, position.player, seconds, thought, choice.slip)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not. `plies` hold the opening's moves first, `opening` says how many they are.

    `start` is the position before them in the game's own notation, or None for the start of the game.
    """

    game: str
    parameters: dict[str, Any]
    players: tuple[str, ...]
    plies: tuple[Ply, ...] = ()
    opening: int = 0
    start: str | None = None
    outcome: Outcome | None = None
    time: str = ""
    seed: int | None = None
    #: The seed of the dice, where it is another one; see `play.dice`.
    dice: int | None = None
    date: str = ""
    #: Whatever the keeper of the record wants to remember: round, event, settings.
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(ply.move for ply in self.plies)

    def with_ply(self, ply: Ply) -> Record:
        return replace(self, plies=(*self.plies, ply))

    def ended(self, outcome: Outcome | None) -> Record:
        return replace(self, outcome=outcome)

    def rules(self) -> Game[Any, Any]:
        """The game of this record, found by its name; nothing is ever run because a record names it."""
        if self.game not in built_in_names() and self.game not in {entry.name for entry in entries()}:
            raise BadInput("error.record.which_game", game=self.game)
        return load_game(game_spec(self.game, self.parameters))

    def check_game(self, game: Game[Any, Any]) -> None:
        """Raise unless this is a record of that game, parameters included."""
        given = game_spec(game.name, game.presentation.parameters)
        here = game_spec(self.game, self.parameters)
        if given != here:
            raise BadInput("error.record.other_game", expected=given, given=here)

    def replay(self, game: Game[Any, Any] | None = None) -> list[Position[Any, Any]]:
        """Every position of the game, the first and the last included, played through by the rules.

        Raises where the rules contradict the record: an illegal move, another player to move, an outcome
        that is not the one on the board.
        """
        if game is None:
            game = self.rules()
        else:
            self.check_game(game)
        position = start_of(game, self.start)
        positions = [position]
        for number, ply in enumerate(self.plies, start=1):
            try:
                after = position.play(ply.move)
            except IllegalMove as error:
                raise BadInput("error.record.move", number=number, move=ply.move, why=error) from error
            if ply.player != position.player:
                raise BadInput(
                    "error.record.player", number=number, expected=position.player + 1, given=ply.player + 1
                )
            position = after
            positions.append(position)
        self._check_outcome(position)
        return positions

    def _check_outcome(self, last: Position[Any, Any]) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        if len(self.players) != last.game.facts.players or outcome.players != last.game.facts.players:
            raise BadInput(
                "error.match.players", game=self.game, needed=last.game.facts.players, given=len(self.players)
            )
        normal = outcome.reason is Reason.NORMAL
        # A draw that nobody claimed may have ended otherwise.
        ended = last.over if normal or not last.claimable else False
        if normal != ended or (normal and outcome != final_outcome(last)):
            raise BadInput("error.record.outcome", outcome=outcome.reason.value, number=len(self.plies))


def new_record(
    position: Position[Any, Any],
    players: Sequence[str],
    *,
    time: str = "",
    seed: int | None = None,
    dice: int | None = None,
) -> Record:
    """The record of a game that begins here; the moves that led here are its opening."""
    game = position.game
    return Record(
        game.name,
        dict(game.presentation.parameters),
        tuple(players),
        tuple(map(Ply, position.history_texts, position.movers)),
        opening=position.plies,
        start=None if position.from_start else notation_of(game, position.root),
        time=time,
        seed=seed,
        dice=dice if game.has_chance and dice != seed else None,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def start_of(game: Game[Any, Any], notation: str | None) -> Position[Any, Any]:
    """The position a record begins with."""
    if notation is None:
        return Position(game, game.start)
    state = game.presentation.parse(notation) if game.presentation.parse is not None else None
    if state is None:
        raise BadInput("error.record.start", game=game.name, start=notation)
    return Position(game, state)


def notation_of(game: Game[Any, Any], state: Any) -> str:
    if game.presentation.notation is None:
        raise BadInput("error.record.no_notation", game=game.name)
    return game.presentation.notation(state)


def game_spec(name: str, parameters: Any) -> str:
    """The text by which `load_game` finds a game with these parameters."""

    def text(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "-".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)

    switches = ",".join(f"{key}={text(value)}" for key, value in parameters.items())
    return f"{name}:{switches}" if switches else name
