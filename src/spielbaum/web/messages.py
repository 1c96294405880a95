"""Messages that every page shares, as types; those of one page are in its package.

The OpenAPI description is made of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=200)]


class Answer(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(extra="forbid")


class Problem(Answer):
    """What went wrong, in one sentence in the language asked for."""

    error: str


class GameRequest(BaseModel):
    """A game with its parameters."""

    model_config = ConfigDict(extra="forbid")

    game: Text = Field(examples=["connect4", "kalah:houses=4,seeds=3"])


class PositionRequest(GameRequest):
    """A position: a game with its parameters, where it starts, and the moves from there."""

    start: str = Field("", max_length=400, description="in the game's own notation; empty: the game's start")
    moves: list[Text] = Field(
        default_factory=list,
        max_length=10_000,
        description="one move per item, or several in one where the game writes them without separators",
        examples=[["4", "4"], ["4455"]],
    )


class ParameterView(Answer):
    """A parameter of a game as a form shows it."""

    name: str
    kind: Literal["int", "bool", "numbers", "text"]
    value: str
    title: str
    #: The words to choose from; empty where anything of the kind may be written.
    choices: list[str]


class FigureView(Answer):
    """A kind of stone: outline and inner lines in a square of 100 × 100, and what it is called."""

    outline: str
    inner: str
    #: Whether the outline points away from the owner.
    turns: bool
    name: str


class GameView(Answer):
    """What holds in every position of a game with those parameters."""

    name: str
    spec: str
    title: str
    rules: str
    player_names: list[str]
    #: A colour for each player's stones; where the name is one, that one.
    colours: list[str]
    #: By their letters, where the game is played with figures.
    figures: dict[str, FigureView]
    #: The figure that stands beside the players' names, where there are figures.
    emblem: str | None
    two_player_zero_sum: bool
    #: Whether nature moves in it.
    chance: bool
    #: Whether positions may come again, so that few of them can be proven by searching.
    repeats: bool
    move_width: int | None
    parameters: list[ParameterView]
    #: Words for moves that have a name of their own, such as a pass.
    move_names: dict[str, str]
    #: The letters of pieces in moves, and those of this language; empty where they are the same.
    letters: list[str]
    #: What estimates are counted in, such as pawns; empty where that is points.
    measure: str
    #: What the notation of positions is called, such as FEN; empty where it has no name.
    notation_name: str
    #: What a record of a game can be saved as.
    record_formats: list[str]
    #: Kinds of players that fit this game, such as `engine`.
    players: list[str]
    #: Whether the package has a learned evaluation for it: `engine:weights=shipped`.
    learned: bool
    #: What each level is in this game, from 1 on.
    levels: list[str]


class Games(Answer):
    games: list[GameView]


class Download(Answer):
    """A file to save; binary ones in base64."""

    name: str
    media: str
    text: str | None = None
    base64: str | None = None


class CompilationView(Answer):
    """A game that is being compiled or will be, and the seconds that are left, if that is known."""

    game: str
    seconds: float | None


class About(Answer):
    """What this server is and allows."""

    name: str
    version: str
    languages: list[str]
    pages: list[str]
    #: The game that a page opens with.
    default_game: str
    #: Where the documentation lies, seen from the first page, by language; nothing where it is elsewhere.
    docs: dict[str, str]
    limits: dict[str, float]
    running: int
    waiting: int
    #: Games that are being compiled, and those that follow.
    compiling: list[CompilationView]
