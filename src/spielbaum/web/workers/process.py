"""A process that searches for the server: jobs come in, messages go out, one JSON document a line.

Started by `pool.py`. When the server goes away, so does the worker, even in the middle of a search.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import IO, Any

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.workers.job_runner import JobRunner

#: Seconds between two looks for memory that can be given back.
COLLECT = 2.0


def main() -> None:
    os.nice(int(sys.argv[2]))
    # What the rules of a game may print must not get between the messages.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    solutions = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    runner = JobRunner(GameCatalog(json.loads(sys.argv[1])), solutions)
    out.write('{"ready": true}\n')
    out.flush()
    tasks: SimpleQueue[tuple[dict[str, Any], Event]] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin, tasks), daemon=True).start()
    collected = monotonic()
    while True:
        task, stop = tasks.get()
        _do(runner, task, stop, out)
        # Engines that are not kept hold many megabytes in cycles, which Python would find late.
        if monotonic() - collected > COLLECT:
            gc.collect()
            collected = monotonic()


def _read(lines: IO[str], tasks: SimpleQueue[tuple[dict[str, Any], Event]]) -> None:
    """Take in jobs, and stop them while they run."""
    number, stop = 0, Event()
    for line in lines:
        message = json.loads(line)
        if "stop" in message:
            if message["stop"] == number:
                stop.set()
        else:
            number, stop = message["job"], Event()
            tasks.put((message, stop))
    os._exit(0)


def _do(runner: JobRunner, task: dict[str, Any], stop: Event, out: IO[str]) -> None:
    def send(message: dict[str, Any]) -> None:
        out.write(json.dumps({"job": task["job"], **message}) + "\n")
        out.flush()

    try:
        runner.run(task, stop, send)
    except SpielbaumError as error:
        language = str(task.get("language", "en"))
        fields = {
            name: value.sentence(language) if isinstance(value, SpielbaumError) else str(value)
            for name, value in error.fields.items()
        }
        send({"error": {"key": error.key, "fields": fields, "bad_input": isinstance(error, BadInput)}})
    except Exception:  # noqa: BLE001 - the rules of somebody's game may raise anything; the worker lives on
        traceback.print_exc()
        send({"error": {"key": "web.error.raised", "fields": {}}})


if __name__ == "__main__":
    main()
