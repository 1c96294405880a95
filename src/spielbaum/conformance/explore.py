"""Which positions are looked at: all those near the start, then those of random games."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from spielbaum.conformance.guarded_rules import Broken, GuardedRules
from spielbaum.forms import frozen

#: Breadth-first search stops at this many positions: it is there for small counter-examples.
BREADTH_LIMIT = 3_000
#: A random game that is longer is given up.
PLY_LIMIT = 2_000
#: All random games together end here, so that a game without end does not last for ever.
ALL_PLIES = 200_000
#: After this many calls that broke there is nothing more to learn from random games.
MANY_BROKEN = 100


@dataclass(frozen=True, slots=True)
class Node:
    """A position, and the one it was first reached from."""

    state: Any
    parent: Node | None
    move: Any
    depth: int

    @property
    def moves(self) -> list[Any]:
        node, moves = self, []
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]


@dataclass
class Exploration:
    """The positions found, and what went wrong on the way."""

    nodes: list[Node] = field(default_factory=list)
    #: The nodes of each random game from its start to its end.
    games: list[list[Node]] = field(default_factory=list)
    #: Rules that raised or changed their arguments, and where.
    broken: list[tuple[Broken, Node]] = field(default_factory=list)
    #: Games in which a position came twice: the moves.
    repetitions: list[list[Any]] = field(default_factory=list)
    #: The moves of the longest game.
    longest: list[Any] = field(default_factory=list)
    #: All positions up to this ply are among the nodes.
    complete_plies: int = 0
    unfinished: int = 0


def explore(rules: GuardedRules, games: int, seed: int) -> Exploration:
    """Breadth-first from the start, then `games` random games."""
    found = Exploration()
    start = Node(rules.game.start, None, None, 0)
    seen = {frozen(start.state): start}
    found.nodes.append(start)
    _breadth_first(rules, found, seen, start)
    random = Random(seed)
    plies = 0
    for _ in range(games):
        plies += _random_game(rules, found, seen, start, random)
        if plies >= ALL_PLIES or len(found.broken) >= MANY_BROKEN:
            break
    found.nodes.sort(key=lambda node: node.depth)  # stable: the shortest counter-example comes first
    return found


def _breadth_first(rules: GuardedRules, found: Exploration, seen: dict[Any, Node], start: Node) -> None:
    level, depth = [start], 0
    while level:
        following: list[Node] = []
        for node in level:
            try:
                for move in rules.moves(node.state):
                    state = rules.play(node.state, move)
                    if frozen(state) not in seen:
                        child = Node(state, node, move, depth + 1)
                        seen[frozen(state)] = child
                        found.nodes.append(child)
                        following.append(child)
            except Broken as broken:
                found.broken.append((broken, node))
            if len(found.nodes) >= BREADTH_LIMIT:
                found.complete_plies = depth
                return
        depth += 1
        level = following
    found.complete_plies = depth


def _random_game(
    rules: GuardedRules, found: Exploration, seen: dict[Any, Node], start: Node, random: Random
) -> int:
    """Play one game; how many plies it had."""
    node, game, moves, here = start, [start], [], {frozen(start.state)}
    repeated = False
    while True:
        try:
            legal = rules.moves(node.state)
            if not legal:
                break
            move = random.choice(legal)
            state = rules.play(node.state, move)
        except Broken as broken:
            found.broken.append((broken, node))
            break
        moves.append(move)
        name = frozen(state)
        if name in here and not repeated:
            repeated = True
            found.repetitions.append(list(moves))
        here.add(name)
        known = seen.get(name)
        if known is None:
            known = Node(state, node, move, node.depth + 1)
            seen[name] = known
            found.nodes.append(known)
        node = known
        game.append(node)
        if len(moves) >= PLY_LIMIT:
            found.unfinished += 1
            break
    found.games.append(game)
    if len(moves) > len(found.longest):
        found.longest = moves
    return len(moves)
