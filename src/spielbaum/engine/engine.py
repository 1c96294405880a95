"""The one door to the compiled search."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from spielbaum.engine.blame import broken_rule
from spielbaum.engine.book import packaged_book, rules_digest
from spielbaum.engine.deepening import Helper
from spielbaum.engine.exact import Exact
from spielbaum.engine.exact_chance import ExactChance
from spielbaum.engine.limits import Limits
from spielbaum.engine.lines import Lines
from spielbaum.engine.memory import Memory
from spielbaum.engine.searching import Question, Searching
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.techniques import Techniques
from spielbaum.engine.thinking import Thinking
from spielbaum.engine.threads import run_together
from spielbaum.engine.workspace import FAULT, ROWS_FULL
from spielbaum.errors import BadInput, SpielbaumError, Unfit
from spielbaum.game import Game, Position
from spielbaum.result import CHANCE, Proof, Result

if TYPE_CHECKING:
    from spielbaum.engine.backend import Backend
    from spielbaum.engine.evaluation import Network
    from spielbaum.engine.expected_graph import ExpectedPositions
    from spielbaum.engine.solved_table import SolvedPositions
    from spielbaum.engine.wasm_module import WasmModule

S = TypeVar("S")
M = TypeVar("M")

MOST_THREADS = 256


def check_threads(given: int) -> None:
    if not 1 <= given <= MOST_THREADS:
        raise BadInput("engine.threads", given=given, most=MOST_THREADS)


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
        check_threads(threads)
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
        #: A network that judges positions instead of the game (`spielbaum.engine.evaluation.load_network`).
        self.evaluation = evaluation
        #: What runs the kernels: this machine, or a WebAssembly module; and further threads of a search.
        self.code: Backend
        self.together: Callable[[Callable[[], Any], Sequence[Helper], Callable[[], None]], Any] = run_together
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
            self.together = code.together
        self.rules = self.code.rules
        self.lines = Lines(game, self.rules, self.solution)
        self.memory = Memory(self.code, table_mb, self.solution, evaluation)
        #: What the package knows of the opening; only solving asks it.
        self.book = packaged_book(game) if book else None
        self.searching = Searching(self)
        self._exact = Exact(self)
        self._exact_chance = ExactChance(self)
        self._busy = threading.Lock()

    @property
    def table(self) -> Int64Array:
        return self.memory.table

    @property
    def purpose(self) -> str:
        """What the table was filled by: `search`, `solve`, or nothing yet."""
        return {"chance": "search", "rests": "solve"}.get(self.memory.writer, self.memory.writer)

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
            return self._think(
                state, seconds, lambda thinking: self._exact_chance.solve(thinking, state, every_move)
            )
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
            return self._counted("solve", self.memory.nodes, thinking)

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
            work = self.memory.workspace(0)
            while True:
                self.rules.names["pack"](state, work.rows[0])
                kernel(work, depth)
                if work.info[FAULT] != ROWS_FULL:
                    break
                work = self.memory.grow(work)
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
        self.memory.clear()

    def save(self, path: str | Path) -> None:
        """Write the table to a file that only the same rules can read."""
        self.memory.save(Path(path))

    def load(self, path: str | Path) -> None:
        """Read a table that was saved; its size becomes this engine's."""
        self.memory.load(Path(path))

    @property
    def solved_ahead(self) -> bool:
        """Whether `solve` knows a game with chance that goes in circles already."""
        return self._exact_chance.solved_ahead

    def solve_ahead(self, most: int) -> bool:
        """Have all positions of a game with chance that goes in circles solved, if they are `most` at most.

        Later `solve` only looks them up. False where there are more, and where that is known already.
        """
        return self._exact_chance.solve_ahead(most)

    # -------------------------------------------------------------------------------------- inside

    def _position(self, given: S | Position[S, M] | None, *, over: bool = False) -> tuple[S, tuple[S, ...]]:
        """The state, and the states before it; says so where the game is over."""
        before: tuple[S, ...] = ()
        if isinstance(given, Position):
            *before_it, given = given.states
            before = tuple(before_it)
        state = self.game.start if given is None else given
        if not over and self.game.ended(state):
            raise BadInput("engine.over", game=self.game.name, position=self.notation(state))
        return state, before

    def notation(self, state: S) -> str:
        """The position in words, for a message."""
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
        exact, known = self._exact_chance, self._exact_chance.known(state)
        if known is not None:
            moves = [move for move, out in zip(self.game.legal(state), left_out, strict=True) if not out]
            most = len(moves) if every_move else lines if lines > 1 else 0
            return self._think(
                state, limits.seconds, lambda thinking: exact.looked_up(thinking, state, known, moves, most)
            )
        asked = Question(state, before, limits, left_out, every_move, lines, trace, told=told)
        return self._think(state, limits.seconds, lambda thinking: self.searching.search(thinking, asked))

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

        return self.code.thinking(guarded, self.memory.control, lambda: self.memory.nodes, seconds)

    def _counted(self, algorithm: str, nodes: int, thinking: Thinking[M]) -> Result[M]:
        """The end of work whose answer is not the value of one position."""
        return Result(0, None, (), Proof.PROVEN, nodes=nodes, algorithm=algorithm, seconds=thinking.seconds)
