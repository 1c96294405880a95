"""A tree as it is being read: what all notations have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from sys import float_info

from spielbaum.errors import TreeSyntaxError
from spielbaum.result import CHANCE, Payoff, Value
from spielbaum.tree.tree import Tree

#: What the readers accept at most, so that a pasted text cannot exhaust the machine.
MOST_NODES = 100_000
MOST_DEPTH = 200
#: Digits of a number; Python itself refuses to read much longer ones.
MOST_DIGITS = 400

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"[+-]?[0-9]+")
#: 1/6, 0.25, .5, 1
_PROBABILITY = re.compile(r"[0-9]{1,20}/0*[1-9][0-9]{0,19}|[0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20}")
#: What was surely meant as a probability, though it may be none; a plain 2 may be the face of a die.
_MEANT = re.compile(r"[+\-−]?[0-9]+/[+\-−]?[0-9]+|[+\-−]?[0-9]*\.[0-9]+|[+\-−][0-9]+|0")


@dataclass
class Draft:
    """A node before the whole tree is known."""

    #: Where it stands in the text, or how to get to it in nested lists and documents: [1][0].
    offset: int | str
    edge: str = ""
    name: str = ""
    player: int | None = None
    value: Payoff | None = None
    dynamic: bool = False
    cut: bool = False
    #: Written as nothing but a number.
    number: bool = False
    #: Of the branch that leads here from a node where nature moves.
    probability: Fraction | None = None
    children: list[Draft] = field(default_factory=list)


def fail(key: str, text: str, offset: int | str, /, **fields: object) -> TreeSyntaxError:
    """The error with line and column, or with the place in a document that has no lines."""
    if isinstance(offset, str):
        return TreeSyntaxError(f"error.tree.{key}.place", place=offset, **fields)
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return TreeSyntaxError(f"error.tree.{key}", line=line, column=column, **fields)


def number_of(word: str) -> Value | None:
    """The number that the word is, if it is one."""
    if len(word) > MOST_DIGITS or not _NUMBER.fullmatch(word):
        return None
    value: Value = int(word) if _WHOLE.fullmatch(word) else float(word)
    return value if finite(value) else None


def probability_of(word: str) -> Fraction | None:
    """The probability that the word is, if it is one: a fraction or a decimal, 0 < p ≤ 1."""
    if not _PROBABILITY.fullmatch(word):
        return None
    found = Fraction(word)
    return found if 0 < found <= 1 else None


def finite(value: Value) -> bool:
    """Whether it is a number that also a float can hold: windows, figures and words compare with infinity."""
    return abs(value) <= float_info.max


def payoff_of(word: str) -> Payoff | None:
    """The pay-off that the word is, if it is one: 3 or 1,2,6."""
    values = [number_of(part) for part in word.split(",")]
    numbers = tuple(value for value in values if value is not None)
    if len(numbers) < len(values):
        return None
    return numbers[0] if len(numbers) == 1 else numbers


def finished(root: Draft, text: str = "") -> Tree:
    """Check what only the whole tree shows, give each node its player, and build it from below."""
    width: int | None = None
    order: list[tuple[Draft, int]] = []
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        order.append((node, depth))
        turns = 0 if node.player == CHANCE else 1  # MAX, chance, MIN: nature takes no turn
        stack.extend((child, depth + turns) for child in reversed(node.children))
    again = _mark_again(order)
    for node, _ in order:
        if node.player == CHANCE:
            _share(node, text)
        elif alone := _probabilities(node):
            child, share = alone[0]
            raise fail("probability_alone", text, child.offset, text=share)
        if not node.children and node.value is None and not node.cut:
            raise fail("no_number", text, node.offset, text=node.name or "–")
        if node.value is not None:
            length = len(node.value) if isinstance(node.value, tuple) else 1
            if width is not None and length != width:
                raise fail("tuple_length", text, node.offset, expected=width, given=length)
            width = length
    players = max(2, width or 1)
    built: list[Tree] = []
    for node, depth in reversed(order):
        if node.player is None and (meant := again.get(id(node))) is not None:
            player = meant[1] % players if meant[0].player is None else meant[0].player
        else:
            player = depth % players if node.player is None else node.player
        if player >= players and width is not None:
            raise fail("bad_player", text, node.offset, text=player + 1)
        count = len(node.children)
        children = built[len(built) - count :][::-1]
        del built[len(built) - count :]
        built.append(
            Tree(
                children,
                name=node.name,
                value=node.value,
                player=player,
                edge=node.edge,
                dynamic=node.dynamic,
                cut=node.cut,
                probability=node.probability,
            )
        )
    return built[0]


def _probabilities(node: Draft) -> list[tuple[Draft, Fraction]]:
    """What is given as probabilities below a node that is not marked as one where nature moves.

    Labels may be any words; those that are fractions or decimals and sum to one are no accident.
    """
    given = [(child, child.probability) for child in node.children if child.probability is not None]
    labels = [(child, child.edge.partition(" ")[0]) for child in node.children]
    read = [(child, probability_of(word)) for child, word in labels if "/" in word or "." in word]
    meant = [(child, share) for child, share in read if share is not None]
    whole = len(meant) == len(node.children) and sum(share for _, share in meant) == 1
    return given or (meant if whole else [])


def _share(node: Draft, text: str) -> None:
    """Give each outcome its probability: as its edge begins, or the same for all where none has one."""
    if not node.children:
        if node.cut:
            return
        raise fail("chance_leaf", text, node.offset, text=node.name or "*")
    for child in node.children:
        if child.probability is None and child.edge:
            first, _, rest = child.edge.partition(" ")
            child.probability = probability_of(first)
            others = any(other.probability for other in node.children)
            if child.probability is None and (others or _MEANT.fullmatch(first)):
                raise fail("probability", text, child.offset, text=first)
            child.edge = rest.strip() if child.probability is not None else child.edge
    given = [child.probability for child in node.children if child.probability is not None]
    if not given:
        for child in node.children:
            child.probability = Fraction(1, len(node.children))
    elif len(given) < len(node.children):
        missing = next(child for child in node.children if child.probability is None)
        raise fail("probability", text, missing.offset, text=missing.edge or missing.name or missing.value)
    elif (total := sum(given, Fraction())) != 1:
        key = "probability_sum.less" if total < 1 else "probability_sum.more"
        raise fail(key, text, node.offset, sum=total, by=abs(1 - total))


def _mark_again(order: list[tuple[Draft, int]]) -> dict[int, tuple[Draft, int]]:
    """Mark each leaf that is only the name of an inner node as cut; return those nodes and their depths.

    They are found by the id of the leaf; see `graph`. A name of several inner nodes means none of them.
    """
    named: dict[str, list[tuple[Draft, int]]] = {}
    for node, depth in order:
        if node.children and node.name:
            named.setdefault(node.name, []).append((node, depth))
    again: dict[int, tuple[Draft, int]] = {}
    for node, _ in order:
        meant = named.get(node.name, ())
        if not node.children and node.value is None and not node.cut and len(meant) == 1:
            node.cut = True
            again[id(node)] = meant[0]
    return again
