"""What learning came to: how the loss fell, and what the network is worth in a match."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass, field
from pathlib import Path

from spielbaum.atomic import write_file
from spielbaum.experiments.contest import Contest, Step, endings_of, step_of
from spielbaum.experiments.kind import Record, State
from spielbaum.experiments.learn.places import Worths
from spielbaum.experiments.learn.settings import GAMES, Fit, LearnSettings, Lessons
from spielbaum.experiments.learn.tasks import best_fit
from spielbaum.language import say

#: The file that a run leaves.
WEIGHTS = "learned.weights"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of games and the better of its fits, without the network."""

    games: int
    positions: int
    #: Positions of the fit: learnt from, and kept back.
    learnt: int
    held_out: int
    losses: tuple[tuple[float, float], ...]
    best: int
    loss: float
    constant: float
    before: float
    proven: int
    proven_loss: float
    worst: tuple[tuple[str, float], ...]
    knows: tuple[float, ...]
    knew: float | None
    worths: tuple[Worths, ...]
    #: Processor minutes of games and fits until then, and the match of its network.
    minutes: float
    match: Step | None


@dataclass(frozen=True, slots=True)
class LearnSummary:
    settings: LearnSettings
    state: State
    rounds: tuple[Round, ...]
    #: Processor minutes of games and of fits.
    playing: float
    fitting: float
    match: Step | None
    #: Games of the match that did not end by the rules, by their reason.
    endings: dict[str, int] = field(default_factory=dict)
    #: The network that was learnt, in base 64; not part of what is written down of a summary.
    network: str = ""

    def document(self) -> dict[str, object]:
        from spielbaum.experiments.kind import plain_document

        found = plain_document(self)
        del found["network"]
        return found


def belongs(settings: LearnSettings, number: int, measured: object) -> bool:
    """Whether that is what the task of that number measures."""
    _, what, index = settings.place(number)
    if what == "match":
        pair, first = divmod(index, 2)
        return (
            isinstance(measured, Contest)
            and measured.of_players(2)
            and (measured.pair, measured.first) == (pair, first)
        )
    if what == "games":
        return isinstance(measured, Lessons) and measured.task == number
    return isinstance(measured, Fit) and measured.task == number and measured.best < len(measured.losses)


def summarise(settings: LearnSettings, record: Record) -> LearnSummary:
    measured = [each.measurement for _, each in sorted(record.items())]
    contests = [each for each in measured if isinstance(each, Contest)]
    matches: dict[int, list[Contest]] = {}
    for number, finished in sorted(record.items()):
        if isinstance(finished.measurement, Contest):
            matches.setdefault(settings.place(number)[0] - 1, []).append(finished.measurement)
    steps = {turn: step_of(0, 1, 1, some) for turn, some in matches.items()}
    rounds = []
    network, spent = "", 0.0
    for turn in range(settings.rounds):
        size = settings.tasks + settings.fits
        numbers = range(turn * size, (turn + 1) * size)
        some = [record[number].measurement for number in numbers if number in record]
        lessons = [each for each in some if isinstance(each, Lessons)]
        spent += sum(each.seconds for each in some if isinstance(each, Lessons | Fit))
        fit = best_fit(settings, record, turn)
        if fit is not None:
            network = fit.network
            rounds.append(
                Round(
                    GAMES * len(lessons),
                    sum(each.positions for each in lessons),
                    fit.positions,
                    fit.held_out,
                    fit.losses,
                    fit.best,
                    fit.loss,
                    fit.constant,
                    fit.before,
                    fit.proven,
                    fit.proven_loss,
                    fit.worst,
                    fit.knows,
                    fit.knew,
                    fit.worths,
                    spent / 60,
                    steps.get(turn),
                )
            )
    return LearnSummary(
        settings,
        State.of(settings.planned, record),
        tuple(rounds),
        sum(each.seconds for each in measured if isinstance(each, Lessons)) / 60,
        sum(each.seconds for each in measured if isinstance(each, Fit)) / 60,
        steps.get(settings.rounds - 1),
        endings_of(contests),
        network,
    )


def write_network(folder: Path, summary: LearnSummary, language: str) -> str:
    """Write the weights into a file that engines can be given; a sentence that says so."""
    if not summary.network or len(summary.rounds) < summary.settings.rounds:
        return ""
    path = folder / WEIGHTS
    write_file(path, b64decode(summary.network))
    return say("experiment.learn.file", language, path=path, game=summary.settings.game)
