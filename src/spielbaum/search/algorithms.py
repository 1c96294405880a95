"""All algorithms by name, with the facts that menus, commands and exercises need."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import BadInput, UnknownName
from spielbaum.game import Game
from spielbaum.language import LocalizedText, in_language
from spielbaum.result import Result
from spielbaum.search.alliance import alliance
from spielbaum.search.alphabeta import alphabeta
from spielbaum.search.best_reply import best_reply
from spielbaum.search.common import Problem
from spielbaum.search.expectiminimax import expectimax, expectiminimax, require_one_player
from spielbaum.search.iterative import iterative
from spielbaum.search.maxn import maxn
from spielbaum.search.minimax import minimax
from spielbaum.search.mtdf import mtdf
from spielbaum.search.negamax import negamax
from spielbaum.search.negamax_alphabeta import negamax_alphabeta
from spielbaum.search.paranoid import paranoid
from spielbaum.search.pvs import pvs
from spielbaum.search.recorder import Recorder
from spielbaum.search.retrograde import retrograde
from spielbaum.search.shallow import shallow
from spielbaum.search.sss import sss
from spielbaum.search.star import star1, star2
from spielbaum.search.traversal import breadth_first, depth_first, depth_first_deepening
from spielbaum.search.value_iteration import value_iteration
from spielbaum.trace import Trace


@dataclass(frozen=True)
class Algorithm:
    """A searcher and what one has to know to offer it."""

    name: str
    #: Returns a `Result`; a traversal, which has no value to tell, a `Trace`.
    function: Callable[..., Any]
    title: LocalizedText
    #: Needs two players and zero sum; the others take any number of players.
    zero_sum: bool = True
    #: Handles moves of nature.
    chance: bool = False
    #: For one player against nature, and for nobody else.
    one_player: bool = False
    #: Takes one player against nature as well as two with zero sum.
    alone: bool = False
    #: Works with a window (α, β), so windows and cuts can be asked for in an exercise.
    window: bool = False
    #: Values are from the side of the player to move (negamax form).
    mover: bool = False
    #: Visits nodes only; there is no value.
    traversal: bool = False
    #: Finds exactly the minimax value where it has no depth limit or the same one.
    minimax: bool = False
    #: Enters and leaves nodes like brackets; SSS*, retrograde analysis and breadth first jump about.
    nested: bool = True
    #: Looks at each position once, also where positions come again, and takes `most`, how many at most.
    graph: bool = False
    #: Other names that people use.
    aliases: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """The keywords that the function takes, apart from the watch."""
        parameters = inspect.signature(self.function).parameters.values()
        return tuple(
            p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY and p.name != "watch"
        )

    def check(self, problem: Problem[Any, Any]) -> None:
        """Raise `Unfit` where the algorithm does not fit the game."""
        game = problem.as_game()
        if self.alone and game.one_number:
            return
        if self.zero_sum:
            game.require_two_player_zero_sum(self.name, chance=self.chance)
        elif not self.chance:
            game.require_no_chance(self.name)
        if self.one_player and isinstance(problem, Game):
            require_one_player(game)

    def title_in(self, language: str) -> str:
        return in_language(self.title, language)

    def __call__(self, problem: Problem[Any, Any], state: Any = None, **options: Any) -> Any:
        """Run it; an option that it does not have is an error."""
        for option in options:
            if option not in (*self.options, "watch"):
                raise BadInput(
                    "error.search.option", algorithm=self.name, option=option, known=", ".join(self.options)
                )
        return self.function(problem, state, **options)


_ALL = (
    Algorithm("minimax", minimax, {"en": "minimax", "de": "Minimax"}, minimax=True),
    Algorithm("negamax", negamax, {"en": "negamax", "de": "Negamax"}, mover=True, minimax=True),
    Algorithm(
        "shallow",
        shallow,
        {"en": "shallow pruning (omitted minima)", "de": "flaches Abschneiden (ausgelassene Minima)"},
        window=True,
        minimax=True,
        aliases=("minleq", "shallowpruning", "omittedminima"),
    ),
    Algorithm(
        "alphabeta",
        alphabeta,
        {"en": "alpha-beta", "de": "Alpha-Beta"},
        window=True,
        minimax=True,
        aliases=("ab", "alphabetapruning"),
    ),
    Algorithm(
        "negamax-alphabeta",
        negamax_alphabeta,
        {"en": "alpha-beta in the negamax form", "de": "Alpha-Beta in der Negamax-Form"},
        window=True,
        mover=True,
        minimax=True,
        aliases=("alphabetanegamax",),
    ),
    Algorithm(
        "pvs",
        pvs,
        {"en": "principal variation search (NegaScout)", "de": "Hauptvariantensuche (NegaScout)"},
        window=True,
        mover=True,
        minimax=True,
        aliases=("negascout", "scout", "principalvariationsearch"),
    ),
    Algorithm("mtdf", mtdf, {"en": "MTD(f)", "de": "MTD(f)"}, window=True, minimax=True, aliases=("mtd",)),
    Algorithm("sss", sss, {"en": "SSS*", "de": "SSS*"}, minimax=True, nested=False),
    Algorithm(
        "iterative",
        iterative,
        {"en": "iterative deepening with alpha-beta", "de": "iterative Vertiefung mit Alpha-Beta"},
        window=True,
        minimax=True,
        aliases=("iterativedeepening",),
    ),
    Algorithm(
        "retrograde",
        retrograde,
        {"en": "retrograde analysis", "de": "Rückwärtsanalyse"},
        mover=True,
        minimax=True,
        nested=False,
        graph=True,
        aliases=("retro", "retrogradeanalysis", "backwardinduction"),
    ),
    Algorithm(
        "value-iteration",
        value_iteration,
        {"en": "value iteration", "de": "Wertiteration"},
        chance=True,
        alone=True,
        nested=False,
        graph=True,
        aliases=("vi", "intervaliteration"),
    ),
    Algorithm("maxn", maxn, {"en": "max^n", "de": "max^n"}, zero_sum=False, chance=True),
    Algorithm(
        "paranoid",
        paranoid,
        {"en": "paranoid search", "de": "paranoide Suche"},
        zero_sum=False,
        window=True,
    ),
    Algorithm(
        "best-reply",
        best_reply,
        {"en": "best-reply search", "de": "Suche nach der besten Antwort"},
        zero_sum=False,
        window=True,
        aliases=("brs",),
    ),
    Algorithm(
        "alliance",
        alliance,
        {"en": "max^n with alliances", "de": "max^n mit Bündnissen"},
        zero_sum=False,
        aliases=("alliances", "teams"),
    ),
    Algorithm(
        "expectiminimax", expectiminimax, {"en": "expectiminimax", "de": "Expectiminimax"}, chance=True
    ),
    Algorithm("star1", star1, {"en": "Star1", "de": "Star1"}, chance=True, window=True),
    Algorithm("star2", star2, {"en": "Star2", "de": "Star2"}, chance=True, window=True),
    Algorithm(
        "expectimax",
        expectimax,
        {"en": "expectimax (one player)", "de": "Expectimax (ein Spieler)"},
        zero_sum=False,
        chance=True,
        one_player=True,
    ),
    Algorithm(
        "depth-first",
        depth_first,
        {"en": "depth first", "de": "Tiefensuche"},
        zero_sum=False,
        chance=True,
        traversal=True,
    ),
    Algorithm(
        "breadth-first",
        breadth_first,
        {"en": "breadth first", "de": "Breitensuche"},
        zero_sum=False,
        chance=True,
        traversal=True,
        nested=False,
    ),
    Algorithm(
        "depth-first-deepening",
        depth_first_deepening,
        {"en": "depth first with growing limit", "de": "iterative Tiefensuche"},
        zero_sum=False,
        chance=True,
        traversal=True,
    ),
)

ALGORITHMS: dict[str, Algorithm] = {algorithm.name: algorithm for algorithm in _ALL}


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name, however it is spelt: alphabeta, Alpha-Beta, SSS*, MTD(f), NegaScout."""
    wanted = _plain(name)
    for algorithm in _ALL:
        if wanted in (_plain(algorithm.name), *algorithm.aliases):
            return algorithm
    raise UnknownName("algorithm", name, ALGORITHMS)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def record(
    algorithm: str | Algorithm,
    problem: Problem[Any, Any],
    state: Any = None,
    *,
    limit: int = 200_000,
    **options: Any,
) -> tuple[Trace, Result[Any] | None]:
    """Run an algorithm and write down what it does: the trace, and the result unless it is a traversal.

    `limit` is how many events are written down at most; more raise `TooLarge`.
    """
    chosen = find_algorithm(algorithm) if isinstance(algorithm, str) else algorithm
    answer = chosen(problem, state, watch=Recorder(limit=limit), **options)
    if isinstance(answer, Trace):
        return answer, None
    assert isinstance(answer, Result)
    assert answer.trace is not None
    return answer.trace, answer
