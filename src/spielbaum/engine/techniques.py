"""What the search may use; each can be switched off, to measure what it is worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Techniques:
    """The switches of the search.

    The sound ones change the number of nodes, never the value of a search of fixed depth. The others
    trade a little certainty for depth: `reductions`, `null_move` and `futility` work only in games that
    declare `reducible`, `skip` and `swing`; `deeper_entries` lets an entry of the table from a deeper search
    answer for a shallower one, and only where the search has no fixed depth. `quiescence` and `extensions`
    change what a search of fixed depth means, in games that declare `dynamic` and `urgent`; `repetition`
    counts a position that comes again as a draw, in games that declare `repeats`.

    Games with chance have a search of their own (`chance.py`). It knows `star` (cuts at chance nodes) and
    `probing` (a first look at each outcome, Star2), which mean nothing elsewhere, and of the others `table`,
    `killers`, `history`, `order` and `deeper_entries`.
    """

    # Sound.
    table: bool = True
    killers: bool = True
    history: bool = True
    order: bool = True
    null_windows: bool = True
    aspiration: bool = True
    enhanced_cutoffs: bool = True
    star: bool = True
    probing: bool = True
    # Sound only together with what the game declares.
    quiescence: bool = True
    repetition: bool = True
    extensions: bool = True
    # Unsound, and worth it.
    reductions: bool = True
    null_move: bool = True
    futility: bool = True
    deeper_entries: bool = True
