"""The one door to the compiled search."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from spielbaum.engine import workspace
from spielbaum.engine.blame import broken_rule
from spielbaum.engine.book import packaged_book, rules_digest
from spielbaum.engine.chance_search import TO_THE_END, ChanceDeepening
from spielbaum.engine.chance_table import WIDE_ENTRY
from spielbaum.engine.deepening import Deepening, Helper, KernelResult, last_depth
from spielbaum.engine.exact import Exact
from spielbaum.engine.limits import MOST_NODES, Limits
from spielbaum.engine.lines import Lines
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.solver import SMALL
from spielbaum.engine.table import MOST_GENERATION
from spielbaum.engine.techniques import Techniques
from spielbaum.engine.thinking import Thinking
from spielbaum.engine.threads import Unwanted, run_together
from spielbaum.engine.tracing import trace_of
from spielbaum.engine.workspace import (
    ESTIMATES,
    FAULT,
    GENERATION,
    NETWORK,
    NODE_LIMIT,
    NODES,
    OLDEST,
    PATH,
    ROWS_FULL,
    SCRATCH,
    SOLUTION,
    SURE_PLIES,
    THREAD,
    Workspace,
    new_workspace,
)
from spielbaum.errors import BadInput, SpielbaumError, Unfit
from spielbaum.game import Game, Position
from spielbaum.result import CHANCE, Bound, Line, Proof, Result

if TYPE_CHECKING:
    from spielbaum.engine.backend import Backend
    from spielbaum.engine.evaluation import Network
    from spielbaum.engine.expected_graph import Expected, ExpectedPositions, Reachable
    from spielbaum.engine.solved_table import SolvedPositions
    from spielbaum.engine.wasm_module import WasmModule

S = TypeVar("S")
M = TypeVar("M")

#: Rows of the stack at first; it grows where that is not enough.
ROWS = 1 << 13
MOST_THREADS = 256

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


def check_fit(game: Game[Any, Any]) -> None:
    """Say plainly when a game does not fit the search."""
    if not game.fits_engine:
        key = "engine.unfit.chance" if game.has_chance else "engine.unfit"
        raise Unfit(key, game=game.name, players=game.facts.players)


def check_same_game(game: Game[Any, Any], solution: SolvedPositions | ExpectedPositions) -> None:
    """Say so where a solution is one of another game."""
    if game is not solution.game and rules_digest(game) != rules_digest(solution.game):
        raise BadInput("solution.foreign", game=game.name, other=solution.game.name)


class Engine(Generic[S, M]):
    """A strong search for one two-player zero-sum game, or for one player against nature.

    See `spielbaum.engine` for what it can do.
    """

    def __init__(
        self,
        game: Game[S, M],
        *,
        table_mb: float = 64,
        threads: int = 1,
        techniques: Techniques | None = None,
        interpreted: bool = False,
        checked: bool = False,
        announce: Callable[[str], None] | None = None,
        book: bool = False,
        solution: SolvedPositions | ExpectedPositions | None = None,
        evaluation: Network | None = None,
        module: WasmModule | None = None,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise BadInput("engine.threads", given=threads, most=MOST_THREADS)
        self.game = game
        self.table_mb = table_mb
        self.techniques = techniques or Techniques()
        self.threads = threads
        #: A module has threads for searches only.
        self.solving_threads = threads if module is None else 1
        #: Positions that are treated as proven (`spielbaum.solution.load_solution`): of a game with chance
        #: those of the whole game, so that they answer instead of a search; of others also within it.
        self.expected: ExpectedPositions | None = None
        self.solution: SolvedPositions | None = None
        if solution is not None:
            check_same_game(game, solution)
            if game.has_chance:
                self.expected = cast("ExpectedPositions", solution)
            else:
                self.solution = cast("SolvedPositions", solution)
        #: A network that judges positions instead of the game (`spielbaum.engine.evaluation.load_network`),
        #: and memory for each thread that asks it.
        self.evaluation = evaluation
        self._scratch: list[Int64Array] = []
        #: What runs the kernels: this machine, or a WebAssembly module; and further threads of a search.
        self.code: Backend
        self._together: Callable[[Callable[[], Any], Sequence[Helper], Callable[[], None]], Any] = (
            run_together
        )
        if module is None:
            from spielbaum.engine.specialise import code_of

            self.code = code_of(
                game,
                interpreted=interpreted,
                announce=announce,
                checked=checked,
                solution=self.solution,
                evaluation=evaluation,
            )
        elif evaluation is not None:
            raise BadInput("network.module", game=game.name)
        else:
            self.code = code = module.code_of(game, threads)
            self._together = code.together
        self.rules = self.code.rules
        self._lines = Lines(game, self.rules, self.solution)
        self.table = self.code.new_table(table_mb)
        self._control = self.code.zeros(workspace.CONTROL)
        #: What value iteration found last, for the positions after it; where they were too many, nothing.
        self._reachable: Reachable | None = None
        self._unreachable = False
        self._generation = 1
        self._oldest = 1
        self._workspaces: list[Workspace] = []
        #: Which kernel wrote the entries of the table: search and solve write different ones.
        self._writer = ""
        #: Words of the table that the solver uses by now, and entries it has written; see `solver.py`.
        self._in_use, self._kept = SMALL, 0
        self._busy = threading.Lock()
        #: What the package knows of the opening; only solving asks it.
        self.book = packaged_book(game) if book else None
        self._exact = Exact(self)

    @property
    def purpose(self) -> str:
        """What the table was filled by: `search`, `solve`, or nothing yet."""
        return {"chance": "search", "rests": "solve"}.get(self._writer, self._writer)

    # ----------------------------------------------------------------------------------- searching

    def search(
        self,
        state: S | Position[S, M] | None = None,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        every_move: bool = False,
        trace: int = 0,
        only: Sequence[M] = (),
    ) -> Result[M]:
        """The best move within the limits, of which there must be one; blocks, and stops on Ctrl-C.

        `every_move` asks for a line for every move, `trace` for at most that many events; `only` names the
        moves to choose from.
        """
        limits = Limits(seconds, depth, nodes)
        if not limits.any:
            raise BadInput("engine.limit.none")
        return self._start(state, limits, every_move, trace, only, told=False).result()

    def start(
        self,
        state: S | Position[S, M] | None = None,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        every_move: bool = False,
        only: Sequence[M] = (),
        lines: int = 1,
    ) -> Thinking[M]:
        """Begin a search and return at once; without a limit it goes on until it is stopped or proven.

        With `lines` the best few moves are searched, each with a line of its own (`Result.lines`): less work
        than the value of every move (`every_move`). The next best moves are never proven, so it goes on.
        """
        return self._start(state, Limits(seconds, depth, nodes), every_move, 0, only, lines)

    def solve(
        self, state: S | Position[S, M] | None = None, *, every_move: bool = False, line: bool = True
    ) -> Result[M]:
        """The value with best play, its distance and line; `every_move`: the value of every move as well."""
        return self.start_solving(state, every_move=every_move, line=line).result()

    def start_solving(
        self,
        state: S | Position[S, M] | None = None,
        *,
        every_move: bool = False,
        line: bool = True,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Thinking[M]:
        """Begin to solve and return at once. Stopped early, it answers with the bounds it has proven.

        With chance there is no limit of nodes.
        """
        check_fit(self.game)
        state, _ = self._position(state)
        seconds = Limits(seconds, nodes=nodes).seconds
        if self.game.has_chance:
            return self._think(state, seconds, lambda thinking: self._expected(thinking, state, every_move))
        return self._think(
            state, seconds, lambda thinking: self._exact.solve(thinking, state, every_move, line, nodes)
        )

    def solve_many(
        self, states: Iterable[S | Position[S, M]], *, every_move: bool = False, line: bool = True
    ) -> Iterator[Result[M]]:
        """Solve one position after the other, as they come; the table is kept from each to the next."""
        for state in states:
            yield self.solve(state, every_move=every_move, line=line)

    def values(self, states: Iterable[S | Position[S, M]], *, fresh: bool = False) -> list[int]:
        """The values of many positions for their movers, with one call of compiled code; see `solve`.

        `fresh` forgets the table before each position, so that none profits from those before it.
        """
        return self._all(self._values(states, fresh, outcome=False))

    def outcomes(self, states: Iterable[S | Position[S, M]], *, fresh: bool = False) -> list[int]:
        """Who wins, 1, 0 or −1 for the player to move: less work than by how much, which `values` tells."""
        return self._all(self._values(states, fresh, outcome=True))

    def outcomes_within(self, states: Iterable[S | Position[S, M]], nodes: int) -> list[int | None]:
        """The same with so many nodes for all positions together: None where they do not suffice.

        The table is kept from each to the next, so late positions of a game make the earlier ones easier.
        """
        return self._values(states, fresh=False, outcome=True, nodes=Limits(nodes=nodes).nodes)

    @staticmethod
    def _all(found: list[int | None]) -> list[int]:
        return [value for value in found if value is not None]

    def _values(
        self,
        states: Iterable[S | Position[S, M]],
        fresh: bool,
        outcome: bool,
        nodes: int | None = None,
    ) -> list[int | None]:
        check_fit(self.game)
        self.game.require_no_chance("values")
        plain = [state.state if isinstance(state, Position) else state for state in states]
        found: list[int | None] = []

        def job(thinking: Thinking[M]) -> Result[M]:
            found.extend(self._exact.values(thinking, plain, fresh, outcome, nodes))
            return self._counted("solve", self._nodes(), thinking)

        self._think(plain[0] if plain else self.game.start, None, job).result()
        return found

    def perft(self, state: S | Position[S, M] | None = None, depth: int = 1) -> list[int]:
        """How many games of 1, 2, … `depth` plies there are from here."""
        Limits(depth=depth)
        state, _ = self._position(state, over=True)
        counts: list[int] = []

        def job(thinking: Thinking[M]) -> Result[M]:
            kernel = self.code["perft"]
            thinking.begin()
            work = self._workspace(0)
            while True:
                self.rules.names["pack"](state, work.rows[0])
                kernel(work, depth)
                if work.info[FAULT] != ROWS_FULL:
                    break
                work = self._grow(work)
            counts.extend(int(count) for count in work.history[:depth])
            return self._counted("perft", sum(counts), thinking)

        self._think(state, None, job).result()
        return counts

    # ------------------------------------------------------------------------------ table and code

    def warm(self, *kernels: str) -> None:
        """Compile now (`search`, `solve`, `perft`; by default the first two)."""
        for name in kernels or ("search", "solve"):
            self.code["chance" if self.game.has_chance and name in ("search", "solve") else name]

    @property
    def busy(self) -> bool:
        """Whether something it was asked to do is still going on."""
        return self._busy.locked()

    def clear(self) -> None:
        """Forget everything: what follows is what a new engine would do. Costs next to nothing."""
        self._workspaces.clear()
        self._next_generation()
        self._oldest = self._generation
        self._in_use, self._kept = SMALL, 0

    def save(self, path: str | Path) -> None:
        """Write the table to a file that only the same rules can read."""
        from spielbaum.engine.storage import write_table

        write_table(Path(path), self.table, self.rules.digest, self._writer, self._generation, self._oldest)

    def load(self, path: str | Path) -> None:
        """Read a table that was saved; its size becomes this engine's."""
        from spielbaum.engine.storage import read_table

        self.table, self._writer, self._generation, self._oldest = read_table(Path(path), self.rules.digest)
        self._workspaces.clear()

    # -------------------------------------------------------------------------------------- inside

    def _position(self, given: S | Position[S, M] | None, *, over: bool = False) -> tuple[S, tuple[S, ...]]:
        """The state, and the states before it; says so where the game is over."""
        before: tuple[S, ...] = ()
        if isinstance(given, Position):
            *before_it, given = given.states
            before = tuple(before_it)
        state = self.game.start if given is None else given
        if not over and self.game.ended(state):
            raise BadInput("engine.over", game=self.game.name, position=self._notation(state))
        return state, before

    def _notation(self, state: S) -> str:
        notation = self.game.presentation.notation
        return str(state) if notation is None else notation(state)

    def _start(
        self,
        given: S | Position[S, M] | None,
        limits: Limits,
        every_move: bool,
        trace: int,
        only: Sequence[M] = (),
        lines: int = 1,
        told: bool = True,
    ) -> Thinking[M]:
        """`told` is whether somebody may ask what is known on the way."""
        check_fit(self.game)
        state, before = self._position(given)
        if self.game.has_chance and trace:
            raise Unfit("engine.chance.trace", game=self.game.name)
        if self.game.player(state) == CHANCE:
            if only:
                raise BadInput("engine.chance.only", game=self.game.name)
            lines = min(lines, 1)  # nobody chooses here
        if lines < 1 or (every_move and (only or lines > 1)):
            raise BadInput("engine.lines", given=lines)
        left_out = self._left_out(state, only)
        lines = min(lines, len(left_out) - sum(left_out))
        known = None if self.expected is None else self.expected.look(state)
        if known is not None:
            moves = [move for move, out in zip(self.game.legal(state), left_out, strict=True) if not out]
            most = len(moves) if every_move else lines if lines > 1 else 0
            return self._think(
                state, limits.seconds, lambda thinking: self._looked_up(thinking, state, known, moves, most)
            )
        return self._think(
            state,
            limits.seconds,
            lambda thinking: self._deepen(
                thinking, state, before, limits, every_move, trace, left_out, lines, told=told
            ),
        )

    def _left_out(self, state: S, only: Sequence[M]) -> list[int]:
        """1 for each move that is not to be looked at."""
        legal = self.game.legal(state)
        for move in only:
            if move not in legal:
                raise BadInput("engine.only", game=self.game.name, given=move)
        return [int(len(only) > 0 and move not in only) for move in legal]

    def _think(self, state: S, seconds: float | None, job: Callable[[Thinking[M]], Result[M]]) -> Thinking[M]:
        """Run the job in a thread; one at a time, since there is one table and one set of arrays."""
        if not self._busy.acquire(blocking=False):
            raise BadInput("engine.busy")

        def guarded(thinking: Thinking[M]) -> Result[M]:
            try:
                return job(thinking)
            except SpielbaumError:
                raise
            except (
                ArithmeticError,
                LookupError,
                ValueError,
                TypeError,
                RuntimeError,
                AssertionError,
            ) as error:
                raise broken_rule(self.rules, error) from error
            finally:
                self._busy.release()

        return self.code.thinking(guarded, self._control, self._nodes, seconds)

    def _counted(self, algorithm: str, nodes: int, thinking: Thinking[M]) -> Result[M]:
        """The end of work whose answer is not the value of one position."""
        return Result(0, None, (), Proof.PROVEN, nodes=nodes, algorithm=algorithm, seconds=thinking.seconds)

    def _nodes(self) -> int:
        return sum(int(work.info[NODES]) for work in self._workspaces)

    def _workspace(self, number: int, path: int = 0, events: int = 0) -> Workspace:
        """The arrays of a thread, ready for a new search."""
        while len(self._workspaces) <= number:
            self._workspaces.append(self._new_workspace())
        work = self._workspaces[number]
        # The solver leaves arrays of another shape behind.
        foreign = len(work.killers) < workspace.PLIES
        if foreign or len(work.path) < path + len(work.line) or len(work.events) != events:
            work = self._new_workspace(rows=len(work.rows), path=path, events=events)
        self._workspaces[number] = work
        work.info[:] = 0
        work.killers[:] = 0
        work.history[:] = 0
        work.info[GENERATION], work.info[OLDEST] = self._generation, self._oldest
        work.info[NODE_LIMIT] = MOST_NODES
        work.info[SOLUTION] = 0 if self.solution is None else self.solution.address
        if self.evaluation is not None:
            while len(self._scratch) <= number:
                self._scratch.append(self.evaluation.new_scratch())
            work.info[NETWORK] = self.evaluation.address
            work.info[SCRATCH] = self._scratch[number].ctypes.data
        return work

    def fresh_workspace(self) -> Workspace:
        """The arrays of the first thread for work without a clock, as a new search has them."""
        self._renew("search")
        work = self._workspace(0)
        work = work._replace(root=self.code.zeros(1))
        work.info[workspace.SWITCHES] = self._switches(Limits(nodes=1))
        self._control[0] = 0
        return work

    def with_more_rows(self, work: Workspace) -> Workspace:
        return self._grow(work)

    def _new_workspace(self, rows: int = ROWS, path: int = 0, events: int = 0) -> Workspace:
        return new_workspace(
            self.code.zeros,
            self.table,
            self._control,
            row=self.rules.layout.words,
            rows=rows,
            path=path,
            events=events,
            estimates=ESTIMATES if self.rules.judges_inside else 0,
        )

    def _grow(self, work: Workspace) -> Workspace:
        """The same run with a larger stack: the rules gave more moves than there was room for."""
        work.info[FAULT] = 0
        rows = self.code.zeros(4 * work.rows.shape[0], work.rows.shape[1])
        return work._replace(rows=rows)

    def _renew(self, writer: str) -> None:
        """A new generation of entries; those of the other kernel are forgotten."""
        self._next_generation()
        if writer != self._writer:
            self._oldest = self._generation
            self._in_use, self._kept = SMALL, 0
            self._writer = writer

    def _next_generation(self) -> None:
        if self._generation == MOST_GENERATION:
            # Those before `oldest` are free to be used again; where there are none, the older half of all
            # searches since the table was cleared becomes one generation. Either way it depends on nothing
            # that happened before that.
            by = self._oldest - 1 or MOST_GENERATION // 2
            words = WIDE_ENTRY if self.game.has_chance else 2
            self.code.lower_generations(self.table, self._oldest, by, words)
            self._generation -= by
            self._oldest = 1
        self._generation += 1

    def _switches(self, limits: Limits, to_the_end: bool = False) -> int:
        bits = sum(bit for name, bit in _SWITCHES.items() if getattr(self.techniques, name))
        # Equal rests are worth the same but for what is banked; estimates of them need not be.
        if to_the_end:
            bits |= workspace.RESTS
        # A search of fixed depth has the value of that depth, whatever the table knows.
        deeper = to_the_end or (self.techniques.deeper_entries and limits.depth is None)
        return bits | (workspace.DEEPER_ENTRIES if deeper else 0)

    def _deepen(
        self,
        thinking: Thinking[M],
        state: S,
        before: Sequence[S],
        limits: Limits,
        every_move: bool,
        trace: int,
        left_out: Sequence[int],
        lines: int,
        *,
        to_the_end: bool = False,
        told: bool = True,
    ) -> Result[M]:
        chance = self.game.has_chance
        kernel = self.code["chance" if chance else "trace" if trace else "search"]
        # Entries of rests have no bank in them and another key, so they are no entries of a search.
        rests = chance and to_the_end and self.game.hints.banked is not None
        self._renew("rests" if rests else "chance" if chance else "search")
        threads = 1 if trace else self.threads
        del self._workspaces[threads:]
        drawn = [] if chance else self._drawn(before)
        sure_plies = self._sure_plies((*before, state))
        searches = []
        for number in range(threads):
            work = self._workspace(number, len(drawn), trace)
            work = work._replace(root=self.code.zeros(max(len(left_out), 1)))
            work.info[workspace.SWITCHES] = self._switches(limits, to_the_end)
            work.info[NODE_LIMIT] = MOST_NODES if limits.nodes is None else max(limits.nodes // threads, 1)
            work.info[PATH] = len(drawn)
            work.info[SURE_PLIES] = sure_plies
            work.info[THREAD] = number
            work.path[: len(drawn)] = drawn
            aspire = self.techniques.aspiration
            searches.append(
                (ChanceDeepening if chance else Deepening)(
                    kernel,
                    self.rules,
                    work,
                    self._grow,
                    aspire,
                    left_out,
                    1 if number else lines,
                    number / threads,
                    self._proven,
                )
            )
        thinking.begin()

        def report(found: KernelResult) -> None:
            # Making a result plays its line by the plain rules: of a search of 400 nodes that took most time.
            if told:
                thinking.report(self._result(state, found, searches, thinking.seconds))

        def halt() -> None:
            self._control[0] = 1

        def lead() -> tuple[KernelResult | None, float]:
            first, last = (TO_THE_END, TO_THE_END) if to_the_end else (1, last_depth(limits.depth))
            found = searches[0].iterate(state, first, last, every_move, report)
            seconds = thinking.seconds
            halt()
            return found, seconds

        helpers = [
            self._helper(search, state, number, limits, every_move, to_the_end)
            for number, search in enumerate(searches[1:], start=1)
        ]
        found: KernelResult | None
        seconds: float
        found, seconds = self._together(lead, helpers, halt)
        return self._result(state, found, searches, seconds, trace)

    def _drawn(self, before: Sequence[S]) -> list[int]:
        """Checks of the positions that are a draw when they come again.

        Of those of the game so far only what came often enough: the opponent need not go there once more.
        Within the search one time is enough: what was not reached the first time round is no nearer now.
        """
        if not self.game.facts.repeats:
            return []
        times = Counter(self._check(state) for state in before)
        return [check for check, count in times.items() if count >= max(self.game.facts.repetition - 1, 1)]

    def _check(self, state: S) -> int:
        return int(self.rules.names["check_and_place"](state)[0])

    def _sure_plies(self, so_far: Iterable[S]) -> int:
        """Wins that the solution knows and that take more plies may lead through a draw by repetition.

        It knows nothing of the game so far. Best play never leads to a position that is as far from the end,
        so nearer wins than that of a position which must not come again are sure; and draws are, anyway.
        """
        most = (1 << 63) - 1
        if self.solution is None or not self.game.facts.repetition:
            return most
        times: Counter[int] = Counter()
        for state in so_far:
            times[self._check(state)] += 1
            if times[self._check(state)] == self.game.facts.repetition - 1:
                known = self.solution.look(state)
                if known is not None and known.value != 0:
                    most = min(most, known.remoteness)
        return most

    def _proven(self, state: S) -> bool:
        """Whether the solution knows what the position is worth."""
        return self.solution is not None and self.solution.proves(state) is not None

    def _helper(
        self, search: Deepening, state: S, number: int, limits: Limits, every_move: bool, to_the_end: bool
    ) -> Helper:
        """A further thread: the same search, sharing the table.

        Where one move is wanted, half of the threads go one depth ahead; where all moves are valued, each
        begins at another move (`Deepening.offset`).
        """
        first, last = 1 if every_move else 1 + number % 2, last_depth(limits.depth)
        if to_the_end:
            first = last = TO_THE_END
        return Helper(search, state, first, last, every_move)

    def _expected(self, thinking: Thinking[M], state: S, every_move: bool) -> Result[M]:
        """The exact expected value of a game with chance: the search without a limit of depth.

        Where positions may come again that search need not end; there value iteration over all positions
        that can be reached gives the value up to a proven error (`expected_graph.py`).
        """
        known = None if self.expected is None else self.expected.look(state)
        if known is not None:
            moves = self.game.legal(state)
            return self._looked_up(thinking, state, known, moves, len(moves) if every_move else 0)
        if self.game.facts.repeats:
            return self._by_iteration(thinking, state, every_move)
        left_out = self._left_out(state, ())
        result = self._deepen(thinking, state, (), Limits(), every_move, 0, left_out, 1, to_the_end=True)
        result = replace(
            result, depth=None, algorithm="solve",
            lines=tuple(replace(line, depth=None) for line in result.lines),
        )  # fmt: skip
        return result if result.proven else self._unsolved(result)

    def _unsolved(self, result: Result[M]) -> Result[M]:
        """All that is known where an exact solution was stopped: no pay-off is less."""
        least, greatest = self.game.facts.values
        sure = -greatest if result.view == 1 else least
        return replace(result, value=sure, moves=(), proof=Proof.BOUND, bound=Bound.AT_LEAST, lines=())

    @property
    def solved_ahead(self) -> bool:
        """Whether `solve` knows a game with chance that goes in circles already."""
        return self._reachable is not None

    def solve_ahead(self, most: int) -> bool:
        """Have all positions of a game with chance that goes in circles solved, if they are `most` at most.

        Later `solve` only looks them up. False where there are more, and where that is known already.
        """
        if self._reachable is None and not self._unreachable:
            try:
                self._reachable = self.code.solve_reachable(
                    self.game.start, self.threads, lambda: True, lambda: None, most
                )
            except BadInput:  # also where players may go on for ever
                self._unreachable = True
        return self._reachable is not None

    def _by_iteration(self, thinking: Thinking[M], state: S, every_move: bool) -> Result[M]:
        found = None if self._reachable is None else self._reachable.look(state)
        if found is not None:
            thinking.begin()
        else:
            try:
                self._reachable = self.code.solve_reachable(
                    state, self.threads, lambda: not thinking.stopped, thinking.begin
                )
            except Unwanted:
                return self._unsolved(
                    Result(0, self._lines.view(state), (), algorithm="solve", seconds=thinking.seconds)
                )
            found = self._reachable.look(state)
            assert found is not None
        moves = self.game.legal(state)
        return self._worth(thinking, state, found, moves, len(moves) if every_move else 0)

    def _looked_up(
        self, thinking: Thinking[M], state: S, found: Expected, moves: Sequence[M], most: int
    ) -> Result[M]:
        """What was known of a position before it was asked for."""
        thinking.begin()
        return self._worth(thinking, state, found, moves, most)

    def _worth(
        self, thinking: Thinking[M], state: S, found: Expected, moves: Sequence[M], most: int
    ) -> Result[M]:
        """What a position is worth, with lines for the best `most` of these moves."""
        view = self._lines.view(state)
        lines = [
            Line(found.moves[move], view, (move,), Proof.PROVEN, error=found.error)
            for move in sorted(moves, key=lambda move: -found.moves[move])
        ]
        nature = self.game.player(state) == CHANCE
        return Result(
            value=found.value if nature or not lines else lines[0].value,
            view=view,
            moves=() if nature or not lines else lines[0].moves,
            proof=Proof.PROVEN,
            nodes=found.positions,
            error=found.error,
            algorithm="solve",
            seconds=thinking.seconds,
            lines=tuple(lines[:most]),
        )

    def _result(
        self,
        state: S,
        found: KernelResult | None,
        searches: list[Deepening],
        seconds: float,
        trace: int = 0,
    ) -> Result[M]:
        """What was found so far, for people."""
        first = self.game.legal(state)[list(searches[0].left_out).index(0)]
        events = trace_of(self.rules, state, searches[0].work) if trace else None
        nodes = sum(search.nodes for search in searches)
        view = self._lines.view(state)
        at_once = () if self.game.player(state) == CHANCE else (first,)
        if found is None:  # stopped before the first move was searched
            judged = self.game if self.evaluation is None else self.evaluation.applied(self.game)
            estimate = judged.estimate(state)
            assert isinstance(estimate, int | float)
            value = estimate if view == 0 else -estimate
            return Result(
                value, view, at_once, depth=0, nodes=nodes,
                algorithm="engine", seconds=seconds, trace=events,
            )  # fmt: skip
        best = self._lines.line(state, found)
        return Result(
            best.value, view, best.moves or at_once, best.proof, best.bound,
            best.distance, best.depth, nodes, self._lines.cycle(state, best.proof, best.value),
            algorithm="engine",
            leaves=sum(int(search.work.info[workspace.LEAVES]) for search in searches),
            seconds=seconds, lines=tuple(self._lines.line(state, line) for line in found.lines), trace=events,
        )  # fmt: skip
