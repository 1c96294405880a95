"""What can go wrong, as one small family of exceptions.

An error carries the key of a sentence and the fields that fill it, so that whoever
shows it (terminal, page, notebook) can say it in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from spielbaum.language import Count, Size, say


class SpielbaumError(Exception):
    """Base of everything Spielbaum raises on purpose."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, fields)
        self.key = key
        self.fields = fields

    def sentence(self, language: str = "en") -> str:
        fields = {
            name: field.sentence(language) if isinstance(field, SpielbaumError | Count | Size) else field
            for name, field in self.fields.items()
        }
        return say(self.key, language, **fields)

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[object, ...]:
        """Errors come back from other processes as what they were."""
        return _again, (type(self), self.key, self.fields)


def _again(kind: type[SpielbaumError], key: str, fields: dict[str, object]) -> SpielbaumError:
    error = kind.__new__(kind)
    SpielbaumError.__init__(error, key, **fields)
    return error


def one_line(error: BaseException) -> str:
    """What went wrong: our own sentence, or the kind and the words of an error that nobody foresaw."""
    said = error.sentence() if isinstance(error, SpielbaumError) else f"{type(error).__name__}: {error}"
    return " ".join(said.split()).removesuffix(":")


class BadInput(SpielbaumError):
    """Someone gave us something we cannot use; exit code 2, HTTP status 422."""


class UnknownName(BadInput):
    """A name that is not in the list; the sentence offers the nearest ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(name, names, n=3, cutoff=0.5) or names
        super().__init__(f"error.unknown.{kind}", name=name, near=", ".join(near))


class MisplacedField(BadInput):
    """A keyword that is not a field of a game, or belongs to another group of its fields."""


class IllegalMove(BadInput):
    """A move that the rules do not allow here."""


class TreeSyntaxError(BadInput):
    """A tree whose notation cannot be read; says line and column."""


class Unfit(BadInput):
    """The algorithm does not fit the game."""


class TooLarge(BadInput):
    """More work than the limit allows; the sentence says how to raise it."""


class BrokenGame(SpielbaumError):
    """The rules of a game contradict themselves or raised; exit code 1."""
