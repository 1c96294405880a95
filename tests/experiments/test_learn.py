"""Learning an evaluation: games, fits and the match; the same again, also after an interruption."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from msgspec import to_builtins

from spielbaum.cli import main
from spielbaum.documents import checked
from spielbaum.engine import Engine
from spielbaum.engine.evaluation import load_network, network_of
from spielbaum.engine.features import features_of, sampled_states
from spielbaum.engine.network import LOGIT
from spielbaum.engine.rules import rules_of
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments import TaskExecutor, formats, open_run, run_experiment
from spielbaum.experiments.folder import read_summary
from spielbaum.experiments.kind import Finished
from spielbaum.experiments.learn.findings import findings
from spielbaum.experiments.learn.places import COUNT, worths
from spielbaum.experiments.learn.samples import PARTS, UNSOLVED, Samples, play_games, with_best_play
from spielbaum.experiments.learn.settings import GAMES, Fit, Lessons
from spielbaum.experiments.learn.summary import LearnSummary, write_network
from spielbaum.experiments.learn.tasks import Learn, best_fit
from spielbaum.experiments.learn.training import listed, own_estimates, slope_of, targets_of, train
from spielbaum.experiments.plots import Plot
from spielbaum.experiments.runner import Progress
from spielbaum.experiments.text import findings_text
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.language import fixed
from tests.experiments.made import make_learn
from tests.experiments.measuring import entries, measure, record, whole_json
from tests.experiments.support import threads

pytestmark = pytest.mark.xdist_group("network")

GAME = "tictactoe"


def small(**changes: Any) -> Learn:
    settings: dict[str, Any] = {
        "minutes": 0.01, "nodes": 40, "match": 4, "curve": 2, "match_nodes": 10, "openings": "random:2",
        "rounds": 2, "hidden": "8", "epochs": 8, "seed": 3,
    }  # fmt: skip
    return make_learn(GAME, **settings | changes)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("learn") / "run"
    measure(small(), folder)
    return folder


def test_from_games_to_the_match(done: Path) -> None:
    summary = read_summary(done)
    assert isinstance(summary, LearnSummary)
    assert summary.state.complete
    assert len(summary.rounds) == 2
    for each in summary.rounds:
        assert each.games == GAMES * summary.settings.tasks
        assert each.loss < each.constant  # something was learnt that holds for other games too
        assert 0 < each.held_out < each.learnt
        # Tic-Tac-Toe is solved to the end, so it is all perfect play.
        assert each.proven == each.held_out
        assert each.proven_loss == pytest.approx(each.loss, abs=1e-6)
        scores = [score for _, score in each.worst]
        assert scores == sorted(scores)
        assert 0 < scores[0] < 0.5 < each.constant
        for text, _ in each.worst:  # somebody wins there
            assert Engine(load_game(GAME), table_mb=1).solve(Position.of(load_game(GAME), text)).value != 0
        assert len(each.knows) == len(each.losses)
        assert max(each.knows) > (each.knew or 0.0) > 0.3  # better than an evaluation that knows nothing
        (board,) = each.worths
        assert [len(row) for row in board.rows] == [3, 3, 3]
        assert 0 < board.share < 1
    # The network of each round has played, and each cost more than the one before.
    assert [each.match.games for each in summary.rounds if each.match] == [2, 4]
    assert 0 < summary.rounds[0].minutes < summary.rounds[1].minutes
    assert summary.rounds[1].minutes == pytest.approx(summary.playing + summary.fitting)
    assert summary.match is not None
    assert summary.match == summary.rounds[-1].match
    assert "network" not in whole_json(summary)


def test_the_network_is_written_and_plays(done: Path) -> None:
    summary = read_summary(done)
    assert str(done / "learned.weights") in write_network(done, summary, "en")
    game = load_game(GAME)
    network = load_network(done / "learned.weights", game)
    assert Engine(game, evaluation=network, table_mb=1).search(depth=9).value == 0
    words = ["analyse", GAME, "--depth", "2", "--weights", str(done / "learned.weights"), "--json"]
    assert CliRunner().invoke(main, words).exit_code == 0
    players = [f"engine:nodes=20,weights={done / 'learned.weights'}", "random"]
    match = ["match", GAME, *players, "--games", "2", "--workers", "1", "-o", str(done.parent / "match")]
    assert CliRunner().invoke(main, match).exit_code == 0


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_report_shows_what_was_learnt(done: Path, language: str) -> None:
    """Strength and loss over time, the winners it knows, what it judges worst, what places are worth."""
    summary = read_summary(done)
    assert isinstance(summary, LearnSummary)
    found = findings(summary, language)
    strength, loss, knowledge, places = found.figures
    assert [point.x for point in strength.series[0].points] == sorted(
        [0.0, *(round(each.minutes, 2) for each in summary.rounds)]
    )
    assert strength.series[0].points[-1].y == summary.rounds[-1].match.elo  # type: ignore[union-attr]
    assert len(loss.series[0].points) == len(knowledge.series[0].points)
    assert knowledge.levels[0].value == summary.rounds[-1].knew
    assert places.rows == ("a", "b", "c")
    text = findings_text(found, language)
    worst = [position for position, _ in summary.rounds[-1].worst]
    assert len(worst) == len(set(worst)) > 0  # each position once
    assert worst[0] in text
    corner = summary.rounds[-1].worths[0].rows[0][0]
    assert corner is not None
    assert f"1  {fixed(100 * corner, 1, language, sign=True)}" in text
    for figure in found.figures:
        assert figure.title in Plot(figure, language).svg()
    # Who won the game that is shown is said in the language of the report.
    assert all(name not in formats.name(name, "de") for side in found.duels for name in side)


def test_the_same_again_after_an_interruption(done: Path, tmp_path: Path) -> None:
    """Stopped in the second round and resumed: the same games, networks and contests."""
    experiment = small()
    until = experiment.stages[1] + 2

    def stop(progress: Progress) -> None:
        if progress.done >= until:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), threads(1) as executor:
        _run(experiment, tmp_path / "run", executor, stop)
    before = entries(tmp_path / "run")
    assert until <= len(before) < experiment.stages[-1]
    assert write_network(tmp_path / "run", read_summary(tmp_path / "run"), "en") == ""
    measure(small(), tmp_path / "run")
    assert entries(tmp_path / "run") == entries(done)


def _run(experiment: Learn, folder: Path, executor: TaskExecutor, tell: Any) -> None:
    with open_run(folder, experiment.settings, {}) as run:
        run_experiment(experiment, run, executor, tell)


def test_the_better_fit_of_a_round_counts(done: Path) -> None:
    experiment = small()
    found = entries(done)
    first = experiment.stages[0]
    fits = {
        number: Fit(**_fields(found[number]), seconds=0)
        for number in range(first, first + experiment.settings.fits)
    }
    best = best_fit(experiment.settings, record(fits), 0)
    assert best is not None
    assert best.loss == min(fit.loss for fit in fits.values())
    assert network_of(b64decode(best.network), load_game(GAME)).hidden == 8


def _fields(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "kind"}


# --- what it makes of a board -------------------------------------------------------------------------------


class Judge:
    """In the place of a network: for the player to move, in parts of LOGIT."""

    def __init__(self, odds: Callable[[Any], float]) -> None:
        self.odds = odds

    def total(self, state: Any) -> int:
        return round(self.odds(state) * LOGIT)


def test_what_places_are_worth() -> None:
    """A judge who looks at one cell: a stone there raises what is expected, all others do not."""
    game = load_game(GAME)
    states = list(sampled_states(game))

    def odds(state: Any) -> float:
        own, other = state.stones  # of the player to move, and of the other one
        return float(2 * ((own & 1) - (other & 1)))

    (found,) = worths(game, Judge(odds), states)  # type: ignore[arg-type]
    values = [value for row in found.rows for value in row if value is not None]
    assert len(values) == 9
    # The logistic function of 2 is 0.88, of -2 it is 0.12, and the sum of two columns tells all of it.
    assert found.share > 0.99
    assert max(values) == pytest.approx(0.88 - 0.5, abs=0.06)
    assert sorted(map(abs, values))[-2] < 0.06
    assert found.rows[0][0] == max(values)


def test_what_seeds_are_worth() -> None:
    game = load_game("kalah:houses=3,seeds=2")
    picture = game.presentation.picture
    assert picture is not None

    def odds(state: Any) -> float:
        return float(0.1 * (picture(state).rows[1][-1].count or 0) * (1 - 2 * state.player))

    (found,) = worths(game, Judge(odds), list(sampled_states(game)))  # type: ignore[arg-type]
    assert found.piece == COUNT
    assert [len(row) for row in found.rows] == [5, 5]
    assert found.rows[0][4] is found.rows[1][0] is None
    assert found.rows[1][4] == max(value for row in found.rows for value in row if value is not None)
    assert found.column_names == ("", "1", "2", "3", "")


def test_boards_that_are_no_rows_of_places() -> None:
    nothing = Judge(lambda _: 0.0)
    for spec in ("nim", "takeaway"):
        game = load_game(spec)
        assert worths(game, nothing, [game.start]) == ()  # type: ignore[arg-type]
    game = load_game(GAME)
    assert worths(game, nothing, []) == ()  # type: ignore[arg-type]
    assert worths(game.with_presentation(picture=None), nothing, [game.start]) == ()  # type: ignore[arg-type]
    (found,) = worths(game, nothing, [game.start])  # type: ignore[arg-type]
    assert {value for row in found.rows for value in row} == {None}  # one position tells nothing
    assert found.share == 0


# --- what it learns from ------------------------------------------------------------------------------------


def games(number: int = 20) -> Samples:
    engine = Engine(load_game(GAME), table_mb=1)
    found = play_games(engine, number, 40, (0, 3), Random(1), Event())
    assert found is not None
    return found


def test_positions_keep_their_results() -> None:
    samples = games()
    assert len(samples) > 20
    again = Samples.decoded(samples.encoded(), len(samples), samples.states.shape[1])
    for name in ("states", "movers", "results", "values", "proven"):
        assert (getattr(again, name) == getattr(samples, name)).all()
    # Proven and by best play from there: the result is what was proven.
    sure = samples.proven == 1
    assert (np.sign(samples.values[sure]) == samples.results[sure] - 1).mean() > 0.9
    with pytest.raises(BadInput):
        Samples.decoded(samples.encoded()[:-8], len(samples), samples.states.shape[1])
    with pytest.raises(BadInput):
        Samples.decoded(samples.encoded(), len(samples) - 1, samples.states.shape[1])


def test_solved_positions_are_proven_and_correct_results() -> None:
    """With nodes enough everything is proven; with few only the ends are, and nothing untrue is said."""
    game = load_game(GAME)
    solver = Engine(game, table_mb=1)
    unpack = solver.rules.names["unpack"]
    shares = []
    for nodes in (1, 30, 100_000):
        solver.clear()
        found = play_games(Engine(game, table_mb=1), 10, 5, (0, 3), Random(1), Event(), 0.3, solver, nodes)
        assert found is not None
        sure = found.proven == 1
        shares.append(sure.mean())
        for state, value, result in zip(
            found.states[sure], found.values[sure], found.results[sure], strict=True
        ):
            best = solver.solve(unpack(state.copy())).value_for(game.player(unpack(state.copy())))
            assert np.sign(value) == np.sign(best)
            if nodes > 30:
                assert result == 1 + np.sign(best)
    assert shares[0] < shares[1] < shares[2] == 1


def test_results_are_those_of_best_play_once_something_is_solved() -> None:
    sure = np.array([UNSOLVED, 1, UNSOLVED, 0, UNSOLVED])
    movers = np.array([0, 1, 0, 1, 0])
    assert list(with_best_play(sure, movers, 1)) == [-1, -1, 0, 0, 1]


def test_stopped_games_are_no_games() -> None:
    stop = Event()
    stop.set()
    assert play_games(Engine(load_game(GAME), table_mb=1), 1, 40, (0, 3), Random(1), stop) is None


def test_targets() -> None:
    samples = Samples(
        np.zeros((3, 1), np.int64),
        np.zeros(3, np.int8),
        np.array([2, 0, 1], np.int8),
        np.array([0, 7 * PARTS, PARTS], np.int32),
        np.array([0, 1, 0], np.int8),
    )
    # What is proven counts alone; else the result and the search's estimate.
    assert targets_of(samples, 0.5, 2.0) == pytest.approx([0.75, 1.0, 0.5 * 0.5 + 0.5 / (1 + np.exp(-2))])
    assert targets_of(samples, 0.0, 2.0) == pytest.approx([1.0, 1.0, 0.5])
    random = np.random.default_rng(0)
    values = random.normal(0, 1, 20_000)
    results = 2 * (random.random(20_000) < 1 / (1 + np.exp(-1.5 * values)))
    many = replace(
        samples,
        values=(values * PARTS).astype(np.int32),
        results=results.astype(np.int8),
        proven=np.zeros(20_000, np.int8),
    )
    assert slope_of(many) == pytest.approx(1.5, abs=0.1)


def test_features_that_were_changed_are_listed_anew() -> None:
    """Though the rules are the same, and their code is compiled and kept already."""
    game, samples = load_game(GAME), games(2)
    for shift in (0, 1):

        def active_features(_s: Any, side: int, shift: int = shift) -> Iterator[int]:
            yield 2 * side + shift

        declared = game.with_hints(active_features=active_features, feature_count=4)
        found = listed(declared, features_of(rules_of(declared)), samples, *np.zeros((2, len(samples))))
        assert set(found.numbers) == {shift, 2 + shift}


def test_gradients_are_those_of_the_loss() -> None:
    """Numerically, for each of some weights."""
    from spielbaum.engine import fitting

    game, samples = load_game(GAME), games(3)
    features = features_of(rules_of(game))
    random = np.random.default_rng(1)
    data = listed(game, features, samples, random.random(len(samples)), np.zeros(len(samples)))
    hidden = 8
    weights = random.normal(0, 0.3, (features.count + 3) * hidden + 1)
    sizes = np.array([features.count, 1, hidden, 1, 0], np.int64)
    sums = np.zeros(hidden)

    def loss(at: Any) -> float:
        z = fitting.forward(at, sizes, data.numbers, data.ends, int(data.movers[2]), 2, sums)
        return float(np.logaddexp(0, z) - data.targets[2] * z)

    gradient = np.zeros_like(weights)
    z = fitting.forward(weights, sizes, data.numbers, data.ends, int(data.movers[2]), 2, sums)
    slope = 1 / (1 + np.exp(-z)) - data.targets[2]
    fitting.backward(
        weights, gradient, sizes, data.numbers, data.ends, int(data.movers[2]), 2, sums, float(slope)
    )
    assert (gradient != 0).sum() > hidden
    for index in (*np.flatnonzero(gradient)[:40], *np.flatnonzero(gradient)[-10:]):
        step = np.zeros_like(weights)
        step[index] = 1e-6
        numeric = (loss(weights + step) - loss(weights - step)) / 2e-6
        assert gradient[index] == pytest.approx(numeric, abs=1e-5)


def test_a_network_learns_what_can_be_learnt() -> None:
    """Who has more stones wins, say the results: the network knows it afterwards."""
    game, samples = load_game(GAME), games(60)
    first = np.array(
        [bin(int(state[0])).count("1") - bin(int(state[1])).count("1") for state in samples.states]
    )
    made = replace(
        samples,
        results=np.where(first < 0, 0, 2).astype(np.int8),
        proven=np.zeros(len(samples), np.int8),
        values=np.zeros(len(samples), np.int32),
    )
    found = train(game, [(made, made)], hidden=8, epochs=60, rate=0.004, trust=0.0, seed=1, stop=Event())
    assert found is not None
    assert found.losses[found.best][1] < 0.1 < found.constant
    again = train(game, [(made, made)], hidden=8, epochs=60, rate=0.004, trust=0.0, seed=1, stop=Event())
    assert again is not None
    assert again.network.content() == found.network.content()
    slower = train(game, [(made, made)], hidden=8, epochs=60, rate=0.0001, trust=0.0, seed=1, stop=Event())
    assert slower is not None
    assert slower.losses[-1][1] > 2 * found.losses[-1][1]


def test_a_network_beside_the_own_evaluation_learns_what_that_lacks() -> None:
    """Results follow what the evaluation says, and who has a stone in the middle."""
    own = load_game(GAME)

    def evaluate(s: Any) -> int:
        return int(s.stones[0] & 3) - int(s.stones[1] & 3)

    game, samples = replace(own.with_facts(unit=100), evaluate=evaluate), games(200)
    unpack = rules_of(game).names["unpack"]
    states = [unpack(state.copy()) for state in samples.states]
    for_mover = 1 - 2 * samples.movers.astype(np.int64)
    judged = for_mover * np.array([evaluate(state) for state in states])
    assert own_estimates(game, samples).tolist() == judged.tolist()
    middle = for_mover * np.array([(s.stones[0] >> 4 & 1) - (s.stones[1] >> 4 & 1) for s in states])
    chances = 1 / (1 + np.exp(-0.7 * judged - 2.0 * middle))
    random, estimated = np.random.default_rng(1), replace(samples, proven=np.zeros(len(samples), np.int8))
    made = Samples.joined(
        replace(estimated, results=(2 * (random.random(len(samples)) < chances)).astype(np.int8))
        for _ in range(8)
    )
    found = train(
        game, [(made, made)], hidden=8, epochs=20, rate=0.004, trust=0.0, seed=1, stop=Event(), beside=True
    )  # fmt: skip
    assert found is not None
    assert found.network.own / LOGIT == pytest.approx(0.7, abs=0.3)
    totals = np.array([found.network.total(state) for state in states]) / LOGIT
    errors = [np.abs(1 / (1 + np.exp(-x)) - chances).mean() for x in (totals, 0.7 * judged)]
    assert errors[0] < 0.5 * errors[1]


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tictactoe", "--minutes", "0.01", "--rounds", "20"], "minutes"),
        (["pig"], "chance"),
        (["trio"], "trio"),
        (["tictactoe", "--match", "3"], "3"),
        (["tictactoe", "--curve", "5"], "5"),
        (["tictactoe", "--hidden", "7"], "hidden"),
    ],
)
def test_what_cannot_be_learnt(words: list[str], said: str, tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["learn", *words, "-o", str(tmp_path / "run")])
    assert found.exit_code == 2
    assert said in found.output
    assert "Traceback" not in found.output


def test_too_few_positions() -> None:
    experiment = small()
    few = {
        number: Finished(number, Lessons(number, GAMES, 5, 3, "", 0.0))
        for number in range(experiment.stages[0])
    }
    with pytest.raises(SpielbaumError) as found:
        experiment.task(experiment.stages[0], few)
    assert found.value.key == "error.learn.few"
    assert found.value.sentence()


def test_a_fit_to_many_millions_of_positions_is_read_again() -> None:
    """Chess was learnt from 17 million, and the run could not go on."""
    fit = Fit(1, 5 * 10**7, 10**7 + 1, ((0.5, 0.5),), 0, 0.7, 0.5, 2 * 10**7, 0.3, (), "", 1.0)
    assert checked(to_builtins(fit), Fit) == fit
