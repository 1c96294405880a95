"""Does a solution follow from the rules? Positions are sampled and held against their successors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.result import CHANCE
from spielbaum.solution.entries import Entry
from spielbaum.solution.reader import Solution
from spielbaum.solution.wording import state_text

#: A game played at random is left after this many plies, as some would never end.
MOST_PLIES = 1000


@dataclass(frozen=True)
class Contradiction:
    """A position whose entry does not follow from those of its successors."""

    state: Any
    #: What is in the file; None where the position is missing.
    entry: Entry | None
    #: Why it cannot be so, as the key of a sentence with its fields.
    why: SpielbaumError


def check_solution(solution: Solution, sample: int, seed: int = 1) -> Contradiction | None:
    """The first of the sampled positions that is wrong; None where all are right."""
    before: dict[tuple[int, ...], Any] = {}
    for state in islice(sampled_states(solution, Random(seed)), sample):
        why = contradiction(solution, state)
        if why is None and solution.facts.folded:
            other = before.setdefault(solution.key(state), state)
            if successors(solution, state) != successors(solution, other):
                notation = state_text(solution.game, other)
                why = SpielbaumError("table.check.folded", other=notation)
        if why is not None:
            return Contradiction(state, solution.look(state), why)
    return None


def successors(solution: Solution, state: Any) -> dict[tuple[tuple[int, ...], bool], Fraction]:
    """The keys that the moves lead to, and whether the same player moves there again, with the probability.

    Positions with the same key have the same successors: else the key folds unequal positions, even where
    their entries happen to agree. The probability is 0 where a player moves.
    """
    game = solution.game
    mover = game.player(state)
    shares = game.probabilities(state) if mover == CHANCE else {}
    found: dict[tuple[tuple[int, ...], bool], Fraction] = {}
    for move in game.legal(state):
        after = game.play(state, move)
        place = solution.key(after), game.player(after) == mover
        found[place] = found.get(place, Fraction(0)) + shares.get(move, 0)
    return found


def contradiction(solution: Solution, state: Any) -> SpielbaumError | None:
    """Why the entry of this position does not follow from its successors' by the rules; None if it does.

    Wins, losses and their remoteness are checked completely. Of a draw by rule only that a successor is one,
    too, and that none of these is later: who of the two forces the end is not in the file, and what one can
    force may take longer than the other would need. Of a draw by cycle, that a successor is one. A set of
    draws by cycle that only support each other is not found out this way. Expected values follow from their
    successors' and the weights up to the error that the file states, of the position and of its successors.
    """
    entry = solution.look(state)
    if entry is None:
        return SpielbaumError("table.check.missing")
    nature = solution.game.player(state) == CHANCE
    end = solution.end(state)
    if end is not None:
        return None if entry == end else SpielbaumError("table.check.end", expected=end.value)
    found = solution.moves(state)
    moves = [each.entry for each in found if each.entry is not None]
    if len(moves) < len(found):
        return SpielbaumError("table.check.successor")
    if solution.expected:
        expected = _mean(solution, state, moves) if nature else max(move.value for move in moves)
        # Rounding of the numbers here comes to the errors of the file.
        room = 2 * solution.error + 1e-14 * max(abs(move.value) for move in moves)
        sound = abs(entry.value - expected) <= room
        return None if sound else SpielbaumError("table.check.expected", expected=f"{expected:.12g}")
    best = max(move.value for move in moves)
    if entry.value != best:
        return SpielbaumError("table.check.value", expected=best)
    if entry.cycle:
        sound = best == 0 and any(move.cycle for move in moves)
        return None if sound else SpielbaumError("table.check.cycle")
    plies = [move.remoteness for move in moves if move.value == best and not move.cycle]
    if not plies:
        return SpielbaumError("table.check.rule")
    if best == 0:
        sound = entry.remoteness >= min(plies)
        return None if sound else SpielbaumError("table.check.remoteness.least", expected=min(plies))
    expected = min(plies) if best > 0 else max(plies)
    if entry.remoteness != expected:
        return SpielbaumError("table.check.remoteness", expected=expected)
    return None


def _mean(solution: Solution, state: Any, outcomes: list[Entry]) -> float:
    """What the outcomes of a move of nature are worth on average."""
    shares = solution.game.probabilities(state)
    legal = solution.game.legal(state)
    pairs = zip(legal, outcomes, strict=True)
    return float(sum(shares[move] * Fraction(entry.value) for move, entry in pairs))


# --- which positions ----------------------------------------------------------------------------------------


def sampled_states(solution: Solution, random: Random) -> Iterator[Any]:
    """Positions without end: start, examples, then by turns from random games and, unfolded, the file."""
    known = solution.examples()
    sources = [_played(solution, random, known)]
    if not solution.facts.folded:
        sources.append(_drawn(solution, random))
    yield from (solution.game.start, *known)
    while True:
        for source in sources:
            yield from islice(source, 1)


def _played(solution: Solution, random: Random, examples: list[Any]) -> Iterator[Any]:
    """The positions of games played at random, from the start and, as often, from one of the examples.

    Games from the start alone would hardly ever come to where best play takes long.
    """
    game = solution.game
    while True:
        state = random.choice(examples) if examples and random.random() < 0.5 else game.start
        yield state
        for _ in range(MOST_PLIES):
            legal = game.legal(state)
            if not legal:
                break
            state = game.play(state, random.choice(legal))
            yield state


def _drawn(solution: Solution, random: Random) -> Iterator[Any]:
    """States in the file; each is as likely as any other, but for the last block of a section."""
    while solution.block_count:
        keys = solution.keys(random.randrange(solution.block_count))
        yield solution.state(tuple(keys[random.randrange(len(keys))].tolist()))
