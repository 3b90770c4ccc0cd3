#!/bin/sh
# A server as an admin runs it: behind a proxy, over TLS, under systemd (tests/running.py).
# Needs build/tobago, build/debug/tobago, python3 and openssl. Prints TAP.
set -u
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
if ! pkg-config --exists libwebsockets libuv openssl; then
    skip "a server as an admin runs it" "the server's libraries are not installed"
    finish
fi
python3 tests/running.py "$CHECKED" "$TOBAGO" "$T/running"
