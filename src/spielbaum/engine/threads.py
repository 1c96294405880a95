"""Several threads at one search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def run_together(
    first: Callable[[], T], others: Iterable[Callable[[], object]], stop: Callable[[], None]
) -> T:
    """Run everything at once, the first in this thread; its answer, when all have ended.

    Where one raises the others are stopped, and the error is raised here.
    """
    errors: list[Exception] = []

    def guarded(work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - raised again below
            errors.append(error)
            stop()

    threads = [Thread(target=guarded, args=(work,), daemon=True) for work in others]
    for thread in threads:
        thread.start()
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
