"""A sheet before it is painted: what stands on it, in words and figures, for LaTeX and HTML alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from spielbaum.draw.figure_options import Direction, Options
from spielbaum.draw.scene import Scene, scene_of
from spielbaum.draw.wording import clean, payoff_text
from spielbaum.errors import BadInput
from spielbaum.exercise.cutting import leaves_visited, right_first
from spielbaum.exercise.explain import item_text, move_sentences
from spielbaum.exercise.make import arranged
from spielbaum.exercise.model import KIND_CONVENTIONS, MOST_NODES, VISITED_KINDS, Exercise, Path
from spielbaum.exercise.solution import Solved, solve
from spielbaum.game import Game
from spielbaum.language import in_language, say
from spielbaum.search import alphabeta
from spielbaum.search.tree_values import tree_values
from spielbaum.trace import Cutoff
from spielbaum.tree import Tree

#: Kinds that rest on something of their own.
_OWN_CONVENTIONS = (
    "negamax",
    "alliance",
    "cut-order",
    "killers",
    "deepening",
    "remoteness",
    "expected-values",
    "star1",
    "same-choice",
)
#: A page is wide enough for this many leaves side by side, half as many where they hold several numbers; a
#: wider tree grows to the right.
MOST_ABREAST = 18


@dataclass(frozen=True)
class Sheet:
    """Variants of a sheet; each has the same kinds of exercises in the same order."""

    variants: tuple[tuple[Exercise, ...], ...]
    seed: int | None = None
    title: str = ""

    def __post_init__(self) -> None:
        if not self.variants or not all(self.variants):
            raise BadInput("error.exercise.empty_sheet")

    @property
    def exercises(self) -> Iterator[tuple[int, int, Exercise]]:
        """The number of the variant, the number in it, and the exercise; both from 1."""
        for variant, exercises in enumerate(self.variants, start=1):
            for number, exercise in enumerate(exercises, start=1):
                yield variant, number, exercise

    def heading(self, language: str, solutions: bool) -> str:
        words = say("exercise.sheet.solutions" if solutions else "exercise.sheet.title", language)
        return f"{self.title}: {words}" if self.title else words

    def variant_name(self, variant: int, language: str) -> str:
        return say("exercise.sheet.variant", language, number=variant, all=len(self.variants))


@dataclass(frozen=True)
class Table:
    """A cell without text is to be filled in."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """One exercise, or one solution, in words and figures."""

    title: str
    #: The exercise's id, by which answers name it.
    id: str
    task: tuple[str, ...]
    #: The lines of a board in characters, one below the other.
    position: tuple[str, ...] = ()
    conventions: str = ""
    scene: Scene | None = None
    table: Table | None = None
    #: A line to write on, with what stands before it; or the line as it should be.
    lines: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    #: Room to draw in.
    room: bool = False


def exercise_section(exercise: Exercise, language: str, number: int = 1) -> Section:
    """What the student gets."""
    return Section(
        _title(exercise, language, number),
        exercise.id,
        tuple(_task(exercise, language)),
        _position(exercise),
        conventions_text(exercise, language),
        None if exercise.hidden else exercise_scene(exercise, language),
        _table(exercise, None, language),
        tuple(_lines(exercise, None, language)),
        room=exercise.kind == "complete-tree",
    )


def solution_section(exercise: Exercise, language: str, number: int = 1) -> Section:
    """The solution under the convention that is printed."""
    solved = solve(exercise)
    return Section(
        _title(exercise, language, number),
        exercise.id,
        (),
        _position(exercise),
        conventions_text(exercise, language),
        solution_scene(solved, language),
        _table(exercise, solved, language),
        tuple(_lines(exercise, solved, language)),
        tuple(_notes(solved, language)),
    )


def exercise_scene(exercise: Exercise, language: str) -> Scene:
    """The figure that the student gets; without the values that are asked for."""
    return scene_of(_bare(exercise), _options(exercise, language), game=_game(exercise))


def solution_scene(solved: Solved, language: str) -> Scene:
    """The figure at the end of the right search; its steps are those of `solved.trace`."""
    return scene_of(solved.trace, _options(solved.exercise, language), game=_game(solved.exercise))


def _options(exercise: Exercise, language: str) -> Options:
    # The nodes of a grown tree are named by the moves, which stand at the branches anyway.
    names = not exercise.hidden
    direction: Direction = "right" if _wide(exercise) else "down"
    return Options(language=language, theme="print", names=names, limit=MOST_NODES, direction=direction)


def _wide(exercise: Exercise) -> bool:
    width = sum(2 if isinstance(leaf.value, tuple) else 1 for _, leaf in exercise.tree.leaves())
    return width > MOST_ABREAST


def _game(exercise: Exercise) -> Game[Any, Any] | None:
    subject = exercise.subject
    if subject is None or not subject.players:
        return None
    return exercise.tree.as_game().with_presentation(player_names=subject.players)


def _bare(exercise: Exercise) -> Tree:
    """The tree without estimates that nobody should look at."""
    limit = exercise.depth

    def bare(node: Tree, depth: int) -> Tree:
        shown = node.leaf or depth == limit or exercise.kind == "deepening"
        value = node.value if shown else None
        return node.with_([bare(child, depth + 1) for child in node.children], value=value)

    return bare(exercise.tree, 0)


def _position(exercise: Exercise) -> tuple[str, ...]:
    return () if exercise.subject is None else tuple(exercise.subject.position.splitlines())


def _title(exercise: Exercise, language: str, number: int) -> str:
    return f"{number}. {say(f'exercise.title.{exercise.kind}', language)}"


def _task(exercise: Exercise, language: str) -> Iterator[str]:
    subject = exercise.subject
    if subject is not None:
        yield in_language(subject.rules, language)
    title = "" if subject is None else in_language(subject.title, language)
    fields = {"depth": exercise.depth, "game": title, "teams": teams_text(exercise, language)}
    if exercise.kind == "star1":
        fields |= zip(
            ("least", "greatest"), (payoff_text(e, language) for e in exercise.leaf_bounds), strict=True
        )
    key = f"exercise.task.{exercise.kind}"
    if exercise.kind == "remoteness":
        fields["player"] = root_player(exercise, language)
        key += "" if exercise.hidden else ".tree"
    yield say(key, language, **fields)


def root_player(exercise: Exercise, language: str) -> str:
    """Who moves at the root; MAX and MIN where the players have no names."""
    names = () if exercise.subject is None else exercise.subject.players
    player = exercise.tree.player
    return in_language(names[player], language) if player < len(names) else ("MAX", "MIN")[player]


def teams_text(exercise: Exercise, language: str) -> str:
    """`1 and 3`; several alliances with a semicolon between them."""
    teams = [part.strip().split("+") for part in exercise.teams.split(",")]
    return "; ".join(
        say("play.and", language, first=", ".join(map(str.strip, team[:-1])), last=team[-1].strip())
        for team in teams
        if len(team) > 1
    )


def conventions_text(exercise: Exercise, language: str) -> str:
    """What the answer rests on, as it is printed on every sheet."""
    shared = exercise.tree.payoffs not in (None, 1)
    if exercise.kind in _OWN_CONVENTIONS:
        sentences = [say(f"exercise.conventions.{exercise.kind}", language)]
    elif not exercise.windowed and not shared:
        sentences = [say("exercise.conventions.minimax", language)]
    else:
        names = exercise.counted if exercise.kind in KIND_CONVENTIONS else ("first",)
        first, *others = (say(f"exercise.convention.{name}", language) for name in names)
        key = "maxn" if shared else "alphabeta"
        sentences = [say(f"exercise.conventions.{key}", language, convention=first)]
        if others:
            sentences.append(say("exercise.conventions.also", language, others="; ".join(others)))
    if _wide(exercise):
        sentences.append(say("exercise.conventions.sideways", language))
    return " ".join(sentences)


_COLUMNS: dict[str, tuple[str, ...]] = {
    "alphabeta": ("window", "cut", "value"),
    "order": ("value", "order"),
    "cut-order": ("order",),
    "killers": ("order", "cut"),
}


def _table(exercise: Exercise, solved: Solved | None, language: str) -> Table | None:
    if exercise.kind == "deepening":
        return _depths_table(exercise, solved, language)
    if exercise.choices:
        return _choices_table(exercise, solved, language)
    columns = _COLUMNS.get(exercise.kind)
    if columns is None:
        return None
    head = [say("exercise.node", language)]
    head += [column_text(exercise, name, language) for name in columns]
    rows = []
    for path, name in exercise.names.items():
        if exercise.asked(path):
            cells = [_cell(solved, path, column, language) for column in columns]
            rows.append((clean(name), *cells))
    return Table(tuple(head), tuple(rows))


def column_text(exercise: Exercise, name: str, language: str) -> str:
    """The head of a column; orders mean something else in each kind."""
    own = name == "order" and exercise.kind != "order"
    return say(f"exercise.column.order.{exercise.kind}" if own else f"exercise.column.{name}", language)


def _depths_table(exercise: Exercise, solved: Solved | None, language: str) -> Table:
    head = [say(f"exercise.column.{name}", language) for name in ("depth", "value", "move")]
    rows = []
    for depth in exercise.depths:
        said = None if solved is None else solved.answer.depths[depth]
        cells = (
            ("", "") if said is None else (item_text(said.value, language), item_text(said.move, language))
        )
        rows.append((str(depth), *cells))
    return Table(tuple(head), tuple(rows))


def _choices_table(exercise: Exercise, solved: Solved | None, language: str) -> Table:
    head = (say("exercise.column.choice", language), say("exercise.column.move", language))
    rows = []
    for choice in exercise.choices:
        move = "" if solved is None else item_text(solved.answer.choices[choice], language)
        rows.append((say(f"exercise.choice.{choice}", language), move))
    return Table(head, tuple(rows))


def _cell(solved: Solved | None, path: Path, column: str, language: str) -> str:
    if solved is None:
        return ""
    said = solved.answer.nodes.get(solved.exercise.names[path])
    return "–" if said is None else item_text(getattr(said, column), language)


def _lines(exercise: Exercise, solved: Solved | None, language: str) -> Iterator[tuple[str, str]]:
    if exercise.kind in VISITED_KINDS:
        names = () if solved is None else solved.visited
        texts = [f"{clean(exercise.names[p])} = {_leaf(exercise, p, language)}" for p in names]
        yield say("exercise.line.visited", language), ", ".join(texts)
    elif exercise.kind == "remoteness":
        said = None if solved is None else solved.answer.nodes[exercise.names[()]]
        for name in ("value", "remoteness", "keep"):
            text = "" if said is None else item_text(getattr(said, name), language)
            yield say(f"exercise.line.{name}", language), text
    elif "move" in exercise.asked(()):
        moves = "" if solved is None else solved.answer.move or ""
        if solved is not None and exercise.kind != "alphabeta":
            moves = ", ".join(clean(exercise.names[(i,)]) for i in sorted(solved.best_moves))
        yield say("exercise.line.move", language), clean(moves)


def _leaf(exercise: Exercise, path: Path, language: str) -> str:
    value = exercise.tree.at(path).value
    assert value is not None
    return payoff_text(value, language)


def _notes(solved: Solved, language: str) -> Iterator[str]:
    exercise = solved.exercise
    leaves = sum(1 for _ in exercise.tree.leaves())
    if exercise.choices:
        yield say("exercise.note.same-choice", language)
    elif exercise.kind == "star1":
        steps = (step for step in solved.trace.steps if isinstance(step.event, Cutoff))
        yield from (step.sentence(language) for step in steps)
        yield say("exercise.note.star1", language, seen=len(solved.visited), all=leaves)
    elif exercise.windowed or exercise.kind == "killers":
        steps = (step for step in solved.trace.steps if isinstance(step.event, Cutoff))
        yield from (step.sentence(language) for step in steps)
        yield say("exercise.note.leaves", language, seen=len(solved.visited), all=leaves)
        if exercise.kind == "killers":
            without = alphabeta(exercise.tree).leaves
            yield say("exercise.note.killers", language, seen=len(solved.visited), without=without)
    elif exercise.kind == "order":
        before, after = (alphabeta(tree).leaves for tree in (exercise.tree, arranged(exercise.tree, "best")))
        yield say("exercise.note.order", language, before=before, after=after, all=leaves)
    elif exercise.kind == "cut-order":
        before, after = alphabeta(exercise.tree).leaves, leaves_visited(exercise.tree, solved.orders)
        yield say("exercise.note.order", language, before=before, after=after, all=leaves)
        free = right_first(exercise.tree, solved.orders)
        names = [
            clean(exercise.names[path]) for path, first in free.items() if set(solved.orders[path]) == first
        ]
        yield say("exercise.note.first", language)
        if names:
            yield say("exercise.note.any_order", language, nodes=", ".join(names))
    elif exercise.kind == "alliance":
        alone = payoff_text(tree_values(exercise.tree)[()], language)
        yield say(
            "exercise.note.alliance", language, value=payoff_text(solved.result.value, language), alone=alone
        )
    elif exercise.kind == "remoteness":
        yield from move_sentences(solved, language)
    elif exercise.kind == "complete-tree":
        value = payoff_text(solved.result.value, language)
        yield say("exercise.note.tree", language, nodes=exercise.tree.size, leaves=leaves, value=value)
