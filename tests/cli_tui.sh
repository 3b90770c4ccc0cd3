#!/bin/bash
# tobago play, full-screen, in a terminal that tmux provides, key by key: what the screen
# shows at 80x24 and larger, with and without colour, while it changes size; clues, moves,
# amulets, the powers, the Volcano, refusals, hints, undo, the mouse, two people at one
# screen, saving, resuming after kill -9, replaying, the end, and whole games.
# Nothing here waits for a time: it waits for what the screen shows or the file holds.
# Needs build/tobago and build/debug/tobago. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
GAME=$PWD/docs/notation.md
GAMES=$PWD/tests/games
lines_shown=30 # a screen
. tests/screen.bash || exit 3

# The example of docs/notation.md. After 31 lines the hands are dealt; after 37 the grey
# treasure is known to lie on j7, and Ada is on turn.
sed -n '/^tobago 1$/,/^```/p' "$GAME" | grep -v '^```' > example
head -n 31 example > dealt
head -n 37 example > known
good dealt
good known
# cut GAME LINES FILE: a game of tests/games after so many lines
cut_game() { head -n "$2" "$GAMES/$1.tobago" > "$3" && good "$3"; }

# ---- The screen ----

cp dealt first
terminal 80 24 "$TOBAGO play first --seats human,random --seed 1"
appears 'Your turn: play a clue or move'
[ "$(seen | wc -l)" = 24 ] || echo "not 24 lines" >> "$bad"
for word in 'Tobago abC1' "Ada's turn" 'w white' 'g grey' 'Hand' 'in-largest-lake' \
    'not-next-hut' 'Players' 'Ada' 'Ben' 'Log' 'c clue' 'm move' '? help' ' H' ' P'; do
    seen | grep -qF -- "$word" || echo "80x24 lacks '$word'" >> "$bad"
done
for word in 'next-largest-jungle' 'next-largest-lake'; do
    seen | grep -qw -- "$word" && echo "H1 Ben's $word is shown" >> "$bad"
done
# Only what can be done is offered
absent 'r raise|a amulet|u undo'
verdict "80x24 shows island, turn, maps, hand, players, log and keys, and no other hand (H1)"

seen -e | grep -q "$(printf '\033')\[[0-9;]*48;5" || echo "no colours" >> "$bad"
verdict "colours on a terminal with 256 of them"

keys '?'
appears 'Tobago: help'
seen > pages
for word in 'Arrows +walk' 'Enter +go there' '1 2 3 4 +light up' 'c +a clue' 'm +move' 'r +raise' \
    'a +play an amulet' 'x +exchange' 'e +end' 'c +claim' 'p +pass' 't +take' 'v +a volcanic' \
    'l +list' ': +type' 'u +take back' 'w +why' 'h +hint' 'Tab +turn' 'R +replay' 'q +quit'; do
    grep -qE -- "│ (.* )?$word" pages || echo "the help lacks '$word'" >> "$bad"
done
keys Space
appears 'Tobago: what you see'
appears ' \* +amulet'
keys Space
vanishes 'Tobago: what you see'
appears 'Your turn'
keys '?'
appears 'Tobago: help'
keys Escape
vanishes 'Tobago: help'
keys Tab
appears '1 +next-river'
keys Tab
appears 'Ben starts the brown map'
keys Tab
appears 'Hand'
verdict "? helps on two pages; Tab turns the pages: the clues of the maps, the log"

# ---- The size ----

resize 120 40
appears 'g9 '
appears ' n7 '
appears 'amulets +roses +cards +coins'
resize 200 60
appears 'statue'
resize 80 24
vanishes 'n7 '
appears 'Your turn'
appears '\? help'
keys m
appears 'Where to'
resize 120 40
appears 'f10'
appears 'Where to\? The digits are legs, 3 left'
resize 80 24
vanishes 'f10'
keys Escape
appears 'Your turn'
keys x
appears 'Exchange the hand'
resize 120 40
appears 'amulets +roses'
appears 'Exchange the hand'
resize 80 24
vanishes 'amulets +roses'
appears 'Exchange the hand'
keys Escape
vanishes 'Exchange the hand'
verdict "the screen follows its size, in the middle of a movement and of a menu: 80x24 to 200x60"

resize 79 22
appears 'needs 80 columns and 22 rows'
appears 'has 79 and 22'
absent 'in-largest-lake|Ada'
keys e e c Enter
resize 80 21
appears 'has 80 and 21'
resize 80 24
appears 'Your turn'
cmp first dealt >> "$bad" 2>&1
resize 60 20
appears 'has 60 and 20'
keys q
appears '^left 0'
cmp first dealt >> "$bad" 2>&1
verdict "below 80x22 it says what it needs, plays no key that cannot be seen, and q still leaves"

# ---- Clues, moves, refusals ----

terminal 80 24 "$TOBAGO play first --seats human,random --seed 1 --ask-end"
appears 'Your turn'
keys c
choose in-mountain
keys 2
appears 'On grey: in mountain; 4 of 22 sites left\.'
appears 'grey +22 sites (→|->) 4 left'
appears 'brown +30 sites (→|->) 8 left'
appears '>in-mountain +17 +4 +8 +17'
appears 'f5 f6 i5 j6'
[ "$(island | grep -o '+' | wc -l)" = 4 ] || seen >> "$bad"
[ "$(island | grep -o 'x' | wc -l)" = 18 ] || seen >> "$bad"
keys Escape
appears 'Your turn'
verdict "a card under the cursor shows the sites left on each map, by number, name and mark"

keys m
appears 'Where to\? The digits are legs, 3 left'
steer g9
keys Enter
appears 'No \(M1\): a leg must end on another space'
cmp -s first dealt || echo "a refused leg is in the record" >> "$bad"
verdict "M1 a movement shows its legs, and a refusal its clause"

steer h9
keys Enter
ends first '1 move,1 leg h9'
appears 'Where to\? The digits are legs, 2 left'
keys Escape
appears '2 legs left: m drives on'
keys 2
appears 'lit on the island|[a-p][0-9]+ [a-p][0-9]+ [a-p][0-9]+'
keys 2
keys u
appears 'Taken back'
same first dealt
verdict "Enter drives there; undo takes back leg and movement, in the file too"

keys : Tab
appears ':  +clue .*move .*end|:  .*move .*clue'
keys le Tab
appears ':le +no legal move begins like this'
keys BSpace BSpace mo Tab Enter
ends first '1 move'
keys : le Tab
appears '^ :leg$'
keys Tab
appears ':leg  .* h9 '
absent 'clue'
keys h9 Enter
ends first '1 move,1 leg h9'
keys u
ends first '1 move'
keys u
same first dealt
keys : 1 Tab
appears '^ :1$'
keys Escape
same first dealt
verdict "Tab adds what the legal moves leave no doubt about, and tells the words to choose from"

keys c
appears '>[a-z]'
keys 1 Enter
appears 'Your main action is done'
grep -q '^1 clue white ' first || tail -n 2 first >> "$bad"
cp first played
absent 'u undo'
keys u
appears 'cannot be taken back: a card has been revealed'
cmp first played >> "$bad" 2>&1
verdict "undo is refused once a card was drawn"

refused '\(T2\): the main action' c m
refused '\(R1\)' r
refused '\(M3\): you have no amulet; a leg that ends on one \(\*\) takes it' a
refused '\(X1\): exchanging the hand now costs an amulet, and none is left' x
absent 'Play an amulet|Exchange the hand'
keys : 'leg h9' Enter
appears 'No \(T4\): no movement is under way'
keys : 'nonsense' Enter
appears 'No: '
cmp first played >> "$bad" 2>&1
keys z
appears '^ z does nothing here; \? shows the keys\.$'
keys F5
appears '^ This key does nothing here'
leave
appears '^The game is kept in first\. Go on with:$'
appears "^  $TOBAGO play first$"
good first
verdict "refusals name their clause: T2, R1, A2, X1, T4; q leaves with exit code 0"

cp dealt unasked
terminal 80 24 "$TOBAGO play unasked --seats human,random --seed 1"
appears 'Your turn'
refused '\(T2\): a turn is under way, and this is no part of it' p
refused '\(V\): the Volcano is not in this game' t v
refused '\(R1\): ' r
cmp unasked dealt >> "$bad" 2>&1
leave
cut_game volcano-by-hand 36 unasked
terminal 80 24 "$TOBAGO play unasked --seats random,human --seed 1"
appears 'Your turn'
refused '\(T2\): a turn is under way, and this is no part of it' p t
keys v
appears 'Not on [a-z]+ \([CV][0-9]\)'
appears 'v volcanic'
leave
rm -f unasked
terminal 80 24 "$TOBAGO play unasked --new --seats human,random --seed 5"
appears 'Where does your ATV start'
refused '\(S4\): an ATV has to be placed first' c m r a x e p v
refused '\(V\): the Volcano is not in this game' t
keys Enter
until_true grep -q '^nature initial 1' unasked || tail -n 2 unasked >> "$bad"
appears 'Left/Right map'
refused '\(S5\): the card drawn has to start a map first' c m r a x e p v
leave
verdict "T2 S4 S5 a key that is not offered is answered with the rule against it, whatever is asked"

cp known second
terminal 80 24 "$TOBAGO play second --seats human,random --seed 1"
appears 'g grey +on j7'
keys c 2
appears 'Not on grey \(C3\): the location of this treasure is known'
appears 'no \(C3\)'
keys Enter
appears 'No \(C3\)'
keys Escape
keys m
appears 'grey j7 \(3\)'
steer j7
cp second before
keys Enter
ends second '1 move,1 leg [a-p0-9]+,1 leg [a-p0-9]+,1 leg j7'
keys u
same second before
keys m
steer j7
keys Enter
ends second '1 move,1 leg [a-p0-9]+,1 leg [a-p0-9]+,1 leg j7'
verdict "C3 a known treasure takes no clue; its legs are told, one Enter drives them, one u takes them back"

appears 'r raises it'
keys r
appears 'claim\?'
appears '>Ada +raised it +asked'
appears 'turned up: [0-9]'
appears 'to come: '
appears 'Ada looks at [0-9], [0-9], [0-9]'
absent 'site of grey'
keys u
appears 'a card has been revealed'
refused '\(D1\): the card on offer has to be claimed or passed on' m r a x e v
keys p
until_true grep -q '^1 pass$' second || echo "p does not pass" >> "$bad"
grep -q '^1 raise grey$' second || echo "nothing was raised" >> "$bad"
appears 'Turned up: [0-9] coins, [AB]'
good second
leave
verdict "R1 D1 a treasure is raised and its cards claimed or passed; nothing taken back"

# Each treasure is known, Bobby has an amulet, and the powers are not in the game
cut_game four-sensible 268 spare
terminal 80 24 "$TOBAGO play spare --seats random,human,random,random --seed 1"
appears "'s turn"
cp spare before
keys a
appears 'Play an amulet, you have [1-9]'
absent 'Double claim|Swap two'
appears 'Strike off a site \(A1\): not now'
appears 'An extra clue \(A2\): not now'
appears 'An extra move \(A3\) *│'
appears '^ No \(A1\): no treasure has more than one marker on the island\.$'
appears '^ Up/Down choose  1-9 at once  Enter take it  Esc back  w why: the rule$'
absent 'm move'
keys 1
vanishes 'Play an amulet'
appears 'No \(A1\): no treasure has more than one marker on the island\.'
keys a
appears 'Play an amulet'
keys 2
appears 'No \(C3\): the location of this treasure is known already'
vanishes 'Play an amulet'
cmp spare before >> "$bad" 2>&1
leave
verdict "A1 A2 a power that is not possible at all is dim, and refused when it is chosen"

cp dealt lists
terminal 80 24 "$TOBAGO play lists --seats human,random --seed 1"
appears 'Your turn'
keys x
appears 'Exchange the hand'
appears '1 Give up the turn for a new hand \(X2\) *│'
appears '2 Pay an amulet for a new hand \(X1\): not now'
keys 2
appears 'No \(X1\): exchanging the hand now costs an amulet'
cmp lists dealt >> "$bad" 2>&1
keys :
appears '^ Tab completes  Enter plays  Esc back$'
keys Escape
appears 'Your turn'
keys l
appears 'Legal moves'
appears '^.+▼'
absent '^.+▲'
keys End
appears '^.+▲'
absent '^.+▼'
leave
verdict "X1 a menu and a typed line tell their own keys; a long list tells that there is more"

# In the middle of a movement c means an extra clue: it says so, and what that ends
cut_game four-placed 213 extra
terminal 80 24 "$TOBAGO play extra --seats human,random,random,random --seed 1"
appears 'Where to\? The digits are legs, 2 left'
keys Escape
appears 'c extra clue'
keys c
appears 'Not on|Costs an amulet'
choose next-largest-beach
keys 3
appears 'Costs an amulet \(A2\); on brown [0-9]+ of [0-9]+ sites (is|are) left\.'
keys Escape
appears '2 legs left'
keys a 3
appears 'Where to\? The digits are legs, 3 left'
keys Escape
appears '2 legs left'
cp extra before
keys c u
appears 'Nothing was played\. u again takes back'
cmp extra before >> "$bad" 2>&1
keys u
ends extra '1 move'
leave
verdict "A2 T4 an extra clue says before it is played that it costs an amulet, and leaves the movement as it is"

# Seat 4 drives a yellow ATV over an island of digits, dim where no leg leads
cut_game four-placed 210 legs
terminal 80 24 "$TOBAGO play legs --seats random,random,random,human --seed 1"
appears 'Where to\? The digits are legs'
seen -e | grep -q '48;5;226m4' || echo "no yellow ATV" >> "$bad"
seen -e | grep '48;5;226m[123]' >> "$bad"
seen -e | grep -q '38;5;231m.\[48;5;237mP' || { echo "the palm is dim:"; seen -e | sed -n 5p; } >> "$bad"
keys Escape c
choose not-sight-palm
keys 4
appears 'Costs an amulet \(A2\); on black 1 of 6 sites is left\.$'
keys 3
appears 'Costs an amulet \(A2\); on brown 7 of 9 sites are left\.$'
leave
verdict "the digits of legs look unlike ATVs, and what stands on dim spaces stays bright"

# ---- The mouse ----

cp dealt clicked
terminal 80 24 "$TOBAGO play clicked --seats human,random --seed 1"
appears 'g9 jungle'
# The column of h begins at letter 22; h9 is one line above g9, where the ATV stands.
row=$(seen | grep -nE '^ 9' | head -n 1 | cut -d : -f 1)
click 23 "$row"
appears ' h9 '
keys m
appears 'Where to'
click 23 "$row"
ends clicked '1 move,1 leg h9'
leave
verdict "a click moves the cursor, and a second one on the same space goes there"

# ---- The powers for experienced players ----

cut_game two-experienced 146 double
terminal 80 24 "$TOBAGO play double --seats human,random --seed 1"
appears 'k black +3 sites 11$'
cp double before
keys a
appears 'Play an amulet, you have [1-9]'
appears 'Swap two roses \(P2\)'
keys 5
appears 'A second rose on which clue\?'
appears 'in-largest-beach \(black\)'
keys Escape
vanishes 'A second rose'
cmp double before >> "$bad" 2>&1
keys a 5 4
ends double '1 amulet double in-largest-beach'
appears 'k black +3 sites 1\+1$'
appears 'Anna pays an amulet: a second rose'
keys u
appears 'Taken back'
appears 'k black +3 sites 11$'
same double before
leave
verdict "P1 a double claim by keys: the maps to choose from, two roses on one clue, undone"

cut_game two-experienced 132 swap
terminal 80 24 "$TOBAGO play swap --seats human,random --seed 1"
appears 'g grey +2 sites 212'
cp swap before
keys a 6
appears 'Swap which roses\?'
appears '3 Swap \(grey\): Anna sight-largest-jungle, Bobby in-river'
keys 3
ends swap '1 amulet swap sight-largest-jungle in-river'
appears 'g grey +2 sites 221'
keys u
appears 'g grey +2 sites 212'
same swap before
keys : '1 amulet swap not-in-lake sight-ocean' Enter
appears 'No \(P2\)'
cmp swap before >> "$bad" 2>&1
leave
verdict "P2 two roses are swapped by keys; owners are named, one's two roses are refused"

# All treasures but the white one are known, and the clues on white are of others
cut_game three-experienced 382 single
terminal 80 24 "$TOBAGO play single --seats human,random,random --seed 1"
appears 'Your turn'
keys a 5
appears 'No \(P1\): no clue of a map not yet located carries exactly one rose, yours'
keys a 6
appears 'No \(P2\): no two claims on a map not yet located can be swapped'
leave
verdict "P1 P2 where no clue qualifies for a power it says so"

# ---- The Volcano ----

cut_game volcano-by-hand 36 volcanic
terminal 80 24 "$TOBAGO play volcanic --seats random,human --seed 1 --ask-end"
appears 'Your turn'
cp volcanic before
keys c
choose next-river
keys 3
appears 'On brown: next to river'
absent 'v volcanic'
keys v
appears 'No \(V6\): the card to give up would be a legal clue itself'
keys 2
choose in-river
appears 'Not on grey \(C3\): '
appears 'g grey +23 sites no \(C3\), v'
appears 'v volcanic'
keys Enter
appears 'No \(C3\)'
cmp volcanic before >> "$bad" 2>&1
keys v
appears 'Which volcanic clue\?'
appears 'Give up in-river for next-volcano on grey +[0-9]+ sites left'
keys Escape
vanishes 'Which volcanic'
cmp volcanic before >> "$bad" 2>&1
keys v
appears 'Which volcanic clue\?'
number_of=$(seen | sed -n 's/.* \([1-4]\) Give up in-river for next-volcano.*/\1/p')
keys "$number_of"
ends volcanic '2 volcanic grey next-volcano in-river,nature draw 2 [a-z-]+'
appears 'Your main action is done'
appears 'Bobby gives up in-river for'
keys u
appears 'a card has been revealed'
leave
good volcanic
verdict "V6 v plays a volcanic clue for a card that is illegal on the map, and only then"

# At 80x24 nothing is cut off: the numbers of the maps page, the longest refusal, an item
# of a list with its note, which is whole on the bottom line
cut_game volcano-two-placed 40 narrow
terminal 80 24 "$TOBAGO play narrow --seats random,human --seed 1"
appears 'Your turn'
keys Tab
appears 'left: [0-9]+ clues [0-9]+ cards [0-9]+ amu *$'
appears '[0-9]+ lava [0-9] volcanic clues *$'
keys Tab Tab c
choose not-in-largest-jungle
keys 2 v
appears 'Which volcanic clue\?'
appears 'Give up not-in-largest-jungle for [a-z-]+ on grey +[0-9]+ sites left *│'
leave
cut_game volcano-four 1116 narrow
terminal 80 24 "$TOBAGO play narrow --seats random,human,random,random --seed 1"
appears "'s turn"
keys c
choose next-largest-scrubland
keys 4 v
appears 'Which volcanic clue\?'
appears '^ Give up next-largest-scrubland for not-next-volcano on black *$'
leave
cut_game volcano-by-hand 15 narrow
terminal 80 24 "$TOBAGO play narrow --seats random,human --seed 1"
appears 'Where does a triad go'
steer h10
keys Enter
appears 'No \(V2\): one terrain of the triad .* the other on the ocean\. *$'
leave
verdict "at 80x24 numbers, lists and refusals of the Volcano are told to their end"

# A triad is looked at before it lies there, even if there is only one for a space
cp narrow before
triad=$("$TOBAGO" legal narrow | sed -n '1p')
space=$(echo "$triad" | cut -d' ' -f4)
terminal 80 24 "$TOBAGO play narrow --seats random,human --seed 1"
appears 'Where does a triad go'
steer "$space"
keys Enter
appears 'Which triad\?'
appears "[a-z]+-[a-z]+: lava on $space, new [a-z]+ on [a-p][0-9]+, [a-z]+ on [a-p][0-9]+"
land=$(seen | sed -n "s/.*> *1 .*new [a-z]* on \\([a-p][0-9]*\\).*/\\1/p;s/.*1 [a-z-]*: lava on $space, new [a-z]* on \\([a-p][0-9]*\\).*/\\1/p" | head -n 1)
same narrow before
keys Enter
until_true grep -q "^2 triad .* $space " narrow || echo "no triad lies on $space" >> "$bad"
appears "2 Bobby? +$land"
leave
good narrow
verdict "V2 a triad is placed by keys, and its new land is told before"

cut_game volcano-by-hand 67 taken
terminal 80 24 "$TOBAGO play taken --seats human,random --seed 1"
appears 'Take the amulet \(and let lava flow\), or pass by and leave it\?'
appears 't take +p pass by +l list'
cp taken before
refused '\(V3\): the amulet has to be taken or left first' c m r a x e v
keys l
appears 'Legal moves'
appears '2 Leave the amulet'
keys Escape
vanishes 'Legal moves'
cmp taken before >> "$bad" 2>&1
keys p
ends taken '1 leave'
keys u
appears 'Taken back'
same taken before
keys t
ends taken '1 take'
appears 'Where does the lava flow\?'
refused '\(V3\): a lava tile has to be placed first' c m r a x e p t v
keys Enter
appears 'No \(V3\): lava '
steer k10
appears 'Lava on k10, Enter lets it flow: (no map changes|[a-z]+ [0-9]+ to [0-9]+ sites)'
keys Enter
ends taken '1 take,1 lava k10'
appears '>1 Anna +k12 +1 '
appears 'k10 lava'
keys u
appears 'Taken back'
ends taken '1 take'
leave
good taken
verdict "V3 an amulet is taken or left, lava placed first on a legal space, and undone"

cut_game volcano-by-hand 87 crossed
terminal 80 24 "$TOBAGO play crossed --seats human,random --seed 1"
appears '>1 Anna +k12 +0 +13 +4 +14'
keys m
appears 'Where to\?'
steer k11
keys Enter
ends crossed '1 move,1 leg k11'
appears '2 left'
steer l11
appears 'pays your best treasure card for it, 5 coins \(V5\)'
keys Enter
ends crossed '1 move,1 leg k11,1 leg l11'
appears '>1 Anna +l11 +0 +13 +3 +9'
keys e
appears 'No \(V5\): on lava only legs are possible'
keys u
appears '>1 Anna +k11 +0 +13 +4 +14'
steer l11
keys Enter
appears '>1 Anna +l11 +0 +13 +3 +9'
steer l10
keys Enter
ends crossed '1 leg k11,1 leg l11,1 leg l10'
leave
good crossed
verdict "V5 lava is crossed by keys: the price is told before, paid, undone; no rest on it"

# ---- Hints ----

cp dealt hinted
terminal 80 24 "$TOBAGO play hinted --seats human,random --seed 1 --iterations 200 --ask-end"
appears 'Your turn'
absent 'Hint'
keys h
appears 'Hint: '
appears '[0-9]+ %, you win +[0-9]+ %'
appears '^ The expert spent [0-9]+ % of its time on it; then you win [0-9]+ of 100 games\.$'
keys Escape
vanishes 'Hint: '
cmp hinted dealt >> "$bad" 2>&1
keys h
appears 'Hint: '
keys Enter
until_true differs hinted dealt || echo "Enter does not play the hint" >> "$bad"
vanishes 'Hint: '
good hinted
keys l
appears 'Legal moves'
keys Escape
vanishes 'Legal moves'
leave
verdict "h shows what an expert thinks, Enter plays it; l lists the legal moves"

# ---- Without colour, with few letters ----

for how in 'NO_COLOR=1' 'TERM=vt100' 'TERM=xterm-mono' 'TERM=xterm' 'LC_ALL=C'; do
    [ "$how" = TERM=xterm-mono ] && ! infocmp xterm-mono > /dev/null 2>&1 && continue
    cp dealt bare
    terminal 80 24 "env $how $TOBAGO play bare --seats human,random --seed 1"
    appears 'Your turn'
    keys m
    appears 'Where to'
    # The digits of the legs: in g8 one, in f8 two
    island | grep -qE '[12].*[23]' || echo "$how: no digits" >> "$bad"
    case $how in
    NO_COLOR* | TERM=vt100 | TERM=xterm-mono)
        seen -e | grep -qE "$(printf '\033')\[[0-9;]*([34]8;5|[34][0-7])[;m]" &&
            echo "$how: colours" >> "$bad"
        # What colour would tell is told by dots (the sea) and reversed letters (the ATV)
        island | grep -q '[.·][.·][.·]' || echo "$how: no sea" >> "$bad"
        seen -e | grep -qE "$(printf '\033')\[[0-9;]*7m" || echo "$how: no ATV" >> "$bad"
        ;;
    TERM=xterm)
        seen -e | grep -qE "$(printf '\033')\[[0-9;]*4[0-7][;m]" || echo "$how: no colours" >> "$bad"
        ;;
    LC_ALL=C)
        seen | LC_ALL=C grep '[^ -~]' >> "$bad"
        ;;
    esac
    steer h9
    keys Enter
    ends bare '1 move,1 leg h9'
    leave
done
verdict "it works without colour (NO_COLOR, vt100, mono), with 8 colours, and without UTF-8"

# ---- Terminals that are not known ----

for how in 'TERM=no-such-terminal' 'TERM=' 'unset TERM'; do
    cp dealt unknown
    terminal 100 60 "$how; $TOBAGO play unknown --seats human,random --seed 1 2> err"
    appears '^Ada> *$'
    keys 'move' Enter
    ends unknown '1 move'
    keys quit Enter
    appears '^left 0'
    [ "$(wc -l < err)" = 1 ] || { echo "$how: not one sentence:"; cat err; } >> "$bad"
    grep -q 'TERM.*so the game is played line by line' err || cat err >> "$bad"
done
grep -q 'TERM is not set' err || cat err >> "$bad"
terminal 80 24 "TERM=dumb; $TOBAGO play unknown --seats human,random --seed 1 2> err"
appears '^Ada> *$'
[ -s err ] && cat err >> "$bad"
terminal 80 24 "TERM=no-such-terminal; $TOBAGO play unknown --replay"
appears "replay.* needs a terminal that TERM names; .tobago replay. does not"
appears '^left 2'
verdict "where TERM is unknown or not set the game is played line by line, and says so once"

# ---- Two people at one screen ----

cp dealt pair
terminal 80 24 "$TOBAGO play pair --seed 1"
appears 'Ada'
appears 'Press Space when only you look'
absent 'in-largest-lake|next-largest-jungle|Hand'
keys c e Enter
resize 120 40
resize 79 24
appears 'needs 80 columns'
absent 'in-largest-lake|next-largest-jungle|Hand'
resize 80 24
appears 'Press Space when only you look'
absent 'in-largest-lake|next-largest-jungle|Hand'
keys Space
appears 'not-next-hut'
absent 'next-largest-jungle|sight-palm'
keys e
appears 'e again ends the turn'
keys e Space Enter Space Enter c
appears 'Press Space when only you look'
seen > between
grep -q Ben between || cat between >> "$bad"
grep -E 'not-next-hut|in-largest-lake|next-largest-jungle|sight-palm' between >> "$bad"
ends pair '1 end'
verdict "H1 between two people the screen shows no hand, whatever its size and the keys, typed ahead too"

keys Space
appears 'sight-palm'
absent 'not-next-hut|in-largest-lake'
keys u
appears 'someone else has played since'
keys R
appears 'Replay: line [0-9]+ of [0-9]+ \(round [0-9]+, turn [0-9]+\), as Ben sees it'
absent 'not-next-hut|in-largest-lake'
keys s
appears 'as a spectator sees it'
keys s
appears 'as Ben sees it'
absent 'not-next-hut|in-largest-lake'
keys q
appears 'Your turn'
seen -S - | grep -E 'not-next-hut' >> "$bad"
leave
good pair
verdict "H1 the next one sees her own hand only, in the replay too, and takes back only her own"

# While nothing is hidden nobody has to look away, but keys count for one person only
terminal 80 24 "$TOBAGO play opened --new --seats human,human --seed 4 --first 1"
appears '^ red: Where does your ATV start'
keys Enter Enter Enter Enter Enter Enter Enter
appears '^ blue: Where does your ATV start'
absent 'Press Space'
ends opened '1 atv [a-p0-9]+'
keys Enter
appears '^ red: On [a-z]+: '
keys Enter
appears '^ blue: On [a-z]+: '
absent 'Press Space'
keys Enter
appears 'Press Space when only you look'
leave
good opened
verdict "S4 S5 no screen between people before the hands are dealt; keys typed ahead are forgotten"

terminal 80 24 "env XDG_DATA_HOME=/dev/null $TOBAGO play --seats human,human --seed 4 --first 1"
appears '^ red: Where'
keys Enter
appears '^ blue: Where'
keys Enter
appears '^ red: On'
keys Enter
appears '^ blue: On'
keys Enter
appears 'Press Space when only you look'
keys q
appears 'This game is kept in no file\. q again leaves it\.'
keys x
vanishes 'kept in no file'
keys q
appears 'kept in no file'
keys q
appears '^left 0'
verdict "a game without a file is left from the screen between two people only when asked twice"

# ---- Saving ----

cp dealt saved
terminal 80 24 "exec $TOBAGO play saved --seats human,random --seed 1"
appears 'Your turn'
keys m
appears 'Where to'
steer h9
keys Enter
ends saved '1 move,1 leg h9'
good saved
steer i9
keys Enter
ends saved '1 move,1 leg h9,1 leg i9'
appears '1 left'
cp saved kept
kill -9 "$(screen display-message -t "$TARGET" -p '#{pane_pid}')"
good saved
cmp saved kept >> "$bad" 2>&1
terminal 80 24 "$TOBAGO play saved --seats human,random --seed 1"
appears 'Where to\? The digits are legs, 1 left'
[ "$(here)" = i9 ] || echo "the cursor is not on the ATV but on $(here)" >> "$bad"
keys u
appears 'Taken back'
ends saved '1 move,1 leg h9'
leave
good saved
verdict "every line is saved at once; after kill -9 the game goes on in the middle of a movement"

# ---- The first clue ----

head -n 16 example > opening
terminal 80 24 "$TOBAGO play opening --seats human,random --seed 1"
appears 'Enter play'
absent 'Esc back'
keys Escape
keys l
appears 'Legal moves'
keys Escape
vanishes 'Legal moves'
choose next-river
appears '>next-river +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+$'
keys 3 Enter
appears 'Your turn'
sed -n 17p opening | grep -qx '1 start brown' || sed -n '16,$p' opening >> "$bad"
keys c
appears 'Esc back'
leave
good opening
verdict "S5 the first clue must be laid, so that nothing offers to go back from it"

head -n 18 example > opening
terminal 80 24 "$TOBAGO play opening --seats random,human --seed 1"
appears 'Enter play'
appears '>sight-largest-ju[a-z.]* +[0-9]+ +\. +[0-9]+ +[0-9]+$'
leave
verdict "S5 the numbers beside a first clue leave out a map that has been started"

# ---- What the others did ----

cp dealt others
terminal 80 24 "$TOBAGO play others --seats human,greedy --seed 1 --pace 0"
appears 'Your turn'
keys e e
until_true grep -q '^2 end$' others || echo "the bot did not play" >> "$bad"
appears "Ada's turn"
# The bot's turn is told in one line or two, and not that it ended
appears 'Ben (goes to|plays|gives up|draws)'
absent 'Ben ends the turn'
leave
good others
cp dealt slow
terminal 80 24 "$TOBAGO play slow --seats human,greedy --seed 1 --pace 10000"
appears 'Your turn'
keys e e
appears "Tobago abC1 +Ben's turn greedy"
keys q
appears '^left 0'
good slow
verdict "the log tells what a bot did in its turn, and the title who it is"

# What happens by itself. Anna loses one of her 25 coins' cards and has 19 left.
head -n 246 "$GAMES/two-players.tobago" > effects
terminal 80 24 "$TOBAGO play effects --replay"
appears 'Replay: line'
keys End Tab Tab
appears 'Turned up: a curse; Anna loses 6'
appears 'amulets on +c7'
absent 'Bobby loses'
leave
verdict "K2 N3 the log tells what a curse cost and where amulets came up"

# At 80x24 the numbers stay, whatever the names of the cards; and the log keeps its end
cp example long
terminal 80 24 "$TOBAGO play long --replay"
appears 'Replay: line'
keys PageDown Right Right Right Right Right s s
appears 'as Ben sees it'
appears 'Hand .*w..g..n..k'
appears 'sight-largest-scr[a-z]*\.? +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$'
keys s s
appears 'all cards open'
appears 'Hand of (Ada|Ben) .*w'
leave
verdict "the table of what would be left is there for the longest names too"

# 24 clues on the maps and the raiser's rose: more than 24 lines hold
cut_game three-experienced 290 clues
terminal 80 24 "$TOBAGO play clues --replay"
appears 'Replay: line'
keys End Tab
appears '^.{48} +3 +raised it'
appears 'n brown .*'
appears '3 +not-sight-hut'
appears '▼ Tab: black'
absent 'k black'
keys Tab
appears 'k black'
appears '3 +next-jungle'
absent 'n brown|▼ Tab'
keys Tab
appears 'Log'
keys Tab
appears 'Players'
keys Tab
appears 'w white'
resize 80 40
appears '3 +next-jungle'
absent '▼ Tab'
keys Tab
appears 'Log'
leave
verdict "the page of maps shows every clue at 80x24, in parts that Tab turns"

# ---- Replaying ----

cp example scrolled
terminal 80 24 "$TOBAGO play scrolled --replay"
appears 'Replay: line'
appears 'Up/Down scroll'
keys Home
for ((i = 0; i < 9; i++)); do keys Up; done
vanishes '^▲'
appears '^▼'
for ((i = 0; i < 9; i++)); do keys Down; done
appears '^▲'
vanishes '^▼'
appears 'Replay: line 3 of'
absent 'walk|Your turn'
keys '?'
appears 'Tobago: help for the replay'
appears 'PgUp/Dn +twenty lines'
appears '^ Space more  Any other key goes back$'
absent 'play an amulet'
keys Escape
vanishes 'help for the replay'
resize 80 40
vanishes '^▲'
absent '^▼|Up/Down scroll'
leave
verdict "in a replay the island can be scrolled where it is cut, and ? tells the keys of the replay"

cp example whole
terminal 80 24 "$TOBAGO play whole --replay"
appears "Replay: line 3 of $(wc -l < example), all cards open"
keys Right Right Right Right Right
appears 'Replay: line 8 of'
keys Left
appears 'Replay: line 7 of'
keys PageDown
appears 'Replay: line 27 of'
keys End
appears "Replay: line $(wc -l < example) of"
keys PageUp
appears 'Replay: line 42 of'
keys g 31 Enter
appears 'Replay: line 31 of'
keys s
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
keys s s Right
appears 'Replay: line [45] of .*as Ben sees it'
leave
verdict "a record is replayed line by line, as each seat and a spectator see it (H1)"

# ---- The end ----

cp "$GAMES/two-players.tobago" over
terminal 80 24 "$TOBAGO play over"
appears 'The game is over: the treasure deck has run out \(E1\)'
appears 'Bobby wins'
appears '1\. Bobby +43 coins, 13 cards: 6 4 4 4 4 3'
appears '2\. Anna +42 coins, 11 cards: 5 5'
keys Enter
appears 'Hand of (Anna|Bobby) '
absent 'On turn'
keys Enter
appears 'Bobby wins'
appears '^ Enter look around  n another game  a analysis  s start menu  R replay  q quit$'
keys Enter
vanishes 'Bobby wins'
for key in c m h u l 5 F5; do
    keys Escape
    appears 'The game is over \(E1\)\. q leaves'
    keys $key
    appears '(^ .|This key) does nothing here; \? shows the keys\.$'
done
keys R
appears 'Replay: line [0-9]+ of'
keys z
appears '^ z does nothing here'
keys Left
appears 'Replay: line [0-9]+ of'
keys q
appears 'The game is over \(E1\)\. q leaves'
keys Tab Tab
appears 'Turned up: 3 coins, Bobby claims'
keys q
appears '^left 0'
appears '^The record lies in over\. Look at it again with:$'
appears "^  $TOBAGO play over --replay$"
cmp over "$GAMES/two-players.tobago" >> "$bad" 2>&1
verdict "E2 at the end places, coins and cards are shown; R replays, q leaves"

# ---- Whole games ----

# Hints played by Enter, as fast as the keys go; the screen changes size meanwhile
robot=
for ((i = 0; i < 25; i++)); do robot="$robot h Enter"; done
# play_out FILE SECONDS: presses keys until the game of the file is over
play_out() {
    local end=$((SECONDS + $2)) wide=0
    while [ $SECONDS -lt $end ]; do
        # shellcheck disable=SC2086
        keys Space $robot
        sleep 0.4
        wide=$((1 - wide))
        [ $wide = 1 ] && resize 120 40 || resize 80 24
        "$TOBAGO" check "$1" 2> /dev/null | grep -q 'over (E' && return 0
    done
    echo "the game of $1 is not over: $("$TOBAGO" check "$1" 2>&1)" >> "$bad"
    seen | grep . >> "$bad"
}

terminal 80 24 "$TOBAGO play alone --new --seats human,hard,easy --seed 5 --iterations 20 --pace 0 2> err"
appears 'Where does your ATV start'
play_out alone 60
appears 'The game is over'
leave
good alone
cat err >> "$bad"
verdict "a whole game against two bots, by keys alone, while the screen changes size"

terminal 120 40 "$CHECKED play many --new --seats human,human,medium --seed 6 --iterations 3 --pace 0 --options experienced,placed,volcano 2> err"
appears 'decision'
play_out many 180
appears 'The game is over'
leave
good many
grep -E 'Sanitizer|runtime error|tobago:' err | head -n 5 >> "$bad"
verdict "two people, a bot, objects placed by hand and the Volcano, under the sanitizers"

finish
