"""Reads solutions into memory, for an engine: the whole game, or a folder of its endings."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.engine.expected_graph import Expected
from spielbaum.engine.solved_table import SolvedPositions, bytes_needed
from spielbaum.engine.table import free_memory
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.solution.digests import known_digest
from spielbaum.solution.reader import Solution, solution_facts

#: The ending of the names of solution files.
SUFFIX = ".table"
#: The environment variable that names a folder of solutions.
FOLDER = "SPIELBAUM_SOLUTIONS"
#: Bytes where the system does not say how many are free.
USUAL_MEMORY = 1 << 30


@dataclass(frozen=True, eq=False)
class ExpectedFile:
    """The expected values in a file, for an engine; a position is read where it is asked for."""

    solution: Solution

    def __len__(self) -> int:
        return len(self.solution)

    @property
    def game(self) -> Game[Any, Any]:
        return self.solution.game

    def look(self, state: Any) -> Expected | None:
        """What a position is worth; None where it is not in the file."""
        entry = self.solution.look(state)
        if entry is None:
            return None
        moves = {}
        for each in self.solution.moves(state):
            if each.entry is None:  # only a damaged file has a position without those after it
                return None
            moves[each.move] = float(each.entry.value)
        return Expected(float(entry.value), self.solution.error, moves, 1)


#: What an engine takes: values within the search, or, with chance, in the place of one.
Loaded = SolvedPositions | ExpectedFile


def load_solution(
    game: Game[Any, Any], *paths: Path | str, memory: int | None = None, interpreted: bool = False
) -> Loaded:
    """All positions in these files, and in the files for this game in these folders.

    A file holds the game itself or, as in `chess:men=KRK`, an ending of it. `memory` is how many bytes the
    table may take, by default half of what is free. Expected values of a game with chance stay in their file.
    """
    files: list[Path] = []
    for path in map(Path, paths):
        files += solution_files(game, path) if path.is_dir() else [path]
    if not files:
        raise BadInput("solution.none", game=game.name, path=", ".join(map(str, paths)))
    digest = known_digest(game)
    solutions = [_fitting(game, digest, path) for path in files]
    if game.has_chance:
        return ExpectedFile(solutions[0])
    for solution in solutions:
        if not _alike(solution, solutions[0]):
            raise BadInput("solution.mixed", one=solutions[0].path, other=solution.path)
    memory = memory if memory is not None else (free_memory() or 2 * USUAL_MEMORY) // 2
    found = _room(game, solutions, memory, interpreted=interpreted)
    for solution in solutions:
        _enter(solution, found)
    return found


def loadable_solution(
    game: Game[Any, Any], folder: Path, memory: int, announce: Callable[[str], None] | None = None
) -> Loaded | None:
    """What can be used of the files for this game in the folder; None where that is nothing.

    For a server, whose visitors cannot mend anything: damaged files are left out, and so are the larger ones
    where not all fit into `memory` bytes.
    """
    digest, usable = known_digest(game), list[Solution]()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with suppress(SpielbaumError):
            if _is_about(game, path):
                usable.append(_fitting(game, digest, path))
    if game.has_chance:
        return ExpectedFile(usable[0]) if usable else None
    taken: list[Solution] = []
    for solution in sorted(usable, key=len):
        count = sum(map(len, taken)) + len(solution)
        if (not taken or _alike(solution, taken[0])) and bytes_needed(count) <= memory:
            taken.append(solution)
    if not taken:
        return None
    found = _room(game, taken, memory, announce=announce)
    for solution in taken:
        with suppress(SpielbaumError):  # blocks before the damaged one are right
            _enter(solution, found)
    return found


def _alike(one: Solution, other: Solution) -> bool:
    """Whether both tell positions apart in the same way, so that one table can hold them."""
    return (one.facts.folded, one.facts.words) == (other.facts.folded, other.facts.words)


def _room(
    game: Game[Any, Any],
    solutions: list[Solution],
    memory: int,
    *,
    interpreted: bool = False,
    announce: Callable[[str], None] | None = None,
) -> SolvedPositions:
    """An empty table for all positions of these solutions."""
    first = solutions[0]
    return SolvedPositions(
        game,
        first.game,
        folded=first.facts.folded,
        count=sum(map(len, solutions)),
        memory=memory,
        interpreted=interpreted,
        announce=announce,
    )


def _enter(solution: Solution, table: SolvedPositions) -> None:
    for block in solution.blocks():
        table.add(block.keys, block.values, block.remoteness, block.cycle)
    table.allow_men([solution.game.start])


def usual_solution(game: Game[Any, Any], *, interpreted: bool = False) -> Loaded | None:
    """What the folder named by SPIELBAUM_SOLUTIONS holds for the game; None where that is nothing."""
    folder = usual_folder()
    if folder is None or not solution_files(game, folder):
        return None
    return load_solution(game, folder, interpreted=interpreted)


def usual_folder() -> Path | None:
    """The folder named by SPIELBAUM_SOLUTIONS."""
    folder = os.environ.get(FOLDER)
    return Path(folder) if folder else None


#: Names, times and sizes of files: other ones where something came, went or was written anew.
Stamp = tuple[tuple[str, int, int], ...]


def stamp_of(path: Path | None) -> Stamp:
    """What tells whether a file of solutions, or those of a folder, are still those that were read."""
    if path is None:
        return ()
    found = []
    for file in sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]:
        with suppress(OSError):  # gone by now
            status = file.stat()
            found.append((file.name, status.st_mtime_ns, status.st_size))
    return tuple(found)


def solution_files(game: Game[Any, Any], folder: Path) -> list[Path]:
    """The files of a folder that solve the game or an ending of it; what else lies there is left alone."""
    return [path for path in sorted(folder.glob(f"*{SUFFIX}")) if _is_about(game, path)]


def _is_about(game: Game[Any, Any], path: Path) -> bool:
    name = solution_facts(path).game
    if name.partition(":")[0] != game.name:
        return False
    ending = _ending(game, name)
    return ending is not None or _same_parameters(game, name)


def _same_parameters(game: Game[Any, Any], name: str) -> bool:
    try:
        return dict(load_game(name).presentation.parameters) == dict(game.presentation.parameters)
    except SpielbaumError:
        return False


def _ending(game: Game[Any, Any], name: str) -> Game[Any, Any] | None:
    """The game of this name, where it is an ending of the game."""
    if name.partition(":")[0] != game.name or game.facts.ending_of:
        return None
    try:
        other = load_game(name)
    except SpielbaumError:
        return None
    return other if other.facts.ending_of == game.name else None


def _fitting(game: Game[Any, Any], digest: str, path: Path) -> Solution:
    """The solution in the file, which must be one of the game or of an ending of it."""
    facts = solution_facts(path)
    if facts.rules == digest:
        return Solution.open(path, game)
    ending = _ending(game, facts.game)
    if ending is None:
        raise BadInput("table.rules", path=path, game=game.name, named=facts.game)
    if not facts.folded:
        raise BadInput("solution.unfolded", path=path)
    return Solution.open(path, ending)
