"""Our engine as a chess program for others: the answering side of UCI."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from spielbaum import __version__
from spielbaum.engine.limits import MOST_DEPTH
from spielbaum.errors import SpielbaumError, one_line
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.play.engine_store import evaluations
from spielbaum.play.levels import glance, wins_in_one
from spielbaum.play.protocol_server import ProtocolServer
from spielbaum.play.uci_commands import Go, read_command, read_go, read_position, read_setoption
from spielbaum.play.uci_monitor import GoRequest, SearchMonitor
from spielbaum.play.uci_options import Options
from spielbaum.play.uci_search import Chess, Search
from spielbaum.play.uci_strength import strength_of
from spielbaum.play.uci_time import LAG_DECAY, Spent, lag_after

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.engine.evaluation import Network
    from spielbaum.solution import Loaded
    from spielbaum.solution.loading import Stamp

MakeEngine = Callable[[Game[Any, int], int, int, "Loaded | None", "Network | None"], "Engine[Any, int]"]


def compiled(
    game: Game[Any, int],
    table_mb: int,
    threads: int,
    solution: Loaded | None = None,
    evaluation: Network | None = None,
) -> Engine[Any, int]:
    from spielbaum.engine import Engine

    engine = Engine(game, table_mb=table_mb, threads=threads, solution=solution, evaluation=evaluation)
    engine.warm("search")
    return engine


#: Options that an engine is made with.
_NEED_A_NEW_ENGINE = ("hash_mb", "threads", "solution_path", "eval_file")


class Placed(NamedTuple):
    """What the last `position` said, as far as its moves were legal."""

    fen: str | None
    moves: list[str]
    position: Chess


class UciServer(ProtocolServer):
    """Hears at once, works in the order in which it has heard; nothing but answers goes to `write`."""

    def __init__(
        self, write: Callable[[str], None], make: MakeEngine = compiled, seed: int | None = None
    ) -> None:
        super().__init__(write)
        self._make = make
        self._random = Random(seed)
        self._options = Options()
        self._debug = False
        self._game: Game[Any, int] = load_game("chess")
        self._position: Chess | None = Position(self._game, self._game.start)
        self._engine: Engine[Any, int] | None = None
        #: The solved endings, and what they were read from; None where they were not looked for yet.
        self._solution: Loaded | None = None
        self._read_from: tuple[str, Stamp] | None = None
        #: Searches that were asked for, and those that have answered.
        self._heard = self._answered = 0
        self._hit = Event()
        #: The last move by the clock, and the delay that the clock has shown since.
        self._spent: Spent | None = None
        self._placed: Placed | None = None
        self._lag = 0.0

    # ------------------------------------------------------------------ hearing

    def hear(self, line: str) -> bool:
        command, words = read_command(line)
        match command:
            case "quit":
                return False
            case "uci":
                self.say(f"id name Spielbaum {__version__}", "id author the Spielbaum contributors")
                self.say(*self._options.lines(), "uciok")
                # Compiling takes a while; it begins now and is over before `readyok`.
                self.later(self._prepare)
            case "isready":
                if self._heard > self._answered:  # in the middle of a search
                    self.say("readyok")
                else:
                    self.later(self._prepare)
                    self.later(lambda: self.say("readyok"))
            case "setoption":
                self.later(partial(self._set, *read_setoption(words)))
            case "ucinewgame":
                self.later(self._new_game)
            case "position":
                self.later(partial(self._place, words))
            case "go":
                # Who does not wait for an answer gets it at once. A stop that comes before the search has
                # begun is meant for it as well.
                self.stop.set()
                self.stop, self._hit = Event(), Event()
                self._heard += 1
                asked = GoRequest(read_go(words), perf_counter(), self.stop, self._hit)
                self.later(partial(self._go, asked))
            case "stop":
                self.stop.set()
            case "ponderhit":
                self._hit.set()
            case "debug":
                self._debug = words[:1] != ["off"]
            case _:
                self._note(f"not understood: {line.strip()}")
        return True

    def _note(self, text: str) -> None:
        if self._debug and text.split():
            self.say(f"info string {' '.join(text.split())}")

    # ------------------------------------------------------------------ working

    def _prepared(self) -> Engine[Any, int]:
        """The engine, with the table and the threads that are wanted."""
        if self._engine is None:
            known = self._solved(), self._network()
            try:
                self._engine = self._make(self._game, self._options.hash_mb, self._options.threads, *known)
            except SpielbaumError as error:  # a table that does not fit into the memory, say
                self.say(f"info string {error.sentence()}")
                self._options = replace(self._options, hash_mb=Options().hash_mb)
                self._engine = self._make(self._game, self._options.hash_mb, self._options.threads, *known)
        return self._engine

    def _network(self) -> Network | None:
        """The learned evaluation that was chosen; that of the game where there is none, or a fault."""
        try:
            return evaluations(self._options.eval_file)(self._game)
        except SpielbaumError as error:
            self.say(f"info string {error.sentence()}")
            return None

    def _solved(self) -> Loaded | None:
        """The endings of the folder that was chosen, else of the usual one; none where there is a fault."""
        from spielbaum.solution import load_solution, usual_solution

        path, there = self._options.solution_path, self._solution_files()
        if there != self._read_from:
            self._solution, self._read_from = None, there
            try:
                self._solution = load_solution(self._game, path) if path else usual_solution(self._game)
            except SpielbaumError as error:
                self.say(f"info string {error.sentence()}")
            if self._solution is not None:
                self.say(f"info string {len(self._solution)} solved positions")
        return self._solution

    def _solution_files(self) -> tuple[str, Stamp]:
        from spielbaum.solution.loading import stamp_of, usual_folder

        path = self._options.solution_path
        return path, stamp_of(Path(path) if path else usual_folder())

    def _prepare(self) -> None:
        self._prepared()

    def _set(self, name: str, value: str) -> None:
        if name.lower() == "clear hash":
            self._new_game()
            return
        before = self._options
        changed = before.with_value(name, value)
        if changed is None:
            self.say(f"info string no such option or value: {name} {value}".rstrip())
            return
        self._options = changed
        if changed.chess960 != before.chess960:
            self._placed = None  # the same text means another position
        if any(getattr(changed, name) != getattr(before, name) for name in _NEED_A_NEW_ENGINE):
            self._engine = None

    def failed(self, error: Exception) -> None:
        self.say(f"info string {one_line(error)}")

    def _new_game(self) -> None:
        self._spent, self._lag = None, 0.0
        if self._solution_files() != self._read_from:
            self._engine = None
        if self._engine is not None:
            self._engine.clear()

    def _place(self, words: Sequence[str]) -> None:
        from spielbaum.games.chess.fen import START, read_fen
        from spielbaum.games.chess.moves_text import read_uci

        self._position = None
        fen, moves = read_position(words)
        try:
            state = read_fen(fen or START, chess960=self._options.chess960)
        except SpielbaumError as error:
            self.say(f"info string {error.sentence()}")
            return
        if state is None:
            self.say(f"info string no position: {fen}")
            return
        position = Position(self._game, state)
        # Programs send the whole game each time; after a hundred moves reading it all again takes longer than
        # many an increment.
        known = self._placed
        if known is not None and (known.fen, known.moves) == (fen, moves[: len(known.moves)]):
            position = known.position
        for text in moves[position.plies :]:
            move = read_uci(position.state, text)
            if move is None:
                self.say(f"info string illegal move: {text}")
                break
            position = position.after(move)
        self._position = position
        self._placed = Placed(fen, moves[: position.plies], position)

    def _go(self, asked: GoRequest) -> None:
        try:
            answer = self._answer(asked)
        except Exception as error:  # noqa: BLE001 - never without an answer
            self.failed(error)
            answer = self._without_search(self._position)
        asked.wait_for_leave()
        self._answered += 1
        self.say(f"bestmove {answer}")

    def _answer(self, asked: GoRequest) -> str:
        from spielbaum.games.chess.board import clock
        from spielbaum.games.chess.rules import FIFTY_MOVES, unclaimed

        engine = self._prepared()
        position = self._position
        options = self._options
        delay = self._delay(asked.go)
        # A fixed time is no clock that anybody could overstep by it.
        overhead = options.overhead if asked.go.movetime is not None else max(options.overhead, delay)
        asked = replace(asked, overhead=overhead, ponder=options.ponder)
        # Draws by repetition or fifty moves have to be claimed by somebody: as long as we are asked, we move.
        if position is not None and clock(position.state) >= FIFTY_MOVES:
            position = Position(self._game, unclaimed(position.state))
        if position is None or self._game.ended(position.state):
            return self._without_search(position)
        return self._with_search(engine, position, asked)

    def _with_search(self, engine: Engine[Any, int], position: Chess, asked: GoRequest) -> str:
        from spielbaum.games.chess.moves_text import read_uci, uci_text

        go = asked.go
        legal = self._game.legal(position.state)
        given = (read_uci(position.state, text) for text in go.searchmoves)
        moves = list(dict.fromkeys(move for move in given if move is not None)) or legal
        monitor = SearchMonitor(self.say, engine.table, position, asked)
        slip, nodes = self._weakness(position, moves, go.nodes)
        if slip is not None:
            self._note_time(go, 0.0)
            return uci_text(slip)
        depth = None if go.depth is None else min(go.depth, MOST_DEPTH)
        search = Search(engine, position, depth, monitor.most_nodes(nodes), monitor.report, monitor.enough)
        count = min(self._options.multi_pv, len(moves))
        best = search.best(moves if len(moves) < len(legal) else (), count)
        self._note_time(go, monitor.thought(best))
        return " ponder ".join(map(uci_text, best.moves[:2]))

    def _note_time(self, go: Go, thought: float) -> None:
        assert self._position is not None
        player = self._position.player
        shown, increment = (go.btime, go.binc) if player else (go.wtime, go.winc)
        by_clock = shown is not None and not go.ponder and not go.infinite
        self._spent = Spent(player, shown or 0, increment or 0, thought) if by_clock else None

    def _delay(self, go: Go) -> float:
        """The longest delay that was seen lately, in seconds."""
        self._lag *= LAG_DECAY
        if self._spent is not None and self._position is not None:
            self._lag = max(self._lag, lag_after(self._spent, go, self._position.player))
        return self._lag

    def _without_search(self, position: Chess | None) -> str:
        """Any legal move, also where the game is drawn; `(none)` where there is none."""
        from spielbaum.games.chess.legal import in_check, moves
        from spielbaum.games.chess.moves_text import uci_text

        if position is None:
            return "(none)"
        found = next(iter(moves(position.state)), None)
        if found is not None:
            return uci_text(found)
        self.say(f"info depth 0 score {'mate 0' if in_check(position.state) else 'cp 0'}")
        return "(none)"

    def _weakness(
        self, position: Chess, moves: Sequence[int], nodes: int | None
    ) -> tuple[int | None, int | None]:
        """A move made by mistake, or the positions that may be searched, where the strength is limited."""
        if not self._options.limit_strength:
            return None, nodes
        strength = strength_of(self._options.elo)
        if self._random.random() * 100 < strength.slips and not wins_in_one(position):
            move = glance(position, self._random)
            if move in moves:
                return move, None
        return None, min(strength.nodes, nodes or strength.nodes)
