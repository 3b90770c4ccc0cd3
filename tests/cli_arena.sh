#!/bin/bash
# The arena: its forms, the same numbers whatever the threads, results that survive kill -9.
# Needs build/tobago, build/debug/tobago and node. Prints TAP.
set -u
export LC_ALL=C.UTF-8
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
cd "$(dirname "$0")/.." || exit 3
TOBAGO=$PWD/build/tobago
CHECKED=$PWD/build/debug/tobago
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
number=0
failed=0
bad=$T/bad
: > "$bad"

# verdict SENTENCE: good if nothing was written to $bad since the last one
verdict() {
    number=$((number + 1))
    if [ -s "$bad" ]; then
        failed=1
        echo "not ok $number - $1"
        head -n 12 "$bad" | cut -c 1-220 | sed 's/^/# /'
    else
        echo "ok $number - $1"
    fi
    : > "$bad"
}

# arena WORD...: stdout to $T/out, stderr to $T/err, the exit code to $code
arena() {
    timeout 60 "$TOBAGO" arena "$@" > "$T/out" 2> "$T/err" < /dev/null
    code=$?
}

# says CODE WORD...: complains unless the exit code is right and the streams are kept apart
says() {
    local want=$1
    shift
    arena "$@"
    [ "$code" = "$want" ] || echo "arena $*: exit code $code, not $want: $(cat "$T/err")"
    [ "$code" != 0 ] || ! [ -s "$T/err" ] || echo "arena $*: stderr: $(cat "$T/err")"
    [ "$code" = 0 ] || ! [ -s "$T/out" ] || echo "arena $*: stdout: $(cat "$T/out")"
    [ "$code" = 0 ] || [ -s "$T/err" ] || echo "arena $*: no complaint"
}

# numbers WORD...: the JSON of an arena without its times
numbers() { timeout 60 "$TOBAGO" arena "$@" --json 2>&1 < /dev/null | sed 's/,"ms":[0-9.]*//g'; }

# same FILE FILE WHAT
same() { cmp -s "$1" "$2" || { echo "$3:" && diff "$1" "$2"; } >> "$bad"; }

# ---- Forms ----

says 0 --bots easy,easy,random --games 7 --seed 2 >> "$bad"
[ "$(wc -l < "$T/out")" = 4 ] || cat "$T/out" >> "$bad"
head -n 1 "$T/out" | grep -qE '^bot +games +wins +share +95 % interval +coins +Elo +ms/move$' ||
    head -n 1 "$T/out" >> "$bad"
tail -n +2 "$T/out" |
    grep -vE '^[a-z]+ +7 +[0-9]+ +[01]\.[0-9]{3} +[01]\.[0-9]{3} to [01]\.[0-9]{3} +[0-9.]+ +[+-][0-9]+ +[0-9.]+$' \
        >> "$bad"
verdict "the table has a line for each bot"

arena --bots 'medium,easy,easy:5,"cmd:'"$TOBAGO"' bot random"' --games 10 --json
cat > "$T/form.js" <<'JS'
const { bots, ...rest } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const assert = require("assert");
assert.deepStrictEqual(rest, {});
assert.strictEqual(bots.length, 4);
const keys = ["name", "games", "wins", "share", "coins", "low", "high", "elo", "ms"];
for (const bot of bots) {
    assert.deepStrictEqual(Object.keys(bot), keys);
    assert(keys.slice(1).every((key) => Number.isFinite(bot[key])));
    assert.strictEqual(bot.games, 10);
    assert(bot.low >= 0 && bot.low <= bot.share && bot.share <= bot.high && bot.high <= 1);
    assert(Number.isInteger(bot.wins) && bot.wins <= bot.share * 10 + 1e-9);
}
const sum = (key) => bots.reduce((total, bot) => total + bot[key], 0);
assert(Math.abs(sum("share") - 1) < 1e-4);
assert(Math.abs(sum("elo")) < 0.3);
assert.deepStrictEqual(bots.map((bot) => bot.name), process.argv.slice(3));
JS
node "$T/form.js" "$T/out" medium easy easy:5 "\"cmd:$TOBAGO bot random\"" >> "$bad" 2>&1
cat "$T/err" >> "$bad"
verdict "--json prints the numbers of each bot as given, and nothing else"

{
    says 2
    says 2 --bots easy
    says 2 --bots easy,nobody
    says 2 --bots easy,easy,easy,easy,easy
    says 2 --bots easy,easy --games 0
    says 2 --bots easy,easy --games x
    says 2 --bots easy,easy --jobs 0
    says 2 --bots easy,easy --time 0
    says 2 --bots easy,easy --iterations 0
    says 2 --bots easy,easy --options nothing
    says 2 --bots easy,easy more
    says 1 --bots easy,easy --island XYZ0
    says 1 --bots easy,cmd:/nowhere/at/all
    says 1 --bots easy,cmd:false
    says 3 --bots easy,easy --games 2 --state /nowhere/at/all
} >> "$bad"
arena --bots easy,easy --games 2 --plot /nowhere/at/all
[ "$code" = 3 ] && [ -s "$T/out" ] && [ -s "$T/err" ] || echo "plot: exit code $code" >> "$bad"
verdict "wrong usage, missing programs and missing folders have their exit codes"

# ---- The same numbers ----

numbers --bots hard,medium,easy,random --games 24 --seed 3 --iterations 20 --jobs 1 > "$T/one"
numbers --bots hard,medium,easy,random --games 24 --seed 3 --iterations 20 --jobs 2 > "$T/two"
numbers --bots hard,medium,easy,random --games 24 --seed 4 --iterations 20 --jobs 2 > "$T/other"
same "$T/one" "$T/two" "1 and 2 jobs"
cmp -s "$T/one" "$T/other" && echo "another seed gives the same" >> "$bad"
verdict "the same seed gives the same numbers, whatever the number of jobs"

for options in experienced placed volcano experienced,volcano,volcano-placed,triads-random; do
    numbers --bots medium,greedy,easy --games 9 --options $options --jobs 2 > "$T/one"
    timeout 60 "$CHECKED" arena --bots medium,greedy,easy --games 9 --options $options \
        --jobs 1 --json 2>&1 | sed 's/,"ms":[0-9.]*//g' > "$T/two"
    same "$T/one" "$T/two" "$options"
done
numbers --bots easy,easy --games 4 --island AbC1 > "$T/one"
grep -q '"games":4' "$T/one" || cat "$T/one" >> "$bad"
verdict "all options are played, the same under the sanitizers"

numbers --bots medium,random --games 200 --seed 9 > "$T/one"
node -e 'const b = JSON.parse(require("fs").readFileSync(0)).bots;
         if (b[0].share < 0.9 || b[0].elo < 150) console.log(b)' < "$T/one" >> "$bad"
verdict "a level that plays well beats random moves"

# ---- The state file ----

numbers --bots medium,easy,random --games 300 --seed 6 > "$T/whole"
numbers --bots medium,easy,random --games 100 --seed 6 --state "$T/state" > "$T/part"
numbers --bots medium,easy,random --games 300 --seed 6 --state "$T/state" > "$T/resumed"
same "$T/whole" "$T/resumed" "300 games in two parts"
[ "$(grep -c '^game ' "$T/state")" = 300 ] || echo "not 300 games in the state" >> "$bad"
numbers --bots medium,easy,random --games 100 --seed 6 > "$T/whole"
numbers --bots medium,easy,random --games 100 --seed 6 --state "$T/state" > "$T/resumed"
same "$T/whole" "$T/resumed" "100 games of a state of 300"
same "$T/part" "$T/resumed" "100 games, with and without what follows"
verdict "an arena can be made longer, and goes on where it was"

cp "$T/state" "$T/good"
printf 'game 300 coins 1' >> "$T/state"
says 0 --bots medium,easy,random --games 302 --seed 6 --state "$T/state" >> "$bad"
[ "$(grep -c '^game [0-9]* coins [0-9 ]* moves [0-9 ]* us [0-9 ]* faults 0 0 0 loss 0 0 0$' \
    "$T/state")" = 302 ] || echo "a torn line was not replaced" >> "$bad"
head -c 40 "$T/good" > "$T/state"
says 0 --bots medium,easy,random --games 3 --seed 6 --state "$T/state" >> "$bad"
: > "$T/state"
says 0 --bots medium,easy,random --games 3 --seed 6 --state "$T/state" >> "$bad"
verdict "a line or header that was not finished is written anew"

{
    cp "$T/good" "$T/state"
    says 1 --bots medium,easy,easy --games 300 --seed 6 --state "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 7 --state "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --island ABC0 --state "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --options placed --state "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --iterations 5 --state "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --time 5 --state "$T/state"
    cmp "$T/state" "$T/good"
    sed '20s/coins/coyns/' "$T/good" > "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state"
    { cat "$T/good" && tail -n 1 "$T/good"; } > "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state"
    echo hello > "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state"
    [ "$(cat "$T/state")" = hello ] || echo "a foreign file was changed"
    says 3 --bots medium,easy,random --games 300 --seed 6 --state "$T"
} >> "$bad" 2>&1
verdict "a state of other settings, a damaged one and a foreign file are refused unchanged"

# ---- kill -9, and other ends ----

# interrupt SIGNAL: runs until some games are kept, sends the signal
interrupt() {
    "$TOBAGO" arena --bots hard,easy --games 60 --seed 8 --iterations 30 --jobs 2 \
        --state "$T/killed" > /dev/null 2> "$T/err" < /dev/null &
    local arena=$!
    for _ in $(seq 500); do
        [ "$(grep -c '^game ' "$T/killed" 2> /dev/null)" -gt "$2" ] && break
        sleep 0.01
    done
    kill "-$1" "$arena"
    wait "$arena" 2> /dev/null
    code=$?
}

numbers --bots hard,easy --games 60 --seed 8 --iterations 30 > "$T/whole"
interrupt KILL 5 2> /dev/null
kept=$(grep -c '^game ' "$T/killed")
[ "$kept" -ge 5 ] && [ "$kept" -lt 60 ] || echo "$kept games kept after kill -9" >> "$bad"
interrupt TERM $((kept + 5))
[ "$code" = 3 ] && grep -q 'interrupted after .* goes on' "$T/err" ||
    echo "TERM: exit code $code: $(cat "$T/err")" >> "$bad"
numbers --bots hard,easy --games 60 --seed 8 --iterations 30 --state "$T/killed" > "$T/resumed"
same "$T/whole" "$T/resumed" "killed, terminated and resumed"
verdict "after kill -9 and after an interruption the numbers are those of one run"

"$TOBAGO" arena --bots hard,hard --games 1000 --state "$T/busy" > /dev/null 2>&1 &
busy=$!
for _ in $(seq 200); do [ -s "$T/busy" ] && break || sleep 0.01; done
says 1 --bots hard,hard --games 1000 --state "$T/busy" >> "$bad"
kill "$busy"
wait "$busy" 2> /dev/null
verdict "two arenas do not write to one state file"

# ---- The picture ----

says 0 --bots 'medium,easy,"cmd:'"$TOBAGO"' bot random --seed 7"' --games 50 \
    --plot "$T/plot.svg" >> "$bad"
says 0 --bots easy,easy --games 1 --plot "$T/small.svg" >> "$bad"
for file in "$T/plot.svg" "$T/small.svg"; do
    head -c 5 "$file" | grep -q '<svg' || echo "$file is no SVG" >> "$bad"
    [ "$(tail -n 1 "$file")" = '</svg>' ] || echo "$file does not end" >> "$bad"
    grep -qiE '<script|href|nan|inf' "$file" && echo "$file: script or nonsense" >> "$bad"
done
grep -q '&#34;cmd:' "$T/plot.svg" || echo "the name is not escaped" >> "$bad"
verdict "--plot draws an SVG without scripts, with escaped names"

echo "1..$number"
exit $failed
