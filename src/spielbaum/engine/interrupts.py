"""Ctrl-C while LLVM compiles is not lost.

A signal that comes while C code runs waits for the next line of Python. After LLVM has made machine code,
that is one in a function which LLVM calls, and what this raises is printed and ignored: `ctypes` cannot hand
it on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, default_int_handler, getsignal, signal
from threading import current_thread, main_thread
from types import FrameType

#: The methods of llvmlite's `ExecutionEngine` that LLVM calls.
CALLED_BACK = frozenset({"_raw_object_cache_notify", "_raw_object_cache_getbuffer"})


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Ctrl-C raises at once in here, but at the end where it came in a function that LLVM had called."""
    if current_thread() is not main_thread() or getsignal(SIGINT) is not default_int_handler:
        yield  # signals do not come here, or somebody else has their own way with them
        return
    waiting = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal waiting
        if _called_back(frame):
            waiting = True
        else:
            default_int_handler(number, frame)

    signal(SIGINT, interrupt)
    try:
        yield
    finally:
        signal(SIGINT, default_int_handler)
        if waiting:
            raise KeyboardInterrupt


def _called_back(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name in CALLED_BACK:
            return True
        frame = frame.f_back
    return False
