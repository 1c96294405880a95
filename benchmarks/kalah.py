"""Kalah solved exactly: CPU time and memory of a process that does nothing else, one thread."""

from __future__ import annotations

import json
from collections.abc import Iterator

from benchmarks.apart import python
from benchmarks.options import Options, say
from benchmarks.report import Row, Target

TITLE = "Kalah solved exactly"
#: Seeds: value of the start, size of the table in MB, most seconds.
CASES = {3: (2, 256, 2.0), 4: (8, 1024, 90.0)}
MOST_GB = 4.0

CODE = """
import json, resource, sys, time
from spielbaum.engine import Engine
from spielbaum.games import load_game
engine = Engine(load_game(sys.argv[1]), table_mb=int(sys.argv[2]))
engine.warm("solve")
began = time.process_time()
result = engine.solve(line=False)
seconds = time.process_time() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([result.value, seconds, peak, result.nodes]))
"""


def run(options: Options) -> Iterator[Row]:
    for seeds, (value, table, most) in CASES.items():
        if options.quick and seeds > 3:
            continue
        say(f"kalah (6,{seeds}), table of {table} MB")
        done = python(CODE, f"kalah:houses=6,seeds={seeds}", str(table))
        found, seconds, peak, nodes = json.loads(done.out)
        rate = f"{nodes / 1e6:.1f} M nodes, {nodes / seconds / 1e6:.1f} M/s"
        note = f"value {found:+d}, published {value:+d}; {rate}"
        yield Row("kalah", f"Kalah (6,{seeds})", "s", seconds, target=Target(most=most), note=note)
        yield Row("kalah", f"Kalah (6,{seeds}), memory", "GB", peak / 2**30, target=Target(most=MOST_GB))
