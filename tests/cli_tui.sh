#!/bin/bash
# tobago play, full-screen, in a terminal that tmux provides: what the screen shows at 80x24
# and 120x40, with and without colour; clues, moves, refusals, hints, undo, two people at one
# screen, resuming after kill -9, replaying, and whole games.
# Needs build/tobago and build/debug/tobago. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." || exit 3
TOBAGO=$PWD/build/tobago
DEBUG=$PWD/build/debug/tobago
GAME=$PWD/docs/notation.md
if ! command -v tmux > /dev/null; then
    echo "ok 1 - the full-screen game # skip: tmux is not installed"
    echo "1..1"
    exit 0
fi
T=$(mktemp -d) || exit 3
screen() { tmux -S "$T/tmux" "$@" 2> /dev/null; }
trap '[ -e "$T/tmux" ] && screen kill-server; rm -rf "$T"' EXIT
cd "$T" || exit 3
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
        head -n 30 "$bad" | cut -c 1-200 | sed 's/^/# /'
    else
        echo "ok $number - $1"
    fi
    : > "$bad"
}

# good FILE: a record from the first line to the last
good() { "$TOBAGO" check "$1" > checked 2>&1 || cat checked >> "$bad"; }

# The windows stand side by side on one server; the last one opened is looked at.
tmux -S "$T/tmux" -f /dev/null new-session -d -x 80 -y 24 -s none 'sleep 600' > /dev/null 2>&1
opened=0

# terminal WIDTH HEIGHT COMMAND: a new terminal that runs it; its exit code follows "left"
terminal() {
    opened=$((opened + 1))
    screen new-session -d -s "s$opened" -x "$1" -y "$2" \
        "exec sh -c 'TERM=xterm-256color; export TERM; $3; echo left \$?; exec sleep 600'"
    TARGET=s$opened
}
seen() { screen capture-pane -t "$TARGET" -p "$@"; }
keys() { screen send-keys -t "$TARGET" "$@"; }
# resize WIDTH HEIGHT
resize() { screen resize-window -t "$TARGET" -x "$1" -y "$2"; }
# appears PATTERN [TRIES]: waits for it on the screen
appears() {
    local k
    for ((k = 0; k < ${2:-100}; k++)); do
        seen | grep -qE -- "$1" && return 0
        sleep 0.05
    done
    { echo "'$1' does not appear, but:"; seen | grep . | tail -n 24; } >> "$bad"
    return 1
}
# absent PATTERN
absent() { seen | grep -E -- "$1" >> "$bad"; }
# leave: quits, and wants the exit code 0
leave() { keys Escape; sleep 0.1; keys q; appears '^left 0'; }
# walk SPACE KEY...: presses keys until the cursor is there
walk() {
    local space=$1 key
    shift
    for key in "$@"; do
        keys "$key"
        sleep 0.08
    done
    appears " $space [a-z]+ \\("
}

# The example of docs/notation.md. After 31 lines the hands are dealt; after 37 the grey
# treasure is known to lie on j7, and Ada is on turn.
sed -n '/^tobago 1$/,/^```/p' "$GAME" | grep -v '^```' > example
head -n 31 example > dealt
head -n 37 example > known
good dealt
good known

# ---- The screen ----

cp dealt first
terminal 80 24 "$TOBAGO play first --seats human,random --seed 1"
appears 'Your turn: play a clue or move'
[ "$(seen | wc -l)" = 24 ] || echo "not 24 lines" >> "$bad"
for word in 'Tobago abC1' 'Maps' 'w white' 'g grey' 'Hand' 'in-largest-lake' 'not-next-hut' \
    'Players' 'Ada' 'Ben' 'Log' 'c clue' 'm move' '? help' ' H' ' P'; do
    seen | grep -qF -- "$word" || echo "80x24 lacks '$word'" >> "$bad"
done
for word in 'next-largest-jungle' 'next-largest-lake'; do
    seen | grep -qw -- "$word" && echo "H1 Ben's $word is shown" >> "$bad"
done
verdict "80x24 shows island, maps, hand, players, log and keys, and no other hand (H1)"

seen -e | grep -q "$(printf '\033')\[[0-9;]*48;5" || echo "no colours" >> "$bad"
verdict "colours on a terminal with 256 of them"

keys '?'
appears 'Tobago: help'
keys Space
appears 'Your turn'
absent 'Tobago: help'
keys Tab
appears '1 +next-river'
keys Tab
appears 'Ben starts the brown map'
keys Tab
appears 'Hand'
verdict "? helps; Tab turns the pages: the clues of the maps, the log"

resize 120 40
appears 'g9 '
appears ' n7 '
resize 60 20
appears 'needs 80 columns and 24 rows'
resize 200 60
appears 'statue'
resize 80 24
appears 'Your turn'
appears 'q? *help|\? help'
verdict "the screen follows its size: 120x40, too small, 200x60, and back"

# ---- Clues, moves, refusals ----

keys c
appears '> ?in-mountain|>in-mountain|>[a-z]'
appears '(→|->) [0-9]+ left'
appears 'On [a-z]+: .* of [0-9]+ sites would be left'
keys Escape
verdict "a card under the cursor shows what would be left on each map"

keys m
appears 'Where to\? The digits are legs, 3 left'
keys Enter
appears 'No \(M1\): a leg must end on another space'
cmp -s first dealt || echo "a refused leg is in the record" >> "$bad"
verdict "M1 a movement shows its legs, and a refusal its clause"

walk h9 Right
keys Enter
appears 'Ada goes to h9|2 left'
tail -n 2 first | tr '\n' ',' | grep -q '^1 move,1 leg h[0-9]*,$' || tail -n 2 first >> "$bad"
keys u
appears 'Taken back'
keys u
sleep 0.3
cmp first dealt >> "$bad" 2>&1
verdict "Enter drives there; undo takes back leg and movement, in the file too"

keys c
sleep 0.1
keys 1
sleep 0.1
keys Enter
appears 'Your main action is done'
grep -q '^1 clue white ' first || tail -n 2 first >> "$bad"
cp first played
keys u
appears 'cannot be taken back: a card has been revealed'
cmp first played >> "$bad" 2>&1
verdict "undo is refused once a card was drawn"

keys c
appears 'Not on [a-z]+ \(T2\)'
keys Escape
sleep 0.1
keys m
appears 'No \(T2\): the main action'
keys r
appears 'No \(R1\)'
keys a
appears 'Play an amulet, you have 0'
keys 3
appears 'No \(A3\): an extra move costs an amulet'
keys : 'leg h9' Enter
appears 'No \(T4\): no movement is under way'
keys : 'nonsense' Enter
appears 'No: '
cmp first played >> "$bad" 2>&1
leave
good first
verdict "refusals name their clause: T2, R1, A3, T4; q leaves with exit code 0"

cp known second
terminal 80 24 "$TOBAGO play second --seats human,random --seed 1"
appears 'g grey +on j7'
keys c
sleep 0.1
keys 2
appears 'Not on grey \(C3\): the location of this treasure is known'
appears 'no \(C3\)'
keys Enter
appears 'No \(C3\)'
keys Escape
sleep 0.1
keys m
walk j7 Right Right Right Up Up
keys Enter
appears 'Ada goes to j7|Your main action'
tail -n 4 second | tr '\n' ',' | grep -qE '^1 move,1 leg [a-z0-9]+,1 leg [a-z0-9]+,1 leg j7,$' ||
    tail -n 4 second >> "$bad"
verdict "C3 a known treasure takes no clue; three legs lead to it with one Enter"

keys r
appears 'claim\?'
appears 'looked at:'
keys u
appears 'a card has been revealed'
keys p
grep -q '^1 raise grey$' second || echo "nothing was raised" >> "$bad"
for ((i = 0; i < 40; i++)); do
    grep -q '^1 pass$' second && break
    sleep 0.05
done
grep -q '^1 pass$' second || echo "p does not pass" >> "$bad"
good second
leave
verdict "R1 D1 a treasure is raised and its cards claimed or passed; nothing taken back"

# ---- Hints ----

cp dealt hinted
terminal 80 24 "$TOBAGO play hinted --seats human,random --seed 1 --iterations 200"
appears 'Your turn'
keys h
appears 'Hint: '
appears '[0-9]+ %, wins +[0-9]+ %'
keys Escape
sleep 0.2
cmp hinted dealt >> "$bad" 2>&1
keys h
appears 'Hint: '
keys Enter
appears 'Your turn|Your main|Where to'
for ((i = 0; i < 40; i++)); do
    cmp -s hinted dealt || break
    sleep 0.05
done
cmp -s hinted dealt && echo "Enter does not play the hint" >> "$bad"
good hinted
keys l
appears 'Legal moves'
keys Escape
leave
verdict "h shows what an expert thinks, Enter plays it; l lists the legal moves"

# ---- Without colour, with few letters ----

for how in 'NO_COLOR=1' 'TERM=vt100' 'TERM=xterm' 'LC_ALL=C'; do
    cp dealt bare
    terminal 80 24 "env $how $TOBAGO play bare --seats human,random --seed 1"
    appears 'Your turn'
    keys m
    appears 'Where to'
    appears '[1-3]'
    case $how in
    NO_COLOR* | TERM=vt100)
        seen -e | grep -qE "$(printf '\033')\[[0-9;]*([34]8;5|[34][0-7])[;m]" &&
            echo "$how: colours" >> "$bad"
        ;;
    TERM=xterm)
        seen -e | grep -qE "$(printf '\033')\[[0-9;]*4[0-7][;m]" || echo "$how: no colours" >> "$bad"
        ;;
    esac
    leave
done
verdict "it works without colour (NO_COLOR, vt100), with 8 colours, and without UTF-8"

# ---- Two people at one screen ----

cp dealt pair
terminal 80 24 "$TOBAGO play pair --seed 1"
appears 'Ada'
appears 'press Enter when only you look'
absent 'in-largest-lake|next-largest-jungle|Maps'
keys Enter
appears 'not-next-hut'
absent 'next-largest-jungle|sight-palm'
keys e
appears 'e again ends the turn'
keys e
appears 'press Enter when only you look'
seen > between
grep -q Ben between || cat between >> "$bad"
grep -E 'not-next-hut|in-largest-lake|next-largest-jungle|sight-palm' between >> "$bad"
verdict "H1 between two people the screen shows no hand"

keys Enter
appears 'sight-palm'
absent 'not-next-hut|in-largest-lake'
keys u
appears 'someone else has played since'
seen -S - | grep -E 'not-next-hut' >> "$bad"
leave
good pair
verdict "H1 the next one sees her own hand only, and cannot take back the other's move"

# ---- Saving ----

cp dealt saved
terminal 80 24 "exec $TOBAGO play saved --seats human,random --seed 1"
appears 'Your turn'
keys m
walk h9 Right
keys Enter
appears '2 left'
cp saved kept
kill -9 "$(screen display-message -t "$TARGET" -p '#{pane_pid}')"
good saved
cmp saved kept >> "$bad" 2>&1
terminal 80 24 "$TOBAGO play saved --seats human,random --seed 1"
appears 'Where to\? The digits are legs, 2 left'
keys u
appears 'Taken back'
leave
good saved
verdict "after kill -9 the game goes on in the middle of a movement"

# ---- Replaying ----

cp example whole
terminal 80 24 "$TOBAGO play whole --replay"
appears "Replay: line 3 of $(wc -l < example), all cards open"
for ((i = 0; i < 5; i++)); do keys Right; done
appears 'Replay: line 8 of'
keys Left
appears 'Replay: line 7 of'
keys PageDown
appears 'Replay: line 27 of'
keys End
appears "Replay: line $(wc -l < example) of"
keys PageUp s
appears 'as Ada sees it'
appears 'not-next-hut'
absent 'sight-palm'
keys s
appears 'as Ben sees it'
appears 'sight-palm'
absent 'not-next-hut'
keys s
appears 'as a spectator sees it'
appears 'hidden'
absent 'sight-palm|not-next-hut'
keys Home
appears 'Replay: line 3 of'
leave
cmp whole example >> "$bad" 2>&1
"$TOBAGO" view example --as 2 > view
terminal 80 24 "$TOBAGO play view --replay"
appears 'as Ben sees it'
keys s s
sleep 0.2
appears 'as Ben sees it'
leave
verdict "a record is replayed line by line, as each seat and a spectator see it (H1)"

# ---- Whole games ----

# Hints played by Enter, as fast as the keys go; the screen changes size meanwhile
robot=
for ((i = 0; i < 25; i++)); do robot="$robot h Enter"; done
# finish FILE SECONDS: presses keys until the game of the file is over
finish() {
    local end=$((SECONDS + $2)) wide=0
    while [ $SECONDS -lt $end ]; do
        # shellcheck disable=SC2086
        keys $robot
        sleep 0.4
        wide=$((1 - wide))
        [ $wide = 1 ] && resize 120 40 || resize 80 24
        "$TOBAGO" check "$1" 2> /dev/null | grep -q 'over (E' && return 0
    done
    echo "the game of $1 is not over: $("$TOBAGO" check "$1" 2>&1)" >> "$bad"
    seen | grep . >> "$bad"
}

terminal 80 24 "$TOBAGO play alone --seats human,hard,easy --seed 5 --iterations 20 --pace 0 2> err"
appears 'Where does your ATV start'
finish alone 40
appears 'The game is over'
keys Enter
leave
good alone
cat err >> "$bad"
verdict "a whole game against two bots, by keys alone, while the screen changes size"

terminal 120 40 "$DEBUG play many --seats human,human,medium --seed 6 --iterations 3 --pace 0 --options experienced,placed,volcano 2> err"
appears 'press Enter'
finish many 60
keys q
sleep 0.2
leave
good many
grep -E 'Sanitizer|runtime error|tobago:' err | head -n 5 >> "$bad"
verdict "two people, a bot, objects placed by hand and the Volcano, under the sanitizers"

echo "1..$number"
exit $failed
