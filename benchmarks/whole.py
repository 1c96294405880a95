"""Whole games solved: wall-clock time and memory of a process that does nothing else, all cores."""

from __future__ import annotations

import json
from collections.abc import Iterator

from benchmarks.apart import python
from benchmarks.options import Options, say
from benchmarks.report import Row, Target

TITLE = "Whole games solved"
#: Positions as published, most seconds and gigabytes; whether only a long run does it. Connect Four counts
#: mirror images apart there; by default they are solved once, and the file holds about half of them.
CASES: dict[str, tuple[str, float, float, bool]] = {
    "mnk:width=3,height=3,k=3": ("5,478", 2, 1, False),
    "nim": ("", 2, 1, False),
    "kalah:houses=4,seeds=3": ("5,255,649", 10, 4, False),
    "connect4:width=4,height=6": ("15,835,683", 15, 4, False),
    "spielbaum.games.pig:pig:target=100": ("", 2, 4, False),
    "spielbaum.games.game2048:game2048:width=2,height=3": ("21,752 + 14,883", 2, 4, False),
    "spielbaum.games.game2048:game2048:width=3,height=3": ("48,713,519 + 31,431,374", 300, 8, True),
    "connect4:width=5,height=5": ("69,763,700", 90, 4, True),
    "connect4:width=6,height=4": ("94,910,577", 120, 4, True),
    "chess:men=KRK": ("", 60, 4, True),
    "chess:men=KQK": ("", 60, 4, True),
    "chess:men=KPK": ("", 60, 4, True),
    "chess:men=KBNK": ("", 600, 8, True),
}

#: Everything is compiled before the clock runs: the rules, and on small games what needs none.
CODE = """
import json, resource, sys, tempfile, time
from itertools import islice
from pathlib import Path
from random import Random
from spielbaum.games import load_game
from spielbaum.solution import Solution
from spielbaum.solution.solver import How, pool_for, solve_all
how, name = How(20 * 10**9), sys.argv[1]
game = load_game(name)

def positions():
    random = Random(1)
    while True:
        state = game.start
        for _ in range(60):
            yield state
            moves = game.legal(state)
            if not moves:
                break
            state = game.play(state, random.choice(moves))

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "whole.table"
    small_games = ["nim", "connect4:width=3,height=3,k=3"]
    if game.has_chance:
        small_games += [
            "spielbaum.games.pig:pig:target=2",
            "spielbaum.games.game2048:game2048:width=2,height=2",
        ]
    for small in small_games:
        solve_all(load_game(small), small, path, how)
    for kernel in ("add_start", "expand", "rehash", "add_rows", "layers_of"):
        pool_for(game, how).code[kernel]
    began = time.monotonic()
    solve_all(game, name, path, how)
    seconds = time.monotonic() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    solution, looks = Solution.open(path, game), []
    for state in islice(positions(), 2000):
        began = time.perf_counter()
        solution.look(state)
        looks.append(time.perf_counter() - began)
    print(json.dumps([seconds, peak, len(solution), path.stat().st_size, *sorted(looks)[1000::900]]))
"""
#: The value of one position that leads to all others, in memory: no file is written.
SOLVE = """
import json, time
from spielbaum import Engine, load_game
Engine(load_game("pig:target=2"), threads=2).solve()
game = load_game("pig:target=100")
engine = Engine(game, threads=2)
engine.solve(game.play(game.start, 1))
engine = Engine(game, threads=2)
began = time.monotonic()
result = engine.solve()
print(json.dumps([time.monotonic() - began, (1 + result.value) / 2, result.error / 2, result.nodes]))
"""
#: One thread each, the same positions.
BESIDE = """
import json, sys, tempfile, time
from pathlib import Path
from benchmarks.handmade_whole import solver
from spielbaum.games import load_game
from spielbaum.solution import Solution
from spielbaum.solution.solver import How, solve_all
width, height, turns = map(int, sys.argv[1:])
name = f"connect4:width={width},height={height}"
game, by_hand = load_game(name), solver(width, height)
best = [float("inf")] * 2
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "whole.table"
    solve_all(game, name, path, How(10**10, 1))
    by_hand()
    for _ in range(turns):
        began = time.process_time()
        solve_all(game, name, path, How(10**10, 1))
        best[0] = min(best[0], time.process_time() - began)
        began = time.process_time()
        count, value = by_hand()
        best[1] = min(best[1], time.process_time() - began)
    found = Solution.open(path, game)
    assert (len(found), found.look(game.start).value) == (count, value)
print(json.dumps([*best, count]))
"""


def run(options: Options) -> Iterator[Row]:
    width, height, turns = (4, 4, 3) if options.quick else (4, 6, 5)
    say(f"Connect Four {width} × {height} beside a solver written by hand")
    ours, theirs, count = json.loads(python(BESIDE, str(width), str(height), str(turns)).out)
    yield Row(
        "whole", f"Connect Four {width} × {height}, the same {count:,} positions, one thread", "s", ours,
        "by hand", theirs, ours / theirs, Target(most=3.0), "ours writes the file as well",
    )  # fmt: skip
    say("Pig to 100, one position")
    seconds, wins, error, count = json.loads(python(SOLVE).out)
    yield Row(
        "whole", "Pig to 100, `Engine.solve` of the start", "s", seconds, target=Target(most=2),
        note=f"{count:,} positions; the first player wins with {wins:.12f} ± {error:.0e}, proven",
    )  # fmt: skip
    for name, (published, most, gigabytes, slow) in CASES.items():
        if options.quick and slow:
            continue
        say(name)
        seconds, peak, count, size, look, slowest = json.loads(python(CODE, name).out)
        note = f"{count:,} positions in the file, {size / count:.2f} bytes each"
        if published:
            note += f"; published {published}"
        yield Row("whole", name, "s", seconds, target=Target(most=most), note=note)
        yield Row(
            "whole", f"{name}, a look-up along games at random", "ms", 1000 * look, target=Target(most=1),
            note=f"the median of 2,000; a tenth takes more than {1000 * slowest:.2g} ms",
        )  # fmt: skip
        yield Row("whole", f"{name}, memory", "GB", peak / 2**30, target=Target(most=gigabytes))
