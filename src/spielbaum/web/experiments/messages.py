"""Messages of the page *Experiments*."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from spielbaum.web.messages import Answer, Text

#: A run is named, never located: the server knows the one folder where runs are.
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
Name = Annotated[str, Field(pattern=NAME, examples=["connect4-match-1"])]

State = Literal["preparing", "running", "stopping", "stopped", "complete", "unreadable"]
ACTIVE = ("preparing", "running", "stopping")
FileKind = Literal["report", "slides", "csv", "json"]
#: Those that a browser shows.
DocumentKind = Literal["report", "slides"]
#: Games of a run, from the side of the first player of the pairing.
Only = Literal["all", "won", "drawn", "lost", "unscored"]


def is_name(text: str) -> bool:
    return re.fullmatch(NAME, text) is not None


class Asked(BaseModel):
    """What a page sends."""

    model_config = ConfigDict(extra="forbid")


Number = Annotated[float, Field(allow_inf_nan=False)]
Scalar = Text | int | Number | None
Value = Scalar | Annotated[list[Text | int | Number], Field(max_length=100)]


class RunRequest(Asked):
    """A run as a form describes it; `settings` are those of its kind, as `KindForm` lists them."""

    kind: Annotated[str, Field(max_length=64, examples=["match"])]
    name: Annotated[str, Field(pattern=rf"^$|{NAME}")] = Field("", description="empty: one is proposed")
    workers: int | None = Field(None, ge=1, le=64, description="tasks at once; null: one per core")
    settings: dict[Annotated[str, Field(max_length=64)], Value] = Field(
        examples=[{"game": "connect4", "players": ["engine:nodes=2000", "random"], "games": 100}],
        max_length=64,
    )


class Which(Asked):
    """One run."""

    name: Name


class Watch(Asked):
    """The runs to be told about in full; of all others a line is told."""

    names: list[Name] = Field(default_factory=list, max_length=8)


# --- answered -------------------------------------------------------------------------------------------


class Checked(Answer):
    """What a request comes to."""

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
    #: The kind and the game in words.
    kind_title: str = ""
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


class FormField(Answer):
    """A setting: its type, what it is called, its default and its bounds."""

    name: str
    type: str
    label: str
    help: str
    default: Value
    least: float | None
    most: float | None
    step: int
    hint: str
    advanced: bool
    spans: bool
    #: Names that may be chosen, with their words, and those of them that are for games of two only.
    choices: dict[str, str]
    for_two: list[str]


class KindForm(Answer):
    """A kind of run, and what it can be told."""

    name: str
    title: str
    about: str
    #: Games of that many players (null: of any number) that have these parameters.
    players: int | None
    needs: list[str]
    fields: list[FormField]


class Overview(Answer):
    """The runs there are, and whether others may be started."""

    may_start: bool
    #: Why not, in one sentence.
    reason: str
    #: Where runs are, as `--runs` was given.
    folder: str
    cores: int
    #: The longest that a player may think about a move.
    seconds: float
    kinds: list[KindForm]
    runs: list[RunLine]


class Point(Answer):
    """`low` and `high` bound the interval, null where it has no end; `y` is null where no number is known."""

    x: float
    y: float | None
    low: float | None = None
    high: float | None = None


class Series(Answer):
    name: str
    #: What was measured, fitted to it, or follows from theory; bars, plain or hatched; marks alone.
    style: str
    points: list[Point]


class Level(Answer):
    """A line at one value over the whole width."""

    name: str
    value: float


class Axis(Answer):
    title: str
    scale: Literal["linear", "log2", "log10"] = "linear"
    percent: bool = False
    #: The value of "no difference", where a line is drawn.
    zero: float | None = None


class Figure(Answer):
    """A figure as data: the page draws it, and shows the table below it.

    `lines` are drawn over x; in `rows` the x of a point is its row, which `names` names; of a `matrix` there
    is only the table; on a `board` the series are its rows, and the x of a point is its column.
    """

    key: str
    title: str
    about: str
    kind: Literal["lines", "rows", "matrix", "board"]
    x: Axis
    y: Axis
    series: list[Series]
    levels: list[Level]
    names: list[str]
    columns: list[str]
    rows: list[list[str]]


class Table(Answer):
    """Text in rows; the first column names the row."""

    key: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str]
    #: Shown on request.
    detail: bool


class Fact(Answer):
    name: str
    value: str


class RunView(Answer):
    """All about a run."""

    line: RunLine
    command: str
    #: The form filled in with this run's settings; null where it cannot be read.
    request: RunRequest | None
    #: Conclusions from the numbers, the main one first.
    answers: list[str] = Field(default_factory=list)
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
