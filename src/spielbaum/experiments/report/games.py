"""The stories of matches and tournaments."""

from __future__ import annotations

from spielbaum.experiments.folder import read_games
from spielbaum.experiments.plots import plots_of
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.report.method import Setting, opening_words, player_list
from spielbaum.experiments.report.replay import Replay, longest, replay_of
from spielbaum.experiments.report.story import Facts, Story, Table
from spielbaum.experiments.scoreboard import Scoreboard, read_run
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.statistics import Tally
from spielbaum.experiments.words import (
    elo_words,
    fixed,
    half_points,
    percent_words,
    remarks,
    share_head,
    share_row,
    standing,
)
from spielbaum.language import say
from spielbaum.play import Record


def match_story(setting: Setting) -> Story:
    """A match: who is stronger, and how sure is that?"""
    board, language = read_run(setting.folder), setting.language
    first, second = (name_words(player, language) for player in board.plan.players)
    tally = board.tallies[0, 1]
    ahead = 0 if tally.points * 2 >= tally.games else 1
    names = {"first": first, "second": second}
    told = remarks(board, language)
    verdicts = int(board.plan.sprt is not None)  # the verdict is told first
    return setting.story(
        title=say("report.match.title", language, game=setting.game_title, **names),
        question=say("report.match.question", language, game=setting.game_title, **names),
        findings=(duel_words(tally, first, second, language), *told[:verdicts]),
        remarks=(*_unfinished(board, language), *told[verdicts:]),
        method=_method(setting, board),
        plots=plots_of(setting.folder, language),
        tables=(_match_table(board, language),),
        replay=_chosen(setting, board, ahead, 1 - ahead),
        strongest=board.plan.players[ahead],
    )


def tournament_story(setting: Setting) -> Story:
    """A tournament: who is how strong?"""
    board, language = read_run(setting.folder), setting.language
    rated, order, against = standing(board)
    names = [name_words(player, language) for player in board.plan.players]
    best, next_ = order[0], order[1]
    findings = [
        say("report.tournament.best", language, player=names[best], elo=elo_words(rated[best], language))
    ]
    duel = against.get((best, next_))
    if duel is not None:
        findings.append(
            say(
                "report.tournament.duel",
                language,
                duel=duel_words(duel, names[best], names[next_], language),
                second=names[next_],
            )
        )
    if not board.played:
        findings = [say("report.nothing", language)]
    return setting.story(
        title=say("report.tournament.title", language, game=setting.game_title, players=len(names)),
        question=say("report.tournament.question", language, game=setting.game_title, players=len(names)),
        findings=tuple(findings),
        remarks=(*_unfinished(board, language), *remarks(board, language)),
        method=_method(setting, board),
        plots=plots_of(setting.folder, language),
        tables=(_cross_table(board, language),),
        replay=_chosen(setting, board, best, next_),
        strongest=board.plan.players[best],
    )


def multiplayer_story(setting: Setting) -> Story:
    """A match of three or more: who has which share of the points?"""
    board, language = read_run(setting.folder), setting.language
    assert isinstance(board, ShareBoard)
    names = [name_words(player, language) for player in board.plan.players]
    order = board.order
    best, next_ = order[0], order[1]
    _, *heads = share_head(language)
    rows = tuple(
        (f"{number}. {name}", *cells)
        for number, name, *cells in (share_row(board, player, names[player], language) for player in order)
    )
    return setting.story(
        title=say("report.multiplayer.title", language, game=setting.game_title, players=len(names)),
        question=say("report.multiplayer.question", language, game=setting.game_title, players=len(names)),
        findings=(_share_words(board, names, language),),
        remarks=(*_unfinished(board, language), *remarks(board, language)),
        method=_method(setting, board),
        plots=plots_of(setting.folder, language),
        tables=(Table(say("report.multiplayer.table", language), (*heads,), rows),),
        replay=_chosen(setting, board, best, next_),
        strongest=board.plan.players[best],
    )


def _share_words(board: ShareBoard, names: list[str], language: str) -> str:
    """Who has more than an equal share, as far as the intervals tell."""
    if not board.scored:
        return say("report.nothing", language)
    equal = 1 / len(names)
    best = board.order[0]
    share = board.share(best)
    fields = {
        "player": names[best],
        "share": percent_words(share, language),
        "games": len(board.scored),
        "equal": fixed(100 * equal, 1, language),
    }
    above = share.low is not None and share.low > equal
    return say("report.multiplayer.above" if above else "report.multiplayer.open", language, **fields)


def duel_words(tally: Tally, first: str, second: str, language: str) -> str:
    """What the games between two say about who is stronger, and no more than they say."""
    if not tally.games:
        return say("report.nothing", language)
    if tally.points * 2 < tally.games:
        return duel_words(-tally, second, first, language)
    elo = tally.elo
    fields = {
        "first": first,
        "second": second,
        "games": tally.games,
        "elo": elo_words(elo, language),
        "score": fixed(100 * tally.points / tally.games, 1, language),
        "low": "" if elo.low is None else fixed(elo.low, 0, language, sign=True),
        "high": "" if elo.high is None else fixed(elo.high, 0, language, sign=True),
    }
    if elo.low is None or elo.low <= 0:
        return say("report.duel.open" if elo.value is not None else "report.duel.few", language, **fields)
    return say("report.duel.all" if elo.value is None else "report.duel.stronger", language, **fields)


def _unfinished(board: Scoreboard, language: str) -> list[str]:
    if board.complete:
        return []
    return [say("report.unfinished", language, done=board.played, planned=board.plan.total)]


def _method(setting: Setting, board: Scoreboard) -> Facts:
    plan, language = board.plan, setting.language
    facts = [
        ("game", setting.game_words),
        ("players", player_list(plan.players, language)),
        ("games", _games_words(board, language)),
        ("openings", opening_words(plan.opening_text, len(plan.openings), language)),
        ("clock", plan.time),
        ("seed", str(plan.seed)),
    ]
    if plan.kind == "tournament":
        facts.insert(3, ("form", say(f"report.form.{plan.form}", language)))
    if plan.sprt is not None:
        fields = {"elo0": f"{plan.sprt.elo0:g}", "elo1": f"{plan.sprt.elo1:g}"}
        facts.append(("test", say("report.method.sprt", language, **fields)))
    shares = ".shares" if plan.kind == "multiplayer" else ""
    facts.append(("statistics", say(f"report.method.statistics{shares}", language)))
    return setting.named(facts)


def _games_words(board: Scoreboard, language: str) -> str:
    plan = board.plan
    key = f"report.method.games.{plan.seating}" if plan.kind == "multiplayer" else "report.method.games"
    fields = {"played": board.played, "planned": plan.total, "seatings": len(plan.seatings)}
    return say(key, language, **fields)


def _match_table(board: Scoreboard, language: str) -> Table:
    tally = board.tallies[0, 1]
    low, high = tally.units.interval() if tally.games else (0.0, 1.0)
    rows = [
        ("games", str(tally.games)),
        ("wins", f"{tally.wins} – {tally.losses} – {tally.draws}"),
        (
            "score",
            f"{_percent(tally.score, language)} ({_percent(low, language)} … {_percent(high, language)})",
        ),
        ("elo", elo_words(tally.elo, language)),
        ("superiority", _percent(tally.superiority, language)),
        ("draws", _percent(tally.draw_ratio, language)),
        ("pairs", " – ".join(map(str, tally.pairs))),
    ]
    head = (say("report.table.measure", language), say("report.table.value", language))
    cells = tuple((say(f"report.match.{name}", language), value) for name, value in rows)
    return Table(say("report.match.table", language), head, cells)


def _cross_table(board: Scoreboard, language: str) -> Table:
    rated, order, against = standing(board)
    head = (say("run.table.player", language), "Elo", say("run.table.points", language))
    rows = []
    for place, player in enumerate(order, start=1):
        own = [tally for (one, _), tally in against.items() if one == player]
        cells = [
            "·" if other == player else half_points(against[player, other].points)
            if (player, other) in against else ""
            for other in order
        ]  # fmt: skip
        points = f"{half_points(sum(t.points for t in own))} / {sum(t.games for t in own)}"
        name = f"{place}. {name_words(board.plan.players[player], language)}"
        rows.append((name, elo_words(rated[player], language), points, *cells))
    numbers = tuple(str(place) for place in range(1, len(order) + 1))
    return Table(say("report.tournament.table", language), head + numbers, tuple(rows))


def _chosen(setting: Setting, board: Scoreboard, winner: int, loser: int) -> Replay | None:
    """The longest win of the stronger side against the other; without one, the longest of their games."""
    plan, language = board.plan, setting.language
    wins: list[Record] = []
    others: list[Record] = []
    for number, finished in sorted(read_games(setting.folder).items()):
        pairing = plan.pairing(number)
        if finished.record is None or not {winner, loser} <= set(pairing):
            continue
        outcome = finished.record.outcome
        won = outcome is not None and outcome.winners == (pairing.index(winner),)
        (wins if won else others).append(finished.record)
    names = {
        "winner": name_words(plan.players[winner], language),
        "loser": name_words(plan.players[loser], language),
    }
    for records, key in ((wins, "report.game.win"), (others, "report.game.any")):
        record = longest(records)
        if record is not None:
            return replay_of(record, say(key, language, **names), language)
    return None


def _percent(value: float | None, language: str) -> str:
    return "–" if value is None else f"{fixed(100 * value, 1, language)} %"
