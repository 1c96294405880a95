"""The messages of the page *Play*, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from spielbaum.board import Mark, Place
from spielbaum.result import Proof
from spielbaum.web.messages import Answer, PositionRequest, Text

# --- asked ----------------------------------------------------------------------------------------------


class MoveRequest(PositionRequest):
    """Let a player choose a move."""

    player: Text = Field(examples=["engine:level=3", "engine:seconds=0.5", "mcts:seconds=0.5", "random"])
    seed: int = Field(0, ge=0, le=2**31 - 1, description="the game's own chance, for players that use it")
    clock: Text = Field("", description="the time control: 300+2, 300 or 10/move", examples=["300+2"])
    left: float | None = Field(None, ge=0, le=10**6, description="the seconds that the player has left")


class ThrowRequest(PositionRequest):
    """Let nature move: throw the dice, turn the wheel, draw a tile."""

    seed: int = Field(0, ge=0, le=2**31 - 1, description="the game's own dice: the same seed throws the same")


class ValueRequest(PositionRequest):
    """Ask what a position is worth."""

    seconds: float = Field(0.5, ge=0.01, le=60)


class ReviewRequest(PositionRequest):
    """Look at a whole game again, position by position."""

    seconds: float = Field(0.2, ge=0.01, le=10, description="for each position")
    first: int = Field(0, ge=0, description="the first ply to be judged …")
    last: int | None = Field(None, ge=0, description="… and the last one; by default the end of the game")


class AnalysisRequest(PositionRequest):
    """Analyse a position until everything is proven, or nobody wants to know more."""

    seconds: float = Field(0, ge=0, le=10**6, description="for which it was analysed before, to go on there")


class RecordRequest(PositionRequest):
    """Write a game down."""

    format: Literal["json", "text", "pgn"] = "json"
    players: list[Text] = Field(default_factory=list, max_length=8)
    resigned: int | None = Field(None, ge=0, le=7, description="the player who gave up …")
    overtime: bool = Field(False, description="… or ran out of time")
    clock: Text = Field("", description="the time control: 300+2, 300 or 10/move")
    seed: int = Field(0, ge=0, le=2**31 - 1, description="the game's own chance and dice; 0: unknown")


class StopRequest(BaseModel):
    """Let a search answer at once."""

    model_config = ConfigDict(extra="forbid")

    job: str = Field(max_length=64)


# --- answered -------------------------------------------------------------------------------------------


class CellView(Answer):
    player: int | None = None
    count: int | None = None
    move: str | None = None
    mark: Mark | None = None
    piece: str | None = None
    joined: str = ""


class StepView(Answer):
    """A legal move that is made by choosing places, each as (row, column); see `spielbaum.board.Step`."""

    move: str
    origin: Place
    target: Place
    becomes: str | None = None
    then: list[Place]
    covers: list[Place]


class CubeView(Answer):
    """The doubling cube; an owner who has been offered it has yet to take it."""

    stake: int
    owner: int | None
    offered: bool


class BoardView(Answer):
    kind: str
    rows: list[list[CellView]]
    column_names: list[str]
    row_names: list[str]
    #: The legal moves, where pieces go from place to place and choosing one place is no move.
    steps: list[StepView]
    #: What each player has in hand; its places are the rows behind those of the board.
    hands: list[list[CellView]]
    #: Pairs of points that a line joins.
    lines: list[tuple[Place, Place]]
    #: What the dice show.
    dice: list[int]
    cube: CubeView | None
    #: What a player alone has scored so far.
    score: int | None


class Ending(Answer):
    """How the game ended; `winners` are all players in a draw."""

    winners: list[int]
    draw: bool
    text: str


class TallyView(Answer):
    """What a player has by now: words, and the letters of pieces of the other one that were captured."""

    text: str
    pieces: list[str]


class PositionView(Answer):
    """What changes from position to position; what holds in all of them is in `GameView`."""

    #: The game as `GameView.spec` writes it.
    game: str
    start: str
    history: list[str]
    #: The player who made each move.
    movers: list[int]
    #: The round of each move, as people number them: two moves of chess are one.
    rounds: list[int]
    #: Who is to move; −1 where nature is, as in `movers`.
    to_move: int
    legal_moves: list[str]
    board: BoardView | None
    #: The last move in words, where its text says little to those who hear it.
    last: str | None
    #: The board in plain text.
    text: str
    notation: str | None
    #: What each player has, where the game says so.
    tallies: list[TallyView]
    #: The name of the opening, where it has one.
    opening: str | None
    ending: Ending | None


class ValueView(Answer):
    """A value, in words and for a bar.

    `points` are from the side of player `view` (one number per player where `view` is null); `share` is
    between 0 and 1, how well the first player stands, for a picture.
    """

    text: str
    short: str
    points: float | list[float]
    view: int | None
    proof: Proof
    share: float | None


class SearchInfo(Answer):
    """What a search knows so far, or in the end."""

    move: str | None
    line: list[str]
    #: The line as people write it, numbered where the game's notation has numbers.
    words: str
    value: ValueView
    depth: int | None
    nodes: int
    seconds: float


class ChosenMove(Answer):
    """The move that was chosen, and the search behind it where there was one."""

    move: str | None
    resigns: bool
    slip: bool
    info: SearchInfo | None
    #: It thought less than it was allowed to, because others were waiting.
    shortened: bool
    #: It was found in plain Python, as the rules are not compiled yet: the lower levels play the same move.
    interpreted: bool


class Hint(Answer):
    """The best move that was found."""

    info: SearchInfo
    shortened: bool
    interpreted: bool


class MoveValue(Answer):
    move: str
    value: ValueView
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
    move_values: list[MoveValue]
    #: What the evaluation without searching is made of, where the game tells.
    parts: list[PartView]
    #: The search behind it.
    info: SearchInfo
    #: Nothing is left to be found out: the value of every move is proven.
    complete: bool
    shortened: bool


class ReviewedPly(Answer):
    """A position of a game: what it was worth, what was played and what would have been best.

    `verdict` judges the move played here; `loss` is what it gave away, in points, and `fall` how much of the
    way from a lost to a won position.
    """

    ply: int
    player: int | None
    value: ValueView
    move: str | None
    best: str | None
    loss: float
    fall: float
    verdict: Literal["only", "good", "inaccuracy", "mistake", "blunder", "none"]
    text: str
    #: The same without what would have been better, for whoever looks for it.
    why: str


class Reviewed(Answer):
    """The plies that were judged, from the last one to the first; some are missing where `shortened`."""

    plies: list[ReviewedPly]
    shortened: bool


class Thrown(Answer):
    """What nature did, and what it might have done."""

    move: str
    outcomes: list[str]


class Checked(Answer):
    """A position that can be searched, unless the game is over or nature moves there."""

    over: bool
    chance: bool


class Stopped(Answer):
    """Whether there was such a search to stop."""

    stopped: bool
