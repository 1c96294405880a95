"""Connect Four: what the player who follows up can be sure of, from the parity of the columns alone.

The *follower* is the player who is not to move. He answers in the column where the mover played and so
takes every second cell of it. An empty cell right below one that completes a line of the follower is a
*poison*: the mover who plays it loses at once, unless that stone wins. In each column the follower may
choose a poison, below which both play and above which nobody ever does.

    o      completes the follower's line
    p      poison: the limit of this column
    f      kept by the follower
    m      the mover's
    x      stones                          usable cells here: 2

*Claim.* If the number of usable cells (below the limits) is even, the follower always has an answer.
Columns with an odd number of usable cells are then even in number, and stay so before each of the mover's
turns: after a move in a column with an even number one usable cell is left right above it, and the follower
takes that; after the first move in a column with an odd number another such column is left, and the
follower takes its next cell. So the follower gets every second cell counted down from a limit, except the
next cell of a column, and never plays a poison; the mover gets at most the rest and the poisons.

*Hence*: if the mover's stones, the rest and the poisons contain no line, the mover never wins. If there is
a poison, the mover runs out of usable cells and must play one: a loss. If there is none and the follower's
stones with the kept cells contain a line, the follower gets it: a loss too. Each choice of poisons that
succeeds is a proof, so the strongest may be taken. Only columns and their parity are used, so this holds for
every width, height and k; the even-square strategy and the odd threats of the first player
(Allis 1988) are cases of it.
"""

from __future__ import annotations

from collections.abc import Callable

from spielbaum.bits import popcount


def follow_up(
    width: int, height: int, has_line: Callable[[int], bool]
) -> Callable[[int, int, int, int], int]:
    """A function that bounds the mover's score from above: `bound(own, filled, fears, empty)`.

    `fears` are the empty cells that complete a line of the follower, `empty` is the number of empty cells.
    The answer is larger than any score where nothing can be claimed.
    """
    stride = height + 1
    nothing = width * height
    bottom = sum(1 << (column * stride) for column in range(width))
    top = bottom << height  # the free bit above each column
    board = top - bottom
    everything = board | top
    rows_from = tuple(sum(bottom << row for row in range(first, stride)) for first in range(stride))
    # Poisons in these rows leave an odd number of cells to the top: they change who runs out of cells.
    tempo_rows = sum(bottom << row for row in range(height) if (height - row) % 2 == 1)

    def claim(own: int, filled: int, poison: int, empty: int) -> int:
        """The bound with these poisons chosen."""
        nextcell = filled + bottom
        stops = poison | top
        limit = stops & ((everything ^ stops) + bottom)  # the lowest of each column
        usable = limit - nextcell
        count = popcount(usable)
        if count & 1:
            return nothing
        kept = limit >> 1
        for row in range(3, stride, 2):
            kept |= (limit & rows_from[row]) >> row
        kept &= usable & ~nextcell
        if has_line(own | (usable ^ kept) | (limit & board)):
            return nothing
        if count < empty:
            # The mover plays a poison at the latest when all else is full: empty − count − 1 cells are left.
            return -((empty - count) // 2)
        bound = 0
        other = own ^ filled
        for row in range(height - 1, 0, -1):
            if not has_line(other | kept):
                break
            # All of a line lies below row + 1, so at least the cells above are empty when it is made.
            bound = -((height - row + 1) // 2)
            kept &= ~(bottom << row)
        return bound

    def bound(own: int, filled: int, fears: int, empty: int) -> int:
        """The best claim over the sets of poisons that make the number of usable cells even."""
        poison = fears >> 1
        tempo = poison & tempo_rows
        steady = poison ^ tempo
        best = nothing
        if empty & 1 == 0:
            best = claim(own, filled, steady, empty)
        else:
            rest = tempo
            while rest and best > 0:
                one = rest & -rest
                rest ^= one
                best = claim(own, filled, steady | one, empty)
        if best > 0 and tempo & (tempo - 1):
            best = claim(own, filled, poison, empty)
        return best

    return bound
