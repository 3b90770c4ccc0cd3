#!/bin/sh
# TAP: notifications, through a push service of the test's own (tests/push.mjs).
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
set -u
export LC_ALL=C

if ! pkg-config --exists libwebsockets libuv sqlite3 libsodium jansson openssl; then
    skip "serve notifies" "the server's libraries are not installed"
    finish
fi

mkdir -p "$T/push"
timeout 120 node tests/push.mjs "$CHECKED" "$T/push" >> "$bad" 2>&1 || echo "exit code $?" >> "$bad"
verdict "whoever has no page open is told once, sealed and signed, by known services alone"

"$TOBAGO" serve --push-contact ada@example.org > "$T/out" 2>&1 && echo "an address without mailto: was taken" >> "$bad"
grep -q -- "--push-contact" "$T/out" || cat "$T/out" >> "$bad"
verdict "an address that push services cannot use is refused"

finish
