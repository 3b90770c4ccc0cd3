#!/bin/bash
# The exact forms of the command line: what each subcommand prints where, its exit code, and
# that the subcommands agree with each other. Other programs read these forms.
# Needs build/tobago and node. Prints TAP.
set -u
export LC_ALL=C
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

# ---- Runs ----

# run WORD...: stdout to $T/out, stderr to $T/err, the exit code to $code
run() {
    timeout 20 "$TOBAGO" "$@" > "$T/out" 2> "$T/err" < /dev/null
    code=$?
}

# says CODE WORD...: complains on stdout unless the code is right and the streams are kept
# apart: 0 leaves stderr empty; 2 and 3 leave stdout empty and stderr filled; 1 says why
says() {
    local want=$1
    shift
    run "$@"
    if [ "$code" != "$want" ]; then
        echo "tobago $*: exit code $code, not $want: $(head -n 1 "$T/err")"
    elif [ "$code" = 0 ] && [ -s "$T/err" ]; then
        echo "tobago $*: stderr: $(head -n 1 "$T/err")"
    elif [ "$code" -gt 1 ] && [ -s "$T/out" ]; then
        echo "tobago $*: complains, yet writes to stdout: $(head -n 1 "$T/out")"
    elif [ "$code" -gt 1 ] && ! [ -s "$T/err" ]; then
        echo "tobago $*: no complaint on stderr"
    elif [ "$code" = 1 ] && ! [ -s "$T/err" ] && [ "$1" != why ]; then
        echo "tobago $*: no complaint on stderr"
    fi
}

# json NAME WORD...: keeps what a subcommand prints, to be parsed in the end
mkdir "$T/json"
json() {
    local name=$1
    shift
    timeout 20 "$TOBAGO" "$@" > "$T/json/$name" 2> /dev/null < /dev/null
}

# ---- The games that the tests use ----

"$TOBAGO" simulate --games 30 --players 2 --seed 11 --options experienced --out "$T/two" \
    > /dev/null || exit 3
"$TOBAGO" simulate --games 10 --players 4 --seed 12 --out "$T/four" > /dev/null || exit 3
"$TOBAGO" simulate --games 10 --players 3 --seed 13 --options experienced,volcano \
    --out "$T/volcano" > /dev/null || exit 3
shortest() { wc -l "$1"/*.tobago | grep -v total | sort -n | awk 'NR == 1 { print $2 }'; }
SHORT=$(shortest "$T/two")
FOUR=$(shortest "$T/four")
VOLCANO=$(shortest "$T/volcano")
LINES_SHORT=$(wc -l < "$SHORT")
# Its header, and the first line of a turn
HEAD=$(awk '/^nature|^[1-4] / { print NR - 1; exit }' "$SHORT")
TURN=$(awk '/^[1-4] (clue|move|exchange)/ { print NR - 1; exit }' "$SHORT")

# ---- Help and usage ----

COMMANDS='play serve connect replay check verify legal why view simulate analyse arena bot ask
island islands sites reach sight companion train bench rules version help'

for name in $COMMANDS; do
    says 0 "$name" --help >> "$bad"
    head -n 1 "$T/out" | grep -q "^usage: tobago $name" || echo "$name: no usage" >> "$bad"
    grep -q "^example: tobago $name" "$T/out" || echo "$name: no example" >> "$bad"
    says 0 help "$name" >> "$bad"
    awk -v name="$name" 'length > 90 { print name ": a line of the help is too long" }' \
        "$T/out" >> "$bad"
done
verdict "each subcommand explains itself with --help and an example"

says 0 --help >> "$bad"
for name in $COMMANDS; do
    grep -q "^  $name " "$T/out" || echo "$name is not in the overview" >> "$bad"
done
says 0 --version >> "$bad"
grep -q '^tobago [0-9]' "$T/out" || cat "$T/out" >> "$bad"
verdict "the overview names every subcommand, --version the version"

for name in island islands sites reach sight; do
    example=$("$TOBAGO" "$name" --help | sed -n 's/^example: tobago //p')
    eval "says 0 $example" >> "$bad"
    [ -s "$T/out" ] || echo "$example: prints nothing" >> "$bad"
done
verdict "the examples of the board's subcommands work as they stand"

{
    says 2
    says 2 nonsense
    says 2 help nonsense
    for name in $COMMANDS; do
        says 2 "$name" --nonsense
        case $name in play | serve | simulate | ask | islands | companion | train | bench | rules | version | help) ;; *) says 2 "$name" ;; esac
    done
    says 2 island ABC0 ABC1
    says 2 island ABC0 --objects
    says 2 island ABC0 --json=yes
    says 2 sites ABC0
    says 2 reach ABC0
    says 2 reach ABC0 h8 h9
    says 2 sight ABC0 h8
    says 2 sight ABC0 h8 N N
    says 2 simulate --games x
    says 2 simulate --games -1
    says 2 simulate --players 1
    says 2 simulate --players 5
    says 2 simulate --jobs 0
    says 2 simulate more
    says 2 legal "$SHORT" "$SHORT"
    says 2 legal "$SHORT" --at
    says 2 legal "$SHORT" --at -1
    says 2 legal "$SHORT" --at 1x
    says 2 why "$SHORT"
    says 2 view "$SHORT"
    says 2 view "$SHORT" --as 0
    says 2 view "$SHORT" --as 5
    says 2 view "$SHORT" --as red
    says 2 replay "$SHORT" --as 9
    says 2 bench --seconds 0
    says 2 bench more
    says 2 version more
    says 2 help play more
    says 2 play one two
    says 2 play --players 5
    says 2 play --seats cat
} >> "$bad"
verdict "wrong usage is told on stderr with exit code 2"

{
    for name in check legal replay; do
        says 3 "$name" "$T/nothing"
        says 3 "$name" "$T"
    done
    says 3 why "$T/nothing" 1 end
    says 3 view "$T/nothing" --as 1
    says 3 play --new "$T/no/folder/x.tobago"
    says 3 simulate --games 1 --seed 1 --out "$T/no/folder"
    says 3 simulate --games 1 --seed 1 --out "$SHORT"
} >> "$bad"
verdict "files that cannot be read or written are told with exit code 3"

{
    says 1 island ABX0
    says 1 island abc2
    says 1 island ""
    says 1 sites ABC0 in-bed
    says 1 sites ABC0 in-hut
    says 1 reach ABC0 a1
    says 1 reach ABC0 h08
    says 1 sight ABC0 h8 E
    says 1 simulate --games 1 --island XYZ0
    says 1 view "$SHORT" --as 3
    says 1 replay "$SHORT" --as 4
} >> "$bad"
verdict "islands, spaces, clues and seats that do not exist are refused with exit code 1" \
    "$bad"

# ---- island ----

CODES=$(for a in A a; do for b in B b; do for c in C c; do for i in 0 1; do
    echo "$a$b$c$i" "$a$c$b$i"; done; done; done; done)

# The listing as a board: areas, coast, reach and sight worked out from names and terrains
# alone. Reads a listing; 'ask' is listing, reach SPACE or sight SPACE DIR.
cat > "$T/board.awk" <<'AWK'
function half(q) { return q < 0 ? -int((1 - q) / 2) : int(q / 2) }
function name_of(q, r,   row) {
    row = r + half(q) + 7
    return q < -7 || q > 8 || row < 0 ? "-" : substr("abcdefghijklmnop", q + 8, 1) row
}
function flood(s, label,   top, stack, d, t) {
    top = 1; stack[1] = s; area[s] = label
    while (top) {
        s = stack[top--]; size[label]++
        for (d = 0; d < 6; d++) {
            t = name_of(Q[s] + dq[d], R[s] + dr[d])
            if (t in terrain && !(t in area) && terrain[t] == terrain[s]) {
                area[t] = label; stack[++top] = t
            }
        }
    }
}
BEGIN {
    split("N NE SE S SW NW", names)
    split("0 1 1 0 -1 -1", x); split("-1 -1 0 1 1 0", y)
    for (d = 0; d < 6; d++) { dq[d] = x[d + 1]; dr[d] = y[d + 1]; number[names[d + 1]] = d }
}
{
    terrain[$1] = $2; text[$1] = $0; order[NR] = $1
    Q[$1] = index("abcdefghijklmnop", substr($1, 1, 1)) - 8
    R[$1] = substr($1, 2) - 7 - half(Q[$1])
}
END {
    for (i = 1; i <= NR; i++) if (!(order[i] in area)) flood(order[i], i)
    split(ask, word, " ")
    if (word[1] == "listing") {
        for (i in size) {
            t = terrain[order[i]]
            if (size[i] > most[t]) most[t] = size[i]
        }
        for (i in size) if (size[i] == most[terrain[order[i]]]) tied[terrain[order[i]]]++
        for (t in tied) if (tied[t] > 1) print "two largest areas of " t
        for (i = 1; i <= NR; i++) {
            s = order[i]; coast = ""
            for (d = 0; d < 6; d++)
                if (!(name_of(Q[s] + dq[d], R[s] + dr[d]) in terrain)) coast = " coast"
            want = s " " terrain[s] " " size[area[s]] \
                (size[area[s]] == most[terrain[s]] ? " largest" : "") coast
            if (text[s] != want) print text[s] ", not " want
        }
    } else if (word[1] == "reach") {
        here[word[2]] = 1
        for (legs = 1; legs <= 3; legs++) {
            split("", next_here)
            for (s in here) {
                next_here[s] = 1
                for (t in terrain) if (area[t] == area[s]) next_here[t] = 1
                for (d = 0; d < 6; d++) {
                    t = name_of(Q[s] + dq[d], R[s] + dr[d])
                    if (t in terrain) next_here[t] = 1
                }
            }
            for (s in next_here) here[s] = 1
            line = legs ":"
            for (i = 1; i <= NR; i++) if (order[i] in here) line = line " " order[i]
            print line
        }
    } else {
        d = number[word[3]]; found = ""
        for (i = 1; i < 40; i++) {
            t = name_of(Q[word[2]] + i * dq[d], R[word[2]] + i * dr[d])
            if (t in terrain) found = t
        }
        print found
    }
}
AWK

mkdir "$T/island"
for island in $CODES; do
    says 0 island "$island" --list >> "$bad"
    mv "$T/out" "$T/island/$island"
done
[ "$(echo "$CODES" | wc -w)" = 32 ] || echo "not 32 codes" >> "$bad"
cat "$T"/island/* | grep -nvE '^[a-p](0|[1-9][0-9]?) (beach|jungle|lake|mountain|river|scrubland) [1-9][0-9]*( largest)?( coast)?$' \
    >> "$bad"
verdict "I2 island --list lists the 32 islands, a line a space: NAME TERRAIN AREASIZE"

for island in $CODES; do
    sed 's/^\(.\)\([0-9]*\).*/\1 \2/' "$T/island/$island" > "$T/listed"
    sort -k 1,1 -k 2,2n -u "$T/listed" | cmp -s - "$T/listed" || echo "$island" >> "$bad"
done
verdict "I6 the listing is sorted by column, then row as a number, each space once"

for island in $CODES; do
    awk -v ask=listing -f "$T/board.awk" "$T/island/$island" | sed "s/^/$island: /" >> "$bad"
done
verdict "I4 I5 area sizes, the largest areas and the coast follow from the terrains"

# The objects of a game as a list
ISLAND=$(sed -n 's/^island //p' "$SHORT")
OBJECTS=$(sed -n 's/^nature object \([a-z]*\) \([a-p][0-9]*\) *\([NESW]*\)$/\1:\2:\3/p' \
    "$SHORT" | sed 's/:$//' | paste -s -d , -)

says 0 island "$ISLAND" --list --objects "$OBJECTS" >> "$bad"
mv "$T/out" "$T/placed"
sed -E 's/ (hut|palm|statue:[NESW]+)$//' "$T/placed" | cmp -s - "$T/island/$ISLAND" ||
    echo "objects change more than their own words" >> "$bad"
echo "$OBJECTS" | tr , '\n' | sed 's/\([a-z]*\):\([a-z0-9]*\)\(.*\)/\2 \1\3/' | sort > "$T/put"
sed -nE 's/^([a-p][0-9]+) .* (hut|palm|statue:[NESW]+)$/\1 \2/p' "$T/placed" | sort |
    diff - "$T/put" >> "$bad"
says 0 island "$ISLAND" --list --objects "${OBJECTS%%,*}" >> "$bad"
grep -c 'statue:' "$T/out" | grep -qx 1 || echo "a partial list is not shown" >> "$bad"
says 0 island "$ISLAND" --objects "" >> "$bad"
says 0 island --objects="$OBJECTS" "$ISLAND" >> "$bad"
verdict "island --objects marks huts, palms and statue:DIR; a list may be partial"

# refused CLAUSE LIST: the list of objects is refused with the clause, nothing on stdout
refused() {
    says 1 island "$ISLAND" --objects "$2"
    [ -s "$T/out" ] && echo "'$2': refused, yet it prints a board"
    grep -q "($1)" "$T/err" || echo "'$2': not refused by $1: $(cat "$T/err")"
}
{
    first=$(echo "$OBJECTS" | tr , '\n' | sed -n 's/^hut:\([a-p0-9]*\)$/\1/p' | head -n 1)
    shore=$(awk '/coast/ { print $1; exit }' "$T/island/$ISLAND")
    free=$(awk -v list="$OBJECTS" '!/coast/ && index(list, $1) == 0 { print $1; exit }' \
        "$T/island/$ISLAND")
    refused O1 "hut:$first,palm:$first"
    refused O1 "$OBJECTS,hut:$free"
    refused O1 "$OBJECTS,statue:$free:N"
    refused O3 "statue:$shore:N"
    says 1 island "$ISLAND" --objects "statue:$free"
    says 1 island "$ISLAND" --objects "statue:$free:E"
    refused I6 "hut:a1"
    # the neighbour below, or else the one above
    near=${first:0:1}$((${first:1} + 1))
    grep -q "^$near " "$T/island/$ISLAND" || near=${first:0:1}$((${first:1} - 1))
    refused O2 "hut:$first,hut:$near"
    says 1 island "$ISLAND" --objects hut
    says 1 island "$ISLAND" --objects "hut:$first,"
    says 1 island "$ISLAND" --objects "hut:$first,,palm:$free"
    says 1 island "$ISLAND" --objects "tree:$first"
} >> "$bad"
verdict "O1 to O3: objects that break a rule are refused with its clause"

# ---- sites ----

# as_line FILE: the words of a file, one line
as_line() { paste -s -d ' ' "$1"; }

for terrain in beach jungle lake mountain river scrubland; do
    says 0 sites "$ISLAND" "in-$terrain" >> "$bad"
    awk -v t="$terrain" '$2 == t { print $1 }' "$T/island/$ISLAND" > "$T/want"
    as_line "$T/want" | cmp -s - "$T/out" || echo "in-$terrain" >> "$bad"
    says 0 sites "$ISLAND" "in-largest-$terrain" >> "$bad"
    awk -v t="$terrain" '$2 == t && $4 == "largest" { print $1 }' "$T/island/$ISLAND" \
        > "$T/want"
    as_line "$T/want" | cmp -s - "$T/out" || echo "in-largest-$terrain" >> "$bad"
done
verdict "L1 sites: one line of spaces, as island lists them"

for landmark in jungle largest-lake hut palm statue ocean; do
    for relation in next sight; do
        says 0 sites "$ISLAND" --objects "$OBJECTS" "$relation-$landmark" >> "$bad"
        tr ' ' '\n' < "$T/out" | grep . > "$T/yes"
        says 0 sites "$ISLAND" --objects "$OBJECTS" "not-$relation-$landmark" >> "$bad"
        tr ' ' '\n' < "$T/out" | grep . > "$T/no"
        cut -d ' ' -f 1 "$T/placed" | sort > "$T/want"
        sort "$T/yes" "$T/no" | cmp -s - "$T/want" ||
            echo "$relation-$landmark and its negation do not share out the island" >> "$bad"
        says 0 sites "$ISLAND" --objects "$OBJECTS" in-jungle "$relation-$landmark" >> "$bad"
        awk '$2 == "jungle" { print $1 }' "$T/placed" | grep -Fxf "$T/yes" > "$T/want"
        as_line "$T/want" > "$T/line"
        [ -s "$T/line" ] || echo > "$T/line"
        cmp -s "$T/line" "$T/out" || echo "in-jungle and $relation-$landmark" >> "$bad"
    done
done
verdict "L4 a clue and its negation share out the island; several clues intersect"

echo > "$T/empty"
says 0 sites "$ISLAND" --objects "$OBJECTS" in-jungle in-lake >> "$bad"
cmp -s "$T/out" "$T/empty" || echo "in-jungle in-lake: no empty line" >> "$bad"
verdict "clues that no space fits print an empty line with exit code 0"

{
    says 1 sites "$ISLAND" next-hut
    says 1 sites "$ISLAND" in-jungle --objects "hut:$first" not-next-statue
    says 1 sites "$ISLAND" next-lava
    [ -s "$T/out" ] && echo "refused, yet it prints sites"
} >> "$bad"
verdict "L5 sites: a clue about objects that were not given is refused with exit code 1"

# ---- reach and sight ----

for island in ABC0 aCb1 AcB0; do
    for space in $(awk 'NR % 23 == 5 { print $1 }' "$T/island/$island"); do
        says 0 reach "$island" "$space" >> "$bad"
        awk -v ask="reach $space" -f "$T/board.awk" "$T/island/$island" |
            diff - "$T/out" > "$T/diff" || echo "$island $space: $(cat "$T/diff")" >> "$bad"
    done
done
verdict "M1 reach: three lines '1:' to '3:', the start included, as worked out by hand" \
    "$bad"

for island in abC1 ACB1; do
    for space in $(awk 'NR % 17 == 3 { print $1 }' "$T/island/$island"); do
        for direction in N NE SE S SW NW; do
            says 0 sight "$island" "$space" $direction >> "$bad"
            awk -v ask="sight $space $direction" -f "$T/board.awk" "$T/island/$island" |
                cmp -s - "$T/out" || echo "$island $space $direction" >> "$bad"
        done
    done
done
verdict "N3 sight: the last space on the ray, even beyond water"

# ---- simulate ----

for jobs in 1 2 3; do
    says 0 simulate --games 25 --players 3 --seed 99 --jobs $jobs --out "$T/jobs$jobs" \
        >> "$bad"
    mv "$T/out" "$T/summary$jobs"
done
for jobs in 2 3; do
    diff -rq "$T/jobs1" "$T/jobs$jobs" >> "$bad"
    diff "$T/summary1" "$T/summary$jobs" >> "$bad"
done
"$TOBAGO" simulate --games 25 --players 3 --seed 100 | cmp -s - "$T/summary1" &&
    echo "another seed gives the same games" >> "$bad"
"$TOBAGO" simulate --games 25 --players 3 --seed 99 | cmp -s - "$T/summary1" ||
    echo "without --out the games are others" >> "$bad"
verdict "simulate: the same seed gives the same games with 1, 2 and 3 jobs"

printf '%06d.tobago\n' $(seq 25) > "$T/want"
ls "$T/jobs1" | diff - "$T/want" >> "$bad"
says 0 check "$T"/jobs1/*.tobago >> "$bad"
grep -cE ': ok, [0-9]+ lines, over \(E[13]\): red [0-9]+, blue [0-9]+, green [0-9]+$' "$T/out" |
    grep -qx 25 || head -n 3 "$T/out" >> "$bad"
"$TOBAGO" simulate --games 3 --seed 5 --island AcB1 --options experienced --out "$T/fixed" \
    > /dev/null
[ "$(grep -lx 'island AcB1' "$T"/fixed/* | wc -l)" = 3 ] || echo "--island" >> "$bad"
[ "$(grep -lx 'options experienced' "$T"/fixed/* | wc -l)" = 3 ] || echo "--options" >> "$bad"
[ "$(grep -lE '^players( [a-z]+){4}$' "$T"/fixed/* | wc -l)" = 3 ] || echo players >> "$bad"
verdict "simulate --out writes 000001.tobago and so on, all of them finished records"

cat > "$T/want" <<WANT
games 25
lines $(cat "$T"/jobs1/* | grep -cE '^(nature|[1-4]) ')
mean_length $(cat "$T"/jobs1/* | grep -cE '^(nature|[1-4]) ' | awk '{ printf "%.1f", $1 / 25 }')
treasures $(cat "$T"/jobs1/* | grep -cE '^[1-4] raise')
curses $(cat "$T"/jobs1/* | grep -c '^nature curse')
coins $("$TOBAGO" check "$T"/jobs1/* | sed 's/.*: //; s/[a-z]//g; s/,/\n/g' |
    awk '{ sum += $1 } END { print sum }')
E1 $("$TOBAGO" check "$T"/jobs1/* | grep -c 'over (E1)')
E3 $("$TOBAGO" check "$T"/jobs1/* | grep -c 'over (E3)')
E4 $("$TOBAGO" check "$T"/jobs1/* | grep -c 'over (E4)')
WANT
diff "$T/want" "$T/summary1" >> "$bad"
verdict "simulate's summary says what the records hold"

# ---- check ----

says 0 check "$SHORT" "$FOUR" >> "$bad"
grep -cE '^[^ ]+\.tobago: ok, [0-9]+ lines' "$T/out" | grep -qx 2 || cat "$T/out" >> "$bad"
timeout 20 "$TOBAGO" check - < "$SHORT" 2>&1 | grep -q ": ok, $LINES_SHORT lines" ||
    echo "'-' is not standard input" >> "$bad"
head -c -1 "$SHORT" > "$T/unended"
says 0 check "$T/unended" >> "$bad"
{ head -n "$TURN" "$SHORT"; echo '1 clue white in-bed'; } > "$T/wrong"
says 1 check "$SHORT" "$T/wrong" "$FOUR" >> "$bad"
grep -q "^tobago: $T/wrong:$((TURN + 1)): word 4 'in-bed' (S3): " "$T/err" ||
    cat "$T/err" >> "$bad"
grep -c ': ok,' "$T/out" | grep -qx 2 || echo "the good ones are not reported" >> "$bad"
grep -q wrong "$T/out" && echo "the wrong one is on stdout" >> "$bad"
says 3 check "$T/wrong" "$T/nothing" >> "$bad"
verdict "check: 'FILE: ok, N lines' or FILE:LINE: word, clause and sentence; the worst code" \
    "$bad"

# wrong LINE WORD CLAUSE RECORD: the record is refused at that line and word
wrong() {
    printf "$4" > "$T/form"
    says 1 check "$T/form"
    grep -qE "^tobago: $T/form:$1: $2${3:+ \($3\)}: [a-z]" "$T/err" || {
        printf '%s' "$4"; cat "$T/err"; }
}
{
    wrong 1 "word 2 '2'" '' 'tobago 2\nplayers a b\n'
    wrong 1 "word 2 '01'" '' 'tobago 01\n'
    wrong 1 "word 1 'Tobago'" '' 'Tobago 1\n'
    wrong 2 "word 2 'a'" S 'tobago 1\nplayers a\n'
    wrong 2 "word 6 'e'" S 'tobago 1\nplayers a b c d e\n'
    wrong 2 "word 3 'a'" '' 'tobago 1\nplayers a a\n'
    wrong 3 "word 2 'abc'" I2 'tobago 1\nplayers a b\nisland abc\n'
    wrong 4 "word 2 'fun'" '' 'tobago 1\nplayers a b\nisland ABC0\noptions fun\n'
    wrong 4 "word 2 '3'" S7 'tobago 1\nplayers a b\nisland ABC0\nfirst 3\n'
    wrong 4 "word 2 '3'" H1 'tobago 1\nplayers a b\nisland ABC0\nview 3\n'
} >> "$bad"
for command in legal view replay why; do
    printf 'tobago 7\n' > "$T/form"
    case $command in view) more='--as 1' ;; why) more='1 end' ;; *) more= ;; esac
    # shellcheck disable=SC2086
    says 1 $command "$T/form" $more >> "$bad"
    grep -q "form:1: word 2 '7': .*format" "$T/err" || cat "$T/err" >> "$bad"
done
verdict "errors name line, word and clause; other versions are refused with a sentence" \
    "$bad"

# ---- A record cut at any line ----

mkdir "$T/cut"
awk -v to="$T/cut/" '{ text = text $0 "\n"; file = to NR; printf "%s", text > file; close(file) }' \
    "$SHORT"

(cd "$T/cut" && ls | sort -n | xargs "$TOBAGO" check) > "$T/out" 2>> "$bad" ||
    echo "exit code $?" >> "$bad"
awk -F '[: ,]+' '$2 != "ok" || $3 != $1 { print "cut at " $0 }' "$T/out" >> "$bad"
[ "$(wc -l < "$T/out")" = "$LINES_SHORT" ] || echo "not every cut was checked" >> "$bad"
verdict "a record cut at any line is a record ($LINES_SHORT cuts)"

# Every cut of the beginning, then every fifth
for ((n = 1; n < LINES_SHORT; n += n < 150 ? 1 : 5)); do
    "$TOBAGO" legal "$SHORT" --at $n > "$T/at" 2>&1 || echo "legal --at $n" >> "$bad"
    "$TOBAGO" legal "$T/cut/$n" > "$T/cutlegal" 2>&1 || echo "legal of cut $n" >> "$bad"
    cmp -s "$T/at" "$T/cutlegal" || echo "legal --at $n differs from the cut file" >> "$bad"
    next=$(sed -n "$((n + 1))p" "$SHORT")
    [ $n -lt "$HEAD" ] || grep -Fqx -- "$next" "$T/at" || case $next in
        *' swap '*) ;;
        *) echo "after line $n '$next' was played and is not listed" >> "$bad" ;;
    esac
    [ "$(sort -u "$T/at" | wc -l)" = "$(wc -l < "$T/at")" ] ||
        echo "legal --at $n lists a move twice" >> "$bad"
done
verdict "legal --at N is legal of the first N lines, and lists the move played next"

lines=$(wc -l < "$VOLCANO")
for ((n = 5; n < lines; n += n < 60 ? 1 : 13)); do
    head -n $n "$VOLCANO" > "$T/point"
    "$TOBAGO" legal "$VOLCANO" --at $n > "$T/at" 2>&1 || echo "legal --at $n" >> "$bad"
    "$TOBAGO" legal "$T/point" 2>&1 | cmp -s - "$T/at" || echo "legal --at $n" >> "$bad"
    next=$(sed -n "$((n + 1))p" "$VOLCANO")
    grep -Fqx -- "$next" "$T/at" || case $next in
        *' swap '*) ;;
        *) echo "after line $n '$next' was played and is not listed" >> "$bad" ;;
    esac
done
verdict "V the same in a game with the Volcano"

for n in 1 2 "$HEAD" "$TURN" $((LINES_SHORT / 2)) "$LINES_SHORT"; do
    for as in '' '--as 1' '--as spectator'; do
        # shellcheck disable=SC2086
        "$TOBAGO" replay "$SHORT" --at "$n" $as > "$T/at" 2>&1
        # shellcheck disable=SC2086
        "$TOBAGO" replay "$T/cut/$n" $as 2>&1 | cmp -s - "$T/at" || echo "$n $as" >> "$bad"
    done
    "$TOBAGO" why "$SHORT" --at "$n" 1 end > "$T/at" 2>&1
    "$TOBAGO" why "$T/cut/$n" 1 end 2>&1 | cmp -s - "$T/at" || echo "why at $n" >> "$bad"
done
verdict "replay and why --at N answer as for the first N lines"

says 0 legal "$SHORT" >> "$bad"
[ -s "$T/out" ] && echo "moves after the end" >> "$bad"
says 1 why "$SHORT" 1 end >> "$bad"
grep -qE '^E[13]: ' "$T/out" || cat "$T/out" >> "$bad"
says 0 legal "$SHORT" --at 2 >> "$bad"
[ -s "$T/out" ] && echo "moves before the header is complete" >> "$bad"
verdict "before the header is complete and after the end no move is legal"

# ---- legal, why and check agree ----

# Positions before the first line of each kind, in a full record and in two views
"$TOBAGO" view "$SHORT" --as 1 > "$T/view1"
"$TOBAGO" view "$FOUR" --as spectator > "$T/spectator"
: > "$T/all"
asked=0
"$TOBAGO" view "$VOLCANO" --as 2 > "$T/volcano2"
for file in "$SHORT" "$T/view1" "$T/spectator" "$VOLCANO" "$T/volcano2"; do
    awk '/^nature|^[1-4] / { kind = ($1 == "nature") $2 ($2 == "amulet" ? $3 : "")
                             if (!seen[kind]++) print NR - 1 }' "$file" > "$T/points"
    while read -r n; do
        head -n "$n" "$file" > "$T/point"
        "$TOBAGO" legal "$T/point" > "$T/moves" || echo "legal $file --at $n" >> "$bad"
        [ -s "$T/moves" ] || echo "$file: nothing is legal after line $n" >> "$bad"
        rm -rf "$T/next" && mkdir "$T/next"
        awk -v to="$T/next/" 'NR == FNR { text = text $0 "\n"; next }
            { file = to FNR; printf "%s%s\n", text, $0 > file; close(file) }' \
            "$T/point" "$T/moves"
        "$TOBAGO" check "$T"/next/* 2>> "$bad" > /dev/null ||
            echo "a legal move after line $n of $file is refused by check" >> "$bad"
        step=$(($(wc -l < "$T/moves") / 25 + 1))
        awk -v step=$step 'NR % step == 0' "$T/moves" > "$T/some"
        [ -s "$T/some" ] || cp "$T/moves" "$T/some"
        while read -r move; do
            answer=$("$TOBAGO" why "$T/point" "$move" 2>&1)
            asked=$((asked + 1))
            [ "$answer" = legal ] || echo "line $n: '$move': $answer" >> "$bad"
        done < "$T/some"
        head -n 3 "$T/some" >> "$T/all"
    done < "$T/points"
done
verdict "every legal move answers 'legal' to why and passes check ($asked asked)"

# Moves of other moments: those not listed must be refused by why and by check alike
grep -v ' swap ' "$T/all" | sort -u > "$T/others"
refusals=0
for n in "$HEAD" "$TURN" $((TURN + 3)) $((LINES_SHORT / 3)) $((LINES_SHORT / 2)) "$LINES_SHORT"; do
    "$TOBAGO" legal "$T/cut/$n" > "$T/moves"
    grep -Fvxf "$T/moves" "$T/others" | awk 'NR % 2' > "$T/unlisted"
    while read -r move; do
        answer=$("$TOBAGO" why "$T/cut/$n" "$move" 2> "$T/err")
        code=$?
        refusals=$((refusals + 1))
        [ $code = 1 ] && ! [ -s "$T/err" ] || echo "$n: '$move': exit code $code" >> "$bad"
        echo "$answer" | grep -qE "^([A-Z][0-9]?: )?[a-z].* \(word [1-8], '[^ ]+'\)$" ||
            echo "$n: '$move': $answer" >> "$bad"
        { cat "$T/cut/$n"; echo "$move"; } > "$T/form"
        "$TOBAGO" check "$T/form" > /dev/null 2> "$T/err" && echo "$n: check takes '$move'" >> "$bad"
        clause=$(echo "$answer" | sed -n 's/^\([A-Z][0-9]*\): .*/\1/p')
        grep -q "form:$((n + 1)): .*${clause:+($clause)}" "$T/err" ||
            echo "$n: '$move': why says $answer, check $(cat "$T/err")" >> "$bad"
    done < "$T/unlisted"
done
verdict "a move not listed is refused by why and check with one clause ($refusals asked)" \
    "$bad"

move=$("$TOBAGO" legal "$SHORT" --at "$TURN" | grep ' clue ' | head -n 1)
# shellcheck disable=SC2086
says 0 why "$SHORT" --at "$TURN" $move >> "$bad"
[ "$(cat "$T/out")" = legal ] || echo "several words" >> "$bad"
says 0 why --at="$TURN" "$SHORT" "$move" >> "$bad"
says 0 why "$SHORT" "$move" --at "$TURN" >> "$bad"
says 0 why "$SHORT" --at "$TURN" -- "$move" >> "$bad"
says 1 why "$SHORT" --at "$TURN" 1 clue white in-bed >> "$bad"
[ -s "$T/err" ] && echo "the reason is on stderr" >> "$bad"
grep -q "^S3: .* (word 4, 'in-bed')$" "$T/out" || cat "$T/out" >> "$bad"
says 1 why "$SHORT" --at "$TURN" 4 end >> "$bad"
grep -q '^T5: ' "$T/out" || cat "$T/out" >> "$bad"
verdict "why takes a move as one word or several and answers on stdout"

# ---- view ----

# Lines that a view changes, and only as it must (H1)
cat > "$T/hidden.awk" <<'AWK'
NR == FNR { full[NR] = $0; lines = NR; next }
FNR == head + 1 {
    if ($0 != "view " as) print "line " FNR " is '" $0 "', not the view line"
    next
}
{
    n = FNR - (FNR > head)
    split(full[n], word, " ")
    want = full[n]
    if (word[1] == "nature" && (word[2] == "deal" || word[2] == "draw" || word[2] == "peek") &&
        word[3] != as)
        want = "nature " word[2] " " word[3] " ?"
    if (word[1] == "nature" && word[2] == "add") want = "nature add ?"
    if ($0 != want) print "line " FNR ": '" $0 "', not '" want "'"
}
END { if (FNR != lines + 1) print FNR " lines, not " lines + 1 }
AWK

for file in "$SHORT" "$FOUR" "$VOLCANO"; do
    head=$(awk '/^nature|^[1-4] / { print NR - 1; exit }' "$file")
    for as in 1 2 3 4 spectator; do
        case $file$as in "$SHORT"3 | "$SHORT"4 | "$VOLCANO"4) continue ;; esac
        says 0 view "$file" --as $as >> "$bad"
        cp "$T/out" "$T/view"
        awk -v as=$as -v head="$head" -f "$T/hidden.awk" "$file" "$T/view" >> "$bad"
    done
done
verdict "H1 a view is the record, its view line and ? for what is hidden, nothing else" \
    "$bad"

for file in "$SHORT" "$FOUR" "$VOLCANO"; do
    lines=$(wc -l < "$file")
    for n in "$TURN" $((lines / 4)) $((lines / 2)) "$lines"; do
        head -n "$n" "$file" > "$T/full"
        for as in 1 2 spectator; do
            says 0 view "$T/full" --as $as >> "$bad"
            cp "$T/out" "$T/view"
            says 0 check "$T/view" >> "$bad"
            says 0 view "$T/view" --as $as >> "$bad"
            cmp -s "$T/out" "$T/view" || echo "$n as $as: a view of a view" >> "$bad"
            says 0 replay "$T/full" --as $as >> "$bad"
            cp "$T/out" "$T/drawn"
            says 0 replay "$T/view" >> "$bad"
            cmp -s "$T/out" "$T/drawn" ||
                echo "$file $n as $as: replay --as draws another position" >> "$bad"
            "$TOBAGO" legal "$T/full" | sed -E "/^nature (deal|draw|peek) $as /!s/^(nature (deal|draw|peek) [1-4]|nature add) .*/\1 ?/" |
                sort -u > "$T/truth"
            says 0 legal "$T/view" >> "$bad"
            sort -u "$T/out" > "$T/believed"
            comm -23 "$T/truth" "$T/believed" | sed "s/^/$n as $as: not legal in the view: /" >> "$bad"
        done
    done
done
verdict "views pass check, legal and replay, and know every move that is legal"

n=$TURN
for seat in 1 2; do
    "$TOBAGO" view "$T/cut/$n" --as $seat > "$T/view"
    sed -n "s/^nature deal $((3 - seat)) //p" "$T/cut/$n" | sort -u > "$T/hand"
    [ -s "$T/hand" ] || echo "no hand was dealt" >> "$bad"
    awk 'NR == FNR { hidden[$1] = 1; next }
        $2 != "initial" { for (i = 1; i <= NF; i++) if ($i in hidden) print "seen: " $0 }' \
        "$T/hand" "$T/view" >> "$bad"
    "$TOBAGO" replay "$T/view" | grep "^ *hand: [a-z]" > "$T/hands"
    [ "$(wc -l < "$T/hands")" = 1 ] || cat "$T/hands" >> "$bad"
    "$TOBAGO" replay "$T/cut/$n" --as $seat --json > "$T/out"
    [ "$(grep -o '"hand":' "$T/out" | wc -l)" = 1 ] || echo "JSON tells a hand" >> "$bad"
done
"$TOBAGO" replay "$T/cut/$n" --as spectator | grep '^ *hand: [a-z]' >> "$bad"
"$TOBAGO" view "$SHORT" --as 1 > "$T/view1"
says 1 view "$T/view1" --as 2 >> "$bad"
grep -q H1 "$T/err" || cat "$T/err" >> "$bad"
says 1 replay "$T/view1" --as 2 >> "$bad"
"$TOBAGO" view "$SHORT" --as spectator > "$T/view"
says 1 view "$T/view" --as 1 >> "$bad"
verdict "H1 no view tells another's hand, and none can be turned into another seat's"

# What a spectator sees does not depend on what is hidden (H2): two deals, one view
before=$(awk '/^nature deal 2/ { print NR - 1; exit }' "$SHORT")
"$TOBAGO" legal "$SHORT" --at "$before" | sed -n '1p;$p' > "$T/deals"
for k in 1 2; do
    { cat "$T/cut/$before"; sed -n ${k}p "$T/deals"; } > "$T/deal$k"
    "$TOBAGO" view "$T/deal$k" --as 1 > "$T/seen$k"
    "$TOBAGO" replay "$T/deal$k" --as 1 > "$T/drawn$k"
    "$TOBAGO" legal "$T/seen$k" > "$T/legal$k"
    "$TOBAGO" replay "$T/deal$k" --as 1 --json > "$T/json$k"
done
cmp -s "$T/deal1" "$T/deal2" && echo "the deals are equal" >> "$bad"
for what in seen drawn legal json; do
    cmp "$T/${what}1" "$T/${what}2" >> "$bad" 2>&1
done
verdict "H2 two deals that differ in a hidden card look the same to another seat"

# ---- replay ----

escape=$(printf '\033')
for n in 1 "$HEAD" "$TURN" $((LINES_SHORT / 2)) "$LINES_SHORT"; do
    says 0 replay "$SHORT" --at "$n" >> "$bad"
    [ -s "$T/out" ] || echo "nothing is drawn after line $n" >> "$bad"
    grep -q "$escape" "$T/out" && echo "colours without a terminal after line $n" >> "$bad"
    awk -v n="$n" 'length > 100 && !/hand:|sites/ { print n ": a line of " length }' "$T/out" >> "$bad"
done
LC_ALL=C "$TOBAGO" replay "$SHORT" | grep -q '[^ -~]' && echo "not ASCII in LC_ALL=C" >> "$bad"
verdict "replay draws without colours and within 100 columns where it is not on a terminal" \
    "$bad"

for space in $(awk '{ print $1 }' "$T/placed"); do
    "$TOBAGO" replay "$SHORT" --at "$HEAD" | sed 's/^...//' | grep -qw "$space" ||
        echo "$space is missing" >> "$bad"
done
verdict "the drawing names every space of the island"
"$TOBAGO" replay tests/games/three-cut-in-distribution.tobago > "$T/drawn"
grep -qx 'turned up so far: 3 4 6 2 5' "$T/drawn" || grep 'turned up' "$T/drawn" >> "$bad"
verdict "D1 the drawing shows the cards turned up in the order in which they came"

# ---- bench ----

FIGURES='random_moves random_games volcano_moves volcano_games wasm_moves replay search
slowest_easy slowest_medium slowest_hard state board'
if [ -e build/wasm/tobago.wasm ] && command -v node > /dev/null; then
    timeout 60 "$TOBAGO" bench --seconds 1 > "$T/out" 2> "$T/err" || echo "exit code $?" >> "$bad"
    grep -vE '^[a-z_]+ [0-9]+(\.[0-9]+)? [a-z/]+$' "$T/out" >> "$bad"
    # shellcheck disable=SC2086
    [ "$(cut -d' ' -f1 "$T/out")" = "$(printf '%s\n' $FIGURES)" ] || cat "$T/out" >> "$bad"
    cat "$T/err" >> "$bad"
    verdict "bench prints lines NAME VALUE UNIT"
else
    skip "bench prints lines NAME VALUE UNIT" "'make wasm' or node is missing"
fi

"$TOBAGO" bench --help > "$T/help"
for name in $FIGURES; do
    grep -qw "$name" "$T/help" || echo "the help does not name $name" >> "$bad"
done
for part in random volcano wasm replay search slowest sizes; do
    grep -qw "$part" "$T/help" || echo "the help does not name the part $part" >> "$bad"
done
says 2 bench nothing >> "$bad"
says 0 bench sizes >> "$bad"
[ "$(cut -d' ' -f1 "$T/out" | tr '\n' ' ')" = 'state board ' ] || cat "$T/out" >> "$bad"
verdict "bench --help names every figure and every part, and a part can be measured alone"

# The program alone, as it is installed; then with all but node
mkdir -p "$T/alone's/build/wasm" "$T/alone's/bench"
cp "$TOBAGO" "$T/alone's/build/tobago"
timeout 60 "$T/alone's/build/tobago" bench random wasm sizes --seconds 1 > "$T/out" 2> "$T/err"
[ $? = 3 ] || echo "exit code $?, not 3" >> "$bad"
[ "$(cut -d' ' -f1 "$T/out" | tr '\n' ' ')" = 'random_moves random_games state board ' ] ||
    cat "$T/out" >> "$bad"
grep -q '^tobago: wasm_moves is missing: bench/wasm.mjs' "$T/err" || cat "$T/err" >> "$bad"
cp bench/wasm.mjs "$T/alone's/bench/"
: > "$T/alone's/build/wasm/tobago.wasm"
PATH=/nowhere /usr/bin/timeout 60 "$T/alone's/build/tobago" bench wasm sizes --seconds 1 --json \
    > "$T/json/bench-alone" 2> "$T/err"
[ $? = 3 ] || echo "without node: exit code $?, not 3" >> "$bad"
grep -q '^tobago: wasm_moves is missing: node is not installed$' "$T/err" &&
    [ "$(wc -l < "$T/err")" = 1 ] || cat "$T/err" >> "$bad"
verdict "a figure of bench that cannot be had is told with its reason, and is 3"

# ---- JSON ----

json island island AbC1 --json
json island-objects island "$ISLAND" --objects "$OBJECTS" --json
json sites sites "$ISLAND" --objects "$OBJECTS" next-hut --json
json sites-none sites ABC0 in-jungle in-lake --json
json reach reach ABC0 h8 --json
json sight sight ABC0 h8 NE --json
json sight-none sight ABC0 "$(awk '/coast/ { print $1; exit }' "$T/island/ABC0")" NW --json
json simulate simulate --games 2 --seed 3 --json
json simulate-none simulate --games 0 --json
json check check "$SHORT" "$T/wrong" "$T/nothing" "$T/cut/2" /dev/null --json
json legal legal "$SHORT" --at "$TURN" --json
json legal-none legal "$SHORT" --json
json why why "$SHORT" --at "$TURN" "$move" --json
json why-not why "$SHORT" --at "$TURN" --json '1 clue "\' 
json view view "$SHORT" --as 1 --json
json view-header view "$T/cut/2" --as 1 --json
json bench bench sizes random --seconds 1 --json
printf 'tobago 1\nplayers q"\\uote \303\251\342\202\254\360\237\217\235\nisland ABC0\n' > "$T/names"
json names-check check "$T/names" --json
json names-replay replay "$T/names" --json
json names-view view "$T/names" --as spectator --json
cp "$T/names" "$T/a\"b\\c	d"
json path check "$T/a\"b\\c	d" --json
cp "$T/names" "$T/"$'latin1-\xe9'
json path-latin1 check "$T/"$'latin1-\xe9' --json
for n in 1 2 "$HEAD" "$TURN" $((LINES_SHORT / 2)) "$LINES_SHORT"; do
    json "replay-$n" replay "$SHORT" --at "$n" --json
    json "replay-as-$n" replay "$SHORT" --at "$n" --as 2 --json
done
offer=$(awk '/^[1-4] (claim|pass)/ { print NR - 1; exit }' "$FOUR")
json replay-offer replay "$FOUR" --at "${offer:-5}" --json
for n in 4 12 40 700 "$(wc -l < "$VOLCANO")"; do
    json "volcano-$n" replay "$VOLCANO" --at "$n" --json
done
json volcano-island island ABC0 --volcano h8 --lava h10 --json
grep . "$T/island/AbC1" > "$T/listing"
"$TOBAGO" legal "$SHORT" --at "$TURN" > "$T/moves"

if command -v node > /dev/null; then
    node - "$T" > "$bad" 2>&1 <<'JS'
const fs = require('fs'), root = process.argv[2];
const got = {};
for (const name of fs.readdirSync(root + '/json')) {
    const text = fs.readFileSync(root + '/json/' + name);
    try {
        got[name] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
        if (!text.toString().endsWith('\n')) console.log(name + ': no newline at the end');
    } catch (error) {
        console.log(name + ': ' + error.message);
    }
}
const lines = (name) => fs.readFileSync(root + '/' + name, 'utf8').split('\n').filter((x) => x);
const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b))
        console.log(what + ': ' + JSON.stringify(a) + ' is not ' + JSON.stringify(b));
};
try {
    same('island', got.island.spaces.map((s) => s.name + ' ' + s.terrain + ' ' + s.area +
        (s.largest ? ' largest' : '') + (s.coast ? ' coast' : '')), lines('listing'));
    same('sites-none', got['sites-none'].sites, []);
    same('sight-none', got['sight-none'].space, null);
    same('legal', got.legal.moves, lines('moves'));
    same('why', got.why.legal, true);
    same('why-not', got['why-not'].legal, false);
    same('view', got.view.lines, lines('view1'));
    same('check', got.check.files.map((f) => f.ok), [true, false, false, true, false]);
    same('check clause', got.check.files[1].clause, 'S3');
    same('names', got['names-check'].files[0].players, ['q"\\uote', 'é€🏝']);
    same('path', got.path.files[0].file, root + '/a"b\\c\td');
    same('bench-alone', got['bench-alone'].wasm_moves, { value: null, unit: 'moves/s' });
    same('simulate', got.simulate.endings.E1 + got.simulate.endings.E3, 2);
    for (const name in got)
        if (/^replay-(as-)?\d+$/.test(name))
            same(name + ' line', got[name].line, Number(name.replace(/\D/g, '')));
} catch (error) {
    console.log(error.message);
}
JS
    verdict "every --json is valid JSON in UTF-8 and says what the plain form says"
else
    skip "every --json is valid JSON" "node is not installed"
fi

finish
