"""Results in words and tables, German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spielbaum.experiments.measurements import SweepSummary
from spielbaum.experiments.ratings import ratings
from spielbaum.experiments.scoreboard import Scoreboard
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.statistics import Interval, Tally
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


def percent_words(share: Interval, language: str) -> str:
    """`81.2 % (76.0 … 85.5)`; without an interval the number alone, `–` where nothing is known."""
    if share.value is not None and share.low is None and share.high is None:
        return f"{fixed(100 * share.value, 1, language)} %"
    if share.value is None or share.low is None or share.high is None:
        return "–"
    value, low, high = (fixed(100 * each, 1, language) for each in (share.value, share.low, share.high))
    return f"{value} % ({low} … {high})"


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
        llr = " · " + say("run.match.llr", language, **fields)
    return say(
        "run.match.line",
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
    return say("run.tournament.line", language, **fields)


def live_line(board: Scoreboard, language: str, left: float | None = None) -> str:
    """`left` are the seconds that the run will still take, where they are known."""
    if isinstance(board, ShareBoard):
        return multiplayer_line(board, language, left)
    line = match_line if board.plan.kind == "match" else tournament_line
    return line(board, language, left)


def multiplayer_line(board: ShareBoard, language: str, left: float | None = None) -> str:
    """The shares of the players in the order in which they were named."""
    shares = " – ".join(
        "–" if share.value is None else fixed(100 * share.value, 1, language) for share in board.shares
    )
    fields = {"games": board.played, "planned": board.plan.total, "left": _left(left, language)}
    return say("run.multiplayer.line", language, shares=shares, **fields)


def _left(seconds: float | None, language: str) -> str:
    return "" if seconds is None else say("run.left", language, left=duration(seconds, language))


def summary_text(board: Scoreboard, language: str) -> str:
    """What came of a run, to read."""
    plan = board.plan
    if isinstance(board, ShareBoard):
        lines = [*share_table(board, language), multiplayer_line(board, language)]
    elif plan.kind == "match":
        lines = [say("run.match.players", language, first=plan.players[0], second=plan.players[1])]
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
        lines.append(say(f"run.sprt.{verdict}", language, **fields))
    broken = {why: count for why, count in board.reasons.items() if why != "normal"}
    if broken:
        lines.append(endings_words(broken, language))
    if board.unscored:
        number, why = min(board.unscored.items())
        lines.append(say("run.unscored", language, count=len(board.unscored), game=number, why=why))
    if isinstance(board, ShareBoard):
        lines += share_remarks(board, language)
    return lines + openings_words(len(plan.openings), board.games_each, language, len(plan.seatings))


def openings_words(count: int, games: int, language: str, seatings: int = 2) -> list[str]:
    """A word where more games were played than one in every seating for each opening."""
    return [say("run.openings.again", language, count=count)] if seatings * count < games else []


def share_table(board: ShareBoard, language: str) -> list[str]:
    """Players by share: their number in the match, share with interval, games won alone, mean pay-off."""
    rows = [share_head(language)]
    rows += [share_row(board, player, board.plan.players[player], language) for player in board.order]
    return table(rows, names=1)


def share_head(language: str) -> list[str]:
    keys = ("player", "share", "wins", "payoff")
    return ["", *(say(f"run.table.{key}", language) for key in keys)]


def share_row(board: ShareBoard, player: int, name: str, language: str) -> list[str]:
    payoff = board.payoff(player)
    return [
        str(player + 1),
        name,
        percent_words(board.share(player), language),
        str(board.wins(player)),
        "–" if payoff is None else fixed(payoff, 2, language),
    ]


def share_remarks(board: ShareBoard, language: str) -> list[str]:
    """What the shares mean, what each seat is worth, and what allies have together."""
    players, plan = len(board.plan.players), board.plan
    equal = fixed(100 / players, 1, language)
    lines = [
        say(f"run.multiplayer.{plan.seating}", language, games=len(plan.seatings)),
        say("run.multiplayer.equal", language, equal=equal),
    ]
    lines += [
        say(
            "run.multiplayer.alliance",
            language,
            first=first + 1,
            second=second + 1,
            share=percent_words(board.share(first, second), language),
            equal=fixed(200 / players, 1, language),
        )
        for first, second in board.alliances
    ]
    if all(share is not None for share in board.seats):
        seats = ", ".join(
            f"{seat}: {fixed(100 * (share or 0), 1, language)} %"
            for seat, share in enumerate(board.seats, start=1)
        )
        lines.append(say("run.multiplayer.seats", language, seats=seats))
    return lines


def ladder_openings_words(summary: SweepSummary, language: str) -> list[str]:
    """The same for the steps of a ladder."""
    games = max((step.games for strength in summary.strength for step in strength.steps), default=0)
    return openings_words(summary.settings.openings.count, games, language)


def endings_words(broken: Mapping[str, int], language: str) -> str:
    """How games ended that did not end by the rules."""
    names = {why: say(f"run.ending.{why.replace(' ', '_')}", language) for why in broken}
    endings = ", ".join(f"{names[why]} {count}" for why, count in broken.items())
    return say("run.endings", language, endings=endings)


def cross_table(board: Scoreboard, language: str) -> list[str]:
    """Players by rating: rating, points, and the points against each of the others."""
    plan = board.plan
    rated, order, against = standing(board)
    head = ["", say("run.table.player", language), "Elo", say("run.table.points", language)]
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
