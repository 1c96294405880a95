#!/bin/sh
# Install a Debian package as root, and wait for a package manager that is busy: another one may be installing
# something, or the machine may be looking for updates by itself. Says what it waits for, and gives up after
# PATIENCE seconds (600).
#
#     tools/install.sh PACKAGE
set -eu

package="$1"
patience="${PATIENCE:-600}"
said="$(mktemp)"
trap 'rm -f "$said"' EXIT
began="$(date +%s)"

# While apt-get installs it waits for the lock of dpkg by itself (DPkg::Lock::Timeout), but not for that of the
# lists when it fetches them, nor for that of its archives.
patiently() {
    waiting=
    while :; do
        code=0
        DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o "DPkg::Lock::Timeout=$patience" "$@" >"$said" 2>&1 || code=$?
        if [ "$code" = 0 ]; then
            return 0
        fi
        if ! grep -q -e 'Could not get lock' -e 'Unable to lock' -e 'Unable to acquire the dpkg' "$said"; then
            cat "$said" >&2
            return "$code"
        fi
        if [ "$(($(date +%s) - began))" -ge "$patience" ]; then
            cat "$said" >&2
            echo "Gave up after $patience s: another program still holds the package manager's lock." >&2
            return "$code"
        fi
        if [ -z "$waiting" ]; then
            waiting=yes
            echo "Waiting for another package manager, at most $patience s: $(grep -m 1 -e 'lock' "$said")" >&2
        fi
        sleep "${PAUSE:-2}"
    done
}

patiently -qq update
patiently -qq -y --no-install-recommends install "$package"
