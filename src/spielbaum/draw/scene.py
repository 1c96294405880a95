"""From a tree or a trace to what a figure says: nodes, and the face each of them has at each step.

A `Scene` holds everything that stays the same (who is whose child, names, moves, positions) and, step by
step, the faces that change. Step 0 is before the search, step k after its k-th event; a tree without a
trace has step 0 only. Painters take a scene and a step, and know nothing about searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from spielbaum.board import Board
from spielbaum.draw.figure_options import Options
from spielbaum.draw.outline import (
    DrawnNode,
    SourceNode,
    count,
    count_limit,
    from_game,
    from_space,
    from_tree,
    visible,
)
from spielbaum.draw.wording import clean, payoff_text, window_text
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_space import GameSpace, TreeSpace
from spielbaum.language import in_language, say
from spielbaum.result import CHANCE, Payoff
from spielbaum.search.tree_values import NodeValue, best_line, node_values
from spielbaum.trace import Event, NodeState, Path, Trace, replay
from spielbaum.trace.node_states import UNSEEN, chosen_line
from spielbaum.tree import Tree

#: MAX and MIN in zero-sum games of two, a player otherwise; where nature moves; a leaf; a node that was cut
#: before anything was known of it; a triangle for subtrees that are not drawn.
Kind = Literal["max", "min", "player", "chance", "leaf", "stub", "more"]


@dataclass(frozen=True, slots=True)
class Node:
    """What stays the same about a node of the figure."""

    #: Its address: the indices of the children from the root on.
    path: tuple[int, ...]
    #: The number of its parent in `Scene.nodes`, which comes before it.
    parent: int | None
    kind: Kind
    name: str = ""
    #: The move on the branch above it.
    edge: str = ""
    player: int | None = None
    #: Who moves, in words.
    mover: str = ""
    board: Board | None = None
    #: Nodes behind a triangle, in words: `123`, `> 5000`.
    hidden: str = ""
    inner: bool = False

    @property
    def address(self) -> str:
        """The path as text: 0.2.1, empty for the root."""
        return ".".join(map(str, self.path))


@dataclass(frozen=True, slots=True)
class Face:
    """What a node shows at a step."""

    state: Literal["plain", "unvisited", "open", "done", "cut"] = "plain"
    value: str = ""
    window: str = ""
    number: str = ""
    #: On the best line so far, or in the strategy: the node, and the branch above it.
    chosen: bool = False
    #: The branch above it is crossed: the cut happens here.
    crossed: bool = False
    #: The event of this step is about this node.
    current: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A step: the event, and the faces it changed by the number of their node."""

    event: Event | None
    faces: dict[int, Face]


@dataclass(frozen=True)
class Scene:
    """A figure at all its steps."""

    nodes: tuple[Node, ...]
    frames: tuple[Frame, ...]
    options: Options
    algorithm: str = ""

    @property
    def steps(self) -> int:
        return len(self.frames) - 1

    def faces(self, step: int | None = None) -> tuple[Face, ...]:
        """The face of every node at that step; at the end, with no node marked as current, by default."""
        last = self.step_number(step)
        faces = [Face()] * len(self.nodes)
        for frame in self.frames[: last + 1]:
            for number, face in frame.faces.items():
                faces[number] = face
        return tuple(faces) if step is not None else tuple(replace(f, current=False) for f in faces)

    def step_number(self, step: int | None) -> int:
        if step is None:
            return self.steps
        if not 0 <= step <= self.steps:
            raise BadInput("error.draw.step", step=step, last=self.steps)
        return step

    @cached_property
    def widest(self) -> tuple[Face, ...]:
        """The longest texts each node ever shows, so that a layout holds for all steps."""
        values, windows, numbers = ([""] * len(self.nodes) for _ in range(3))
        for frame in self.frames:
            for i, face in frame.faces.items():
                values[i] = max(values[i], face.value, key=len)
                windows[i] = max(windows[i], face.window, key=len)
                numbers[i] = max(numbers[i], face.number, key=len)
        return tuple(
            Face(value=v, window=w, number=n) for v, w, n in zip(values, windows, numbers, strict=True)
        )

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """Who moves on each level, in words; empty where that differs within the level."""
        movers: list[set[str]] = []
        for node in self.nodes:
            while len(movers) <= len(node.path):
                movers.append(set())
            if node.mover:
                movers[len(node.path)].add(node.mover)
        return tuple(level.pop() if len(level) == 1 else "" for level in movers)

    def caption(self, step: int | None = None) -> str:
        """The figure in one sentence, for those who cannot see it."""
        language = self.options.language
        leaves = sum(node.kind == "leaf" for node in self.nodes)
        fields = {"nodes": len(self.nodes), "leaves": leaves}
        if not self.algorithm:
            return say("draw.caption.tree", language, **fields)
        at = self.step_number(step)
        fields |= {"step": at, "steps": self.steps}
        return say("draw.caption.trace", language, algorithm=self.algorithm, **fields)


# --------------------------------------------------------------------------- making


def scene_of(
    source: Tree | Trace,
    options: Options | None = None,
    *,
    game: Game[Any, Any] | None = None,
    solved: bool = False,
) -> Scene:
    """The scene of a tree, or of a search. A tree is shown `solved` with the value of every node.

    A search of a tree shows the whole tree, a search of a game the nodes it entered or cut. A tree that
    was grown from a `game` takes the names of its players and the pictures of its positions from it.
    """
    options = options or Options()
    if isinstance(source, Tree):
        values = node_values(source) if solved else {}
        line = best_line(source, values) if solved else ()
        return _Maker(from_tree(source), None, game, True, options, values, line).scene()
    space = source.space
    if isinstance(space, TreeSpace):
        return _Maker(from_tree(space.tree), source, game, True, options).scene()
    if isinstance(space, GameSpace):
        root = from_game(source, space, options.language)
        return _Maker(root, source, space.game, False, options).scene()
    return _Maker(from_space(space), source, game, True, options).scene()


class _Maker:
    """Puts a scene together."""

    def __init__(
        self,
        root: SourceNode,
        trace: Trace | None,
        game: Game[Any, Any] | None,
        explicit: bool,
        options: Options,
        values: Mapping[Path, NodeValue] | None = None,
        line: Path = (),
    ) -> None:
        self.trace = trace
        #: What each node of a solved tree is worth, and the best line.
        self.values = values or {}
        self.line = line if trace is None else trace.line
        self.game = game
        self.options = options
        self.explicit = explicit  # the leaves of an explicit tree are known before the search
        states: dict[Path, NodeState] = {}
        for step in replay(trace) if trace is not None else ():
            states |= step.changes
        self.drawn = visible(root, options.limit, set(self._line(states, last=True)))
        self.number_of = {id(drawn): number for number, drawn in enumerate(self.drawn)}
        #: The drawn node that stands for a route; triangles stand for all they hide.
        self.shown_at = {drawn.source.route: n for n, drawn in enumerate(self.drawn) if not drawn.hidden}
        self.hidden_at = {source.route: n for n, drawn in enumerate(self.drawn) for source in drawn.hidden}
        self.players, self.sides = self._sides()
        self.kinds = [self._kind(drawn.source) for drawn in self.drawn]

    def scene(self) -> Scene:
        nodes = tuple(self._node(drawn) for drawn in self.drawn)
        algorithm = self.trace.algorithm if self.trace is not None else ""
        frames = list(self._frames())
        if self.options.marked:
            frames[-1] = self._marked(frames)
        return Scene(nodes, tuple(frames), self.options, algorithm)

    def _sides(self) -> tuple[int, bool]:
        """How many players there are, and whether it is MAX against MIN."""
        if self.game is not None:
            players, sides = self.game.facts.players, self.game.two_player_zero_sum
        else:
            values: list[Payoff | None] = [drawn.source.value for drawn in self.drawn]
            tuples = [len(value) for value in values if isinstance(value, tuple)]
            players = max([2, *tuples, *((drawn.source.player or 0) + 1 for drawn in self.drawn)])
            sides = not tuples and players == 2
        return players, self.trace.sides if self.trace is not None else sides

    # --- nodes

    def _node(self, drawn: DrawnNode) -> Node:
        source, options = drawn.source, self.options
        parent = None if drawn.parent is None else self.number_of[id(drawn.parent)]
        if drawn.hidden:
            triangles = sum(bool(s.hidden) for s in self.drawn)
            most = count_limit(triangles, growing=source.state is not None)
            found = count(drawn.hidden, most)
            text = str(found) if found <= most else f"> {most}"
            return Node(drawn.path, parent, "more", hidden=text)
        kind = self.kinds[self.number_of[id(drawn)]]
        mover = ""
        if kind in ("max", "min", "player", "chance") and source.player is not None:
            mover = self._mover(kind, source.player)
        board = None
        picture = self.game.presentation.picture if self.game else None
        if picture and source.state is not None and len(drawn.path) < options.boards:
            board = picture(source.state)
        return Node(
            drawn.path,
            parent,
            kind,
            name=clean(source.name) if options.names and not self._named_by_moves(source) else "",
            edge=clean(source.edge) if options.edges else "",
            player=source.player if mover else None,
            mover=mover if options.players else "",
            board=board,
            inner=bool(drawn.children),
        )

    def _named_by_moves(self, source: SourceNode) -> bool:
        """A node grown from a game is called by the moves that lead to it, which the branches tell."""
        return source.state is not None and self.options.edges

    def _estimated(self, source: SourceNode) -> bool:
        """The value in the tree itself is E(s): of an inner node, or where the game goes on below a cut."""
        ended = self.game is None or source.state is None or self.game.ended(source.state)
        return bool(source.children) or not ended

    def _kind(self, source: SourceNode) -> Kind:
        if self.explicit and not source.children:
            # Cut at a depth, an inner node of a grown tree has no children here, but its rules have moves.
            over = self.game is None or source.state is None or self.game.ended(source.state)
            if over:
                return "leaf"
        if source.player is None:
            return "leaf" if self.game is not None or source.children else "stub"
        if source.player == CHANCE:
            return "chance"
        if not self.sides:
            return "player"
        first = source.player == 0 if self.trace is None else self.trace.maximises(source.player)
        return "max" if first else "min"

    def _mover(self, kind: Kind, player: int) -> str:
        """MAX or MIN where there are two sides, and who that is; the player otherwise."""
        if kind == "chance":
            return say("draw.chance", self.options.language)
        names = self.game.presentation.player_names if self.game else ()
        name = clean(in_language(names[player], self.options.language)) if player < len(names) else ""
        if kind == "player" or (self.players > 2 and not name):
            name = name or say("draw.player", self.options.language, number=player + 1)
        return " · ".join(filter(None, ("" if kind == "player" else kind.upper(), name)))

    # --- faces

    def _frames(self) -> Iterator[Frame]:
        faces = {number: self._face(number, UNSEEN, False) for number in range(len(self.drawn))}
        if self.trace is None and self.options.chosen:
            for route in self._line({}, last=True):
                number = self._number(route)
                faces[number] = replace(faces[number], chosen=True)
        yield Frame(None, dict(faces))
        routes: dict[Path, NodeState] = {}
        states: dict[int, NodeState] = {}
        line: set[int] = set()
        current: int | None = None
        last = self.trace.events[-1] if self.trace is not None and self.trace.events else None
        for step in replay(self.trace) if self.trace is not None else ():
            routes |= step.changes
            doubtful = line | ({current} if current is not None else set())
            for route, node in step.changes.items():
                number = self._number(route)
                shown = states.get(number, UNSEEN)
                if route in self.shown_at:
                    states[number] = node
                elif node.phase != "cut" or not shown.visits:
                    # A triangle looks like the last thing inside it; cut where nothing was visited.
                    states[number] = NodeState(phase=node.phase, visits=node.visits)
                doubtful.update(
                    self._subtree(number) if "cut" in (node.phase, faces[number].state) else (number,)
                )
            best = self._line(routes, last=step.event is last) if self.options.chosen else ()
            line = {self._number(route) for route in best}
            current = None if step.path is None else self._number(step.path)
            doubtful |= line | ({current} if current is not None else set())
            changed = {}
            for number in sorted(doubtful):
                face = self._face(number, states.get(number, UNSEEN), self._below_cut(number, states))
                face = replace(face, chosen=number in line, current=number == current)
                if face != faces[number]:
                    changed[number] = face
            faces |= changed
            yield Frame(step.event, changed)

    def _marked(self, frames: list[Frame]) -> Frame:
        """The last frame with the strategy in place of the best line: bold, everything else faint."""
        faces: dict[int, Face] = {}
        for frame in frames:
            faces |= frame.faces
        for number, face in faces.items():
            drawn = self.drawn[number]
            routes = [source.route for source in drawn.hidden] or [drawn.source.route]
            chosen = any(route in self.options.marked for route in routes)
            faint = not chosen and face.state in ("plain", "done")
            faces[number] = replace(face, chosen=chosen, state="unvisited" if faint else face.state)
        return Frame(frames[-1].event, faces)

    def _line(self, states: dict[Path, NodeState], *, last: bool) -> list[Path]:
        """The nodes of the best line so far; after the last step that of the answer, where there is one."""
        if not last or self.line is None:
            return chosen_line(states)
        return [self.line[:length] for length in range(len(self.line) + 1)] if self.line else []

    def _subtree(self, number: int) -> range:
        """The numbers of a node and all below it: the nodes are in depth-first order."""
        depth, end = len(self.drawn[number].path), number + 1
        while end < len(self.drawn) and len(self.drawn[end].path) > depth:
            end += 1
        return range(number, end)

    def _below_cut(self, number: int, states: dict[int, NodeState]) -> bool:
        """Whether a branch further up is cut, so that this node cannot be reached."""
        above = self.drawn[number].parent
        while above is not None:
            if states.get(self.number_of[id(above)], UNSEEN).phase == "cut":
                return True
            above = above.parent
        return False

    def _number(self, route: Path) -> int:
        """The drawn node for that route: itself, or the triangle that hides it."""
        while route not in self.shown_at:
            if route in self.hidden_at:
                return self.hidden_at[route]
            route = route[:-1]
        return self.shown_at[route]

    def _face(self, number: int, node: NodeState, below_cut: bool) -> Face:
        options, source = self.options, self.drawn[number].source
        if self.drawn[number].hidden:
            known: Payoff | None = None
        elif self.trace is None or (self.explicit and not source.children):
            known = source.value
        else:
            known = None
        state = node.phase if self.trace is not None else "plain"
        cut = state == "cut" or below_cut
        value, relation = node.value, node.relation
        if value is None:
            value, relation = known, "≈" if self.trace is None and self._estimated(source) else ""
        text = ""
        if options.values and source.route in self.values and not self.drawn[number].hidden:
            text = self.values[source.route].text(lambda known: payoff_text(known, options.language))
        elif options.values and value is not None:
            text = payoff_text(value, options.language)
            text = f"{text} {relation}" if relation in ("…", "?") else f"{relation} {text}".strip()
        window = ""
        # A node that was left shows the window it was entered with.
        shown = node.window if node.phase == "open" else node.entered
        if options.windows and shown is not None and self.kinds[number] != "leaf":
            window = window_text(*shown, options.language)
        numbers = (
            ", ".join(map(str, node.visits)) if options.numbers and not self.drawn[number].hidden else ""
        )
        return Face(
            state=("cut" if options.cuts else "unvisited") if cut else state,
            value=text,
            window=window,
            number=numbers,
            crossed=options.cuts and state == "cut",
        )
