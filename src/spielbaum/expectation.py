"""Averages over outcomes of chance, in exact fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from typing import cast

from spielbaum.result import Payoff, Value


def exact(value: Payoff) -> Payoff:
    """The same number without rounding errors to come: 0.1 as the decimal that it is written as, 1/10."""
    return tuple(map(exact_number, value)) if isinstance(value, tuple) else exact_number(value)


def exact_number(value: Value) -> Value:
    """`exact` of a single number; infinity stays what it is."""
    if isinstance(value, float) and isfinite(value):
        return simplest(cast(Value, Fraction(str(value))))
    return value


def share(value: Value, parts: int) -> Value:
    """One of so many equal parts of a number, exactly."""
    return simplest(cast(Value, exact_number(value) * Fraction(1, parts)))


def simplest(value: Value) -> Value:
    """A whole number as an int; a fraction stays one.

    Fractions count as numbers of `Value`, as ints count as floats for a type checker.
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def middle(low: Value, high: Value) -> Value:
    """The number halfway between two, exactly."""
    return simplest(cast(Value, (exact_number(low) + exact_number(high)) * Fraction(1, 2)))


def mean(outcomes: Iterable[tuple[Fraction, Value]]) -> Value:
    """The expected value of outcomes, each with its probability."""
    total: Value = 0
    for probability, value in outcomes:
        total = cast(Value, total + cast(float, probability) * value)
    return simplest(total)


def mean_payoff(outcomes: Iterable[tuple[Fraction, tuple[Value, ...]]]) -> tuple[Value, ...]:
    """What each player can expect."""
    listed = list(outcomes)
    players = len(listed[0][1])
    return tuple(mean((share, payoffs[player]) for share, payoffs in listed) for player in range(players))
