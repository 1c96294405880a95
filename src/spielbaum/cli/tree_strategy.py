"""`--strategy` of the tree commands: one player's strategy, marked in the tree or alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import click

from spielbaum.cli.drawing import FIGURES, Drawing
from spielbaum.cli.tree_output import MARKING_FORMATS, Role
from spielbaum.errors import BadInput
from spielbaum.language import say
from spielbaum.search import guarantee, strategy, strategy_nodes
from spielbaum.trace import Path, payoff
from spielbaum.tree import Tree


@dataclass(frozen=True)
class Marked:
    """The tree to show, the nodes to mark in it, and what is said about them."""

    tree: Tree
    nodes: frozenset[Path] = frozenset()
    sentences: tuple[str, ...] = ()

    def on(self, drawing: Drawing) -> Drawing:
        """The drawing with the nodes marked."""
        return replace(drawing, options=drawing.options | {"marked": self.nodes}) if self.nodes else drawing


def strategy_options(run: Any) -> Any:
    for option in (
        click.option("--only", is_flag=True, help="leave out everything outside the strategy"),
        click.option(
            "--strategy",
            type=click.IntRange(min=1),
            metavar="PLAYER",
            help="mark an optimal strategy of this player: one move of their own, all replies of the others",
        ),
    ):
        run = option(run)
    return run


def marked(tree: Tree, player: int | None, only: bool, form: str, role: Role, lang: str) -> Marked:
    """The tree with that player's strategy, counted from 1; without one nothing is marked."""
    if player is None:
        if only:
            raise BadInput("error.strategy.only")
        return Marked(tree)
    if not only and form not in (*MARKING_FORMATS, *FIGURES):
        raise BadInput("error.strategy.format", format=form)
    nodes = strategy_nodes(tree, player - 1)
    plan = strategy(tree, player - 1)
    sentence = _sentence(tree, plan, player - 1, role, lang)
    if only:
        return Marked(plan, sentences=(sentence,))
    return Marked(tree, nodes, (sentence, say("tree.strategy.mark", lang)))


def _sentence(tree: Tree, plan: Tree, player: int, role: Role, lang: str) -> str:
    ends = [leaf for _, leaf in plan.leaves()]
    fields = {"who": role(player), "nodes": plan.size, "all": tree.size, "leaves": len(ends)}
    least = guarantee(plan, player)
    if least is None:
        return say("tree.strategy.unknown", lang, **fields)
    proof = say("answer.estimate" if any(leaf.cut for leaf in ends) else "answer.proven", lang)
    key = "tree.strategy.chance" if plan.has_chance else "tree.strategy"
    return say(key, lang, value=payoff(least), proof=proof, **fields)
