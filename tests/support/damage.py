"""Damage as disks, editors and other programs do it: to bytes, and to documents that stay JSON."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

#: What is put in the place of a part of a document; those in angle brackets are written as below.
WRONG: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 10**6, 10**18, 10**30, -(2**63), 0.5, -0.5, 1e300, -1e-300,
    "", "x", "0", "-", "reference", "match", "sweep", "☃", "a" * 10_000,
    [], [0], [1, 2, 3], ["x"], [[]], {}, {"x": 1}, {"kind": "search"},
    "<deep>", "<deeper>", "<digits>", "<digits.>", "<nan>", "<infinite>", "<surrogate>",
)  # fmt: skip
RAW = {
    "<deep>": "[" * 150 + "]" * 150,
    "<deeper>": "[" * 20_000 + "]" * 20_000,
    "<digits>": "9" * 5000,
    "<digits.>": "9" * 5000 + ".5",
    "<nan>": "NaN",
    "<infinite>": "-Infinity",
    "<surrogate>": '"\\ud800"',
}


def damaged_bytes(content: bytes, random: Random) -> bytes:
    """Cut off, with bits turned, parts missing, doubled or overwritten."""
    at, other = sorted(random.randrange(len(content) + 1) for _ in range(2))
    match random.randrange(6):
        case 0:
            return content[:at]
        case 1:
            turned = bytearray(content)
            for _ in range(random.choice((1, 1, 2, 8))):
                turned[random.randrange(len(turned))] ^= 1 << random.randrange(8)
            return bytes(turned)
        case 2:
            return content[:at] + content[min(other, at + 40) :]
        case 3:
            return content[:other] + content[at:]
        case 4:
            return content[:at] + random.randbytes(random.choice((1, 4, 100))) + content[at:]
        case _:
            return content[:at] + bytes(other - at) + content[other:]


def damaged_document(text: str, random: Random) -> str:
    """JSON in which one to three parts are something else, missing, or there once more."""
    document = json.loads(text)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = list(_places(document))
        if not places:
            break
        holder, key = random.choice(places)
        change = random.randrange(6)
        if change == 0:
            del holder[key]
        elif change == 1 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif change == 2:
            holder[key] = deepcopy(random.choice(places)[0])  # another part of the same document
        else:
            holder[key] = deepcopy(random.choice(WRONG))
    written = json.dumps(document)
    for name, raw in RAW.items():
        written = written.replace(f'"{name}"', raw)
    return written


def damaged_lines(content: bytes, random: Random) -> bytes:
    """One of the lines damaged as a document, gone, doubled or moved; or the whole as bytes."""
    lines = content.splitlines(keepends=True)
    at = random.randrange(len(lines))
    match random.randrange(8):
        case 0:
            return damaged_bytes(content, random)
        case 1:
            del lines[at]
        case 2:
            lines.insert(random.randrange(len(lines)), lines[at])
        case 3:
            random.shuffle(lines)
        case _:
            lines[at] = damaged_document(lines[at].decode(), random).encode() + b"\n"
    return b"".join(lines)


def _places(part: Any) -> Any:
    keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
    for key in keys:
        yield part, key
        yield from _places(part[key])
