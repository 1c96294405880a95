#!/bin/sh
# Some tests play against Stockfish (GPL-3.0), which is a peer and never a part of Spielbaum. Installing it needs
# root, so this script installs it only when it already is root on a Debian-like system; otherwise it says what to
# do and succeeds: the tests that need it are then skipped (or fail, with CI=true).
set -eu

PATH="$PATH:/usr/games"
if command -v stockfish >/dev/null 2>&1; then
    exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "The chess tests need Stockfish; installing the Debian package 'stockfish' as root." >&2
    "$(dirname "$0")/install.sh" stockfish
else
    echo "The chess tests need Stockfish and installing it needs root: ask for the package 'stockfish'; until then they are skipped." >&2
fi
