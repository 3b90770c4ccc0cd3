#!/bin/bash
# The bot protocol: 'tobago bot' speaks it, the examples in Python and C play whole games,
# and hostile bots harm nobody but themselves.
# Needs build/tobago, build/debug/tobago, build/libtobago.a, gcc and python3. Prints TAP.
set -u
export LC_ALL=C.UTF-8
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

# numbers WORD...: the JSON of an arena without names and times
numbers() {
    timeout 60 "$TOBAGO" arena "$@" --json 2>&1 < /dev/null |
        sed -e 's/,"ms":[0-9.]*//g' -e 's/"name":"[^"]*",//g'
}

# ---- tobago bot ----

# A view, up to a decision of its seat with several moves.
"$TOBAGO" simulate --games 1 --players 3 --seed 5 --out "$T/games" > /dev/null || exit 3
"$TOBAGO" view "$T/games/000001.tobago" --as 2 > "$T/view" || exit 3
turn=$(grep -n '^2 clue' "$T/view" | sed -n '3s/:.*//p')
head -n $((turn - 1)) "$T/view" > "$T/before"
"$TOBAGO" legal "$T/before" > "$T/legal" || exit 3

# question WORD...: greets, opens the game and asks
question() {
    echo 'hello 1'
    echo 'new 17'
    cat "$T/before"
    echo "choose $(wc -l < "$T/legal") $*"
    cat "$T/legal"
}

for level in random greedy easy medium hard expert; do
    { question iterations 20 limit 5000 && echo 'over 3 4 5' && echo 'bye'; } |
        timeout 20 "$CHECKED" bot $level > "$T/out" 2> "$T/err"
    code=$?
    [ "$code" = 0 ] && ! [ -s "$T/err" ] || echo "$level: $code $(cat "$T/err")" >> "$bad"
    [ "$(wc -l < "$T/out")" = 2 ] && [ "$(head -n 1 "$T/out")" = "tobago-$level" ] ||
        echo "$level said: $(cat "$T/out")" >> "$bad"
    tail -n 1 "$T/out" | grep -qxFf "$T/legal" || echo "$level: no legal answer" >> "$bad"
done
verdict "each level says its name and answers a question with a legal line"

# What a later version may add is no reason to end
{
    echo 'hello 1 players 3 limit 5000 clock off options experienced'
    echo 'new 17 extra'
    cat "$T/before"
    echo "choose $(wc -l < "$T/legal") ponder off iterations 20 limit 5000 $(head -c 60 /dev/zero | tr '\0' x)"
    cat "$T/legal"
    echo 'over 3 4 5 6' && echo 'bye now'
} | timeout 20 "$CHECKED" bot hard > "$T/out" 2> "$T/err"
code=$?
[ "$code" = 0 ] && ! [ -s "$T/err" ] || echo "exit code $code: $(cat "$T/err")" >> "$bad"
[ "$(wc -l < "$T/out")" = 2 ] && tail -n 1 "$T/out" | grep -qxFf "$T/legal" || cat "$T/out" >> "$bad"
verdict "words at the end of a command that are not known are left out"

# It ends its search in time for the limit, however many iterations it is asked for
question iterations 4294967295 limit 400 | timeout 20 "$TOBAGO" bot hard > "$T/out" 2> "$T/err"
[ $? = 0 ] && tail -n 1 "$T/out" | grep -qxFf "$T/legal" || cat "$T/out" "$T/err" >> "$bad"
question limit 400 | timeout 20 "$TOBAGO" bot expert --iterations 4294967295 > "$T/out" 2> "$T/err"
[ $? = 0 ] && tail -n 1 "$T/out" | grep -qxFf "$T/legal" || cat "$T/out" "$T/err" >> "$bad"
verdict "the limit of a question ends a search that would be longer"

answer() { timeout 20 "$TOBAGO" bot "$@" < "$T/dialogue" 2>&1 | tail -n 1; }
question limit 5000 > "$T/dialogue"
[ "$(answer hard --iterations 30 --seed 3)" = "$(answer hard --iterations 30 --seed 3)" ] ||
    echo "two answers to the same question" >> "$bad"
[ -n "$(for seed in 1 2 3 4 5 6 7 8; do answer random --seed $seed; done | sort -u | sed -n 2p)" ] ||
    echo "--seed changes nothing" >> "$bad"
verdict "the same question gets the same answer, another seed may get another"

# refuses LINE...: what a bot cannot make sense of ends it with a complaint
refuses() {
    printf '%s\n' "$@" | timeout 20 "$CHECKED" bot easy > "$T/out" 2> "$T/err"
    code=$?
    [ "$code" = 1 ] && grep -q '^tobago: bot' "$T/err" ||
        echo "$*: exit code $code: $(head -n 3 "$T/err")" >> "$bad"
}
refuses nonsense
for hello in 'hello 0' 'hello 2 players 2 limit 1000' 'hello 1x' 'hello' 'hello 1 players 5' \
    'hello 1 players x limit 10' 'hello 1 players' 'hello 1 players 2 options volcano pirates'; do
    refuses "$hello"
    [ "$(wc -l < "$T/out")" = 1 ] && grep -q '^cannot play this: ' "$T/out" ||
        echo "$hello: '$(cat "$T/out")'" >> "$bad"
done
refuses ''
refuses 'new x'
refuses 'new 1' 'tobago 2'
refuses 'new 1' "$(cat "$T/before")" '3 nonsense'
refuses 'new 1' 'choose 1' '1 end'
refuses 'new 1' "$(cat "$T/before")" 'choose'
refuses 'new 1' "$(cat "$T/before")" 'choose 0'
refuses 'new 1' "$(cat "$T/before")" 'choose 99999999'
refuses 'new 1' "$(cat "$T/before")" 'choose 1 time'  'x' 'nonsense'
count=$(wc -l < "$T/legal")
refuses 'new 1' "$(cat "$T/before")" "choose $((count - 1))" "$(cat "$T/legal")"
refuses 'new 1' "$(cat "$T/before")" "choose $((count + 1))" "$(cat "$T/legal")"
refuses 'new 1' "$(cat "$T/before")" "choose $count" "$(sed '2s/.*/2 raise white/' "$T/legal")"
refuses 'new 1' "$(cat "$T/before")" "choose $count" "$(head -n 1 "$T/legal")"
refuses 'new 1' "$(head -n $((turn - 4)) "$T/view")" 'choose 1' '1 end'
refuses "$(head -c 300 /dev/zero | tr '\0' x)"
head -c 20000 /dev/urandom | timeout 20 "$CHECKED" bot hard > "$T/out" 2> "$T/err"
[ $? = 1 ] || echo "random bytes: $(head -n 3 "$T/err")" >> "$bad"
timeout 20 "$CHECKED" bot hard < /dev/null > "$T/out" 2>&1 || echo "no input: $?" >> "$bad"
timeout 20 "$CHECKED" bot hard < / > "$T/out" 2> "$T/err"
[ $? = 3 ] && [ "$(wc -l < "$T/err")" = 1 ] || echo "a folder: $(cat "$T/err")" >> "$bad"
echo 'hello 1' | timeout 20 "$CHECKED" bot hard > /dev/full 2> "$T/err"
[ $? = 3 ] && [ "$(wc -l < "$T/err")" = 1 ] || echo "/dev/full: $(cat "$T/err")" >> "$bad"
for words in '' nobody 'easy easy' 'easy --seed x' 'easy --nonsense'; do
    # shellcheck disable=SC2086
    timeout 20 "$TOBAGO" bot $words > "$T/out" 2> "$T/err" < /dev/null
    [ $? = 2 ] && ! [ -s "$T/out" ] && [ -s "$T/err" ] || echo "bot $words: no usage" >> "$bad"
done
verdict "what is not the protocol ends a bot with a complaint"

for options in experienced volcano,triads-random; do
    numbers --bots medium,hard:15,easy --games 12 --options $options > "$T/ours"
    numbers --bots "cmd:$TOBAGO bot medium,cmd:$TOBAGO bot hard --iterations 15,easy" \
        --games 12 --options $options > "$T/theirs"
    cmp -s "$T/ours" "$T/theirs" || cat "$T/ours" "$T/theirs" >> "$bad"
done
verdict "through the protocol a level plays exactly as it does without"

# ---- The examples ----

gcc -std=c17 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude \
    examples/bot.c build/libtobago.a -o "$T/bot" >> "$bad" 2>&1
for options in experienced volcano placed; do
    for bots in "cmd:python3 examples/bot.py,easy" "cmd:$T/bot,easy" \
        "random,cmd:$T/bot,cmd:python3 examples/bot.py,medium"; do
        timeout 60 "$TOBAGO" arena --bots "$bots" --games 12 --options $options --stderr \
            --json > "$T/out" 2> "$T/err" < /dev/null
        code=$?
        [ "$code" = 0 ] && ! [ -s "$T/err" ] && grep -q '"games":12' "$T/out" ||
            echo "$bots: $code $(head -n 3 "$T/err")" >> "$bad"
    done
done
verdict "the bots in Python and in C play whole games without a fault"

numbers --bots "cmd:python3 examples/bot.py,cmd:$T/bot" --games 20 --jobs 1 > "$T/one"
numbers --bots "cmd:python3 examples/bot.py,cmd:$T/bot" --games 20 --jobs 2 > "$T/two"
cmp -s "$T/one" "$T/two" || cat "$T/one" "$T/two" >> "$bad"
for bot in "python3 examples/bot.py" "$T/bot"; do
    timeout 60 "$TOBAGO" arena --bots "cmd:$bot,random" --games 20 --json < /dev/null |
        grep -qE '"wins":(1[6-9]|20)' || echo "$bot does not beat random moves" >> "$bad"
done
verdict "their games can be repeated, and they beat random moves"

# ---- Hostile bots ----

NAP=1000.$$ # the naps of this test, to be told from others
export NAP
cat > "$T/hostile" <<'BOT'
#!/bin/bash
# hostile MODE: a bot that is well until it is asked to choose
mode=$1
while IFS= read -r line; do
    case $line in
    hello*)
        case $mode in
        nameless) echo ;;
        longname) printf 'n%.0s' {1..60}; echo ;;
        greeted) echo "$line" >> "$2"; echo greeted ;;
        mute) echo cannot ;;
        gone) exit 5 ;;
        windows) printf 'windows\r\n' ;;
        letters) echo "Zoë, ein Bot mit viel Über-Mut" ;;
        picky) case $line in *' options '*volcano*) echo "cannot play with the Volcano" ;; *) echo picky ;; esac ;;
        *) echo "hostile" ;;
        esac
        [ "$mode" = deaf ] && exec sleep 1000
        ;;
    over*) [ "$mode" = once ] && exit 0; [ "$mode" = later ] && sleep 0.2 && exit 0 ;;
    illegal*) echo "$line" >> "$2"; [ "$mode" = repents ] && echo 1 || echo never ;;
    choose*)
        read -r _ count _ <<< "$line"
        for ((i = 0; i < count; i++)); do IFS= read -r move; done
        case $mode in
        garbage) printf '\001\377\000 %%s%%n garbage\r\n' ;;
        empty) echo ;;
        silent) sleep 1000 ;;
        late) sleep 0.6; echo 1 ;;
        crash) kill -SEGV $$ ;;
        exit) exit 7 ;;
        flood) yes "1 end" ;;
        endless) exec tr '\0' x < /dev/zero ;;
        closed) exec 1>&-; sleep 1000 ;;
        unplugged) exec 0<&-; echo 1; sleep 1000 ;;
        muffled) exec 0<&-; sleep 1000 ;;
        forks) sleep "$NAP" & exit 0 ;;
        once | later | lasting) echo 1 ;;
        second) [ -n "${once-}" ] && exit 4; once=1; echo 1 ;;
        letters | greeted | picky) echo $((RANDOM % count + 1)) ;;
        long255) printf '%0255d\n' 0 ;;
        long256) printf '%0256d\n' 0 ;;
        huge) head -c 3000000 /dev/zero | tr '\0' 1; echo ;;
        illegal) echo "${move%% *} raise black white" ;;
        other) echo "nature curse" ;;
        number) echo 4294967297 ;;
        repents) echo 0 ;;
        twice) echo $((RANDOM % count + 1)); echo 1; echo 1 ;;
        orphan) [ -n "${once-}" ] || sleep "$NAP" & once=1; echo $((RANDOM % count + 1)) ;;
        stderr)
            [ -n "${once-}" ] || head -c 300000 /dev/zero >&2
            once=1
            echo $((RANDOM % count + 1))
            ;;
        esac
        ;;
    esac
done
[ "$mode" = orphan ] && sleep 1000
BOT
chmod +x "$T/hostile"

# meets MODE PATTERN: two games against it; what the arena says of it afterwards, if that
# is not "any"
meets() {
    timeout -k 1 30 "$CHECKED" arena --bots "cmd:$T/hostile $1 $T/heard,random" --games 2 \
        --limit 300 --jobs 1 --json > "$T/out" 2> "$T/err" < /dev/null
    code=$?
    [ "$code" = 0 ] && grep -q '"games":2' "$T/out" ||
        echo "$1: exit code $code: $(head -n 3 "$T/err")" >> "$bad"
    if [ -z "$2" ]; then
        ! [ -s "$T/err" ] || echo "$1: $(head -n 3 "$T/err")" >> "$bad"
    elif [ "$2" != any ]; then
        grep -qE "^tobago: cmd:.*: $2" "$T/err" || echo "$1: '$(cat "$T/err")'" >> "$bad"
    fi
    left "$1"
}

# left WHAT: complains about processes that are still there
left() {
    local found
    for _ in 1 2 3 4 5; do # what was killed may take a moment to go
        found=$(pgrep -af "$T/hostile|^sleep $NAP") || return
        sleep 0.1
    done
    echo "$1: left behind: $found" >> "$bad"
}

meets greeted ''
grep -qx 'hello 1 players 2 limit 300' "$T/heard" || cat "$T/heard" >> "$bad"
: > "$T/heard"
timeout 30 "$CHECKED" arena --bots "cmd:$T/hostile greeted $T/heard,random,random" --games 1 \
    --options experienced,volcano > "$T/out" 2> "$T/err" < /dev/null || cat "$T/err" >> "$bad"
grep -qx 'hello 1 players 3 limit 10000 options experienced volcano' "$T/heard" ||
    cat "$T/heard" >> "$bad"
: > "$T/heard"
meets picky ''
timeout 30 "$CHECKED" arena --bots "cmd:$T/hostile picky,random" --games 1 \
    --options volcano > "$T/out" 2> "$T/err" < /dev/null
[ $? = 1 ] && grep -q 'picky: cannot play with the Volcano$' "$T/err" || cat "$T/err" >> "$bad"
verdict "hello tells what will be played, and a bot can say that it cannot"

faults='[1-9][0-9]* illegal answers, [1-9][0-9]* random moves after two of them'
lost='played at random to the end in 2 games: '
meets garbage "$faults"
meets empty "$faults"
meets illegal "$faults"
meets other "$faults"
meets number "$faults"
verdict "garbage, empty lines and illegal moves are counted and replaced"

for want in 'illegal - the line is empty' 'illegal - nothing may follow here' \
    'illegal T2 a turn is under way, and this is no part of it' 'illegal - there is no move of this number' \
    'illegal - the line ends in a carriage return'; do
    grep -qF "$want" "$T/heard" || echo "never said: $want" >> "$bad"
done
: > "$T/heard"
meets repents '[1-9][0-9]* illegal answers, 0 random moves after two of them$'
grep -qE "the first time in game 0: '0': - there is no move of this number$" "$T/err" ||
    cat "$T/err" >> "$bad"
grep -q '^illegal' "$T/heard" || echo "no second chance" >> "$bad"
verdict "a first illegal answer gets the reason and a second chance"

meets silent "$lost"'silent in 2, dead in 0, flooding in 0$'
meets late "$lost"'silent in 2, dead in 0, flooding in 0$'
meets deaf "$lost"'silent in 2, dead in 0, flooding in 0$'
verdict "a bot that is silent, late or deaf plays at random to the end"

meets crash "$lost"'silent in 0, dead in 2, flooding in 0$'
grep -q 'the first time in game 0: it ended by signal 11$' "$T/err" || cat "$T/err" >> "$bad"
meets exit "$lost"'silent in 0, dead in 2, flooding in 0$'
grep -q 'the first time in game 0: it ended with exit code 7$' "$T/err" || cat "$T/err" >> "$bad"
meets closed "$lost"'silent in 0, dead in 2, flooding in 0$'
grep -q 'the first time in game 0: it closed its pipes$' "$T/err" || cat "$T/err" >> "$bad"
meets unplugged "$lost"'silent in 0, dead in 2, flooding in 0$'
meets muffled "$lost"'silent in 0, dead in 2, flooding in 0$'
meets forks "$lost"'silent in 0, dead in 2, flooding in 0$'
verdict "a bot that crashes, ends or closes its input or output plays at random to the end"

# Ended or not, sooner or later, with one table or two: the same games
numbers --bots "cmd:$T/hostile lasting,medium" --games 8 --jobs 1 > "$T/lasting"
for mode in once later; do
    for jobs in 1 2; do
        numbers --bots "cmd:$T/hostile $mode,medium" --games 8 --jobs $jobs > "$T/ended"
        cmp -s "$T/lasting" "$T/ended" || cat "$T/lasting" "$T/ended" >> "$bad"
    done
done
grep -q trouble "$T/lasting" && cat "$T/lasting" >> "$bad"
meets second "$lost"'silent in 0, dead in 2, flooding in 0$'
meets second 'the first time in game 0: it ended with exit code 4$'
left between
verdict "a bot that ends after a game is started for the next; one that ends in a game is not"

# Without a memory: hello is said for each game
: > "$T/heard"
timeout 30 "$CHECKED" arena --bots "cmd:$T/hostile greeted $T/heard,random" --games 4 --jobs 1 \
    --fresh > "$T/out" 2> "$T/err" < /dev/null
[ $? = 0 ] && ! [ -s "$T/err" ] && [ "$(wc -l < "$T/heard")" = 4 ] || cat "$T/heard" "$T/err" >> "$bad"
left fresh
verdict "--fresh starts a bot anew for each game"

# does_not_come MODE TEXT: the arena is refused with these words
does_not_come() {
    timeout 30 "$CHECKED" arena --bots "cmd:$T/hostile $1,random" --games 1 --limit 2000 \
        > "$T/out" 2> "$T/err" < /dev/null
    [ $? = 1 ] && grep -qE "hostile $1: $2\$" "$T/err" || cat "$T/err" >> "$bad"
}
does_not_come gone 'ended before it said its name, with exit code 5; --stderr shows its errors'
does_not_come mute 'says that it cannot play this, and not why'
does_not_come windows 'said a name that ends with a carriage return'
verdict "a bot that does not come up: how it ended, that it cannot, what is wrong with its name"

timeout 30 "$CHECKED" arena --bots "cmd:$T/hostile letters,random" --games 2 --jobs 1 \
    --out "$T/named" > "$T/out" 2>> "$bad" < /dev/null
cat "$T"/named/*.tobago | grep -qx 'players red-Zoë,_ein_Bot_mit_viel_Über blue-random' ||
    grep -h '^players' "$T"/named/*.tobago >> "$bad"
for record in "$T"/named/*.tobago; do "$TOBAGO" check "$record" > "$T/out" 2>> "$bad"; done
verdict "records call a bot as it calls itself, in one word, as far as there is room"

timeout 30 "$CHECKED" arena --bots "cmd:$T/hostile exit,cmd:$T/hostile exit" --games 2 --json \
    > "$T/out" 2> "$T/err" < /dev/null
[ "$(grep -o '"trouble":{"illegal":0,"faults":0,"silent":0,"dead":2,"flooding":0}' "$T/out" | wc -l)" = 2 ] &&
    grep -q 'hostile exit, bot 1: played' "$T/err" && grep -q 'hostile exit, bot 2: played' "$T/err" ||
    cat "$T/out" "$T/err" >> "$bad"
left exit
verdict "JSON tells what went wrong, and bots alike are told apart"

# Its heirs hold the pipe, yet nobody waits for them
begin=$(date +%s)
timeout -k 1 60 "$CHECKED" arena --bots "cmd:$T/hostile forks,random" --games 2 --jobs 1 \
    --limit 50000 > "$T/out" 2> "$T/err" < /dev/null || echo "exit code $?" >> "$bad"
[ $(($(date +%s) - begin)) -lt 20 ] || echo "the arena waits for a bot that has ended" >> "$bad"
grep -q 'dead in 2' "$T/err" || cat "$T/err" >> "$bad"
left forks
verdict "a bot that ends and leaves others with its pipe is dead at once"

# What a flood brings at once counts as a flood; what trickles in, as illegal answers.
flooded='played at random to the end in (1 game|2 games): silent in 0, dead in 0, flooding in [12]$'
meets flood "($flooded|$faults)"
# This one has closed its input as well; which of the two shows first is chance.
meets endless "($lost.*silent in 0, |$faults)"
meets long255 "$faults"
meets long256 "$lost"'silent in 0, dead in 0, flooding in 2$'
meets huge "$lost"'silent in 0, dead in 0, flooding in 2$'
verdict "floods and endless lines end with their bot"

meets twice any # a line too many may pass for the next answer
meets stderr ''
meets orphan ''
verdict "unasked lines, noise on stderr and grandchildren do no harm"

for mode in nameless longname; do
    timeout 20 "$TOBAGO" arena --bots "cmd:$T/hostile $mode,random" --games 2 > "$T/out" \
        2> "$T/err" < /dev/null
    [ $? = 1 ] && grep -q 'said no name' "$T/err" || echo "$mode: $(cat "$T/err")" >> "$bad"
done
timeout 20 "$TOBAGO" arena --bots "cmd:sleep 1000,random" --limit 200 > "$T/out" 2> "$T/err"
[ $? = 1 ] && grep -q 'in time' "$T/err" || echo "sleep: $(cat "$T/err")" >> "$bad"
timeout 20 "$TOBAGO" arena --bots "cmd:yes,cmd:tr x y /dev/zero" > "$T/out" 2> "$T/err"
[ $? = 1 ] || echo "yes: $(cat "$T/err")" >> "$bad"
verdict "a program that does not say its name is refused before any game"

cat > "$T/single" <<BOT
#!/bin/sh
mkdir "$T/lock" 2> /dev/null || exit 1
exec "$TOBAGO" bot random
BOT
chmod +x "$T/single"
timeout 20 "$TOBAGO" arena --bots "cmd:$T/single,random" --games 8 --jobs 4 > "$T/out" 2> "$T/err"
[ $? = 3 ] && grep -q 'only 1 of 4 jobs have their bots' "$T/err" && ! [ -s "$T/out" ] ||
    echo "single: $(cat "$T/err")" >> "$bad"
(
    ulimit -n 40
    timeout 20 "$TOBAGO" arena --bots "cmd:$TOBAGO bot random,cmd:$TOBAGO bot random" \
        --games 64 --jobs 32 > "$T/out" 2> "$T/err"
    [ $? = 3 ] && grep -q 'Too many open files' "$T/err" && ! [ -s "$T/out" ] ||
        echo "descriptors: $(cat "$T/err")"
) >> "$bad"
(
    trap '' CHLD # whoever started us does not care for his children
    timeout 20 "$TOBAGO" arena --bots "cmd:$T/hostile crash,cmd:$TOBAGO bot random" --games 2 \
        > "$T/out" 2> "$T/err"
    [ $? = 0 ] && grep -q 'dead in 2' "$T/err" || echo "CHLD: $(cat "$T/err")"
) >> "$bad"
verdict "what the machine cannot do is told at the start and not taken for the bots' fault"

# ---- Interrupted ----

"$TOBAGO" arena --bots "cmd:$T/hostile silent,random" --limit 60000 > "$T/out" 2> "$T/err" &
arena=$!
for _ in $(seq 200); do pgrep -f "$T/hostile" > /dev/null && break || sleep 0.02; done
sleep 0.2
kill "$arena"
wait "$arena"
[ $? = 3 ] || echo "exit code $?" >> "$bad"
left TERM
begin=$(date +%s)
timeout --preserve-status -k 9 -s INT 1 "$TOBAGO" arena --bots \
    "cmd:$T/hostile silent,cmd:$T/hostile orphan,cmd:$T/hostile late" --games 16 --jobs 4 \
    --limit 60000 > "$T/out" 2> "$T/err"
[ $? = 3 ] && [ "$(grep -c interrupted "$T/err")" = 1 ] || cat "$T/err" >> "$bad"
[ $(($(date +%s) - begin)) -lt 5 ] || echo "it takes its time" >> "$bad"
left INT
verdict "an interrupted arena takes its bots along"

finish
