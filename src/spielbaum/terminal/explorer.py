"""Walking through the solution of a whole game, line by line: for terminals, pipes and screen readers.

The same on the full screen: `explorer_app`.
What a move leads to is told by a sign and a word, with its remoteness; colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from spielbaum.errors import BadInput, SpielbaumError, UnknownName
from spielbaum.game import Game, Position
from spielbaum.language import fixed, grouped, say
from spielbaum.play import game_title, player_name
from spielbaum.result import CHANCE
from spielbaum.solution import Entry, MoveEntry, Solution
from spielbaum.solution.statistics import Counts, distribution_of, statistics_of
from spielbaum.solution.walk import best_line, only_winning_move, ranked_moves
from spielbaum.solution.wording import Outcome, entry_words, move_words, outcome_of, state_text
from spielbaum.terminal.commands import named_command

#: Each can be typed in English and in the language of the reader, whole or by its first letters.
COMMANDS = ("back", "forward", "best", "line", "only", "longest", "plot", "start", "board", "help", "quit")
#: Signs that can be told apart without colour, and in any font.
SIGNS: dict[Outcome, str] = {
    "win": "+",
    "draw": "=",
    "cycle": "~",
    "loss": "-",
    "expected": "Ø",
    "unknown": "?",
}
COLOURS: dict[Outcome, str] = {
    "win": "32",
    "draw": "33",
    "cycle": "36",
    "loss": "31",
    "expected": "36",
    "unknown": "2",
}
#: Plies of the line of best play that are shown, and columns of the longest bar of the plot.
MOST_PLIES, WIDEST = 200, 40


class Walk:
    """Where somebody is in a solution, and where they were; pure but for the place itself."""

    def __init__(self, solution: Solution, position: Position[Any, Any]) -> None:
        self.solution = solution
        self._states = [position.state]
        self._at = 0

    @property
    def state(self) -> Any:
        return self._states[self._at]

    def go(self, state: Any) -> None:
        """Go on to a position; what was ahead is forgotten."""
        del self._states[self._at + 1 :]
        self._states.append(state)
        self._at += 1

    def back(self) -> bool:
        """Go one step back; False where there is none."""
        behind = self._at > 0
        self._at -= behind
        return behind

    def forward(self) -> bool:
        ahead = self._at < len(self._states) - 1
        self._at += ahead
        return ahead

    def play(self, text: str) -> None:
        game = self.solution.game
        self.go(game.play(self.state, game.find_move(self.state, text)))


class Explorer:
    """Reads lines and writes lines; ends where the lines do."""

    def __init__(
        self,
        walk: Walk,
        language: str,
        read: Callable[[], str | None],
        write: Callable[[str], None],
        prompt: Callable[[str], None] = lambda _text: None,
        *,
        coloured: bool = False,
        seed: int = 1,
    ) -> None:
        self.walk = walk
        self.solution = walk.solution
        self.game = walk.solution.game
        self.language = language
        self.coloured = coloured
        self._random = Random(seed)
        self._read = read
        self._write = write
        self._prompt = prompt
        self._quit = False

    def run(self) -> None:
        title = game_title(self.game, self.language)
        self._say("greeting", game=title, count=grouped(len(self.solution), self.language))
        self._show()
        while not self._quit:
            self._prompt(self._words("prompt"))
            line = self._read()
            if line is None:
                return
            if line.strip():
                self._run_line(line.strip())

    def _run_line(self, line: str) -> None:
        try:
            command = None if self._is_move(line) else command_of(line, self.language)
            if command is None:
                self._go(line)
            else:
                getattr(self, f"_do_{command}")()
        except SpielbaumError as error:
            self._write(error.sentence(self.language))

    def _is_move(self, line: str) -> bool:
        """A move may be called like a command; then it is the move that is meant."""
        return line in (
            self.game.move_name(self.walk.state, move) for move in self.game.legal(self.walk.state)
        )

    def _go(self, line: str) -> None:
        """A move, or a position in the notation of the game."""
        parse = self.game.presentation.parse
        state = None if parse is None else parse(line)
        if state is not None:
            if self.solution.look(state) is None:
                raise BadInput("table.unknown_position", path=self.solution.path, position=line)
            self.walk.go(state)
        else:
            try:
                self.walk.play(line)
            except BadInput as error:
                if len(line) > 2 and line.isalpha() and error.key.startswith("error.move."):
                    words = [command_word(command, self.language) for command in COMMANDS]
                    raise UnknownName("line", line, words) from error
                raise
        self._show()

    # --- commands

    def _do_back(self) -> None:
        self._show() if self.walk.back() else self._say("no_back")

    def _do_forward(self) -> None:
        self._show() if self.walk.forward() else self._say("no_forward")

    def _do_start(self) -> None:
        self._jump(self.game.start)

    def _do_board(self) -> None:
        self._show()

    def _do_best(self) -> None:
        """One move of best play."""
        line = best_line(self.solution, self.walk.state, 1)
        if not line:
            self._say("over")
            return
        self._say("played", move=self.game.move_name(self.walk.state, line[0].move))
        self._jump(line[0].after)

    def _do_line(self) -> None:
        """The line of best play, to its end."""
        state, line = self.walk.state, best_line(self.solution, self.walk.state, MOST_PLIES)
        if not line:
            self._say("over")
            return
        for number, step in enumerate(line, start=1):
            name, player = self.game.move_name(state, step.move), self.game.player(state)
            mover = player_name(self.game, player, self.language)
            self._write(f"{number:>4}  {mover}: {name}  {self._move(step)}")
            state = step.after
            self.walk.go(state)
        self._show()

    def _do_only(self) -> None:
        if self.solution.expected:
            self._say("no_wins")
            return
        state = only_winning_move(self.solution, self._random)
        if state is None:
            self._say("no_only")
            return
        self._say("only")
        self._jump(state)

    def _do_longest(self) -> None:
        if self.solution.expected:
            self._say("no_wins")
            return
        found = statistics_of(self.solution)
        if found.longest is None or found.longest_state is None:
            self._say("no_longest")
            return
        self._say("longest", entry=entry_words(found.longest, self.game, self.language))
        self._jump(found.longest_state)

    def _do_plot(self) -> None:
        for line in plot_of(self.solution, self.language):
            self._write(line)

    def _do_help(self) -> None:
        for command in COMMANDS:
            self._write(f"  {command_word(command, self.language):<12} {self._words(f'help.{command}')}")
        self._write(f"  {self._words('move'):<12} {self._words('help.move')}")

    def _do_quit(self) -> None:
        self._quit = True

    # --- words

    def _jump(self, state: Any) -> None:
        self.walk.go(state)
        self._show()

    def _show(self) -> None:
        """The position, what it is worth, and every move with what it leads to, the best first."""
        state = self.walk.state
        self._write("")
        self._write(self.game.board_text(state))
        if self.game.presentation.notation is not None:
            self._write(state_text(self.game, state))
        entry = self.solution.look(state) or self.solution.end(state)
        words = self._coloured(entry, signed_words(entry, self.game, self.language))
        self._write(status_words(self.game, state, words, self.language))
        if self.game.ended(state):
            return
        named = [(self.game.move_name(state, each.move), each) for each in ranked_moves(self.solution, state)]
        width = max(len(name) for name, _ in named)
        for name, each in named:
            self._write(f"  {name:<{width}}  {self._move(each)}")

    def _move(self, move: MoveEntry) -> str:
        return self._coloured(move.entry, signed_move(move, self.game, self.language))

    def _coloured(self, entry: Entry | None, words: str) -> str:
        return f"\033[{COLOURS[outcome_of(entry, self.game)]}m{words}\033[0m" if self.coloured else words

    def _words(self, key: str, **fields: object) -> str:
        return say(f"explorer.{key}", self.language, **fields)

    def _say(self, key: str, **fields: object) -> None:
        self._write(self._words(key, **fields))


def signed_words(entry: Entry | None, game: Game[Any, Any], language: str) -> str:
    """`+ win in 5`: what a position is worth, told without colour."""
    return f"{SIGNS[outcome_of(entry, game)]} {entry_words(entry, game, language)}"


def signed_move(move: MoveEntry, game: Game[Any, Any], language: str) -> str:
    """The same of a move, with its probability where nature moves."""
    return f"{SIGNS[outcome_of(move.entry, game)]} {move_words(move, game, language)}"


def status_words(game: Game[Any, Any], state: Any, entry: str, language: str) -> str:
    """Who is to move, or would be, and what the position is worth, which is said already."""
    if game.player(state) == CHANCE:
        return say("table.nature", language, entry=entry)
    mover = player_name(game, game.player(state), language)
    key = "explorer.ended" if game.ended(state) else "table.to_move"
    return say(key, language, player=mover, entry=entry)


def plot_of(solution: Solution, language: str) -> Iterator[str]:
    """The distribution of a solution as bars."""
    if solution.expected:
        return expected_lines(solution, language)
    return plot_lines(statistics_of(solution).by_remoteness, language)


def expected_lines(solution: Solution, language: str) -> Iterator[str]:
    """How many positions have which expected value."""
    columns = distribution_of(solution)
    most = max(column.positions for column in columns)
    yield say("explorer.plot.expected", language)
    names = [" … ".join(fixed(end, 2, language, sign=True) for end in column[:2]) for column in columns]
    width = max(map(len, names))
    for name, column in zip(names, columns, strict=True):
        bar = "█" * _columns(column.positions, most)
        yield f"{name:>{width}}  {bar:<{WIDEST}}  {grouped(column.positions, language)}"


def plot_lines(by_remoteness: dict[int, Counts], language: str) -> Iterator[str]:
    """How many positions are won, drawn and lost in how many plies, as bars of their signs and in numbers."""
    most = max((each.positions for each in by_remoteness.values()), default=0)
    yield say("explorer.plot", language, won=SIGNS["win"], drawn=SIGNS["draw"], lost=SIGNS["loss"])
    for plies, each in by_remoteness.items():
        counts = (("win", each.won), ("draw", each.drawn), ("loss", each.lost))
        bar = "".join(SIGNS[name] * _columns(count, most) for name, count in counts)  # type: ignore[index]
        numbers = " ".join(
            f"{SIGNS[name]}{grouped(count, language)}"  # type: ignore[index]
            for name, count in counts
            if count
        )
        yield f"{plies:>4}  {bar:<{WIDEST + 2}}  {numbers}"


def _columns(count: int, most: int) -> int:
    """At least one where there is any."""
    return 0 if not count else max(1, round(WIDEST * count / most))


def command_word(command: str, language: str) -> str:
    return say(f"explorer.command.{command}", language)


def command_of(word: str, language: str) -> str | None:
    """The command that a word means in any language, or its beginning in the reader's, if only one fits."""
    if named := named_command(word, language, COMMANDS, command_word):
        return named
    begun = [command for command in COMMANDS if command_word(command, language).startswith(word.casefold())]
    return begun[0] if len(begun) == 1 else None


def opened(path: Path, game: Any = None, position: str = "") -> Walk:
    """A walk through the solution in a file, from a position, by default the start."""
    solution = Solution.open(path, game)
    here = Position.of(solution.game, position)
    if solution.look(here.state) is None:
        raise BadInput("table.unknown_position", path=path, position=position)
    return Walk(solution, here)
