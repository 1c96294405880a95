"""Own games are tried in a process of their own before a site is written: rules may never return.

In a page they are ended and started again, but here nothing else could be written any more. What counts is
the time of the processor, so that a busy machine ends nobody.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import process_time, sleep

from spielbaum.errors import SpielbaumError, one_line

#: What is tried, one after the other.
STAGES = ("shown", "compiled", "solved")
#: Seconds of the processor that each may take; compiling the rules of chess takes some fifteen.
PATIENCE = 60


@dataclass(frozen=True)
class Rehearsed:
    """The stages that end before one that does not, each with what its rules raised, or nothing."""

    passed: dict[str, str]
    #: The engine's module of the game, where it could be made: that takes seconds, and is not done again.
    module: bytes | None


def rehearse(spec: str, patience: float = PATIENCE, *, trace: bool = False) -> Rehearsed:
    """`trace` is whether the module shall hold the search that writes its steps down."""
    with TemporaryDirectory() as place:
        notes, module = Path(place) / "passed", Path(place) / "module"
        notes.touch()
        command = [
            sys.executable,
            "-m",
            __name__,
            spec,
            str(notes),
            str(module),
            str(patience),
            str(int(trace)),
        ]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        passed = dict(zip(STAGES, notes.read_text(encoding="utf-8").splitlines(), strict=False))
        made = "compiled" in passed and module.exists()
        return Rehearsed(passed, module.read_bytes() if made else None)


def _main(spec: str, notes: str, module: str, patience: str, trace: str) -> None:
    from spielbaum.atomic import write_file
    from spielbaum.engine.wasm import build
    from spielbaum.games import load_game
    from spielbaum.site.build import Plan
    from spielbaum.site.solving import solve_small
    from spielbaum.web.messages import PositionRequest
    from spielbaum.web.play.positions import show_position

    games = Plan((), {"own": spec}).catalog
    began = process_time()

    def watch() -> None:
        while process_time() - began < float(patience):
            sleep(0.1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
    tried: tuple[Callable[[], object], ...] = (
        lambda: show_position(PositionRequest(game="own", start=""), games, "en"),
        lambda: write_file(Path(module), build(load_game(spec), trace=trace == "1")),
        lambda: solve_small(games),
    )
    for work in tried:
        began, why = process_time(), ""
        try:
            work()
        except SpielbaumError:
            pass  # said by whoever does it in earnest
        except Exception as error:  # noqa: BLE001 (rules may raise anything)
            why = one_line(error)
        with Path(notes).open("a", encoding="utf-8") as file:
            file.write(f"{why}\n")


if __name__ == "__main__":
    _main(*sys.argv[1:])
