#!/bin/bash
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
    timeout 240 node tests/admin.mjs "$1" "$2" "$T/$1" >> "$bad" 2>&1 ||
        echo "$1: exit code $?" >> "$bad"
    verdict "$3"
}

section tables "$CHECKED" "tables are listed, shown, cut back, exported, imported and closed, and the log has it"
section socket "$CHECKED" "the control socket is its owner's, and a stale one is replaced"
section backup "$TOBAGO" "a backup made during play is whole, and a restored folder plays on"
section damage "$CHECKED" "the database itself is checked, in a copy, beside every game"
section guests "$CHECKED" "a guest is shown, exported and deleted, and reports reach the admin"
section password "$CHECKED" "new guests give the password, and links have the address of the settings"
section house "$CHECKED" "a message of the day, muting, a ban for a while and draining"
section flood "$CHECKED" "a flood: others play on, the metrics show it, and a ban ends it"
section metrics "$CHECKED" "metrics are valid, count what happens and have what the alert rules ask for"
section logs "$TOBAGO" "the log tells what happens, and neither secrets nor addresses unless asked"

if command -v promtool > /dev/null; then
    promtool check metrics < "$T/metrics/metrics" >> "$bad" 2>&1 || echo "promtool: metrics" >> "$bad"
    promtool check rules examples/alerts.yml > "$T/rules" 2>&1 || cat "$T/rules" >> "$bad"
    verdict "promtool finds nothing wrong with metrics and alert rules"
else
    skip "promtool finds nothing wrong with metrics and alert rules" "promtool is not here"
fi

# top, as people see it
if command -v tmux > /dev/null; then
    root=$PWD
    mkdir -p "$T/top/site" && echo x > "$T/top/site/index.html"
    "$TOBAGO" serve --listen 127.0.0.1:0 --site "$T/top/site" --data "$T/top/data" > "$T/top/said" 2>&1 &
    server=$!
    . tests/screen.bash
    until_true grep -q serves "$T/top/said" || echo "the server does not start" >> "$bad"
    terminal 100 24 "$TOBAGO admin --data $T/top/data top"
    appears '^tobago  [0-9][0-9]:[0-9][0-9]:[0-9][0-9]'
    appears '^connections  .* 0   guests'
    appears '^database .* MB  reports .* 0 open'
    appears '^q quits'
    "$TOBAGO" admin --data "$T/top/data" drain > /dev/null
    appears '^tobago .*draining' # it is live
    keys q
    appears '^left 0'
    # a server that goes takes it along
    terminal 100 24 "$TOBAGO admin --data $T/top/data top"
    appears '^q quits'
    kill "$server" && wait "$server"
    appears '^left [1-9]'
    seen | grep -q 'the server has hung up' || seen >> "$bad"
    cd "$root" || exit 3
    verdict "top shows the figures live, quits on q, and says so when the server is gone"
else
    skip "top shows the figures live" "tmux is not installed"
fi

finish
