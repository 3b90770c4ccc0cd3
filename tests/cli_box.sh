#!/bin/bash
# A board on a table: names as people type them, drawings, pictures, the finder of islands.
# Needs build/tobago. Prints TAP.
set -u
export LC_ALL=C
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

# run WORD...: stdout to $T/out, stderr to $T/err, the exit code to $code
run() {
    timeout 20 "$TOBAGO" "$@" > "$T/out" 2> "$T/err" < /dev/null
    code=$?
}

# prints TEXT WORD...: complains unless the exit code is 0 and this is on stdout
prints() {
    local text=$1
    shift
    run "$@"
    [ "$code" = 0 ] && [ "$(cat "$T/out")" = "$text" ] && ! [ -s "$T/err" ] ||
        { echo "tobago $*: exit code $code:" && cat "$T/out" "$T/err"; } >> "$bad"
}

# refuses PATTERN WORD...: complains unless the exit code is 1, stdout is empty and one line
# of stderr matches
refuses() {
    local pattern=$1
    shift
    run "$@"
    [ "$code" = 1 ] && ! [ -s "$T/out" ] && [ "$(wc -l < "$T/err")" = 1 ] &&
        grep -qE -- "$pattern" "$T/err" ||
        { echo "tobago $*: exit code $code, not '$pattern':" && cat "$T/out" "$T/err"; } \
            >> "$bad"
}

# sound FILE: complains unless it is one XML document, by xmllint where there is one and by
# the balance of its elements everywhere
sound() {
    if command -v xmllint > /dev/null; then
        xmllint --noout "$1" >> "$bad" 2>&1
    fi
    tr '\n<' ' \n' < "$1" | awk -v file="$1" '
        NR == 1 { next }
        /^\// { if (depth < 1 || open[depth--] != substr($1, 2, index($1, ">") - 2)) wrong = 1; next }
        /\/>[^>]*$/ { next }
        { name = $1; sub(/>.*/, "", name); open[++depth] = name }
        END { if (wrong || depth != 0) print file ": elements do not close in order" }' >> "$bad"
}

OBJECTS=hut:e5,hut:k7,palm:h6

# ---- Names ----

WANT="e6 f6 j7 j8 k6 k8 l7"
prints "$WANT" sites AbC1 --objects $OBJECTS next-hut not-in-jungle
prints "$WANT" sites AbC1 --objects $OBJECTS NEXT-HUT Not-In-Jungle
prints "$WANT" sites AbC1 --objects $OBJECTS 'next to a hut' 'not in jungle'
prints "$WANT" sites AbC1 --objects $OBJECTS next to a hut not in the jungle
prints "$WANT" sites bCA1 --objects 'Hut E5, huts:K7,palm:h6' next_hut, not in jungle
prints b5 sight AbC1 H8 north-west
run reach AbC1 H8 --json
grep -q '"space":"h8"' "$T/out" || cat "$T/out" >> "$bad"
verdict "names are taken in any case, with blanks or hyphens, as one word or several"

refuses "'not-nxt-hut' is not a clue \(L\); did you mean not-next-hut\?" \
    sites AbC1 --objects $OBJECTS not-nxt-hut
refuses "'next to a hot'.*did you mean next-hut" sites AbC1 --objects $OBJECTS \
    in-jungle next to a hot not-in-lake
refuses 'did you mean AbC0' island AbC7
refuses '\(I6\); the nearest are ' reach AbC1 a3
refuses 'did you mean hut\?' island AbC1 --objects hit:e5
refuses "'E' is not a direction \(O3\): N NE SE S SW NW" sight AbC1 h8 E
refuses 'tobago sites --help' sites AbC1 xyzzy
run sites --help
for word in in next sight not-in not-next not-sight beach jungle lake mountain river \
    scrubland largest hut palm statue ocean volcano lava; do
    grep -qE "(^|[ ,])$word([ ,;]|\$)" "$T/out" || echo "--help does not list $word" >> "$bad"
done
verdict "a wrong name gets the nearest right ones, and --help lists relations and landmarks"

refuses "'next-hut' \(L5\): no hut is on this board: say where with --objects" \
    sites AbC1 next-hut
refuses 'no statue' sites AbC1 --objects $OBJECTS not in sight of a statue
refuses 'no volcano' sites AbC1 --objects $OBJECTS next-volcano
verdict "L5 sites: a clue about objects that were not given is refused with a sentence"

# ---- Drawings ----

run island AbC1 --objects $OBJECTS,statue:h8:NE
[ "$code" = 0 ] || echo "exit code $code" >> "$bad"
for space in $("$TOBAGO" island AbC1 --list | cut -d ' ' -f 1); do
    grep -qE "(^|[ ])$space( |\$)" "$T/out" || echo "$space is not drawn" >> "$bad"
done
grep -q ' e5 H' "$T/out" && grep -q 'h8 S' "$T/out" && grep -q 'h6 P' "$T/out" ||
    echo "objects are not drawn" >> "$bad"
grep -q 'b beach .*j jungle .*s scrubland' "$T/out" || echo "no legend" >> "$bad"
LC_ALL=C.UTF-8 run island AbC1 --objects statue:h8:NE
grep -q 'h8 ↗' "$T/out" || echo "no arrow" >> "$bad"
verdict "island draws every space with its name, and the objects"

run islands
[ "$(grep -oE '[Aa][BbCc][BbCc][01]' "$T/out" | sort -u | wc -l)" = 32 ] ||
    cat "$T/out" >> "$bad"
[ "$(awk 'length > 80' "$T/out" | wc -l)" = 0 ] || echo "wider than 80 columns" >> "$bad"
run islands --sides show
[ "$(grep -oE '(^| )[AaBbCc]( |$)' "$T/out" | wc -l)" -ge 6 ] || cat "$T/out" >> "$bad"
verdict "islands draws all 32 within 80 columns, and the six sides"

# ---- Pictures ----

run island AbC1 --objects $OBJECTS,statue:h8:NE --svg "$T/island.svg"
[ "$code" = 0 ] && ! [ -s "$T/out" ] || echo "island --svg: $code" >> "$bad"
run sites AbC1 --objects $OBJECTS --svg "$T/sites.svg" next-hut
[ "$code" = 0 ] && [ -s "$T/out" ] || echo "sites --svg: $code" >> "$bad"
run reach AbC1 h8 --svg "$T/reach.svg"
run sight AbC1 h8 NE --svg "$T/sight.svg"
run islands --svg "$T/islands.svg"
run island ABC0 --volcano h7 --triads jungle-mountain:b5:NW --lava f6 --svg "$T/lava.svg"
for name in island sites reach sight islands lava; do
    [ -s "$T/$name.svg" ] || { echo "no $name.svg" >> "$bad" && continue; }
    sound "$T/$name.svg"
done
verdict "pictures are sound XML"

"$TOBAGO" island AbC1 --objects $OBJECTS,statue:h8:NE --svg "$T/again.svg"
cmp -s "$T/again.svg" "$T/island.svg" || echo "not the same bytes" >> "$bad"
grep -q '<script\|http[^w]*://[^w]\|@import' "$T/island.svg" && echo "it fetches" >> "$bad"
for space in $("$TOBAGO" island AbC1 --list | cut -d ' ' -f 1); do
    grep -q ">$space<" "$T/island.svg" || echo "$space has no name in the picture" >> "$bad"
done
[ "$(grep -c '>3</text>' "$T/reach.svg")" = "$("$TOBAGO" reach AbC1 h8 |
    awk '{ n[NR] = NF } END { print n[3] - n[2] }')" ] || echo "third legs" >> "$bad"
grep -q 'next to a hut' "$T/sites.svg" || echo "the clue is not named" >> "$bad"
verdict "pictures are the same bytes every time, and name every space"

"$TOBAGO" sites AbC1 --objects $OBJECTS,statue:h8:NE next to a hut not in jungle \
    --svg "$T/shown.svg" > /dev/null
cmp "$T/shown.svg" docs/sites.svg >> "$bad" 2>&1
verdict "the picture in docs/table.md is what its command draws"

for name in island\ AbC1 sites\ AbC1\ in-jungle reach\ AbC1\ h8 sight\ AbC1\ h8\ N islands; do
    # shellcheck disable=SC2086
    run $name --svg "$T/no/folder.svg"
    [ "$code" = 3 ] || echo "$name: exit code $code, not 3" >> "$bad"
    # shellcheck disable=SC2086
    [ -e /dev/full ] && run $name --svg /dev/full && [ "$code" != 3 ] &&
        echo "$name: exit code $code for a full disk" >> "$bad"
done
verdict "a picture that cannot be written is told with exit code 3"

# ---- The finder ----

prints "AbC0
ACb0
AbC1
ACb1" islands --list --sides AbC
prints '{"islands":["AbC0","ACb0"]}' islands --json --sides AbC --spot m:oossmb
prints "AbC0
ACb0" islands --list --sides AbC --spot 'mountain: ocean ocean scrubland scrubland mountain beach'
refuses 'two sides of one section' islands --sides Aa
refuses "is not a side" islands --sides Q
refuses 'is not a spot like m:oobjbo' islands --spot mountain
refuses 'no island looks like that' islands --spot l:llllll,r:oooooo
run islands --sides AbC
grep -q '^4 of 32 islands' "$T/out" &&
    grep -q '^Do you see .* --spot [bjlmrs]:[bjlmrso]*$' "$T/out" ||
    cat "$T/out" >> "$bad"
verdict "the finder leaves the islands with these sides and spots, and asks for the next"

finish
