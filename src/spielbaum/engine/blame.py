"""Which rule was it? From an error in the middle of a search to a sentence."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from spielbaum.errors import BrokenGame, one_line

if TYPE_CHECKING:
    from spielbaum.engine.rules import Rules

#: This package: what is raised here was not raised by a rule.
_HERE = str(Path(__file__).parent)


def broken_rule(rules: Rules, error: Exception) -> BrokenGame:
    """What to tell about an error that a rule raised, compiled or interpreted."""
    game, said = rules.game.name, one_line(error)
    place = _place(error)
    if place is None:
        return BrokenGame("engine.rule.raised", game=game, error=said)
    function, file, line = place
    standing = [name for name, rule in rules.declared.items() if _holds(rule, file, line)]
    if standing and function not in standing:
        function = standing[0]
    return BrokenGame("engine.rule.raised.at", game=game, function=function, file=file, line=line, error=said)


def _place(error: Exception) -> tuple[str, str, int] | None:
    """Function, file and line where the error came from; None where that is none of the game's.

    Numba adds a frame with function, file and line to the traceback of what compiled code raises, where it
    knows them: for `raise`, and for our guards (see `runtime_checks.py`).
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return None
    code = trace.tb_frame.f_code
    if code.co_filename.startswith((_HERE, "<spielbaum ")):
        return None
    return code.co_name, code.co_filename, trace.tb_lineno


def _holds(rule: Any, file: str, line: int) -> bool:
    if not isinstance(rule, FunctionType):
        return False
    code = rule.__code__
    return code.co_filename == file and any(line == at for _, _, at in code.co_lines())
