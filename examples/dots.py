"""Dots and Boxes, the game of docs/tutorial.md."""

from typing import NamedTuple

from spielbaum import Facts, Game, Hints, Presentation


class State(NamedTuple):
    lines: int  # one bit for each line that is drawn
    margin: int  # boxes of player 0 minus boxes of player 1
    player: int  # who moves: 0 or 1


def dots(width: int = 2, height: int = 2) -> Game:
    """Draw a line between two dots; whoever closes a box owns it and moves again."""
    across = width * (height + 1)  # lines across come first, row by row, then the upright ones
    total = across + (width + 1) * height
    boxes = tuple(
        1 << y * width + x | 1 << (y + 1) * width + x | 3 << across + y * (width + 1) + x
        for y in range(height)
        for x in range(width)
    )

    def moves(s):
        for line in range(total):
            if not s.lines >> line & 1:
                yield line

    def play(s, line):
        lines = s.lines | 1 << line
        closed = 0
        for box in boxes:
            if box >> line & 1 and lines & box == box:
                closed += 1
        if closed == 0:
            return State(lines, s.margin, 1 - s.player)
        return State(lines, s.margin + closed if s.player == 0 else s.margin - closed, s.player)

    def utility(s):
        return s.margin

    def evaluate(s):
        return s.margin

    def order(s, line):
        closing = 0
        for box in boxes:
            if box >> line & 1 and (s.lines | 1 << line) & box == box:
                closing += 1
        return closing

    def key(s):
        return (s.lines, s.margin if s.player == 0 else -s.margin)

    return Game(
        "dots",
        start=State(0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        evaluate=evaluate,
        facts=Facts(
            values=(-width * height, width * height),
            unit=width * height + 1,
            most_moves=total,
            longest=total,
            prefer_early=False,
        ),
        hints=Hints(order=order, key=key),
        presentation=Presentation(
            title={"en": "Dots and Boxes", "de": "Käsekästchen"},
            rules={
                "en": "Draw a line between two neighbouring dots. Whoever closes a box owns it and moves "
                "again.",
                "de": "Einen Strich zwischen zwei benachbarte Punkte ziehen. Wer ein Kästchen schließt, dem "
                "gehört es, und er zieht noch einmal.",
            },
            switches={
                "width": {"en": "boxes across", "de": "Kästchen nebeneinander"},
                "height": {"en": "boxes down", "de": "Kästchen untereinander"},
            },
        ),
    )
