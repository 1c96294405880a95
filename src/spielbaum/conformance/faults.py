"""What the check of a game found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from spielbaum.errors import SpielbaumError
from spielbaum.language import say


class Status(StrEnum):
    SOUND = "sound"
    FAULTY = "faulty"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Fault:
    """A contradiction, and the moves from the start of the game that show it."""

    check: str
    key: str
    fields: Mapping[str, object] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    #: No shorter sequence shows a fault of this check: every shorter one was tried.
    shortest: bool = False

    def sentence(self, language: str = "en") -> str:
        fields = {
            name: field.sentence(language) if isinstance(field, SpielbaumError) else field
            for name, field in self.fields.items()
        }
        return say(f"check.fault.{self.key}", language, **fields)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One check: how often it looked, and why it did not where it did not."""

    check: str
    status: Status
    count: int = 0
    #: Key of the sentence that says what was not checked.
    reason: str | None = None
    #: What stood in the way, where there is more to say.
    error: SpielbaumError | None = None

    def why(self, language: str = "en") -> str:
        if self.reason is None:
            return ""
        error = "" if self.error is None else self.error.sentence(language)
        return say(f"check.skipped.{self.reason}", language, error=error)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was looked at, and every fault."""

    game: str
    games: int
    seed: int
    positions: int
    #: Every position up to this ply was looked at.
    complete_plies: int
    #: Games that were given up because they went on for too long.
    unfinished: int
    extra_turns: int
    outcomes: tuple[Outcome, ...]
    faults: tuple[Fault, ...]

    @property
    def sound(self) -> bool:
        return not self.faults
