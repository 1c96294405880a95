"""A game is a handful of pure functions on a state. Everything else is derived from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Generic, TypeVar

from spielbaum.board import Board, board_text
from spielbaum.errors import BadInput, IllegalMove, Unfit
from spielbaum.forms import frozen
from spielbaum.language import LocalizedText
from spielbaum.result import Payoff, Value
from spielbaum.show import SvgRepr

S = TypeVar("S")
M = TypeVar("M")

#: A move that is refused: all legal ones are named up to this many, else this many near ones.
MOST_NAMED, NEAR = 12, 5


def player_field(state: Any) -> int:
    """Who moves, for states with a field `player`."""
    player: int = state.player
    return player


@dataclass(frozen=True)
class Game(Generic[S, M]):
    """The rules of a game and the facts that searchers rely on.

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
    #: Who moves, from 0. An extra turn or a pass is simply the same player again.
    player: Callable[[S], int] = player_field
    over: Callable[[S], bool] | None = None

    # --- What makes a search stronger; each is optional.
    #: E(s) in 1/`unit` points. Strictly smaller than the least real win, so a sure win is always preferred.
    evaluate: Callable[[S], Payoff] | None = None
    #: E(s) in parts that people can read: the key of each part's name, and its units; their sum is E(s).
    parts: Callable[[S], Iterable[tuple[str, int]]] | None = None
    #: Partial evaluator: a move with a larger number is searched earlier.
    order: Callable[[S, M], int] | None = None
    #: Why `order` puts a move early: bonus, capture, win, block … (`trace.why.*`), or words of its own.
    order_reason: Callable[[S, M], str] | None = None
    #: The position is too lively to be evaluated …
    dynamic: Callable[[S], bool] | None = None
    #: … and these are the moves worth looking at then (all of them where this is missing).
    noisy: Callable[[S], Iterable[M]] | None = None
    #: Equal keys mean equal value for the player to move; symmetry is folded in here.
    key: Callable[[S], Any] | None = None
    #: Forced moves played out: (the state where a real choice begins, least value, greatest value).
    settle: Callable[[S], tuple[S, Value, Value]] | None = None
    #: Some of the moves, a best one among them; for exact solving.
    candidates: Callable[[S], Iterable[M]] | None = None
    #: Points of player 0 that are sure already, where the rest of the game does not depend on them …
    banked: Callable[[S], int] | None = None
    #: … and a key of the rest: equal rests mean equal value less what is banked, for the player to move.
    rest: Callable[[S], Any] | None = None
    #: The same position with the other player to move, where passing never helps: allows null moves …
    #: … or the state as it is, where passing might help: the same player to move means no null move here.
    skip: Callable[[S], S] | None = None
    #: The player to move is under direct threat, so the position is searched one ply deeper.
    urgent: Callable[[S], bool] | None = None
    #: What the value hangs on beyond `key`, as a clock that ends the game does; 0 where that is far away.
    moment: Callable[[S], int] | None = None

    #: What the evaluation weighs, for player 0: `evaluate` is proportional to these times the `weights` …
    features: Callable[[S], tuple[int, ...]] | None = None
    #: … and what they are called; `tune` fits the weights to results of games.
    terms: tuple[str, ...] = ()

    # --- How people read and write it; each is optional.
    move_text: Callable[[S, M], str] | None = None
    #: What to write beside a branch of the drawn tree, where that is more than the move.
    edge_text: Callable[[S, M], str] | None = None
    parse_move: Callable[[S, str], M] | None = None
    #: The position in the game's own board notation …
    notation: Callable[[S], str] | None = None
    #: … and back; None where the text is not in that notation (it may be a list of moves then).
    parse: Callable[[str], S | None] | None = None
    #: The number that people give the present round, where the notation of the game has one.
    round: Callable[[S], int] | None = None
    picture: Callable[[S], Board] | None = None
    text: Callable[[S], str] | None = None
    #: Why the game is over, as the key of a sentence; asked only where it is.
    ending: Callable[[S], str] | None = None

    # --- Facts.
    players: int = 2
    zero_sum: bool = True
    #: Least and greatest pay-off of a player, in points.
    values: tuple[Value, Value] = (-1, 1)
    #: Upper bound of the sum of all pay-offs where the game is not zero-sum; lets max^n prune.
    total: Value | None = None
    #: How many units of `evaluate` one point of pay-off is worth.
    unit: int = 1
    #: People are told estimates in steps of this many of these units (a pawn is 100); 0: in points.
    measure: int = 0
    #: Upper bounds, where the rules give them: legal moves in a position, plies in a game.
    most_moves: int | None = None
    longest: int | None = None
    #: Positions may come again within a game.
    repeats: bool = False
    #: The game is drawn when a position has come this many times; 0: never.
    repetition: int = 0
    #: The pay-off says nothing about speed, so of two equal wins the earlier one is preferred.
    prefer_early: bool = True
    #: Moves late in the order may be searched less deeply, except those that `order` gives more than 0.
    reducible: bool = False
    #: A quiet ply (`order` 0 or less) seldom changes E(s) by more: allows to leave out what cannot matter.
    swing: int | None = None
    #: Characters a move, where lists of moves may be written without separators, as in 4455.
    move_width: int | None = None
    #: What moves with a name of their own are called, such as passing or castling, by their text.
    move_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    #: What people call the notation of positions, where it has a name, such as FEN.
    notation_name: str = ""
    title: LocalizedText = ""
    rules: LocalizedText = ""
    player_names: tuple[LocalizedText, ...] = ()
    parameters: Mapping[str, object] = field(default_factory=dict)
    #: What each parameter of the factory means.
    switches: Mapping[str, LocalizedText] = field(default_factory=dict)

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
        return self.prefer_early and self.settle is None and self.rest is None

    def key_of(self, state: S) -> Any:
        """What tells the position from others; the state itself where the game declares no key."""
        return state if self.key is None else self.key(state)

    def legal(self, state: S) -> list[M]:
        """The legal moves as a list; empty exactly where the game is over."""
        return [] if self.over is not None and self.over(state) else list(self.moves(state))

    def estimate(self, state: S) -> Payoff:
        """E(s) in points; 0 where the game has no evaluation."""
        if self.evaluate is None:
            return 0 if self.two_player_zero_sum else (0,) * self.players
        value = self.evaluate(state)
        if self.unit == 1:
            return value
        return tuple(v / self.unit for v in value) if isinstance(value, tuple) else value / self.unit

    def reason_for_order(self, state: S, move: M) -> str:
        """Why `order` puts the move early, as far as the game says; an extra turn is seen without it."""
        reason = self.order_reason(state, move) if self.order_reason is not None else ""
        if reason:
            return reason
        after = self.play(state, move)
        return "bonus" if not self.ended(after) and self.player(after) == self.player(state) else "order"

    def move_name(self, state: S, move: M) -> str:
        if self.move_text is not None:
            return self.move_text(state, move)
        return _joined(move)

    def edge_name(self, state: S, move: M) -> str:
        return self.edge_text(state, move) if self.edge_text is not None else self.move_name(state, move)

    def find_move(self, state: S, text: str) -> M:
        """The legal move that this text names, or an error that lists the legal ones."""
        legal = self.legal(state)
        if self.parse_move is not None:
            try:
                move = self.parse_move(state, text)
            except IllegalMove:  # says already why
                raise
            except BadInput as error:
                raise self._illegal(state, text) from error
            if move in legal:
                return move
        else:
            wanted = text.strip().casefold()
            for move in legal:
                if self.move_name(state, move).casefold() == wanted:
                    return move
        raise self._illegal(state, text)

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
        if self.text is not None:
            return self.text(state)
        if self.picture is not None:
            return board_text(self.picture(state))
        return self.notation(state) if self.notation is not None else str(state)

    def as_game(self) -> Game[S, M]:
        """The game itself: whatever can be searched is a game or becomes one."""
        return self

    @property
    def two_player_zero_sum(self) -> bool:
        """Whether one player's gain is the other's loss, so that a pay-off is one number."""
        return self.players == 2 and self.zero_sum

    def require_two_player_zero_sum(self, algorithm: str) -> None:
        """Say plainly when an algorithm for two players and zero sum does not fit."""
        if self.players != 2:
            raise Unfit("error.unfit.players", algorithm=algorithm, game=self.name, players=self.players)
        if not self.zero_sum:
            raise Unfit("error.unfit.sum", algorithm=algorithm, game=self.name)


def _joined(move: Any) -> str:
    """The numbers of a move in one word, as in 3-12: spaces and commas stand between moves."""
    return "-".join(map(_joined, move)) if isinstance(move, tuple) else str(move)


def split_moves(game: Game[Any, Any], text: str) -> list[str]:
    """The move texts in a list of moves: separated by spaces or commas, or packed as in 4455.

    They may be numbered, as in `1. e4 e5 2. Nf3`.
    """
    words = re.sub(r"(?<!\S)\d+\.+(?=\D|$)", " ", text.replace(",", " ")).split()
    width = game.move_width
    if width is None:
        return words
    return [word[i : i + width] for word in words for i in range(0, len(word), width)]


@dataclass(frozen=True)
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
        if game.parse is not None and text:
            state = game.parse(text)
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
        if self.game.repetition:
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
        return None if self.from_start or self.game.notation is None else self.game.notation(self.root)

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
        if not game.repetition or self._keys.count(self._keys[-1]) < game.repetition:
            return False
        return not game.ended(self.state)

    @property
    def ending(self) -> str:
        """The key of the sentence that says why the game is over; empty where there is none."""
        if self.drawn_by_repetition:
            return "play.ending.repetition"
        return self.game.ending(self.state) if self.game.ending is not None and self.over else ""

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
