"""A game's kernels as one WebAssembly module, made from the code that also runs here.

What Numba made of a kernel is kept as LLVM's own code beside the machine code (`cache.py`). That code is
taken once more, for another machine: so a module walks the same tree as the kernel, node by node. On the way

- functions that talk to Python go; each kernel gets an entry that takes plain addresses (`_kernel_entry`);
- it is taken to the other machine (`wasm_retarget.py`);
- memory comes from `wasm_runtime.ll`, also for rules that make lists or arrays while they run;
- the linker fills in the addresses (`wasm_link.py`).

`docs/reference/wasm.md` describes what comes out, and the JavaScript that drives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import numpy as np
from llvmlite import binding as llvm

from spielbaum.engine import exact, exact_solver, workspace
from spielbaum.engine.deepening import ASPIRATION_DEPTH
from spielbaum.engine.engine import Engine, check_fit
from spielbaum.engine.limits import MOST_DEPTH, Limits
from spielbaum.engine.memory import ROWS
from spielbaum.engine.rules import Rules
from spielbaum.engine.searching import switches_of
from spielbaum.engine.specialise import CannotCompile, Code
from spielbaum.engine.table import BUCKET, MOST_GENERATION
from spielbaum.engine.wasm_link import NotLinked, link
from spielbaum.engine.wasm_module import FORMAT, SECTION, memory_facts
from spielbaum.engine.wasm_retarget import HEAD, moved, object_code
from spielbaum.engine.wasm_rules import QUESTIONS, RULES_KERNEL
from spielbaum.errors import BadInput
from spielbaum.game import Game

PREFIX = "spielbaum_"
#: The function that asks the driver whether to stop.
IMPORTS = ("stopped",)


def build(
    game: Game[Any, Any], announce: Callable[[str], None] | None = None, *, trace: bool = False
) -> bytes:
    """The module of a game: search, exact solver where the game has one, counting, rules.

    With `trace` there is also a search that writes its steps down.
    """
    check_fit(game)
    engine = Engine(game, table_mb=0.001, announce=announce)
    kernels = {name: engine.code[name] for name in kernels_of(game, trace=trace)}
    assert isinstance(engine.code, Code)
    rules = engine.code.make(RULES_KERNEL, engine.rules.names)
    if not hasattr(rules, "overloads"):
        raise BadInput("wasm.interpreted", game=game.name)
    entries = [_kernel_entry(name, _made(kernel)) for name, kernel in kernels.items()]
    entries += [_rules_entry(name, engine.rules, _made(rules)) for name in QUESTIONS]
    libraries = [_made(kernel).library for kernel in (*kernels.values(), rules)]
    module = _linked(libraries, entries)
    facts = json.dumps(facts_of(engine, tuple(kernels)), separators=(",", ":")).encode()
    exports = {name: PREFIX + name for name in (*kernels, *QUESTIONS, "allocate", "release")}
    try:
        return link(object_code(module, set(exports.values())), exports, {SECTION: facts}, IMPORTS)
    except NotLinked as error:
        raise CannotCompile("wasm.missing", game=game.name, names=", ".join(error.names)) from error


def _made(kernel: Any) -> Any:
    """What Numba knows about a kernel that has been compiled, for its one signature."""
    (made,) = kernel.overloads.values()
    return made


# --- entries ------------------------------------------------------------------------------------------------
#
# Numba hands an array over as: two addresses for Python, the number of items, their size, the address of the
# first, the length of each dimension, the step of each dimension in bytes. What a function returns goes to
# its first argument, and what it raises to the second; its own result says whether it raised.


def _kernel_entry(name: str, made: Any) -> str:
    """An entry for `kernel(work: Workspace, …)`: the address of a workspace, then whole numbers.

    A workspace lies in memory as three words for each of its arrays: address, rows, columns (1 where there
    is one dimension). A window, where the kernel takes one, is two words that the result overwrites, which
    has a word more where values are real numbers.
    """
    array_kinds = made.signature.args[0].types
    lines, arguments = [], []
    for number, kind in enumerate(array_kinds):
        for part, what in enumerate(("data", "rows", "columns")):
            at = 8 * (3 * number + part)
            lines += [
                f"%at.{what}.{number} = getelementptr i8, ptr %workspace, i32 {at}",
                f"%word.{what}.{number} = load i64, ptr %at.{what}.{number}",
            ]
        lines += [
            f"%array.{number} = inttoptr i64 %word.data.{number} to ptr",
            f"%items.{number} = mul i64 %word.rows.{number}, %word.columns.{number}",
            f"%step.{number} = mul i64 %word.columns.{number}, 8",
        ]
        shape = [f"i64 %word.rows.{number}"]
        steps = [f"i64 %step.{number}"]
        if kind.ndim == 2:
            shape.append(f"i64 %word.columns.{number}")
            steps.append("i64 8")
        arguments += _array(f"%array.{number}", f"%items.{number}", shape, steps)
    arguments.append("i64 %number.wide")
    windowed = len(made.signature.args) == 4
    after = []
    if windowed:
        kind = "double" if name == "chance" else "i64"
        arguments += [f"{kind} %alpha", f"{kind} %beta"]
        lines += [
            "%second = getelementptr i8, ptr %window, i32 8",
            f"%alpha = load {kind}, ptr %window",
            f"%beta = load {kind}, ptr %second",
        ]
        for word in range(3 if name == "chance" else 2):
            after += [
                f"%from.{word} = getelementptr i8, ptr %result, i32 {8 * word}",
                f"%to.{word} = getelementptr i8, ptr %window, i32 {8 * word}",
                f"%found.{word} = load i64, ptr %from.{word}",
                f"store i64 %found.{word}, ptr %to.{word}",
            ]
    taken = "ptr %workspace, i32 %number" + (", ptr %window" if windowed else "")
    return _function(name, taken, ["%number.wide = sext i32 %number to i64", *lines], made, arguments, after)


def _rules_entry(name: str, rules: Rules, made: Any) -> str:
    """An entry for one question about a position: `name(state, move, out, room)`, all of them addresses but
    the last: how many words may be written."""
    words, move_words = rules.layout.words, int(rules.names["MOVE_WORDS"])
    arguments = [
        f"i64 {QUESTIONS.index(name)}",
        *_array("%state", f"{words}", [f"i64 {words}"], ["i64 8"]),
        *_array("%move", f"{move_words}", [f"i64 {move_words}"], ["i64 8"]),
        *_array("%out", "%room.wide", ["i64 %room.wide"], ["i64 8"]),
    ]
    lines = ["%room.wide = sext i32 %room to i64"]
    return _function(name, "ptr %state, ptr %move, ptr %out, i32 %room", lines, made, arguments, [])


def _array(data: str, items: str, shape: list[str], steps: list[str]) -> list[str]:
    return ["ptr null", "ptr null", f"i64 {items}", "i64 8", f"ptr {data}", *shape, *steps]


def _function(
    name: str, taken: str, lines: list[str], made: Any, arguments: list[str], after: list[str]
) -> str:
    """The entry as LLVM's text: 0 where the kernel came back, 1 where a rule raised an exception."""
    target = f'@"{made.fndesc.llvm_func_name}"'
    kinds = ", ".join(argument.split()[0] for argument in arguments)
    body = "\n  ".join(
        [
            "%result = alloca [3 x i64], align 8",
            "%raised = alloca ptr, align 8",
            *lines,
            f"%status = call i32 {target}(ptr %result, ptr %raised, {', '.join(arguments)})",
            *after,
            # A kernel that returns nothing may say so: -2.
            "%came = icmp eq i32 %status, 0",
            "%none = icmp eq i32 %status, -2",
            "%good = or i1 %came, %none",
            "%answer = select i1 %good, i32 0, i32 1",
            "ret i32 %answer",
        ]
    )
    return (
        f"declare i32 {target}(ptr, ptr, {kinds})\n\ndefine i32 @{PREFIX}{name}({taken}) {{\n  {body}\n}}\n"
    )


# --- together ----------------------------------------------------------------------------------------------


def _linked(libraries: list[Any], entries: list[str]) -> Any:
    """Everything as one module of LLVM, still to be optimised."""
    runtime = (files("spielbaum.engine") / "wasm_runtime.ll").read_text(encoding="utf-8")
    texts = [moved(str(library._get_module_for_linking())) for library in libraries]
    # One declaration each: the questions have one kernel.
    declared = sorted(
        {line for entry in entries for line in entry.splitlines() if line.startswith("declare")}
    )
    bodies = [line for entry in entries for line in entry.splitlines() if not line.startswith("declare")]
    # What is called comes after who calls it: LLVM leaves out what nobody has asked for by then.
    texts = [moved("\n".join([*declared, *bodies])), *texts, HEAD + runtime]
    first, *others = (llvm.parse_assembly(text) for text in texts)
    for other in others:
        first.link_in(other)
    return first


def kernels_of(game: Game[Any, Any], *, trace: bool = False) -> tuple[str, ...]:
    """What a module of the game has: with chance one kernel searches and solves, with cycles none solves."""
    if game.has_chance:
        return ("chance", "perft")
    solver = () if game.facts.repeats else ("solve",)
    return ("search", "perft", *solver, *(("trace",) if trace else ()))


def facts_of(engine: Engine[Any, Any], kernels: tuple[str, ...]) -> dict[str, Any]:
    """What a driver has to know of the game and of the memory, as JSON; see docs/reference/wasm.md."""
    rules, facts = engine.rules, engine.game.facts
    names = rules.names
    start = np.zeros(rules.layout.words, np.int64)
    names["pack"](engine.game.start, start)
    return {
        "format": FORMAT,
        "game": engine.game.name,
        "kernels": list(kernels),
        "words": rules.layout.words,
        "moveWords": names["MOVE_WORDS"],
        # As text: numbers of JavaScript have 53 bits.
        "start": [str(word) for word in start],
        "values": [names["LEAST"], names["GREATEST"]],
        "unit": names["UNIT"],
        "near": names["NEAR"],
        "span": names["SPAN"],
        "swing": engine.game.hints.swing,
        "repeats": facts.repeats,
        "repetition": facts.repetition,
        "grows": names["GROWS"],
        "banked": names["HAS_BANKED"],
        "switches": {
            "all": switches_of(engine.techniques, Limits(depth=1)),
            "deeperEntries": workspace.DEEPER_ENTRIES,
        },
        **memory_facts(),
        "sizes": {
            "info": workspace.INFO,
            "control": workspace.CONTROL,
            "rows": ROWS,
            "extra": workspace.EXTRA,
            "plies": workspace.PLIES,
            "plyNotes": workspace.PLY_NOTES,
            "history": 4 * workspace.HISTORY,
            "estimates": 2 * workspace.ESTIMATES if rules.judges_inside else 0,
            "event": workspace.EVENT,
            "frames": exact.PLIES,
            "frame": exact_solver.FRAME,
            "mostFrames": exact.MOST_PLIES,
            "task": exact_solver.TASK,
            "small": exact_solver.SMALL,
            "bucket": BUCKET,
            "mostGeneration": MOST_GENERATION,
            "mostDepth": MOST_DEPTH,
            "aspirationDepth": ASPIRATION_DEPTH,
        },
    }
