"""A report: the findings of a run with all that surrounds them, before it is a page or a deck of slides."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from urllib.parse import quote, urlsplit

from spielbaum.errors import BadInput
from spielbaum.experiments.environment import machine_facts
from spielbaum.experiments.findings import Findings, Table
from spielbaum.experiments.folder import read_environments, read_record, read_summary
from spielbaum.experiments.kind import Kind, PlayedGame, Summary
from spielbaum.experiments.options import command_line, facts_of
from spielbaum.experiments.plots import Plot
from spielbaum.experiments.registry import kind_of
from spielbaum.experiments.report.replay import Replay, longest, replay_of
from spielbaum.experiments.sentences import game_words
from spielbaum.experiments.text import table_cells
from spielbaum.language import say
from spielbaum.play import parse_player

#: Where `spielbaum serve` is by default.
SERVER = "http://127.0.0.1:8421/"
#: Who plays in the demonstration where the players of the run cannot be reached from the browser.
OPPONENT, OPPONENT_OF_MORE = "engine:seconds=1", "maxn:depth=3"
REACHABLE = {"engine", "perfect", "mcts", "alphabeta", "minimax", "random", "first"}
#: Allies are left out here: an alliance would have to be made with the seats of the demonstration.
REACHABLE_OF_MORE = {"maxn", "paranoid", "mcts", "random", "first"}

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A table as text: cells that are written, under their heads; the first column names the row."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    #: Details are left to the report and out of slides.
    detail: bool = False

    @classmethod
    def of(cls, table: Table, language: str) -> Section:
        head, rows = table_cells(table, language)
        if not head[0] and len(head) > 1:  # places, which come before the names
            head, rows = head[1:], [[f"{place}. {name}", *cells] for place, name, *cells in rows]
        return cls(table.title, tuple(head), tuple(map(tuple, rows)), table.notes, table.detail)


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What to start and where to look, to show it live; `query` is the position on the page *Play*."""

    command: str
    server: str
    query: str

    @property
    def address(self) -> str:
        return self.server + self.query


@dataclass(frozen=True, slots=True)
class Report:
    """What a page or a deck of slides shows of a run."""

    language: str
    findings: Findings
    method: Facts
    machine: Facts
    plots: tuple[Plot, ...]
    sections: tuple[Section, ...]
    replay: Replay | None
    command: str
    demonstration: Demonstration
    #: Empty where no environment was written down.
    date: str

    @property
    def kicker(self) -> str:
        """The line above the title: what this is, and of when."""
        return say("report.kicker", self.language, date=self.date).removesuffix(" · ")


def report_of(folder: Path, language: str = "en", server: str = SERVER) -> Report:
    """What the run in that folder has come to, also while it goes on; `server` is where it is shown live."""
    server = server_address(server)
    summary: Summary = read_summary(folder)
    kind, settings = kind_of(summary.settings), summary.settings
    findings = kind.tell(summary, language)
    environments = read_environments(folder)
    replay = _replay(kind, folder, settings, findings, language)
    return Report(
        language,
        findings,
        method=_method(kind, summary, findings, language),
        machine=tuple(machine_facts(environments, language)),
        plots=tuple(Plot(figure, language) for figure in findings.figures),
        sections=tuple(Section.of(table, language) for table in findings.tables if table.rows),
        replay=replay,
        command=command_line(kind.name, settings, f"runs/{folder.resolve().name}"),
        demonstration=_demonstration(settings, findings, replay, server, language),
        date=str(environments[0].get("date", ""))[:10] if environments else "",
    )


def _method(kind: Kind, summary: Summary, findings: Findings, language: str) -> Facts:
    """What was asked for, and how numbers were made of what was seen."""
    settings = summary.settings
    title = game_words(settings.game, language)
    game = title if title == settings.game else f"{title} ({settings.game})"
    done = say("run.progress", language, done=summary.state.done, planned=summary.state.planned, left="")
    facts = [
        (say("setting.game", language), game),
        *facts_of(kind.name, settings, language),
        (say("report.fact.done", language), done),
    ]
    if findings.statistics:
        facts.append((say("report.fact.statistics", language), findings.statistics))
    return tuple(facts)


def _replay(kind: Kind, folder: Path, settings: object, findings: Findings, language: str) -> Replay | None:
    """The longest win of the stronger side against the other; without one, the longest of their games."""
    if not findings.duels:
        return None
    record = read_record(folder, kind)
    games = [game for _, each in sorted(record.items()) if (game := kind.played(settings, each)) is not None]
    for won in (True, False):
        for winner, loser in findings.duels:
            found = longest(_games(games, winner, loser, won=won))
            if found is not None:
                return replay_of(getattr(settings, "game", ""), found, (winner, loser), language, won=won)
    return None


def _games(games: Iterable[PlayedGame], winner: str, loser: str, *, won: bool) -> list[PlayedGame]:
    return [
        game
        for game in games
        if game.scores
        and {winner, loser} <= set(game.sides)
        and (not won or game.scores[game.sides.index(winner)] == 1)
    ]


def _demonstration(
    settings: object, findings: Findings, replay: Replay | None, server: str, language: str
) -> Demonstration:
    command, game = serve_command(findings.demonstrated or getattr(settings, "game", ""), server)
    moves = () if replay is None else replay.moves[: replay.opening]
    human = 0 if replay is None or replay.opening >= len(replay.movers) else replay.movers[replay.opening]
    moved = 0 if replay is None else 1 + max(replay.movers, default=0)
    seats = max(getattr(settings, "seats", 2), moved)
    players = [_reachable(findings.opponent, several=seats > 2)] * seats
    players[human] = "human"
    start = None if replay is None else replay.start
    return Demonstration(command, server, play_query(game, moves, players, language, start))


def _reachable(player: str, *, several: bool) -> str:
    """The player as the page may be asked for it; programs from outside are not on the page."""
    opponent, reachable = (OPPONENT_OF_MORE, REACHABLE_OF_MORE) if several else (OPPONENT, REACHABLE)
    try:
        read = parse_player(player)
    except BadInput:
        return opponent
    return str(read) if read.name in reachable else opponent


def play_query(
    game: str, moves: Sequence[str], players: Sequence[str], language: str, start: str | None = None
) -> str:
    """A position on the page *Play*, as that page writes it into its address."""
    query: dict[str, str] = {"game": game}
    if start is not None:
        query["start"] = start
    if moves:
        query["moves"] = ",".join(move.replace("~", "~~").replace(",", "~.") for move in moves)
    query |= {f"p{number}": player for number, player in enumerate(players, start=1)}
    query["lang"] = language
    return "?" + "&".join(f"{name}={quote(value, safe=':,=')}" for name, value in query.items())


def server_address(text: str) -> str:
    """The address of a server with a slash at its end, or one sentence."""
    parts = urlsplit(text)
    try:
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, or too large a one
        known = False
    if not known or parts.query or parts.fragment or re.search(r"[\s\"'<>\\]", text):
        raise BadInput("report.error.server", given=text, example=SERVER)
    return text.rstrip("/") + "/"


def serve_command(game: str, server: str = SERVER) -> tuple[str, str]:
    """The command that starts the server, and what the page calls the game: a file must come along."""
    words = ["spielbaum", "serve"]
    here, usual = urlsplit(server), urlsplit(SERVER)
    if here.hostname in ("127.0.0.1", "localhost") and here.port not in (None, usual.port):
        words += ["--port", str(here.port)]
    path, ending, rest = game.partition(".py")
    if not ending:
        return shlex.join(words), game
    return shlex.join([*words, "--game", path + ending]), PurePath(path).name + rest
