"""The messages of the page *Solution*, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from spielbaum.solution.wording import Outcome
from spielbaum.web.experiments.messages import Fact, Figure, Table
from spielbaum.web.messages import Answer, GameRequest
from spielbaum.web.play.messages import PositionView

# --- asked ----------------------------------------------------------------------------------------------


class FindRequest(GameRequest):
    """Look for a position worth a look."""

    kind: Literal["longest_win", "only_move"]
    seed: int = Field(0, ge=0, le=2**31 - 1, description="another one finds another position")


# --- answered -------------------------------------------------------------------------------------------


class SolvedGame(Answer):
    """A game whose solution can be looked up at once."""

    #: As `GameView.spec` writes it.
    spec: str
    title: str
    positions: int
    #: The name of its file; empty where this server has solved it by itself.
    file: str


class Solutions(Answer):
    """The solutions there are, and what is wrong with files that cannot be used, in one sentence each."""

    games: list[SolvedGame]
    problems: list[str]
    #: The game that the page opens with.
    default_game: str
    #: Whether small games are solved when somebody asks for one.
    on_demand: bool


class SolutionView(Answer):
    """What is in a solution."""

    spec: str
    title: str
    file: str
    counts: list[Fact]
    remarks: list[str]
    figures: list[Figure]
    tables: list[Table]
    #: Whether the figure can be saved, which needs matplotlib.
    savable: bool
    #: The longest forced win in words; null where nothing is won.
    longest: str | None


class EntryView(Answer):
    """What a position or a move is worth to the player to move."""

    outcome: Outcome
    #: Plies to the end under best play; null where there is no end, nothing is known, or dice have a say.
    plies: int | None
    #: `win in 5`, or `expected value +0.5`, and the same in few characters for a badge.
    words: str
    short: str


class SolvedMove(Answer):
    move: str
    entry: EntryView
    #: No other move is better.
    best: bool


class SolvedPosition(Answer):
    """A position with what it and each of its moves are worth, the best moves first."""

    position: PositionView
    entry: EntryView
    moves: list[SolvedMove]


class BestLine(Answer):
    """How best play goes on, and why it stops."""

    moves: list[str]
    #: The game is over, a position comes again, nobody wants to see more, or nature moves.
    stops: Literal["end", "circle", "length", "chance"]


class FoundPosition(Answer):
    """A position in the notation of its game; null where none was found."""

    start: str | None
