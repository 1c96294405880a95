"""What a match tells: who is stronger, and how sure is that? Of several players: who has which share?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.experiments import formats
from spielbaum.experiments.findings import (
    Axis,
    Column,
    Figure,
    Findings,
    Level,
    Measure,
    Point,
    Series,
    Table,
    bare,
    row_figure,
    thinned,
)
from spielbaum.experiments.formats import Show, Wld
from spielbaum.experiments.match.shares import ShareBoard
from spielbaum.experiments.match.summary import Scoreboard
from spielbaum.experiments.sentences import duel_words, endings_words, game_words, openings_again
from spielbaum.experiments.statistics import Interval, Sprt, Tally
from spielbaum.language import fixed, say


def findings(board: Scoreboard, language: str) -> Findings:
    if isinstance(board, ShareBoard):
        return _several(board, language)
    settings = board.settings
    first, second = (formats.name(player, language) for player in settings.players)
    names = {"first": first, "second": second, "game": game_words(settings.game, language)}
    tally = board.tallies[0, 1]
    ahead = 0 if tally.points * 2 >= tally.games else 1
    answers = [duel_words(tally, first, second, language)]
    if board.test is not None:
        fields = {"elo0": f"{board.test.elo0:g}", "elo1": f"{board.test.elo1:g}"}
        answers.append(say(f"run.sprt.{board.verdict or 'open'}", language, **fields))
    return Findings(
        title=say("report.match.title", language, **names),
        question=say("report.match.question", language, **names),
        answers=tuple(answers),
        remarks=(*remarks(board, language), *_dice(board, language)),
        facts=_facts(board, language),
        measures=(Measure(settings.players, "elo", tally.elo),),
        figures=_figures(board, first, language),
        tables=(_table(board, language),),
        statistics=say("report.method.statistics", language),
        duels=((settings.players[ahead], settings.players[1 - ahead]),),
        opponent=settings.players[ahead],
    )


def status(board: Scoreboard, language: str) -> str:
    """The state of a match in one line, in the form that is customary for matches of programs."""
    if isinstance(board, ShareBoard):
        shares = " – ".join(formats.percent(bare(share.value), language) for share in board.shares)
        return say("run.multiplayer.line", language, shares=shares)
    tally = board.tallies[0, 1]
    llr = ""
    if board.test is not None:
        fields = {
            "llr": fixed(board.test.llr(board.judged), 2, language, sign=True),
            "low": fixed(board.test.lower, 2, language),
            "high": fixed(board.test.upper, 2, language),
        }
        llr = " · " + say("run.match.llr", language, **fields)
    return say(
        "run.match.line",
        language,
        score=formats.wld(_wld(tally), language),
        rate=formats.digits(3)(tally.score, language),
        elo=formats.elo(tally.elo, language),
        llr=llr,  # so early that a terminal of 80 columns has room for it
        superiority=formats.percent(tally.superiority, language),
        draws=formats.percent(tally.draw_ratio, language),
        pairs=formats.listed(tally.pairs, language),
    )


def remarks(board: Scoreboard, language: str) -> tuple[str, ...]:
    """Endings out of the ordinary, and openings that came again."""
    settings = board.settings
    again = openings_again(settings.opening_count, board.games_each, language, len(settings.seatings))
    return (*endings_words(board.endings, language), *again)


def _dice(board: Scoreboard, language: str) -> list[str]:
    """What the same dice for both games of a pair are good for, where there are dice."""
    tally = board.tallies[0, 1]
    if not board.thrown or tally.narrowing is None:
        return []
    key = "run.dice.narrower" if tally.narrowing >= 0 else "run.dice.wider"
    share = formats.percent(abs(tally.narrowing), language)
    return [say(key, language, share=share, pairs=sum(tally.pairs))]


def _wld(tally: Tally) -> Wld:
    return Wld(tally.wins, tally.losses, tally.draws)


def _score(tally: Tally) -> Interval:
    return Interval(tally.units.mean, *tally.units.interval()) if tally.games else bare(None)


def _facts(board: Scoreboard, language: str) -> tuple[tuple[str, str], ...]:
    tally = board.tallies[0, 1]
    if not tally.games:
        return ()
    found = {
        "wld": formats.wld(_wld(tally), language),
        "score": formats.percent(tally.score, language),
        "elo": formats.elo(tally.elo, language),
        "los": formats.percent(tally.superiority, language),
    }
    facts = [(say(f"experiments.result.{key}", language), text) for key, text in found.items()]
    if board.test is not None:
        low, high = fixed(board.test.lower, 2, language), fixed(board.test.upper, 2, language)
        ratio = fixed(board.test.llr(board.judged), 2, language, sign=True)
        facts.append((say("experiments.result.llr", language, low=low, high=high), ratio))
    return tuple(facts)


def _table(board: Scoreboard, language: str) -> Table:
    tally = board.tallies[0, 1]
    cells: dict[str, tuple[Any, Show]] = {
        "first": (board.settings.players[0], formats.name),
        "second": (board.settings.players[1], formats.name),
        "": (_wld(tally), formats.wld),
        "score": (_score(tally), formats.percent),
        "elo": (tally.elo, formats.elo),
        "superiority": (tally.superiority, formats.percent),
        "draw_ratio": (tally.draw_ratio, formats.percent),
        "pairs": (tally.pairs, formats.listed),
    }
    columns = tuple(
        Column(key, say(f"report.match.{key or 'wins'}", language), show) for key, (_, show) in cells.items()
    )
    row = tuple(value for value, _ in cells.values())
    return Table("results", say("report.match.table", language), columns, (row,))


def _figures(board: Scoreboard, first: str, language: str) -> tuple[Figure, ...]:
    """How score and Elo went from pair to pair, and the test where there is one."""
    running = board.running()
    if not running:
        return ()
    tallies = thinned(running)
    score = Axis(say("plot.score.axis", language), percent=True, zero=0.5, elo=True)
    figures = [
        _course("score", first, tallies, _score, formats.percent, score, language),
        _course("elo", first, tallies, lambda t: t.elo, formats.elo, Axis("Elo", zero=0), language),
    ]
    if board.test is not None:
        figures.insert(1, _test(running, board.test, language))
    return tuple(figures)


def _course(
    key: str,
    name: str,
    tallies: Sequence[Tally],
    measure: Callable[[Tally], Interval],
    show: Show,
    axis: Axis,
    language: str,
) -> Figure:
    points = tuple(Point(t.games, measure(t), formats.wld(_wld(t), language)) for t in tallies)
    return Figure(
        key,
        say(f"plot.{key}.course", language),
        say(f"experiments.figure.{key}.about", language, player=name),
        "lines",
        Axis(say("plot.games", language)),
        axis,
        (Series(name, points),),
        show,
        note=say("experiments.column.wld", language),
    )


def _test(running: Sequence[Tally], test: Sprt, language: str) -> Figure:
    """The log-likelihood ratio between its bounds."""
    ratios = [(number, test.llr(tally)) for number, tally in enumerate(running, start=1)]
    return Figure(
        "llr",
        say("plot.llr.title", language),
        say("experiments.figure.llr.about", language),
        "lines",
        Axis(say("plot.pairs", language)),
        Axis(say("plot.llr.axis", language), zero=0),
        (Series("LLR", tuple(Point(x, bare(y)) for x, y in thinned([(0, 0.0), *ratios]))),),
        formats.digits(2, sign=True),
        (
            Level(f"H1: {fixed(test.elo1, 0, language, sign=True)} Elo", test.upper),
            Level(f"H0: {fixed(test.elo0, 0, language, sign=True)} Elo", test.lower),
        ),
    )


# --- several players ----------------------------------------------------------------------------------------


def _several(board: ShareBoard, language: str) -> Findings:
    settings, order = board.settings, board.order
    names = [formats.name(player, language) for player in settings.players]
    named = {"game": game_words(settings.game, language), "players": len(names)}
    shares = [(names[player], board.share(player)) for player in order]
    best, following = (settings.players[player] for player in order[:2])
    axis = Axis(say("plot.shares.axis", language), percent=True, zero=1 / len(names))
    figure = row_figure(
        "shares",
        say("plot.shares.title", language),
        say("experiments.figure.shares.about", language),
        axis,
        say("run.table.player", language),
        shares,
        formats.percent,
    )
    return Findings(
        title=say("report.multiplayer.title", language, **named),
        question=say("report.multiplayer.question", language, **named),
        answers=_share_words(board, names, language),
        remarks=(*_share_remarks(board, language), *remarks(board, language)),
        measures=tuple(
            Measure((settings.players[player],), "share", board.share(player)) for player in order
        ),
        figures=(figure,) if board.scored else (),
        tables=(_share_table(board, language),),
        statistics=say("report.method.statistics.shares", language),
        duels=((best, following),),
        opponent=best,
    )


def _share_words(board: ShareBoard, names: list[str], language: str) -> tuple[str, ...]:
    """Who has more than an equal share, as far as the intervals tell."""
    if not board.scored:
        return ()
    equal = 1 / len(names)
    best = board.order[0]
    share = board.share(best)
    fields = {
        "player": names[best],
        "share": formats.percent(share, language),
        "games": len(board.scored),
        "equal": formats.percent(equal, language),
    }
    above = share.low is not None and share.low > equal
    return (say("report.multiplayer.above" if above else "report.multiplayer.open", language, **fields),)


def _share_table(board: ShareBoard, language: str) -> Table:
    """Players by share: their number in the match, share with interval, games won alone, mean pay-off."""
    shows: dict[str, Show | None] = {
        "player": formats.name,
        "share": formats.percent,
        "wins": formats.text,
        "points": None,
        "games": None,
        "payoff": formats.digits(2),
    }
    columns = (
        Column("number"),
        *(Column(key, say(f"run.table.{key}", language), show) for key, show in shows.items()),
    )
    rows = tuple(
        (
            player + 1,
            board.settings.players[player],
            board.share(player),
            board.wins(player),
            round(sum(points[player] for points in board.scored), 4),
            len(board.scored),
            board.payoff(player),
        )
        for player in board.order
    )
    return Table("results", say("report.multiplayer.table", language), columns, rows)


def _share_remarks(board: ShareBoard, language: str) -> list[str]:
    """What the shares mean, what each seat is worth, and what allies have together."""
    settings = board.settings
    players = len(settings.players)
    lines = [
        say(f"run.multiplayer.{settings.seating}", language, games=len(settings.seatings)),
        say("run.multiplayer.equal", language, equal=formats.percent(1 / players, language)),
    ]
    lines += [
        say(
            "run.multiplayer.alliance",
            language,
            first=first + 1,
            second=second + 1,
            share=formats.percent(board.share(first, second), language),
            equal=formats.percent(2 / players, language),
        )
        for first, second in board.alliances
    ]
    if all(share is not None for share in board.seats):
        seats = [
            f"{seat}: {formats.percent(share, language)}" for seat, share in enumerate(board.seats, start=1)
        ]
        lines.append(say("run.multiplayer.seats", language, seats=", ".join(seats)))
    return lines
