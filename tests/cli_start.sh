#!/bin/bash
# tobago play, full-screen, around and inside the game: the start menu and its form, games
# that keep themselves, the end and what it offers, the rules, turns that end by themselves,
# sharing out, pasted text, the mouse, going to a line or a round, 80 columns by 22 rows.
# Needs build/tobago. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
GAME=$PWD/docs/notation.md
GAMES=$PWD/tests/games
lines_shown=30 # a screen
. tests/screen.bash || exit 3

sed -n '/^tobago 1$/,/^```/p' "$GAME" | grep -v '^```' > example
head -n 31 example > dealt
head -n 37 example > known
cut_game() { head -n "$2" "$GAMES/$1.tobago" > "$3" && good "$3"; }
saved() { find "$XDG_DATA_HOME/tobago" -name '*.tobago' 2> /dev/null | sort; }

# ---- The start menu ----

terminal 80 22 "$TOBAGO play"
appears 'Tobago: what the game is about'
[ "$(seen | grep -cE '^│ [A-Za-z]')" = 10 ] || { echo "not ten lines:"; seen; } >> "$bad"
appears 'the most coins wins'
keys Enter
appears '1 New game'
vanishes 'what the game is about *─'
absent 'Go on with|Replay a game'
appears '[23] What the game is about'
keys q
appears '^left 0'
[ -z "$(saved)" ] || echo "a game was begun" >> "$bad"
verdict "a first start says in ten lines what the game is about, then opens the menu"

terminal 80 22 "$TOBAGO play"
keys Enter
appears '1 New game'
keys 1
appears 'A new game'
appears 'Players +2'
appears '2 blue +medium'
appears 'Island +any'
keys Down
appears 'Players +‹ 2 ›'
keys Right
appears '3 green'
keys Down
appears '1 red +‹ person ›'
appears 'A person at this screen'
keys Down Right
appears '2 blue +‹ hard ›'
appears '^ hard looks ahead\. Elo [0-9]+\.$'
keys Left Left Left
appears '2 blue +‹ greedy ›'
keys Left
appears '2 blue +‹ random ›'
keys Down Left Left Left
appears '3 green +‹ random ›'
keys Down
appears 'Island +‹ any ›'
seen -e | head -n 12 | grep -q '48;5;22m' || echo "any island is not dim" >> "$bad"
keys Right
appears 'Island +‹ ABC0 ›'
island > picture
keys Right
vanishes 'ABC0'
appears 'Island +‹ [Aa][BbCc]{2}[01] ›'
code=$(seen | grep -oE '‹ [Aa][BbCc]{2}[01] ›' | grep -oE '[A-Ca-c]{3}[01]')
island | cmp -s - picture && echo "two islands have one picture" >> "$bad"
keys Down
appears 'P: amulets also double a claim'
keys Right
appears 'Extra powers +‹ yes ›'
keys Down Down
appears 'The Volcano +‹ no ›'
absent 'chance triads'
keys Right
appears 'chance triads'
keys Right
vanishes 'chance triads'
keys Down
appears 'A turn ends +‹ by itself ›'
keys Down Enter
appears 'Where does your ATV start|Ben|red|decides'
until_true test -n "$(saved)"
file=$(saved)
until_true grep -q "^island $code\$" "$file" || head -n 5 "$file" >> "$bad"
grep -qx 'players red blue-random green-random' "$file" || head -n 2 "$file" >> "$bad"
grep -qx 'options experienced' "$file" || head -n 5 "$file" >> "$bad"
case $file in "$XDG_DATA_HOME"/tobago/20??-??-??-????.tobago) ;; *) echo "$file" >> "$bad" ;; esac
appears 'Where does your ATV start'
keys q
appears '^The game is kept in '
appears '^left 0'
seen -J | grep -q "^  $TOBAGO play $file *\$" || seen >> "$bad"
good "$file"
verdict "the form sets players, levels, island with its picture, options; the game keeps itself"

terminal 80 22 "$TOBAGO play"
appears '1 Go on with the last game'
appears '[0-9]+ [A-Z][a-z][a-z] [0-9]+:[0-9]+  [A-Ca-c]{3}[01]  red, blue-random, green-random'
absent 'what the game is about *─'
keys 1
appears 'Where does your ATV start'
keys Enter
until_true grep -q '^1 atv' "$file" || tail -n 2 "$file" >> "$bad"
keys C-c
appears '^left 0'
good "$file"
terminal 80 22 "$TOBAGO play"
appears '2 New game'
keys 2
appears '2 blue +random'
appears "Island +$code"
keys Escape
appears '1 Go on with the last game'
verdict "the last game is offered for going on, Ctrl-C keeps it, and the form remembers"

keys 3
appears 'Replay which game\?'
keys Escape
appears '1 Go on with the last game'
keys 3
appears 'Replay which game\?'
keys Enter
appears 'Replay: line'
keys q
appears '1 Go on with the last game'
keys q
appears '^left 0'
verdict "the menu replays a game, and Esc comes back to it"

# ---- The rules ----

terminal 80 22 "$TOBAGO play"
appears '4 Rules'
keys 4
appears 'The rules of Tobago'
appears 'Four treasures lie hidden'
keys Right Right
appears '^ +I\. '
keys /
keys 'K2'
appears '^ /K2$'
appears '^ +K2 '
absent '^ +K1 '
absent 'Four treasures lie hidden'
keys Enter
appears '/ search'
keys Escape
appears 'Four treasures lie hidden'
keys / 'zzzz'
appears 'No clause answers that'
keys Escape Escape
appears '4 Rules'
keys q
appears '^left 0'
cp dealt asked
terminal 80 22 "$TOBAGO play asked --seats human,random --seed 1"
appears 'Your turn'
absent 'w why'
keys r
appears 'No \(R1\)'
appears 'w why: the rule'
keys w
appears 'R1 +If it is your turn'
keys Escape
appears 'Your turn'
keys c 1
choose in-largest-lake
keys 2 Enter
vanishes 'zzz'
keys Escape
cmp -s asked dealt || head -n 31 asked | cmp - dealt >> "$bad" 2>&1
keys w
appears 'Four treasures lie hidden'
keys w
vanishes 'The rules of Tobago'
leave
cp known asked
terminal 80 22 "$TOBAGO play asked --seats human,random --seed 1"
appears 'Your turn'
keys c 2
appears 'Not on grey \(C3\)'
keys w
appears 'C3 +The clue must leave'
keys Escape
appears 'Not on grey \(C3\)'
keys Escape x
appears 'Exchange the hand'
keys Down w
appears 'X1 '
leave
verdict "the rules are read and searched, and w opens the clause of a refusal"

cp dealt helped
terminal 80 22 "$TOBAGO play helped --seats human,random --seed 1"
appears 'Your turn'
keys '?'
appears '^. On the island'
appears '^. Your turn'
appears '^ Space more'
absent '^. Always'
keys Space
appears '^. Always'
appears '│ w +why: the rule'
absent '^. On the island'
keys Space
appears 'Tobago: what you see'
appears '^ Any key goes back'
keys Space
vanishes 'what you see'
cmp helped dealt >> "$bad" 2>&1
leave
verdict "at 80x22 the help has two pages and the meaning of the letters, with the keys below"

# ---- Turns that end by themselves ----

cp dealt ended
terminal 80 22 "$TOBAGO play ended --seats human,greedy --seed 1 --pace 3000"
appears 'Your turn'
keys c
appears '>[a-z]'
keys 1 Enter
appears 'so your turn is over|Your last turn ended by itself'
grep -q '^1 end$' ended || tail -n 3 ended >> "$bad"
leave
good ended
cp dealt ended
terminal 80 22 "$TOBAGO play ended --seats human,random --seed 1 --pace 3000"
appears 'Your turn'
keys m
appears 'Where to'
for space in h9 i9 j9; do
    steer $space
    keys Enter
    until_true grep -q "^1 leg $space" ended || tail -n 1 ended >> "$bad"
done
appears 'Nothing is left to do: e ends your turn, u takes your last step back\.'
grep -q '^1 end$' ended && echo "a drive that can be taken back ended the turn" >> "$bad"
keys u
ends ended '1 leg i9'
steer j9
keys Enter
ends ended '1 leg i9,1 leg j9'
keys e
until_true grep -q '^1 end$' ended || echo "e does not end the turn" >> "$bad"
leave
cp dealt ended
terminal 80 22 "$TOBAGO play ended --seats human,random --seed 1 --ask-end"
appears 'Your turn'
keys c
appears '>[a-z]'
keys 1 Enter
appears 'Your main action is done: e ends the turn\.'
grep -q '^1 end$' ended && echo "--ask-end does not ask" >> "$bad"
leave
verdict "a turn ends by itself where nothing else is possible and nothing can be taken back"

# ---- Sharing out ----

cp known shared
terminal 80 22 "$TOBAGO play shared --seats human,random --seed 1"
appears 'Your turn'
keys m
steer j7
keys Enter
appears 'r raises it'
keys r
appears 'Sharing out the grey treasure'
appears '>Ada +raised it +asked'
appears ' (Ada|Ben) +[a-z-]+ +next'
appears 'turned up: [2-6]$'
appears 'to come: [2-6](, [2-6])* and [0-9] unknown'
appears 'coins +2 +3 +4 +5 +6'
appears 'unseen( +[0-9]){5}'
appears 'no curse can come'
# The order of the roses: from the lowest to the top
seen | grep -oE '^.{46}[ >](Ada|Ben) +[a-z]+' | grep -oE '(Ada|Ben)' | tr '\n' ' ' > roses
grep -qE '^Ada ' roses || cat roses >> "$bad"
first=$(seen | grep -oE 'turned up: [2-6]' | grep -oE '[2-6]$')
keys p
appears '(Ada|Ben) +raised it +passed|turned up: .*,'
appears "turned up: $first"
leave
good shared
cut_game three-experienced 310 order
terminal 80 22 "$TOBAGO play order --replay"
keys End
appears 'turned up: 4 Roger, 5 Bobby, 3'
appears 'Anna, 5 Anna, 5 Bobby, 4 Roger'
leave
n=$(grep -n '^nature curse$' "$GAMES/two-players.tobago" | head -n 1 | cut -d : -f 1)
head -n $((n - 1)) "$GAMES/two-players.tobago" > cursed
terminal 80 22 "$TOBAGO play cursed --replay"
keys End
appears '[12] curses? may still come'
leave
verdict "D1 S1 sharing out shows roses in order, who is asked, cards in order, unseen, curses"

# ---- Pasted text ----

cp dealt pasted
terminal 80 22 "$TOBAGO play pasted --seats human,random --seed 1"
appears 'Your turn'
screen set-buffer 'eeq
move
'
screen paste-buffer -p -t "$TARGET"
appears 'Pasted text is not taken for keys; : takes a move in words\.'
cmp pasted dealt >> "$bad" 2>&1
keys : 
appears '^ :'
screen set-buffer 'move
end'
screen paste-buffer -p -t "$TARGET"
appears '^ :move'
cmp pasted dealt >> "$bad" 2>&1
keys Enter
ends pasted '1 move'
resize 60 20
appears 'needs 80 columns'
screen set-buffer 'q'
screen paste-buffer -p -t "$TARGET"
resize 80 22
appears 'Where to'
leave
verdict "pasted text is never keys; in a typed line it is text"

# ---- The mouse ----

cp dealt clicked
terminal 80 22 "$TOBAGO play clicked --seats human,random --seed 1"
appears 'Your turn'
# row PATTERN, column PATTERN: where it stands on the screen, from 1
row() { seen | grep -nE -- "$1" | head -n 1 | cut -d : -f 1; }
column() { seen | grep -E -- "$1" | head -n 1 | sed -E "s/$1.*//" | wc -m; }
click 60 "$(row 'g grey')"
appears 'lit on the island|[a-p][0-9]+ [a-p][0-9]+ [a-p][0-9]+'
click 60 "$(row 'g grey')"
click 60 "$(row ' next-scrubland ')"
appears '>next-scrubland'
click 60 "$(row 'n brown')"
appears '(On|Not on) brown'
click 60 "$(row 'in-mountain')"
appears '>in-mountain'
click "$(column 'Esc back')" 22
appears 'Your turn'
click "$(column 'x exchange')" 22
appears 'Exchange the hand *─'
click 40 "$(row 'Pay an amulet for a new hand')"
appears '^ No \(X1\)'
click "$(column 'Esc back')" 22
appears 'Your turn'
cmp clicked dealt >> "$bad" 2>&1
click 60 "$(row 'in-mountain')"
appears '>in-mountain'
click 60 "$(row 'g grey')"
appears 'On grey: in mountain'
click 60 "$(row '>in-mountain')"
until_true grep -q '^1 clue grey in-mountain$' clicked || tail -n 1 clicked >> "$bad"
leave
good clicked
terminal 80 22 "$TOBAGO play"
appears '2 New game'
click 60 "$(row '2 New game')"
appears 'A new game'
click 60 "$(row 'Players')"
appears 'Players +‹ [234] ›'
click "$(column 'Esc back')" 22
appears '2 New game'
click 60 "$(row 'Quit')"
appears '^left 0'
verdict "the mouse works on maps, hand, lists, the menu, the form and the bottom line"

# ---- Going somewhere in a record ----

cp "$GAMES/four-sensible.tobago" far
lines=$(wc -l < far)
terminal 80 22 "$TOBAGO play far --replay --at 120"
appears "Replay: line 120 of $lines \\(round [0-9]+, turn [0-9]+\\), all cards open"
keys g
appears '^ Go to line, or r and a round: $|^ Go to line, or r and a round:'
keys 200 Enter
appears "Replay: line 200 of"
keys g r5 Enter
appears "\\(round 5, turn 17\\)"
keys Left
appears "\\(round 4, turn 16\\)"
keys g 99999 Enter
appears "The record has $lines lines"
keys g r999 Enter
appears 'The game has [0-9]+ rounds'
keys g x Enter
appears 'Type the number of a line, or r and a round'
keys g Escape
appears 'Replay: line'
leave
"$TOBAGO" play far --replay --at $((lines + 1)) > out 2> err
[ $? = 2 ] || cat err >> "$bad" # no terminal
"$TOBAGO" play far --at 3 > out 2> err < /dev/null
[ $? = 2 ] && grep -q -- '--at goes with --replay' err || cat err >> "$bad"
terminal 80 22 "$TOBAGO play far --replay --at $((lines + 1))"
appears "has $lines lines, not $((lines + 1))"
appears '^left 1'
verdict "--replay --at and g go to a line or a round, and say where they are"

# ---- The end ----

cp "$GAMES/two-players.tobago" over
terminal 80 22 "$TOBAGO play over --seats human,random"
appears 'Bobby wins'
appears '^ Enter look around  n another game  a analysis  s start menu  R replay  q quit$'
before=$(saved | wc -l)
keys n
appears 'Where does your ATV start|decides'
until_true test "$(saved | wc -l)" -gt "$before" || echo "no new game is kept" >> "$bad"
newest=$(ls -t "$XDG_DATA_HOME"/tobago/*.tobago | head -n 1)
until_true grep -qx 'players red blue-random' "$newest" || head -n 2 "$newest" >> "$bad"
cmp over "$GAMES/two-players.tobago" >> "$bad" 2>&1
leave
terminal 80 22 "$TOBAGO play over"
appears 'Bobby wins'
keys s
appears 'Go on with the last game'
keys q
appears '^left 0'
verdict "after the end another game or the menu follow at once"

terminal 100 60 "$TOBAGO play over"
appears 'Bobby wins'
keys a
for ((i = 0; i < 20; i++)); do
    until_true shows 'Enter goes back to the end of the game' && break
done
appears 'mean cost'
appears 'round'
keys Enter
appears 'Bobby wins'
keys q
appears '^left 0'
verdict "the analysis of the game is shown from its end, and comes back to it"

# ---- Signals ----

for signal in INT TERM HUP; do
    cp dealt signalled
    terminal 80 22 "$TOBAGO play signalled --seats human,random --seed 1"
    appears 'Your turn'
    keys m
    appears 'Where to'
    kill -$signal "$(pgrep -P "$(screen display-message -t "$TARGET" -p '#{pane_pid}')")"
    appears '^The game is kept in signalled\. Go on with:$'
    appears '^left 0'
    cmp signalled dealt >> "$bad" 2>&1
done
# While an expert thinks for long: the move that was thought about is not played
terminal 80 22 "$TOBAGO play signalled --seats expert,human --seed 1 --time 600000"
appears 'is thinking'
kill -TERM "$(pgrep -P "$(screen display-message -t "$TARGET" -p '#{pane_pid}')")"
appears '^left 0'
cmp signalled dealt >> "$bad" 2>&1
# A terminal that is closed
rm -f code
terminal 80 22 "$TOBAGO play signalled --seats human,random --seed 1; echo \$? > code"
appears 'Your turn'
screen kill-session -t "$TARGET"
until_true test -s code || echo "it goes on without a terminal" >> "$bad"
grep -qx 0 code || cat code >> "$bad"
cmp signalled dealt >> "$bad" 2>&1
verdict "SIGINT, SIGTERM and SIGHUP leave the screen as q does, with a closed terminal too"

# ---- A file that does not exist ----

terminal 80 22 "$TOBAGO play fresh --seats human,random --seed 1"
appears '^fresh does not exist\. Begin a new game there\? \(y/n\)'
keys y Enter
appears 'Where does your ATV start'
leave
good fresh
: > empty
terminal 80 22 "$TOBAGO play empty --seats human,random --seed 1"
appears 'Where does your ATV start'
leave
good empty
verdict "a file that does not exist begins a game after a question, an empty one at once"

finish
