"""The sentences of the built-in games, from the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from spielbaum.language import LANGUAGES, LocalizedText, say


def localized(key: str, **fields: object) -> Mapping[str, str]:
    """The sentence `game.key` in every language."""
    return {language: say(f"game.{key}", language, **fields) for language in LANGUAGES}


def join(*parts: Mapping[str, str]) -> Mapping[str, str]:
    """Several sentences one after the other."""
    return {language: " ".join(part[language] for part in parts) for language in LANGUAGES}


def names(*keys: str) -> tuple[LocalizedText, ...]:
    """The names of the players."""
    return tuple(localized(f"player.{key}") for key in keys)


def switches(game: str, *parameters: str) -> dict[str, LocalizedText]:
    """What the parameters of a game mean."""
    return {parameter: localized(f"{game}.switch.{parameter}") for parameter in parameters}
