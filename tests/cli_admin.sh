#!/bin/sh
# TAP: looking after a server that runs, over its control socket, and the metrics.
# tests/admin.mjs is the admin, and the players.
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
set -u
export LC_ALL=C

if ! pkg-config --exists libwebsockets libuv sqlite3 libsodium jansson; then
    skip "admin looks after a server" "the server's libraries are not installed"
    finish
fi

# section NAME PROGRAM SENTENCE: what it leaves in its folder stays until the end
section() {
    mkdir -p "$T/$1"
    timeout 60 node tests/admin.mjs "$1" "$2" "$T/$1" >> "$bad" 2>&1 ||
        echo "$1: exit code $?" >> "$bad"
    verdict "$3"
}

section tables "$CHECKED" "tables are listed, shown, cut back, exported, imported and closed, and the log has it"
section socket "$CHECKED" "the control socket is its owner's, and a stale one is replaced"
section backup "$TOBAGO" "a backup made during play is whole, and a restored folder plays on"
section metrics "$CHECKED" "metrics are valid, count what happens and have what the alert rules ask for"
section logs "$TOBAGO" "the log tells what happens, and neither secrets nor addresses unless asked"

if command -v promtool > /dev/null; then
    promtool check metrics < "$T/metrics/metrics" >> "$bad" 2>&1 || echo "promtool: metrics" >> "$bad"
    promtool check rules examples/alerts.yml > "$T/rules" 2>&1 || cat "$T/rules" >> "$bad"
    verdict "promtool finds nothing wrong with metrics and alert rules"
else
    skip "promtool finds nothing wrong with metrics and alert rules" "promtool is not here"
fi

finish
