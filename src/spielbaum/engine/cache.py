"""Compiled code on disk, in the user's cache folder.

One file per entry point, named by the digest of everything the code depends on (see `digest.py`), so a file
is never stale: changed rules look for another name. Numba's own cache would miss every time, since it hashes
captured cells, and would not notice changes in other files; of its machinery only the function that puts a
compile result together is used. Facts on disk:

- a file is machine code, so whoever could write it could run anything: folder and file are used only where
  nobody else can write to them (see `cache_folder.py`); where there is no such folder the engine works all
  the same, but compiles every time, and says so once;
- reading a file runs nothing: it is one line of JSON and the object code as LLVM made it. Numba would pickle
  descriptions of types and functions beside it; they are made anew from what is asked for;
- a file begins with a checksum; one that does not match, or cannot be put together, is made again;
- a file is written beside its place and moved there; of processes that want the same code at the same time
  one compiles and the others wait for it (`alone`), where the system has locks;
- code that holds an address of its process is not written: it would end any other one;
- of the files not used for a while the oldest are deleted when there are more than `MOST_FILES`.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib import import_module
from typing import Any

from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.typing.templates import signature

from spielbaum.atomic import write_file
from spielbaum.engine.cache_folder import code_folder, read_trusted
from spielbaum.errors import SpielbaumError
from spielbaum.language import say, system_language

MAGIC = b"spielbaum compiled 2\n"
MOST_FILES = 400

#: What a kernel may return, one of these or a tuple of them; one that returns something else is not kept.
RETURNED = {str(kind): kind for kind in (types.none, types.int64, types.float64, types.boolean)}


_log = logging.getLogger(__name__)


@cache
def _say_once(sentence: str) -> None:
    _log.warning("%s", sentence)


class CodeCache(_Cache):
    """What Numba asks for compiled code: one file, checked before it is used."""

    def __init__(
        self, name: str, on_miss: Callable[[], None], on_refusal: Callable[[], None] = lambda: None
    ) -> None:
        self.on_miss = on_miss
        #: Called where the code is good for this process only.
        self.on_refusal = on_refusal
        place = code_folder()
        self.folder = place.used
        self.path = None if self.folder is None else self.folder / f"{name}.code"
        if place.why is not None:
            key = "cache.unused" if place.used is None else "cache.elsewhere"
            language = system_language()
            _say_once(say(key, language, used=place.used, why=place.why.sentence(language)))

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    @property
    def filled(self) -> bool:
        """Whether there is a file; what it holds is looked at when it is loaded."""
        return self.path is not None and self.path.exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = self._load(sig, target_context)
        if result is None:
            self.on_miss()
        return result

    def _load(self, sig: Any, target_context: Any) -> Any:
        if self.path is None:
            return None
        target_context.refresh()
        try:
            result = unpack(read_trusted(self.path), sig, target_context)
            os.utime(self.path)
        except FileNotFoundError:
            return None
        except Exception:  # noqa: BLE001 - whatever is wrong with the file, it is made again
            self.flush()
            return None
        return result

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While one process compiles this code, others wait here, and find it afterwards."""
        if self.path is None or self.filled:
            yield
            return
        lock = self.path.with_suffix(".lock")
        with ExitStack() as held:
            with suppress(ImportError, OSError):  # a system without locks: both compile
                import fcntl

                file = held.enter_context(lock.open("a"))
                fcntl.flock(file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                with suppress(OSError):
                    lock.unlink(missing_ok=True)

    def save_overload(self, sig: Any, data: Any) -> None:
        if self.path is None:
            return
        content = pack(data)
        if content is None:
            self.on_refusal()
            return
        with suppress(SpielbaumError, OSError):
            write_file(self.path, content, mode=0o600)
            self._tidy()

    def _tidy(self) -> None:
        assert self.folder is not None
        files = sorted(self.folder.glob("*.code"), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


# --- a compile result as bytes ------------------------------------------------------------------------------


def pack(result: Any) -> bytes | None:
    """A compile result as the content of a file; None where there is more to it than the format can hold.

    Addresses of this process (a large array of the rules) have no meaning in another one; constants that are
    Python objects and functions to call before the first use do not occur in kernels.
    """
    known = result.fndesc
    environments = result._find_referenced_environments()
    returned = _returned_text(known.restype)
    if returned is None or result.reload_init or result.lifted or result.objectmode:
        return None
    if result.library.has_dynamic_globals or any(each.consts for each in (result.environment, *environments)):
        return None
    name, _, (code, bitcode) = result.library.serialize_using_object_code()
    head = {
        "library": name,
        "module": known.modname,
        "qualname": known.qualname,
        "unique_name": known.unique_name,
        "mangled_name": known.mangled_name,
        "env_name": known.env_name,
        "arguments": list(known.args),
        "returned": returned,
        "inline": bool(known.inline),
        "noalias": bool(known.noalias),
        "environments": [[each.globals["__name__"], each.env_name] for each in environments],
        "code": len(code),
        "bitcode": len(bitcode),
    }
    body: bytes = json.dumps(head).encode() + b"\n" + code + bitcode
    return MAGIC + hashlib.sha256(body).digest() + body


def unpack(content: bytes, arguments: Any, target_context: Any) -> Any:
    """The compile result in a file for these types of arguments; raises where it is not what we wrote."""
    start = len(MAGIC) + 32
    if content[:start] != MAGIC + hashlib.sha256(content[start:]).digest():
        raise ValueError("the checksum does not match")
    line, _, body = content[start:].partition(b"\n")
    head = json.loads(line)
    code, bitcode = body[: head["code"]], body[head["code"] :]
    if len(bitcode) != head["bitcode"]:
        raise ValueError("the sizes do not match")
    known = PythonFunctionDescriptor(
        native=True,
        modname=_module(head["module"]).__name__,
        qualname=head["qualname"],
        unique_name=head["unique_name"],
        doc="",
        typemap=None,
        restype=_returned_type(head["returned"]),
        calltypes=None,
        args=tuple(head["arguments"]),
        kws=(),
        mangler=lambda *_, **__: head["mangled_name"],
        argtypes=tuple(arguments),
        inline=head["inline"],
        noalias=head["noalias"],
        env_name=head["env_name"],
    )
    environments = [_environment(module, name) for module, name in head["environments"]]
    return CompileResult._rebuild(
        target_context,
        (head["library"], "object", (code, bitcode)),
        known,
        _environment(head["module"], head["env_name"]),
        signature(known.restype, *arguments),
        False,
        (),
        "",
        (),
        tuple(environments),
    )


def _returned_text(kind: Any) -> str | list[str] | None:
    if isinstance(kind, types.Tuple | types.UniTuple):
        parts = [str(part) for part in kind.types]
        return parts if all(part in RETURNED for part in parts) else None
    return str(kind) if str(kind) in RETURNED else None


def _returned_type(text: str | list[str]) -> Any:
    return RETURNED[text] if isinstance(text, str) else types.Tuple([RETURNED[part] for part in text])


def _environment(module: str, name: str) -> Any:
    """What compiled code knows of the module it was written in."""
    known = lookup_environment(name)
    if known is None:
        known = Environment(vars(_module(module)))
        known.env_name = name
        Environment._memo[name] = known
    return known


def _module(name: str) -> Any:
    """A module that is loaded anyway, as the rules and kernels come from it, or one of Numba's own."""
    return import_module(name) if name.startswith("numba.") else sys.modules[name]
