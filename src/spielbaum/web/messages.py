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


class Where(BaseModel):
    """A position: a game with its parameters, where it starts, and the moves from there."""

    model_config = ConfigDict(extra="forbid")

    game: Text = Field(examples=["connect4", "kalah:houses=4,seeds=3"])
    start: str = Field("", max_length=400, description="in the game's own notation; empty: the game's start")
    moves: list[Text] = Field(
        default_factory=list,
        max_length=1000,
        description="one move an item, or several in one where the game writes them without separators",
        examples=[["4", "4"], ["4455"]],
    )


class SwitchView(Answer):
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
    name: str


class GameView(Answer):
    """A game with the parameters it was asked for."""

    name: str
    spec: str
    title: str
    rules: str
    player_names: list[str]
    #: A colour for each player's stones; where the name is one, that one.
    colours: list[str]
    #: By their letters, where the game is played with figures.
    figures: dict[str, FigureView]
    two_player_zero_sum: bool
    move_width: int | None
    switches: list[SwitchView]
    #: Kinds of players that fit this game, such as `engine`.
    players: list[str]
    #: What each level is in this game, from 1 on.
    levels: list[str]


class Games(Answer):
    games: list[GameView]


class About(Answer):
    """What this server is and allows."""

    name: str
    version: str
    languages: list[str]
    pages: list[str]
    limits: dict[str, float]
    running: int
    waiting: int
