"""The digest of rules, remembered between processes.

`rules_digest` plays games in plain Python, which takes chess most of a second; describing its functions takes
milliseconds. What was found stands in the user's cache under that description: rules that changed, or
another Python, ask for another name. Rules that cannot be described as a whole are played each time.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from typing import Any

import numpy as np

from spielbaum.atomic import write_file
from spielbaum.engine.book import rules_digest
from spielbaum.engine.cache_folder import code_folder, read_trusted
from spielbaum.engine.digest import describe
from spielbaum.errors import SpielbaumError
from spielbaum.game import Game

_DIGEST = re.compile(rb"[0-9a-f]{64}")
#: Files that are kept; beyond them those that were written first go.
MOST_FILES = 400


def known_digest(game: Game[Any, Any]) -> str:
    """`rules_digest` of the game, played only where it was not known."""
    folder = code_folder().used
    facts = (game.name, game.facts.players, game.facts.zero_sum, game.facts.values, game.counts_plies)
    rules = (game.start, game.moves, game.play, game.player, game.over, game.utility, game.weight)
    # The key is among it: positions are numbered by it.
    description = describe(rules_digest, facts, *rules, game.hints.key, sys.version, np.__version__)
    if folder is None or description.unseen:
        return rules_digest(game)
    path = folder / f"{description.digest}.digest"
    # Whatever is wrong with the file, it is made again.
    with suppress(SpielbaumError, OSError):
        content = read_trusted(path)
        if _DIGEST.fullmatch(content):
            return content.decode()
    found = rules_digest(game)
    with suppress(SpielbaumError, OSError):
        write_file(path, found, mode=0o600)
        for old in sorted(folder.glob("*.digest"), key=lambda file: file.stat().st_mtime)[:-MOST_FILES]:
            old.unlink(missing_ok=True)
    return found
