"""A game is a handful of pure functions on a state. Everything else is derived from them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from textwrap import shorten
from typing import Any, Generic, TypeVar

from spielbaum.board import board_text
from spielbaum.errors import BadInput, IllegalMove, Unfit
from spielbaum.expectation import share
from spielbaum.forms import frozen
from spielbaum.game_fields import Facts, Hints, Keywords, Presentation, group_of
from spielbaum.language import in_language
from spielbaum.result import CHANCE, Payoff, Value
from spielbaum.show import SvgRepr

S = TypeVar("S")
M = TypeVar("M")

#: A move that is refused: all legal ones are named up to this many, else this many near ones.
MOST_NAMED, NEAR = 12, 5
#: What `repr` shows of a long game and of a long parameter: this many moves, this many characters.
MOST_SHOWN, MOST_WIDTH = 12, 40


def player_field(state: Any) -> int:
    """Who moves, for states with a field `player`."""
    player: int = state.player
    return player


@dataclass(frozen=True, repr=False)
class Game(Keywords, Generic[S, M]):
    """The rules of a game, and what else it says of itself (`game_fields.py`).

    A state is an int, a tuple, a NamedTuple of ints or a NumPy array; a move is an int or a tuple of
    ints. No function changes its arguments. Pay-offs and evaluations are from the side of player 0
    (or a tuple with one entry per player). These functions run interpreted under the textbook searchers
    and compiled under the engine.
    """

    name: str
    start: S
    #: The legal moves. Empty exactly where the game is over, unless `over` says otherwise.
    moves: Callable[[S], Iterable[M]]
    play: Callable[[S, M], S]
    #: The final pay-off in points; asked only where the game is over.
    utility: Callable[[S], Payoff]
    #: Who moves, from 0. An extra turn or a pass is simply the same player again; `CHANCE`: nature moves.
    player: Callable[[S], int] = player_field
    #: Whether the game is over; where this is missing, it is over where there are no moves.
    over: Callable[[S], bool] | None = None
    #: E(s) in 1/`unit` points. Strictly smaller than the least real win, so a sure win is always preferred.
    evaluate: Callable[[S], Payoff] | None = None
    #: Where nature moves, `moves` lists the outcomes and this gives each of them a positive whole number; its
    #: probability is its share of their sum. A game without chance has no weights.
    weight: Callable[[S, M], int] | None = None

    #: What is true of the whole game, what makes a search stronger, and how people read and write it.
    facts: Facts = field(default_factory=Facts)
    hints: Hints[S, M] = field(default_factory=Hints)
    presentation: Presentation[S, M] = field(default_factory=Presentation)

    # ----------------------------------------------------------------- the groups

    def with_facts(self, **changes: Any) -> Game[S, M]:
        """The same game with other facts."""
        return replace(self, facts=replace(self.facts, **changes))

    def with_hints(self, **changes: Any) -> Game[S, M]:
        """The same game with other hints for the search."""
        return replace(self, hints=replace(self.hints, **changes))

    def with_presentation(self, **changes: Any) -> Game[S, M]:
        """The same game, shown otherwise."""
        return replace(self, presentation=replace(self.presentation, **changes))

    def named(self, name: str) -> Any:
        """The function or fact of this name, whichever group it is in."""
        group = group_of(name)
        return getattr(self if group is None else getattr(self, group), name)

    # ----------------------------------------------------------------- derived

    def ended(self, state: S) -> bool:
        if self.over is not None:
            return bool(self.over(state))
        return next(iter(self.moves(state)), None) is None

    @property
    def counts_plies(self) -> bool:
        """Whether exact solving tells equal wins apart by their distance.

        Not where the plies to the end are no matter of the position alone: `settle` plays moves without
        counting them, and positions with equal `rest` may be won and lost.
        """
        return self.facts.prefer_early and self.hints.settle is None and self.hints.rest is None

    def key_of(self, state: S) -> Any:
        """What tells the position from others; the state itself where the game declares no key."""
        return state if self.hints.key is None else self.hints.key(state)

    def legal(self, state: S) -> list[M]:
        """The legal moves as a list; empty exactly where the game is over."""
        return [] if self.over is not None and self.over(state) else list(self.moves(state))

    def probabilities(self, state: S) -> dict[M, Fraction]:
        """The probability of each outcome where nature moves; they sum to one."""
        assert self.weight is not None
        weights = {move: int(self.weight(state, move)) for move in self.moves(state)}
        total = sum(weights.values())
        return {move: Fraction(weight, total) for move, weight in weights.items()}

    def estimate(self, state: S, *, exactly: bool = False) -> Payoff:
        """E(s) in points; 0 where the game has no evaluation. `exactly`: as a fraction, not a rounded one."""
        if self.evaluate is None:
            return 0 if self.one_number else (0,) * self.facts.players
        value, unit = self.evaluate(state), self.facts.unit
        if unit == 1:
            return value

        def points(units: Value) -> Value:
            return share(units, unit) if exactly else units / unit

        return tuple(map(points, value)) if isinstance(value, tuple) else points(value)

    def reason_for_order(self, state: S, move: M) -> str:
        """Why `order` puts the move early, as far as the game says; an extra turn is seen without it."""
        told = self.presentation.order_reason
        if told is not None and (reason := told(state, move)):
            return reason
        after = self.play(state, move)
        return "bonus" if not self.ended(after) and self.player(after) == self.player(state) else "order"

    def move_name(self, state: S, move: M) -> str:
        text = self.presentation.move_text
        return joined(move) if text is None else text(state, move)

    def edge_name(self, state: S, move: M) -> str:
        text = self.presentation.edge_text
        return self.move_name(state, move) if text is None else text(state, move)

    def find_move(self, state: S, text: str) -> M:
        """The legal move that this text names, or an error that lists the legal ones.

        Where the game is over only if somebody claims it, a move is found all the same.
        """
        return self.move_reader(state)(text)

    def move_reader(self, state: S) -> Callable[[str], M]:
        """Reads texts as `find_move` does, any number of them; legal moves are asked for once."""
        legal = self.legal(state)
        plays_on = self.presentation.plays_on
        if not legal and plays_on is not None and plays_on(state):
            legal = list(self.moves(state))
        parse_move = self.presentation.parse_move
        named: dict[str, M] = {}
        if parse_move is None:
            for move in legal:
                named.setdefault(self.move_name(state, move).casefold(), move)

        def read(text: str) -> M:
            if not legal:
                raise self._illegal(state, text)
            if parse_move is None:
                wanted = text.strip().casefold()
                if wanted in named:
                    return named[wanted]
            else:
                try:
                    move = parse_move(state, text)
                except IllegalMove:  # says already why
                    raise
                except BadInput as error:
                    raise self._illegal(state, text) from error
                if move in legal:
                    return move
            raise self._illegal(state, text)

        return read

    def _illegal(self, state: S, text: str) -> IllegalMove:
        legal = self.legal(state)
        if not text.strip():
            return IllegalMove("error.move.empty")
        if not legal:
            return IllegalMove("error.move.over", move=text, game=self.name)
        names = [self.move_name(state, m) for m in legal]
        if len(names) <= MOST_NAMED:
            return IllegalMove("error.move.illegal", move=text, legal=", ".join(names))
        near = get_close_matches(text.strip(), names, n=NEAR, cutoff=0.4) or names[:NEAR]
        return IllegalMove("error.move.illegal.many", move=text, near=", ".join(near), count=len(names))

    def board_text(self, state: S) -> str:
        """The position in plain text."""
        shown = self.presentation
        if shown.text is not None:
            return shown.text(state)
        if shown.picture is not None:
            return board_text(shown.picture(state))
        return shown.notation(state) if shown.notation is not None else str(state)

    @property
    def rule_parameters(self) -> dict[str, Any]:
        """The parameters that change the rules, as a file says them: weights of an evaluation do not."""
        given = {name: value for name, value in self.presentation.parameters.items() if name != "weights"}
        found: dict[str, Any] = json.loads(json.dumps(given, default=str))
        return found

    def __repr__(self) -> str:
        given = self.presentation.parameters.items()
        parameters = ", ".join(
            f"{name}={shorten(str(value), MOST_WIDTH, placeholder='…')}" for name, value in given
        )
        return f"<Game {self.name}: {parameters}>" if parameters else f"<Game {self.name}>"

    def as_game(self) -> Game[S, M]:
        """The game itself: whatever can be searched is a game or becomes one."""
        return self

    @property
    def two_player_zero_sum(self) -> bool:
        """Whether one player's gain is the other's loss, so that a pay-off is one number."""
        return self.facts.players == 2 and self.facts.zero_sum

    @property
    def one_number(self) -> bool:
        """Whether a pay-off is one number: for the only player, or for the first of two with zero sum."""
        return self.facts.players == 1 or self.two_player_zero_sum

    @property
    def has_chance(self) -> bool:
        """Whether nature moves at some positions."""
        return self.weight is not None

    @property
    def fits_engine(self) -> bool:
        """Whether the compiled search takes it: two players with zero sum, or one against nature."""
        return self.one_number if self.has_chance else self.two_player_zero_sum

    def require_no_chance(self, algorithm: str) -> None:
        """Say plainly when an algorithm cannot handle moves of nature, and which ones can."""
        if self.has_chance:
            raise Unfit("error.unfit.chance", algorithm=algorithm, game=self.name)

    def require_two_player_zero_sum(self, algorithm: str, *, chance: bool = False) -> None:
        """Say plainly when an algorithm for two players and zero sum does not fit.

        Moves of nature are refused too, unless the algorithm handles `chance`.
        """
        if not chance:
            self.require_no_chance(algorithm)
        if self.facts.players != 2:
            key = "error.unfit.players.chance" if self.has_chance else "error.unfit.players"
            raise Unfit(key, algorithm=algorithm, game=self.name, players=self.facts.players)
        if not self.facts.zero_sum:
            key = "error.unfit.sum.chance" if self.has_chance else "error.unfit.sum"
            raise Unfit(key, algorithm=algorithm, game=self.name)


def joined(move: Any) -> str:
    """The numbers of a move in one word, as in 3-12: spaces and commas stand between moves."""
    return "-".join(map(joined, move)) if isinstance(move, tuple) else str(move)


def split_moves(game: Game[Any, Any], text: str) -> list[str]:
    """The move texts in a list of moves: separated by spaces or commas, or packed as in 4455.

    They may be numbered, as in `1. e4 e5 2. Nf3`.
    """
    words = re.sub(r"(?<!\S)\d+\.+(?=\D|$)", " ", text.replace(",", " ")).split()
    width, together = game.presentation.move_width, game.presentation.join_words
    if together is not None:
        return list(together(words))
    if width is None:
        return words
    return [word[i : i + width] for word in words for i in range(0, len(word), width)]


@dataclass(frozen=True, repr=False)
class Position(SvgRepr, Generic[S, M]):
    """A state of a game and how it came about, as an object that shows itself."""

    game: Game[S, M]
    #: Where the moves begin: the start of the game, or a position given in board notation.
    root: S
    #: The moves played since.
    history: tuple[M, ...] = ()

    @classmethod
    def of(cls, game: Game[S, M], text: str = "") -> Position[S, M]:
        """Read a position: the moves that lead to it, or the game's own board notation."""
        text = text.strip()
        if game.presentation.parse is not None and text:
            state = game.presentation.parse(text)
            if state is not None:
                return cls(game, state)
        position = cls(game, game.start)
        for number, word in enumerate(split_moves(game, text), start=1):
            try:
                position = position.play(word)
            except IllegalMove as error:
                raise IllegalMove("error.position.move", position=text, number=number, why=error) from error
        return position

    def play(self, text: str) -> Position[S, M]:
        """The position after the move that this text names."""
        return self.after(self.game.find_move(self.state, text))

    def after(self, move: M) -> Position[S, M]:
        """The position after a legal move."""
        state = self.game.play(self.state, move)
        position = Position(self.game, self.root, (*self.history, move))
        # Known without playing the history again.
        position.__dict__["states"] = (*self.states, state)
        if self.game.facts.repetition:
            position.__dict__["_keys"] = (*self._keys, self.game.key_of(state))
        return position

    def under(self, game: Game[S, M]) -> Position[S, M]:
        """The same position under a game with the same rules, which may evaluate it otherwise."""
        position = Position(game, self.root, self.history)
        position.__dict__["states"] = self.states
        return position

    # ----------------------------------------------------------------- how it came about

    @cached_property
    def states(self) -> tuple[S, ...]:
        """Every state of the game, from the root to this one."""
        states = [self.root]
        for move in self.history:
            states.append(self.game.play(states[-1], move))
        return tuple(states)

    @property
    def state(self) -> S:
        """The state itself."""
        return self.states[-1]

    @property
    def plies(self) -> int:
        """How many moves were played since the root."""
        return len(self.history)

    @property
    def movers(self) -> list[int]:
        """Who made each move of the history."""
        return [self.game.player(state) for state in self.states[:-1]]

    @property
    def history_texts(self) -> list[str]:
        """The text of each move of the history."""
        pairs = zip(self.states, self.history, strict=False)
        return [self.game.move_name(state, move) for state, move in pairs]

    def line_texts(self, moves: Iterable[M]) -> list[str]:
        """The text of each move of a line that begins here."""
        texts, state = [], self.state
        for move in moves:
            texts.append(self.game.move_name(state, move))
            state = self.game.play(state, move)
        return texts

    @property
    def positions(self) -> list[Position[S, M]]:
        """Every position of the game, from the root to this one."""
        found = [Position(self.game, self.root)]
        for plies in range(1, self.plies + 1):
            position = Position(self.game, self.root, self.history[:plies])
            position.__dict__["states"] = self.states[: plies + 1]
            found.append(position)
        return found

    @cached_property
    def from_start(self) -> bool:
        """Whether the moves begin at the start of the game."""
        return bool(frozen(self.root) == frozen(self.game.start))

    @property
    def root_notation(self) -> str | None:
        """The root in board notation; None where it is the start of the game or there is no notation."""
        notation = self.game.presentation.notation
        return None if self.from_start or notation is None else notation(self.root)

    @cached_property
    def _keys(self) -> tuple[object, ...]:
        """The key of each state."""
        return tuple(self.game.key_of(state) for state in self.states)

    # ----------------------------------------------------------------- what is to be seen

    @property
    def player(self) -> int:
        """Who is to move, from 0."""
        return self.game.player(self.state)

    @property
    def over(self) -> bool:
        """Whether the rules end the game here."""
        return self.game.ended(self.state) or self.drawn_by_repetition

    @property
    def drawn_by_repetition(self) -> bool:
        """The rules end the game here only because this position has come before."""
        game = self.game
        if not game.facts.repetition or self._keys.count(self._keys[-1]) < game.facts.repetition:
            return False
        return not game.ended(self.state)

    @property
    def claimable(self) -> bool:
        """The rules end the game here only where somebody claims it."""
        plays_on = self.game.presentation.plays_on
        return self.drawn_by_repetition or (plays_on is not None and plays_on(self.state))

    @property
    def ending(self) -> str:
        """The key of the sentence that says why the game is over; empty where there is none."""
        if self.drawn_by_repetition:
            return "play.ending.repetition"
        ending = self.game.presentation.ending
        return ending(self.state) if ending is not None and self.over else ""

    @property
    def legal_moves(self) -> list[M]:
        """What may be played; empty exactly where the game is over."""
        return [] if self.drawn_by_repetition else self.game.legal(self.state)

    @property
    def legal_texts(self) -> list[str]:
        """The text of each legal move."""
        return [self.game.move_name(self.state, move) for move in self.legal_moves]

    def __str__(self) -> str:
        return self.game.board_text(self.state)

    def __repr__(self) -> str:
        last = " ".join(self.history_texts[-MOST_SHOWN:])
        moves = f"… {last}" if self.plies > MOST_SHOWN else last
        where = " ".join(filter(None, (self.root_notation, moves))) or "start"
        names = self.game.presentation.player_names
        if self.over:
            turn = "over"
        elif self.player == CHANCE:
            turn = "chance to move"
        elif self.player < len(names):
            turn = f"{in_language(names[self.player], 'en')} to move"
        else:
            turn = f"player {self.player} to move"
        return f"<Position {self.game.name}: {where}, {turn}>"
