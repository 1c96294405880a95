"""Run a command as the terminal's own foreground job, so that Ctrl-C reaches it and nobody else.

    python tools/foreground.py COMMAND …

`make run` uses it. Ctrl-C in a terminal goes to every process of the foreground group; make is one of them
and would report an error and fail, though this is the usual end of a server or a game. Here the command has a
group of its own. Ctrl-Z and `fg` work as ever. The exit code is the command's, 0 where it was interrupted.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

INTERRUPTED = (130, -signal.SIGINT)


def main(command: list[str]) -> int:
    if sys.stdin.isatty() and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp():
        code = in_foreground(command)
    else:
        # Whoever interrupts the group interrupts the command as well; we only wait for its end.
        signal.signal(signal.SIGINT, lambda *_: None)
        code = subprocess.Popen(command).wait()
    return 0 if code in INTERRUPTED else code if code >= 0 else 128 - code


def in_foreground(command: list[str]) -> int:
    terminal, own = sys.stdin.fileno(), os.getpgrp()

    def lead() -> None:
        """In the new process, before it becomes the command."""
        os.setpgid(0, 0)
        os.tcsetpgrp(terminal, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)

    # Whoever is in the background may not give the terminal away, unless this signal is ignored.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    child = subprocess.Popen(command, preexec_fn=lead)  # noqa: PLW1509 - there are no threads here
    for number in (signal.SIGTERM, signal.SIGHUP):  # make passes them on to us only
        signal.signal(number, lambda number, _frame: os.killpg(child.pid, number))
    try:
        while True:
            _, status = os.waitpid(child.pid, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                return os.waitstatus_to_exitcode(status)
            os.tcsetpgrp(terminal, own)
            os.killpg(own, signal.SIGTSTP)  # as Ctrl-Z would have done; we go on here after `fg`
            os.tcsetpgrp(terminal, child.pid)
            os.killpg(child.pid, signal.SIGCONT)
    finally:
        os.tcsetpgrp(terminal, own)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
