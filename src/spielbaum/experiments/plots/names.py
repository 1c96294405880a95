"""Players and algorithms as figures and reports name them."""

from __future__ import annotations

from spielbaum.language import catalogue
from spielbaum.play import spec_words


def name_words(text: str, language: str) -> str:
    """A player with its options in brackets, fit for the middle of a sentence; algorithms in their words."""
    words = catalogue(language)
    known = words.get(f"plot.algorithm.{text}") or words.get(f"experiment.name.{text}")
    if known:
        return known
    name, comma, options = spec_words(text, language).partition(", ")
    return f"{name} ({options})" if comma else name
