#!/bin/sh
# The browser tests drive the system's Chromium. Installing it needs root, so this script installs it only when
# it already is root on a Debian-like system; otherwise it says what to do and succeeds: the tests that need a
# browser are then skipped (or fail, with CI=true).
#
# Chromium without a window is the same browser and comes in a package of its own: on the same tests it takes a
# fifth of the processor time less. Where that package is unknown the whole browser does as well.
set -eu

for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "The browser tests need Chromium; installing the Debian package 'chromium-headless-shell' as root." >&2
    install="$(dirname "$0")/install.sh"
    if ! "$install" chromium-headless-shell; then
        echo "That did not work; installing the package 'chromium' instead." >&2
        "$install" chromium
    fi
else
    echo "The browser tests need Chromium and installing it needs root: ask for the package 'chromium'; until then they are skipped." >&2
fi
