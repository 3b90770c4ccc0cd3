#!/bin/bash
# tobago play: through a pipe (whole games by number, refusals, saving, resuming) and in a
# terminal (prompt, Tab, colours, hidden hands), which tmux provides where it is installed.
# Needs build/tobago and build/debug/tobago. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
export HOME=$T/home # this tree may lie in the user's, which the program writes as ~
NOTATION=$PWD/docs/notation.md
screen() { tmux -S "$T/tmux" "$@" 2> /dev/null; }
trap '[ -e "$T/tmux" ] && screen kill-server; rm -rf "$T"' EXIT
cd "$T" || exit 3

# want CODE: the exit code of the command before
want() {
    local got=$?
    [ $got = "$1" ] || echo "exit code $got, not $1: $(tail -n 1 err)" >> "$bad"
}

# good FILE: a record from the first line to the last
good() { "$TOBAGO" check "$1" > checked 2>&1 || cat checked >> "$bad"; }

# numbers SEED COUNT: numbers from 1 to 24, some of them too large for the moment
numbers() {
    awk -v x="$1" -v n="$2" 'BEGIN {
        for (i = 0; i < n; i++) { x = (x * 16807) % 2147483647; print 1 + x % 24 } }'
}

# seats COUNT: one person among random players
seats() { echo human,random,random,random | cut -d , -f 1-"$1"; }

# ---- Through a pipe ----

for players in 2 4; do
    numbers $players 60000 > numbers
    options='--options experienced'
    [ $players = 2 ] && options=
    # shellcheck disable=SC2086
    timeout 60 "$TOBAGO" play game$players --new --seats "$(seats $players)" --seed 4$players $options \
        < numbers > out$players 2> err
    want 0
    [ -s err ] && cat err >> "$bad"
    good game$players
    grep -q 'over (E' checked || echo "the game of $players is not over: $(cat checked)" >> "$bad"
    grep -qE '^The game is over \(E[13]\)\.$' out$players || tail -n 3 out$players >> "$bad"
    sed 's/.*: //; s/, /\n/g' checked | while read -r name coins; do
        tail -n $players out$players | grep -qE "^[1-4]\. $name, $coins coins$" ||
            echo "the result leaves out $name with $coins coins" >> "$bad"
    done
    [ "$(grep -c '^1 ' game$players)" -gt 50 ] || echo "seat 1 hardly played" >> "$bad"
    "$CHECKED" check game$players > /dev/null 2> err || cat err >> "$bad"
done
verdict "whole games of 2 and 4 are played by number from a pipe, saved and told"

cp game2 held
sed -i '60,$d' held
cp held before
mkfifo typed
timeout 60 "$TOBAGO" play held --seats human,random < typed > out 2> err &
player=$!
exec 4> typed
echo 1 >&4
while cmp -s held before && kill -0 $player 2> /dev/null; do sleep 0.05; done
timeout 10 "$TOBAGO" play held --seats human,random < /dev/null > out 2> err2
[ $? = 1 ] && grep -q 'held: this game is being played already' err2 || cat err2 >> "$bad"
timeout 10 "$TOBAGO" replay held > out 2> err2 || cat err2 >> "$bad"
exec 4>&-
wait $player
want 0
good held
timeout 10 "$TOBAGO" play held --seats human,random < /dev/null > out 2> err
want 0
verdict "a game that is being played is refused to others, who can still look at it"

cp held before
timeout 10 "$TOBAGO" play held --seats human,easy,easy < /dev/null > out 2> err
want 2
grep -q 'names more than the 2 seats of held' err && cmp held before >> "$bad" 2>&1 || cat err >> "$bad"
verdict "a game that goes on has no more seats than it has"

timeout 10 "$TOBAGO" play - < /dev/null > out 2> err
want 2
[ ! -e - ] || echo "a file called - was made" >> "$bad"
verdict "a game is not kept in -"

timeout 60 "$TOBAGO" play again --new --seats human,random --seed 42 < <(numbers 2 60000) > /dev/null 2>&1
cmp again game2 >> "$bad" 2>&1
timeout 60 "$TOBAGO" play --seats human,random --seed 42 < <(numbers 2 60000) > out 2> err
cmp out out2 >> "$bad" 2>&1
verdict "the same seed and input give the same game, with and without a file"

grep -oE 'nature (deal|draw|peek) [2-4] [^?].*' out4 >> "$bad"
grep -oE 'nature add [^?].*' out4 >> "$bad"
awk '/^The game is over/ { exit } { line[NR] = $0 }
     END { last = NR; for (i = NR; i > 0; i--) if (line[i] ~ /^island/) { last = i; break }
           for (i = 1; i < last; i++) if (line[i] ~ /^[2-4] .* at / && line[i + 1] !~ /hand: [0-9]+ cards$/)
               print line[i + 1] }' out4 >> "$bad"
grep -q 'hand: [a-z]' out4 || echo "nor is the own hand ever shown" >> "$bad"
verdict "H1 what play prints never tells the hands and peeks of other seats"

# ---- Where the record lies ----

kept=$(sed -n 's/^tobago: the game is kept in //p' err)
case $kept in
"$XDG_DATA_HOME"/tobago/20[0-9][0-9]-[01][0-9]-[0-3][0-9]-[0-2][0-9][0-5][0-9]*.tobago) cmp "$kept" game2 >> "$bad" 2>&1 ;;
*) { echo "not kept under its date: '$kept'"; cat err; } >> "$bad" ;;
esac
(unset XDG_DATA_HOME; HOME=$T/home timeout 10 "$TOBAGO" play --seed 1 < /dev/null > out 2> err)
want 0
ls "$T"/home/.local/share/tobago/*.tobago > /dev/null 2> err || cat err >> "$bad"
XDG_DATA_HOME=relative timeout 10 "$TOBAGO" play --seed 1 < /dev/null > out 2> err
want 0
[ ! -e relative ] || echo "a relative XDG_DATA_HOME counts" >> "$bad"
timeout 10 "$TOBAGO" play --seed 1 < /dev/null > out 2> err
timeout 10 "$TOBAGO" play --seed 1 < /dev/null > out 2> err
[ "$(find "$XDG_DATA_HOME" -name '*.tobago' | wc -l)" -ge 3 ] || find "$XDG_DATA_HOME" >> "$bad"
XDG_DATA_HOME=/dev/null timeout 10 "$TOBAGO" play --seed 1 < /dev/null > out 2> err
want 0
grep -q 'the game is kept in no file: the data folder cannot be used' err || cat err >> "$bad"
verdict "a game without a file lies in the data folder under its date"

timeout 10 "$TOBAGO" play absent --seed 1 < /dev/null > out 2> err
want 1
grep -q '^tobago: absent: does not exist; --new begins a game there$' err || cat err >> "$bad"
[ ! -e absent ] || echo "a file was made" >> "$bad"
timeout 10 "$TOBAGO" play game2 --new < /dev/null > out 2> err
want 2
grep -q 'game2 holds a game already' err || cat err >> "$bad"
verdict "a file that does not exist begins a game only with --new where nobody can be asked"

: > empty
echo quit | timeout 10 "$TOBAGO" play empty --seed 1 > out 2> err
want 0
good empty
# A disk that takes nothing
(ulimit -f 0; echo quit | timeout 10 "$TOBAGO" play full --new --seed 1 > /dev/null 2> err)
want 3
[ ! -e full ] || echo "an empty file is left" >> "$bad"
grep -q '^tobago: full: ' err || cat err >> "$bad"
: > empty
(ulimit -f 0; echo quit | timeout 10 "$TOBAGO" play empty --seed 1 > /dev/null 2> err)
want 3
[ -e empty ] && [ ! -s empty ] || echo "a file that was there before is gone" >> "$bad"
verdict "an empty file begins a game, and a start that failed leaves no empty file"

for signal in INT TERM HUP; do
    rm -f typed
    mkfifo typed
    timeout 20 "$TOBAGO" play stopped-$signal --new --seats human,random --seed 1 < typed > out 2> err &
    player=$!
    exec 4> typed
    until grep -q '^nature' "stopped-$signal" 2> /dev/null; do sleep 0.05; done
    sleep 0.2
    kill -$signal "$(pgrep -P $player)"
    wait $player
    want 0
    exec 4>&-
    good stopped-$signal
    [ -s err ] && cat err >> "$bad"
done
verdict "SIGINT, SIGTERM and SIGHUP leave the game as quit does, with exit code 0"

# The first decision is seat 1's ATV. A refused line must leave the record as it was.
start='--new --seed 7 --island ABC0 --first 1'
# shellcheck disable=SC2086
timeout 20 "$TOBAGO" play plain $start < <(echo quit) > out 2> err
want 0
cat > lines <<'LINES'
end
1 end
atv a1
2 atv h8
nature reveal 3
nonsense
1 atv
999999
-5
0

atv h8 h9
why atv a1
why end
quit
LINES
# shellcheck disable=SC2086
timeout 20 "$TOBAGO" play refused $start < lines > out 2> err
want 0
cmp plain refused >> "$bad" 2>&1
[ "$(grep -c '^No: \|^There are [0-9]* moves' out)" = 13 ] || grep '^No: ' out >> "$bad"
verdict "a refused line changes nothing, and each is answered"

for clause in S4 I6 T5; do
    grep -q "^No: [a-z].*($clause)" out || echo "no refusal names $clause" >> "$bad"
done
verdict "refusals are explained with their clause"

grep -E '^No: .*(after|after \([A-Z0-9]+\))\.$' out >> "$bad"
verdict "refusals are whole sentences: nothing ends in 'after'"

# shellcheck disable=SC2086
printf 'help\nlist\nboard\nwhy atv h8\natv h8\nboard\nquit\n' |
    timeout 20 "$TOBAGO" play said $start > out 2> err
want 0
[ "$(grep -cE '^ +[0-9]+  1 atv [a-p][0-9]+$' out)" = \
    "$("$TOBAGO" legal plain | wc -l)" ] || echo "list does not list" >> "$bad"
grep -q 'quit' out || echo "help does not help" >> "$bad"
grep -q '^That is legal' out || echo "why does not say that a move is legal" >> "$bad"
[ "$(grep -c '^island ABC0' out)" -ge 3 ] || echo "board draws no board" >> "$bad"
grep -q '^1 atv h8$' said || echo "the seat may not be left out" >> "$bad"
grep -q "$(printf '\033')" out && echo "escape codes in a pipe" >> "$bad"
verdict "help, list, board and why answer; the seat in front may be left out"

for word in quit q; do
    # shellcheck disable=SC2086
    timeout 20 "$TOBAGO" play left-$word $start < <(printf '1\n%s\n1\n1\n' $word) > out 2> err
    want 0
    good left-$word
done
# shellcheck disable=SC2086
timeout 20 "$TOBAGO" play left-eof $start < <(echo 1) > out 2> err
want 0
cmp left-eof left-quit >> "$bad" 2>&1
cmp left-q left-quit >> "$bad" 2>&1
verdict "quit, q and the end of input leave the game, saved"

# One line at a time: the file grows at once, and is a record every time
# shellcheck disable=SC2086
coproc PLAY { exec "$TOBAGO" play saved $start > saved.out 2> saved.err; }
pid=$PLAY_PID
lines_of() { [ -e "$1" ] && wc -l < "$1" || echo 0; }
# grown FILE LINES: waits until the file has more lines than that
grown() {
    local k
    for ((k = 0; k < 200; k++)); do
        [ "$(lines_of "$1")" -gt "$2" ] && return 0
        sleep 0.05
    done
    echo "after a move the file has still $2 lines" >> "$bad"
    return 1
}
grown saved 5
for ((i = 0; i < 12; i++)); do
    before=$(lines_of saved)
    echo 1 >&"${PLAY[1]}"
    grown saved "$before" || break
    good saved
done
verdict "the file is saved on every line, and a record each time"

cp saved kept
{ kill -9 "$pid" && wait "$pid"; } 2> /dev/null
good saved
head -c "$(wc -c < kept)" saved | cmp - kept >> "$bad" 2>&1
cp saved kept
printf '1\n1\nquit\n' | timeout 20 "$TOBAGO" play saved --seed 9 > out 2> err
want 0
good saved
[ "$(lines_of saved)" -gt "$(lines_of kept)" ] || echo "the game did not go on" >> "$bad"
head -c "$(wc -c < kept)" saved | cmp - kept >> "$bad" 2>&1
verdict "after kill -9 the game goes on where it was"

head -c -1 kept > unended
printf '1\nquit\n' | timeout 20 "$TOBAGO" play unended --seed 9 > out 2> err
want 0
good unended
head -c "$(wc -c < kept)" unended | cmp - kept >> "$bad" 2>&1
cp game2 finished
timeout 20 "$TOBAGO" play finished < /dev/null > out 2> err
want 0
cmp finished game2 >> "$bad" 2>&1
grep -q '^The game is over' out || echo "a finished game has no result" >> "$bad"
verdict "records without a last newline go on; finished ones stay as they are"

head -n 40 game2 > full
"$TOBAGO" view full --as 1 > view
{ cat full; echo 'nonsense'; } > broken
printf 'tobago 9\n' > later
for file in view broken later; do
    cp $file before
    timeout 20 "$TOBAGO" play $file < <(echo 1) > out 2> err
    want 1
    [ -s err ] || echo "$file is refused without a word" >> "$bad"
    cmp $file before >> "$bad" 2>&1
done
verdict "views, broken and later records are refused and left alone"

numbers 5 3000 > numbers
timeout 30 "$CHECKED" play debug --new --seats human,human,human --players 3 --seed 8 \
    --options experienced,placed,volcano < numbers > out 2> err
want 0
grep -qE 'Sanitizer|runtime error' err && head -n 3 err >> "$bad"
good debug
verdict "three people at one pipe, objects placed by hand, the Volcano, under the sanitizers"

# Bots of every level at one table; names tell who they are when the game is resumed
timeout 60 "$TOBAGO" play bots --new --seats expert,hard,medium,easy --iterations 20 --seed 3 \
    < /dev/null > out 2> err
want 0
good bots
grep -q 'over (E' checked || echo "bots do not finish: $(cat checked)" >> "$bad"
grep -q '^players red-expert blue-hard green-medium yellow-easy$' bots || head -n 2 bots >> "$bad"
head -n 60 bots > cut
timeout 60 "$TOBAGO" play cut --iterations 20 --seed 3 < /dev/null > out 2> err
want 0
good cut
grep -q 'over (E' checked || echo "a resumed game of bots asks someone" >> "$bad"
verdict "bots of all levels play each other, and are known again when resumed"

# What a crash left of a line is no line; a whole one that only lacks its newline is kept
head -n 60 bots > cut
printf '%s' "$(sed -n 61p bots | cut -c 1-9)" >> cut
timeout 60 "$TOBAGO" play cut --iterations 20 --seed 3 < /dev/null > out 2> err
want 0
good cut
head -n 60 bots | cmp - <(head -n 60 cut) >> "$bad" 2>&1
grep -q 'over (E' checked || echo "a game with half a line is not resumed" >> "$bad"
printf '%s' "$(head -n 61 bots)" > cut
timeout 60 "$TOBAGO" play cut --iterations 20 --seed 3 < /dev/null > out 2> err
want 0
good cut
head -n 61 bots | cmp - <(head -n 61 cut) >> "$bad" 2>&1
{ head -n 60 bots; echo '1 cl'; } > cut
cp cut before
timeout 60 "$TOBAGO" play cut --iterations 20 --seed 3 < /dev/null > out 2> err
want 1
cmp cut before >> "$bad" 2>&1
verdict "a last line that was not finished is cut off when a game is resumed, a wrong one is not"

# A limit that is not reached changes nothing; one that is holds for any iterations
timeout 100 "$TOBAGO" play own --new --seats hard,hard --seed 3 < /dev/null > out 2> err
want 0
timeout 100 "$TOBAGO" play timed --new --seats hard,hard --seed 3 --time 600000 < /dev/null > out 2> err
want 0
cmp own timed >> "$bad" 2>&1
timeout 100 "$TOBAGO" play hasty --new --seats expert,medium --seed 3 --time 1 < /dev/null > out 2> err
want 0
timeout 100 "$TOBAGO" play many --new --seats expert,medium --seed 3 --time 1 --iterations 1000000 \
    < /dev/null > out 2> err
want 0
for file in own timed hasty many; do
    good $file
    grep -q 'over (E' checked || echo "$file: $(cat checked)" >> "$bad"
done
verdict "--time is the most that a bot thinks: hard stays as it is, an expert is cut short"

# At the first decision of four nobody wins more than a fair part
printf 'hint\nquit\n' | timeout 60 "$TOBAGO" play early --new --plain --first 1 --seed 3 --iterations 300 \
    --seats human,medium,medium,medium > out 2> err
awk '/you win/ { n++; for (i = 1; i < NF; i++) if ($i == "win" && $(i + 1) > 40) print }
     END { if (!n) print "no hint" }' out >> "$bad"
verdict "the chances of a hint are those of one among all players"

# The example of docs/notation.md, up to the first turn
sed -n '/^tobago 1$/,/^```/p' "$NOTATION" | head -n 31 > dealt
cp dealt advised
printf 'hint\nmove\nleg h9\nundo\nundo\nundo\nquit\n' |
    timeout 20 "$TOBAGO" play advised --seats human,random --iterations 50 > out 2> err
want 0
grep -q '^An expert would play: 1 ' out || echo "no hint" >> "$bad"
[ "$(grep -c '^Taken back' out)" = 2 ] || echo "not two steps are taken back" >> "$bad"
grep -q '^This cannot be taken back: a card' out || echo "nor is the deal refused" >> "$bad"
cmp advised dealt >> "$bad" 2>&1
verdict "hint and undo answer line by line, too"

# ---- Programs at the table ----

# heard FILE: what a program was told of the last game, without the questions
heard() {
    awk '/^new / { n = 0; next }
         /^(hello|over|bye)/ { next }
         /^choose / { skip = $2; next }
         skip { skip--; next }
         { line[n++] = $0 }
         END { for (i = 0; i < n; i++) print line[i] }' "$1"
}

listens="cmd:sh -c 'tee -a heard | $TOBAGO bot easy'"
timeout 60 "$CHECKED" play among --new --seats "random,$listens,medium" --seed 6 --options experienced \
    < /dev/null > out 2> err
want 0
[ -s err ] && cat err >> "$bad"
good among
grep -q 'over (E' checked || cat checked >> "$bad"
grep -qx 'players red-random blue-tobago-easy green-medium' among || head -n 2 among >> "$bad"
heard heard | sed 's/^players .*/players/' > told
"$TOBAGO" view among --as 2 | sed 's/^players .*/players/' | cmp - told >> "$bad" 2>&1
grep -qx 'hello 1 players 3 limit 10000 options experienced' heard || head -n 1 heard >> "$bad"
[ "$(tail -n 2 heard | cut -d ' ' -f 1 | xargs)" = 'over bye' ] || tail -n 2 heard >> "$bad"
verdict "H2 a program at the table hears its view of the record, the result, and no more"

rm -f heard
head -n 70 among > resumed
timeout 60 "$TOBAGO" play resumed --seats "random,$listens,medium" --seed 7 < /dev/null > out 2> err
want 0
good resumed
grep -q 'over (E' checked || cat checked >> "$bad"
head -n 70 among | cmp - <(head -n 70 resumed) >> "$bad" 2>&1
heard heard | sed 's/^players .*/players/' > told
"$TOBAGO" view resumed --as 2 | sed 's/^players .*/players/' | cmp - told >> "$bad" 2>&1
verdict "a program that joins a resumed game is told all of it"

rm -f heard
cp dealt taken
{ printf 'move\nleg h9\nundo\nleg h9\nend\nundo\n' && numbers 3 40; } |
    timeout 60 "$TOBAGO" play taken --seats "human,$listens" --seed 3 > out 2> err
want 0
good taken
heard heard | sed 's/^players .*/players/' > told
"$TOBAGO" view taken --as 2 | sed 's/^players .*/players/' > viewed
head -n "$(wc -l < told)" viewed | cmp - told >> "$bad" 2>&1
[ "$(wc -l < told)" -gt 31 ] || echo "the program was hardly told anything" >> "$bad"
verdict "what was taken back is not part of what a program is told"

# refuses_seat PLAYER PATTERN: it does not come up, and no record is begun
refuses_seat() {
    timeout 20 "$TOBAGO" play never --new --seats "human,$1" < /dev/null > out 2> err
    want 1
    grep -qE "$2" err && [ ! -e never ] || cat err >> "$bad"
}
refuses_seat cmd:/nowhere/at/all '^tobago: cmd:/nowhere/at/all: No such file'
refuses_seat cmd:false '^tobago: cmd:false: ended before it said its name'
refuses_seat "cmd:sh -c 'read x; echo cannot play this; read x'" 'cannot play this$'
timeout 20 "$TOBAGO" play never --new --seats human,open-expert < /dev/null > out 2> err
want 2
grep -q "'open-expert': is no player: human, a level" err || cat err >> "$bad"
verdict "a program that does not come up is refused before the game begins"

timeout 60 "$CHECKED" play lost --new --seats "medium,cmd:sh -c 'read hello; echo brief; read new'" --seed 6 \
    < /dev/null > out 2> err
want 0
good lost
grep -q 'over (E' checked || cat checked >> "$bad"
grep -q '^tobago: cmd:sh .*: played at random to the end: it ' err || cat err >> "$bad"
timeout 60 "$CHECKED" play wrong --new --seats "medium,cmd:sh -c 'while read x; do echo wrong; done'" --seed 6 \
    < /dev/null > out 2> err
want 0
good wrong
grep -qE "[1-9][0-9]* random moves after two illegal answers, first 'wrong': - " err || cat err >> "$bad"
verdict "a program that ends or answers nonsense has random moves made for it, and that is told"

# ---- In a terminal ----

if ! command -v tmux > /dev/null; then
    skip "play in a terminal" "tmux is not installed"
    finish
fi

# terminal COMMAND: a new terminal of 100 columns that runs it; its exit code follows "left"
terminal() {
    screen kill-server
    rm -f "$T/tmux"
    tmux -S "$T/tmux" -f /dev/null new-session -d -x 100 -y 60 \
        "exec sh -c 'trap : INT; $1; echo left \$?; sleep 60'" > /dev/null 2>&1
}
seen() { screen capture-pane -p "$@"; }
keys() { screen send-keys "$@"; }
# appears PATTERN: waits for it on the screen
appears() {
    local k
    for ((k = 0; k < 300; k++)); do
        seen | grep -qE -- "$1" && return 0
        sleep 0.05
    done
    { echo "'$1' does not appear, but:"; seen | grep . | tail -n 4; } >> "$bad"
    return 1
}

terminal "TERM=xterm-256color $TOBAGO play tty --plain $start"
appears '^red> *$'
seen | grep -q '^island ABC0, as red sees it' || echo "no board" >> "$bad"
verdict "a terminal shows the board and a prompt with the name"

keys board Enter
for ((i = 0; i < 300; i++)); do
    seen -e | grep -q "$(printf '\033')\[[0-9;]*48;5" && break
    sleep 0.05
done
[ $i -lt 300 ] || echo "no colours" >> "$bad"
verdict "colours on a terminal"

keys list Enter
appears '^ +104  1 atv ' || appears '^ +[0-9]+  1 atv '
verdict "'list' numbers the moves"

keys '1 at' Tab
appears '^red> 1 atv'
verdict "Tab completes as far as the moves agree"

keys C-u '1 atv h8' Tab
appears '^red> 1 atv h8'
keys Enter
grown tty "$(lines_of plain)"
grep -q '^1 atv h8$' tty || echo "the completed line is not played: $(seen | grep . | tail -n 2)" >> "$bad"
verdict "a completed line is played as it stands"

keys C-u quit Enter
appears '^left 0'
good tty
appears '^The game is kept in tty\. Go on with:$'
appears "^  $TOBAGO play tty$"
verdict "quit leaves with exit code 0 and tells the command that goes on"

terminal "TERM=xterm-256color $TOBAGO play asked --plain --seed 7"
appears '^asked does not exist\. Begin a new game there\? \(y/n\)'
keys n Enter
appears '^left 1'
[ ! -e asked ] || echo "no begins a game" >> "$bad"
terminal "TOBAGO_PLAY=./play TERM=xterm-256color $TOBAGO play a\\ b --plain --seed 7"
appears '^a b does not exist'
keys y Enter
appears '^(red|blue)> *$'
keys C-c
appears '^left 0'
appears "^  \./play 'a b'\$"
good 'a b'
verdict "a file that does not exist begins a game after a question; Ctrl-C leaves as quit does"

terminal "NO_COLOR=1 TERM=xterm-256color $TOBAGO play bare --plain $start"
appears '^red> *$'
seen -e | grep -q "$(printf '\033')\[[0-9;]*[34]8;5" && echo "colours with NO_COLOR" >> "$bad"
keys C-d
appears '^left 0'
verdict "NO_COLOR: no colours; Ctrl-D leaves with exit code 0"

for order in BC Bc bC bc CB Cb cB cb; do
    for code in A${order}0 A${order}1 a${order}0 a${order}1; do
        printf 'tobago 1\nplayers Ada Ben\nisland %s\n' "$code" > island
        LC_ALL=C "$TOBAGO" replay island || echo "$code is not drawn"
    done
done > drawn
for record in "$OLDPWD"/tests/games/*.tobago; do
    for n in 60 160 260; do LC_ALL=C "$TOBAGO" replay "$record" --at $n; done
done >> drawn 2> /dev/null
[ "$(grep -c '^island' drawn)" -ge 60 ] || echo "few positions are drawn" >> "$bad"
grep -q 'is not drawn' drawn && cat drawn >> "$bad"
awk 'length > 80 || / $/' drawn | head >> "$bad"
verdict "replay draws every island within 80 columns, and no blanks at the ends of lines"

"$TOBAGO" replay "$OLDPWD/tests/games/three-experienced.tobago" --at 290 > shared
grep -q '^white  w being shared out$' shared || cat shared >> "$bad"
grep -qE '^ +\(raised it\) +rose 3$' shared || cat shared >> "$bad"
grep -E 's[0-9]w' shared >> "$bad"
verdict "R2 a treasure that is shared out has no marker, and the raiser's rose lies on its map"

for mode in colour NO_COLOR=1 TERM=dumb; do
    terminal "TERM=xterm-256color ${mode#colour} $TOBAGO replay $T/full"
    appears '^left 0'
    seen -e -S - | grep -q "$(printf '\033')\[[0-9;]*48;5"
    has=$?
    case $mode$has in colour1 | NO*0 | TERM*0) echo "replay, $mode: wrong" >> "$bad" ;; esac
done
verdict "replay has colours on a terminal, none with NO_COLOR or TERM=dumb"

terminal "$TOBAGO simulate --games 10000 --seed 1 > summary"
appears '#.* [0-9]+ %'
appears '^left 0'
seen | grep -q '#' && echo "the bar stays behind" >> "$bad"
grep -q "$(printf '[\033\r#]')" summary && echo "the bar is in the summary" >> "$bad"
verdict "simulate shows a bar on a terminal, and takes it away"

# Two people: what one saw is gone before the other looks
terminal "TERM=xterm-256color $TOBAGO play pair --plain $start --seats human,human"
last() { seen | grep . | tail -n 1; }
# The first move each time, until the hands are dealt; then seat 1 ends its turn
asked=0
for ((i = 0; i < 100; i++)); do
    dealt=$(grep -c '^nature deal' pair 2> /dev/null)
    case $(last) in
    blue*'press Enter'*)
        asked=$((asked + 1))
        [ "$dealt" = 12 ] && break
        keys Enter
        ;;
    *'press Enter'*)
        seen | grep '^island' >> "$bad"
        keys Enter
        ;;
    'red>'*)
        if [ "$dealt" = 12 ]; then
            seen | grep -q 'hand: [a-z]' || echo "red does not see her hand" >> "$bad"
            keys '1 end' Enter
        else
            keys 1 Enter
        fi
        ;;
    'blue>'*) keys 1 Enter ;;
    esac
    sleep 0.2
done
[ $asked -ge 2 ] || echo "blue was asked to sit down $asked times" >> "$bad"
verdict "each of two people is asked to sit down before her board appears"

sed -n 's/^nature deal 1 //p' pair | sort -u > hand1
sed -n 's/^nature deal 2 //p' pair | sort -u > hand2
[ -s hand1 ] || echo "no hand was dealt" >> "$bad"
appears '^blue.*press Enter'
seen > between
grep -Fwf hand1 between >> "$bad"
grep -Fwf hand2 between >> "$bad"
verdict "H1 between two people the screen shows neither hand"

seen -S - > scrolled
grep 'hand: [a-z]' scrolled >> "$bad"
verdict "H1 nor can the hand be scrolled back to"

keys Enter
appears '^blue> *$'
seen | grep 'hand: [a-z]' | sed 's/^ *//' | cut -c 1-45 | sort -u > shown
[ "$(wc -l < shown)" = 1 ] || { echo "not exactly one hand is shown:"; cat shown; } >> "$bad"
tr ' ' '\n' < shown | grep -Fxf hand1 >> "$bad"
verdict "H1 the next person sees her own hand only"

screen kill-server
finish
