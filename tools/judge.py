"""A chess program that judges positions for the tools: its best moves and what it thinks of them."""

from __future__ import annotations

from typing import NamedTuple

from spielbaum.play.programs import Program

#: Worth of a mate in hundredths of a pawn.
MATE = 100_000
#: Seconds to wait for a line.
PATIENCE = 60


class Judged(NamedTuple):
    #: As programs write it: e7e8q.
    move: str
    #: Hundredths of a pawn for the player to move.
    value: int


class Judge:
    """A program that speaks UCI, asked for its best `lines` moves."""

    def __init__(self, command: str = "stockfish", *, lines: int = 1, table_mb: int = 4) -> None:
        self.program = Program([command])
        for option in (
            "uci",
            f"setoption name MultiPV value {lines}",
            f"setoption name Hash value {table_mb}",
        ):
            self.program.send(option)

    def ask(self, fen: str, limit: str) -> list[Judged]:
        """The best moves, the best first; fewer where there are no more. `limit` is as in `nodes 1500`."""
        self.program.send(f"position fen {fen}")
        self.program.send(f"go {limit}")
        found: dict[int, Judged] = {}
        while True:
            words = self.program.read(PATIENCE).split()
            if words[:1] == ["bestmove"]:
                return [found[rank] for rank in sorted(found)]
            if words[:1] == ["info"] and "pv" in words and "score" in words:
                rank = int(words[words.index("multipv") + 1]) if "multipv" in words else 1
                kind, amount = words[words.index("score") + 1 : words.index("score") + 3]
                value = int(amount)
                if kind == "mate":
                    value = MATE - value if value > 0 else -MATE - value
                found[rank] = Judged(words[words.index("pv") + 1], value)
