"""Where a position lies in the table, and what tells it from others there: hashes made for each game."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from spielbaum.bits import flip_rows, times
from spielbaum.engine.layout import Layout, written
from spielbaum.engine.machine import mix, plus
from spielbaum.errors import BadInput
from spielbaum.forms import is_int
from spielbaum.game import Game


def addressing(game: Game[Any, Any], layout: Layout, key: Callable[[Any], Any] | None) -> Callable[..., Any]:
    """`check_and_place(state)`: by the game's key where it has one, else by all words of the state."""
    if key is None and layout.parts:
        return hashing(list(layout.parts), {})
    if key is None:
        pack, _, _ = layout.functions()
        names = {"pack": pack}
        return hashing(
            [f"row[{i}]" for i in range(layout.words)],
            names,
            f"row = np.zeros({layout.words}, np.int64); pack(s, row)",
        )
    sample = key(game.start)
    if isinstance(sample, bool) or is_int(sample):
        return hashing(["k"], {"key": key}, "k = key(s)")
    if isinstance(sample, tuple) and all(isinstance(part, bool) or is_int(part) for part in sample):
        return hashing([f"k[{i}]" for i in range(len(sample))], {"key": key}, "k = key(s)")
    raise BadInput("engine.key.kind", game=game.name, kind=type(sample).__name__)


def keying(game: Game[Any, Any], layout: Layout, key: Callable[[Any], Any] | None) -> tuple[int, Any]:
    """How many words tell positions apart, and `write_key(state, memory, at)`, which writes them."""
    names: dict[str, Any] = {}
    if key is not None:
        names["key"] = key
        sample = key(game.start)
        words = [f"k[{i}]" for i in range(len(sample))] if isinstance(sample, tuple) else ["k"]
        first = "    k = key(s)\n"
    elif layout.parts:
        words, first = list(layout.parts), ""
    else:
        names["pack"], _, _ = layout.functions()
        words = [f"row[{i}]" for i in range(layout.words)]
        first = f"    row = np.zeros({layout.words}, np.int64); pack(s, row)\n"
    write = first + "".join(f"    memory[at + {i}] = {word}\n" for i, word in enumerate(words))
    (write_key,) = written(f"def write_key(s, memory, at):\n{write}", names, "write_key")
    return len(words), write_key


def _factor(use: str, number: int) -> int:
    """An odd number of 64 bits for that word of a state."""
    text = f"spielbaum {use} {number}".encode()
    return times(int.from_bytes(sha256(text).digest()[:8], "little") | 1, 1)


def hashing(words: list[str], names: dict[str, Any], first: str = "") -> Callable[..., Any]:
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
