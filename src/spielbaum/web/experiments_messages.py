"""Messages of the page *Experiments*."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from spielbaum.web.messages import Answer, Text

#: A run is named, never located: the server knows the one folder where runs are.
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
Name = Annotated[str, Field(pattern=NAME, examples=["connect4-match-1"])]
Number = Annotated[float, Field(ge=-4000, le=4000, allow_inf_nan=False)]

State = Literal["preparing", "running", "stopping", "stopped", "complete", "unreadable"]
ACTIVE = ("preparing", "running", "stopping")
FileKind = Literal["report", "slides", "csv", "json"]
#: Games of a run, from the side of the first player of the pairing.
Only = Literal["all", "won", "drawn", "lost", "unscored"]


def is_name(text: str) -> bool:
    return re.fullmatch(NAME, text) is not None


class Asked(BaseModel):
    """What a page sends."""

    model_config = ConfigDict(extra="forbid")


class Run(Asked):
    """What every run is told, in the same words as on the command line."""

    name: Annotated[str, Field(pattern=rf"^$|{NAME}")] = Field("", description="empty: one is proposed")
    game: Text = Field(examples=["connect4", "kalah:houses=4,seeds=3"])
    seed: int = Field(0, ge=0, le=2**31 - 1)
    workers: int | None = Field(None, ge=1, le=64, description="tasks at once; null: one a core")


Openings = Annotated[Text, Field(examples=["random:4", "all:2", "start"])]
#: How the positions of an experiment come about.
Plies = Annotated[Text, Field(examples=["random:4-12", "random:6", "all:2", "start"])]
Algorithms = Annotated[list[Text], Field(max_length=8)]


class Match(Run):
    kind: Literal["match"]
    players: list[Text] = Field(min_length=2, max_length=2, examples=[["engine:nodes=2000", "random"]])
    games: int = Field(100, ge=2, le=2000, description="an even number")
    openings: Openings = "random:4"
    clock: Text = Field("", examples=["", "60+0.5", "0.1/move"])
    sprt: tuple[Number, Number] | None = Field(None, description="stop as soon as it is clear which is true")


class Tournament(Run):
    kind: Literal["tournament"]
    players: list[Text] = Field(
        min_length=2, max_length=12, examples=[["engine:nodes=2000", "first", "random"]]
    )
    games: int = Field(20, ge=2, le=2000, description="of each pairing; an even number")
    openings: Openings = "random:4"
    clock: Text = ""
    form: Literal["round-robin", "gauntlet"] = "round-robin"


class Sweep(Run):
    """Strength as a function of thinking time."""

    kind: Literal["sweep"]
    limit: Literal["seconds", "nodes", "depth"] = "seconds"
    ladder: list[Annotated[float, Field(gt=0, le=1e9)]] = Field(
        min_length=1, max_length=16, examples=[[0.01, 0.02, 0.04]]
    )
    players: Algorithms = Field(["engine"], description="whose neighbours on the ladder play")
    games: int = Field(40, ge=0, le=2000, description="of each step; an even number")
    openings: Openings = "random:4"
    algorithms: Algorithms = Field(
        default_factory=list, description="whose moves are held against perfect play"
    )
    positions: int = Field(0, ge=0, le=1000)
    plies: Plies = "random:8-16"
    solve_seconds: float = Field(10.0, ge=0.01, le=60)


class Growth(Run):
    """Nodes against depth."""

    kind: Literal["growth"]
    depth: int = Field(12, ge=1, le=60)
    nodes: int = Field(300_000, ge=1, le=10**8, description="of a search at most")
    positions: int = Field(1, ge=1, le=1000)
    plies: Plies = "start"
    algorithms: Algorithms = Field(["minimax", "alphabeta", "ordered", "perfect", "engine"], min_length=1)


class Ablate(Run):
    """What each technique of the engine is worth."""

    kind: Literal["ablate"]
    depth: int = Field(8, ge=1, le=60)
    nodes: int = Field(10_000_000, ge=1, le=10**9, description="of a search at most")
    positions: int = Field(20, ge=1, le=1000)
    plies: Plies = "random:4-12"


class Tune(Run):
    """Weights of an evaluation, fitted to results of games."""

    kind: Literal["tune"]
    player: Text = Field("engine:nodes=1000", description="who plays, against itself at first")
    games: int = Field(400, ge=1, le=10_000, description="to learn from")
    match: int = Field(200, ge=0, le=2000, description="games of new against old weights; an even number")
    samples: int = Field(8, ge=1, le=1000, description="positions of a game")
    ridge: float = Field(1.0, ge=0, le=1e9)
    held_out: float = Field(0.2, ge=0, le=0.9, description="share of the games that is kept back")
    openings: Openings = "random:6"


#: A run as a form describes it.
AnyWish = Match | Tournament | Sweep | Growth | Ablate | Tune
Wish = Annotated[AnyWish, Field(discriminator="kind")]
#: Kinds of runs whose record is one of games.
OF_GAMES = ("match", "tournament", "multiplayer")


class Which(Asked):
    """One run."""

    name: Name


class Watch(Asked):
    """The runs to be told about in full; of all others a line is told."""

    names: list[Name] = Field(default_factory=list, max_length=8)


# --- answered -------------------------------------------------------------------------------------------


class Checked(Answer):
    """What a wish comes to."""

    name: str
    command: str
    planned: int


class Started(Answer):
    name: str


class RunLine(Answer):
    """A run in a list; where it cannot be read there is only its name and the problem."""

    name: str
    state: State
    kind: str = ""
    game: str = ""
    title: str = ""
    players: list[str] = Field(default_factory=list)
    played: int = 0
    planned: int = 0
    #: When it was begun or last changed; seconds since 1970.
    changed: float = 0.0
    #: What came of it so far, in a few words.
    headline: str = ""
    #: What went wrong, in one sentence; empty where nothing did.
    problem: str = ""
    #: Whether this server can stop it or go on with it.
    can_stop: bool = False
    can_resume: bool = False


class Desk(Answer):
    """The runs there are, and whether others may be started."""

    may_start: bool
    #: Why not, in one sentence.
    reason: str
    #: Where runs are, as `--runs` was given.
    folder: str
    cores: int
    limits: dict[str, float]
    #: Kinds of players that may be named, with their options.
    players: dict[str, list[str]]
    #: Algorithms that a kind of experiment knows: their names and what they are in words.
    algorithms: dict[str, dict[str, str]]
    runs: list[RunLine]


class Point(Answer):
    """`low` and `high` bound the interval, null where it has no end; `y` is null where no number is known."""

    x: float
    y: float | None
    low: float | None = None
    high: float | None = None


class Series(Answer):
    name: str
    points: list[Point]


class Axis(Answer):
    title: str
    scale: Literal["linear", "log2", "log10"] = "linear"
    percent: bool = False
    #: The value of "no difference", where a line is drawn.
    zero: float | None = None


class Figure(Answer):
    """A figure as data: the page draws it, and shows the table below it.

    `lines` are drawn over x; of `intervals` each series is one row with one point.
    """

    key: str
    title: str
    about: str
    kind: Literal["lines", "intervals"]
    x: Axis
    y: Axis
    series: list[Series]
    columns: list[str]
    rows: list[list[str]]


class Table(Answer):
    """Text in rows; the first column names the row."""

    key: str
    title: str
    columns: list[str]
    rows: list[list[str]]


class Fact(Answer):
    name: str
    value: str


class RunView(Answer):
    """All about a run."""

    line: RunLine
    command: str
    #: The form filled in with this run's settings; null where a form cannot say them.
    wish: Wish | None
    #: The greatest results, each a number to be read at once.
    results: list[Fact] = Field(default_factory=list)
    #: Sentences about it: the verdict of a test, endings out of the ordinary.
    remarks: list[str] = Field(default_factory=list)
    figures: list[Figure] = Field(default_factory=list)
    tables: list[Table] = Field(default_factory=list)
    settings: list[Fact] = Field(default_factory=list)
    environment: list[Fact] = Field(default_factory=list)
    #: Games that can be looked at.
    games: int = 0


class GameLine(Answer):
    """A finished game of a run, with what the page *Play* needs to show it."""

    number: int
    #: In the order of the seats.
    players: list[str]
    #: ``1–0``, ``0–1``, ``½–½``; empty where it is not scored.
    result: str = ""
    #: In a sentence, or why it is not scored.
    text: str
    reason: str
    #: Empty where this server cannot show it.
    game: str = ""
    move_width: int | None = None
    start: str = ""
    moves: list[str] = Field(default_factory=list)
    #: The player who gave up.
    resigned: int | None = None
    #: Broken off before the rules ended it.
    unfinished: bool = False


class RunGames(Answer):
    """Some of the finished games, in the order of their numbers."""

    total: int
    games: list[GameLine]


class FileOf(BaseModel):
    """Which file of a run is asked for; the folder is the server's own word, never a visitor's."""

    model_config = ConfigDict(extra="forbid")

    folder: str
    kind: FileKind
    #: Where the visitor reaches this server.
    server: str


class RunFile(Answer):
    """A file to keep."""

    name: str
    media: str
    text: str
