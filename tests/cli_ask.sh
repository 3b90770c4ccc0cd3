#!/bin/bash
# tobago ask and tobago replay --watch as processes: they answer each line at once, end with
# their input, take floods, and say what replay, legal and view say; the example in Python
# plays with them. tests/test_ask.c asks the questions one by one.
# Needs build/tobago, build/debug/tobago, node and python3. Prints TAP.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

"$TOBAGO" simulate --games 2 --players 3 --seed 21 --options experienced,volcano \
    --out "$T/games" > /dev/null || exit 3
head -n 300 "$T/games/000001.tobago" > "$T/game"
"$TOBAGO" view "$T/game" --as 2 > "$T/view"

# ---- At once ----

# conversation WORD...: a process to talk to
conversation() {
    coproc TALK { exec "$CHECKED" "$@" 2> "$T/err"; }
}
# answers LINE PATTERN: says a line and reads the answer before it says anything else
answers() {
    local answer=
    printf '%s\n' "$1" >&"${TALK[1]}"
    read -r -t 20 answer <&"${TALK[0]}" || echo "'$1' has no answer" >> "$bad"
    # shellcheck disable=SC2053
    [[ $answer == $2 ]] || echo "'$1': ${answer:0:200}" >> "$bad"
}
# ends CODE: closes the input and wants this exit code
ends() {
    local in=${TALK[1]} pid=$TALK_PID code
    exec {in}>&-
    wait "$pid"
    code=$?
    [ "$code" = "$1" ] || echo "exit code $code, not $1" >> "$bad"
    [ -s "$T/err" ] && cat "$T/err" >> "$bad"
}

conversation ask
answers position '{"error":*'
answers 'tobago 1' '{"line":1}'
answers 'players ann ben' '{"line":2}'
answers 'island AbC1' '{"line":3}'
answers position '{"line":3,"island":"AbC1",*'
answers 'nature object hut h8' '{"error":{"line":4,"clause":"O4",*'
answers legal '{"moves":\["nature object statue *'
answers help '{"requests":*'
ends 0
verdict "ask: every line is answered before the next one comes"

conversation replay - --json --watch
answers 'tobago 1' '{"line":1}'
answers 'players ann ben' '{"line":2}'
answers 'island AbC1' '{"line":3,"island":"AbC1",*'
answers position '{"error":{"line":4,*'
answers 'nature object statue h8 NE' '{"line":4,*'
ends 1
verdict "replay --watch: so is it there; a line that is refused is left out, exit code 1"

# ---- The same as the other commands ----

for record in game view; do
    lines=$(wc -l < "$T/$record")
    "$CHECKED" replay "$T/$record" --json --watch > "$T/watched" || echo "exit code" >> "$bad"
    [ "$(wc -l < "$T/watched")" = "$lines" ] || echo "not $lines answers" >> "$bad"
    for at in 1 3 4 40 150 "$lines"; do
        "$TOBAGO" replay "$T/$record" --at "$at" --json |
            cmp - <(sed -n "${at}p" "$T/watched") >> "$bad" 2>&1
    done
done
"$CHECKED" replay - --json --watch --as 2 < "$T/game" | tail -n 1 > "$T/watched"
"$TOBAGO" replay "$T/game" --as 2 --json | cmp - "$T/watched" >> "$bad" 2>&1
"$CHECKED" replay "$T/view" --json --watch --as 1 > "$T/watched" && echo "another view" >> "$bad"
grep -v -e '^{"line":[123]}$' -e '^{"error":' -e '"line":[34],' "$T/watched" >> "$bad"
verdict "replay --watch says after each line what replay --at says, for each viewer"

printf '%s\n' position legal record 'as 2' position record 'at 40' legal > "$T/questions"
"$CHECKED" ask "$T/game" < "$T/questions" > "$T/answers" || echo "exit code" >> "$bad"
same() { # LINE COMMAND...: this answer is what a command prints
    sed -n "$1p" "$T/answers" > "$T/answer"
    shift
    "$TOBAGO" "$@" --json | cmp - "$T/answer" >> "$bad" 2>&1
}
same 1 replay "$T/game"
same 5 replay "$T/game" --as 2
same 6 view "$T/game" --as 2
sed -n 2p "$T/answers" | sed 's/^{/{"line":300,/' > "$T/answer"
"$TOBAGO" legal "$T/game" --json | cmp - "$T/answer" >> "$bad" 2>&1
sed -n 3p "$T/answers" | node -e '
const { lines } = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(lines.map((line) => line + "\n").join(""));' |
    cmp - "$T/game" >> "$bad" 2>&1
[ "$(wc -l < "$T/answers")" = 8 ] || echo "not 8 answers" >> "$bad"
verdict "ask FILE begins with its record and says what replay, legal and view say"

# ---- Usage ----

# says CODE WORD...
says() {
    local want=$1
    shift
    "$CHECKED" "$@" > "$T/out" 2> "$T/err" < /dev/null
    local code=$?
    [ "$code" = "$want" ] || echo "$*: exit code $code, not $want" >> "$bad"
    [ "$code" = 0 ] || { [ -s "$T/err" ] && ! [ -s "$T/out" ]; } ||
        echo "$*: not just a complaint" >> "$bad"
}
says 0 ask
says 2 ask one two
says 2 ask --json
says 3 ask /nowhere
says 1 ask README.md
says 2 replay "$T/game" --watch
says 2 replay "$T/game" --json --watch --at 3
says 3 replay /nowhere --json --watch
verdict "wrong usage and files that are none are refused before the first answer"

# ---- Floods ----

{
    head -c 3000000 /dev/zero | tr '\0' 'a'
    echo
    head -c 300000 /dev/urandom
    echo
    yes position | head -n 2000
    yes '' | head -n 2000
    printf 'at'
} > "$T/flood"
want=$(($(tr -cd '\n' < "$T/flood" | wc -c) + 1))
(ulimit -v 200000 && timeout 60 "$TOBAGO" ask < "$T/flood") > "$T/out" ||
    echo "exit code $?" >> "$bad"
[ "$(wc -l < "$T/out")" = "$want" ] || echo "$(wc -l < "$T/out") answers, not $want" >> "$bad"
[ "$(tail -n 1 "$T/out")" = '{"line":0,"lines":0}' ] || tail -n 1 "$T/out" >> "$bad"
node -e '
require("fs").readFileSync(0, "utf8").trimEnd().split("\n").forEach((l) => JSON.parse(l));
' < "$T/out" >> "$bad" 2>&1
timeout 20 "$TOBAGO" ask < "$T/flood" 2> "$T/err" | head -n 1 > /dev/null
[ "${PIPESTATUS[0]}" = 3 ] || echo "a closed output: exit code ${PIPESTATUS[0]}" >> "$bad"
verdict "ask: long lines, random bytes and floods have one answer each, in bounded memory"

# ---- The example ----

# The executable must say 'tobago'; whoever reads the example after make install has it.
for options in '' experienced,volcano; do
    TOBAGO=$TOBAGO "$TOBAGO" arena --bots "cmd:python3 examples/ask.py,random" --games 4 \
        --seed 5 --options "$options" --json > "$T/out" 2> "$T/err"
    [ -s "$T/err" ] && cat "$T/err" >> "$bad"
    node -e '
    const [bot] = JSON.parse(require("fs").readFileSync(0, "utf8")).bots;
    if (bot.games !== 4 || bot.wins < 3 || bot.trouble) console.log(JSON.stringify(bot));
    ' < "$T/out" >> "$bad" 2>&1
done
verdict "the example in Python plays whole games with what ask tells it, and wins them"

finish
