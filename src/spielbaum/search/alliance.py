"""Alliances: max^n in which a player may care about the pay-offs of others as well."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spielbaum.errors import BadInput
from spielbaum.game import M, S
from spielbaum.result import Result, Value
from spielbaum.search.common import Problem, deep_calls, start_search
from spielbaum.search.maxn import Payoffs, Ties, shared_value
from spielbaum.search.watch import Watch

Weights = Sequence[Sequence[Value]]


def alliance(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    teams: str = "",
    weights: Weights | None = None,
    depth: int | None = None,
    ties: Ties = "first",
    watch: Watch | None = None,
) -> Result[M]:
    """One value per player, where player i maximises Σ C[i][j]·v[j] for the matrix of weights C.

    The identity is max^n, a block of ones a team, −1 the wish to hinder. `teams` writes the usual
    matrices: "1+3" makes a team of players 1 and 3, "1+3, 2+4" two teams.

    Promise: Σ C[p][j]·v[j] is the largest among the children, p being the player to move; of equally
    good children the first one is taken, or the last one with `ties="last"`. Nothing is cut.
    """
    search = start_search("alliance", problem, state, watch, depth, zero_sum=False, sides=False)
    players = search.game.facts.players
    matrix = team_weights(teams, players, search.game.name) if weights is None else weights
    if len(matrix) != players or any(len(row) != players for row in matrix):
        raise BadInput("error.teams.weights", players=players)

    def worth(player: int, payoffs: Payoffs) -> Value:
        return sum(weight * payoff for weight, payoff in zip(matrix[player], payoffs, strict=True))

    with deep_calls():
        best, line = shared_value(search, depth, worth, None, ties)
    return search.result(best, line, depth, view=None)


def team_weights(teams: str, players: int, game: str = "the game") -> list[list[Value]]:
    """The weights of teams such as "1+3, 2+4"; whoever is in no team plays alone."""
    team_of = list(range(players))
    seen: set[int] = set()
    for team in filter(None, (part.strip() for part in teams.split(","))):
        if not re.fullmatch(r"\d{1,3}(\s*\+\s*\d{1,3})+", team):
            raise BadInput("error.teams.bad", given=teams)
        members = [int(number) for number in team.split("+")]
        for member in members:
            if not 1 <= member <= players:
                raise BadInput("error.teams.player", player=member, players=players, game=game)
            if member in seen:
                raise BadInput("error.teams.twice", player=member)
            seen.add(member)
            team_of[member - 1] = team_of[members[0] - 1]
    return [[int(mine == other) for other in team_of] for mine in team_of]
