#!/bin/sh
# TAP: bench/load plays, measures and counts what is lost.
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
set -u
export LC_ALL=C TMPDIR="$T"
load=$PWD/build/load

if [ ! -x "$load" ]; then
    skip "bench/load runs" "the server's libraries are not installed"
    finish
fi

# holds FILE CONDITION: a condition in JavaScript over the object r in the file
holds() {
    node -e "const r = JSON.parse(require('fs').readFileSync('$1', 'utf8'));
             if (!($2)) console.log('not so: $2: ' + JSON.stringify(r))" >> "$bad" 2>&1
}

"$load" --help | grep -q -- '--tables N' || echo 'no help' >> "$bad"
for words in --nothing '--tables 0' '--tables x' --tables '--seconds 0' '--url'; do
    "$load" $words > /dev/null 2>&1
    [ $? -eq 2 ] || echo "'$words' is accepted" >> "$bad"
done
verdict "options are read and explained"

"$load" --tables 4 --seconds 1 --seed 5 --idle 8 --json > "$T/json" 2>> "$bad" ||
    echo "exit code $?" >> "$bad"
holds "$T/json" 'r.tables === 4 && r.connections === 24 && r.seed === 5'
holds "$T/json" 'r.moves_per_s > 0 && r.floor_moves_per_s > 0 && r.lost === 0'
holds "$T/json" 'Math.abs(r.share - r.moves_per_s / r.floor_moves_per_s) < 0.02'
holds "$T/json" 'r.p50_ms > 0 && r.p50_ms <= r.p99_ms && r.server_rss_kb > 1000'
holds "$T/json" 'r.commits > 0 && r.commits <= r.moves_per_s * r.seconds * 2 + 10'
verdict "a server of its own is loaded, and the object is complete"

ls -d "$T"/tobago-load-* >> "$bad" 2> /dev/null
verdict "which leaves no folder behind"

"$load" --tables 4 --seconds 1 --rate 5 --plot "$T/plot.svg" --json > "$T/json" 2>> "$bad" ||
    echo "exit code $?" >> "$bad"
holds "$T/json" 'r.moves_per_s > 1 && r.moves_per_s <= 30'
grep -q 'moves a second' "$T/plot.svg" && grep -q '</svg>' "$T/plot.svg" ||
    echo 'no plot' >> "$bad"
verdict "a rate is kept, and times are drawn over it"

SECONDS_EACH=1 RATE=2 bench/small 3 > "$T/small" 2>> "$bad" || echo "exit code $?" >> "$bad"
grep -qE '^\| 3 \| 12 \| [1-9][0-9]* \| [0-9.]+ \| [0-9.]+ \| 0 \| [1-9][0-9]* \|$' "$T/small" || cat "$T/small" >> "$bad"
verdict "a server with a core and 512 MB is measured"

python3 tests/lib/forgetful.py 50 > "$T/url" 2>> "$bad" &
forgetful=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$T/url" ] && break
    sleep 0.5
done
timeout 60 "$load" --tables 2 --seconds 1 --rate 100 --url "$(cat "$T/url")" --json \
    > "$T/json" 2> "$T/said"
[ $? -eq 1 ] || cat "$T/said" >> "$bad"
holds "$T/json" 'r.lost >= 1 && r.lost <= r.moves_per_s * r.seconds / 25'
verdict "an event that a player does not get is noticed"
kill "$forgetful"
wait "$forgetful" 2> /dev/null

finish
