"""Strong components of the positions of a game: those from which one can come back to where one was.

Notes, edges and `where` are those of `graph.py`. Whoever settles the components in the order of their numbers
has settled all that a component leads to before it.
"""

from __future__ import annotations

import numpy as np

from spielbaum.engine.graph import next_block
from spielbaum.engine.positions import COUNT, HALT
from spielbaum.engine.slots import Int32Array, Int64Array


def edge_places(info: Int64Array, notes: Int32Array, where: Int64Array, places: Int64Array) -> None:
    """Where the edges of each position begin."""
    block = next_block(info)
    while block >= 0:
        at = where[2 * block + 1]
        for number in range(where[2 * block], where[2 * block + 2]):
            places[number] = at
            if notes[number] & 1 == 0:
                at += notes[number] >> 1
        block = next_block(info)


def strong_components(
    info: Int64Array,
    notes: Int32Array,
    places: Int64Array,
    edges: Int32Array,
    found: Int32Array,
    lowest: Int32Array,
    open_ones: Int32Array,
    way: Int32Array,
    tried: Int32Array,
    finished: Int32Array,
) -> int:
    """The strong components (Tarjan 1972): how many; `lowest` gets that of each position.

    A component has a larger number than all that it leads to. `finished` gets the positions in the order in
    which the search left them, each behind all that it leads to but for the circles. The way back is kept in
    an array: circles may be longer than a stack. All arrays have a place for each position, zero at first.
    """
    met, left, waiting, components = 0, 0, 0, 0
    for root in range(info[COUNT]):
        if found[root] != 0:
            continue
        depth = 0
        way[0], tried[0] = root, 0
        while depth >= 0 and info[HALT] == 0:
            here = way[depth]
            if tried[depth] == 0:
                met += 1
                found[here], lowest[here] = met, met
                open_ones[waiting] = here
                waiting += 1
            count = 0 if notes[here] & 1 else notes[here] >> 1
            deeper = False
            while tried[depth] < count:
                after = edges[places[here] + tried[depth]] >> 1
                tried[depth] += 1
                if found[after] == 0:
                    depth += 1
                    way[depth], tried[depth] = after, 0
                    deeper = True
                    break
                if found[after] > 0:  # still open
                    lowest[here] = min(lowest[here], found[after])
            if deeper:
                continue
            finished[left] = here
            left += 1
            depth -= 1
            if depth >= 0:
                lowest[way[depth]] = min(lowest[way[depth]], lowest[here])
            if lowest[here] == found[here]:
                while True:
                    waiting -= 1
                    member = open_ones[waiting]
                    lowest[member], found[member] = components, -1
                    if member == here:
                        break
                components += 1
    return components


def by_component(
    info: Int64Array,
    notes: Int32Array,
    component: Int32Array,
    finished: Int32Array,
    begins: Int64Array,
    order: Int32Array,
    rank: Int32Array,
) -> int:
    """The positions in the order of their components, within one as the search left them; `rank` of each.

    `begins` is zero at first and has a place more than there are components; it says where each begins.
    Returns how many edges the positions of a component have, at most.
    """
    edges = np.zeros(len(begins), np.int64)
    for number in range(info[COUNT]):
        begins[component[number] + 1] += 1
        if notes[number] & 1 == 0:
            edges[component[number]] += notes[number] >> 1
    most_edges = 0
    for i in range(len(begins) - 1):
        begins[i + 1] += begins[i]
        most_edges = max(most_edges, edges[i])
    for i in range(info[COUNT]):
        place = component[finished[i]]
        order[begins[place]] = finished[i]
        rank[finished[i]] = begins[place]
        begins[place] += 1
    for i in range(len(begins) - 1, 0, -1):
        begins[i] = begins[i - 1]
    begins[0] = 0
    return most_edges


#: What is compiled together; the last function is called.
KERNELS = ((next_block, edge_places), (strong_components,), (by_component,))
