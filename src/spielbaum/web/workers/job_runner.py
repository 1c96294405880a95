"""What a worker does: let a player choose, look for a hint, analyse, review a game.

Runs in a process of its own. The thinking is done by the players and by `Insight`; here their answers
only become messages.

Whoever waits for a move does not wait for the compiler: until the rules are compiled, moves and hints are
found by the same search in plain Python. It looks at some thousand positions a second, so that the lower
levels play the very same moves; the others are weaker for so long, which the answer says (`interpreted`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.describe import estimate, local_move, parts_of
from spielbaum.play.engine_players import EnginePlayer, PerfectPlayer
from spielbaum.play.engine_store import EngineStore
from spielbaum.play.insight import Insight
from spielbaum.play.judge import is_complete, kernels_of
from spielbaum.play.levels import LevelPlayer
from spielbaum.play.player import Player, Turn, as_choice, as_player
from spielbaum.play.review import JudgedPly, review
from spielbaum.play.rounds import line_words
from spielbaum.result import Result
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.play import messages
from spielbaum.web.play.value_views import value_view
from spielbaum.web.workers.worker import Compile, Ended, Stage

if TYPE_CHECKING:
    from spielbaum.solution import Loaded
    from spielbaum.solution.loading import Stamp


class _Deferred(BaseException):
    """Something must be compiled that this worker may not compile.

    Raised where the compiler begins, from where it has to come up here whatever is caught on the way.
    """


class _Compiled(Exception):
    """Everything is compiled, which is all that was asked for."""


#: Live information more often than this does not help anybody.
INTERVAL = 0.1
#: Players and insights that are kept with what they have learnt; each may hold a table.
KEPT = 6
#: Idle engines that are kept, each for one game.
ENGINES = 6
#: Seconds of a first look.
LOOK = 0.001
#: What is answered in plain Python where the rules are not compiled yet, and within how many seconds.
INTERPRETED, INTERPRETED_SECONDS = ("think", "hint"), 3.0
#: Seconds of the first round of an analysis; each round takes twice as long as the one before.
ROUND = 0.2

Send = Callable[[dict[str, Any]], None]
Question = Callable[[Insight, Position[Any, Any], float, Turn], Result[Any]]


ENGINE_PLAYERS = EnginePlayer | LevelPlayer | PerfectPlayer


class JobRunner:
    """Does the jobs of one worker; it remembers the players it used last."""

    def __init__(self, games: GameCatalog, solutions: Path | None = None) -> None:
        """`solutions` is a folder of solved games and endings, which engines use as far as they fit."""
        self.games = games
        #: Shared by all players that allow it, so that memory does not grow with their number.
        self._engines = EngineStore(ENGINES, games.limits.table_mb)
        self._interpreted_engines = EngineStore(2, 1, interpreted=True)
        #: Whether the job at hand is done in plain Python.
        self._interpreting = False
        #: Seconds that compiling took per second that it was expected to take, the last time.
        self._slowness = 1.0
        #: When compiling for the job at hand began, and the seconds that it should take.
        self._expected: tuple[float, float] | None = None
        #: The game of the job at hand.
        self._game: Game[Any, Any] | None = None
        #: Questions that were asked about a game before: nothing has to be compiled for them any more.
        self._asked: set[tuple[str, Question]] = set()
        self._kept: OrderedDict[tuple[str, ...], Player | Insight] = OrderedDict()
        self._compile: Compile = "too"
        self._send: Send = lambda _message: None
        # Engines keep whom they announce to, so that must not be one job.
        EngineStore.announce = self._announce
        EngineStore.solution = None if solutions is None else self._solved
        self._solutions = solutions
        self._solved_games: dict[int, tuple[Game[Any, Any], Loaded | None]] = {}
        #: What lay in the folder when it was looked into.
        self._stamp: Stamp = ()

    def run(self, task: Mapping[str, Any], stop: Event, send: Send) -> None:
        """Do the job; the last message is `done`, or `ended` where it is not this worker who does it."""
        self._compile, self._send = task.get("compile", "too"), send
        self._interpreting = False
        self._notice_files()
        try:
            self._run(task, stop, send)
        except _Deferred:
            self._without_compiling(task, stop, send)
        except _Compiled:
            send({"ended": Ended.COMPILED})

    def _without_compiling(self, task: Mapping[str, Any], stop: Event, send: Send) -> None:
        """Answer in plain Python and say that the rules should be compiled, or give the job back."""
        self._interpreting = True
        if task["kind"] not in INTERPRETED or not self._can_interpret(task):
            send({"ended": Ended.DEFERRED})
            return
        send({"uncompiled": True})
        self._run({**task, "given": min(task["given"], INTERPRETED_SECONDS)}, stop, send)

    def _can_interpret(self, task: Mapping[str, Any]) -> bool:
        """Whether the engine does it: random games in plain Python would be too few.

        Code that cannot be kept has to be compiled by whoever does the job.
        """
        from spielbaum.engine.specialise import code_of

        engine = task["kind"] == "hint" or isinstance(as_player(task["player"]), ENGINE_PLAYERS)
        game = self._game
        return engine and game is not None and game.fits_engine and code_of(game).kept

    def _announce(self, _game: str) -> None:
        if self._compile == "never":
            raise _Deferred
        seconds = self._seconds_to_compile()
        if seconds and self._expected is None:
            self._expected = monotonic(), seconds
        self._send({"preparing": seconds or True})

    def _seconds_to_compile(self) -> float:
        from spielbaum.engine.compile_time import seconds_to_compile
        from spielbaum.engine.solved_table import SolvedPositions

        if self._game is None:
            return 0
        _, known = self._solved_games.get(id(self._game), (None, None))
        inside = known if isinstance(known, SolvedPositions) else None
        return self._slowness * seconds_to_compile(self._game, kernels_of(self._game), inside)

    def _run(self, task: Mapping[str, Any], stop: Event, send: Send) -> None:
        if task["kind"] == "ask":
            from spielbaum.web.workers.questions import answer

            send({"stage": Stage.READING})
            told = answer(task["question"], task["ask"], self.games, task["language"])
            send({"done": told.model_dump(mode="json")})
            return
        send({"stage": Stage.READING})
        if task["kind"] == "warm":
            self._warm(task, send)
            return
        position = self.games.position(task["game"], task["start"], task["moves"])
        self._game = position.game
        if position.over and task["kind"] != "review":
            raise BadInput("web.error.over")
        job = {
            "think": self._think,
            "hint": self._hint,
            "analyse": self._analyse,
            "review": self._review,
        }
        send({"done": job[task["kind"]](task, position, stop, send).model_dump()})

    def _think(
        self, task: Mapping[str, Any], position: Position[Any, Any], stop: Event, send: Send
    ) -> messages.ChosenMove:
        spec = task["player"]
        player = self._keep(self._kept_as("player", task["game"], spec), lambda: self._player(spec))
        assert isinstance(player, Player)
        self._prepare(send, lambda: player.prepare(position.game, task["seed"]))
        report = _reporter(send, _info_of(position, task["language"]))
        choice = as_choice(player.choose(position, Turn(None, task["given"], stop, report)))
        result = choice.result
        return messages.ChosenMove(
            move=None if choice.resigns else position.game.move_name(position.state, choice.move),
            resigns=choice.resigns,
            slip=choice.slip,
            info=None if result is None else info(position, result, task["language"]),
            shortened=False,
            interpreted=self._interpreting,
        )

    def _player(self, spec: str) -> Player:
        player = as_player(spec)
        if isinstance(player, ENGINE_PLAYERS):
            player.engines = self._store
        return player

    @property
    def _store(self) -> EngineStore:
        return self._interpreted_engines if self._interpreting else self._engines

    def _kept_as(self, *key: str) -> tuple[str, ...]:
        return (*key, "interpreted") if self._interpreting else key

    def _warm(self, task: Mapping[str, Any], send: Send) -> None:
        """Compile what the pages need of a game, or load it where that was done before."""
        game = self._game = self.games.game(task["game"])
        kernels = kernels_of(game)

        def work() -> None:
            if kernels == ("mcts",):
                from spielbaum.engine.mcts import Mcts

                Mcts(game, announce=EngineStore.announce).warm()
            else:
                with self._engines.lend(game) as engine:
                    engine.warm(*kernels)

        self._prepare(send, work)
        send({"done": {}})

    def _hint(
        self, task: Mapping[str, Any], position: Position[Any, Any], stop: Event, send: Send
    ) -> messages.Hint:
        insight = self._insight(task, position, Insight.best, send)
        report = _reporter(send, _info_of(position, task["language"]))
        result = insight.best(position, task["given"], Turn(None, None, stop, report))
        return messages.Hint(
            info=info(position, result, task["language"]), shortened=False, interpreted=self._interpreting
        )

    def _analyse(
        self, task: Mapping[str, Any], position: Position[Any, Any], stop: Event, send: Send
    ) -> messages.Values:
        """The value of every move, until all are proven or the time is over."""
        language = task["language"]
        insight = self._insight(task, position, Insight.values, send)
        only_info = _info_of(position, language)
        shown: Result[Any] | None = None

        def news(result: Result[Any]) -> dict[str, Any]:
            """What every move is worth by now where that is new, so that it agrees with the line above it."""
            nonlocal shown
            if shown is None or len(result.lines) < len(shown.lines) or _worth(result) == _worth(shown):
                return only_info(result)
            shown = result
            return {"values": move_values(position, result, language).model_dump()}

        turn = Turn(None, None, stop, _reporter(send, news))
        end = monotonic() + task["given"]
        # Closed here, so that nothing goes on being solved when the answer is there.
        with closing(insight.analysis(position, _rounds(task["seconds"], end), turn)) as analysis:
            while True:
                shown = next(analysis)
                found = move_values(position, shown, language)
                if found.complete or stop.is_set() or monotonic() >= end:
                    return found
                send({"values": found.model_dump()})

    def _review(
        self, task: Mapping[str, Any], position: Position[Any, Any], stop: Event, send: Send
    ) -> messages.Reviewed:
        insight = self._insight(task, position.positions[0], Insight.best, send)
        end = monotonic() + task["given"]
        last = position.plies if task["last"] is None else min(task["last"], position.plies)
        wanted = range(task["first"], last + 1)
        plies = []
        turn = Turn(None, None, stop)
        for judged in review(insight, position, task["seconds"], turn, task["language"], wanted, end):
            ply = reviewed(judged, task["language"])
            plies.append(ply)
            send({"ply": ply.model_dump()})
        return messages.Reviewed(plies=plies, shortened=False)

    def _insight(
        self, task: Mapping[str, Any], position: Position[Any, Any], question: Question, send: Send
    ) -> Insight:
        """Whoever answers questions about the game, with what the question needs already compiled."""
        name = task["game"]
        store = self._store
        insight = self._keep(self._kept_as("insight", name), lambda: Insight(position.game, store))
        assert isinstance(insight, Insight)
        if (name, question) in self._asked or position.over or self._interpreting:
            self._prepare(send, lambda: None)
        else:
            self._prepare(send, lambda: question(insight, position, LOOK, Turn()))
            self._asked.add((name, question))
        return insight

    def _notice_files(self) -> None:
        """Forget what was read where solutions have come or gone: kernels look another table up then."""
        if self._solutions is None:  # in a page there is no NumPy to read files with
            return
        from spielbaum.solution.loading import stamp_of

        stamp = stamp_of(self._solutions)
        if stamp != self._stamp:
            self._stamp = stamp
            self._solved_games.clear()
            self._asked.clear()

    def _solved(self, game: Game[Any, Any]) -> Loaded | None:
        """What is solved of a game, looked for once as long as the files are the same."""
        from spielbaum.solution import loadable_solution

        assert self._solutions is not None
        if id(game) not in self._solved_games:
            most = self.games.limits.solution_mb * 10**6
            self._solved_games[id(game)] = (
                game,
                loadable_solution(game, self._solutions, most, self._announce),
            )
        return self._solved_games[id(game)][1]

    def _prepare(self, send: Send, work: Callable[[], object]) -> None:
        """Do what may have to compile the rules first; that is off the clock, and the page says so."""
        send({"stage": Stage.PREPARING})
        self._expected = None
        work()
        if self._expected is not None:
            began, seconds = self._expected
            self._slowness *= (monotonic() - began) / seconds
        if self._compile == "only":
            raise _Compiled
        send({"stage": Stage.THINKING})
        send({"preparing": False})

    def _keep(self, key: tuple[str, ...], make: Callable[[], Player | Insight]) -> Player | Insight:
        if key not in self._kept:
            self._kept[key] = make()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)[1].close()
        self._kept.move_to_end(key)
        return self._kept[key]


def _rounds(analysed: float, end: float) -> Iterator[float]:
    """The seconds of each round, twice those of the one before, after so many that were spent before."""
    seconds = max(ROUND, analysed / 2)
    while True:
        yield min(seconds, max(end - monotonic(), ROUND))
        seconds *= 2


def _reporter(send: Send, news: Callable[[Result[Any]], dict[str, Any]]) -> Callable[[Result[Any]], None]:
    """Sends what a search has found, at most as often as anybody can read it."""
    last = 0.0

    def report(result: Result[Any]) -> None:
        nonlocal last
        if monotonic() - last >= INTERVAL:
            last = monotonic()
            send(news(result))

    return report


def _worth(result: Result[Any]) -> list[tuple[Any, ...]]:
    """What it says of each move, without the lines."""
    return [(line.move, line.value, line.proof, line.bound) for line in result.lines]


def _info_of(position: Position[Any, Any], language: str) -> Callable[[Result[Any]], dict[str, Any]]:
    return lambda result: {"info": info(position, result, language).model_dump()}


def info(position: Position[Any, Any], result: Result[Any], language: str) -> messages.SearchInfo:
    game = position.game
    return messages.SearchInfo(
        move=None if result.move is None else game.move_name(position.state, result.move),
        line=position.line_texts(result.moves),
        words=local_move(game, line_words(position, result.moves), language),
        value=value_view(position, result, language),
        depth=result.depth,
        nodes=result.nodes,
        seconds=result.seconds,
    )


def reviewed(judged: JudgedPly, language: str) -> messages.ReviewedPly:
    return messages.ReviewedPly(
        ply=judged.ply,
        player=judged.player,
        value=value_view(judged.position, judged.line, language),
        move=judged.move,
        best=judged.best,
        loss=judged.loss,
        fall=judged.fall,
        verdict=judged.verdict,
        text=judged.text,
        why=judged.why,
    )


def move_values(position: Position[Any, Any], result: Result[Any], language: str) -> messages.Values:
    """What every move is worth, the best ones marked."""
    game, player = position.game, position.player
    most = max(line.value_for(player) for line in result.lines)
    return messages.Values(
        view=player,
        move_values=[
            messages.MoveValue(
                move=game.move_name(position.state, line.moves[0]),
                value=value_view(position, line, language),
                best=line.value_for(player) == most,
                reply=local_move(game, line_words(position.after(line.moves[0]), line.moves[1:]), language),
            )
            for line in result.lines
        ],
        parts=[
            messages.PartView(name=part.name, value=estimate(game, part.value, language), why=part.why)
            for part in parts_of(game, position.state, language)
        ],
        info=info(position, result, language),
        complete=is_complete(result, position, every_move=True),
        shortened=False,
    )
