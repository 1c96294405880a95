"""Who searches how many nodes a second, measured by turns, so that a busy machine disturbs all alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

#: How often everyone gets a turn.
TURNS = 3

#: A search, and the nodes it is known to visit.
Peer = tuple[Callable[[], Any], int]


def rates(ours: Mapping[str, Callable[[], int]], peers: Mapping[str, Peer]) -> dict[str, float]:
    """Nodes a second of processor time; ours say themselves how many they visited."""
    spent = dict.fromkeys([*ours, *peers], 0.0)
    nodes = dict.fromkeys(spent, 0)
    for _ in range(TURNS):
        for name, search in ours.items():
            began = process_time()
            nodes[name] += search()
            spent[name] += process_time() - began
        for name, (peer, visited) in peers.items():
            began = process_time()
            peer()
            spent[name] += process_time() - began
            nodes[name] += visited
    return {name: nodes[name] / spent[name] for name in spent}
