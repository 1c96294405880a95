"""Time management: from clocks to seconds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.play.uci_commands import Go
from spielbaum.play.uci_time import LEAST, Spent, Step, Times, enough, lag_after, nodes_for, times_for


@pytest.mark.parametrize("go", [Go(), Go(infinite=True, wtime=1000), Go(depth=3), Go(nodes=5), Go(winc=1000)])
def test_without_a_clock_there_is_no_time(go: Go) -> None:
    assert times_for(go, 0, 0.03) is None


@pytest.mark.parametrize(
    ("go", "player", "share", "most"),
    [
        (Go(movetime=500), 0, 0.47, 0.47),
        (Go(movetime=10), 1, LEAST, LEAST),
        (Go(btime=60_000), 0, (60 - 25 * 0.03) / 25, 3 * (60 - 25 * 0.03) / 25),  # the only clock there is
        (Go(wtime=60_000, btime=1), 0, (60 - 25 * 0.03) / 25, 3 * (60 - 25 * 0.03) / 25),
        (Go(wtime=1, btime=60_000, winc=9000), 1, (60 - 25 * 0.03) / 25, 3 * (60 - 25 * 0.03) / 25),
        (
            Go(wtime=60_000, winc=1000),
            0,
            (60 - 25 * 0.03 + 24 * 0.75) / 25,
            3 * (60 - 25 * 0.03 + 24 * 0.75) / 25,
        ),
        # The last move before the clock is set anew, and the last but one.
        (Go(wtime=10_000, movestogo=1), 0, 0.8 * 9.97, 0.8 * 9.97),
        (Go(wtime=10_000, movestogo=2), 0, 0.4 * 9.97, 0.4 * 9.97),
        # Hardly anything is left: the increment is not there yet.
        (Go(wtime=100, winc=10_000), 0, 0.4 * 0.07, 0.4 * 0.07),
        (Go(wtime=10, winc=10_000), 0, LEAST, LEAST),
        (Go(wtime=-500), 0, LEAST, LEAST),
        (Go(wtime=60_000, winc=-5), 0, (60 - 25 * 0.03) / 25, 3 * (60 - 25 * 0.03) / 25),
    ],
)
def test_times(go: Go, player: int, share: float, most: float) -> None:
    times = times_for(go, player, 0.03)
    assert times is not None
    assert (times.share, times.most) == pytest.approx((share, most))


def test_who_ponders_spends_more() -> None:
    one, other = (times_for(Go(wtime=60_000), 0, 0.03, ponder=ponder) for ponder in (False, True))
    assert one is not None
    assert other is not None
    assert other.share == pytest.approx(1.25 * one.share)


@given(
    st.integers(-1000, 10**8), st.integers(0, 10**6), st.none() | st.integers(1, 200), st.integers(0, 5000),
    st.booleans(),
)  # fmt: skip
def test_no_move_takes_more_than_the_clock_shows(
    shown: int, increment: int, moves: int | None, overhead: int, ponder: bool
) -> None:
    go = Go(wtime=shown, winc=increment, movestogo=moves)
    times = times_for(go, 0, overhead / 1000, ponder=ponder)
    assert times is not None
    assert LEAST <= times.share <= times.most
    if shown > overhead + 2 * 1000 * LEAST:
        assert times.most + overhead / 1000 <= shown / 1000


@given(st.integers(100, 10**6), st.integers(30, 5000), st.floats(0, 1))
def test_nobody_runs_out_of_time_in_a_long_game(shown: int, increment: int, late: float) -> None:
    """Moves take all they may, and on each half the overhead is lost; the increment makes up for that."""
    overhead, left = 0.03, shown / 1000
    for _ in range(300):
        times = times_for(Go(wtime=int(1000 * left), winc=increment), 0, overhead)
        assert times is not None
        left -= times.share + late * (times.most - times.share) + overhead / 2
        assert left > 0
        left += increment / 1000


@pytest.mark.parametrize(
    ("spent", "shown", "lag"),
    [
        (Spent(0, 1000, 0, 0.1), 800, 0.1),
        (Spent(0, 1000, 50, 0.1), 900, 0.05),
        (Spent(0, 1000, 0, 0.3), 800, 0.0),
        (Spent(0, 1000, 0, 0.0), 60_000, 0.0),  # the clock was set anew
        (Spent(0, 90_000, 0, 0.0), 1000, 2.0),  # another game
        (Spent(1, 1000, 0, 0.0), 800, 0.0),  # the other player's clock
        (Spent(0, 1000, 0, 0.1), None, 0.0),
    ],
)
def test_the_delay_that_a_clock_shows(spent: Spent, shown: int | None, lag: float) -> None:
    assert lag_after(spent, Go(wtime=shown), 0) == pytest.approx(lag)


def test_in_a_hurry_nodes_are_the_limit() -> None:
    assert nodes_for(None, None) is None
    assert nodes_for(Times(0.01, 0.03), None) is None
    assert nodes_for(Times(0.001, 0.001), None) == 100
    assert nodes_for(Times(0.001, 0.001), 7) == 7
    assert nodes_for(Times(0.01, 0.01), 10**6) == 1000


def test_a_delay_longer_than_the_increment_leaves_hardly_any_time() -> None:
    """Else the clock would run down, a little on each move."""
    slow = times_for(Go(wtime=500, winc=50), 0, 0.06)
    assert slow is not None
    assert slow.share == LEAST


def steps(*found: tuple[int, float], after: float = 0.0) -> list[Step]:
    """Depths that found these moves and values; the last one ended after so many seconds."""
    return [Step(depth, move, value, after) for depth, (move, value) in enumerate(found, start=1)]


SAME = ((1, 0.0),) * 9


@pytest.mark.parametrize(
    ("elapsed", "found", "answer"),
    [
        (3.01, [], True),
        (1.59, [], False),
        (1.61, [], True),
        # Between two depths after most of the share, within a depth after more than that.
        (0.8, steps(*SAME[:4], after=0.74), False),
        (0.8, steps(*SAME[:4], after=0.76), True),
        (1.59, steps(*SAME[:4], after=0.7), False),
        (1.61, steps(*SAME[:4], after=0.7), True),
        # The same move again and again: early, but not at once.
        (0.5, steps(*SAME, after=0.44), False),
        (0.5, steps(*SAME, after=0.46), True),
        (0.97, steps(*SAME, after=0.4), True),
        # A new move, or a value that falls: late, but never later than the most.
        (1.0, steps((1, 0.0), (2, 0.0), after=0.97), False),
        (1.0, steps((1, 0.0), (2, 0.0), after=0.98), True),
        (2.0, steps((1, 0.0), (2, 0.0), after=0.9), False),
        (1.5, steps(*SAME[:3], (1, -0.01), after=1.34), False),
        (1.5, steps(*SAME[:3], (1, -0.01), after=1.36), True),
        (3.01, steps(*SAME[:3], (1, -0.5), after=1.2), True),
        # One that rises is no reason.
        (0.8, steps(*SAME[:3], (1, 0.01), after=0.76), True),
    ],
)
def test_when_it_is_enough(elapsed: float, found: list[Step], answer: bool) -> None:
    assert enough(elapsed, Times(1.0, 3.0), found) is answer


def test_a_fixed_time_is_used_up() -> None:
    settled = steps(*SAME, after=0.9)
    assert not enough(0.99, Times(1.0, 1.0), settled)
    assert enough(1.0, Times(1.0, 1.0), settled)
