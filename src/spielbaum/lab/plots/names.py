"""Players and algorithms as figures and reports name them."""

from __future__ import annotations

from spielbaum.language import catalogue
from spielbaum.play import spec_words


def name_words(text: str, language: str) -> str:
    """An algorithm of the experiments in words; any other player as `spec_words` tells it."""
    return catalogue(language).get(f"plot.algorithm.{text}") or spec_words(text, language)
