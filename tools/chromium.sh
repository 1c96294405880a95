#!/bin/sh
# The browser tests drive the system's Chromium. Installing it needs root, so this script installs it only when
# it already is root on a Debian-like system; otherwise it says what to do and succeeds: the tests that need a
# browser are then skipped (or fail, with CI=true).
set -eu

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "The browser tests need Chromium; installing the Debian package 'chromium' as root." >&2
    "$(dirname "$0")/install.sh" chromium
else
    echo "The browser tests need Chromium and installing it needs root: ask for the package 'chromium'; until then they are skipped." >&2
fi
