"""The messages of the page *Play*, as types."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from spielbaum.board import Mark
from spielbaum.result import Proof
from spielbaum.web.messages import Answer, GameView, Text, Where

# --- asked ----------------------------------------------------------------------------------------------


class Think(Where):
    """Let a player choose a move."""

    player: Text = Field(examples=["engine:level=3", "engine:seconds=0.5", "mcts:seconds=0.5", "random"])
    seed: int = Field(0, ge=0, le=2**31 - 1, description="the game's own chance, for players that use it")


class Ask(Where):
    """Ask what a position is worth."""

    seconds: float = Field(0.5, ge=0.01, le=60)


class Review(Where):
    """Look at a whole game again, position by position."""

    seconds: float = Field(0.2, ge=0.01, le=2, description="for each position")


class Keep(Where):
    """Write a game down."""

    players: list[Text] = Field(default_factory=list, max_length=8)
    resigned: int | None = Field(None, ge=0, le=7, description="the player who gave up")


class Stop(BaseModel):
    """Let a search answer at once."""

    model_config = ConfigDict(extra="forbid")

    job: str = Field(max_length=64)


# --- answered -------------------------------------------------------------------------------------------


class CellView(Answer):
    piece: int | None = None
    count: int | None = None
    move: str | None = None
    mark: Mark | None = None
    figure: str | None = None


class StepView(Answer):
    """A legal move from one place to another, both as (row, column)."""

    move: str
    origin: tuple[int, int]
    target: tuple[int, int]
    becomes: str | None = None


class BoardView(Answer):
    kind: str
    rows: list[list[CellView]]
    column_names: list[str]
    row_names: list[str]
    #: The legal moves, where stones wander and choosing one place is no move.
    steps: list[StepView]


class Ending(Answer):
    """How the game ended; `winners` are all players in a draw."""

    winners: list[int]
    draw: bool
    text: str


class PositionView(Answer):
    game: GameView
    start: str
    moves: list[str]
    #: The player who made each move.
    movers: list[int]
    #: The round of each move, as people number them: two moves of chess are one.
    rounds: list[int]
    to_move: int
    legal: list[str]
    #: Words for moves that are no place on the board, such as a pass.
    titles: dict[str, str]
    board: BoardView | None
    #: The last move in words, where its text says little to those who hear it.
    last: str | None
    #: The board in plain text.
    text: str
    notation: str | None
    ending: Ending | None


class Worth(Answer):
    """A value, in words and for a bar.

    `points` are from the side of player `view` (one number a player where `view` is null); `share` is
    between 0 and 1, how well the first player stands, for a picture.
    """

    text: str
    short: str
    points: float | list[float]
    view: int | None
    proof: Proof
    share: float | None


class Info(Answer):
    """What a search knows so far, or in the end."""

    move: str | None
    line: list[str]
    #: The line as people write it, numbered where the game's notation has numbers.
    words: str
    worth: Worth
    depth: int | None
    nodes: int
    seconds: float


class Chosen(Answer):
    """The move that was chosen, and the search behind it where there was one."""

    move: str | None
    resigns: bool
    slip: bool
    info: Info | None
    #: It thought less than it was allowed to, because others were waiting.
    shortened: bool


class Hint(Answer):
    info: Info
    shortened: bool


class MoveValue(Answer):
    move: str
    worth: Worth
    best: bool
    #: What answers the move, as people write it; empty where that was not looked for.
    reply: str


class PartView(Answer):
    """A part of the evaluation: its name, what it is worth to the first player, what it counts."""

    name: str
    value: str
    why: str


class Values(Answer):
    """What every legal move is worth, for the player to move."""

    view: int
    moves: list[MoveValue]
    #: What the evaluation without searching is made of, where the game tells.
    parts: list[PartView]
    #: The search behind it.
    info: Info
    shortened: bool


class ReviewedPly(Answer):
    """A position of a game: what it was worth, what was played and what would have been best.

    `verdict` judges the move played here; `loss` is what it gave away, in points.
    """

    ply: int
    player: int | None
    worth: Worth
    move: str | None
    best: str | None
    loss: float
    verdict: Literal["good", "inaccuracy", "mistake", "none"]
    text: str


class Reviewed(Answer):
    """The plies of a game, from the last one to the first."""

    plies: list[ReviewedPly]
    shortened: bool


class RecordView(Answer):
    """A game written down, as a document and as text, a game of chess also as PGN."""

    document: dict[str, Any]
    text: str
    pgn: str | None


class Checked(Answer):
    """A position that can be searched, unless the game is over there."""

    over: bool


class Stopped(Answer):
    """Whether there was such a search to stop."""

    stopped: bool
