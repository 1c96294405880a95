"""Work in a process of its own, so that its memory, its start and its compiling can be measured."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from time import perf_counter
from typing import NamedTuple


class Done(NamedTuple):
    """Seconds by the clock from start to end, CPU seconds of the process, and what it printed."""

    seconds: float
    cpu: float
    out: str


def python(code: str, *arguments: str, cache: str | None = None, timeout: float = 3600) -> Done:
    """Run that code in a new Python."""
    return timed([sys.executable, "-c", code, *arguments], cache, timeout)


def timed(command: list[str], cache: str | None = None, timeout: float = 3600) -> Done:
    environment = dict(os.environ)
    if cache is not None:
        environment["SPIELBAUM_CACHE"] = cache
    used, began = _cpu_of_children(), perf_counter()
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=timeout, check=False
    )
    seconds = perf_counter() - began
    if done.returncode != 0:
        raise RuntimeError(f"{command[:4]} ended with {done.returncode}: {done.stderr[-500:]}")
    return Done(seconds, _cpu_of_children() - used, done.stdout)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
