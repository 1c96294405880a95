"""Python's own parser, asked by several threads at once."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

from spielbaum.engine import kernel
from spielbaum.engine.syntax import parsed


def test_threads_may_ask_at_the_same_time() -> None:
    """Whatever runs while the tree is built may let another thread in; here the collector of garbage does."""
    source = Path(kernel.__file__).read_text(encoding="utf-8")
    often = gc.get_threshold()

    def let_in(_phase: str, _info: object) -> None:
        sleep(0)

    gc.callbacks.append(let_in)
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as threads:
            trees = list(threads.map(parsed, [source] * 12))
    finally:
        gc.set_threshold(*often)
        gc.callbacks.remove(let_in)
    assert all(len(tree.body) == len(trees[0].body) for tree in trees)
