"""Walking through a solution: what every move is worth, how best play goes on, positions worth a look."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from spielbaum.result import CHANCE
from spielbaum.solution.entries import Entries, Entry, MoveEntry

#: Positions that `only_winning_move` looks at before it gives up, and plies after which it begins a new game.
TRIES, MOST_PLIES = 5000, 60


def ranked_moves(solution: Entries, state: Any) -> list[MoveEntry]:
    """All legal moves, the best first; equally good ones in the order of the rules, unknown ones last.

    The outcomes of a move of nature stay in the order of the rules, with their probabilities.
    """
    found = solution.moves(state)
    if solution.game.player(state) == CHANCE:
        shares = solution.game.probabilities(state) if found else {}
        return [move._replace(share=shares[move.move]) for move in found]
    known = [move for move in found if move.entry is not None]
    known.sort(key=_preference, reverse=True)
    return known + [move for move in found if move.entry is None]


def best_moves(solution: Entries, state: Any) -> list[MoveEntry]:
    """The quickest wins, else the draws that are easiest for the opponent to lose, else the latest losses.

    In a game with chance those with the greatest expected value. None where nothing is known of any move.
    """
    known = [move for move in solution.moves(state) if move.entry is not None]
    if not known:
        return []
    best = max(map(_preference, known))
    moves = [move for move in known if _preference(move) == best]
    if best[0] != 0 or len(moves) == 1 or solution.expected:
        return moves
    chances = [_chance_to_err(solution, state, move.after) for move in moves]
    return [move for move, share in zip(moves, chances, strict=True) if share == max(chances)]


def best_line(solution: Entries, state: Any, most: int) -> list[MoveEntry]:
    """Best play from here, for at most that many plies; of equally good moves the first.

    It ends where the game does, where the file does, where nature moves, and where a position comes again:
    from there on it would go in circles. In a draw by rule the first move that takes as long as the file says
    is chosen.
    """
    line: list[MoveEntry] = []
    seen = {state}
    while len(line) < most:
        known = [move for move in solution.moves(state) if move.entry is not None]
        if not known or solution.game.player(state) == CHANCE:
            break
        entry = solution.look(state)
        line.append(max(known, key=lambda move: (_preference(move), move.entry == entry)))
        state = line[-1].after
        if state in seen:
            break
        seen.add(state)
    return line


def only_winning_move(solution: Entries, random: Random, tries: int = TRIES) -> Any:
    """A state in which one of several moves wins and no other does; None where no try came upon one.

    One in which the win takes more than that move is preferred. It is looked for along games in which whoever
    can win goes on winning; moves at random would soon give the win away, in chess with the last rook.
    """
    game = solution.game
    starts = [game.start, *solution.examples()]
    state, plies, at_once = random.choice(starts), 0, None
    for _ in range(tries):
        legal = list(game.legal(state))
        random.shuffle(legal)
        entry = solution.look(state)
        if not legal or plies == MOST_PLIES or entry is None:
            state, plies = random.choice(starts), 0
            continue
        move = legal[0]
        if entry.value > 0:
            first, *more = islice((each for each in legal if _wins(solution, state, each)), 2)
            if not more and len(legal) > 1:
                if entry.remoteness > 1:
                    return state
                at_once = state
            move = first
        state, plies = game.play(state, move), plies + 1
    return at_once


def _wins(solution: Entries, state: Any, move: Any) -> bool:
    entry = solution.move(state, move).entry
    return entry is not None and entry.value > 0


def _preference(move: MoveEntry) -> tuple[int | float, int]:
    assert isinstance(move.entry, Entry)
    return move.entry.preference


def _chance_to_err(solution: Entries, state: Any, after: Any) -> float:
    """The share of the opponent's replies that lose; 0 where it is not the opponent who moves."""
    game = solution.game
    replies = solution.moves(after)
    if not replies or game.player(after) == game.player(state):
        return 0.0
    losing = [reply for reply in replies if reply.entry is not None and reply.entry.value < 0]
    return len(losing) / len(replies)
