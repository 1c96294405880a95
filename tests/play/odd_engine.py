"""A UCI engine that moves its knights to and fro, or does one thing wrong, which its argument names."""

import sys
import time

WRONG = sys.argv[1] if len(sys.argv) > 1 else ""
#: Moves of both sides that are always legal in turn.
DANCE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


say("Odd engine, a banner that is no part of the protocol")
settings: list[str] = []
where = ""
moves: list[str] = []
for line in sys.stdin:
    words = line.split()
    word = words[0] if words else ""
    if word == "uci":
        if WRONG == "mute":
            time.sleep(600)
        if WRONG == "crash":
            sys.exit("cannot find my network")
        say("id name Odd 1.0", "id author nobody", "option name Hash type spin default 1 min 1 max 8")
        say(
            "option name Skill Level type spin default 3 min 0 max 20",
            "option name UCI_LimitStrength type check",
        )
        say(
            "option name UCI_Elo type spin default 1000 min 500 max 2000",
            "option name Style type string default <empty>",
        )
        if WRONG != "usual":
            say("option name UCI_Chess960 type check default false")
        say(
            "option name Clear Hash type button",
            "option name Mood type combo default Calm var Calm var Very Wild",
            "option name Threads type spin default 1 min 1 max 4",
            "uciok",
        )
    elif word == "setoption":
        settings.append(line.strip().removeprefix("setoption name ").replace(" value ", "="))
    elif word == "isready":
        say("readyok")
    elif word == "position":
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        where = line.strip()
    elif word == "go":
        if WRONG == "silent":
            say("info depth 1")
            time.sleep(600)
        if WRONG == "dies":
            sys.exit("out of memory")
        if WRONG == "illegal":
            say("bestmove e2e5")
        elif WRONG == "none":
            say("bestmove (none)")
        elif WRONG == "bare":
            say("bestmove")
        elif WRONG == "waits":
            assert sys.stdin.readline() == "stop\n"
            say(f"bestmove {DANCE[len(moves) % 4]}")
        elif WRONG == "tells":
            print(" / ".join([*settings, where, line.strip()]), file=sys.stderr, flush=True)
            sys.exit(0)
        else:
            best = DANCE[len(moves) % 4]
            say("something odd", "info string hello", f"info depth 3 score cp 40 upperbound pv {best}")
            say(
                f"info depth 7 seldepth 9 multipv 1 score cp 25 nodes 99 nps 1 pv {best} a9a9",
                "info score cp",
            )
            say("info depth 7 multipv 2 score cp 10 pv a2a3", f"bestmove {best} ponder a7a6")
    elif word == "quit":
        break
