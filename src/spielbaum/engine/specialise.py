"""From a game to the functions that run: its rules put in the places that the kernels leave open.

A kernel and the rules of a game make one `Module`: every function and constant under one name, where two
things of the same name are an error. It runs as it is in the interpreted search, is compiled by Numba with
one fixed signature for each function, and can be printed (`spielbaum doctor --source GAME`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from spielbaum.engine import slots
from spielbaum.engine.cache_folder import code_folder
from spielbaum.engine.compiler import (
    Compiler,
    collection_paused,
    compile_when_called,
    compiled,
    functions_of,
    places_of,
)
from spielbaum.engine.digest import digest, surroundings
from spielbaum.engine.frontend import Refused, explain
from spielbaum.engine.frontend.scan import really_loaded
from spielbaum.engine.guards import check_answers
from spielbaum.engine.interrupts import interrupts_kept
from spielbaum.engine.kernels import KERNELS, Kernel, signature
from spielbaum.engine.rules import RULES, Rules, rules_of, whole_only
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.table import lower_generations, new_table
from spielbaum.engine.thinking import Thinking
from spielbaum.engine.typing_memo import remembered_types
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game
from spielbaum.language import say, system_language
from spielbaum.result import Result

if TYPE_CHECKING:
    from spielbaum.engine.arithmetic import WouldDiffer
    from spielbaum.engine.evaluation import Network
    from spielbaum.engine.expected_graph import Reachable
    from spielbaum.engine.solved_table import SolvedPositions

M = TypeVar("M")

_log = logging.getLogger(__name__)

#: Kernels that ask for estimates.
JUDGING = ("search", "trace", "self_play")


class CannotCompile(BadInput):
    """Numba cannot compile a rule; says which function and which line."""


@dataclass(frozen=True)
class Module:
    """A kernel with the rules of a game in it."""

    kernel: Kernel
    #: What the kernel's functions find besides each other: rules, constants, helpers.
    names: Mapping[str, Any]

    def bind(self, made: Callable[[Any, bool], Any] = lambda function, _last: function) -> Any:
        """Copies of the kernel's functions that see only the names of the module; the last one.

        `made` may put something else, a compiled function, in the place of each; it is told which is last.
        """
        scope = dict(self.names)
        entry = None
        for function in self.kernel.functions:
            copy = FunctionType(function.__code__, scope, function.__name__)
            copy.__module__ = function.__module__
            entry = scope[function.__name__] = made(copy, function is self.kernel.functions[-1])
        return entry


def assemble(kernel: Kernel, names: Mapping[str, Any]) -> Module:
    """The module of a kernel and the names that the rules give it; a name that is used twice is an error."""
    scope: dict[str, Any] = {}
    origin: dict[str, str] = {}
    own = {function.__name__: function for function in kernel.functions}
    if len(own) < len(kernel.functions):
        raise NameError(f"two functions of the kernel {kernel.name} have the same name")
    for function in kernel.functions:
        for name in really_loaded(function.__code__):
            if name in own:
                if own[name] is not function.__globals__.get(name, own[name]):
                    raise _clash(kernel, name, own[name].__module__, function.__module__)
                continue
            place = function.__globals__.get(name)
            if name in names and (place is None or place is names[name] or _is_slot(name, place)):
                value = names[name]
            elif name in names:
                raise _clash(kernel, name, "the rules", function.__module__)
            elif name in function.__globals__:
                value = place
            else:
                continue  # a builtin
            if name in scope and scope[name] is not value and not _equal(scope[name], value):
                raise _clash(kernel, name, origin[name], function.__module__)
            scope[name], origin[name] = value, function.__module__
    return Module(kernel, scope)


def _assembled(kernel: Kernel, names: Mapping[str, Any]) -> Module:
    return assemble(kernel, {**names, "TRACE": kernel.traced})


def module_of(kernel: Kernel, rules: Rules) -> Module:
    """The kernel of a game, in plain Python."""
    return _assembled(kernel, rules.names)


def _is_slot(name: str, value: Any) -> bool:
    return hasattr(slots, name) and value is getattr(slots, name)


def _equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and isinstance(one, int | str | tuple) and one == other


def _clash(kernel: Kernel, name: str, one: str, other: str) -> NameError:
    return NameError(f"{name} means two things in the kernel {kernel.name}: in {one} and in {other}")


#: Kernels of this process by their digest: equal rules share them.
_loaded: dict[str, Any] = {}


def code_of(
    game: Game[Any, Any],
    *,
    interpreted: bool = False,
    announce: Callable[[str], None] | None = None,
    checked: bool = False,
    solution: SolvedPositions | None = None,
    evaluation: Network | None = None,
) -> Code:
    """The kernels of a game on this machine."""
    if solution is not None:
        solution.check_fit(game)

    def made(rules: Rules) -> Code:
        if solution is not None:
            rules = solution.within(rules)
        code = Code(rules, interpreted=interpreted, announce=announce, checked=checked)
        code.guard = partial(check_answers, game)
        return code

    if evaluation is None:
        return made(rules_of(game))
    code = made(evaluation.within(game, checked=checked))
    code.unjudged = made(rules_of(game))
    return code


class Code:
    """The kernels of one game, each made when it is first asked for."""

    def __init__(
        self,
        rules: Rules,
        *,
        interpreted: bool,
        announce: Callable[[str], None] | None,
        checked: bool = False,
    ) -> None:
        self.rules = rules
        self.interpreted = interpreted
        #: Rules raise where compiled code would do something else than Python, unseen (`runtime_checks.py`).
        self.checked = checked
        self.announce = announce
        #: Called before rules are compiled.
        self.guard: Callable[[], None] | None = None
        #: Where a network judges, what makes the kernels that ask for no estimate: the usual ones do.
        self.unjudged: Code | None = None
        self.compilations = 0
        self._made: dict[str, Callable[..., Any]] = {}

    # ------------------------------------------------------------------------- as `Backend` promises

    @staticmethod
    def zeros(*shape: int) -> Int64Array:
        return np.zeros(shape, np.int64)

    def new_table(self, megabytes: float) -> Int64Array:
        return new_table(megabytes)

    def lower_generations(self, table: Int64Array, oldest: int, by: int, words: int) -> None:
        lower_generations(table, oldest, by, words)

    def thinking(
        self,
        work: Callable[[Thinking[M]], Result[M]],
        control: Int64Array,
        counters: Callable[[], int],
        seconds: float | None,
    ) -> Thinking[M]:
        return Thinking(work, control, counters, seconds)

    def solve_reachable(
        self,
        state: Any,
        threads: int,
        wanted: Callable[[], bool],
        begin: Callable[[], None],
        most: int | None = None,
    ) -> Reachable:
        from spielbaum.engine.expected_graph import MOST_REACHABLE, solve_reachable

        return solve_reachable(
            self.rules.game,
            state,
            most=most or MOST_REACHABLE,
            threads=threads,
            interpreted=self.interpreted,
            announce=self.announce,
            wanted=wanted,
            begin=begin,
        )

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if self.unjudged is not None and name not in JUDGING:
            return self.unjudged[name]
        if name not in self._made:
            self._made[name] = self.make(KERNELS[name], self.rules.names)
        return self._made[name]

    def make(self, kernel: Kernel, names: Mapping[str, Any]) -> Callable[..., Any]:
        """The kernel with these rules in it, ready to be called."""
        if self.interpreted or _compiling_is_off():
            return _assembled(kernel, {**names, **whole_only(self.rules)}).bind()  # type: ignore[no-any-return]
        return self._compiled(_assembled(kernel, names), names)

    def _compiled(self, module: Module, names: Mapping[str, Any]) -> Callable[..., Any]:
        import numba

        from spielbaum.engine.arithmetic import WouldDiffer
        from spielbaum.engine.cache import CodeCache
        from spielbaum.engine.inner_code import connect_modules

        if self.rules.refusal is not None:
            raise self._refused(self.rules.refusal)

        functions, by_address = module.kernel.functions, module.kernel.by_address
        tag = self._tag(module.kernel, names)
        if tag in _loaded:
            return _loaded[tag]  # type: ignore[no-any-return]
        row = np.zeros(self.rules.layout.words, np.int64)
        state = numba.typeof(self.rules.names["unpack"](row))
        compiler = Compiler(tag, _roles(self.rules), checked=self.checked)
        native = {key: compiler.rule(value) if key in names else value for key, value in module.names.items()}

        def made(function: Any, last: bool) -> Any:
            function.__qualname__ += f"_{tag}"
            return compiled(function, inner=not last)

        kernel_entry: Any = Module(module.kernel, native).bind(made)

        announced = False

        def announce() -> None:
            nonlocal announced
            if not announced:
                announced = True
                if self.guard is not None:
                    self.guard()
                if self.announce is not None:
                    self.announce(self.rules.game.name)

        def on_miss() -> None:
            announce()
            self.compilations += 1
            # One signature each, of whole numbers without known values: symbols of recursive functions
            # would else stay unresolved in the cached code, so that the process crashes.
            for function in functions[:-1]:
                dispatcher = kernel_entry.py_func.__globals__[function.__name__]
                compile_when_called(dispatcher, signature(function, state, by_address))

        cache = CodeCache(self._file_name(module.kernel, tag), on_miss, self._say_not_kept)
        kernel_entry._cache = cache
        if self.rules.description.unseen:
            cache.path = None
            self._say_not_kept()
        if not cache.filled:
            announce()  # before waiting for another process that compiles the same
        try:
            with cache.alone(), remembered_types(), collection_paused(), interrupts_kept():
                kernel_entry.compile(signature(functions[-1], state, by_address))
        except WouldDiffer as error:
            raise self._differs(error) from error
        except SpielbaumError:
            raise
        except Exception as error:
            # Numba has a family of errors, but lets others through as well.
            raise self._explain({key: compiler.rule(rule) for key, rule in names.items()}, error) from error
        kernel_entry.disable_compile()
        for result in kernel_entry.overloads.values():
            connect_modules(result)
        _loaded[tag] = kernel_entry
        return kernel_entry  # type: ignore[no-any-return]

    def _tag(self, kernel: Kernel, names: Mapping[str, Any]) -> str:
        """What tells the compiled kernel from all others."""
        kinds = [str(function.__annotations__) for function in kernel.functions]
        # Checked code says the line where something is wrong, so it is told apart by where the rules stand.
        places = places_of(names.values()) if self.checked else ()
        return digest(
            self.rules.digest, kernel.name, kernel.functions, kinds, surroundings(), self.checked, places
        )

    def _file_name(self, kernel: Kernel, tag: str) -> str:
        return f"{self.rules.game.name}-{kernel.name}-{tag}"

    def ready(self, name: str) -> bool:
        """Whether the kernel can be used without compiling it, as far as can be told without loading it."""
        if name in self._made or self.interpreted or _compiling_is_off():
            return True
        from spielbaum.engine.cache import CodeCache

        tag = self._tag(KERNELS[name], self.rules.names)
        if tag in _loaded:
            return True
        return self.kept and CodeCache(self._file_name(KERNELS[name], tag), lambda: None).filled

    @property
    def kept(self) -> bool:
        """Whether what is compiled is there for other processes, too."""
        return code_folder().used is not None and not self.rules.description.unseen

    def bytecode(self, name: str) -> int:
        """Bytes of the kernel and of all rules it uses, before they are compiled: how much work that is."""
        module = module_of(KERNELS[name], self.rules)
        found = functions_of([*module.names.values(), *module.kernel.functions])
        return sum(len(function.__code__.co_code) for function in found)

    def _say_not_kept(self) -> None:
        """Why the next process has to compile again."""
        name, unseen = self.rules.game.name, ", ".join(self.rules.description.unseen)
        key = "compile.not_kept.unseen" if unseen else "compile.not_kept.address"
        _log.warning("%s", say(key, system_language(), game=name, kinds=unseen))

    def _refused(self, refusal: Refused) -> CannotCompile:
        return CannotCompile(
            "engine.compile",
            game=self.rules.game.name,
            function=refusal.rule,
            file=refusal.file,
            line=refusal.line,
            reason=refusal.reason,
        )

    def _differs(self, found: WouldDiffer) -> CannotCompile:
        return CannotCompile(
            "engine.refused",
            game=self.rules.game.name,
            function=found.function,
            file=found.file,
            line=found.line,
            reason=found.reason,
        )

    def _explain(self, rules: dict[str, Any], error: Exception) -> CannotCompile:
        """Which rule is it? Compile them one by one on the types of the first state."""
        import numba

        from spielbaum.engine.arithmetic import WouldDiffer

        names = self.rules.names
        state = numba.typeof(names["unpack"](np.zeros(self.rules.layout.words, np.int64)))
        move: Any = numba.int64
        if "take_move" in names:
            move = numba.typeof(names["take_move"](np.zeros(names["MOVE_WORDS"], np.int64), 0))
        declared = {name: self.rules.game.named(name) for name in RULES}
        name, rule, reason = "moves", declared["moves"], error
        for name, rule in declared.items():
            compiled_rule: Any = rules.get("ended" if name == "over" else name)
            if rule is None or not hasattr(compiled_rule, "py_func"):
                continue
            try:
                compiled_rule.compile((state, move) if name in ("play", "order", "weight") else (state,))
            except WouldDiffer as found:
                return self._differs(found)
            except Exception as found:  # noqa: BLE001 - Numba has a family of errors, but lets others through
                reason = found
                break
        else:
            name, rule = "moves", declared["moves"]
        refusal = explain(rule, reason)
        refusal.rule = name
        return self._refused(refusal)


def _compiling_is_off() -> bool:
    import numba

    return bool(getattr(numba.config, "DISABLE_JIT", False))


def _roles(rules: Rules) -> dict[CodeType, str]:
    """Which rule of the game each function is."""
    return {rule.__code__: name for name, rule in rules.declared.items() if isinstance(rule, FunctionType)}
