"""Results in words and tables, German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spielbaum.lab.measurements import SweepSummary
from spielbaum.lab.ratings import ratings
from spielbaum.lab.scoreboard import Scoreboard
from spielbaum.lab.statistics import Interval, Tally
from spielbaum.language import say


def fixed(value: float, digits: int, language: str, *, sign: bool = False) -> str:
    """A number with so many decimals, in the language's own writing."""
    rounded = round(value, digits) + 0.0  # no −0
    text = f"{rounded:+.{digits}f}" if sign and rounded else f"{rounded:.{digits}f}"
    text = text.replace("-", "−")
    return text.replace(".", ",") if language == "de" else text


def table(rows: Sequence[Sequence[str]], *, names: int = 0) -> list[str]:
    """Columns side by side; that of the names to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == names else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def duration(seconds: float, language: str) -> str:
    """`40 s`, `3 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{fixed(seconds / 3600, 1, language)} h"


def elo_words(elo: Interval, language: str) -> str:
    """`+12.3 ± 45.6`; after nothing but wins or losses what is sure, `> +120.4`; `–` before the first."""
    if elo.value is not None and elo.error is not None:
        return f"{fixed(elo.value, 1, language, sign=True)} ± {fixed(elo.error, 1, language)}"
    if elo.low is not None:
        return f"> {fixed(elo.low, 1, language, sign=True)}"
    if elo.high is not None:
        return f"< {fixed(elo.high, 1, language, sign=True)}"
    return "–"


def match_line(board: Scoreboard, language: str, left: float | None = None) -> str:
    """The state of a match in one line, in the form that is customary for matches of programs."""
    tally, plan = board.tallies[0, 1], board.plan
    llr = ""
    if plan.sprt is not None:
        fields = {
            "llr": fixed(plan.sprt.llr(board.judged), 2, language, sign=True),
            "low": fixed(plan.sprt.lower, 2, language),
            "high": fixed(plan.sprt.upper, 2, language),
        }
        llr = " · " + say("lab.match.llr", language, **fields)
    return say(
        "lab.match.line",
        language,
        score=f"{tally.wins}–{tally.losses}–{tally.draws}",
        rate="–" if tally.score is None else fixed(tally.score, 3, language),
        games=board.played,
        planned=plan.total,
        left=_left(left, language),
        elo=elo_words(tally.elo, language),
        llr=llr,  # so early that a terminal of 80 columns has room for it
        superiority=fixed(100 * tally.superiority, 1, language),
        draws=fixed(100 * (tally.draw_ratio or 0), 1, language),
        pairs="-".join(map(str, tally.pairs)),
    )


def tournament_line(board: Scoreboard, language: str, left: float | None = None) -> str:
    fields = {"games": board.played, "planned": board.plan.total, "left": _left(left, language)}
    return say("lab.tournament.line", language, **fields)


def live_line(board: Scoreboard, language: str, left: float | None = None) -> str:
    """`left` are the seconds that the run will still take, where they are known."""
    line = match_line if board.plan.kind == "match" else tournament_line
    return line(board, language, left)


def _left(seconds: float | None, language: str) -> str:
    return "" if seconds is None else say("lab.left", language, left=duration(seconds, language))


def summary_text(board: Scoreboard, language: str) -> str:
    """What came of a run, to read."""
    plan = board.plan
    if plan.kind == "match":
        lines = [say("lab.match.players", language, first=plan.players[0], second=plan.players[1])]
        lines.append(match_line(board, language))
    else:
        lines = [*cross_table(board, language), tournament_line(board, language)]
    return "\n".join([*lines, *remarks(board, language)])


def remarks(board: Scoreboard, language: str) -> list[str]:
    """What numbers do not tell: the verdict of the test, endings out of the ordinary, openings come again."""
    plan = board.plan
    lines = []
    if plan.sprt is not None:
        verdict = board.verdict or "open"
        fields = {"elo0": f"{plan.sprt.elo0:g}", "elo1": f"{plan.sprt.elo1:g}"}
        lines.append(say(f"lab.sprt.{verdict}", language, **fields))
    broken = {why: count for why, count in board.reasons.items() if why != "normal"}
    if broken:
        lines.append(endings_words(broken, language))
    if board.unscored:
        number, why = min(board.unscored.items())
        lines.append(say("lab.unscored", language, count=len(board.unscored), game=number, why=why))
    most = max(
        tally.games for tally in board.tallies.values()
    )  # a test may have stopped before the plan's end
    return lines + openings_words(len(plan.openings), most, language)


def openings_words(count: int, games: int, language: str) -> list[str]:
    """A word where two sides have played more games than one pair for each opening."""
    return [say("lab.openings.again", language, count=count)] if 2 * count < games else []


def ladder_openings_words(summary: SweepSummary, language: str) -> list[str]:
    """The same for the steps of a ladder."""
    games = max((step.games for strength in summary.strength for step in strength.steps), default=0)
    return openings_words(summary.settings.openings.count, games, language)


def endings_words(broken: Mapping[str, int], language: str) -> str:
    """How games ended that did not end by the rules."""
    names = {why: say(f"lab.ending.{why.replace(' ', '_')}", language) for why in broken}
    endings = ", ".join(f"{names[why]} {count}" for why, count in broken.items())
    return say("lab.endings", language, endings=endings)


def cross_table(board: Scoreboard, language: str) -> list[str]:
    """Players by rating: rating, points, and the points against each of the others."""
    plan = board.plan
    rated, order, against = standing(board)
    head = ["", say("lab.table.player", language), "Elo", say("lab.table.points", language)]
    rows = [[*head, *(str(place) for place in range(1, len(order) + 1))]]
    for place, player in enumerate(order, start=1):
        own = [tally for (one, _), tally in against.items() if one == player]
        points = f"{half_points(sum(t.points for t in own))}/{sum(t.games for t in own)}"
        cells = points_against(player, order, against)
        rows.append([str(place), plan.players[player], elo_words(rated[player], language), points, *cells])
    return table(rows, names=1)


def standing(board: Scoreboard) -> tuple[list[Interval], list[int], dict[tuple[int, int], Tally]]:
    """The rating of each player, the players from the strongest on, and the results of each against each."""
    players = len(board.plan.players)
    rated = ratings(players, board.tallies)
    order = sorted(range(players), key=lambda player: -(rated[player].value or 0))
    against: dict[tuple[int, int], Tally] = {}
    for (first, second), tally in board.tallies.items():
        against[first, second], against[second, first] = tally, -tally
    return rated, order, against


def points_against(player: int, order: list[int], against: dict[tuple[int, int], Tally]) -> list[str]:
    """A row of the cross table: the player's points against each of the others."""

    def cell(other: int) -> str:
        if other == player:
            return "·"
        return half_points(against[player, other].points) if (player, other) in against else ""

    return [cell(other) for other in order]


def half_points(points: float) -> str:
    """½, 1, 1½ … as players write them."""
    whole, half = divmod(round(2 * points), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"
