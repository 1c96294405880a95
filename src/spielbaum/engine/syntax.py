"""The syntax tree of a piece of Python."""

from __future__ import annotations

import ast
from threading import Lock

#: Python 3.11 counts the depth of the tree that it is building in one place for all threads, and raises
#: SystemError where another one changed it meanwhile (python/cpython#106905).
_alone = Lock()


def parsed(source: str) -> ast.Module:
    with _alone:
        return ast.parse(source)
