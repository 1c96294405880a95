"""From LLVM's object file to a WebAssembly module that runs: a linker for one object that needs nothing else.

LLVM leaves addresses open in its objects and lists where they belong (the sections `linking` and `reloc.*`;
the WebAssembly tool conventions on linking have their format). All kernels of a game are one LLVM
module, so there is nothing to look for in other files: data get their addresses, the stack its place, and
the numbers are filled in. Linkers that come as Python packages bring a whole compiler of 100 MB along.

The memory of a module:

    0 … STACK   the stack, from the top down: where it overflows, the address is none, and it traps
    STACK …     constants and tables of the rules
    the next page …   what is allocated (`wasm_runtime.ll`)

Several instances may share one memory, each with its own globals: where its stack and its heap are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

PAGE = 1 << 16
STACK = 1 << 20
MAGIC = b"\0asm\1\0\0\0"
#: What each instance has for itself, by its name in LLVM's objects, and what it is at first.
STACK_POINTER = "__stack_pointer"
GLOBALS = {STACK_POINTER: STACK, "looks": 0, "heap": 0}
#: The module that imported functions are from.
FROM = "spielbaum"

# Numbers of sections.
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, _START, ELEMENT, CODE, DATA = range(12)
# Kinds of what is imported and exported.
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
# Parts of the section `linking`.
SEGMENTS, SYMBOLS = 5, 8
# Kinds of symbols, and bits of their flags.
A_FUNCTION, SOME_DATA, A_GLOBAL, A_SECTION, _A_TAG, A_TABLE = range(6)
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
# Kinds of relocations: what goes there, and how it is written.
(
    FUNCTION_LEB,
    TABLE_SLEB,
    TABLE_I32,
    ADDRESS_LEB,
    ADDRESS_SLEB,
    ADDRESS_I32,
    TYPE_LEB,
    GLOBAL_LEB,
) = range(8)
TABLE_NUMBER_LEB = 20
WITH_ADDEND = (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32)
#: Bytes of a number in an object: as many as the largest one needs.
PADDED = 5
I32, FUNCREF = 0x7F, 0x70


class NotLinked(Exception):
    """The object asks for functions that nobody has."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


# --- numbers ------------------------------------------------------------------------------------------------


def leb(number: int, size: int = 0) -> bytes:
    """An unsigned number, seven bits per byte; of that many bytes where a size is given."""
    written = bytearray()
    while True:
        number, low = number >> 7, number & 127
        more = number > 0 or len(written) + 1 < size
        written.append(low | 128 if more else low)
        if not more:
            return bytes(written)


def sleb(number: int, size: int = 0) -> bytes:
    """A signed number."""
    written = bytearray()
    while True:
        number, low = number >> 7, number & 127
        done = (number == 0 and not low & 64) or (number == -1 and low & 64)
        if done and len(written) + 1 >= size:
            written.append(low)
            return bytes(written)
        written.append(low | 128)


class _Reader:
    """Reads an object from front to back."""

    def __init__(self, content: bytes, at: int = 0, end: int | None = None) -> None:
        self.content = content
        self.at = at
        self.end = len(content) if end is None else end

    @property
    def left(self) -> bool:
        return self.at < self.end

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self) -> int:
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]

    def text(self) -> str:
        return self.bytes(self.number()).decode()

    def limits(self) -> None:
        """Skip how large a memory or table is."""
        if self.byte() & 1:
            self.number()
        self.number()


# --- the object ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Symbol:
    kind: int
    name: str
    undefined: bool
    #: Of functions, globals and tables their number, of data that of the segment.
    index: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class _Relocation:
    kind: int
    at: int
    symbol: int
    addend: int


@dataclass(slots=True)
class _Object:
    sections: dict[int, bytes] = field(default_factory=dict)
    #: Numbers of the sections in the order of the file; relocations name them by their place.
    order: list[int] = field(default_factory=list)
    #: Imported functions, and the numbers of their types.
    imported_functions: dict[str, int] = field(default_factory=dict)
    #: Names of globals by their numbers.
    globals: list[str] = field(default_factory=list)
    symbols: list[_Symbol] = field(default_factory=list)
    #: The power of two that each segment of data begins at a multiple of.
    alignment: list[int] = field(default_factory=list)
    relocations: dict[int, list[_Relocation]] = field(default_factory=dict)


def _parsed(content: bytes) -> _Object:
    if content[: len(MAGIC)] != MAGIC:
        raise ValueError("no WebAssembly object")
    found = _Object()
    reader = _Reader(content, len(MAGIC))
    while reader.left:
        number = reader.byte()
        size = reader.number()
        end = reader.at + size
        found.order.append(number)
        if number != CUSTOM:
            found.sections[number] = reader.bytes(size)
            if number == IMPORT:
                _imports(found, _Reader(found.sections[number]))
        else:
            name = reader.text()
            inside = _Reader(content, reader.at, end)
            if name == "linking":
                _linking(found, inside)
            elif name.startswith("reloc."):
                section = found.order[inside.number()]
                found.relocations[section] = list(_relocations(inside))
        reader.at = end
    return found


def _imports(found: _Object, reader: _Reader) -> None:
    for _ in range(reader.number()):
        reader.text()
        name = reader.text()
        kind = reader.byte()
        if kind == OF_FUNCTION:
            found.imported_functions[name] = reader.number()
        elif kind == OF_TABLE:
            reader.byte()
            reader.limits()
        elif kind == OF_MEMORY:
            reader.limits()
        elif kind == OF_GLOBAL:
            reader.bytes(2)
            if name not in GLOBALS:
                raise NotLinked([name])
            found.globals.append(name)


def _linking(found: _Object, reader: _Reader) -> None:
    if reader.number() != 2:
        raise ValueError("the object is of another version")
    while reader.left:
        part, size = reader.byte(), reader.number()
        end = reader.at + size
        if part == SEGMENTS:
            for _ in range(reader.number()):
                reader.text()
                found.alignment.append(reader.number())
                reader.number()
        elif part == SYMBOLS:
            found.symbols = [_symbol(found, reader) for _ in range(reader.number())]
        reader.at = end


def _symbol(found: _Object, reader: _Reader) -> _Symbol:
    kind, flags = reader.byte(), reader.number()
    undefined = flags & UNDEFINED != 0
    if kind == SOME_DATA:
        name = reader.text()
        if undefined:
            return _Symbol(kind, name, True, 0)
        index, offset = reader.number(), reader.number()
        reader.number()
        return _Symbol(kind, name, False, index, offset)
    index = reader.number()
    if kind == A_SECTION:
        return _Symbol(kind, "", False, index)
    name = ""
    if not undefined or flags & EXPLICIT_NAME:
        name = reader.text()
    elif kind == A_FUNCTION:
        name = list(found.imported_functions)[index]
    return _Symbol(kind, name, undefined, index)


def _relocations(reader: _Reader) -> Iterator[_Relocation]:
    for _ in range(reader.number()):
        kind, at, symbol = reader.byte(), reader.number(), reader.number()
        yield _Relocation(kind, at, symbol, reader.signed() if kind in WITH_ADDEND else 0)


# --- the module ---------------------------------------------------------------------------------------------


def link(
    content: bytes, exports: Mapping[str, str], custom: Mapping[str, bytes], imports: Collection[str] = ()
) -> bytes:
    """A module that imports no functions but those.

    `exports` names functions of the object, `custom` sections to be added; besides them it exports `memory`
    and `stack_pointer`.
    """
    found = _parsed(content)
    missing = found.imported_functions.keys() - set(imports)
    if missing:
        raise NotLinked(sorted(missing))
    segments, end = _placed(found)
    linker = _Linker(found, [address for address, _ in segments])
    code = linker.filled_in(CODE)
    data = linker.filled_in(DATA)
    # Filled in before they are cut apart: relocations count from where the section begins.
    filled = _segments(data)
    functions = {symbol.name: symbol.index for symbol in found.symbols if symbol.kind == A_FUNCTION}
    exported = [(name, OF_FUNCTION, functions[symbol]) for name, symbol in exports.items()]
    names = [*found.globals, *(name for name in GLOBALS if name not in found.globals)]
    exported += [("memory", OF_MEMORY, 0), ("stack_pointer", OF_GLOBAL, names.index(STACK_POINTER))]
    imported = [
        _text(FROM) + _text(name) + bytes([OF_FUNCTION]) + leb(kind)
        for name, kind in found.imported_functions.items()
    ]
    parts = [(TYPE, found.sections[TYPE])]
    parts += [(IMPORT, _list(imported))] if imported else []
    parts.append((FUNCTION, found.sections[FUNCTION]))
    table = linker.table
    # Also where it is empty: code that would call what lies in it may have stayed.
    parts.append((TABLE, _list([bytes([FUNCREF, 0]) + leb(len(table) + 1)])))
    parts.append((MEMORY, _list([b"\0" + leb(-(-end // PAGE))])))
    parts.append((GLOBAL, _list([_global(GLOBALS[name], changes=True) for name in names])))
    parts.append((EXPORT, _list([_text(name) + bytes([kind]) + leb(at) for name, kind, at in exported])))
    if table:
        # The first place stays empty, so that no function has the address 0.
        parts.append((ELEMENT, _list([b"\0\x41\1\x0b" + _list([leb(function) for function in table])])))
    parts.append((CODE, code))
    placed = [
        (address, part) for (address, _), part in zip(segments, filled, strict=True) if part.strip(b"\0")
    ]
    parts.append(
        (DATA, _list([b"\0\x41" + sleb(at) + b"\x0b" + leb(len(part)) + part for at, part in placed]))
    )
    parts += [(CUSTOM, _text(name) + part) for name, part in custom.items()]
    return MAGIC + b"".join(bytes([number]) + leb(len(part)) + part for number, part in parts)


def _placed(found: _Object) -> tuple[list[tuple[int, int]], int]:
    """Address and size of each segment of data, and the first address behind them."""
    at = STACK
    placed = []
    for segment, power in zip(_segments(found.sections.get(DATA, b"\0")), found.alignment, strict=True):
        at = -(-at >> power) << power
        placed.append((at, len(segment)))
        at += len(segment)
    return placed, at


def _segments(section: bytes) -> list[bytes]:
    reader = _Reader(section)
    found = []
    for _ in range(reader.number()):
        reader.number()  # active, in the one memory …
        reader.byte()
        reader.signed()  # … at an address that is to be changed
        reader.byte()
        found.append(reader.bytes(reader.number()))
    return found


class _Linker:
    """Fills in what LLVM left open."""

    def __init__(self, found: _Object, addresses: list[int]) -> None:
        self.found = found
        self.addresses = addresses
        #: Functions whose address is taken.
        self.table: list[int] = []

    def filled_in(self, section: int) -> bytes:
        content = bytearray(self.found.sections.get(section, b"\0"))
        for each in self.found.relocations.get(section, ()):
            written = self._written(each)
            content[each.at : each.at + len(written)] = written
        return bytes(content)

    def _written(self, each: _Relocation) -> bytes:
        if each.kind == TYPE_LEB:
            return leb(each.symbol, PADDED)
        symbol = self.found.symbols[each.symbol]
        if symbol.undefined and symbol.kind == SOME_DATA:
            raise NotLinked([symbol.name])
        if each.kind == FUNCTION_LEB:
            return leb(symbol.index, PADDED)
        if each.kind == GLOBAL_LEB:
            return leb(symbol.index, PADDED)
        if each.kind == TABLE_NUMBER_LEB:
            return leb(0, PADDED)  # the one there is
        if each.kind in (TABLE_SLEB, TABLE_I32):
            if symbol.index not in self.table:
                self.table.append(symbol.index)
            number = self.table.index(symbol.index) + 1
            return sleb(number, PADDED) if each.kind == TABLE_SLEB else number.to_bytes(4, "little")
        address = self.addresses[symbol.index] + symbol.offset + each.addend
        if each.kind == ADDRESS_LEB:
            return leb(address, PADDED)
        if each.kind == ADDRESS_SLEB:
            return sleb(address, PADDED)
        if each.kind == ADDRESS_I32:
            return (address & 0xFFFFFFFF).to_bytes(4, "little")
        raise ValueError(f"a relocation of the kind {each.kind}")


def _global(value: int, *, changes: bool) -> bytes:
    return bytes([I32, changes]) + b"\x41" + sleb(value) + b"\x0b"


def _list(items: list[bytes]) -> bytes:
    return leb(len(items)) + b"".join(items)


def _text(text: str) -> bytes:
    return leb(len(text.encode())) + text.encode()


def custom_section(module: bytes, name: str) -> bytes | None:
    """The content of that section of a module; None where there is none, or where this is no module."""
    if module[: len(MAGIC)] != MAGIC:
        return None
    reader = _Reader(module, len(MAGIC))
    try:
        while reader.left:
            number, size = reader.byte(), reader.number()
            end = reader.at + size
            if number == CUSTOM and reader.text() == name:
                return reader.bytes(end - reader.at)
            reader.at = end
    except (IndexError, UnicodeDecodeError):
        return None
    return None
