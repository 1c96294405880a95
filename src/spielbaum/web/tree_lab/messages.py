"""The messages of the tree lab, as types."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from spielbaum.draw.figure_options import Direction
from spielbaum.search.maxn import Ties
from spielbaum.web.messages import Answer, PositionRequest, Text

# --- asked ----------------------------------------------------------------------------------------------


class RandomTree(BaseModel):
    """A tree with random leaves."""

    model_config = ConfigDict(extra="forbid")

    branching: int = Field(3, ge=1, le=20)
    depth: int = Field(3, ge=0, le=40)
    seed: int = Field(1, ge=0, le=2**31 - 1)
    players: int = Field(2, ge=2, le=6)
    uneven: bool = Field(False, description="1 to `branching` children, and some branches end early")
    chance: bool = Field(False, description="nature moves on every second level")


class GameTree(PositionRequest):
    """A position and how deep its tree is grown; as deep as fits on a page where no depth is given."""

    depth: int | None = Field(None, ge=0, le=40)


class Source(BaseModel):
    """PositionRequest the tree comes from; exactly one of the three."""

    model_config = ConfigDict(extra="forbid")

    tree: str | None = Field(
        None, max_length=100_000, examples=["A(B(8 7 3) C(2 9))", "[[3, 12, 8], [2, 4, 6]]"]
    )
    leaves: Literal["max", "mover"] = Field(
        "max", description="whose side the numbers of `tree` are from: MAX, or who is to move there"
    )
    random: RandomTree | None = None
    game: GameTree | None = None
    order: Text = Field("", description="children in another order", examples=["C: F E G; A: D C B"])


class TraceRequest(Source):
    """A search of that tree."""

    algorithm: Text = "alphabeta"
    depth: int | None = Field(None, ge=0, le=40, description="look this many plies ahead and estimate there")
    fail_hard: bool = Field(False, description="never return a value outside the window")
    strict: bool = Field(False, description="cut only at α > β instead of α ≥ β")
    sort: Text = Field("", description="move order: rules, evaluator, killers, learnt, joined by +")
    ties: Ties = Field("first", description="which of equally good children max^n takes")
    teams: Text = Field("", description="players who play together, for alliances", examples=["1+3"])
    numbers: bool = Field(False, description="number the nodes in the order of the visits")
    boards: int | None = Field(
        None, ge=0, le=4, description="draw positions in this many levels; by default where they have room"
    )
    strategy: int = Field(0, ge=0, le=20, description="mark this player's strategy at the end; 0 for none")
    direction: Direction = "down"
    scope: str = Field("tree", pattern=r"^[a-z][a-z0-9-]{0,15}$", description="the id of the picture")


class FigureRequest(TraceRequest):
    """A figure of that search, to be kept."""

    format: Literal["svg", "tikz", "mermaid", "text", "png", "pdf", "html", "json"]
    step: int | None = Field(None, ge=0, description="0 is before the search; the end by default")
    beside: Text = Field("", description="a second algorithm, for a stand-alone page")


# --- answered -------------------------------------------------------------------------------------------


class AlgorithmView(Answer):
    name: str
    title: str
    options: list[str]
    zero_sum: bool
    chance: bool = Field(description="whether it handles moves of nature")
    window: bool
    traversal: bool


class TreeLab(Answer):
    """What the tree lab offers."""

    algorithms: list[AlgorithmView]
    formats: list[str]
    limits: dict[str, int]
    example_game: str = Field(description="a game whose tree can be looked at as a whole")
    kinds: list[str] = Field(description="kinds of exercises")
    conventions: dict[str, list[str]] = Field(description="those of each kind of exercise that has any")


class StepperView(Answer):
    """The document of `spielbaum.web.tree_lab.stepper_document`."""

    document: dict[str, Any]
    command: str = Field(description="the command line that shows the same")


# --- exercises ------------------------------------------------------------------------------------------


class ExerciseRequest(Source):
    """An exercise about that tree."""

    kind: Text = Field("alphabeta", examples=["values", "alphabeta", "visited", "order", "maxn"])
    conventions: list[Text] = Field(
        default_factory=list, max_length=4, description="those that count as right"
    )
    depth: int | None = Field(None, ge=0, le=40, description="the depth limit of a depth-limited exercise")
    teams: Text = Field("", description="who is in alliance with whom", examples=["1+3"])


class GradeRequest(BaseModel):
    """An answer to be graded; it carries its exercise."""

    model_config = ConfigDict(extra="forbid")

    answer: dict[str, Any]


class TreeRequirements(BaseModel):
    """How the trees of exercises should be."""

    model_config = ConfigDict(extra="forbid")

    branching: int | None = Field(default=None, ge=1, le=20)
    depth: int | None = Field(default=None, ge=1, le=20)
    cuts: tuple[int, int] | None = None
    deep: bool = False
    order: Literal["any", "best", "worst"] = "any"
    uneven: bool = False
    players: int | None = Field(default=None, ge=2, le=6)
    ties: bool = Field(default=False, description="leaves may be equal")


class SheetRequest(BaseModel):
    """A sheet of exercises, several variants of one kind."""

    model_config = ConfigDict(extra="forbid")

    kind: Text = "alphabeta"
    number: int = Field(4, ge=1, le=20, description="of variants; the command line makes more")
    seed: int = Field(1, ge=0, le=2**31 - 1)
    requirements: TreeRequirements = TreeRequirements()
    conventions: list[Text] = Field(default_factory=list, max_length=4)
    title: Text = ""


class SheetFileRequest(SheetRequest):
    """The sheet as a file; `solutions` gives the solutions of it instead."""

    format: Literal["latex", "moodle", "html", "json"]
    solutions: bool = False


class AskedNode(Answer):
    """A node of an exercise: what it is called and what is asked about it."""

    name: str
    address: str
    mover: str
    leaf: bool
    asked: list[str]
    children: list[str]


class ExerciseView(Answer):
    """An exercise as the page shows it: the figure without the solution, and the fields to fill in."""

    exercise: dict[str, Any] = Field(description="the document that an answer carries")
    title: str
    task: list[str]
    conventions: str
    payoffs: int = Field(description="how many numbers a value has")
    scene: dict[str, Any]
    palette: dict[str, list[str]]
    nodes: list[AskedNode]
    depths: list[int] = Field(description="after which depths value and move of the root are asked for")
    choices: dict[str, str] = Field(description="the cases in which the move is asked for, in words")


class Graded(Answer):
    """The grade, and the right search to replay the first mistake in."""

    grade: dict[str, Any]
    document: dict[str, Any]


class Variant(Answer):
    """One variant of a sheet, to be looked at."""

    id: str
    tree: str
    depth: int | None
    teams: str
    task: list[str]
    position: list[str] = Field(description="the lines of a board in characters, where one is asked about")
    scene: dict[str, Any] | None = Field(description="None where the tree itself is asked for")
    solution: dict[str, Any]


class SheetView(Answer):
    """A sheet before it is printed."""

    title: str
    task: list[str]
    conventions: str
    palette: dict[str, list[str]]
    variants: list[Variant]
