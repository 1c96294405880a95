"""A bot in plain Python that plays any game: mostly the move in the middle of the list, else any.

spielbaum match connect4 "bot:python3 examples/bot.py" random --games 10 --out runs/bot
How to speak with Spielbaum: docs/protocol.md.
"""

import random
import sys


def answer(*lines):
    print(*lines, sep="\n", flush=True)


chance = random.Random()
legal = []
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "protocol":
        answer("protocol 1", "name Middle")
    elif word == "seed":  # the same seed, the same game again
        chance.seed(int(rest[0]))
    elif word == "game":
        answer("ready")
    elif word == "legal":  # a stronger bot would know the rules and read `position` and `moves`
        legal = rest
    elif word == "go":
        middle = legal[len(legal) // 2]
        answer(f"move {middle if chance.random() < 0.75 else chance.choice(legal)}")
    elif word == "quit":
        break
