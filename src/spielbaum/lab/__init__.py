"""Measured strength: statistics."""

from spielbaum.lab.ratings import ratings
from spielbaum.lab.statistics import Interval, Pentanomial, Sprt, Tally, Verdict, elo_of, expected, total

__all__ = ["Interval", "Pentanomial", "Sprt", "Tally", "Verdict", "elo_of", "expected", "ratings", "total"]
