"""One search of an engine: iterative deepening in one or more threads that share the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spielbaum.engine import workspace
from spielbaum.engine.chance_search import TO_THE_END, ChanceDeepening
from spielbaum.engine.deepening import Deepening, Helper, KernelResult, last_depth
from spielbaum.engine.limits import MOST_NODES, Limits
from spielbaum.engine.tracing import trace_of
from spielbaum.engine.workspace import NODE_LIMIT, PATH, SURE_PLIES, THREAD, Workspace
from spielbaum.result import CHANCE, Result

if TYPE_CHECKING:
    from spielbaum.engine.engine import Engine
    from spielbaum.engine.techniques import Techniques
    from spielbaum.engine.thinking import Thinking

_SWITCHES = {
    "table": workspace.TABLE,
    "killers": workspace.KILLERS,
    "history": workspace.HISTORIES,
    "order": workspace.ORDERED,
    "null_windows": workspace.NULL_WINDOWS,
    "enhanced_cutoffs": workspace.CUTOFFS,
    "quiescence": workspace.QUIET,
    "repetition": workspace.REPETITION,
    "reductions": workspace.REDUCE,
    "null_move": workspace.NULL_MOVE,
    "extensions": workspace.EXTEND,
    "futility": workspace.FUTILITY,
    "star": workspace.STAR,
    "probing": workspace.PROBING,
}


def switches_of(techniques: Techniques, limits: Limits, to_the_end: bool = False) -> int:
    """The techniques as bits for the kernels."""
    bits = sum(bit for name, bit in _SWITCHES.items() if getattr(techniques, name))
    # Equal rests are worth the same but for what is banked; estimates of them need not be.
    if to_the_end:
        bits |= workspace.RESTS
    # A search of fixed depth has the value of that depth, whatever the table knows.
    deeper = to_the_end or (techniques.deeper_entries and limits.depth is None)
    return bits | (workspace.DEEPER_ENTRIES if deeper else 0)


@dataclass(frozen=True, slots=True)
class Question:
    """What a search is asked for."""

    state: Any
    #: The states of the game before it.
    before: Sequence[Any]
    limits: Limits
    #: 1 for each move that is not to be looked at.
    left_out: Sequence[int]
    every_move: bool = False
    #: Lines for the best few moves.
    lines: int = 1
    #: Events that are kept, at most.
    trace: int = 0
    #: A game with chance is searched until it is solved.
    to_the_end: bool = False
    #: Whether somebody may ask what is known on the way.
    told: bool = True


class Searching:
    """The searches of an engine, one at a time."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine
        self.game = engine.game
        self.rules = engine.rules

    def search(self, thinking: Thinking[Any], asked: Question) -> Result[Any]:
        """The answer, when it is proven, at a limit, or when somebody stops it."""
        engine, memory = self.engine, self.engine.memory
        searches = self._searches(asked)
        first, *others = searches
        thinking.begin()

        def report(found: KernelResult) -> None:
            # Making a result plays its line by the plain rules: of a search of 400 nodes that took most time.
            if asked.told:
                thinking.report(self._result(asked, found, searches, thinking.seconds))

        def halt() -> None:
            memory.control[0] = 1

        def lead() -> tuple[KernelResult | None, float]:
            last = TO_THE_END if asked.to_the_end else last_depth(asked.limits.depth)
            begin = TO_THE_END if asked.to_the_end else 1
            found = first.iterate(asked.state, begin, last, asked.every_move, report)
            seconds = thinking.seconds
            halt()
            return found, seconds

        helpers = [self._helper(asked, search, number) for number, search in enumerate(others, start=1)]
        found, seconds = engine.together(lead, helpers, halt)
        events = trace_of(self.rules, asked.state, first.work) if asked.trace else None
        return self._result(asked, found, searches, seconds, events)

    def _searches(self, asked: Question) -> list[Deepening]:
        """One for each thread, with arrays that are ready."""
        engine, memory, chance = self.engine, self.engine.memory, self.game.has_chance
        kernel = engine.code["chance" if chance else "trace" if asked.trace else "search"]
        # Entries of rests have no bank in them and another key, so they are no entries of a search.
        rests = chance and asked.to_the_end and self.game.hints.banked is not None
        memory.renew("rests" if rests else "chance" if chance else "search")
        threads = 1 if asked.trace else engine.threads
        del memory.workspaces[threads:]
        nodes = asked.limits.nodes
        drawn = [] if chance else self._drawn(asked.before)
        sure_plies = self._sure_plies((*asked.before, asked.state))
        searches = []
        for number in range(threads):
            work = memory.workspace(number, len(drawn), asked.trace)
            work = work._replace(root=engine.code.zeros(max(len(asked.left_out), 1)))
            work.info[workspace.SWITCHES] = switches_of(engine.techniques, asked.limits, asked.to_the_end)
            work.info[NODE_LIMIT] = MOST_NODES if nodes is None else max(nodes // threads, 1)
            work.info[PATH] = len(drawn)
            work.info[SURE_PLIES] = sure_plies
            work.info[THREAD] = number
            work.path[: len(drawn)] = drawn
            searches.append(
                (ChanceDeepening if chance else Deepening)(
                    kernel,
                    self.rules,
                    work,
                    memory.grow,
                    engine.techniques.aspiration,
                    asked.left_out,
                    1 if number else asked.lines,
                    number / threads,
                    self.proven,
                )
            )
        return searches

    def _helper(self, asked: Question, search: Deepening, number: int) -> Helper:
        """A further thread: the same search, sharing the table.

        Where one move is wanted, half of the threads go one depth ahead; where all moves are valued, each
        begins at another move (`Deepening.offset`).
        """
        first, last = 1 if asked.every_move else 1 + number % 2, last_depth(asked.limits.depth)
        if asked.to_the_end:
            first = last = TO_THE_END
        return Helper(search, asked.state, first, last, asked.every_move)

    def fresh_workspace(self) -> Workspace:
        """The arrays of the first thread for work without a clock, as a new search has them."""
        memory = self.engine.memory
        memory.renew("search")
        work = memory.workspace(0)
        work = work._replace(root=self.engine.code.zeros(1))
        work.info[workspace.SWITCHES] = switches_of(self.engine.techniques, Limits(nodes=1))
        memory.control[0] = 0
        return work

    # ------------------------------------------------------------------------------- what came before

    def _drawn(self, before: Sequence[Any]) -> list[int]:
        """Checks of the positions that are a draw when they come again.

        Of those of the game so far only what came often enough: the opponent need not go there once more.
        Within the search one time is enough: what was not reached the first time round is no nearer now.
        """
        if not self.game.facts.repeats:
            return []
        times = Counter(self._check(state) for state in before)
        return [check for check, count in times.items() if count >= max(self.game.facts.repetition - 1, 1)]

    def _check(self, state: Any) -> int:
        return int(self.rules.names["check_and_place"](state)[0])

    def _sure_plies(self, so_far: Iterable[Any]) -> int:
        """Wins that the solution knows and that take more plies may lead through a draw by repetition.

        It knows nothing of the game so far. Best play never leads to a position that is as far from the end,
        so nearer wins than that of a position which must not come again are sure; and draws are, anyway.
        """
        most = (1 << 63) - 1
        solution = self.engine.solution
        if solution is None or not self.game.facts.repetition:
            return most
        times: Counter[int] = Counter()
        for state in so_far:
            times[self._check(state)] += 1
            if times[self._check(state)] == self.game.facts.repetition - 1:
                known = solution.look(state)
                if known is not None and known.value != 0:
                    most = min(most, known.remoteness)
        return most

    def proven(self, state: Any) -> bool:
        """Whether the solution knows what the position is worth."""
        return self.engine.solution is not None and self.engine.solution.proves(state) is not None

    # ------------------------------------------------------------------------------------- for people

    def _result(
        self,
        asked: Question,
        found: KernelResult | None,
        searches: list[Deepening],
        seconds: float,
        events: Any = None,
    ) -> Result[Any]:
        """What was found so far, for people."""
        state, lines = asked.state, self.engine.lines
        nodes = sum(search.nodes for search in searches)
        view = lines.view(state)
        first = self.game.legal(state)[list(asked.left_out).index(0)]
        at_once = () if self.game.player(state) == CHANCE else (first,)
        if found is None:  # stopped before the first move was searched
            network = self.engine.evaluation
            estimate = (self.game if network is None else network.applied(self.game)).estimate(state)
            assert isinstance(estimate, int | float)
            return Result(
                estimate if view == 0 else -estimate, view, at_once, depth=0, nodes=nodes,
                algorithm="engine", seconds=seconds, trace=events,
            )  # fmt: skip
        best = lines.line(state, found)
        return Result(
            best.value, view, best.moves or at_once, best.proof, best.bound,
            best.distance, best.depth, nodes, lines.cycle(state, best.proof, best.value),
            algorithm="engine",
            leaves=sum(int(search.work.info[workspace.LEAVES]) for search in searches),
            seconds=seconds, lines=tuple(lines.line(state, line) for line in found.lines), trace=events,
        )  # fmt: skip
