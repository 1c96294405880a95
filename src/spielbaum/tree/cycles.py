"""Trees in which a node comes again: the text of a graph with cycles.

    A(B(A 1) C(-1 B))       from B one can go back to A, and from C to B

A leaf that is only a name means the inner node of that name. To everything that works on trees it is a leaf
below which the tree was cut; retrograde analysis goes on at the node itself.
"""

from __future__ import annotations

from collections import Counter

from spielbaum.tree.tree import Path, Tree

#: Inner nodes with their paths, by name.
Named = dict[str, tuple[Path, Tree]]


def named_nodes(tree: Tree) -> Named:
    """The inner nodes that can be meant by their name: no other inner node bears it."""
    inner = [(path, node) for path, node in tree.grown_nodes() if node.name and node.has_children]
    count = Counter(node.name for _, node in inner)
    return {node.name: (path, node) for path, node in inner if count[node.name] == 1}


def is_reference(node: Tree, named: Named) -> bool:
    """Whether the leaf stands for an inner node of its name."""
    return node.cut and node.value is None and not node.has_children and node.name in named


def meant_node(node: Tree, named: Named) -> Tree:
    """The inner node that the leaf stands for; any other node itself."""
    return named[node.name][1] if is_reference(node, named) else node
