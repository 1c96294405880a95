"""`spielbaum tree`: search trees step by step; grow, show and measure them."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import click

from spielbaum.cli import TREE, Group, language_option
from spielbaum.cli.drawing import FIGURES, Drawing, drawing_options, write_drawing, write_stepper, write_text
from spielbaum.cli.options import format_options, json_option
from spielbaum.cli.tree_input import Subject, leaves_option, subject, subject_options, tree_of
from spielbaum.cli.tree_output import TRACE_FORMATS, TREE_FORMATS, Role, json_text
from spielbaum.cli.tree_strategy import marked, strategy_options
from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.language import in_language, say
from spielbaum.play.engine_search import algorithm_named
from spielbaum.result import CHANCE
from spielbaum.search import find_algorithm, record
from spielbaum.search.algorithms import Algorithm
from spielbaum.search.result_text import result_json, result_text
from spielbaum.tree import Tree, bounded, cut, cut_unless_dynamic, grow, measured, random_tree
from spielbaum.tree.size import LIMIT

Depth = click.IntRange(min=0, max=1000)


@click.group(
    "tree",
    cls=Group,
    tries=(
        (f"spielbaum tree value {TREE}", "cli.try.value"),
        (f"spielbaum tree trace {TREE}", "cli.try.trace"),
        ("spielbaum tree grow takeaway:matches=4 --values", "cli.try.grow"),
    ),
)
@partial(language_option, expose_value=False)
def command() -> None:
    """Search trees step by step; build, show and measure them.

    A TREE is text such as "A(B(8 7 3) C(2 9) D(4 1 3))", "((3 12 8) (2 4 6))", "[[3, 12], [2, 4]]",
    "Node 0 [Node 3 [], Node 5 []]" or JSON; @FILE reads it from a file, - from standard input. Players are
    counted from 1; player 1 is MAX.
    """


# ----------------------------------------------------------------------- search


def search_options(run: Any) -> Any:
    """What can be asked of an algorithm; one that does not have an option says so."""
    for option in (
        click.option(
            "--ties",
            type=click.Choice(("first", "last")),
            help="which of several equally good children max^n chooses (first)",
        ),
        click.option("--least", type=float, help="lower bound on each pay-off (max^n pruning)"),
        click.option("--total", type=float, help="upper bound on the sum of the pay-offs (max^n pruning)"),
        click.option("--teams", help='players who form a team: "1+3" or "1+3, 2+4"'),
        click.option("--guess", type=float, help="the first guess of MTD(f)"),
        click.option("--seconds", type=click.FloatRange(min=0), help="time limit of iterative deepening"),
        click.option(
            "--precision",
            type=click.FloatRange(min=0, min_open=True),
            help="the error that the values of value iteration may have (0.000001)",
        ),
        click.option(
            "--quiescence",
            type=Depth,
            help="quiescence search: this many more plies where a position is not quiet",
        ),
        click.option(
            "--sort",
            "sort",
            metavar="ORDER",
            help="move ordering: rules, evaluator, killers, learnt, joined by +",
        ),
        click.option("--window", metavar="A,B", help="start with the window (A, B)"),
        click.option("--strict", is_flag=True, help="cut only at α > β instead of α ≥ β"),
        click.option("--fail-hard", is_flag=True, help="never return a value outside the window"),
        click.option("--depth", type=Depth, help="depth limit in plies; positions there are estimated"),
        click.option(
            "--algorithm",
            "-a",
            default="",
            help="minimax, alphabeta, pvs, mtdf, sss, maxn, …; the lecture in the documentation lists all",
        ),
    ):
        run = option(run)
    return run


def _chosen(subject: Subject, name: str, teams: str | None) -> Algorithm:
    """The algorithm; where none is named, one that fits."""
    if name:
        return algorithm_named(name)
    if teams is not None:
        return find_algorithm("alliance")
    game = subject.space.game
    if game.has_chance and game.two_player_zero_sum:
        return find_algorithm("expectiminimax")
    if game.facts.players == 1:
        return find_algorithm("expectimax")
    return find_algorithm("alphabeta" if game.two_player_zero_sum else "maxn")


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, under the names that the searchers use."""
    options = {key: value for key, value in given.items() if value is not None and value is not False}
    if "sort" in options:
        options["order"] = options.pop("sort")
    if "window" in options:
        options["window"] = _window(options["window"])
    for key in ("total", "least", "guess"):
        if key in options and options[key].is_integer():
            options[key] = int(options[key])
    return options


def _window(text: str) -> tuple[float, float]:
    try:
        alpha, beta = (
            float(part.replace("−", "-").replace("∞", "inf")) for part in text.strip("()").split(",")
        )
    except ValueError as error:
        raise BadInput("error.tree.window", given=text) from error
    whole = [int(end) if end.is_integer() else end for end in (alpha, beta)]
    return whole[0], whole[1]


@command.command("trace")
@subject_options
@search_options
@click.option("--order", default="", help='search children in this order: "C: F E G; A: D C B"')
@click.option(
    "--limit", type=click.IntRange(min=1), default=20_000, show_default=True, help="maximum number of events"
)
@format_options([*TRACE_FORMATS, *FIGURES, "html"], "text")
@drawing_options(steps=True)
@language_option
def trace(
    tree: str | None,
    game_name: str | None,
    position: str | None,
    leaves: str,
    algorithm: str,
    order: str,
    limit: int,
    form: str,
    drawing: Drawing,
    lang: str,
    **given: Any,
) -> None:
    """Show every step of a search in words: which node, which (α, β), which value, what is cut and why."""
    what = subject(tree, game_name, position, order, leaves=leaves, lang=lang)
    chosen = _chosen(what, algorithm, given["teams"])
    recorded, result = record(chosen, what.problem, what.state, limit=limit, **_options(given))
    if form == "html":
        write_stepper(recorded, result, drawing, lang, given["ties"] or "first")
    elif form in FIGURES:
        write_drawing(recorded, form, drawing, lang)
    else:
        write_text(TRACE_FORMATS[form](recorded, result, lang), form, drawing)


@command.command("value")
@subject_options
@search_options
@json_option
@language_option
def value(
    tree: str | None,
    game_name: str | None,
    position: str | None,
    leaves: str,
    algorithm: str,
    as_json: bool,
    lang: str,
    **given: Any,
) -> None:
    """Compute the value of a tree or a position, the best move and the line."""
    what = subject(tree, game_name, position, leaves=leaves, lang=lang)
    chosen = _chosen(what, algorithm, given["teams"])
    if chosen.traversal:
        raise BadInput("error.tree.no_value", algorithm=chosen.name)
    result = chosen(what.problem, what.state, **_options(given))
    if as_json:
        click.echo(json_text(result_json(result, what.space)))
        return
    click.echo(result_text(result, what.space, lang))
    click.echo(say("tree.counts", lang, nodes=result.nodes, leaves=result.leaves))


# ------------------------------------------------------------------------ trees


def tree_options(run: Any) -> Any:
    for option in (
        click.option("--values", is_flag=True, help="show the minimax (or max^n) value of every node"),
        format_options([*TREE_FORMATS, *FIGURES], "text"),
    ):
        run = option(run)
    return language_option(drawing_options(steps=False)(strategy_options(run)))


def _role(tree: Tree, lang: str) -> Role:
    """Who moves at a node of a tree without a game."""
    if tree.zero_sum:
        sides = {0: "MAX", 1: "MIN", CHANCE: say("trace.chance", lang)}
        return lambda player: sides[player]
    return lambda player: _numbered(player, lang)


def _numbered(player: int, lang: str) -> str:
    return say("trace.chance", lang) if player == CHANCE else say("trace.player", lang, number=player + 1)


@command.command("show")
@click.argument("tree")
@click.option("--order", default="", help='children in this order: "C: F E G"')
@leaves_option
@click.option("--depth", type=Depth, help="cut off below this depth")
@tree_options
def show(
    tree: str,
    order: str,
    leaves: str,
    depth: int | None,
    strategy: int | None,
    only: bool,
    values: bool,
    form: str,
    drawing: Drawing,
    lang: str,
) -> None:
    """Show a tree, or write it in another notation."""
    read = tree_of(tree, order, leaves, lang)
    role = _role(read, lang)
    found = marked(read if depth is None else cut(read, depth), strategy, only, form, role, lang)
    if form in FIGURES:
        write_drawing(found.tree, form, found.on(drawing), lang, values=values)
    else:
        write_text(TREE_FORMATS[form](found.tree, role, values, found.nodes), form, drawing)
    if form == "text" and found.sentences:
        click.echo("\n".join(found.sentences))


@command.command("grow")
@click.argument("game")
@click.argument("position", default="")
@click.option("--depth", type=Depth, help="cut off below this depth")
@click.option("--lively", is_flag=True, help="go deeper where a position is not quiet")
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="maximum number of nodes"
)
@tree_options
def grow_command(
    game: str,
    position: str,
    depth: int | None,
    lively: bool,
    limit: int,
    strategy: int | None,
    only: bool,
    values: bool,
    form: str,
    drawing: Drawing,
    lang: str,
) -> None:
    """Build the complete tree of a game from a position, or its upper part."""
    rules = load_game(game)
    tree = measured(rules, grow(rules, Position.of(rules, position).state))
    if depth is not None:
        tree = cut_unless_dynamic(tree, depth) if lively else cut(tree, depth)
    elif lively:
        raise BadInput("error.tree.lively")
    if lively and rules.hints.dynamic is None:
        raise BadInput("error.tree.not_lively", game=game)
    # Figures collapse what is too large, so that only values and strategies need the whole tree.
    if values or strategy is not None or form not in FIGURES:
        tree = bounded(tree, limit)

    def role(player: int) -> str:
        return _player(rules, player, lang)

    found = marked(tree, strategy, only, form, role, lang)
    if form in FIGURES:
        write_drawing(found.tree, form, found.on(drawing), lang, rules, values=values)
        return
    write_text(TREE_FORMATS[form](found.tree, role, values, found.nodes), form, drawing)
    if form == "text":
        leaves = sum(1 for _ in found.tree.leaves())
        size = say("tree.size", lang, nodes=found.tree.size, leaves=leaves, depth=found.tree.depth)
        click.echo("\n".join((size, *found.sentences)))


def _player(game: Game[Any, Any], player: int, lang: str) -> str:
    if 0 <= player < len(game.presentation.player_names):
        return in_language(game.presentation.player_names[player], lang)
    return _numbered(player, lang)


@command.command("random")
@click.option(
    "--branching", type=click.IntRange(min=1), default=3, show_default=True, help="children of a node"
)
@click.option("--depth", type=Depth, default=3, show_default=True, help="plies from the root to a leaf")
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same trees")
@click.option(
    "--players", type=click.IntRange(min=2, max=20), default=2, show_default=True, help="number of players"
)
@click.option("--distinct", is_flag=True, help="all leaves have different values")
@click.option("--uneven", is_flag=True, help="2 to BRANCHING children, some branches end early")
@click.option("--names", is_flag=True, help="call the inner nodes A, B, C …")
@click.option("--chance", is_flag=True, help="nature moves on every second level: MAX, chance, MIN, chance …")
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="maximum number of nodes"
)
@click.option("--values", is_flag=True, help="show the minimax (or max^n) value of every node")
@format_options(list(TREE_FORMATS), "notation")
@language_option
def random_command(
    branching: int,
    depth: int,
    seed: int,
    players: int,
    distinct: bool,
    uneven: bool,
    names: bool,
    chance: bool,
    limit: int,
    values: bool,
    form: str,
    lang: str,
) -> None:
    """Make a tree with random leaves; the same seed gives the same tree."""
    tree = random_tree(
        branching,
        depth,
        seed,
        players=players,
        distinct=distinct,
        uneven=uneven,
        names=names,
        chance=chance,
        limit=limit,
    )
    click.echo(TREE_FORMATS[form](tree, _role(tree, lang), values, frozenset()))


@command.command("cost")
@click.option(
    "--branching",
    type=click.IntRange(min=1, max=100),
    default=5,
    show_default=True,
    help="children of a node",
)
@click.option("--depth", type=Depth, default=6, show_default=True, help="plies from the root to a leaf")
@click.option(
    "--trees", type=click.IntRange(min=1, max=100_000), default=20, show_default=True, help="trees to search"
)
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same trees")
@click.option(
    "--equal",
    is_flag=True,
    help="give all leaves the same value: alpha-beta then visits exactly the minimal tree",
)
@json_option
@language_option
def cost(branching: int, depth: int, trees: int, seed: int, equal: bool, as_json: bool, lang: str) -> None:
    """Count what each algorithm visits on random trees, compared with the minimal tree and with theory."""
    from spielbaum.cli.tree_cost import cost_json, cost_text
    from spielbaum.search.cost import costs, theory

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            click.echo(
                say("tree.cost.progress", lang, done=done, all=trees) + "\r", err=True, nl=done == trees
            )

    expected = theory(branching, depth)
    rows = list(costs(branching, depth, trees, seed, equal=equal, progress=progress))
    if as_json:
        click.echo(json_text(cost_json(rows, expected, branching, depth, trees, seed, equal)))
    else:
        click.echo(cost_text(rows, expected, branching, depth, trees, lang))
