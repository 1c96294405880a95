"""What is compiled for a game, as one text: the kernel, the rules in it, and all they use.

For people who want to see, or to debug, what was made of their rules: `spielbaum doctor --source GAME`.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from spielbaum.engine.frontend.scan import really_loaded
from spielbaum.engine.frontend.source import cells_of, was_written
from spielbaum.engine.specialise import Module

#: Longer constants are shown by their kind and size.
MOST_CHARACTERS = 200


def listing(title: str, module: Module) -> str:
    """The module as Python source: constants first, then the rules and what they use, then the kernel."""
    constants = {name: value for name, value in module.names.items() if not callable(value)}
    rules = {name: value for name, value in module.names.items() if isinstance(value, FunctionType)}
    parts = [f"# {title}"]
    parts.append("\n".join(_constant(name, value) for name, value in sorted(constants.items())))
    seen: set[FunctionType] = set()
    for name, rule in sorted(rules.items()):
        parts += _functions(name, rule, seen)
    parts += [_source(function) for function in module.kernel.functions]
    return "\n\n\n".join(part for part in parts if part) + "\n"


def _constant(name: str, value: Any) -> str:
    if isinstance(value, ModuleType):
        return f"import {value.__name__}" + ("" if name == value.__name__ else f" as {name}")
    if isinstance(value, np.ndarray):
        return f"# {name}: {value.dtype} array of shape {value.shape}"
    text = repr(value)
    return f"{name} = {text}" if len(text) <= MOST_CHARACTERS else f"# {name}: {type(value).__name__}"


def _functions(name: str, function: FunctionType, seen: set[FunctionType]) -> Iterator[str]:
    """The function, after the functions that it uses; the values of what it finds around it come first."""
    if function in seen:
        return
    seen.add(function)
    around = {key: function.__globals__[key] for key in sorted(really_loaded(function.__code__))
              if key in function.__globals__}  # fmt: skip
    around |= {key: cell.cell_contents for key, cell in cells_of(function).items() if _is_filled(cell)}
    for key, value in around.items():
        if isinstance(value, FunctionType):
            yield from _functions(key, value, seen)
    found = [
        f"# {line}" if not line.startswith("#") else line
        for key, value in around.items()
        if not callable(value)
        for line in [_constant(key, value)]
    ]
    where = f"{function.__module__}.{function.__qualname__}"
    head = f"# {name}: {where}" if name != function.__name__ or "<" in where else f"# {where}"
    yield "\n".join([head, *found, _source(function)])


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - asking is the test
    except ValueError:
        return False
    return True


def _source(function: Any) -> str:
    """As it was written, by people or by the front end."""
    definition = was_written(function)
    if definition is not None:
        return ast.unparse(definition)
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return f"# {function.__qualname__}: its source is not at hand"
