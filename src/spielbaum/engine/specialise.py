"""From a game to the functions that run: its rules put in the places that the kernels leave open.

`Rules` holds the rules as a set of names (see `slots.py`); what the game does not declare gets a default.
`Code` makes a kernel of them: copies of the kernel's functions that see these names as their globals,
compiled by Numba with one fixed signature, or as they are for the interpreted search. Helper functions that
rules find in closures or modules are compiled with them; the game's file contains no Numba.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from inspect import isgeneratorfunction
from types import BuiltinFunctionType, CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.bits import flip_rows, times
from spielbaum.engine import estimates, kernel, nodes, ordering, perft, quiescence, reductions, scores, solver
from spielbaum.engine import table as table_module
from spielbaum.engine.digest import Description, describe, digest, surroundings
from spielbaum.engine.frontend import Refused, explain, lower
from spielbaum.engine.layout import Layout, layout_of, move_functions, written
from spielbaum.engine.machine import mix, plus
from spielbaum.engine.run import Desk, Run
from spielbaum.engine.writing import writer_of
from spielbaum.errors import BadInput, BrokenGame, SpielbaumError
from spielbaum.game import Game
from spielbaum.language import say, system_language

if TYPE_CHECKING:
    from spielbaum.engine.arithmetic import WouldDiffer

#: Rules of a game that kernels call, by the name of their place.
RULES = (
    "moves",
    "play",
    "player",
    "utility",
    "evaluate",
    "order",
    "dynamic",
    "noisy",
    "key",
    "candidates",
    "settle",
    "skip",
    "urgent",
    "moment",
    "over",
    "banked",
    "rest",
)

#: The largest value that fits into an entry of the table.
MOST_VALUE = 1 << 34
#: No more parts of a point than this are needed to tell plies apart.
MOST_PLIES = 1 << 16


_log = logging.getLogger(__name__)


class CannotCompile(BadInput):
    """Numba cannot compile a rule; says which function and which line."""


# ---------------------------------------------------------------------------------------------- the rules


@dataclass(frozen=True)
class Rules:
    """The functions and constants that take the places in the kernels, in plain Python."""

    game: Game[Any, Any]
    layout: Layout
    names: Mapping[str, Any] = field(repr=False)
    #: Why the rules cannot be compiled, where that is known already.
    refusal: Refused | None = None
    #: The rules that the game declares, as they are compiled.
    declared: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def description(self) -> Description:
        """Everything that compiled code of these rules depends on."""
        return describe(self.layout.shape, self.layout.source, sorted(self.names.items()))

    @property
    def digest(self) -> str:
        """Equal for rules that give equal compiled code."""
        return self.description.digest

    @property
    def judges_inside(self) -> bool:
        """Whether estimates are asked for at inner nodes too."""
        return bool(self.names["HAS_SKIP"] or self.names["HAS_SWING"])


def rules_of(game: Game[Any, Any]) -> Rules:
    """The rules of a game; searching and solving need two players and zero sum, counting does not."""
    layout_of(game.start)  # says so where a state cannot be one
    lowered = lower(
        game, {name: getattr(game, name) for name in RULES if getattr(game, name, None) is not None}
    )
    given = lowered.rules
    layout = layout_of(game.start, lowered.mirrors)
    pack, unpack, plain = layout.functions()
    legal = game.legal(game.start)
    move_words, (identity, put_move, take_move) = move_functions(legal[0] if legal else 0, lowered.mirrors)
    least, greatest = (_whole(value) for value in game.values)
    if "rest" not in given:  # what is banked can be left out of the table only where the rest has a key
        given.pop("banked", None)
    largest = max(abs(least), abs(greatest), 1)
    near = _room_for_plies(game.prefer_early, largest * game.unit, MOST_VALUE)
    if largest * game.unit * near >= MOST_VALUE:
        raise BadInput("engine.values.large", game=game.name, most=(MOST_VALUE - 1) // game.unit)
    names: dict[str, Any] = {
        **_defaults(given, least, greatest),
        **{name: given[name] for name in given if name not in ("key", "rest", "over")},
        "pack": pack,
        "unpack": unpack,
        "plain": plain,
        "identity": identity,
        "put_move": put_move,
        "take_move": take_move,
        "check_and_place": _addressing(game, layout, given.get("key")),
        "rest_and_place": _addressing(game, layout, given.get("rest", given.get("key"))),
        "WORDS": layout.words,
        "MOVE_WORDS": move_words,
        "UNIT": game.unit,
        "LEAST": least,
        "GREATEST": greatest,
        "NEAR": near,
        "KNOWS_OVER": "over" in given,
        "HAS_DYNAMIC": "dynamic" in given,
        "HAS_NOISY": "noisy" in given,
        "HAS_SKIP": "skip" in given,
        "HAS_URGENT": "urgent" in given,
        "HAS_MOMENT": "moment" in given,
        "HAS_SWING": game.swing is not None,
        "SWING": game.swing or 0,
        "HAS_BANKED": "banked" in given,
        "HAS_ORDER": "order" in given,
        "HAS_SETTLE": "settle" in given,
        "SPAN": _room_for_plies(game.counts_plies, largest, solver.MOST_BOUND),
        "REDUCIBLE": game.reducible,
        "REPEATS": game.repeats,
        "LEAVES_AT_ONCE": "dynamic" not in given and not game.repeats,
        "TRACE": False,
        "GROWS": _one_word(game, layout),
    }
    for name in ("moves", "noisy"):
        names[f"write_{name}"] = writer_of(names[name], put_move, ordering.ENTRY + move_words, ordering.MOVE)
    return Rules(game, layout, names, lowered.refusal, given)


def _room_for_plies(counted: bool, largest: int, most: int) -> int:
    """Into how many parts a point is divided to count the plies to its end: as many as there is room for.

    A power of two, 4 at least; 1 where plies are not counted, or where there is no room.
    """
    parts = 1
    while counted and parts < MOST_PLIES and largest * parts * 2 < most:
        parts *= 2
    return parts if parts >= 4 else 1


def _one_word(game: Game[Any, Any], layout: Layout) -> bool:
    """Whether one word tells a position from all others; then its place in the table follows from it."""
    key = game.rest or game.key
    return layout.words == 1 if key is None else isinstance(key(game.start), int | np.integer)


def _whole(value: float) -> int:
    if int(value) != value:
        raise BadInput("engine.values.whole", given=value)
    return int(value)


def _defaults(given: Mapping[str, Any], least: int, greatest: int) -> dict[str, Any]:
    """What stands in for rules that the game does not declare."""
    moves, utility, over = given["moves"], given["utility"], given.get("over")

    def ended_without_moves(s: Any) -> bool:
        for _ in moves(s):
            return False
        return True

    ended = over or ended_without_moves

    def nothing(_s: Any) -> int:
        return 0

    def no_order(_s: Any, _move: Any) -> int:
        return 0

    def never(_s: Any) -> bool:
        return False

    def same(s: Any) -> Any:
        return s

    def settle(s: Any) -> tuple[Any, int, int]:
        if ended(s):
            value = utility(s)
            return s, value, value
        return s, least, greatest

    return {
        "ended": ended,
        "evaluate": nothing,
        "order": no_order,
        "dynamic": never,
        "noisy": moves,
        "candidates": moves,
        "settle": settle,
        "skip": same,
        "urgent": never,
        "moment": nothing,
        "banked": nothing,
    }


def _whole_only(rules: Rules) -> dict[str, Any]:
    """Rules for the interpreted search that refuse pay-offs and estimates with a fraction.

    The arrays of the search would cut the fraction off; compiled rules are refused before they run.
    """

    def guarded(name: str, rule: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def whole(s: Any) -> Any:
            given = rule(s)
            if any(int(part) != part for part in (given if isinstance(given, tuple) else (given,))):
                raise BrokenGame("engine.fraction", game=rules.game.name, function=name, given=given)
            return given

        return whole

    named = {
        name: guarded(name, rules.names[name]) for name in ("utility", "evaluate") if name in rules.names
    }
    if rules.game.settle is None and "settle" in rules.names:
        least, greatest = rules.names["LEAST"], rules.names["GREATEST"]
        named["settle"] = _defaults({**rules.declared, **named}, least, greatest)["settle"]
    return named


def _addressing(game: Game[Any, Any], layout: Layout, key: Callable[[Any], Any] | None) -> Callable[..., Any]:
    """`check_and_place(state)`: by the game's key where it has one, else by all words of the state."""
    if key is None and layout.parts:
        return _hashing(list(layout.parts), {})
    if key is None:
        pack, _, _ = layout.functions()
        names = {"pack": pack}
        return _hashing(
            [f"row[{i}]" for i in range(layout.words)],
            names,
            f"row = np.zeros({layout.words}, np.int64); pack(s, row)",
        )
    sample = key(game.start)
    if isinstance(sample, int | np.integer):
        return _hashing(["k"], {"key": key}, "k = key(s)")
    if isinstance(sample, tuple) and all(isinstance(part, int | np.integer) for part in sample):
        return _hashing([f"k[{i}]" for i in range(len(sample))], {"key": key}, "k = key(s)")
    raise BadInput("engine.key.kind", game=game.name, kind=type(sample).__name__)


def _factor(use: str, number: int) -> int:
    """An odd number of 64 bits for that word of a state."""
    text = f"spielbaum {use} {number}".encode()
    return times(int.from_bytes(sha256(text).digest()[:8], "little") | 1, 1)


def _hashing(words: list[str], names: dict[str, Any], first: str = "") -> Callable[..., Any]:
    """One word tells the position by itself; of several, two hashes are made.

    Every word is stirred for itself first, so that all its bits reach all bits of what is joined; products
    alone carry no bit downwards, and the top bits of two words would cancel in both hashes. Then

        check = Σ aᵢ · mix(wᵢ)        place = Σ bᵢ · reversed(mix(wᵢ))        modulo 2⁶⁴

    with fixed odd numbers aᵢ, bᵢ that look random (multilinear hashing, Carter and Wegman 1979) and have
    nothing to do with `mix`: if a₁ were mix(1) and a₂ were mix(2), the words 2, 0 and 0, 1 would have the
    same sum. `mix`, reversing the bytes and odd factors are bijections: positions that differ in one word
    differ in both hashes. For positions that differ in several, let 2ᵛ be the largest power of two that
    divides all differences of their mixed words: of the possible factors aᵢ at most a share of 2⁻⁽⁶³⁻ᵛ⁾
    gives them the same check. Reversing lets the place depend on the bits that the check would lose where v
    is large.
    """
    if len(words) == 1:
        source = f"    {first or 'pass'}\n    return {words[0]}, mix({words[0]})\n"
    else:
        lines = [first] if first else []
        check = place = ""
        for i, word in enumerate(words):
            lines.append(f"h{i} = mix({word})")
            one, other = _factor("check", i), _factor("place", i)
            term, turned = f"times(h{i}, {one})", f"times(flip_rows(h{i}), {other})"
            check, place = (f"plus({check}, {term})", f"plus({place}, {turned})") if i else (term, turned)
        lines.append(f"return {check}, {place}")
        source = "".join(f"    {line}\n" for line in lines)
    scope = {"mix": mix, "plus": plus, "times": times, "flip_rows": flip_rows, **names}
    (function,) = written(f"def hashes(s):\n{source}", scope, "hashes")
    return function  # type: ignore[no-any-return]


# ------------------------------------------------------------------------------------------- the compiler

#: Functions of each kernel, in the order in which they build on each other; the last one is called.
_BUCKETS = (table_module.generation_of, table_module.probe_bucket, table_module.keep_in_bucket)
_TABLE = (*_BUCKETS, table_module.bucket_of, table_module.probe, table_module.keep, table_module.spread)
_SEARCH = (
    *_BUCKETS,
    *scores.FUNCTIONS,
    *estimates.FUNCTIONS,
    *nodes.FUNCTIONS,
    *ordering.FUNCTIONS,
    *reductions.FUNCTIONS,
    *quiescence.FUNCTIONS,
    *kernel.FUNCTIONS,
)
KERNELS: dict[str, tuple[Callable[..., Any], ...]] = {
    "perft": perft.FUNCTIONS,
    "search": _SEARCH,
    "trace": _SEARCH,
    "solve": (*_TABLE, *solver.FUNCTIONS),
}


def compiled(
    function: Callable[..., Any],
    *,
    inner: bool = True,
    stages: type | None = None,
    checked: bool = False,
) -> Any:
    """The function as Numba will compile it when its types are known.

    Inner functions are called from compiled code only and need no wrappers; leaving those away saves an
    eighth of the time. Inlining them where LLVM would not makes the solver a quarter faster on Connect Four
    and the search up to a quarter on Dots and Boxes, and compiling a quarter slower; generators cannot be.
    Rules pass `stages` of their own, see `arithmetic.py`.
    """
    import numba

    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} if inner else {}
    if inner and not isgeneratorfunction(function):
        options["forceinline"] = True
    if stages is not None:
        options["pipeline_class"] = stages
    return numba.njit(nogil=True, error_model="python", boundscheck=checked, **options)(function)


#: Kernels of this process by their digest: equal rules share them.
_loaded: dict[str, Any] = {}


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
        #: Rules raise where compiled code would do something else than Python, unseen; see `arithmetic.py`.
        self.checked = checked
        self.announce = announce
        #: Called before rules are compiled.
        self.guard: Callable[[], None] | None = None
        self.compilations = 0
        self._made: dict[str, Callable[..., Any]] = {}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if name not in self._made:
            functions = KERNELS[name]
            names = {**self.rules.names, "TRACE": name == "trace"}
            self._made[name] = self.made(name, functions, names)
        return self._made[name]

    def made(
        self, name: str, functions: tuple[Callable[..., Any], ...], names: dict[str, Any]
    ) -> Callable[..., Any]:
        """The last of these functions, which see the names as their globals."""
        if self.interpreted:
            return bind(functions, {**names, **_whole_only(self.rules)})  # type: ignore[no-any-return]
        return self._compiled(name, functions, names)

    def _compiled(
        self, name: str, functions: tuple[Callable[..., Any], ...], names: dict[str, Any]
    ) -> Callable[..., Any]:
        import numba

        if bool(getattr(numba.config, "DISABLE_JIT", False)):
            return bind(functions, {**names, **_whole_only(self.rules)})  # type: ignore[no-any-return]
        from spielbaum.engine.arithmetic import WouldDiffer
        from spielbaum.engine.cache import CodeCache

        if self.rules.refusal is not None:
            raise self._refused(self.rules.refusal)

        kinds = [function.__annotations__ for function in functions]
        # Checked code says the line where something is wrong, so it is told apart by where the rules stand.
        places = _places(names.values()) if self.checked else ()
        tag = digest(self.rules.digest, name, functions, kinds, surroundings(), self.checked, places)
        if tag in _loaded:
            return _loaded[tag]  # type: ignore[no-any-return]
        by_address = name in ("search", "trace", "perft")
        row = np.zeros(self.rules.layout.words, np.int64)
        state = numba.typeof(self.rules.names["unpack"](row))
        compiler = Compiler(tag, _roles(self.rules), checked=self.checked)
        rules = {key: compiler.rule(value) for key, value in names.items()}

        def made(function: Any, last: bool) -> Any:
            function.__qualname__ += f"_{tag}"
            return compiled(function, inner=not last)

        kernel_entry: Any = bind(functions, rules, made)

        def on_miss() -> None:
            if self.guard is not None:
                self.guard()
            self.compilations += 1
            if self.announce is not None:
                self.announce(self.rules.game.name)
            # One signature each, of whole numbers without known values: Numba would else compile a helper
            # again for each constant it is called with, and leave symbols of recursive functions
            # unresolved in the cached code, so that the process crashes.
            for function in functions[:-1]:
                fixed = signature(function, state, by_address)
                if fixed is not None:
                    dispatcher = kernel_entry.py_func.__globals__[function.__name__]
                    dispatcher.compile(fixed)
                    dispatcher.disable_compile()

        kernel_entry._cache = CodeCache(f"{self.rules.game.name}-{name}-{tag}", on_miss, self._say_not_kept)
        if self.rules.description.unseen:
            kernel_entry._cache.path = None
            self._say_not_kept()
        try:
            kernel_entry.compile(signature(functions[-1], state, by_address))
        except WouldDiffer as error:
            raise self._differs(error) from error
        except SpielbaumError:
            raise
        except Exception as error:
            # Numba has a family of errors, but lets others through as well.
            raise self._explain(rules, error) from error
        kernel_entry.disable_compile()
        _loaded[tag] = kernel_entry
        return kernel_entry  # type: ignore[no-any-return]

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
        declared = {name: getattr(self.rules.game, name, None) for name in RULES}
        name, rule, reason = "moves", declared["moves"], error
        for name, rule in declared.items():
            compiled_rule: Any = rules.get("ended" if name == "over" else name)
            if rule is None or not hasattr(compiled_rule, "py_func"):
                continue
            try:
                compiled_rule.compile((state, move) if name in ("play", "order") else (state,))
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


def _roles(rules: Rules) -> dict[CodeType, str]:
    """Which rule of the game each function is."""
    return {rule.__code__: name for name, rule in rules.declared.items() if isinstance(rule, FunctionType)}


class Compiler:
    """Makes dispatchers of plain functions, and of the functions they find in closures and globals.

    The tag becomes part of their names. Code from the cache is linked by name, and the same function with
    other values in its closure, or the same kernel with other rules, would be taken for this one.
    """

    def __init__(
        self, tag: str, roles: Mapping[CodeType, str] | None = None, *, checked: bool = False
    ) -> None:
        from spielbaum.engine.arithmetic import pipeline
        from spielbaum.engine.bits import NATIVE
        from spielbaum.engine.constants import embedded
        from spielbaum.engine.frontend.overloads import NATIVE as SEQUENCES

        self._tag = tag
        self._checked = checked
        self._stages = pipeline(roles or {}, checked=checked)
        self._embedded = embedded
        self._native: set[Any] = {*NATIVE, *SEQUENCES}
        self._done: dict[FunctionType, Any] = {}

    def rule(self, value: Any) -> Any:
        """The value as compiled code can use it: plain functions compiled, tables part of the code."""
        if not isinstance(value, FunctionType):
            return self._embedded(value)
        if value in self._native:
            return value
        if value not in self._done:
            copy = FunctionType(
                value.__code__, {}, value.__name__, value.__defaults__, self._cells(value.__closure__ or ())
            )
            copy.__qualname__ = f"{value.__qualname__}_{self._tag}"
            copy.__module__ = value.__module__
            self._done[value] = compiled(copy, stages=self._stages, checked=self._checked)
            # After the entry in `_done`, so that functions may call each other.
            copy.__globals__.update(self._globals(value))
            for cell, old in zip(copy.__closure__ or (), value.__closure__ or (), strict=True):
                cell.cell_contents = self.rule(old.cell_contents)
        return self._done[value]

    @staticmethod
    def _cells(cells: Iterable[CellType]) -> tuple[CellType, ...]:
        return tuple(CellType() for _ in cells)

    def _globals(self, function: FunctionType) -> dict[str, Any]:
        scope = dict(function.__globals__)
        for name in _all_names(function.__code__):
            if name in scope and not isinstance(scope[name], BuiltinFunctionType):
                scope[name] = self.rule(scope[name])
        return scope


def _places(values: Iterable[Any]) -> tuple[str, ...]:
    """Where the functions stand, and those that they use: files and lines."""
    found: dict[FunctionType, str] = {}
    waiting = [value for value in values if isinstance(value, FunctionType)]
    while waiting:
        function = waiting.pop()
        if function in found:
            continue
        code = function.__code__
        found[function] = f"{code.co_filename} {[line for _, _, line in code.co_lines()]}"
        used = [cell.cell_contents for cell in function.__closure__ or ()]
        used += [function.__globals__.get(name) for name in _all_names(code)]
        waiting += [value for value in used if isinstance(value, FunctionType)]
    return tuple(sorted(found.values()))


def _all_names(code: CodeType) -> set[str]:
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*(_all_names(c) for c in inner))


def bind(
    functions: tuple[Callable[..., Any], ...],
    names: Mapping[str, Any],
    made: Callable[[Any, bool], Any] = lambda function, _last: function,
) -> Any:
    """Copies of the kernel's functions whose globals hold those names; the last one is returned."""
    scope: dict[str, Any] = {}
    for function in functions:
        scope.update({name: value for name, value in function.__globals__.items() if name not in scope})
    scope.update(names)
    entry = None
    for function in functions:
        copy = FunctionType(function.__code__, scope, function.__name__)
        copy.__module__ = function.__module__
        entry = scope[function.__name__] = made(copy, function is functions[-1])
    return entry


def signature(function: Callable[..., Any], state: Any, by_address: bool) -> Any:
    """The types that a kernel's function says it takes; None where one depends on the game.

    Words are an array, or an address in kernels that say so.
    """
    import numba

    words = numba.types.Array(numba.int64, 1, "C")
    grid = numba.types.Array(numba.int64, 2, "C")
    address = numba.types.CPointer(numba.int64)
    flat = ("table", "control", "info", "history", "path", "busy", "root", "estimates")
    kinds = {
        "int": numba.int64,
        "bool": numba.boolean,
        "Words": address if by_address else words,
        "Run": numba.types.NamedTuple([words if name in flat else grid for name in Run._fields], Run),
        "Desk": numba.types.NamedUniTuple(address, len(Desk._fields), Desk),
        "State": state,
    }
    names = [text for name, text in function.__annotations__.items() if name != "return"]
    return tuple(kinds[name] for name in names) if all(name in kinds for name in names) else None
