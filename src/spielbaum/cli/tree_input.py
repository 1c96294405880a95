"""What the tree commands work on: a tree as text, from a file or from stdin, or a position of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

import click

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.game_space import GameSpace, space_of
from spielbaum.games import load_game
from spielbaum.language import say
from spielbaum.search.arrange import in_order
from spielbaum.tree import Tree, from_movers_side, read_tree, write_tree

#: Characters of a tree at most.
MOST_CHARACTERS = 2_000_000
#: Characters of a converted tree that are shown.
MOST_SHOWN = 400


@dataclass(frozen=True)
class Subject:
    """The tree or the game, and where to begin."""

    problem: Game[Any, Any] | Tree
    state: Any = None

    @property
    def space(self) -> GameSpace:
        return space_of(self.problem, self.state)


def subject_options(command: Any) -> Any:
    """TREE, or --game with --position."""
    for option in (
        click.option("--position", metavar="MOVES", help="start at this position of the game"),
        click.option("--game", "game_name", metavar="GAME", help="search a game instead of a tree"),
        leaves_option,
        click.argument("tree", required=False),
    ):
        command = option(command)
    return command


#: Whose side the numbers in the text of a tree are from.
leaves_option = click.option(
    "--leaves",
    type=click.Choice(["max", "mover"]),
    default="max",
    help="whose point of view the numbers of TREE have: MAX (default) or the player to move (negamax)",
)


def subject(
    tree: str | None,
    game_name: str | None,
    position: str | None,
    order: str = "",
    *,
    leaves: str = "max",
    lang: str = "en",
) -> Subject:
    """What was asked for."""
    if (tree is None) == (game_name is None):
        raise BadInput("error.tree.which")
    if game_name is None:
        assert tree is not None
        if position is not None:
            raise BadInput("error.tree.position")
        return Subject(tree_of(tree, order, leaves, lang))
    if order:
        raise BadInput("error.tree.order_of_game")
    if leaves != "max":
        raise BadInput("error.tree.leaves_of_game")
    game = load_game(game_name)
    return Subject(game, Position.of(game, position or "").state)


def tree_of(argument: str, order: str, leaves: str, lang: str) -> Tree:
    """The tree, its children in that order; values for the mover are converted, and that is reported."""
    tree = in_order(read_tree(text_of(argument)), order)
    if leaves == "max":
        return tree
    tree = from_movers_side(tree)
    written = write_tree(tree)
    shown = written if len(written) <= MOST_SHOWN else written[:MOST_SHOWN] + " …"
    click.echo(say("tree.movers_side", lang, tree=shown), err=True)
    return tree


def text_of(argument: str) -> str:
    """The text itself, that of a file with @file, of stdin with -."""
    if argument == "-":
        text = _read(lambda: sys.stdin.read(MOST_CHARACTERS + 1), "-")
    elif argument.startswith("@"):
        name = argument[1:]
        text = _read(lambda: _beginning(File(name)), name)
    else:
        text = argument
    if len(text) > MOST_CHARACTERS:
        raise BadInput("error.tree.too_long", limit=MOST_CHARACTERS)
    return text


def _beginning(file: File) -> str:
    with file.open(encoding="utf-8") as stream:
        return stream.read(MOST_CHARACTERS + 1)


def _read(read: Callable[[], str], name: str) -> str:
    try:
        return read()
    except OSError as error:
        raise BadInput("error.tree.no_file", path=name, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BadInput("error.tree.no_text", path=name) from error
