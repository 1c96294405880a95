"""Exercises from a seed: the same seed gives the same exercises, on every machine."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.exercise.make_positions import make_positions
from spielbaum.exercise.model import (
    CHANCE_KINDS,
    CONVENTIONS,
    MOST_NODES,
    SEVERAL,
    Convention,
    Exercise,
    Kind,
    Subject,
    worth,
)
from spielbaum.exercise.requirements import Order, TreeRequirements, cuts_of, deep, unequal
from spielbaum.exercise.solution import Solved, solve
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.result import Payoff
from spielbaum.search import alphabeta
from spielbaum.search.tree_values import tree_values
from spielbaum.tree import Tree, bounded, grow, random_tree
from spielbaum.tree.random import letters

#: Trees tried for one variant before its requirements count as impossible.
TRIES = 1000
#: Variants at most.
MOST_VARIANTS = 500

#: Small games whose complete tree one can draw: what `make` chooses from.
_SMALL_GAMES = (
    *(f"takeaway:matches={n},most=2" for n in (4, 5, 6)),
    *(f"takeaway:matches={n},most=3" for n in (4, 5)),
    *(f"takeaway:matches={n},most=2,misere=no" for n in (4, 5, 6)),
    *(f"takeaway:matches={n},most=3,misere=no" for n in (4, 5)),
)


def make_exercises(
    kind: Kind,
    number: int = 1,
    seed: int = 1,
    requirements: TreeRequirements | None = None,
    conventions: tuple[str, ...] = (),
    game: str = "",
) -> tuple[Exercise, ...]:
    """That many different exercises of a kind, as required for.

    `game` is the game whose complete tree, or one of whose positions, is asked for; without it small games
    are chosen at random.
    """
    requirements = requirements or TreeRequirements()
    if not 1 <= number <= MOST_VARIANTS:
        raise BadInput("error.exercise.number_of", number=number, limit=MOST_VARIANTS)
    if kind == "complete-tree":
        if requirements != TreeRequirements():
            raise BadInput("error.exercise.game_requirements", kind=kind)
        return tuple(_complete_trees(number, seed, game))
    if kind == "remoteness":
        if requirements != TreeRequirements():
            raise BadInput("error.exercise.game_requirements", kind=kind)
        return make_positions(number, seed, game)
    if game:
        raise BadInput("error.exercise.game", kind=kind)
    requirements.check(kind)
    found: list[Exercise] = []
    for variant in range(number):
        exercise = _variant(kind, seed, variant, requirements, conventions, {e.id for e in found})
        found.append(exercise)
    return tuple(found)


@dataclass
class _Seen:
    """What the trees that were tried had, for the sentence that says it was in vain."""

    cuts: set[int] = field(default_factory=set)
    deep: int = 0

    def text(self) -> str:
        if not self.cuts:
            return "–"
        least, most = min(self.cuts), max(self.cuts)
        return f"cuts {least}-{most}, deep {self.deep}"


def _variant(
    kind: Kind,
    seed: int,
    variant: int,
    requirements: TreeRequirements,
    conventions: tuple[str, ...],
    known: set[str],
) -> Exercise:
    seen = _Seen()
    for attempt in range(TRIES):
        random = Random(_derived(kind, seed, variant, attempt))
        tree = _tree(kind, random, requirements)
        convention = CONVENTIONS.get((conventions or ("soft",))[0], CONVENTIONS["soft"])
        if not _fulfils(kind, tree, requirements, convention, seen):
            continue
        limit = requirements.shape(kind)[1] - 1 if kind == "depth-limited" else None
        if limit is not None and tree.depth <= limit:
            continue
        teams = (requirements.teams or _teams(random, tree.players)) if kind == "alliance" else ""
        exercise = Exercise(kind, tree, conventions, limit, teams=teams)
        if exercise.id not in known and _telling(exercise, requirements):
            return exercise
    raise BadInput(
        "error.exercise.impossible",
        tries=TRIES,
        requirements=requirements.text(kind),
        seed=seed,
        variant=variant + 1,
        seen=seen.text(),
    )


def _teams(random: Random, players: int) -> str:
    """Two players at random who play together."""
    return "+".join(str(player) for player in sorted(random.sample(range(1, players + 1), 2)))


def _telling(exercise: Exercise, requirements: TreeRequirements) -> bool:
    """Whether the exercise shows what it is about, and has one answer where there are no ties."""
    match exercise.kind:
        case "cut-order":
            left_to_right = alphabeta(exercise.tree).leaves
            return (
                requirements.order == "best"
                or left_to_right > alphabeta(arranged(exercise.tree, "best")).leaves
            )
        case "alliance":
            solved = solve(exercise)
            alone = tree_values(exercise.tree)
            return solved.values[()] != alone[()] and (requirements.ties or not _tied(solved))
        case "killers":
            solved = solve(exercise)
            orders = {path: solved.by_killers(path) for path in solved.tried}
            # A killer that cut nothing, for it was the last child, could not be seen in the solution.
            fewer = len(solved.visited) < alphabeta(exercise.tree).leaves
            return fewer and solved.tried == orders
        case "deepening":
            moves = [best for _, best in solve(exercise).iterations.values()]
            return len(set(moves)) > 1
        case "expected-values":
            return requirements.ties or len(solve(exercise).best_moves) == 1
        case "star1":
            return len(solve(exercise).visited) < sum(1 for _ in exercise.tree.leaves())
        case "same-choice":
            best = solve(exercise).choices
            # The square changes the choice, and the leaves leave no doubt about any of them.
            clear = all(len(moves) == 1 for moves in best.values())
            return clear and best["expected"] != best["expected-squared"]
        case _:
            return True


def _tied(solved: Solved) -> bool:
    """Whether two children of a node are worth the same to its player."""
    exercise = solved.exercise
    for path, node in exercise.tree.nodes():
        children = [(*path, i) for i in range(len(node.children))]
        worths = {exercise.worth(child, solved.values[child]) for child in children}
        if len(worths) < len(children):
            return True
    return False


def _derived(*parts: object) -> int:
    """A seed of its own for every tree; a digest is the same everywhere, which `hash` is not."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode("utf-8")).digest()[:8], "big")


def _fulfils(
    kind: Kind, tree: Tree, requirements: TreeRequirements, convention: Convention, seen: _Seen
) -> bool:
    if requirements.uneven and not unequal(tree):
        return False
    if kind in CHANCE_KINDS:  # an uneven tree may end before nature moves
        return tree.has_chance
    if kind in ("maxn", "alliance", "depth-limited", "deepening"):
        return True
    if kind == "order" and requirements.order != "best" and tree == arranged(tree, "best"):
        return False
    cuts = cuts_of(tree, strict=convention.strict, fail_hard=convention.fail_hard)
    seen.cuts.add(len(cuts))
    seen.deep += any(map(deep, cuts))
    if requirements.deep and not any(map(deep, cuts)):
        return False
    if requirements.cuts is not None:
        return requirements.cuts[0] <= len(cuts) <= requirements.cuts[1]
    # Alpha-beta without any cut is no exercise in alpha-beta, unless that is what was required for.
    return bool(cuts) or kind not in ("alphabeta", "visited") or requirements.order == "worst"


# -------------------------------------------------------------------------- trees


def _tree(kind: Kind, random: Random, requirements: TreeRequirements) -> Tree:
    branching, depth = requirements.shape(kind)
    players = requirements.players or (3 if kind in SEVERAL else 2)
    shape = random_tree(
        branching,
        depth,
        random.getrandbits(32),
        players=players,
        uneven=requirements.uneven,
        chance=kind in CHANCE_KINDS,
    )
    if kind == "depth-limited":
        limits: range = range(depth - 1, depth)
    else:
        limits = range(1, depth) if kind == "deepening" else range(0)
    valued = sum(node.leaf or len(path) in limits for path, node in shape.nodes())
    numbers = _numbers(random, valued, players if players > 2 else 1, requirements.ties)
    tree = _planted(shape, numbers, limits)
    return named(arranged(tree, requirements.order))


def _numbers(random: Random, number: int, players: int, ties: bool) -> Iterator[Payoff]:
    """Pay-offs as small as they can be while no two of a player are equal; smaller with ties."""
    most = max(4, number // 2) if ties else max(20, 2 * number) if players == 1 else max(10, number + 2)
    columns = [
        [random.randrange(most) for _ in range(number)] if ties else random.sample(range(most), number)
        for _ in range(players)
    ]
    return iter(columns[0]) if players == 1 else zip(*columns, strict=True)


def _planted(tree: Tree, numbers: Iterator[Payoff], limits: range, depth: int = 0) -> Tree:
    """The tree with these values at its leaves, and at its nodes at these depths."""
    value = next(numbers) if tree.leaf or depth in limits else None
    return tree.with_([_planted(child, numbers, limits, depth + 1) for child in tree.children], value=value)


def arranged(tree: Tree, order: Order) -> Tree:
    """The tree with the best, or the worst, child of every node first; as it is for `any`."""
    if order == "any":
        return tree
    values = tree_values(tree)
    sign = -1 if order == "best" else 1

    def arrange(path: tuple[int, ...], node: Tree) -> Tree:
        indices = sorted(
            range(len(node.children)), key=lambda i: sign * worth(values[(*path, i)], node.player)
        )
        return node.with_([arrange((*path, i), node.children[i]) for i in indices])

    return arrange((), tree)


def named(tree: Tree) -> Tree:
    """The tree with its inner nodes called A, B, C … level by level."""
    names: dict[tuple[int, ...], str] = {}
    numbers = count()
    queue: deque[tuple[tuple[int, ...], Tree]] = deque([((), tree)])
    while queue:
        path, node = queue.popleft()
        if not node.leaf:
            names[path] = letters(next(numbers))
            queue.extend(((*path, i), child) for i, child in enumerate(node.children))

    def build(path: tuple[int, ...], node: Tree) -> Tree:
        children = [build((*path, i), child) for i, child in enumerate(node.children)]
        return node.with_(children, name=names.get(path, ""))

    return build((), tree)


# -------------------------------------------------------------------------- games


def _complete_trees(number: int, seed: int, game: str) -> Iterator[Exercise]:
    if game:
        names = [game]
    else:
        names = list(_SMALL_GAMES)
        Random(_derived("complete-tree", seed)).shuffle(names)
    if number > len(names):
        raise BadInput("error.exercise.games", number=number, known=len(names))
    for name in names[:number]:
        yield complete_tree(load_game(name))


def complete_tree(game: Game[Any, Any], state: Any = None) -> Exercise:
    """ "Draw the complete tree of this game", from a state, the start by default."""
    tree = _settled(bounded(grow(game, state), MOST_NODES))
    shown = game.presentation
    subject = Subject(shown.title or game.name, shown.rules, shown.player_names)
    return Exercise("complete-tree", tree, subject=subject)


def _settled(tree: Tree) -> Tree:
    """The tree without states and estimates, as it is written into a document."""
    plain: Callable[[Tree], Tree] = _settled
    return tree.with_(
        [plain(child) for child in tree.children],
        state=None,
        dynamic=False,
        value=tree.value if tree.leaf else None,
    )
