"""Is a game sound? Every contradiction that can be found, with the moves that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from spielbaum.conformance import values as by_value
from spielbaum.conformance.compiled import Comparison
from spielbaum.conformance.explore import Exploration, Node, explore
from spielbaum.conformance.faults import Fault, Outcome, Report, Status
from spielbaum.conformance.guarded_rules import Broken, GuardedRules
from spielbaum.conformance.local import CHECKS, Check, Problem, View, state_problem
from spielbaum.conformance.shrink import shrink
from spielbaum.errors import SpielbaumError, one_line
from spielbaum.forms import form, frozen, is_number, plain_number
from spielbaum.game import Game, Position

#: The checks that take most of the time, and how many of the positions of random games they look at.
_COSTLY = frozenset({"play", "layer", "move_notation", "board_notation", "picture"})
SAMPLE = 3_000
#: The checks that are not made at single positions, in the order of the report.
_OTHERS = (
    "facts",
    "longest",
    "position_text",
    "symmetry",
    "folding",
    "rest",
    "candidates",
    "settle",
    "evaluation_side",
    "compiled",
)


def check_game(
    game: Game[Any, Any],
    games: int = 1000,
    seed: int = 1,
    *,
    announce: Callable[[str], None] | None = None,
) -> Report:
    """Look at all positions near the start and at those of `games` random games.

    Rules without a fault are compiled and compared with the plain ones on the same positions; `announce` is
    called with the name of the game when something must be compiled.
    """
    inspection = _Inspection(game, announce)
    inspection.facts()
    if not inspection.faults:
        inspection.run(games, seed)
    return inspection.report(seed)


class _Inspection:
    """The check at work: the faults found so far, one a check and kind, and how often each check looked."""

    def __init__(self, game: Game[Any, Any], announce: Callable[[str], None] | None) -> None:
        self.game = game
        self.announce = announce
        self.rules = GuardedRules(game)
        self.found = Exploration()
        self.faults: dict[tuple[str, str], Fault] = {}
        self.counts: Counter[str] = Counter()
        self.skipped: dict[str, str] = {}
        #: Why the rules could not be compiled.
        self.uncompiled: SpielbaumError | None = None
        self.extra_turns = 0
        #: Nodes whose state cannot be used.
        self.misshapen: set[int] = set()
        #: The checks of single positions that this game has the functions for.
        self.checks: list[tuple[str, Check]] = []
        for name, check, needs in CHECKS:
            if needs and all(game.named(need) is None for need in needs):
                self.skipped[name] = "absent"
            else:
                self.checks.append((name, check))

    # --- facts

    def facts(self) -> None:
        game = self.game
        self.counts["facts"] += 1
        least, greatest = game.facts.values
        if game.facts.players < 1:
            self._note("facts", ("facts.players", {"players": game.facts.players}))
        if least > greatest:
            self._note("facts", ("facts.values", {"least": least, "greatest": greatest}))
        if game.facts.unit < 1:
            self._note("facts", ("facts.unit", {"unit": game.facts.unit}))
        names = len(game.presentation.player_names)
        if names not in (0, game.facts.players):
            self._note("facts", ("facts.names", {"names": names, "players": game.facts.players}))
        if (game.hints.banked is None) != (game.hints.rest is None):
            self._note("facts", ("facts.rest", {}))
        if form(game.start) is None:
            self._note("facts", ("state.type", {"state": repr(game.start)[:80]}))

    @property
    def _zero_sum(self) -> bool:
        return self.game.two_player_zero_sum

    # --- everything else

    def run(self, games: int, seed: int) -> None:
        self.found = found = explore(self.rules, games, seed)
        self._states()
        for broken, node in found.broken:
            if id(node) not in self.misshapen:
                self._broken(broken, node)
        self._positions(self._least_win())
        self._longest()
        self._position_texts()
        self._by_value(seed)
        self._compiled()

    def _states(self) -> None:
        for node in self.found.nodes:
            self.counts["state"] += 1
            problem = state_problem(self.game, node.state)
            if problem is not None:
                self.misshapen.add(id(node))
                self._at("state", problem, node, lambda state: state_problem(self.game, state) is not None)

    def _least_win(self) -> float | None:
        """The least pay-off that is a win, over all ends of games."""
        if not self._zero_sum:
            return None
        wins = []
        for game in self.found.games:
            try:
                if not self.rules.moves(game[-1].state):
                    payoff = plain_number(self.rules.call("utility", game[-1].state))
                    wins += [abs(payoff)] if is_number(payoff) and payoff else []
            except Broken:  # reported where the position itself is looked at
                continue
        return min(wins, default=None)

    def _positions(self, least_win: float | None) -> None:
        """The checks that look at one position, shortest sequences first."""
        for index, node in enumerate(self.found.nodes):
            if id(node) in self.misshapen:
                continue
            try:
                moves = self.rules.moves(node.state)
                if node.parent is not None and moves:
                    self.extra_turns += self.rules.player(node.parent.state) == self.rules.player(node.state)
            except Broken as broken:
                self._broken(broken, node)
                continue
            view = View(self.rules, node.state, moves, least_win)
            for name, check in self.checks:
                if name in _COSTLY and not self._in_sample(index):
                    continue
                self.counts[name] += 1
                try:
                    for problem in check(view):
                        self._at(name, problem, node, self._again(check, problem, least_win))
                except Broken as broken:
                    self._broken(broken, node)
        if self.game.evaluate is not None and least_win is None and self._zero_sum:
            self.skipped["evaluation"] = "no_win"

    def _in_sample(self, index: int) -> bool:
        """Whether the node with that number is looked at by checks that take long: near the start all are."""
        every = 1 + len(self.found.nodes) // SAMPLE
        return self.found.nodes[index].depth <= self.found.complete_plies or index % every == 0

    def _again(self, check: Check, problem: Problem, least_win: float | None) -> Callable[[Any], bool]:
        """Whether another state shows the same kind of fault."""

        def fails(state: Any) -> bool:
            try:
                view = View(self.rules, state, self.rules.moves(state), least_win)
                return any(other[0] == problem[0] for other in check(view))
            except Broken:
                return False

        return fails

    def _longest(self) -> None:
        longest = self.game.facts.longest
        if longest is None:
            self.skipped["longest"] = "absent"
        else:
            self.counts["longest"] += len(self.found.games)
            if len(self.found.longest) > longest:
                fields: dict[str, object] = {"plies": len(self.found.longest), "longest": longest}
                self._note("longest", ("longest", fields), self.found.longest[: longest + 1])
        if not self.game.facts.repeats and self.found.repetitions:
            moves = min(self.found.repetitions, key=len)
            self._note("longest", ("repeats", {}), moves)

    def _position_texts(self) -> None:
        """The moves of a game, written as a text, lead to its last position."""
        for game in self.found.games[:100]:
            moves = game[-1].moves
            texts = self._texts(moves)
            for separator in (" ", "") if self.game.presentation.move_width else (" ",):
                text = separator.join(texts)
                self.counts["position_text"] += 1
                try:
                    read = Position.of(self.game, text).state
                except SpielbaumError as error:
                    fields: dict[str, object] = {"text": text[:80], "error": error.sentence()}
                    self._note("position_text", ("position.unread", fields), moves)
                except Exception as error:  # noqa: BLE001 (whatever the game's own reading raises is a finding)
                    fields = {"function": "parse", "error": one_line(error)}
                    self._note("raises", ("raises", fields), moves)
                else:
                    if frozen(read) != frozen(game[-1].state):
                        self._note("position_text", ("position.misread", {"text": text[:80]}), moves)

    # --- what needs the value of positions

    def _by_value(self, seed: int) -> None:
        game = self.game
        names = {
            "symmetry": "key",
            "folding": "key" if game.hints.solution_key is None else "solution_key",
            "rest": "rest",
            "candidates": "candidates",
            "settle": "settle",
            "evaluation_side": "evaluate",
        }
        wanted = {check for check, function in names.items() if game.named(function) is not None}
        for check in names:
            if check not in wanted:
                self.skipped[check] = "absent"
            elif not game.fits_engine or (check == "evaluation_side" and not self._zero_sum):
                self.skipped[check] = "players"
            elif self.faults:
                self.skipped[check] = "faults"
        if self.skipped.keys() >= names.keys():
            return
        values = by_value.Values(self.rules)
        try:
            for check, look in (("candidates", by_value.candidates), ("settle", by_value.settle)):
                if check not in self.skipped:
                    self._valued(check, look, values)
            for check in ("symmetry", "folding", "rest"):
                if check not in self.skipped:
                    pairs = by_value.pairs_with_same(names[check], self.rules, self.found, seed)
                    if game.has_chance and names[check] == "key":
                        # Searches and solvers keep throws apart from other positions by themselves.
                        pairs = [pair for pair in pairs if not by_value.one_of_nature(self.rules, pair)]
                    elif game.has_chance:
                        self._nature(check, names[check], pairs)
                    if check == "folding":
                        self._folding(names[check], values, pairs)
                    else:
                        self._symmetry(check, names[check], values, pairs)
            if "evaluation_side" not in self.skipped:
                wrong, judged = by_value.evaluation_side(self.rules, self.found.games)
                self.counts["evaluation_side"] = judged
                if wrong is not None:
                    problem, node = wrong
                    self._note("evaluation_side", problem, node.moves)
                elif not judged:
                    self.skipped["evaluation_side"] = "few_wins"
        except Broken as broken:
            self._broken(broken, self.found.nodes[0])

    def _valued(
        self,
        check: str,
        look: Callable[[by_value.Values, Any], Iterator[Problem]],
        values: by_value.Values,
    ) -> None:
        for node in by_value.valued_nodes(values, self.found):
            self.counts[check] += 1
            for problem in look(values, node.state):
                key = problem[0]

                def fails(state: Any, key: str = key) -> bool:
                    return any(other[0] == key for other in look(values, state))

                self._at(check, problem, node, fails)
        if not self.counts[check]:
            self.skipped[check] = "few"

    def _symmetry(
        self, check: str, function: str, values: by_value.Values, pairs: list[tuple[Node, Node]]
    ) -> None:
        """Positions with the same key have the same value."""
        compared, problem = by_value.symmetry(function, values, pairs)
        self.counts[check] += compared
        if problem is not None:
            self._pair(check, *problem)
        elif not self.counts[check]:
            self.skipped[check] = "few" if pairs else "no_pairs"

    def _folding(self, function: str, values: by_value.Values, pairs: list[tuple[Node, Node]]) -> None:
        """What tells positions apart where the whole game is solved joins only what is the same position."""
        if self.game.hints.layer is not None:
            problem = by_value.unequal_layers(self.rules, pairs)
            if problem is not None:
                self._pair("layer", *problem)
        self.counts["folding"], problem = by_value.unlike(function, self.rules, pairs)
        if problem is not None and function == "key":
            # A search may rely on equal values alone, and these were compared before.
            self.skipped["folding"] = "faults" if self.faults else "value_key"
        elif problem is not None:
            self._pair("folding", *problem)
        elif function == "solution_key":
            self._symmetry("folding", function, values, pairs)
        elif not pairs:
            self.skipped["folding"] = "no_pairs"

    def _nature(self, check: str, function: str, pairs: list[tuple[Node, Node]]) -> None:
        """Where positions are solved together, their key tells whether nature moves."""
        for pair in pairs:
            if by_value.one_of_nature(self.rules, pair):
                self._pair(check, ("key.nature", {"function": function}), *pair)
                return

    def _pair(self, check: str, problem: Problem, one: Node, other: Node) -> None:
        """Note a fault that two positions show together."""
        key, fields = problem
        also = " ".join(self._texts(other.moves)) or "–"
        self._note(check, (key, {**fields, "also": also}), one.moves)

    # --- the same rules compiled

    def _compiled(self) -> None:
        """Ask the compiled rules what the plain ones were asked."""
        if self.faults:
            self.skipped["compiled"] = "faults"
            return
        from spielbaum.engine.answers import Answers

        try:
            answers = Answers(self.game, self.announce)
        except SpielbaumError as error:
            if error.key == "engine.refused":
                self._note("compiled", ("compiled.refused", {"error": error}))
            else:
                self.skipped["compiled"], self.uncompiled = "uncompiled", error
            return
        comparison = Comparison(self.rules, answers)
        try:
            for found in comparison.differences(self.found.nodes, widely=self._in_sample):
                if isinstance(found, int):
                    self.counts["compiled"] += found
                    continue

                def differs(state: Any, rule: str = found.rule) -> bool:
                    return comparison.differs(rule, state)

                self._at("compiled", found.problem, found.node, differs)
        except Broken as broken:
            self._broken(broken, self.found.nodes[0])

    # --- faults

    def _broken(self, broken: Broken, node: Node) -> None:
        def fails(state: Any) -> bool:
            """Whether the same function breaks again; all of them are called here."""
            try:
                moves = self.rules.moves(state)
                for _, check in self.checks:
                    for _ in check(View(self.rules, state, moves)):
                        pass
            except Broken as other:
                return (other.key, other.fields["function"]) == (broken.key, broken.fields["function"])
            return False

        self._at(broken.check, (broken.key, broken.fields), node, fails)

    def _at(self, check: str, problem: Problem, node: Node, fails: Callable[[Any], bool]) -> None:
        """Note a fault at a node, with fewer moves if possible; the first of its kind counts."""
        if (check, _kind(problem)) in self.faults:
            return
        complete = self.found.complete_plies
        moves = node.moves if node.depth <= complete else shrink(self.rules, node.moves, fails)
        self._note(check, problem, moves, shortest=len(moves) <= complete + 1)

    def _note(
        self, check: str, problem: Problem, moves: list[Any] | None = None, *, shortest: bool = False
    ) -> None:
        key, fields = problem
        fault = Fault(check, key, fields, self._texts(moves or []), shortest)
        self.faults.setdefault((check, _kind(problem)), fault)

    def _texts(self, moves: list[Any]) -> tuple[str, ...]:
        state, texts = self.game.start, []
        for move in moves:
            texts.append(self.rules.name(state, move))
            state = self.rules.play(state, move)
        return tuple(texts)

    # --- the report

    def report(self, seed: int) -> Report:
        faults = sorted(self.faults.values(), key=lambda fault: len(fault.moves))
        faulty = {fault.check for fault in faults}
        outcomes = []
        for check in ("raises", "purity", "state", *(name for name, _, _ in CHECKS), *_OTHERS):
            if check in faulty:
                outcomes.append(Outcome(check, Status.FAULTY, self.counts[check]))
            elif check in self.skipped:
                error = self.uncompiled if check == "compiled" else None
                outcomes.append(Outcome(check, Status.NOT_CHECKED, 0, self.skipped[check], error))
            elif check in ("raises", "purity"):
                outcomes.append(Outcome(check, Status.SOUND, len(self.found.nodes)))
            elif self.counts[check]:
                outcomes.append(Outcome(check, Status.SOUND, self.counts[check]))
            else:
                outcomes.append(Outcome(check, Status.NOT_CHECKED, 0, "faults"))
        return Report(
            game=self.game.name,
            games=len(self.found.games),
            seed=seed,
            positions=len(self.found.nodes),
            complete_plies=self.found.complete_plies,
            unfinished=self.found.unfinished,
            extra_turns=self.extra_turns,
            outcomes=tuple(outcomes),
            faults=tuple(faults),
        )


def _kind(problem: Problem) -> str:
    """Faults of the same kind are told once: the same sentence about the same function."""
    key, fields = problem
    return f"{key} {fields.get('function', '')}"
