#!/bin/sh
# Packages of games are for Node too, and a test runs one there. Installing it needs root, so this script installs it
# only when it already is root on a Debian-like system; otherwise it says what to do and succeeds: the test is then
# skipped (or fails, with CI=true).
set -eu

if command -v node >/dev/null 2>&1; then
    exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "A test of packages for JavaScript needs Node; installing the Debian package 'nodejs' as root." >&2
    "$(dirname "$0")/install.sh" nodejs
else
    echo "A test of packages for JavaScript needs Node and installing it needs root: ask for the package 'nodejs'; until then it is skipped." >&2
fi
