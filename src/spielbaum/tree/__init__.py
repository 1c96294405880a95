"""Explicit game trees: notation, growing from a game, and functions on trees."""

from spielbaum.tree.cycles import Named, is_reference, meant_node, named_nodes
from spielbaum.tree.lists import tree_from_json, tree_from_lists, tree_to_json, tree_to_lists
from spielbaum.tree.notation import read_tree, write_payoff, write_tree
from spielbaum.tree.random import random_tree
from spielbaum.tree.size import bounded, estimate_size
from spielbaum.tree.text import tree_text
from spielbaum.tree.tree import (
    Tree,
    best_first,
    cut,
    cut_unless_dynamic,
    fold,
    from_movers_side,
    grow,
    map_tree,
    measured,
    path_name,
    reorder,
    turns_taken,
)

__all__ = [
    "Named",
    "Tree",
    "best_first",
    "bounded",
    "cut",
    "cut_unless_dynamic",
    "estimate_size",
    "fold",
    "from_movers_side",
    "grow",
    "is_reference",
    "map_tree",
    "meant_node",
    "measured",
    "named_nodes",
    "path_name",
    "random_tree",
    "read_tree",
    "reorder",
    "tree_from_json",
    "tree_from_lists",
    "tree_text",
    "tree_to_json",
    "tree_to_lists",
    "turns_taken",
    "write_payoff",
    "write_tree",
]
