"""A bot that does one thing wrong, which its argument names."""

import os
import signal
import subprocess
import sys
import time

WRONG = sys.argv[1]
SLEEP = "import time; time.sleep(600)"


def say(text: str) -> None:
    print(text, flush=True)


def misbehave(where: str) -> None:
    """What may happen at the start as well as in a game."""
    if f"{where}-crash" == WRONG:
        print("first\nlast but one", file=sys.stderr)
        raise ZeroDivisionError("oh no")
    if f"{where}-exit" == WRONG:
        sys.exit(7)
    if f"{where}-kill" == WRONG:
        os.kill(os.getpid(), signal.SIGKILL)
    if f"{where}-silence" == WRONG:
        print("still thinking", file=sys.stderr, flush=True)
        time.sleep(600)
    if f"{where}-rubbish" == WRONG:
        say("hello \x1b[31mworld")
    if f"{where}-binary" == WRONG:
        sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        sys.stdout.flush()
    if f"{where}-long" == WRONG:
        say("x" * 3_000_000)
    if f"{where}-error" == WRONG:
        say("error I would rather not")
    if f"{where}-close" == WRONG:
        os.close(1)
        time.sleep(600)
    if f"{where}-flood" == WRONG:
        while True:
            say("info depth 1")


if WRONG in ("deaf", "deaf-child"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if WRONG in ("child", "deaf-child"):
    child = subprocess.Popen([sys.executable, "-c", SLEEP], stdout=sys.stdout)
    print(child.pid, file=sys.stderr, flush=True)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:  # noqa: PTH123 (plain, as bots are)
            file.write(str(child.pid))
legal: list[str] = []
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "protocol":
        misbehave("start")
        say("protocol 2" if WRONG == "version" else "protocol 1")
    elif word == "game":
        misbehave("game")
        say("name Odd one")
        say("ready")
    elif word == "legal":
        legal = rest
    elif word == "go":
        misbehave("go")
        if WRONG == "resign":
            say("resign")
        elif WRONG == "illegal":
            say("move nowhere")
        elif WRONG == "waits":
            assert sys.stdin.readline() == "stop\n"
            say(f"move {legal[-1]}")
        elif WRONG == "thinks":
            say("info whatever")
            say("info depth x value 3")
            say("info depth 2 nodes 17 value 0.5 line " + legal[0])
            say(f"move {legal[0]}")
        elif WRONG == "tells":
            say(f"error {line.strip()}")
        else:
            say(f"move {legal[0]}")
    elif word == "quit" and WRONG not in ("deaf", "deaf-child", "stubborn"):
        break
if WRONG in ("deaf", "deaf-child", "stubborn"):
    while True:
        time.sleep(600)
