"""A talk of ten minutes about one's own program: slides with notes, made from the game itself.

The game, the algorithm in pseudocode, a tree that was searched, the evaluation function, how many nodes that
takes, what a run measured where there is one, a demonstration. Nothing on a slide is made up: figures and
numbers come from searches that are made while the talk is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from textwrap import dedent
from typing import Any

from spielbaum.board import board_text
from spielbaum.draw import Options, board_svg, position_board, scene_of
from spielbaum.draw.scene import Scene
from spielbaum.draw.svg import tree_svg
from spielbaum.draw.svg_text import element
from spielbaum.draw.wording import payoff_text
from spielbaum.errors import BadInput
from spielbaum.experiments.report.page import definitions, live, paragraph, table
from spielbaum.experiments.report.report import (
    SERVER,
    Demonstration,
    Report,
    Section,
    play_query,
    report_of,
    serve_command,
    server_address,
)
from spielbaum.experiments.report.slides import Slide, deck_html, measured_slides
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.language import grouped, in_language, percent, say
from spielbaum.play.describe import game_title, number, parts_of, player_name, value_words
from spielbaum.search import OutOfTime, Watch, alphabeta, maxn, minimax, record
from spielbaum.search.algorithms import ALGORITHMS
from spielbaum.search.pseudocode import pseudocode
from spielbaum.trace import Cutoff, Trace

#: Minutes of the whole talk.
MINUTES = 10.0
#: Nodes that can be read on a slide, and the deepest tree that is tried.
MOST_NODES, DEEPEST = 26, 6
#: Moves after which the search for a position with a telling tree is given up.
MOST_PLIES = 60
#: Nodes that a search may visit for a row of the table.
BUDGET = 20_000
#: Lines of the evaluation function that fit on a slide.
MOST_LINES = 22


@dataclass(frozen=True)
class _Subject:
    """What the talk is about."""

    spec: str
    game: Game[Any, Any]
    position: Position[Any, Any]
    language: str
    author: str
    server: str

    @property
    def title(self) -> str:
        return game_title(self.game, self.language)

    @property
    def two(self) -> bool:
        return self.game.two_player_zero_sum

    @property
    def algorithm(self) -> str:
        return "alphabeta" if self.two else "maxn"

    def say(self, key: str, **fields: Any) -> str:
        return say(f"talk.{key}", self.language, **fields)


def talk_html(
    spec: str,
    language: str = "en",
    *,
    author: str = "",
    position: str = "",
    run: Path | None = None,
    server: str = SERVER,
) -> str:
    """The talk about the game of that text, as one HTML file; `position` is where it is demonstrated."""
    game = load_game(spec)
    begin = Position.of(game, position)
    if begin.over:
        raise BadInput("error.talk.over", position=position)
    where = server_address(server)
    subject = _Subject(spec, game, begin, language, author or _author(game), where)
    if not position:
        subject = _telling(subject)
    measured = None if run is None else report_of(run, language, server)
    slides = [
        _title(subject),
        _rules(subject),
        _algorithm(subject),
        _tree(subject),
        _evaluation(subject),
        _cost(subject),
        *([] if measured is None else _measured(subject, measured)),
        _live(subject),
        _end(subject, measured),
    ]
    return deck_html(language, subject.say("title", game=subject.title), _timed(slides))


def _timed(slides: Sequence[Slide]) -> list[Slide]:
    """The minutes of the slides, so stretched that the talk has its length."""
    factor = MINUTES / sum(slide.minutes for slide in slides)
    return [replace(slide, minutes=slide.minutes * factor) for slide in slides]


def _author(game: Game[Any, Any]) -> str:
    """Who the file of the rules says has written it."""
    return str(getattr(inspect.unwrap(game.moves), "__globals__", {}).get("__author__", ""))


# --- slides -------------------------------------------------------------------------------------------------


def _title(subject: _Subject) -> Slide:
    author = paragraph(subject.author, "author") if subject.author else ""
    kicker = paragraph(subject.say("kicker"), "kicker")
    return Slide(
        subject.say("title", game=subject.title), author + kicker, "title", subject.say("note.title"), 0.5
    )


def _rules(subject: _Subject) -> Slide:
    game, language = subject.game, subject.language
    players = ", ".join(player_name(game, player, language) for player in range(game.facts.players))
    facts = (
        (subject.say("fact.players"), players),
        (subject.say("fact.moves"), str(len(game.legal(game.start)))),
        (subject.say("fact.kind"), subject.say("kind.two" if subject.two else "kind.more")),
    )
    rules = (
        paragraph(in_language(game.presentation.rules, language))
        if game.presentation.rules
        else paragraph(subject.say("no_rules"), "kicker")
    )
    text = element("div", rules + definitions(facts))
    start = Position(game, game.start)
    content = element("div", element("div", _board(start)) + text, class_="beside")
    return Slide(subject.say("rules"), content, "", subject.say("note.rules"), 1.5)


def _algorithm(subject: _Subject) -> Slide:
    lines = "\n".join(line.text for line in pseudocode(subject.algorithm, subject.language))
    name = ALGORITHMS[subject.algorithm].title_in(subject.language)
    content = paragraph(subject.say(f"algorithm.{subject.algorithm}")) + element(
        "pre", escape(lines), class_="code"
    )
    title = subject.say("algorithm", algorithm=name)
    return Slide(title, content, "", subject.say(f"note.algorithm.{subject.algorithm}"), 2.0)


def _tree(subject: _Subject) -> Slide:
    trace, story, depth = _searched(subject)
    picture = tree_svg(story, scope="talk-tree")
    seen = sum(1 for found in trace.results.values() if found.number is not None)
    caption = subject.say("tree.caption", depth=depth, nodes=seen, position=_where(subject))
    content = element("div", picture, class_="picture") + paragraph(caption, "kicker")
    return Slide(subject.say("tree"), content, "figure", subject.say("note.tree"), 1.5)


def _evaluation(subject: _Subject) -> Slide:
    game, language = subject.game, subject.language
    if game.evaluate is None:
        content = paragraph(subject.say("evaluation.none"), "large")
        return Slide(subject.say("evaluation"), content, "centre", subject.say("note.evaluation.none"), 1.0)
    state = subject.position.state
    estimate = game.estimate(state)
    value = payoff_text(estimate, language)
    key = "evaluation.values" if isinstance(estimate, tuple) else "evaluation.value"
    told = paragraph(subject.say(key, value=value, position=_where(subject)))
    parts = tuple((part.name, number(part.value, language)) for part in parts_of(game, state, language))
    side = element("div", told + (definitions(parts) if parts else ""))
    source = _source(game.evaluate)
    if source:
        code = element("pre", escape(source), class_="code")
        content = element("div", element("div", code) + side, class_="beside")
    else:
        content = side
    return Slide(subject.say("evaluation"), content, "", subject.say("note.evaluation"), 1.5)


def _cost(subject: _Subject) -> Slide:
    rows = tuple(
        (str(depth), *(grouped(nodes, subject.language) for nodes in pair), _saved(pair, subject.language))
        for depth, pair in _counts(subject)
    )
    plain, pruned = ("minimax", "alphabeta") if subject.two else ("maxn_plain", "maxn_pruned")
    head = tuple(subject.say(f"cost.{key}") for key in ("depth", plain, pruned, "saved"))
    data = Section(subject.say("cost", position=_where(subject)), head, rows)
    content = table(data) + paragraph(
        subject.say("cost.text", nodes=grouped(BUDGET, subject.language)), "kicker"
    )
    return Slide(
        subject.say("cost.title"), content, "numbers", subject.say(f"note.cost.{subject.algorithm}"), 1.0
    )


def _measured(subject: _Subject, report: Report) -> list[Slide]:
    """At most two slides of the run, for ten minutes are short."""
    finding = paragraph(report.findings.answers[0])
    return [
        replace(slide, content=slide.content + finding, note=subject.say("note.measured"), minutes=0.75)
        for slide in measured_slides(report)[:2]
    ]


def _live(subject: _Subject) -> Slide:
    serve, name = serve_command(subject.spec, subject.server)
    opponent = "engine:seconds=1" if subject.two else "maxn:depth=3"
    players = [opponent] * subject.game.facts.players
    players[subject.position.player] = "human"
    position = subject.position
    query = play_query(name, position.history_texts, players, subject.language, position.root_notation)
    shown = live(Demonstration(serve, subject.server, query), subject.say("live.text"), subject.language)
    board = element("div", _board(subject.position))
    content = element("div", board + element("div", shown), class_="beside")
    return Slide(say("report.live", subject.language), content, "live", subject.say("note.live"), 1.5)


def _end(subject: _Subject, report: Report | None) -> Slide:
    name = ALGORITHMS[subject.algorithm].title_in(subject.language)
    lines = [subject.say("end.algorithm", game=subject.title, algorithm=name)]
    _, result = record(subject.algorithm, subject.game, subject.position.state, depth=_searched(subject)[2])
    assert result is not None
    worth = value_words(subject.game, result, subject.language, subject.position.state)
    move = subject.game.move_name(subject.position.state, result.move)
    lines.append(
        subject.say("end.move", position=_where(subject), move=move, value=worth, depth=result.depth)
    )
    lines += report.findings.answers[:1] if report is not None else []
    content = "".join(paragraph(line, "large" if not index else None) for index, line in enumerate(lines))
    content += paragraph(subject.say("end.questions"), "finding")
    return Slide(say("slides.end", subject.language), content, "centre", subject.say("note.end"), 0.5)


# --- what is on them ----------------------------------------------------------------------------------------


def _where(subject: _Subject) -> str:
    """The position in words."""
    moves = " ".join(subject.position.history_texts)
    return subject.say("after", moves=moves) if moves else subject.say("start")


def _board(position: Position[Any, Any]) -> str:
    board = position_board(position)
    if board is None:
        return element("pre", escape(position.game.board_text(position.state)), class_="code")
    text = element("pre", escape(board_text(board)), class_="hidden")
    return element("div", board_svg(board), class_="picture") + text


def _telling(subject: _Subject) -> _Subject:
    """The first position of a game in which a tree that can be read is two plies deep and has a cut.

    Both sides play what a search of one ply finds best. Where no such position comes, it stays the first.
    """
    at = subject
    for _ in range(MOST_PLIES):
        trace, _, depth = _searched(at)
        if depth > 1 and (not at.two or any(isinstance(event, Cutoff) for event in trace.events)):
            return at
        _, result = record(at.algorithm, at.game, at.position.state, depth=1)
        assert result is not None
        following = at.position.after(result.move)
        if following.over:
            break
        at = replace(at, position=following)
    return subject


def _searched(subject: _Subject) -> tuple[Trace, Scene, int]:
    """The deepest search from the position whose tree can still be read."""
    options = Options(language=subject.language, theme="auto", limit=10 * MOST_NODES)
    best: tuple[Trace, Scene, int] | None = None
    for depth in range(1, DEEPEST + 1):
        trace, _ = record(subject.algorithm, subject.game, subject.position.state, depth=depth)
        story = scene_of(trace, options)
        if best is not None and len(story.nodes) > MOST_NODES:
            break
        best = trace, story, depth
    assert best is not None
    return best


def _counts(subject: _Subject) -> list[tuple[int, tuple[int, int]]]:
    """Nodes of the plain search and of the one that cuts, depth by depth, as far as the budget goes."""

    def visited(search: Callable[..., Any], depth: int, **options: Any) -> int:
        watch = Watch(most_nodes=BUDGET)
        search(subject.game, subject.position.state, depth=depth, watch=watch, **options)
        return watch.nodes

    found: list[tuple[int, tuple[int, int]]] = []
    for depth in range(1, DEEPEST + 1):
        try:
            if subject.two:
                order = "evaluator+killers"
                pair = visited(minimax, depth), visited(alphabeta, depth, order=order)
            else:
                pair = visited(maxn, depth, prune=False), visited(maxn, depth)
        except OutOfTime:
            break
        if found and found[-1][1] == pair:  # the game is over before
            break
        found.append((depth, pair))
    return found


def _saved(pair: tuple[int, int], language: str) -> str:
    plain, pruned = pair
    return percent((plain - pruned) / plain, 0, language)


def _source(function: Callable[..., Any]) -> str:
    """The lines of a function, where they are to be had."""
    try:
        lines = dedent(inspect.getsource(function)).rstrip().splitlines()
    except (OSError, TypeError):
        return ""
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "…"])
