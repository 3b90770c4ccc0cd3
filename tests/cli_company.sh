#!/bin/bash
# tobago connect in company: the commands that people at a table use among each other, each through a
# real server and looked at from the other side (company.py).
# Needs build/debug/tobago, build/tsan/tobago (ThreadSanitizer) and python3. Prints TAP.
set -u
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
server=
trap '[ -z "$server" ] || kill -KILL "$server" 2> /dev/null
      chmod -R u+rwX "$T"; rm -rf "$T"' EXIT
trap 'exit 3' HUP INT TERM

if ! "$TOBAGO" connect http://127.0.0.1:1 --list 2>&1 | grep -q 'no server of tables'; then
    skip "people at a table do to each other what they may" "the libraries are not installed"
    finish
fi
mkdir "$T/site"
echo '<!DOCTYPE html><title>home</title>' > "$T/site/index.html"
# company PROGRAM SENTENCE: an evening at a server that is this program
company() {
    rm -rf "$T"/of-* "$T/tables"
    "$1" serve --listen 127.0.0.1:0 --data "$T/tables" --site "$T/site" --limit frames_s=1000 \
        > "$T/serve" 2> "$T/serve.err" &
    server=$!
    url=
    for _ in $(seq 400); do
        url=$(grep -oE 'http://[0-9.]+:[0-9]+' "$T/serve" | head -n 1)
        [ -n "$url" ] && break
        sleep 0.05
    done
    timeout 100 python3 tests/company.py "$CHECKED" "$url" "$T" >> "$bad" 2>&1
    kill "$server"
    wait "$server" 2> /dev/null
    server=
    grep -E 'ERROR|WARNING|runtime error' -A 20 "$T/serve.err" >> "$bad"
    verdict "$2"
}

company "$CHECKED" "people at a table do to each other what they may, and the others see it"
if [ -x build/tsan/tobago ]; then
    company build/tsan/tobago "the server's threads do not disturb each other meanwhile"
else
    skip "the server's threads do not disturb each other meanwhile" "there is no build/tsan/tobago"
fi
finish
