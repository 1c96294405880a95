"""Children of a tree in another order, as people write it."""

from __future__ import annotations

from spielbaum.errors import BadInput
from spielbaum.game_space import space_of
from spielbaum.tree import Tree, reorder


def in_order(tree: Tree, text: str) -> Tree:
    """The tree with children in the order of, for instance, "C: F E G; A: D C B"."""
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, rest = part.partition(":")
        if not colon:
            raise BadInput("error.tree.order_form", given=part)
        tree = _reordered(tree, name.strip(), rest.split())
    return tree


def _reordered(tree: Tree, name: str, order: list[str]) -> Tree:
    space = space_of(tree)
    for path, node in tree.nodes():
        if name in (space.label(path), "root" if not path else None):
            labels = [space.label((*path, i)) for i in range(len(node.children))]
            # A child is called by its label, or by its number where that is not a label itself.
            numbers = {str(i + 1): label for i, label in enumerate(labels)}
            wanted = [child if child in labels else numbers.get(child, child) for child in order]
            if sorted(wanted) != sorted(labels):
                expected, given = " ".join(labels), " ".join(order)
                raise BadInput("error.tree.order", node=name, expected=expected, given=given)
            return reorder(tree, path, [labels.index(child) for child in wanted])
    raise BadInput("error.tree.no_node", node=name)
