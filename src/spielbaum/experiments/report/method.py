"""What every story says alike: the game, the machine, how to make the run again and how to show it live."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.experiments.command import command_line
from spielbaum.experiments.environment import machine_facts
from spielbaum.experiments.folder import read_environments, read_settings
from spielbaum.experiments.measurements import AblateSettings, GrowthSettings, State, Summary, SweepSettings
from spielbaum.experiments.plots import Plot
from spielbaum.experiments.plots.experiments import experiment_plots
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.report.replay import Replay
from spielbaum.experiments.report.story import (
    SERVER,
    Demonstration,
    Facts,
    Story,
    Table,
    play_query,
    serve_command,
    server_address,
)
from spielbaum.games import built_in_names, load_game
from spielbaum.language import say
from spielbaum.play import game_title, parse_player
from spielbaum.play.describe import grouped

#: Who plays in the demonstration where the players of the run cannot be reached from the browser.
OPPONENT = "engine:seconds=1"
OPPONENT_OF_MORE = "maxn:depth=3"
#: Allies are left out here: an alliance would have to be made with the seats of the demonstration.
REACHABLE_OF_MORE = {"maxn", "paranoid", "mcts", "random", "first"}
REACHABLE = {"engine", "perfect", "mcts", "alphabeta", "minimax", "random", "first"}


@dataclass(frozen=True)
class Setting:
    """A run, the language to tell it in, and where to show it live."""

    folder: Path
    settings: dict[str, Any]
    language: str
    #: Where Spielbaum runs in the browser.
    server: str = SERVER

    @classmethod
    def of(cls, folder: Path, language: str, server: str = SERVER) -> Setting:
        return cls(folder, read_settings(folder), language, server_address(server))

    @property
    def game(self) -> str:
        return str(self.settings["game"])

    @property
    def game_title(self) -> str:
        """The game in words; rules from a file are not loaded because a run names them."""
        name, _, _ = self.game.partition(":")
        return game_title(load_game(self.game), self.language) if name in built_in_names() else self.game

    @property
    def game_words(self) -> str:
        return self.game_title if self.game_title == self.game else f"{self.game_title} ({self.game})"

    def named(self, facts: Iterable[tuple[str, str]]) -> Facts:
        """Facts under their names in words, without those that say nothing."""
        return tuple((say(f"report.fact.{name}", self.language), text) for name, text in facts if text)

    def story(
        self,
        *,
        title: str,
        question: str,
        findings: tuple[str, ...],
        remarks: tuple[str, ...],
        method: Facts,
        plots: Sequence[Plot],
        tables: tuple[Table, ...],
        replay: Replay | None,
        strongest: str,
        live: str | None = None,
    ) -> Story:
        """`live` is the game of the demonstration where it is not that of the run."""
        environments = self._environments()
        return Story(
            language=self.language,
            title=title,
            question=question,
            findings=tuple(text[:1].upper() + text[1:] for text in findings),
            remarks=remarks,
            method=method,
            machine=tuple(machine_facts(environments, self.language)),
            plots=tuple(plots),
            tables=tables,
            replay=replay,
            command=command_line(self.settings, f"runs/{self.folder.resolve().name}"),
            demonstration=self._demonstration(live or self.game, replay, strongest),
            date=str(environments[0].get("date", ""))[:10] if environments else "",
        )

    def experiment(
        self,
        summary: Summary,
        findings: Sequence[str],
        *,
        method: Facts,
        tables: tuple[Table, ...],
        remarks: tuple[str, ...] = (),
        replay: Replay | None = None,
        strongest: str = OPPONENT,
        live: str | None = None,
    ) -> Story:
        """The story of an experiment; its title and question follow from its kind."""
        kind = summary.settings.kind
        named = {"game": self.game_title}
        if isinstance(summary.settings, SweepSettings):
            varied = summary.settings.limit
            named["over"] = say(f"plot.over.{varied}", self.language)
            named["limit"] = say(f"report.sweep.limit.{varied}", self.language)
        return self.story(
            title=say(f"report.{kind}.title", self.language, **named),
            question=say(f"report.{kind}.question", self.language, **named),
            findings=tuple(findings) or (say("report.nothing", self.language),),
            remarks=(*unfinished(summary.state, self.language), *remarks),
            method=method,
            plots=experiment_plots(summary, self.language),
            tables=tables,
            replay=replay,
            strongest=strongest,
            live=live,
        )

    def searched(self, settings: AblateSettings | GrowthSettings) -> Facts:
        """How positions were searched, and what was compared there."""
        if isinstance(settings, AblateSettings):
            compared, names = "variants", settings.variants
        else:
            compared, names = "algorithms", settings.algorithms
        positions = settings.positions
        return self.named(
            [
                ("game", self.game_words),
                (compared, "; ".join(name_words(name, self.language) for name in names)),
                ("positions", opening_words(positions.text, positions.count, self.language)),
                ("depth", str(settings.depth)),
                ("nodes", grouped(settings.nodes, self.language)),
                ("seed", str(settings.seed)),
                ("statistics", say(f"report.{settings.kind}.statistics", self.language)),
            ]
        )

    def _environments(self) -> list[dict[str, Any]]:
        """What the run was begun and resumed with; a run that came without it has none."""
        return read_environments(self.folder)

    def _demonstration(self, played: str, replay: Replay | None, strongest: str) -> Demonstration:
        command, game = serve_command(played, self.server)
        moves = () if replay is None else replay.moves[: replay.opening]
        human = 0 if replay is None or replay.opening >= len(replay.movers) else replay.movers[replay.opening]
        several = self.settings.get("kind") == "multiplayer"
        seats = len(self.settings["players"]) if several else 2
        players = [_reachable(strongest, several)] * seats
        players[human] = "human"
        start = None if replay is None else replay.start
        return Demonstration(command, self.server, play_query(game, moves, players, self.language, start))


def _reachable(player: str, several: bool = False) -> str:
    """The player as the page may be asked for it; programs from outside are not on the page."""
    opponent, reachable = (OPPONENT_OF_MORE, REACHABLE_OF_MORE) if several else (OPPONENT, REACHABLE)
    try:
        read = parse_player(player)
    except BadInput:
        return opponent
    return str(read) if read.name in reachable else opponent


def unfinished(state: State, language: str) -> tuple[str, ...]:
    """What is missing from an experiment."""
    told = []
    if not state.complete:
        told.append(say("report.unfinished", language, done=state.done, planned=state.planned))
    if state.unscored:
        number, why = min(state.unscored.items())
        told.append(say("report.unscored", language, count=len(state.unscored), task=number, why=why))
    return tuple(told)


def player_list(players: Iterable[str], language: str) -> str:
    """`engine, 0.1 s a move (engine:seconds=0.1); …`: in words, and as it is written."""
    return "; ".join(
        player if (words := name_words(player, language)) == player else f"{words} – {player}"
        for player in players
    )


def opening_words(text: str, count: int, language: str) -> str:
    kind, _, detail = text.partition(":")
    key = f"report.openings.{kind if kind in ('random', 'all', 'start') else 'file'}"
    return say(key, language, plies=detail, count=count)
