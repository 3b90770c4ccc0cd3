#!/bin/bash
# tobago companion: a real table line by line and full screen, its file, kill -9, undo, and
# files and lines that are wrong. Needs build/tobago and build/debug/tobago; tmux for the
# screen. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
lines_shown=30
screen() { tmux -S "$T/tmux" "$@" 2> /dev/null; }
trap '[ -e "$T/tmux" ] && screen kill-server; chmod -R u+rwX "$T"; rm -rf "$T"' EXIT
cd "$T" || exit 3
export XDG_DATA_HOME=$T/data

# says CODE FILE LINE...: types lines; stdout to out, stderr to err
says() {
    local want=$1 file=$2
    shift 2
    printf '%s\n' "$@" | timeout 20 "$CHECKED" companion "$file" > out 2> err
    code=$?
    [ "$code" = "$want" ] || { echo "$file: exit code $code, not $want" && cat err; } >> "$bad"
}
# answers PATTERN: complains unless a line of the last answer matches
answers() { grep -qE -- "$1" out || { echo "no '$1' in:" && cat out; } >> "$bad"; }

# ---- Line by line ----

says 0 one.table 'island AbC1' 'hut:e5, Hut k7, palm h6' 'statue h8 north-east' \
    'White next to a hut' 'would white not in jungle' 'white not-in-jungle' \
    'would in-river' 'would black' statues
answers '^white, next to a hut: 11 of 102 sites are left, cubes on d5 d6 .* Only 2 of 4 huts'
answers '^white not in jungle: 7 of 11: e6 f6 j7 j8 k6 k8 l7$'
answers '^white, not in jungle: 7 of 11 sites are left, cubes on e6 f6 j7 j8 k6 k8 l7\.'
answers '^white in a river: 1 of 7: k6$'
answers '^grey  in a river: 8 of 102'
answers '^ +[0-9]+ in-largest-river'
answers '^statue h8  faces NE: amulet on l6; after that it faces SE: k9$'
printf '%s\n' 'tobago-table 1' 'island AbC1' 'hut e5' 'hut k7' 'palm h6' 'statue h8 NE' \
    'clue white next-hut' 'clue white not-in-jungle' | diff - one.table >> "$bad"
verdict "companion: a clue says where the cubes go, 'would' what each clue would leave"

says 0 one.table 'w in river' 'raise white' maps 'take l6' undo undo undo maps
answers '^Island AbC1 goes on, 7 acts so far'
answers 'the treasure lies on k6!'
answers '^white is raised. Amulets surface on l6 \(N3\)\. The statues turn \(N4\)'
answers '^ w  white no clue yet'
answers '^Taken back: raise white'
answers '^ w  white   7 sites: e6 f6 j7 j8 k6 k8 l7'
tail -n 3 one.table | tr '\n' , | grep -qx 'undo,undo,undo,' || cat one.table >> "$bad"
verdict "companion: raising brings amulets and turns statues, and undo takes it back"

says 0 lava.table 'island ABC0' 'volcano h7' 'hut i5' 'triad jungle-mountain b5 NW' \
    'black next to the volcano' 'lava i5' 'black next to a hut' 'grey next-lava' 'lava n6'
answers '^black, next to the volcano: 12 of '
answers 'Lava on i5; 24 tiles are left'
answers '^no: the clue would leave the treasure nowhere to lie \(C3\)'
answers '\(V3\)'
verdict "companion: the Volcano's triads, lava and clues"

says 0 wrong.table 'hut e5' 'find aC b:oobssm' 'island AbC7' 'island AbC1' 'hat e5' \
    'wite next-hut' 'white nxt-hut' 'white next-hut' 'grey' 'raise grey' '# a remark' '' \
    "$(head -c 5000 /dev/zero | tr '\0' x)" $'\xff\xfe' '%s%n' 'picture' 'would' 'reach z9'
answers 'say first which island'
answers '^[0-9] of 32 islands look like that'
answers 'did you mean AbC0'
answers "'hat' is unknown here; did you mean hut"
answers "'wite' is unknown here; did you mean white"
answers "'nxt-hut' is not a clue \(L\); did you mean next-hut"
answers '\(L5\)'
answers '\(R1\)'
answers 'the nearest are|there is no space'
[ "$(cat wrong.table | tr '\n' ,)" = 'tobago-table 1,island AbC1,' ] || cat wrong.table >> "$bad"
verdict "companion: what is refused gets the nearest right names, and is not kept"

says 0 pic.table 'island AbC1' 'white in river' 'picture p.svg'
grep -q 'cube-white' p.svg || echo "no cubes in the picture" >> "$bad"
! command -v xmllint > /dev/null || xmllint --noout p.svg >> "$bad" 2>&1
printf 'island AbC1\n' | "$TOBAGO" companion > out 2>&1 || cat out >> "$bad"
[ "$(tail -n 1 data/tobago/companion.table)" = 'island AbC1' ] || echo "no own file" >> "$bad"
verdict "companion: a picture, and a file of its own without a name"

# ---- The file ----

printf 'tobago-table 1\nisland AbC1\nhut e5\nclue white next-h' > torn.table
says 0 torn.table maps
answers 'The last line of the file was not finished'
[ "$(tail -n 1 torn.table)" = 'hut e5' ] || cat torn.table >> "$bad"
: > empty.table
says 0 empty.table 'island AbC1'
[ "$(wc -l < empty.table)" = 2 ] || cat empty.table >> "$bad"
verdict "companion: half a line at the end is cut off, an empty file begins a table"

# rejects PATTERN CONTENT: a file that is refused as it is, with exit code 1
rejects() {
    printf "$2" > bad.table
    cp bad.table before
    says 1 bad.table maps
    grep -qE -- "$1" err || { echo "no '$1':" && cat err; } >> "$bad"
    cmp -s before bad.table || echo "a refused file changed" >> "$bad"
}
rejects 'bad.table:1: this is no table' 'tobago 1\nplayers a b\n'
rejects 'bad.table:1: this is no table' 'something else'
rejects 'bad.table:4: .*\(O2\)' 'tobago-table 1\nisland AbC1\nhut e5\nhut e6\n'
rejects 'bad.table:2: there is nothing to take back' 'tobago-table 1\nundo\n'
rejects 'bad.table:2: ' 'tobago-table 1\n\xff\xfe\x01\n'
rejects 'bad.table:2: ' 'tobago-table 1\nhut e5\n'
head -c 200000 /dev/urandom > noise.table
says 1 noise.table maps
{ echo 'tobago-table 1' && yes '# much' | head -c 2000000; } > huge.table
says 1 huge.table maps
grep -q 'too large for a table' err || cat err >> "$bad"
says 2 - maps
verdict "companion: a file that is no table is refused with its line, and stays as it is"

says 3 "$T/no/folder.table" maps
says 3 "$T" maps
says 0 full.table 'island AbC1'
cp full.table before
(trap '' XFSZ && ulimit -f 0 && echo 'hut e5' | "$TOBAGO" companion full.table 2> /dev/null) |
    cat > out
[ "${PIPESTATUS[0]}" = 3 ] || echo "a full disk: exit code ${PIPESTATUS[0]}" >> "$bad"
answers 'cannot be kept'
cmp -s before full.table || echo "a full disk changes the table" >> "$bad"
mkfifo hold
"$TOBAGO" companion one.table < hold > held 2>&1 &
holder=$!
exec 5> hold
until [ -s held ]; do sleep 0.05; done
says 1 one.table maps
grep -q 'open in another program' err || cat err >> "$bad"
exec 5>&-
wait "$holder"
verdict "companion: files that cannot be kept or are in use are told"

# Acts are typed as fast as they are answered and the program is killed in the middle: all
# that were acknowledged are in the file.
for round in 1 2 3; do
    rm -f killed.table hold
    : > answered
    mkfifo hold
    "$TOBAGO" companion killed.table < hold > answered 2>&1 &
    pid=$!
    exec 5> hold
    printf 'island AbC1\nstatue h8 NE\n' >&5
    for ((i = 0; i < 400; i++)); do printf 'face h8 S\nface h8 N\n'; done >&5 2> /dev/null &
    typist=$!
    until [ "$(grep -c 'faces' answered)" -ge $((round * 40)) ]; do sleep 0.01; done
    kill -9 "$pid"
    wait "$pid" 2> /dev/null
    kill "$typist" 2> /dev/null
    wait "$typist" 2> /dev/null
    exec 5>&-
    told=$(grep -c '^The statue on h8 faces .*\.$' answered)
    kept=$(grep -c '^face h8 [NS]$' killed.table)
    [ "$kept" -ge "$told" ] || echo "$told acts were acknowledged, $kept kept" >> "$bad"
    says 0 killed.table maps
done
verdict "companion: kill -9 loses nothing that was acknowledged"

# ---- Full screen ----

if ! command -v tmux > /dev/null; then
    skip "companion: the full screen" "tmux is not installed"
    finish
fi
# The terminals stand side by side on one server; the last one opened is looked at.
tmux -S "$T/tmux" -f /dev/null new-session -d -x 80 -y 24 -s none 'sleep 600' > /dev/null 2>&1
opened=0
seen() { screen capture-pane -t "s$opened" -p; }
keys() { screen send-keys -t "s$opened" "$@"; }
# appears PATTERN: waits for it on the screen, for 15 seconds at most
appears() {
    local k
    for ((k = 0; k < 300; k++)); do
        seen | grep -qE -- "$1" && return 0
        sleep 0.05
    done
    { echo "'$1' does not appear, but:" && seen | grep .; } >> "$bad"
}
# begin WIDTH HEIGHT
begin() {
    opened=$((opened + 1))
    screen new-session -d -x "$1" -y "$2" -s "s$opened" \
        "exec sh -c 'trap : INT; TERM=xterm-256color; export TERM; $CHECKED companion screen.table; echo left \$?; exec sleep 600'"
}
begin 80 24
appears 'Setting up +island AbC1'
keys 'island AbC1' Enter
appears 'Island AbC1, 102 spaces'
appears '^10 .*m'
keys 'hut e5' Enter
appears '1 of 4 huts'
keys 'white ne' Tab 'hu' Tab Enter
appears 'cubes on d5 d6 e4'
appears ' w  white +6 sites: d5 d6 e4 e6 f5 f6'
appears '^ 6 .*jw +lw +lw'
appears '^table>'
keys 'undo' Enter
appears 'Taken back: clue white next-hut'
keys 'quit' Enter
appears '^left 0'
begin 130 45
appears 'Island AbC1 goes on, 2 acts so far'
appears 'e5 H.* w  white no clue yet|d3 .* w  white no clue yet'
keys 'would white' Enter
appears 'white has 102 sites'
appears '^table>'
keys C-d
appears '^left 0'
appears '^The table is kept: tobago companion screen.table'
begin 80 24
appears '^table>'
keys C-c
appears '^left 0'
keys 'echo is back'
appears 'echo is back'
verdict "companion: the full screen shows island, cubes and maps, completes names, and undoes"

finish
