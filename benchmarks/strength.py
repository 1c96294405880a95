"""Chess by results of games: against Sunfish, and against Stockfish weakened to a rating (`UCI_Elo`).

Matches of `spielbaum match` at half a second per move, in pairs with the sides swapped, two at a time; hours
on a quiet machine. They are kept in build/strength and go on where they were interrupted; another engine or
evaluation has a folder of its own.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import spielbaum
from benchmarks.options import Missing, Options, say
from benchmarks.report import Row, Target

TITLE = "Strength at chess"
FOLDER = Path("build") / "strength"
SOURCE = Path(spielbaum.__file__).parent
SECONDS = 0.5
#: Games against Sunfish, and against each of the ratings.
GAMES, GAMES_A_RATING, FEW = 100, 50, 2
RATINGS = (2100, 2300)


class Outcome(NamedTuple):
    """Elo of the engine over its opponent with its 95 % interval, and how it came about.

    Where every game was won or lost all three are the bound that this gives.
    """

    elo: float
    low: float
    high: float
    note: str


def run(options: Options) -> Iterator[Row]:
    sunfish = Path(sys.executable).parent / "sunfish-uci"
    if not sunfish.exists():
        raise Missing("Sunfish: `make bench` installs it")
    found = _match("sunfish", f"uci:{sunfish}", FEW if options.quick else GAMES, options.seed)
    yield Row("strength", "against Sunfish", "Elo", found.elo, target=Target(least=300), note=found.note)
    ratings = []
    for rating in RATINGS:
        games = FEW if options.quick else GAMES_A_RATING
        found = _match(f"stockfish-{rating}", f"uci:stockfish,elo={rating}", games, options.seed)
        if found.low < found.high:
            ratings.append((rating + found.elo, found.high - found.low))
        case = f"against Stockfish at UCI_Elo {rating}"
        yield Row("strength", case, "Elo", found.elo, note=found.note)
    if not ratings:
        return
    # Each counts by how sure it is.
    weights = [width**-2 for _, width in ratings]
    mean = sum(value * weight for (value, _), weight in zip(ratings, weights, strict=True)) / sum(weights)
    half = 0.5 * sum(weights) ** -0.5
    note = f"± {half:.0f}, from {len(ratings)} matches"
    yield Row("strength", "rating on the scale of UCI_Elo", "Elo", mean, target=Target(least=2300), note=note)


def _match(name: str, opponent: str, games: int, seed: int) -> Outcome:
    say(f"{games} games against {opponent}")
    limit = f"seconds={SECONDS:g}"
    command = [
        *(sys.executable, "-m", "spielbaum", "match", "chess", f"engine:{limit}", f"{opponent},{limit}"),
        *("--games", str(games), "--openings", "random:4", "--seed", str(seed), "--workers", "2", "--json"),
        *("--out", str(FOLDER / _sources() / f"{name}-{games}-{seed}")),
    ]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode != 0:
        raise Missing(f"a match that ends well: {opponent}")
    summary = json.loads(ended.stdout)
    low, high = (summary["elo"][end] for end in ("low", "high"))
    # Won or lost to a game there is a bound, and no value.
    value = summary["elo"]["value"]
    elo = float(value if value is not None else low if low is not None else high)
    note = (
        f"{summary['wins']} won, {summary['draws']} drawn, {summary['losses']} lost; "
        f"95 % from {_end(low)} to {_end(high)}; {SECONDS:g} s per move"
    )
    least, most = (elo if end is None else float(end) for end in (low, high))
    return Outcome(elo, least, most, note)


def _sources() -> str:
    """A digest of all that decides how strong the player is."""
    parts = ("engine", "games/chess", "play")
    files = sorted(path for part in parts for path in (SOURCE / part).glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def _end(elo: float | None) -> str:
    return "?" if elo is None else f"{elo:+.0f}"
