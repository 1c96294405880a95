"""LLVM's code of kernels taken from this machine to another one, WebAssembly; see `wasm.py`.

- whole numbers keep their 64 bits, also those that count bytes; only addresses have 32. The code was made for
  addresses of 64 bits, and places of parts of records are numbers in it by now, so records keep that layout:
  addresses are declared to be 8 bytes apart (`LAYOUT`), and what is left of records with addresses in them
  is given its size in bytes (`_sized`);
- where the kernel looks at the flag that stops it, a function of `wasm_runtime.ll` does, which asks the
  driver from time to time (`_asking`): nobody else could set the flag while the module runs.

What the other machine lacks is written with what it has, as browsers know less of what is meant than LLVM
does: turning the bytes of a word round, by which keys are mixed, is one shuffle of a vector in place of some
twenty instructions (`_shuffled`). Hints to fetch a word into the cache early have no counterpart: LLVM leaves
them out. So kernels read what belongs together one right after the other (`cutoff_by_child` in `kernel.py`).
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from llvmlite import binding as llvm

from spielbaum.engine.wasm_link import NotLinked

TRIPLE = "wasm32-unknown-unknown"
#: In every browser since 2021 (SIMD), 2020 (the others).
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+mutable-globals,+nontrapping-fptoint"
#: That of wasm32, but for addresses: 32 bits of them lie where 64 bits would.
LAYOUT = "e-m:e-p:32:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
WASM_LAYOUT = LAYOUT.replace("p:32:64", "p:32:32")
HEAD = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'


_DESTRUCTOR = r'^(define [^\n]*@(?:"\.dtor\.[^"]*"|\.dtor\.[^(\s]*)\(ptr[^\n,]*%[\w.]+)\)'


def moved(text: str) -> str:
    """LLVM's text for this machine as text for the other one."""
    text = _asking(text)
    text = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE)
    # Defined anew in `wasm_runtime.ll`; the definition here may use instructions of this machine.
    text = re.sub(
        r"^define [^\n]*@(NRT_incref|NRT_decref)\(.*?^}\n",
        r"declare void @\1(ptr)\n",
        text,
        flags=re.M | re.S,
    )
    # Destructors are called with three arguments, which WebAssembly takes seriously.
    text = re.sub(_DESTRUCTOR, r"\1, i64 %.size, ptr %.argument)", text, flags=re.M)
    text = text.replace("= common ", "= internal ")
    text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    return HEAD + text


#: A look at the first word of `control`, as kernels take it: in a context, by itself, in a workspace.
_LOOK = re.compile(r"= load i64, ptr (%arg\.(?:ctx\.1|control|work\.1\.4)(?:\.\d+)?), [^\n]*")


def _asking(text: str) -> str:
    """The kernel with looks at the flag replaced by calls, which may write."""
    text, looks = _LOOK.subn(r"= call i64 @stop_flag(ptr \1)", text)
    return _undeclared(text) + "\ndeclare i64 @stop_flag(ptr)\n" if looks else text


def _undeclared(text: str) -> str:
    """Without what is said of functions that touch no memory, or only some."""
    return re.sub(r"\b(?:memory\([^)]*\)|readonly|nosync)", "", text)


_REVERSAL = re.compile(r"(%\S+) = (?:tail )?call (?:noundef )?i64 @llvm\.bswap\.i64\(i64 (%[^)]+)\).*")
_SHUFFLE = """\
%shuffle.{0}.word = insertelement <2 x i64> poison, i64 {2}, i32 0
  %shuffle.{0}.bytes = bitcast <2 x i64> %shuffle.{0}.word to <16 x i8>
  %shuffle.{0}.turned = shufflevector <16 x i8> %shuffle.{0}.bytes, <16 x i8> poison, <16 x i32> <{3}>
  %shuffle.{0}.words = bitcast <16 x i8> %shuffle.{0}.turned to <2 x i64>
  {1} = extractelement <2 x i64> %shuffle.{0}.words, i32 0"""
_TURNED = ", ".join([*(f"i32 {byte}" for byte in reversed(range(8))), *["i32 poison"] * 8])


def _shuffled(text: str) -> str:
    """The optimised kernel with bytes turned round by a shuffle; before, the optimiser would undo it."""
    numbers = count()
    return _REVERSAL.sub(lambda call: _SHUFFLE.format(next(numbers), call[1], call[2], _TURNED), text)


def object_code(module: Any, kept: set[str]) -> bytes:
    """The object file: all but the entries internal, optimised for WebAssembly."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in kept:
            each.linkage = "internal"
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=3)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    sized = llvm.parse_assembly(_sized(_shuffled(str(module))))
    sized.verify()
    written: bytes = machine.emit_object(sized)
    return written


#: Where the kind of something in memory is told, if it is a record.
_IN_MEMORY = re.compile(r"\b(alloca|load|store|getelementptr(?: \w+)*) (?=[{\[])")


def _sized(text: str) -> str:
    """The text for the layout of wasm32 itself, where records take as many bytes as in `LAYOUT`.

    Room for records is made by their size; nothing else may be said of records with addresses in memory.
    """
    data = llvm.create_target_data(LAYOUT)
    parts, at = [], 0
    for found in _IN_MEMORY.finditer(text):
        kind = _record(text, found.end())
        if "ptr" not in kind:
            continue
        if found[1] != "alloca":
            line = text[text.rindex("\n", 0, found.start()) + 1 : text.index("\n", found.end())]
            raise NotLinked([line.strip()])
        made = llvm.parse_assembly(f"@it = external global {kind}").get_global_variable("it")
        parts += [text[at : found.end()], f"[{data.get_abi_size(made.global_value_type)} x i8]"]
        at = found.end() + len(kind)
    return "".join([*parts, text[at:]]).replace(LAYOUT, WASM_LAYOUT)


def _record(text: str, start: int) -> str:
    """The kind of a record that begins there, to its last bracket."""
    depth = 0
    for bracket in re.compile(r"[{}\[\]]").finditer(text, start):
        depth += 1 if bracket[0] in "{[" else -1
        if depth == 0:
            return text[start : bracket.end()]
    return text[start:]
