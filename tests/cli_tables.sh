#!/bin/sh
# TAP: tables over real sockets, with the sanitizers: games of people and bots, broken
# connections, forged links, kill -9 under load, crowds, hostile clients, idle tables.
# tests/tables.mjs is the client.
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
set -u
export LC_ALL=C

if ! pkg-config --exists libwebsockets libuv sqlite3 libsodium jansson; then
    skip "serve hosts tables" "the server's libraries are not installed"
    finish
fi

# section NAME PROGRAM SENTENCE
section() {
    mkdir -p "$T/$1"
    timeout 900 node tests/tables.mjs "$1" "$2" "$T/$1" >> "$bad" 2>&1 ||
        echo "$1: exit code $?" >> "$bad"
    rm -rf "${T:?}/$1"
    verdict "$3"
}

section games "$CHECKED" "whole games of two to four people are played, watched and proved"
section bots "$CHECKED" "bots answer at a table with a person"
section resume "$CHECKED" "broken connections go on by the number of the last event"
section consent "$CHECKED" "pauses and undo are proposed, agreed to and declined"
section links "$CHECKED" "links are forged, guessed and revoked in vain; other origins are refused"
section killed "$TOBAGO" "after kill -9 every acknowledged move is there, and none twice"
section crowd "$TOBAGO" "a thousand guests who join at once get three seats"
section hostile "$CHECKED" "slow readers, floods and nonsense do not hold others up"
section idle "$TOBAGO" "idle tables leave memory and come back"
section restart "$CHECKED" "a server that ends says goodbye, and one folder has one server"

finish
