"""Do the compiled rules say what the plain ones say? Both are asked about the same positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from spielbaum.conformance.explore import Node
from spielbaum.conformance.guarded_rules import Broken, GuardedRules
from spielbaum.conformance.local import Problem, short
from spielbaum.errors import BrokenGame
from spielbaum.forms import frozen, is_record, parts_of, plain_number
from spielbaum.result import CHANCE

if TYPE_CHECKING:
    from spielbaum.engine.answers import Answers

#: Rules that are asked where the game is over too, and the one that is asked nowhere else.
_EVERYWHERE = frozenset({"over", "player", "key", "rest", "banked", "moment", "settle"})
_AT_THE_END = "utility"
#: Questions that are put to the compiled rules in one go.
BATCH = 5_000


class Question(NamedTuple):
    """A rule, a position, perhaps a move; and what the plain rule answers."""

    node: Node
    move: Any
    answer: Any


class Difference(NamedTuple):
    """The first question that the compiled rule answers otherwise."""

    rule: str
    node: Node
    problem: Problem


class Comparison:
    """The rules of a game beside the same rules compiled."""

    def __init__(self, rules: GuardedRules, answers: Answers) -> None:
        self.rules = rules
        self.answers = answers
        #: Whether the game is over, asked once for each state.
        self._over: dict[int, tuple[Any, bool]] = {}

    def differences(self, nodes: list[Node], *, widely: Callable[[int], bool]) -> Iterator[Difference | int]:
        """The first difference in each rule, or how many answers agreed.

        All moves are played where `widely` says so for the number of the node; elsewhere the one that was
        played to come there.
        """
        for rule in self.answers.kinds:
            yield self._first(rule, self._questions(rule, nodes, widely))

    def differs(self, rule: str, state: Any) -> bool:
        """Whether the rule differs in this position, whatever the move."""
        node = Node(state, None, None, 0)
        try:
            return isinstance(self._first(rule, self._questions(rule, [node], lambda _: True)), Difference)
        except Broken:
            return False

    # ------------------------------------------------------------------------------------- asking

    def _questions(
        self, rule: str, nodes: Iterable[Node], widely: Callable[[int], bool]
    ) -> Iterator[Question]:
        plain = rule.removeprefix("write_")
        for index, node in enumerate(nodes):
            if plain in ("play", "order", "weight"):
                yield from self._about_moves(plain, node, wide=widely(index))
            elif plain in _EVERYWHERE:
                yield from self._everywhere(plain, node)
            elif self._is_over(node.state) == (plain == _AT_THE_END):
                yield Question(node, None, self.rules.call(plain, node.state))

    def _about_moves(self, rule: str, node: Node, *, wide: bool) -> Iterator[Question]:
        asked = node if wide else node.parent
        if rule == "weight" and (asked is None or self.rules.player(asked.state) != CHANCE):
            return
        if wide:
            for move in self.rules.moves(node.state):
                yield Question(node, move, self.rules.call(rule, node.state, move))
        elif node.parent is not None and rule == "play":  # known without playing it again
            yield Question(node.parent, node.move, node.state)
        elif node.parent is not None:
            yield Question(node.parent, node.move, self.rules.call(rule, node.parent.state, node.move))

    def _everywhere(self, rule: str, node: Node) -> Iterator[Question]:
        try:
            answer = self.rules.call(rule, node.state)
        except Broken:
            # Nobody promised that this rule can be asked where the game is over.
            if rule == "settle" and self._is_over(node.state):
                return
            raise
        yield Question(node, None, answer)

    def _is_over(self, state: Any) -> bool:
        if id(state) not in self._over:
            self._over[id(state)] = (
                state,
                not self.rules.moves(state),
            )  # kept, so that the number stays its own
        return self._over[id(state)][1]

    def _first(self, rule: str, questions: Iterator[Question]) -> Difference | int:
        asked = 0
        while batch := list(islice(questions, BATCH)):
            found = self._compare(rule, batch)
            if found is not None:
                return found
            asked += len(batch)
        return asked

    def _compare(self, rule: str, batch: list[Question]) -> Difference | None:
        try:
            rows = self.answers.pack([question.node.state for question in batch])
        except OverflowError:
            return self._too_large(rule, batch)
        most = max((len(q.answer) for q in batch if isinstance(q.answer, list)), default=0)
        moves = [question.move for question in batch if question.move is not None]
        found, error = self.answers.ask(rule, rows, moves, most)
        for question, answer in zip(batch, found, strict=False):
            if not _same(question.answer, answer):
                fields = {"compiled": short(plain_number(answer)), **self._fields(rule, question)}
                return Difference(rule, question.node, (f"compiled.differs{_moved(question)}", fields))
        if error is None:
            return None
        question = batch[len(found)]
        return Difference(rule, question.node, self._raised(rule, question, error))

    def _raised(self, rule: str, question: Question, error: BrokenGame) -> Problem:
        fields = {**self._fields(rule, question), "error": error.fields["error"]}
        if "line" not in error.fields:
            return "compiled.raises", fields
        place = {name: error.fields[name] for name in ("file", "line")}
        return "compiled.raises.at", {**fields, **place}

    def _too_large(self, rule: str, batch: list[Question]) -> Difference:
        """A state of the batch has a number of more than 64 bits."""
        for question in batch:
            try:
                self.answers.pack([question.node.state])
            except OverflowError:
                break
        return Difference(rule, question.node, ("state.large", {"state": short(question.node.state)}))

    def _fields(self, rule: str, question: Question) -> dict[str, object]:
        fields: dict[str, object] = {
            "function": rule.removeprefix("write_"),
            "python": short(plain_number(question.answer)),
        }
        if question.move is not None:
            fields["move"] = self.rules.name(question.node.state, question.move)
        return fields


def _moved(question: Question) -> str:
    return "" if question.move is None else ".move"


def _same(plain: Any, compiled: Any) -> bool:
    if isinstance(compiled, bool):
        return bool(plain) == compiled
    return bool(frozen(plain) == frozen(compiled) or _bare(plain) == _bare(compiled))


def _bare(value: Any) -> Any:
    """The numbers of an answer without the names of its classes: compiled, a dataclass is a tuple."""
    if isinstance(value, tuple | list) or is_record(value):
        return tuple(map(_bare, parts_of(value)))
    return frozen(value)
