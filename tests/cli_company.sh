#!/bin/bash
# tobago connect in company: the commands that people at a table use among each other, each through a
# real server and looked at from the other side (company.py).
# Needs build/debug/tobago and python3. Prints TAP.
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
"$CHECKED" serve --listen 127.0.0.1:0 --data "$T/tables" --site "$T/site" --limit frames_s=1000 \
    > "$T/serve" 2> "$T/serve.err" &
server=$!
for _ in $(seq 200); do
    url=$(grep -oE 'http://[0-9.]+:[0-9]+' "$T/serve" | head -n 1)
    [ -n "$url" ] && break
    sleep 0.05
done
timeout 100 python3 tests/company.py "$CHECKED" "$url" "$T" >> "$bad" 2>&1
verdict "people at a table do to each other what they may, and the others see it"

kill "$server"
wait "$server" 2> /dev/null
server=
grep -E 'ERROR|runtime error' "$T/serve.err" >> "$bad"
verdict "the server saw nothing wrong"
finish
