#!/bin/bash
# Hostile input for every subcommand, with the sanitizers and the state checker on: no
# crash, no hang, no leak; an exit code from 0 to 3, and a complaint with 1 to 3.
# Needs build/debug/tobago and node. Prints TAP. SEED=N for other mutations.
set -u
export LC_ALL=C.UTF-8
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
TOBAGO=$CHECKED
SEED=${SEED:-20}
MUTATIONS=120
[ "${LONG:-0}" = 1 ] && MUTATIONS=3000
mkdir "$T/here" && cd "$T/here" || exit 3 # strange arguments may become files
runs=0

# ---- Runs ----

# judge CODE WORD...: what a run must never do; its output is in $T/out and $T/err
judge() {
    local code=$1
    shift
    runs=$((runs + 1))
    if grep -aqE 'Sanitizer|runtime error|Assertion|is impossible' "$T/err"; then
        echo "tobago $*: $(grep -aE 'Sanitizer|runtime error|Assertion' "$T/err" | head -n 1)"
    elif [ "$code" = 124 ] || [ "$code" = 137 ]; then
        echo "tobago $*: hangs"
    elif [ "$code" -gt 3 ]; then
        echo "tobago $*: exit code $code"
    elif [ "$code" != 0 ] && ! [ -s "$T/err" ] && ! { [ "${1:-}" = why ] && [ -s "$T/out" ]; }; then
        echo "tobago $*: exit code $code without a word"
    fi >> "$bad"
}

# try WORD...: any exit code from 0 to 3
try() {
    timeout -k 1 20 "$TOBAGO" "$@" > "$T/out" 2> "$T/err" < /dev/null
    code=$?
    judge "$code" "$@"
}

# must CODE WORD...: this exit code
must() {
    local want=$1
    shift
    try "$@"
    [ "$code" = "$want" ] || echo "tobago $*: exit code $code, not $want" >> "$bad"
}

# refuses CODE WORD...: this exit code, nothing on stdout, and one line on stderr that
# begins with the program's name (two, if a word of the call has two)
refuses() {
    local want=$1 lines=1
    shift
    must "$want" "$@"
    case $* in *$'\n'*) lines='[12]' ;; esac
    ! [ -s "$T/out" ] || echo "tobago $*: complains, yet prints" >> "$bad"
    # shellcheck disable=SC2053
    [[ $(wc -l < "$T/err") == $lines ]] && head -n 1 "$T/err" | grep -aq '^tobago' ||
        { echo "tobago $*: not one line:" && cat "$T/err"; } >> "$bad"
}

COMMANDS='play replay check legal why view simulate analyse arena bot ask island islands sites
reach sight train rules bench'
LONG_WORD=$(head -c 100000 /dev/zero | tr '\0' x)
STRANGE=('' - -- --= -1 0 99999999999999999999999 18446744073709551615 '%s%n%s' $'\xff\xfe'
    $'a\nb' '*' 1e3 ../.. "$LONG_WORD")
turn=0
STRIDE=5 # each place meets every fifth strange word, the next place others; LONG=1: all
[ "${LONG:-0}" = 1 ] && STRIDE=1

# ---- Games to spoil ----

"$TOBAGO" simulate --games 12 --players 2 --seed "$SEED" --options experienced --out "$T/two" \
    > /dev/null || exit 3
"$TOBAGO" simulate --games 4 --players 4 --seed "$SEED" --out "$T/four" > /dev/null || exit 3
GAME=$(wc -l "$T"/two/* | grep -v total | sort -n | awk 'NR == 1 { print $2 }')
head -n 400 "$GAME" > "$T/game"
head -n 400 "$T/four/000001.tobago" > "$T/game4"
"$TOBAGO" simulate --games 2 --players 3 --seed "$SEED" --options experienced,volcano \
    --out "$T/volcano" > /dev/null || exit 3
head -n 600 "$T/volcano/000001.tobago" > "$T/game3"
"$TOBAGO" view "$T/game" --as 1 > "$T/view1"
TURN=$(awk '/^[1-4] (clue|move|exchange)/ { print NR - 1; exit }' "$T/game")

# A training that is over, and an arena: what they hold already is not played again
TRAIN='--players 2 --games 2 --iterations 5 --generations 1 --seed 3 --jobs 1'
# shellcheck disable=SC2086
"$TOBAGO" train $TRAIN --state "$T/trained" > /dev/null 2>&1 || exit 3
ARENA='--bots easy,random --games 2 --seed 3 --limit 500'
# shellcheck disable=SC2086
"$TOBAGO" arena $ARENA --state "$T/arena" > /dev/null || exit 3

# ---- Arguments ----

# words COMMAND: a good call, one word a line, to spoil
words() {
    case $1 in
    play) printf '%s\n' --seed 3 --players 2 --island ABC0 --seats human --first 1 ;;
    replay) printf '%s\n' "$T/game" --at 30 --as 1 --json ;;
    check) printf '%s\n' "$T/game" "$T/view1" --json ;;
    legal) printf '%s\n' "$T/game" --at "$TURN" --json ;;
    why) printf '%s\n' "$T/game" --at "$TURN" 1 clue white in-jungle ;;
    view) printf '%s\n' "$T/game" --as spectator --json ;;
    simulate) printf '%s\n' --games 1 --players 2 --seed 5 --jobs 2 --island ABC0 ;;
    analyse)
        printf '%s\n' "$T/game" --iterations 5 --level hard --jobs 1 --seed 3 \
            --from $((TURN + 1)) --to $((TURN + 3)) --plot "$T/analyse.svg" --json
        ;;
    arena)
        printf '%s\n' --bots easy,random --games 2 --seed 3 --jobs 1 --iterations 5 \
            --time 50 --limit 500 --island ABC0 --options experienced --stderr \
            --state "$T/arena-words" --plot "$T/arena.svg" --json
        ;;
    bot) printf '%s\n' easy --seed 3 --iterations 5 --threads 2 ;;
    ask) printf '%s\n' "$T/game" ;;
    train)
        printf '%s\n' --players 2 --games 2 --iterations 5 --generations 1 --seed 3 \
            --jobs 1 --options '' --state "$T/trained"
        ;;
    island)
        printf '%s\n' ABC0 --objects hut:h12,statue:f7:NE --volcano h8 --lava h10 \
            --svg "$T/island.svg"
        ;;
    islands) printf '%s\n' --sides aC --spot m:oo --svg "$T/islands.svg" --list ;;
    sites) printf '%s\n' ABC0 --objects hut:h8 --svg "$T/sites.svg" next-hut in-jungle ;;
    reach) printf '%s\n' ABC0 h8 --volcano e5 --pay ;;
    sight) printf '%s\n' ABC0 h8 NE ;;
    rules) printf '%s\n' amulet curse --json ;;
    bench) printf '%s\n' --seconds 1 --json ;;
    esac
}

for command in $COMMANDS; do
    [ "$command" = bench ] && continue
    mapfile -t good < <(words "$command")
    [ "$command" = why ] || must 0 "$command" "${good[@]}"
    [ "$command" = train ] || try "$command" # its default is an hour's work
    for ((i = 0; i < ${#good[@]}; i++)); do
        # one word missing; doubled; instead of it something strange
        try "$command" "${good[@]:0:i}" "${good[@]:i+1}"
        try "$command" "${good[@]:0:i}" "${good[i]}" "${good[@]:i}"
        for ((k = 0; k < ${#STRANGE[@]}; k += STRIDE)); do
            strange=${STRANGE[(k + turn++ % STRIDE) % ${#STRANGE[@]}]}
            try "$command" "${good[@]:0:i}" "$strange" "${good[@]:i+1}"
        done
    done
    try "$command" "${good[@]}" more
    try "$command" $(seq 2000)
    try "$command" "--$LONG_WORD"
    verdict "$command: missing, doubled, strange and huge arguments"
done

for word in --seconds --seconds= --seconds=0 --seconds=61 --seconds=-1 --seconds=x '' x \
    --json=1 "--$LONG_WORD"; do
    must 2 bench "$word"
done
verdict "bench: missing, strange and huge arguments"

# Options of those that play: each value in turn is none
for call in 'analyse FILE --iterations' 'analyse FILE --jobs' 'analyse FILE --seed' \
    'analyse FILE --from' 'analyse FILE --to' 'arena ARENA --jobs' 'arena ARENA --iterations' \
    'arena ARENA --time' 'arena --bots easy,random --games' 'arena --bots easy,random --seed' \
    'arena --bots easy,random --limit' 'bot easy --seed' 'bot easy --iterations' \
    'bot easy --threads' 'train --players' 'train --games' 'train --generations' \
    'train --iterations' 'train --seed' 'train --jobs'; do
    call=${call/FILE/$T/game}
    # shellcheck disable=SC2086
    set -- ${call/ARENA/$ARENA}
    refuses 2 "$@"
    for none in '' - -1 +1 1.5 1e3 0x10 ten ' 1' 18446744073709551616 99999999999999999999999 \
        $'\xff\xfe' $'1\n' '%n' "$LONG_WORD"; do
        refuses 2 "$@" "$none"
    done
    case $* in *--seed) ;; *) refuses 2 "$@" 0 && refuses 2 "$@" 18446744073709551615 ;; esac
done
verdict "analyse, arena, bot and train: what is no number of theirs is wrong usage"

for none in '' - easy ,easy easy, easy,, easy,nobody easy,easy:0 easy,easy:-1 easy,easy:x \
    easy,cmd: "easy,cmd:'x" easy,easy,easy,easy,easy "easy,$LONG_WORD" $'easy,\xff' \
    "easy,cmd:$LONG_WORD" $'easy,cmd:\033[2J' '%s%n,easy'; do
    refuses 2 arena --games 2 --bots "$none"
done
for none in - nothing experienced,nothing EXPERIENCED volcano-placed $'\xff' "$LONG_WORD"; do
    refuses 2 arena --bots easy,easy --games 2 --options "$none"
    # shellcheck disable=SC2086
    refuses 2 train $TRAIN --options "$none"
done
for none in '' - ABC ABC2 abcd $'\xff' "$LONG_WORD"; do
    refuses 1 arena --bots easy,easy --games 2 --island "$none"
done
for none in '' - medium EXPERT $'\xff' "$LONG_WORD"; do
    refuses 2 analyse "$T/game" --level "$none"
done
for none in '' - nobody EASY easy,easy $'\xff' "$LONG_WORD"; do
    refuses 2 bot "$none"
done
verdict "analyse, arena, bot and train: bots, levels, islands and options that there are not"

try ''
try -
try --
try --help --help
try help
try help ''
try help help
try --version more
try "$LONG_WORD"
try $'\xff'
verdict "no subcommand, or none that exists"

# ---- Files that are no records ----

mkdir "$T/folder"
head -c 70000 "$TOBAGO" > "$T/binary"
printf '\0' > "$T/nul"
printf '\n' > "$T/newline"
printf '\n\n\n\n' > "$T/newlines"
printf '\357\273\277' | cat - "$T/game" > "$T/bom"
sed 's/$/\r/' "$T/game" > "$T/crlf"
tr '\n' '\r' < "$T/game" > "$T/cr"
tr -d '\n' < "$T/game" > "$T/one-line"
iconv -t UTF-16 "$T/game" > "$T/utf16" 2> /dev/null || cp "$T/binary" "$T/utf16"
head -c 300000 /dev/zero | tr '\0' a > "$T/endless-line"
{ cat "$T/game"; head -c 300000 /dev/zero | tr '\0' ' '; } > "$T/blanks"
{ head -n 2 "$T/game"; yes 'island ABC0' | head -n 5000; } > "$T/islands"
{ echo 'tobago 1'; yes 'players a b' | head -n 5000; } > "$T/players"
{ cat "$T/game"; yes '1 end' | head -n 700000; } > "$T/endless" # beyond any record
printf 'tobago 1' > "$T/header1"
printf 'tobago 18446744073709551617\n' > "$T/huge-version"
printf 'tobago\n' > "$T/no-version"
ln -s loop "$T/loop"

# ask FILE: every subcommand that reads a record
ask() {
    try check "$1"
    try check "$1" --json
    try legal "$1"
    try legal "$1" --at 5
    try why "$1" 1 end
    try view "$1" --as 1
    try view "$1" --as spectator --json
    try replay "$1"
    try replay "$1" --as 2 --json
}
for file in folder nul newline newlines binary bom crlf cr one-line utf16 endless endless-line \
    blanks islands players header1 huge-version no-version loop nothing; do
    ask "$T/$file"
done
verdict "what is no record is refused by check, legal, why, view and replay"

for command in 'check FILE' 'legal FILE' 'why FILE 1 end' 'view FILE --as 1' 'replay FILE'; do
    for file in folder loop nothing; do
        # shellcheck disable=SC2086
        must 3 ${command/FILE/$T/$file}
    done
    for file in nul newline newlines binary bom crlf cr one-line utf16 endless endless-line \
        blanks islands players huge-version no-version; do
        # shellcheck disable=SC2086
        must 1 ${command/FILE/$T/$file}
    done
    # shellcheck disable=SC2086
    must 1 ${command/FILE//dev/null}
    # shellcheck disable=SC2086
    must 1 ${command/FILE//dev/zero}
done
verdict "unreadable is 3, unreadable as a record is 1; /dev/zero does not hang"

for file in folder loop nothing nothing/at/all "$LONG_WORD"; do
    refuses 3 analyse "$T/$file" --iterations 5
done
for file in nul newline newlines binary bom crlf cr one-line utf16 endless-line blanks islands \
    players huge-version no-version header1 view1; do
    refuses 1 analyse "$T/$file" --iterations 5
done
refuses 1 analyse /dev/null
refuses 1 analyse /dev/zero
for file in folder loop nothing/at/all "$LONG_WORD"; do
    refuses 3 analyse "$T/game" --iterations 5 --plot "$T/$file"
    # shellcheck disable=SC2086
    refuses 3 arena $ARENA --plot "$T/$file"
    # shellcheck disable=SC2086
    refuses 3 arena $ARENA --state "$T/$file"
done
# shellcheck disable=SC2086
refuses 3 arena $ARENA --state /dev/null
for file in nul newline newlines binary crlf game view1 endless-line header1 trained; do
    cp "$T/$file" "$T/before"
    # shellcheck disable=SC2086
    refuses 1 arena $ARENA --state "$T/before"
    cmp "$T/$file" "$T/before" >> "$bad" 2>&1
    # shellcheck disable=SC2086
    [ "$file" = trained ] || refuses 1 train $TRAIN --state "$T/before"
    cmp "$T/$file" "$T/before" >> "$bad" 2>&1
done
for lines in 1 2 3 10 30; do
    head -n "$lines" "$T/trained" > "$T/before"
    # shellcheck disable=SC2086
    refuses 1 train $TRAIN --state "$T/before"
done
rm "$T/before"
verdict "analyse, arena and train: files that are none of theirs are refused and kept"

cp "$T/game" "$T/secret" && chmod 000 "$T/secret"
if [ -r "$T/secret" ]; then
    skip "a file without permission is 3" "this user may read everything"
else
    for command in 'check FILE' 'legal FILE' 'why FILE 1 end' 'view FILE --as 1' 'replay FILE' \
        'play FILE' 'analyse FILE' "analyse $T/game --iterations 5 --plot FILE" \
        "arena $ARENA --state FILE" "arena $ARENA --plot FILE"; do
        # shellcheck disable=SC2086
        must 3 ${command/FILE/$T/secret}
    done
    verdict "a file without permission is 3"
fi

for file in folder nul newline binary crlf blanks header1 huge-version view1 loop; do
    cp -r "$T/$file" "$T/before" 2> /dev/null
    try play "$T/$file" --seed 1
    [ "$code" = 0 ] && echo "play goes on with $file" >> "$bad"
    [ -e "$T/before" ] && { diff -r "$T/$file" "$T/before" >> "$bad" 2>&1; rm -rf "$T/before"; }
done
try play /dev/null --seed 1
try play /dev/zero --seed 1
verdict "play refuses what is no full record, and leaves it as it was"

# ---- Streams ----

# redirect CODE SENTENCE COMMAND: a shell command with 'tobago' in it
redirect() {
    local want=$1 sentence=$2
    : > "$T/out"
    : > "$T/err"
    tobago() { timeout -k 1 20 "$TOBAGO" "$@"; }
    eval "$3" 2>> "$T/err"
    code=$?
    judge "$code" "$sentence"
    [ "$code" = "$want" ] || echo "$sentence: exit code $code, not $want" >> "$bad"
}
for line in 'island ABC0' 'island ABC0 --list' islands 'sites ABC0 in-jungle' 'reach ABC0 h8' 'sight ABC0 h8 N' \
    "check $T/game" "legal $T/game --at $TURN" "why $T/game 4 end" "view $T/game --as 1" \
    "replay $T/game" "view $T/game --as 1 --json" 'simulate --games 1' --help 'help play' \
    "analyse $T/game --iterations 5 --from $TURN --to $((TURN + 2))" \
    "arena $ARENA --state $T/arena" "train $TRAIN --state $T/trained" \
    --version 'play --seed 1'; do
    redirect 3 "$line > /dev/full" "tobago $line > /dev/full < /dev/null"
    redirect 3 "$line >&-" "tobago $line >&- < /dev/null"
done
redirect 3 'bench > /dev/full' 'tobago bench --seconds 1 > /dev/full < /dev/null'
verdict "results that cannot be written (/dev/full, closed stdout) are 3"

redirect 3 'bot > /dev/full' 'echo hello 1 | tobago bot easy > /dev/full'
redirect 3 'bot of a folder' 'tobago bot easy < "$T/folder"'
redirect 0 'bot with stdin closed and nothing to say' 'tobago bot easy < /dev/null'
redirect 1 'bot of zeros' 'head -c 200000 /dev/zero | tobago bot easy'
redirect 1 'bot of binary' 'tobago bot easy < "$T/binary"'
redirect 1 'bot of a line of 300000' 'tobago bot easy < "$T/endless-line"'
redirect 3 'simulate --out /dev/full' 'tobago simulate --games 1 --out /dev/full > /dev/null'
redirect 3 'check - with stdin closed' 'tobago check - <&-'
redirect 1 'check - with nothing' 'tobago check - < /dev/null'
redirect 0 'check - of a game' 'tobago check - < "$T/game" > /dev/null'
redirect 1 'check - of zeros' 'tobago check - < /dev/zero'
redirect 0 'play with stdin closed' 'tobago play --seed 1 <&- > /dev/null'
redirect 0 'play of zeros' 'head -c 200000 /dev/zero | tobago play --seed 1 > /dev/null'
redirect 0 'play of binary' 'tobago play --seed 1 < "$T/binary" > /dev/null'
redirect 0 'play of a line of 300000' 'tobago play --seed 1 < "$T/endless-line" > /dev/null'
tobago() { timeout -k 1 20 "$TOBAGO" "$@"; }
tobago check "$T/nothing" 2>&- > /dev/null
[ $? = 3 ] || echo "stderr closed: not 3" >> "$bad"
tobago view "$T/game" --as 1 2> "$T/err" | head -n 1 > "$T/out"
code=${PIPESTATUS[0]}
case $code in 0 | 3) ;; *) echo "a reader that goes away: exit code $code" >> "$bad" ;; esac
verdict "closed and odd standard input, closed stderr, a reader that goes away"

# A record must not be mistaken for a closed stream: descriptors 0 to 2 are reused by open
for close in '>&-' '2>&-' '<&-' '>&- 2>&-' '<&- >&- 2>&-'; do
    rm -f "$T/kept"
    eval "printf '1\n1\nnonsense\n1\nquit\n' | timeout 20 '$TOBAGO' play '$T/kept' --seed 5 $close" \
        > /dev/null 2>&1
    runs=$((runs + 1))
    if [ -e "$T/kept" ]; then
        "$TOBAGO" check "$T/kept" > /dev/null 2> "$T/err" ||
            echo "play $close spoils the record: $(head -n 1 "$T/err")" >> "$bad"
    fi
done
verdict "play with a closed stream does not write its talk into the record"

# ---- Names ----

# names CODE SENTENCE NAME NAME: a record of these players, in all subcommands
names() {
    printf 'tobago 1\nplayers %b %b\nisland ABC0\n' "$3" "$4" > "$T/names"
    must "$1" check "$T/names"
    [ "$code" = "$1" ] || echo "$2" >> "$bad"
    ask "$T/names"
    try play "$T/names" --seed 1
}
names 0 'accents' 'Zo\xc3\xa9' 'Bj\xc3\xb6rn'
names 0 'combining marks' 'Z\xcc\x81\xcc\x82\xcc\x83\xcc\x84' 'a\xe2\x80\x8db'
names 0 'an island and a family' '\xf0\x9f\x8f\x9d' \
    '\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7'
names 0 'right to left' '\xd7\x90' '\xd8\xa7'
names 1 'an override of the direction' '\xe2\x80\xae\xd7\x90' b
names 1 'a control of the C1 set' '\xc2\x9b' b
names 0 'the last character' '\xf4\x8f\xbf\xbf' '\xef\xbf\xbd'
names 0 'marks' '%s%n%d' '"\\"'
names 0 '32 bytes' 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\xe2\x82\xac'
names 1 '33 bytes' 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' 'b'
names 1 'a lone continuation' '\x80' b
names 1 'cut short' 'a\xe2\x82' b
names 1 'overlong' '\xc0\xaf' b
names 1 'a surrogate' '\xed\xa0\x80' b
names 1 'beyond Unicode' '\xf4\x90\x80\x80' b
names 1 'an escape' '\033[2J' b
names 1 'a NUL' 'a\0b' c
names 1 'DEL' '\x7f' b
names 1 'Latin-1' '\xe9' b
names 1 'two the same' a a
names 1 'nobody' '' ''
verdict "names: deep and broken UTF-8, marks, 32 and 33 bytes"

# ---- Mutations ----

# Writes N spoiled copies of the records: seeded, each by one to three kinds of damage.
if command -v node > /dev/null; then
    mkdir "$T/spoiled"
    node - "$T/spoiled" "$SEED" $MUTATIONS "$T/game" "$T/game4" "$T/game3" "$T/view1" <<'JS'
const fs = require('fs');
const [, , folder, seed, count, ...files] = process.argv;
const games = files.map((file) => fs.readFileSync(file));
let state = Number(seed) >>> 0;
function below(n) { // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
}
const lines = (text) => text.toString('latin1').split('\n');
const join = (all) => Buffer.from(all.join('\n'), 'latin1');
const words = ['nature', '1', '2', '3', '4', 'clue', 'leg', 'triad', 'lava',
    'take', 'leave', 'volcano', 'volcanic', 'beach-jungle', 'next-volcano', 'amulet', 'swap', 'double', 'remove',
    'object', 'statue', 'hut', 'h8', 'p15', 'a0', 'NE', '?', 'curse', 'white', 'black', 'in-jungle',
    'not-next-largest-beach', '0', '-1', '255', '999999999999', 'players', 'island', 'view',
    'options', 'first', 'tobago', 'spectator', 'peek', 'add', 'reveal', 'deal', 'draw', 'discard',
    'initial', 'start', 'raise', 'claim', 'pass', 'cannot', 'exchange', 'end', 'move', '\x00',
    '\xff', '\u00e9', '%n', 'x'.repeat(300), ''];
const damage = [
    function flip(b) { b = Buffer.from(b); b[below(b.length)] ^= 1 << below(8); return b; },
    function byte(b) { b = Buffer.from(b); b[below(b.length)] = below(256); return b; },
    function cut(b) { return b.subarray(0, below(b.length + 1)); },
    function drop(b) { const i = below(b.length); return Buffer.concat([b.subarray(0, i), b.subarray(i + 1 + below(40))]); },
    function insert(b) { const i = below(b.length); return Buffer.concat([b.subarray(0, i), Buffer.from(Array.from({ length: 1 + below(20) }, () => below(256))), b.subarray(i)]); },
    function swapLines(b) { const l = lines(b), i = below(l.length), k = below(l.length); [l[i], l[k]] = [l[k], l[i]]; return join(l); },
    function dropLine(b) { const l = lines(b); l.splice(below(l.length), 1 + below(3)); return join(l); },
    function doubleLine(b) { const l = lines(b), i = below(l.length); l.splice(i, 0, l[i]); return join(l); },
    function longLine(b) { const l = lines(b), i = below(l.length); l[i] += ' x'.repeat(below(5000)); return join(l); },
    function nul(b) { const i = below(b.length); return Buffer.concat([b.subarray(0, i), Buffer.alloc(1 + below(3)), b.subarray(i)]); },
    function crlf(b) { const l = lines(b), i = below(l.length); l[i] += '\r'; return join(l); },
    function bom(b) { return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), b]); },
    function word(b) { const l = lines(b), i = below(l.length), w = l[i].split(' '); w[below(w.length)] = words[below(words.length)]; l[i] = w.join(' '); return join(l); },
    function moreWords(b) { const l = lines(b), i = below(l.length); for (let k = below(9); k >= 0; k--) l[i] += ' ' + words[below(words.length)]; return join(l); },
    function foreign(b) { const l = lines(b), o = lines(games[below(games.length)]); l.splice(below(l.length), 0, o[below(o.length)]); return join(l); },
    function header(b) { const l = lines(b); l.splice(1 + below(5), below(2), ['view 1', 'view 4', 'first 2', 'first 4', 'options placed', 'options experienced placed', 'options volcano', 'options placed volcano volcano-placed', 'options placed experienced', 'players a b c', 'island acb1', 'options'][below(12)]); return join(l); },
    function seats(b) { const l = lines(b), i = below(l.length); l[i] = l[i].replace(/[1-4]/, () => '0123459'[below(7)]); return join(l); },
    function cutLines(b) { const l = lines(b); return join(l.slice(0, 1 + below(l.length))); },
    function bend(b) { // a move that may well be legal, so that the game goes on for a while
        return join(lines(b).map((line) => below(60) ? line :
            line.replace('claim', 'pass').replace(/atv .*/, 'atv g' + below(12))));
    },
    function splice(b) { const o = games[below(games.length)]; return Buffer.concat([b.subarray(0, below(b.length)), o.subarray(below(o.length))]); },
];
for (let i = 0; i < Number(count); i++) {
    let text = games[below(games.length)];
    // most damage comes late, where a game is under way
    if (below(3)) text = join(lines(text).slice(0, 20 + below(380)));
    for (let k = Math.max(0, below(4) - 1); k >= 0; k--)
        if (text.length) text = damage[(i + k * below(damage.length)) % damage.length](text);
    fs.writeFileSync(folder + '/' + String(i).padStart(5, '0'), text);
}
JS
    i=0
    for file in "$T"/spoiled/*; do
        i=$((i + 1))
        case $((i % 6)) in
        0) try check "$file" --json ;;
        1) try legal "$file" ;;
        2) try why "$file" 1 end ;;
        3) try view "$file" --as 1 ;;
        4) try replay "$file" ;;
        5) try replay "$file" --as spectator --json ;;
        esac
    done
    verdict "$MUTATIONS spoiled records (seed $SEED) are read or refused"

    # check on all at once, and every refusal names its line
    timeout -k 1 60 "$TOBAGO" check "$T"/spoiled/* > "$T/out" 2> "$T/err"
    judge $? check 'spoiled/*'
    grep -avE '^tobago: [^ ]+/[0-9]{5}(:[0-9]+)?: ' "$T/err" >> "$bad"
    [ "$(($(wc -l < "$T/out") + $(wc -l < "$T/err")))" = "$(ls "$T/spoiled" | wc -l)" ] ||
        echo "not one line a file" >> "$bad"
    grep -aq '[^ -~]' "$T/err" && echo "a complaint repeats unprintable bytes" >> "$bad"
    [ "$(grep -c ': ok,' "$T/out")" -gt 5 ] ||
        echo "the mutations are too rough: $(grep -c ': ok,' "$T/out") records are good" >> "$bad"
    verdict "check tells of each spoiled record where it is wrong, in printable words"

    # what is refused at line N + 1 is good up to line N
    i=0
    while IFS=: read -r _ file line _; do
        [ "$line" -gt 1 ] 2> /dev/null || continue
        i=$((i + 1))
        [ $((i % 5)) = 0 ] || continue
        must 0 legal "${file# }" --at $((line - 1))
        must 1 legal "${file# }" --at "$line"
    done < "$T/err"
    verdict "the lines before the refused one stay valid"

    # spoiled moves at good positions
    i=0
    cat "$T"/spoiled/* | tr -d '\0' | grep -a . | awk 'NR % 997 == 1' | cut -c 1-3000 |
        head -n 120 > "$T/moves"
    while IFS= read -r move; do
        i=$((i + 1))
        try why "$T/game" --at $((TURN + i * 3 % 300)) -- "$move"
    done < "$T/moves"
    verdict "why answers to spoiled moves"
else
    skip "spoiled records" "node is not installed"
fi

# ---- Many and large ----

yes "$T/game" | head -n 300 | xargs timeout -k 1 20 "$TOBAGO" check > "$T/out" 2> "$T/err"
judge $? 'check of 300 files'
try simulate --games 3 --jobs 256 --out "$T/many"
must 0 simulate --games 0
must 3 simulate --games 1 --out "$T/$LONG_WORD"
must 3 check "$T/$LONG_WORD"
verdict "many files, many threads, paths that are too long"

echo "# $runs runs"
finish
