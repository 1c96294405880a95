"""What an engine keeps from one search to the next: its table, and the arrays of each thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.engine import workspace
from spielbaum.engine.chance_table import WIDE_ENTRY
from spielbaum.engine.exact_solver import SMALL
from spielbaum.engine.limits import MOST_NODES
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.table import MOST_GENERATION
from spielbaum.engine.workspace import (
    ESTIMATES,
    FAULT,
    GENERATION,
    NETWORK,
    NODE_LIMIT,
    NODES,
    OLDEST,
    SCRATCH,
    SOLUTION,
    Workspace,
    new_workspace,
)

if TYPE_CHECKING:
    from spielbaum.engine.backend import Backend
    from spielbaum.engine.evaluation import Network
    from spielbaum.engine.solved_table import SolvedPositions

#: Rows of the stack at first; it grows where that is not enough.
ROWS = 1 << 13


class Memory:
    """Table and workspaces; entries of the table carry the generation, which every search begins anew."""

    def __init__(
        self, code: Backend, table_mb: float, solution: SolvedPositions | None, evaluation: Network | None
    ) -> None:
        self.code = code
        self.rules = code.rules
        self.table = code.new_table(table_mb)
        self.control = code.zeros(workspace.CONTROL)
        self.workspaces: list[Workspace] = []
        self.generation = 1
        #: Entries of generations before this one are forgotten.
        self.oldest = 1
        #: Which kernel wrote the entries of the table: search and solve write different ones.
        self.writer = ""
        #: Words of the table that the solver uses by now, and entries it has written; see `exact_solver.py`.
        self.in_use, self.kept = SMALL, 0
        self._solution = 0 if solution is None else solution.address
        self._evaluation = evaluation
        #: Memory of the network for each thread that asks it.
        self.scratch: list[Int64Array] = []

    @property
    def nodes(self) -> int:
        """Positions that the threads have looked at."""
        return sum(int(work.info[NODES]) for work in self.workspaces)

    # -------------------------------------------------------------------------------- the table

    def clear(self) -> None:
        """Forget everything. Costs next to nothing."""
        self.workspaces.clear()
        self._next_generation()
        self.oldest = self.generation
        self.in_use, self.kept = SMALL, 0

    def renew(self, writer: str) -> None:
        """A new generation of entries; those of another kernel are forgotten."""
        self._next_generation()
        if writer != self.writer:
            self.oldest = self.generation
            self.in_use, self.kept = SMALL, 0
            self.writer = writer

    def _next_generation(self) -> None:
        if self.generation == MOST_GENERATION:
            # Those before `oldest` are free to be used again; where there are none, the older half of all
            # searches since the table was cleared becomes one generation. Either way it depends on nothing
            # that happened before that.
            by = self.oldest - 1 or MOST_GENERATION // 2
            words = WIDE_ENTRY if self.rules.game.has_chance else 2
            self.code.lower_generations(self.table, self.oldest, by, words)
            self.generation -= by
            self.oldest = 1
        self.generation += 1

    def save(self, path: Path) -> None:
        from spielbaum.engine.table_file import write_table

        write_table(path, self.table, self.rules.digest, self.writer, self.generation, self.oldest)

    def load(self, path: Path) -> None:
        from spielbaum.engine.table_file import read_table

        self.table, self.writer, self.generation, self.oldest = read_table(path, self.rules.digest)
        self.workspaces.clear()

    # -------------------------------------------------------------------------------- the arrays

    def workspace(self, number: int, path: int = 0, events: int = 0) -> Workspace:
        """The arrays of a thread, ready for a new search."""
        while len(self.workspaces) <= number:
            self.workspaces.append(self._new_workspace(ROWS))
        work = self.workspaces[number]
        # The solver leaves arrays of another shape behind.
        foreign = len(work.killers) < workspace.PLIES
        if foreign or len(work.path) < path + len(work.line) or len(work.events) != events:
            work = self._new_workspace(rows=len(work.rows), path=path, events=events)
        self.workspaces[number] = work
        work.info[:] = 0
        work.killers[:] = 0
        work.history[:] = 0
        work.info[GENERATION], work.info[OLDEST] = self.generation, self.oldest
        work.info[NODE_LIMIT] = MOST_NODES
        work.info[SOLUTION] = self._solution
        if self._evaluation is not None:
            while len(self.scratch) <= number:
                self.scratch.append(self._evaluation.new_scratch())
            work.info[NETWORK] = self._evaluation.address
            work.info[SCRATCH] = self.scratch[number].ctypes.data
        return work

    def grow(self, work: Workspace) -> Workspace:
        """The same run with a larger stack: the rules gave more moves than there was room for."""
        work.info[FAULT] = 0
        rows = self.code.zeros(4 * work.rows.shape[0], work.rows.shape[1])
        return work._replace(rows=rows)

    def _new_workspace(self, rows: int, **sizes: Any) -> Workspace:
        return new_workspace(
            self.code.zeros,
            self.table,
            self.control,
            row=self.rules.layout.words,
            rows=rows,
            estimates=ESTIMATES if self.rules.judges_inside else 0,
            **sizes,
        )
