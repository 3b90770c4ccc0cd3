#!/bin/bash
# The arena: its forms, the same numbers whatever the threads, results that survive kill -9,
# full disks, damaged state files and signals.
# Needs build/tobago, build/debug/tobago and node. Prints TAP.
set -u
export LC_ALL=C.UTF-8
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

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
[ "$(wc -l < "$T/out")" = 6 ] || cat "$T/out" >> "$bad"
head -n 1 "$T/out" | grep -qE '^bot +games +wins +share +95 % interval +coins +Elo +ms/move$' ||
    head -n 1 "$T/out" >> "$bad"
sed -n 2,4p "$T/out" |
    grep -vE '^[a-z]+ +7 +[0-9]+ +[01]\.[0-9]{3} +[01]\.[0-9]{3} to [01]\.[0-9]{3} +[0-9.]+ +[+-][0-9]+ +[0-9.]+$' \
        >> "$bad"
verdict "the table has a line for each bot"

sed -n 5p "$T/out" | grep -qE '^rounds: median [0-9.]+, longest [0-9]+$' || cat "$T/out" >> "$bad"
sed -n 6p "$T/out" | grep -qE '^endings: E1 [0-9]+, E3 [0-9]+, E4 [0-9]+$' || cat "$T/out" >> "$bad"
sed -n 6p "$T/out" | tr -dc '0-9 ' | awk '{ exit $2 + $4 + $6 != 7 }' || cat "$T/out" >> "$bad"
verdict "E1, E3, E4: the table says how long games took and how they ended"

arena --bots 'medium,easy,easy:5,"cmd:'"$TOBAGO"' bot random"' --games 10 --json
cat > "$T/form.js" <<'JS'
const { bots, rounds, endings, ...rest } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const assert = require("assert");
assert.deepStrictEqual(rest, {});
assert.deepStrictEqual(Object.keys(rounds), ["median", "longest"]);
assert(rounds.median > 0 && rounds.median <= rounds.longest && rounds.longest <= 1000);
assert.deepStrictEqual(Object.keys(endings), ["E1", "E3", "E4"]);
assert.strictEqual(endings.E1 + endings.E3 + endings.E4, 10);
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

arena --bots random,greedy,easy,medium,easy:3 --pairs --games 6 --seed 3 --state "$T/pairs"
head -n 1 "$T/out" | grep -q '^bot  *games' || cat "$T/out" >> "$bad"
[ "$(grep -cE '^(random|greedy|easy|medium|easy:3) +24 ' "$T/out")" = 5 ] || cat "$T/out" >> "$bad"
tail -n 1 "$T/out" | grep -qE '^endings: E1 (5[0-9]|60), ' || cat "$T/out" >> "$bad"
[ "$(find "$T/pairs" -name '*.arena' | wc -l)" = 10 ] || ls "$T/pairs" >> "$bad"
cp "$T/pairs/3-4.arena" "$T/alone"
arena --bots easy,medium --games 6 --seed 3 --state "$T/alone" # nothing is left to play
cat "$T/err" >> "$bad"
numbers --bots random,greedy,easy,medium,easy:3 --pairs --games 6 --seed 3 --jobs 1 > "$T/one"
numbers --bots random,greedy,easy,medium,easy:3 --pairs --games 6 --seed 3 --state "$T/pairs" > "$T/two"
same "$T/one" "$T/two" "from the state"
cat > "$T/pairs.js" <<'JS'
const { bots, pairs } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const assert = require("assert");
assert.strictEqual(bots.length, 5);
assert.strictEqual(pairs.length, 10);
assert(pairs.every((pair) => pair.bots.length === 2 && pair.games === 6));
assert(Math.abs(bots.reduce((total, bot) => total + bot.elo, 0)) < 0.3);
assert(bots[0].elo < bots[1].elo && bots[0].elo < bots[3].elo);
JS
node "$T/pairs.js" "$T/one" >> "$bad" 2>&1
{
    says 2 --bots easy --pairs
    says 2 --bots easy,easy --pairs --plot "$T/x.svg"
    says 2 --bots easy,easy --pairs --out "$T/x"
    says 2 --bots easy,easy,easy,easy,easy,easy,easy,easy,easy --pairs
} >> "$bad"
verdict "--pairs lets every two bots play and rates all in one table"

timeout 60 "$TOBAGO" arena --bots random,greedy,easy,medium,easy:3 --pairs --games 1000000 \
    --seed 3 --state "$T/pairs" --json > "$T/out" 2> "$T/err" < /dev/null &
pid=$!
until [ "$(grep -c '^game' "$T/pairs/1-2.arena")" -gt 6 ] || ! kill -0 "$pid"; do sleep 0.1; done
kill -TERM "$pid"
wait "$pid"
code=$?
[ "$code" = 3 ] || echo "it was not stopped: exit code $code" >> "$bad"
cat > "$T/stopped.js" <<'JS'
const { pairs } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const assert = require("assert");
assert.strictEqual(pairs.length, 10);
assert(pairs[0].games > 6 && pairs.slice(1).filter((pair) => pair.games === 6).length > 6);
JS
node "$T/stopped.js" "$T/out" >> "$bad" 2>&1
[ "$(grep -c interrupted "$T/err")" = 1 ] || cat "$T/err" >> "$bad"
verdict "--pairs that is stopped rates all games of its folder"

{
    says 2
    says 2 --bots easy
    says 2 --bots easy,nobody
    grep -q "'nobody': is no bot" "$T/err" || cat "$T/err"
    says 2 --bots "easy,cmd:perl 'x"
    grep -q 'a quote is not closed' "$T/err" || cat "$T/err"
    says 2 --bots easy,cmd:
    grep -q 'a program is missing' "$T/err" || cat "$T/err"
    says 2 --bots easy,hard:99999999999999
    grep -q 'from 1 to 4294967295' "$T/err" || cat "$T/err"
    says 0 --bots 'easy, easy' --games 2
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
verdict "wrong usage, missing programs and missing folders have their exit codes"

# ---- The same numbers ----

numbers --bots hard,medium,easy,random --games 24 --seed 3 --iterations 20 --jobs 1 > "$T/one"
numbers --bots hard,medium,easy,random --games 24 --seed 3 --iterations 20 --jobs 2 > "$T/two"
numbers --bots hard,medium,easy,random --games 24 --seed 4 --iterations 20 --jobs 2 > "$T/other"
same "$T/one" "$T/two" "1 and 2 jobs"
cmp -s "$T/one" "$T/other" && echo "another seed gives the same" >> "$bad"
verdict "the same seed gives the same numbers, whatever the number of jobs"

numbers --bots "easy,cmd:$TOBAGO bot medium,random" --games 3 --jobs 1 > "$T/one"
numbers --bots "easy,cmd:$TOBAGO bot medium,random" --games 3 --jobs 256 > "$T/two"
same "$T/one" "$T/two" "more jobs than games"
numbers --bots easy,easy --games 1 --jobs 256 > "$T/one"
grep -q '"games":1,' "$T/one" || cat "$T/one" >> "$bad"
verdict "there may be more jobs than games"

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
printf 'game 300 rounds 2' >> "$T/state"
says 0 --bots medium,easy,random --games 302 --seed 6 --state "$T/state" >> "$bad"
[ "$(grep -c '^game [0-9]* rounds [0-9]* ending E[134] coins [0-9 ]* moves [0-9 ]* us [0-9 ]* illegal 0 0 0 faults 0 0 0 loss 0 0 0 sum [0-9a-f]*$' \
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
    sed '20s/ coins \([0-9]*\)/ coins 1\1/' "$T/good" > "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state"
    { cat "$T/good" && tail -n 1 "$T/good"; } > "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state"
    echo hello > "$T/state"
    says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state"
    [ "$(cat "$T/state")" = hello ] || echo "a foreign file was changed"
    says 3 --bots medium,easy,random --games 300 --seed 6 --state "$T"
} >> "$bad" 2>&1
verdict "a state of other settings, a damaged one and a foreign file are refused unchanged"

sed 's/^strength 0*\(.\)/strength \1x/; s/x\(.*\).$/0\1/' "$T/good" > "$T/state"
cmp -s "$T/good" "$T/state" && echo "nothing was changed" >> "$bad"
cp "$T/state" "$T/before"
says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state" >> "$bad"
grep -q "state:3: .*the bots have changed since" "$T/err" || cat "$T/err" >> "$bad"
cmp "$T/state" "$T/before" >> "$bad" 2>&1
sed 's/^seed 6$/seed 61/' "$T/good" > "$T/state"
says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state" >> "$bad"
grep -q "state:5: .*'seed 61', not 'seed 6'$" "$T/err" || cat "$T/err" >> "$bad"
sed '/^strength/d; 1s/.*/tobago-arena 1/' "$T/good" > "$T/state"
says 1 --bots medium,easy,random --games 300 --seed 6 --state "$T/state" >> "$bad"
rm -f "$T/programs"
says 0 --bots "cmd:$TOBAGO bot easy,cmd:$TOBAGO bot random" --games 2 --state "$T/programs" >> "$bad"
grep -qx 'strength 0000000000000000' "$T/programs" || cat "$T/programs" >> "$bad"
verdict "a state from before a change of the bots is refused; the line at fault is named"

rm -f "$T/small"
numbers --bots easy,random --games 3 --seed 6 --state "$T/small" > "$T/whole"
size=$(wc -c < "$T/small")
for ((bytes = 0; bytes <= size; bytes++)); do
    head -c "$bytes" "$T/small" > "$T/cut"
    numbers --bots easy,random --games 3 --seed 6 --state "$T/cut" > "$T/resumed"
    same "$T/whole" "$T/resumed" "cut after $bytes bytes"
    [ "$(grep -c '^game [012] rounds [0-9]* ending E1 coins .* loss 0 0 sum [0-9a-f]*$' "$T/cut")" = 3 ] &&
        [ "$(wc -l < "$T/cut")" = "$(wc -l < "$T/small")" ] ||
        echo "cut after $bytes bytes: $(tail -n 4 "$T/cut")" >> "$bad"
done
verdict "a state that is cut after any of its $size bytes is resumed, with the same numbers"

# What a power failure leaves behind: blocks of zeros
{ cat "$T/small" && head -c 300 /dev/zero; } > "$T/cut"
numbers --bots easy,random --games 3 --seed 6 --state "$T/cut" > "$T/resumed"
same "$T/whole" "$T/resumed" "zeros at the end"
for line in 4 11 12 13; do
    { head -n "$line" "$T/small" && head -c 70 /dev/zero && echo && tail -n +$((line + 1)) "$T/small"; } \
        > "$T/cut"
    cp "$T/cut" "$T/before"
    says 1 --bots easy,random --games 3 --seed 6 --state "$T/cut" >> "$bad"
    cmp "$T/cut" "$T/before" >> "$bad" 2>&1
done
verdict "zeros in a state are refused, unless they are its torn end"

# refused_with TEXT: the state $T/broken is refused with these words
refused_with() {
    arena --bots easy,random --games 4 --seed 6 --state "$T/broken"
    [ "$code" = 1 ] && grep -q "$1\$" "$T/err" || cat "$T/err" >> "$bad"
}
rm -f "$T/good"
arena --bots easy,random --games 4 --seed 6 --jobs 1 --state "$T/good"
sed '/^game 2 /s/coins [0-9]*/coins 1/' "$T/good" > "$T/broken"
refused_with 'is damaged: its sum is wrong'
{ cat "$T/good"; grep '^game 1 ' "$T/good"; } > "$T/broken"
refused_with 'is there already'
{ cat "$T/good"; echo 'game of chess'; } > "$T/broken"
refused_with 'is no game of this arena'
verdict "what is wrong with a line of a state is told"

head -n -2 "$T/good" > "$T/broken"
arena --bots easy,random --games 4 --seed 6 --jobs 1 --state "$T/broken" --out "$T/records"
[ "$code" = 0 ] && grep -q '2 games of the state were played before' "$T/err" &&
    [ "$(ls "$T/records")" = "$(printf '000002.tobago\n000003.tobago')" ] || ls "$T/records" >> "$bad"
: > "$T/file"
arena --bots easy,random --games 2 --seed 6 --state "$T/none" --out "$T/file"
[ "$code" = 3 ] && ! [ -s "$T/out" ] && ! [ -e "$T/none" ] && grep -q 'Not a directory' "$T/err" ||
    cat "$T/err" >> "$bad"
says 2 --bots easy,random --out '' >> "$bad"
verdict "--out: a folder that cannot be is told before the games, games not played again are told"

# ---- Disks ----

rm -f "$T/full"
(
    ulimit -f 1 # kilobyte: a disk that is full after some nine games
    timeout 60 "$TOBAGO" arena --bots easy,random --games 40 --seed 6 --state "$T/full" \
        > "$T/out" 2> "$T/err"
    echo $? > "$T/code"
)
[ "$(cat "$T/code")" = 3 ] && [ "$(wc -l < "$T/err")" = 1 ] &&
    grep -q '^tobago: .*/full: ' "$T/err" || { cat "$T/code" "$T/err"; } >> "$bad"
grep -qE '^easy +([6-9]|1[0-9]) ' "$T/out" || { echo "no numbers"; cat "$T/out"; } >> "$bad"
kept=$(grep -c '^game .* loss 0 0 sum [0-9a-f]*$' "$T/full")
[ "$kept" -gt 3 ] && [ "$kept" -lt 40 ] || echo "$kept games kept" >> "$bad"
numbers --bots easy,random --games 40 --seed 6 > "$T/whole"
numbers --bots easy,random --games 40 --seed 6 --state "$T/full" > "$T/resumed"
same "$T/whole" "$T/resumed" "resumed after a full disk"
verdict "a full disk is told, with the numbers so far; what was kept is good, and the arena goes on from it"

says 3 --bots easy,easy --games 2 --state /dev/full >> "$bad"
arena --bots easy,easy --games 2 --plot /dev/full
[ "$code" = 3 ] && grep -q '/dev/full: No space' "$T/err" || echo "plot: $code" >> "$bad"
timeout 60 "$TOBAGO" arena --bots easy,easy --games 2 --state "$T/kept" > /dev/full 2> "$T/err"
[ $? = 3 ] && grep -q 'No space' "$T/err" || echo "stdout: $(cat "$T/err")" >> "$bad"
[ "$(grep -c '^game ' "$T/kept")" = 2 ] || echo "the games are lost" >> "$bad"
timeout 60 "$TOBAGO" arena --bots easy,easy --games 2 2> "$T/err" >&-
[ $? = 3 ] && [ -s "$T/err" ] || echo "closed stdout: $(cat "$T/err")" >> "$bad"
timeout 60 "$TOBAGO" arena --bots easy,easy --games 2 2> "$T/err" | head -n 1 > "$T/out"
code=${PIPESTATUS[0]}
case $code in 0 | 3) ;; *) echo "head: exit code $code" >> "$bad" ;; esac
[ -s "$T/err" ] && cat "$T/err" >> "$bad"
timeout 60 "$TOBAGO" arena --bots easy,easy --games 2 2> "$T/err" | sleep 0
case ${PIPESTATUS[0]} in 0 | 3) ;; *) echo "nobody reads: exit code $code" >> "$bad" ;; esac
[ -s "$T/err" ] && cat "$T/err" >> "$bad"
verdict "results that cannot be written are 3; a reader that goes away is no noise"

mkdir "$T/folder"
echo kept > "$T/kept.svg"
{
    # told before the games, not after them: these would take days
    says 3 --bots expert,expert --games 1000 --plot /nowhere/at/all
    says 3 --bots expert,expert --games 1000 --plot "$T/folder"
    says 3 --bots expert,expert --games 1000 --plot "$T/kept.svg/x"
    says 2 --bots expert,expert --games 1000 --plot ''
    says 2 --bots expert,expert --games 1000 --state ''
    says 2 --bots expert,expert --games 1000 --state "$T/new" --plot "$T/folder/../new"
    says 1 --bots expert,cmd:false --games 1000 --plot "$T/kept.svg"
    says 1 --bots expert,cmd:false --games 1000 --plot "$T/none.svg"
    [ "$(cat "$T/kept.svg")" = kept ] || echo "a refusal wrote the plot"
    ! [ -e "$T/none.svg" ] || echo "a refusal left a plot"
    head -n 1 "$T/new" | grep -q '^tobago-arena' || echo "the state was overwritten"
    if [ "$(id -u)" != 0 ]; then
        chmod 500 "$T/folder"
        says 3 --bots expert,expert --games 1000 --plot "$T/folder/x.svg"
        says 3 --bots expert,expert --games 1000 --state "$T/folder/x"
    fi
} >> "$bad" 2>&1
verdict "a plot that cannot be written is told before the games, and never hits the state"

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

"$TOBAGO" arena --bots easy,random --games 1000000 --jobs 1 --json --out "$T/some" \
    > "$T/out" 2> "$T/err" &
arena=$!
until [ -e "$T/some/000001.tobago" ] || ! kill -0 "$arena" 2> /dev/null; do sleep 0.05; done
kill "$arena"
wait "$arena"
[ $? = 3 ] && grep -qE '"name":"easy","games":[1-9]' "$T/out" &&
    grep -q 'interrupted after [1-9][0-9]* of 1000000 games$' "$T/err" ||
    cat "$T/out" "$T/err" >> "$bad"
verdict "an interruption prints the numbers of the games that were played"

says 0 --bots medium,easy,random --games 6 --seed 6 --out "$T/records" >> "$bad"
says 0 --bots medium,easy,random --games 6 --seed 6 --out "$T/again" --jobs 1 >> "$bad"
diff -r "$T/records" "$T/again" >> "$bad" 2>&1
[ "$(find "$T/records" -type f | wc -l)" = 6 ] || echo "not 6 records" >> "$bad"
"$TOBAGO" check "$T"/records/*.tobago > "$T/checked" 2>&1 || cat "$T/checked" >> "$bad"
grep -q '^players red-medium blue-easy green-random$' "$T/records/000000.tobago" ||
    head -n 3 "$T/records/000000.tobago" >> "$bad"
says 3 --bots easy,random --out /dev/null/x >> "$bad"
says 2 --bots easy,random --limit 30 --time 50 >> "$bad"
verdict "--out writes the record of each game, with who sat where"

# In the foreground, where Ctrl-C is not ignored
timeout --preserve-status -k 5 -s INT 0.5 "$TOBAGO" arena --bots hard,hard --games 100000 \
    --state "$T/interrupted" > "$T/out" 2> "$T/err" < /dev/null
code=$?
# The table is of the games that were played, if there are any
games=$(grep -c '^game ' "$T/interrupted")
[ "$games" = 0 ] || grep -qE "^hard +$games +[0-9]" "$T/out" || cat "$T/out" >> "$bad"
[ "$code" = 3 ] && [ "$(wc -l < "$T/err")" = 1 ] &&
    grep -q 'interrupted after [0-9]* of 100000 games; the same command goes on' "$T/err" ||
    echo "INT: exit code $code: $(cat "$T/err")" >> "$bad"
tail -c 1 "$T/interrupted" | cmp -s - <(echo) || echo "INT tears a line" >> "$bad"
(
    trap '' HUP # as nohup does
    exec "$TOBAGO" arena --bots hard,easy --games 30 --iterations 30 > "$T/out" 2> "$T/err"
) &
arena=$!
sleep 0.1
kill -HUP "$arena"
wait "$arena" || echo "nohup: exit code $?: $(cat "$T/err")" >> "$bad"
"$TOBAGO" arena --bots expert,expert --iterations 4000000000 --jobs 1 > "$T/out" 2> "$T/err" &
arena=$!
sleep 0.3
kill "$arena"
kill "$arena"
sleep 1.2
kill "$arena" || echo "a bot in thought was interrupted" >> "$bad"
wait "$arena" 2> /dev/null
[ $? = 143 ] || echo "the second signal: not 143" >> "$bad"
verdict "Ctrl-C keeps what was played, nohup holds, a signal a second later ends at once"

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
grep -q '&quot;cmd:' "$T/plot.svg" || echo "the name is not escaped" >> "$bad"
[ "$(grep -c '<polyline class="line"' "$T/plot.svg")" = 3 ] &&
    [ "$(grep -c '<polygon class="band"' "$T/plot.svg")" = 3 ] || echo "not 3 lines" >> "$bad"
if command -v xmllint > /dev/null; then xmllint --noout "$T/plot.svg" "$T/small.svg" >> "$bad" 2>&1; fi
verdict "--plot draws an SVG without scripts, with escaped names"

name=$(printf 'é%.0s' {1..60})
printf '#!/bin/sh\nexec "%s" bot random\n' "$TOBAGO" > "$T/$name"
chmod +x "$T/$name"
cd "$T" || exit 3
says 0 --bots "easy,cmd:./$name" --games 2 --plot "$T/plot.svg" >> "$bad"
iconv -f UTF-8 -t UTF-8 "$T/out" > /dev/null 2>> "$bad" || cat "$T/out" >> "$bad"
iconv -f UTF-8 -t UTF-8 "$T/plot.svg" > /dev/null 2>> "$bad"
[ "$(head -n 3 "$T/out" | sed 's/./x/g' | sort -u | wc -l)" = 1 ] || cat "$T/out" >> "$bad"
says 0 --bots "cmd:'$TOBAGO' bot random --seed 7,cmd:'$TOBAGO' bot random --seed 8" --games 2 \
    --plot "$T/plot.svg" >> "$bad"
grep -qE '^cmd:.*\.\.\..*--seed 8 ' "$T/out" && grep -q '….*--seed 8' "$T/plot.svg" ||
    cat "$T/out" >> "$bad"
verdict "long names are cut in the middle, between characters, in the table and in the plot"

finish
