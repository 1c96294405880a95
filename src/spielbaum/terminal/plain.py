"""A game in plain lines: one move or command per line, for scripts, pipes and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from spielbaum.board import SYMBOLS, piece_letters
from spielbaum.errors import BadInput, SpielbaumError, UnknownName
from spielbaum.language import in_language, say
from spielbaum.play import (
    Choice,
    Ply,
    Session,
    Task,
    game_title,
    move_rows,
    outcome_words,
    player_name,
    spec_words,
    value_words,
)
from spielbaum.play.describe import local_move
from spielbaum.result import CHANCE, Result
from spielbaum.terminal.commands import COMMANDS, clock_text, command_of, command_word
from spielbaum.terminal.review import review_rows

Write = Callable[[str], None]


class PlainGame:
    """Reads lines and writes lines; ends where the lines do."""

    def __init__(
        self,
        session: Session,
        language: str,
        read: Callable[[], str | None],
        write: Write,
        prompt: Callable[[str], None] = lambda _text: None,
        *,
        seconds: float = 1.0,
    ) -> None:
        """`read` answers the next line, or None at the end; `seconds` is the time for hints and values."""
        self.session = session
        self.language = language
        self.seconds = seconds
        self._read = read
        self._write = write
        self._prompt = prompt
        self._quit = False
        self._said: object = None

    def run(self) -> None:
        self._greet()
        self._show_board()
        self._go_on()
        while not self._quit:
            if self.session.over:
                self._say_outcome()
                self._prompt(self._words("prompt.over"))
            else:
                self._prompt(self._words("prompt", player=self._name(self.session.position.player)))
            line = self._read()
            if line is None:
                self._say("bye")
                return
            if line.strip():
                self._run_line(line.strip())

    # ------------------------------------------------------------------ one line

    def _run_line(self, line: str) -> None:
        try:
            if self.session.tick():
                return
            word, _, argument = line.partition(" ")
            command = command_of(word, self.language)
            if command is None or self._is_move(line):
                self._move(line)
            else:
                getattr(self, f"_do_{command}")(argument.strip())
        except SpielbaumError as error:
            self._write(error.sentence(self.language))

    def _is_move(self, line: str) -> bool:
        """A move may be called like a command; then it is the move that is meant."""
        return line in self.session.position.legal_texts

    def _move(self, line: str) -> None:
        try:
            self.session.move(line)
        except BadInput as error:
            word = line.split(maxsplit=1)[0]
            if len(word) > 2 and word.isalpha() and error.key.startswith("error.move."):
                error = UnknownName("line", word, [command_word(c, self.language) for c in COMMANDS])
            self._write(error.sentence(self.language))
            return
        self._show_board()
        self._go_on()

    def _go_on(self) -> None:
        """The programs' moves, up to where a person is to move."""
        while (task := self.session.think()) is not None:
            answer = task.run()
            if not self.session.accept(task, answer) or not isinstance(answer, Choice):
                return
            if self.session.plies:
                self._say_move(self.session.plies[-1], task, answer)
            self._show_board()

    # ------------------------------------------------------------------ commands

    def _do_undo(self, _argument: str) -> None:
        self._say("undone", count=self.session.undo())
        self._show_board()

    def _do_redo(self, _argument: str) -> None:
        self._say("redone", count=self.session.redo())
        self._show_board()
        self._go_on()

    def _do_hint(self, _argument: str) -> None:
        result = self._result(self.session.hint(self.seconds))
        game, position = self.session.game, self.session.position
        move = game.move_name(position.state, result.move)
        self._say(
            "hint", move=self._local(move), value=value_words(game, result, self.language, position.state)
        )

    def _do_eval(self, _argument: str) -> None:
        result = self._result(self.session.values(self.seconds))
        game, position = self.session.game, self.session.position
        self._write(value_words(game, result, self.language, position.state))
        self._say("values", player=self._name(position.player))
        best = max(line.value_for(position.player) for line in result.lines)
        for line in result.lines:
            star = " *" if line.value_for(position.player) == best else ""
            words = value_words(game, line, self.language, position.state)
            move = self._local(game.move_name(position.state, line.moves[0]))
            self._write(f"  {move}  {words}{star}")

    def _do_review(self, _argument: str) -> None:
        """The whole game judged: the moves with marks, the first decisive mistake, accuracy."""
        self._say("review.runs", count=self.session.position.plies + 1)
        for row in review_rows(self.session, self.seconds, self.language):
            self._write(row)

    def _do_save(self, argument: str) -> None:
        path = Path(argument or f"{self.session.game.name}.json")
        self.session.save(path)
        self._say("saved", path=path)

    def _do_load(self, argument: str) -> None:
        if not argument:
            raise BadInput("terminal.load_what")
        self.session.load(Path(argument))
        self._say("loaded", path=argument)
        self._show_board()
        self._go_on()

    def _do_board(self, _argument: str) -> None:
        self._show_board()

    def _do_moves(self, _argument: str) -> None:
        for row in move_rows(self.session.record(), self.session.game):
            self._write(self._local(row))
        if not self.session.over:
            self._say("legal", moves=self._local(", ".join(self.session.position.legal_texts)))

    def _do_clock(self, _argument: str) -> None:
        for player, face in enumerate(self.session.clocks()):
            self._write(f"{self._name(player)}: {clock_text(face, self.language)}")

    def _do_rules(self, _argument: str) -> None:
        self._write(in_language(self.session.game.presentation.rules, self.language) or "–")

    def _do_resign(self, _argument: str) -> None:
        self.session.resign()

    def _do_new(self, _argument: str) -> None:
        self.session.restart()
        self._show_board()
        self._go_on()

    def _do_help(self, _argument: str) -> None:
        self._say("help.move", moves=", ".join(self.session.position.legal_texts[:3]) or "–")
        for command in COMMANDS:
            word = command_word(command, self.language)
            self._write(f"  {word:<12}{self._words(f'help.{command}')}")

    def _do_quit(self, _argument: str) -> None:
        self._say("bye")
        self._quit = True

    # ------------------------------------------------------------------ saying things

    def _greet(self) -> None:
        self._write(game_title(self.session.game, self.language))
        rules = in_language(self.session.game.presentation.rules, self.language)
        if rules:
            self._write(rules)
        for index, player in enumerate(self.session.players):
            words = spec_words(player.spec, self.language, self.session.game)
            self._write(f"{self._name(index)}{self._symbol(index)}: {words}")
        self._say("greet.help")

    def _show_board(self) -> None:
        self._write(f"\n{self.session.game.board_text(self.session.position.state)}\n")

    def _say_move(self, ply: Ply, task: Task, choice: Choice) -> None:
        key = "thrown" if ply.player == CHANCE else "plays"
        text = self._words(key, player=self._name(ply.player), move=self._local(ply.move))
        if choice.result is not None:
            words = value_words(self.session.game, choice.result, self.language, task.position.state)
            text = f"{text} – {words}"
        self._write(text)

    def _say_outcome(self) -> None:
        """Once for each end of the game."""
        end = self.session.outcome, self.session.position
        if end != self._said and end[0] is not None:
            self._write(outcome_words(self.session.game, end[0], self.language))
        self._said = end

    def _result(self, task: Task) -> Result[Any]:
        answer = task.run()
        self.session.accept(task, answer)
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Result)
        return answer

    def _name(self, player: int) -> str:
        return player_name(self.session.game, player, self.language)

    def _local(self, text: str) -> str:
        """Moves with the letters that pieces have in the reader's language; files keep the English ones."""
        return local_move(self.session.game, text, self.language)

    def _symbol(self, player: int) -> str:
        """The sign of the player's stones, where the board shows stones."""
        picture = self.session.game.presentation.picture
        if picture is None or picture(self.session.position.state).kind not in ("grid", "points", "columns"):
            return ""
        if piece_letters(picture(self.session.game.start)):
            letters = "".join(piece_letters(picture(self.session.game.start))[::-1])
            return f" ({letters.lower() if player else letters})"
        symbol = SYMBOLS[player]
        return "" if self._name(player) == symbol else f" ({symbol})"

    def _words(self, key: str, **fields: object) -> str:
        return say(f"terminal.{key}", self.language, **fields)

    def _say(self, key: str, **fields: object) -> None:
        self._write(self._words(key, **fields))


def lines_of(lines: Iterable[str]) -> Callable[[], str | None]:
    """A `read` that takes the lines of a file or a list."""
    iterator = iter(lines)
    return lambda: next(iterator, None)
