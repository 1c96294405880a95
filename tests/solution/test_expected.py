"""Games with chance solved as a whole: values are exact up to the stated error, known ones come out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from spielbaum import CHANCE, Facts, Game, Hints, Position
from spielbaum.cli import main
from spielbaum.engine import Engine
from spielbaum.engine.expected_graph import Expected, key_with_chance, solve_reachable
from spielbaum.errors import BadInput, BrokenGame, TooLarge, Unfit
from spielbaum.games import load_game
from spielbaum.games.game2048 import game2048
from spielbaum.games.pig import HOLD, ROLL, State, pig
from spielbaum.play.player import Turn
from spielbaum.play.table_player import TablePlayer
from spielbaum.solution import (
    ExpectedFile,
    ExpectedSection,
    Solution,
    check_solution,
    load_solution,
    loadable_solution,
    shards,
    small,
    usual_solution,
    write_solution,
)
from spielbaum.solution.expected import layer_values
from spielbaum.solution.shards import Step, perform
from spielbaum.solution.solver import How, pool_for, solve_all
from spielbaum.solution.storage import Storage
from spielbaum.solution.walk import best_moves

MEMORY = 10**9
#: Odd, so that nodes become words that differ anywhere and need all 64 bits.
FACTOR, WORD = 0x9E3779B97F4A7C15, 1 << 64


def solved(game: Game[Any, Any], path: Path, **how: Any) -> Solution:
    solve_all(game, game.name, path, How(MEMORY, **{"interpreted": True, **how}))
    return Solution.open(path, game)


def reached(game: Game[Any, Any]) -> Expected:
    """The start, solved as one position."""
    found = solve_reachable(game, game.start, interpreted=True).look(game.start)
    assert found is not None
    return found


def test_key_that_is_a_state() -> None:
    """A `key` that answers a NamedTuple of mixed types is joined with who moves, compiled as well."""
    import numba

    game = pig(3)
    player: Any = numba.njit(game.player)
    mixed = replace(game, player=player).with_hints(key=numba.njit(lambda s: s))
    key = key_with_chance(mixed)
    assert key is not None
    for state in (game.start, State(1, 2, 0, 1, True)):
        assert numba.njit(key)(state) == key(state) == (int(state.rolling), *state)


# ---------------------------------------------------------------------------------- random games with circles


def hidden(node: int) -> int:
    """A node as a word that says nothing about it."""
    word = int(node) * FACTOR % WORD
    return word - WORD if word >= WORD // 2 else word


def random_game(seed: int, *, players: int = 2, folded: bool = False) -> Game[Any, Any]:
    """Nodes of players and of nature that lead anywhere, with circles; nature may always end the game.

    Players lead to nature or to an end, so every circle passes nature. Folded, a state has a part that its
    key leaves out.
    """
    random = Random(seed)
    nodes = random.randrange(4, 24)
    movers = [CHANCE if n % 2 else random.randrange(players) for n in range(nodes)]
    payoffs = [random.randrange(-3, 4) for _ in range(6)]
    after: list[list[int]] = []
    for node in range(nodes):
        if movers[node] == CHANCE:
            count = random.randrange(1, 4)
            after.append([*(random.randrange(nodes) for _ in range(count)), nodes + random.randrange(6)])
        else:
            inner = [2 * random.randrange(nodes // 2) + 1 for _ in range(random.randrange(1, 4))]
            after.append(inner + [nodes + random.randrange(6)] * (random.random() < 0.3))
    weights = [[random.randrange(1, 9) for _ in row] for row in after]
    number = {hidden(node): node for node in range(nodes + 6)}

    def node_of(s: Any) -> int:
        return number[s[0]]

    def moves(s: Any) -> range:
        node = node_of(s)
        return range(len(after[node]) if node < nodes else 0)

    return Game(
        "random",
        start=(hidden(0), 0),
        moves=moves,
        play=lambda s, m: (hidden(after[node_of(s)][m]), (s[1] + m) % 3 if folded else 0),
        utility=lambda s: payoffs[node_of(s) - nodes],
        player=lambda s: movers[node_of(s)] if node_of(s) < nodes else 0,
        weight=lambda s, m: weights[node_of(s)][m],
        facts=Facts(players=players, values=(-3, 3), repeats=True),
        hints=Hints(key=lambda s: s[0]) if folded else Hints(),
    )


def exact_values(game: Game[Any, Any]) -> dict[Any, Fraction]:
    """What each state is worth to player 0, exactly.

    Value iteration with floats finds the best moves; with those fixed the values solve linear equations, by
    Gauss and Jordan; and those solve v = F(v) as they are, which has one solution where every game ends.
    """
    states, queue = [], [game.start]
    while queue:
        state = queue.pop()
        if state not in states:
            states.append(state)
            queue += [game.play(state, move) for move in game.legal(state)]
    place = {state: n for n, state in enumerate(states)}
    follow = [[place[game.play(s, m)] for m in game.legal(s)] for s in states]
    shares = [[*game.probabilities(s).values()] if game.player(s) == CHANCE else [] for s in states]

    def rule(n: int, values: Sequence[Any]) -> Any:
        if not follow[n]:
            return values[n]
        below = [values[after] for after in follow[n]]
        if shares[n]:
            return sum(share * value for share, value in zip(shares[n], below, strict=True))
        return max(below) if game.player(states[n]) == 0 else min(below)

    values: list[Any] = [float(game.utility(s)) if game.ended(s) else 0.0 for s in states]  # type: ignore[arg-type]
    for _ in range(500):
        values = [rule(n, values) for n in range(len(states))]
    rows: list[list[Fraction]] = []
    for n, state in enumerate(states):
        row = [Fraction(0)] * (len(states) + 1)
        row[n] = Fraction(1)
        if not follow[n]:
            row[-1] = Fraction(game.utility(state))  # type: ignore[arg-type]
        elif shares[n]:
            for share, after in zip(shares[n], follow[n], strict=True):
                row[after] -= share
        else:
            row[min(follow[n], key=lambda after: abs(values[after] - values[n]))] -= 1
        rows.append(row)
    for n in range(len(rows)):
        pivot = next(i for i in range(n, len(rows)) if rows[i][n])
        rows[n], rows[pivot] = rows[pivot], rows[n]
        rows[n] = [entry / rows[n][n] for entry in rows[n]]
        for i, row in enumerate(rows):
            if i != n and row[n]:
                rows[i] = [a - row[n] * b for a, b in zip(row, rows[n], strict=True)]
    exact = [row[-1] for row in rows]
    assert all(rule(n, exact) == exact[n] for n in range(len(states)))
    return dict(zip(states, exact, strict=True))


@pytest.mark.parametrize(("players", "folded"), [(2, False), (2, True), (1, False)])
def test_random_games_with_circles(players: int, folded: bool, tmp_path: Path) -> None:
    """Values are no further from the exact ones than the file says, which is next to nothing."""
    positions = circles = 0
    for seed in range(6):
        game = random_game(seed, players=players, folded=folded)
        exact = exact_values(replace(game, hints=Hints()))
        found = solved(game, tmp_path / "random.table")
        assert found.error < 1e-12
        for state, value in exact.items():
            entry = found.look(state)
            assert entry is not None
            sign = -1 if game.player(state) == 1 else 1
            assert abs(Fraction(entry.value) - sign * value) <= found.error
        assert check_solution(found, 60) is None
        one = reached(game)
        assert abs(one.value - found.look(game.start).value) <= one.error + found.error  # type: ignore[union-attr]
        positions += len(found)
        circles += any(value.denominator > 10**4 for value in exact.values())
    assert positions > 50
    assert circles > 0


@pytest.mark.parametrize("several", [False, True])
def test_a_key_need_not_tell_whether_nature_moves(several: bool, tmp_path: Path) -> None:
    """A search keeps throws apart from other positions by itself, so whole solutions do it too."""
    game = pig(4)
    plain = solved(game, tmp_path / "plain.table")

    def key(s: Any) -> Any:
        number = 1000 * s.first + 100 * s.second + 10 * s.total + s.turn
        return (number, s.turn) if several else number

    found = solved(game.with_hints(key=key), tmp_path / "folded.table")
    assert len(found) == len(plain)
    start = plain.look(game.start)
    assert start is not None
    assert found.look(game.start).value == pytest.approx(start.value, abs=1e-12)  # type: ignore[union-attr]
    assert check_solution(found, 1000) is None
    one = reached(game.with_hints(key=key))
    assert one.value == pytest.approx(start.value, abs=1e-12)


def ring(stay: bool) -> Game[Any, Any]:
    """Two players who hand a token on; whoever has it may toss a coin instead, at odds against the tosser.

    `stay`: they may hand it on, else they have to toss. Heads is worth 1 to player 0, tails -1.
    """
    # 0, 1: the token is theirs; 2, 5: the coin is in the air; 3: heads; 4: tails
    table = {0: (1, 2) if stay else (2,), 1: (0, 5) if stay else (5,), 2: (4, 4, 3), 5: (3, 3, 4)}
    return Game(
        "ring",
        start=0,
        moves=lambda s: range(len(table.get(s, ()))),
        play=lambda s, m: table[s][m],
        utility=lambda s: 1 if s == 3 else -1,
        player=lambda s: CHANCE if s in (2, 5) else s & 1 if s < 2 else 0,
        weight=lambda _s, _m: 1,
        facts=Facts(repeats=True),
    )


def test_who_may_go_on_for_ever(tmp_path: Path) -> None:
    """Nothing says what it is worth where players may hand the token on for ever: named, not guessed."""
    found = solved(ring(stay=False), tmp_path / "ring.table")
    assert found.look(0).value == pytest.approx(-1 / 3, abs=1e-15)  # type: ignore[union-attr]
    with pytest.raises(Unfit, match=r"a player may go on for ever.*between -0.333333 and 0.333333"):
        solved(ring(stay=True), tmp_path / "ring.table")
    with pytest.raises(Unfit, match="for ever"):
        solve_reachable(ring(stay=True), 0, interpreted=True)


def test_a_circle_nobody_can_leave_is_worth_nothing(tmp_path: Path) -> None:
    game = replace(ring(stay=True), play=lambda s, _m: 1 - s, moves=lambda _s: range(1))
    assert solved(game, tmp_path / "ring.table").look(0).value == 0  # type: ignore[union-attr]


def test_points_won_in_a_circle_are_refused(tmp_path: Path) -> None:
    """A coin: heads wins a point and is tossed again. Nothing bounds what may be won."""
    game = Game(
        "points",
        start=(0, 0),
        moves=lambda s: range(0 if s[0] else 2),
        play=lambda s, m: (1, s[1]) if m else (0, s[1] + 1),
        utility=lambda s: s[1],
        player=lambda s: 0 if s[0] else CHANCE,
        weight=lambda _s, _m: 1,
        facts=Facts(players=1, values=(0, 1000), repeats=True),
        hints=Hints(banked=lambda s: s[1], rest=lambda s: s[0]),
    )
    with pytest.raises(BrokenGame, match="won again and again in a circle"):
        solved(game, tmp_path / "points.table")


@pytest.mark.parametrize("weight", [0, -2, 1 << 31])
def test_weights_that_are_none(weight: int, tmp_path: Path) -> None:
    """Only where a look at a few games does not find them: both near their goal, the second twice as far."""

    def late(s: State, _move: int) -> int:
        return weight if (s.first, s.second, s.total, s.turn) == (14, 28, 0, 1) else 1

    with pytest.raises(BrokenGame, match="a whole number from 1 to 2147483647"):
        solved(replace(pig(30), weight=late), tmp_path / "pig.table")


@pytest.mark.parametrize("weight", [0, -2])
def test_weights_that_are_none_anywhere(weight: int, tmp_path: Path) -> None:
    with pytest.raises(BrokenGame, match="a positive whole number for every outcome"):
        solved(replace(pig(3), weight=lambda _s, _m: weight), tmp_path / "pig.table")


# ------------------------------------------------------------------------------------------------------- Pig


@pytest.mark.parametrize(
    ("points", "expected"), [(1, Fraction(2, 3)), (2, Fraction(4, 7)), (3, Fraction(6, 11))]
)
def test_piglet(points: int, expected: Fraction) -> None:
    """A coin: a die of two sides whose two brings a point, here two of twice as many."""
    found = reached(pig(2 * points, 2))
    assert abs(2 * expected - 1 - Fraction(found.value)) <= Fraction(found.error) + Fraction(1, 10**15)
    assert found.error < 1e-12


def test_pig_to_10(tmp_path: Path) -> None:
    game = pig(10)
    found = solved(game, tmp_path / "pig.table")
    start = found.look(game.start)
    assert start is not None
    assert (1 + start.value) / 2 == pytest.approx(0.709424322598, abs=1e-12)
    assert found.error < 1e-12
    assert check_solution(found, 1000) is None
    one = reached(game)
    assert one.value == pytest.approx(start.value, abs=1e-12)
    assert one.positions == len(found) == 2412
    assert one.moves == {ROLL: pytest.approx(start.value, abs=1e-12)}
    with pytest.raises(TooLarge, match="More than 100 positions"):
        solve_reachable(game, game.start, interpreted=True, most=100)


def test_the_engine_solves_pig_by_iteration() -> None:
    """Where positions come again `solve` gives the value with a proven error, for a move of nature too."""
    game = pig(10)
    engine = Engine(game, interpreted=True)
    result = engine.solve(Position.of(game, "0-0+5/1"), every_move=True)
    assert result.proven
    assert 0 < result.error < 1e-12
    assert result.value == pytest.approx(0.638719095, abs=1e-9)
    assert result.move_values == {
        ROLL: pytest.approx(0.638719095, abs=1e-9),
        HOLD: pytest.approx(-0.3183049385, abs=1e-9),
    }
    assert result.moves == (ROLL,)
    rolling = engine.solve(Position.of(game, "0-0+5/2*"))
    assert rolling.view == 0
    assert rolling.value == pytest.approx(-0.638719095, abs=1e-9)
    assert "Proven: +0.638719095 ± " in run("solve", PIG, "0-0+5/1", "--interpreted")
    told = json.loads(run("solve", PIG, "0-0+5/1", "--interpreted", "--json"))
    assert told["error"] == result.error


@pytest.mark.long
@pytest.mark.parametrize(
    ("target", "wins"),
    [(20, 0.615558549805), (30, 0.567914744493), (50, 0.546150844167), (100, 0.530592725274)],
)
def test_pig(target: int, wins: float, tmp_path: Path) -> None:
    """The probability that the first player wins; to 100, who has nothing yet holds at 21."""
    game = pig(target)
    found = solved(game, tmp_path / "pig.table", interpreted=False)
    start = found.look(game.start)
    assert start is not None
    assert (1 + start.value) / 2 == pytest.approx(wins, abs=1e-11)
    assert found.error < 1e-9
    assert check_solution(found, 10_000) is None
    if target == 100:
        holds = {
            total: best_moves(found, State(0, 0, total, 0, False))[0].move == HOLD for total in range(2, 100)
        }
        assert next(total for total, hold in holds.items() if hold) == 21


# ------------------------------------------------------------------------------------------------------- 2048


def in_shards(game: Game[Any, Any], path: Path) -> Callable[..., None]:
    """Has steps done as workers would: each by somebody who knows the folder only."""

    pool = pool_for(game, How(MEMORY, interpreted=True))

    def have_done(steps: Sequence[Step], hear: Callable[[Step, int], None]) -> None:
        for step in steps:
            hear(step, perform(pool, Storage(path), step, MEMORY))

    return have_done


def test_2048_on_2_by_2(tmp_path: Path) -> None:
    """110 boards before a slide and 67 after one, besides the two that only the first tiles leave."""
    game, path = game2048(2, 2), tmp_path / "2048.table"
    found = solved(game, path)
    summary = found.expected_summary
    assert summary is not None
    assert sum(each.chance for each in summary.sections) == 67 + 2
    assert len(found) == 110 + 67 + 2
    assert found.look(game.start).value == pytest.approx(66.96414946, abs=1e-8)  # type: ignore[union-attr]
    assert found.error < 1e-11
    assert check_solution(found, 400) is None
    # The score so far is banked: the same board with more of it is worth as much more.
    board = Position.of(game, "2-2/4-0+4").state
    more = found.look(board._replace(score=20))
    assert more is not None
    assert more.value == pytest.approx(found.look(board).value + 16, abs=1e-9)  # type: ignore[union-attr]


def test_layers_shards_and_a_graph_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game is solved in memory, with the same layers as one that has to lie on disk."""
    game = game2048(3, 1)
    in_memory = solved(game, tmp_path / "memory.table")
    monkeypatch.setattr(small, "SMALL", 5)
    found = solved(game, tmp_path / "layers.table")
    by_key = values_of(found)
    assert values_of(in_memory) == pytest.approx(by_key, abs=found.error + in_memory.error)
    assert in_memory.expected_summary is not None
    assert found.expected_summary is not None
    sections = [
        [(each.layer, each.positions, each.chance) for each in one.expected_summary.sections]
        for one in (in_memory, found)
        if one.expected_summary is not None
    ]
    assert sections[0] == sections[1]
    work = in_shards(game, tmp_path / "shards.table")
    for other in (
        solved(game, tmp_path / "shards.table", perform=work, shards=3),
        solved(game.with_hints(layer=None), tmp_path / "graph.table"),
    ):
        assert values_of(other) == pytest.approx(by_key, abs=found.error + other.error)
    assert len(by_key) > 20


def values_of(found: Solution) -> dict[tuple[int, ...], float]:
    """All values of a file, by key."""
    return {
        tuple(key): value
        for block in found.blocks()
        for key, value in zip(block.keys.tolist(), block.values.tolist(), strict=True)
    }


def test_an_attempt_that_was_ended_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = game2048(2, 2), tmp_path / "2048.table"
    calls = 0
    real = layer_values

    def ended(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(shards, "layer_values", ended)
    monkeypatch.setattr(small, "SMALL", 50)
    with pytest.raises(KeyboardInterrupt):
        solved(game, path)
    found = solved(game, path, resume=True)
    assert len(found) == 179
    assert found.look(game.start).value == pytest.approx(66.96414946, abs=1e-8)  # type: ignore[union-attr]


@pytest.mark.parametrize("most", [50, 1000])
def test_a_stride_that_is_too_short(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "SMALL", most)
    with pytest.raises(BrokenGame, match="at most 2 layers further"):
        solved(game2048(2, 2).with_hints(stride=2), tmp_path / "2048.table")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "goal", "before", "after", "value", "digits"),
    [
        ((2, 3), 0, 21_752, 14_883, 480.2582718, 7),
        ((3, 3), 0, 48_713_519, 31_431_374, 5468.49, 2),
        ((3, 3), 512, None, None, 0.736774177, 9),
        ((3, 3), 1024, None, None, 0.011337880, 9),
    ],
)
@pytest.mark.xdist_group("large")
def test_2048(
    size: tuple[int, int],
    goal: int,
    before: int | None,
    after: int,
    value: float,
    digits: int,
    tmp_path: Path,
) -> None:
    game = game2048(*size, goal)
    found = solved(game, tmp_path / "2048.table", interpreted=False)
    start, summary = found.look(game.start), found.expected_summary
    assert start is not None
    assert summary is not None
    assert start.value == pytest.approx(value, abs=0.51 * 10**-digits)
    if before is not None:
        chance = sum(each.chance for each in summary.sections)
        assert len(found) - chance == before
        # The empty board and those with one 2, or a 4 in the middle, come only before the first slide.
        assert chance - after == (5 if size == (3, 3) else 3)
    assert check_solution(found, 1000) is None


# --------------------------------------------------------------------------------------------------- the file


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pig to 10, solved."""
    path = tmp_path_factory.mktemp("expected") / "pig.table"
    solve_all(pig(10), PIG, path, How(MEMORY, interpreted=True))
    return path


PIG = "spielbaum.games.pig:pig:target=10"


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result.output


def test_commands(table: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.table"
    told = run("solve", "--all", "spielbaum.games.pig:pig:target=4", "--interpreted", "-o", made)
    assert "expected value +" in told
    assert "proven ±" in told
    shown = run("table", table, "--game", PIG)
    assert "2,412 positions" in shown
    assert "At 684 of them nature moves" in shown
    looked = run("table", "look", table, "0-0+5/1", "--game", PIG)
    assert "roll  expected value +0.638719095" in looked
    assert "hold  expected value −0.3183049385" in looked
    rolling = run("table", "look", table, "0-0+5/2*", "--game", PIG, "--lang", "de")
    assert "Der Zufall zieht: Erwartungswert −0,638719095" in rolling
    assert "300 positions checked" in run("table", "check", table, "--game", PIG, "--sample", "300")


def test_an_engine_answers_from_it(table: Path) -> None:
    """Every position of the file has a proven value, with its error, without a search; so have its moves."""
    game = pig(10)
    known = load_solution(game, table, interpreted=True)
    engine = Engine(game, interpreted=True, solution=known)
    found = Solution.open(table, game)
    for text in ("0-0+5/1", "0-0+9/2", "7-2+2/1*", "3-8+4/2"):
        position = Position.of(game, text)
        entry = found.look(position.state)
        assert entry is not None
        values = {each.move: each.entry.value for each in found.moves(position.state) if each.entry}
        for result in (
            engine.search(position, depth=1, every_move=True),
            engine.solve(position, every_move=True),
        ):
            assert (result.value, result.error, result.proven) == (entry.value, found.error, True)
            assert result.move_values == values
            assert all(line.proven and line.error == found.error for line in result.lines)
            nature = game.player(position.state) == CHANCE
            assert result.move == (None if nature else max(values, key=lambda move: values[move]))
        few = engine.start(position, depth=3, lines=2).result()
        choosing = game.player(position.state) != CHANCE and len(values) > 1
        assert len(few.lines) == (2 if choosing else 0)
    hold = engine.search(Position.of(game, "0-0+5/1"), depth=1, only=[HOLD])
    assert (hold.move, round(float(hold.points), 10)) == (HOLD, -0.3183049385)


def test_what_is_not_in_the_file_is_searched(table: Path) -> None:
    """An engine goes on by itself where the file does not know a position."""
    game = pig(10)
    engine = Engine(game, interpreted=True, solution=load_solution(game, table, interpreted=True))
    result = engine.search(State(1, 0, 3, 0, False), depth=2)
    assert (result.algorithm, result.error) == ("engine", 0)


def test_an_engine_refuses_the_values_of_another_game(table: Path) -> None:
    with pytest.raises(BadInput, match="pig"):
        Engine(pig(11), interpreted=True, solution=load_solution(pig(10), table))
    with pytest.raises(BadInput, match="pig"):
        Engine(load_game("nim"), interpreted=True, solution=load_solution(pig(10), table))


def test_a_folder_of_solutions(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server and the commands find the file of a game with chance as they find others."""
    game = load_game("pig:target=10")
    found = Solution.open(table, game)
    (block,) = found.blocks()
    section = ExpectedSection(None, block.keys, block.values, block.cycle, found.error)
    write_solution(tmp_path / "ten.table", replace(found.facts, game="pig:target=10"), [section])
    monkeypatch.setenv("SPIELBAUM_SOLUTIONS", str(tmp_path))
    for known in (usual_solution(game), loadable_solution(game, tmp_path, MEMORY)):
        assert isinstance(known, ExpectedFile)
        assert len(known) == 2412
    assert usual_solution(load_game("pig:target=11")) is None


def test_the_player_takes_the_greatest_value(table: Path) -> None:
    game = pig(10)
    player = TablePlayer(table)
    player.prepare(game)
    for text, move in (("0-0+5/1", ROLL), ("0-0+9/2", ROLL), ("7-2+2/1", None), ("3-8+5/1", None)):
        position = Position.of(game, text)
        choice = player.choose(position, Turn())
        found = Solution.open(table, game)
        best = max(found.moves(position.state), key=lambda each: each.entry.value)  # type: ignore[union-attr]
        assert choice.move == best.move
        assert move in (None, best.move)
        assert choice.result is not None
        assert choice.result.distance is None


def test_a_wrong_value_is_found(table: Path, tmp_path: Path) -> None:
    found = Solution.open(table, pig(10))
    (block,) = found.blocks()
    for change, sound in ((found.error / 4, True), (1e-9, False)):
        values = block.values.copy()
        values[block.keys.tolist().index(list(found.key(found.game.start)))] += change
        path = tmp_path / "wrong.table"
        section = ExpectedSection(None, block.keys, values, block.cycle, found.error)
        write_solution(path, found.facts, [section])
        wrong = check_solution(Solution.open(path, pig(10)), 10)
        assert (wrong is None) == sound
        assert sound or "the expected value is 0.41884" in wrong.why.sentence("en")  # type: ignore[union-attr]


def test_other_dice_are_other_rules(table: Path) -> None:
    loaded = replace(pig(10), weight=lambda _s, m: m)
    with pytest.raises(BadInput, match="rules other than those"):
        Solution.open(table, loaded)


def test_a_damaged_file_is_refused(table: Path, tmp_path: Path) -> None:
    content = bytearray(table.read_bytes())
    for place in (9, 30, len(content) // 2, len(content) - 60):
        damaged = bytearray(content)
        damaged[place] ^= 1
        path = tmp_path / "damaged.table"
        path.write_bytes(damaged)
        with pytest.raises(BadInput):
            sum(len(block.keys) for block in Solution.open(path, pig(10)).blocks())
