"""Several threads at one search, or at one kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from threading import Thread
from typing import TypeVar

T = TypeVar("T")

#: Seconds between two looks whether somebody pressed Ctrl-C.
PATIENCE = 0.2


def run_together(
    first: Callable[[], T], others: Iterable[Callable[[], object]], stop: Callable[[], None]
) -> T:
    """Run everything at once, the first in this thread; its answer, when all have ended.

    Where one raises the others are stopped, and the error is raised here.
    """
    errors: list[BaseException] = []
    threads = [_started(work, errors, stop) for work in others]
    try:
        answer = first()
    except BaseException:
        stop()
        raise
    finally:
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]
    return answer


class Unwanted(Exception):
    """Nobody waits for the answer any more."""


def run_in_threads(
    works: Sequence[Callable[[], T]],
    stop: Callable[[], None],
    wanted: Callable[[], bool] = lambda: True,
) -> list[T]:
    """Run everything at once, each in a thread of its own; the answers in any order, when all have ended.

    This thread only waits, so Ctrl-C is noticed while compiled code runs, and so is that the work is not
    `wanted` any more, which raises `Unwanted`. Errors as in `run_together`.
    """
    errors: list[BaseException] = []
    answers: list[T] = []
    threads = [_started(lambda work=work: answers.append(work()), errors, stop) for work in works]  # type: ignore[misc]
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(PATIENCE)
                if not wanted():
                    raise Unwanted
    except BaseException:
        stop()
        for thread in threads:
            thread.join()
        raise
    if errors:
        raise errors[0]
    return answers


def _started(work: Callable[[], object], errors: list[BaseException], stop: Callable[[], None]) -> Thread:
    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
            errors.append(error)
            stop()

    thread = Thread(target=guarded, daemon=True)
    thread.start()
    return thread
