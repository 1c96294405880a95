"""The tree that was asked for, within what a page can show and a server can spare."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from spielbaum.errors import BadInput, TooLarge
from spielbaum.game import Game
from spielbaum.play.engine_search import ENGINE, algorithm_named
from spielbaum.search.arrange import in_order
from spielbaum.tree import (
    Tree,
    bounded,
    cut,
    from_movers_side,
    grow,
    measured,
    random_tree,
    read_tree,
    write_tree,
)
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.tree_lab.messages import Source, TraceRequest

MOST_CHARACTERS = 20_000
MOST_NODES = 1_500
MOST_DEPTH = 40
MOST_EVENTS = 6_000
#: Nodes of a tree that is grown as deep as fits.
MOST_FITTING = 300
#: Events of a search that goes as deep as fits.
MOST_FITTING_EVENTS = 600
#: Boards beside each other, where nobody says how many levels show theirs.
MOST_BOARDS = 12
#: Nodes that are drawn; subtrees beyond are collapsed.
MOST_DRAWN = 400


@dataclass(frozen=True)
class SourceTree:
    """The tree, and the game it was grown from."""

    tree: Tree
    game: Game[Any, Any] | None = None
    #: The position in words that the command line reads, where it was grown as deep as fits.
    position: str | None = None

    def searches_game(self, run: TraceRequest) -> bool:
        """Whether the positions of the game are searched instead of as much of its tree as fits."""
        algorithm = algorithm_named(run.algorithm)
        if algorithm is ENGINE:
            return self.game is not None
        return algorithm.graph and self.position is not None and not run.strategy


def find_tree(source: Source, games: GameCatalog) -> SourceTree:
    """The tree of the source, in the order of children that it asks for."""
    given = [part for part in (source.tree, source.random, source.game) if part is not None]
    if len(given) != 1:
        raise BadInput("tree_lab.error.source")
    found = _found(source, games)
    return replace(found, tree=in_order(found.tree, source.order))


def _found(source: Source, games: GameCatalog) -> SourceTree:
    if source.tree is not None:
        if len(source.tree) > MOST_CHARACTERS:
            raise TooLarge("tree_lab.error.text", limit=MOST_CHARACTERS, given=len(source.tree))
        tree = checked(read_tree(source.tree))
        return SourceTree(from_movers_side(tree) if source.leaves == "mover" else tree)
    if source.random is not None:
        random = source.random
        tree = random_tree(
            random.branching,
            random.depth,
            random.seed,
            players=random.players,
            uneven=random.uneven,
            chance=random.chance,
            distinct=True,
            names=True,
            limit=MOST_NODES,
        )
        return SourceTree(tree)
    assert source.game is not None
    where = source.game
    position = games.position(where.game, where.start, where.moves)
    tree = measured(position.game, grow(position.game, position.state))
    tree = _fitting(tree) if where.depth is None else cut(tree, where.depth)
    words = position.root_notation if not position.history else " ".join(position.history_texts)
    if position.history and position.root_notation is not None:
        assert position.game.presentation.notation is not None
        words = position.game.presentation.notation(position.state)
    return SourceTree(
        checked(bounded(tree, MOST_NODES)), position.game, (words or "") if where.depth is None else None
    )


def _fitting(tree: Tree) -> Tree:
    """The whole tree, or as many of its levels as one can look at; one at least."""
    found = cut(tree, 1)
    for depth in range(2, MOST_DEPTH + 1):
        if not any(node.cut for _, node in found.nodes()):
            break
        deeper = cut(tree, depth)
        if next(islice(deeper.nodes(), MOST_FITTING, None), None) is not None:
            break
        found = deeper
    return found


def board_levels(tree: Tree) -> int:
    """How many levels, from the root on, have room for the boards of their positions."""
    breadths = Counter(len(path) for path, _ in tree.nodes())
    return next((level for level in range(len(breadths)) if breadths[level] > MOST_BOARDS), len(breadths))


def checked(tree: Tree) -> Tree:
    """The tree itself, or a sentence that says why it is too large."""
    for path, _ in islice(tree.nodes(), MOST_NODES):
        if len(path) > MOST_DEPTH:
            raise TooLarge("tree_lab.error.depth", limit=MOST_DEPTH)
    if next(islice(tree.nodes(), MOST_NODES, None), None) is not None:
        raise TooLarge("tree_lab.error.nodes", limit=MOST_NODES)
    return tree


def search_options(run: TraceRequest) -> dict[str, Any]:
    """What was asked of the algorithm, under the names that the searchers use."""
    given = {
        "depth": run.depth,
        "fail_hard": run.fail_hard,
        "strict": run.strict,
        "order": run.sort,
        "teams": run.teams,
        "ties": "" if run.ties == "first" else run.ties,
    }
    return {
        name: value
        for name, value in given.items()
        if value is not None and value is not False and value != ""
    }


def command_line(run: TraceRequest, found: SourceTree) -> str:
    """The command that shows the same search in words."""
    words = ["spielbaum", "tree", "trace"]
    if found.searches_game(run):
        assert run.game is not None
        words += ["--game", run.game.game]
        words += ["--position", found.position] if found.position else []
    else:
        words.append(write_tree(found.tree))
    words += ["--algorithm", run.algorithm]
    for name, value in search_options(run).items():
        option = "--" + {"order": "sort"}.get(name, name).replace("_", "-")
        words += [option] if value is True else [option, str(value)]
    return shlex.join(words)
