"""Values and outcomes in words."""

from __future__ import annotations

import pytest

from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play import Outcome, Reason, number, outcome_words, spec_words, value_badge, value_words
from spielbaum.play.levels import level_character
from spielbaum.play.outcome import drawn_by
from spielbaum.result import Line, Proof

C4 = load_game("connect4")
TTT = load_game("tictactoe")
TRIO = load_game("trio")


def found(value: float, proof: Proof = Proof.PROVEN, view: int = 0, distance: int | None = None) -> Line[int]:
    return Line(value, view, (), proof, distance=distance)


@pytest.mark.parametrize(
    ("result", "english", "german"),
    [
        (found(0), "draw (proven)", "unentschieden (bewiesen)"),
        (found(0.001, Proof.ESTIMATE), "even (estimate)", "ausgeglichen (Schätzung)"),
        (
            found(3, distance=17),
            "Yellow wins in 9 moves (proven, +3)",
            "Gelb gewinnt in 9 Zügen (bewiesen, +3)",
        ),
        (found(-3, distance=18), "Red wins in 9 moves (proven, +3)", "Rot gewinnt in 9 Zügen (bewiesen, +3)"),
        (
            found(18, distance=1),
            "Yellow wins with the next move (proven, +18)",
            "Gelb gewinnt mit dem nächsten Zug",
        ),
        (found(3, view=1), "Red wins (proven, +3)", "Rot gewinnt (bewiesen, +3)"),
        (
            found(-0.34, Proof.ESTIMATE, 1),
            "Yellow is better (estimate, +0.3)",
            "Gelb steht besser (Schätzung, +0,3)",
        ),
        # A few hundredths of a stone are no advantage.
        (found(0.04, Proof.ESTIMATE), "even (estimate)", "ausgeglichen (Schätzung)"),
    ],
)
def test_values(result: Line[int], english: str, german: str) -> None:
    assert value_words(C4, result, "en").startswith(english)
    assert value_words(C4, result, "de").startswith(german)


@pytest.mark.parametrize(
    ("name", "units", "words"),
    [
        ("kalah", 13, "South is better (estimate, +6.5)"),
        ("othello", -10, "White is better (estimate, +5)"),
        # More discs than there are nobody can win by.
        ("othello", 128.9, "Black is better (estimate, +64)"),
        ("othello:weights=1-1-1-1-1-1", 10, "Black is better (estimate, +0.1)"),
    ],
)
def test_estimates_are_told_in_points_where_it_is_known_what_they_come_to(
    name: str, units: float, words: str
) -> None:
    game = load_game(name)
    assert value_words(game, found(units / game.facts.unit, Proof.ESTIMATE), "en") == words


def test_a_game_of_won_and_lost_needs_no_number() -> None:
    assert value_words(TTT, found(1, distance=3), "en") == "X wins in 2 moves (proven)"


def test_extra_turns_are_counted_along_the_line() -> None:
    game = load_game("kalah:houses=2,seeds=1")
    position = Position(game, game.start)
    line = []
    state = position.state
    while not game.ended(state):
        line.append(game.legal(state)[-1])
        state = game.play(state, line[-1])
    by_first = 0
    state = position.state
    for move in line:
        by_first += game.player(state) == 0
        state = game.play(state, move)
    result = Line(2, 0, tuple(line), Proof.PROVEN, distance=len(line))
    words = value_words(game, result, "en", position.state)
    assert ("with the next move" if by_first == 1 else f"in {by_first} moves") in words


def test_values_of_three_players() -> None:
    result = Line[int]((1.5, 0.25, 1.25), None, ())
    assert value_words(TRIO, result, "de") == "X 1,5, O 0,25, A 1,25 (Schätzung)"
    assert value_words(TRIO, found(1, view=2), "en") == "A gets at least 1 (proven)"
    assert value_badge(TRIO, result, 2, "de") == "1,25"


@pytest.mark.parametrize(
    ("value", "text"), [(0.25, "+0.25"), (-3, "−3"), (0, "0"), (1 / 3, "+0.33"), (-0.001, "0")]
)
def test_numbers(value: float, text: str) -> None:
    assert number(value, "en") == text


@pytest.mark.parametrize("reason", list(Reason))
def test_every_outcome_has_a_sentence(reason: Reason) -> None:
    drawn = reason in (Reason.LENGTH, Reason.AGREEMENT)
    broken_off = reason is not Reason.NORMAL and not drawn
    outcome = Outcome((1,), 2, reason, None, 0 if broken_off else None, "oh")
    if drawn:
        outcome = drawn_by(C4, reason)
    english, german = (outcome_words(C4, outcome, language) for language in ("en", "de"))
    assert english != german
    assert english.endswith(".")
    if broken_off:
        assert "Yellow" in english
        assert "Red" in english


def test_outcomes_with_points() -> None:
    kalah = load_game("kalah")
    assert outcome_words(kalah, Outcome((0,), 2, payoffs=(6, -6)), "en").endswith("wins. (+6 : −6)")
    assert outcome_words(TRIO, Outcome((0, 1, 2), 3, payoffs=(1, 1, 1)), "de") == "Unentschieden."
    assert outcome_words(TRIO, Outcome((0, 2), 3, Reason.TIME, None, 1), "en") == (
        "O ran out of time; the win goes to X and A."
    )


@pytest.mark.parametrize(
    ("spec", "german"),
    [
        ("human", "Mensch"),
        ("engine:seconds=0.5,threads=2", "engine, 0,5 s je Zug, 2 Threads"),
        ("engine:nodes=10000", "engine, 10.000 Stellungen je Zug"),
        ("MyBot", "MyBot"),
    ],
)
def test_players_in_words(spec: str, german: str) -> None:
    assert spec_words(spec, "de") == german


def test_levels_are_described_as_people_speak_of_players() -> None:
    told = [level_character(number, "en", C4) for number in (1, 2, 3, 8)]
    assert told == [
        "Beginner: careless about more than half of its moves",
        "Novice: careless about half of its moves",
        "Casual: careless about one move in 3",
        "Full strength: never careless",
    ]
    assert level_character(3, "de", C4) == "Gelegenheitsspieler: bei jedem 3. Zug leichtsinnig"
