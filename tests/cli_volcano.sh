#!/bin/bash
# The Volcano on the command line (V): boards with volcano, triads and lava, and records of
# games with them. Needs build/tobago and node. Prints TAP.
set -u
export LC_ALL=C
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
GAMES=tests/games

# run WORD...: stdout to $T/out, stderr to $T/err, the exit code to $code
run() {
    timeout 20 "$TOBAGO" "$@" > "$T/out" 2> "$T/err" < /dev/null
    code=$?
}

# prints SENTENCE TEXT WORD...: exit code 0 and exactly this on stdout
prints() {
    local sentence=$1 text=$2
    shift 2
    run "$@"
    if [ "$code" = 0 ] && [ "$(cat "$T/out")" = "$text" ] && ! [ -s "$T/err" ]; then
        ok "$sentence"
    else
        not_ok "$sentence" "tobago $*: exit code $code" "$(cat "$T/out" "$T/err")"
    fi
}

# holds SENTENCE PATTERN WORD...: exit code 0 and a line that matches
holds() {
    local sentence=$1 pattern=$2
    shift 2
    run "$@"
    if [ "$code" = 0 ] && grep -q -- "$pattern" "$T/out"; then
        ok "$sentence"
    else
        not_ok "$sentence" "tobago $*: exit code $code" "$(head -n 3 "$T/out" "$T/err")"
    fi
}

# refuses SENTENCE CLAUSE WORD...: exit code 1, the clause in brackets, nothing on stdout
refuses() {
    local sentence=$1 clause=$2
    shift 2
    run "$@"
    if [ "$code" = 1 ] && grep -q "($clause)" "$T/err" && ! [ -s "$T/out" ]; then
        ok "$sentence"
    else
        not_ok "$sentence" "tobago $*: exit code $code" "$(cat "$T/out" "$T/err")"
    fi
}

mkdir "$T/json"
# json NAME WORD...: keeps what a subcommand prints, to be parsed in the end
json() {
    local name=$1
    shift
    timeout 60 "$TOBAGO" "$@" --json > "$T/json/$name" 2> /dev/null < /dev/null
}

# The board of most questions: two triads, and lava on f6 and f7
BOARD=(--volcano h7 --triads jungle-mountain:b5:NW,scrubland-beach:l11:SW)
LAVA=("${BOARD[@]}" --lava f6,f7)

# ---- island ----

run island ABC0 --list "${LAVA[@]}"
lines=$(wc -l < "$T/out")
if [ "$code" = 0 ] && [ "$lines" = 95 ] && grep -q '^a4 jungle 1 coast$' "$T/out" &&
    ! grep -qE '^(h7|g6|f6|b5) ' "$T/out"; then
    ok "V1 V2: island lists the spaces that are left and the new ones"
else
    not_ok "V1 V2: island lists the spaces that are left and the new ones" "$lines lines"
fi
cut -d ' ' -f 1 "$T/out" > "$T/names"
sed 's/^\(.\)\(.*\)/\1 \2/' "$T/names" | sort -k 1,1 -k 2,2n | tr -d ' ' > "$T/sorted"
if cmp -s "$T/names" "$T/sorted"; then
    ok "V2: new spaces stand in their order, by column and row"
else
    not_ok "V2: new spaces stand in their order, by column and row"
fi
holds "I5: areas of one size are all the largest" '^j3 beach 4 largest coast$' \
    island ABC0 --list "${BOARD[@]}"
holds "V3: lava destroys a hut" '^j5 scrubland 5$' \
    island ABC0 --list --volcano h7 --objects hut:i5 --lava i5
if grep -q hut "$T/out"; then
    not_ok "V3: and no hut is listed"
else
    ok "V3: and no hut is listed"
fi

# ---- sites, reach, sight ----

prints "V6: sites knows clues about the volcano" \
    "f6 f7 f8 g5 g8 h5 h9 i5 i8 j6 j7 j8" sites ABC0 --volcano h7 next-volcano
prints "V6: sites knows clues about lava" "a4 b4 c4 c5 k10 k11 l10 m10" \
    sites ABC0 "${BOARD[@]}" next-lava
prints "L6: without lava nothing is next to it" "" sites ABC0 --volcano h7 next-lava
prints "L6: without huts nothing is next to one" "" \
    sites ABC0 --volcano h7 --objects hut:i5 --lava i5 next-hut
run sites ABC0 "${BOARD[@]}" not-next-lava in-mountain
if [ "$code" = 0 ] && ! grep -qE '(^| )(b4|b5|h7)( |$)' "$T/out"; then
    ok "V1: lava and volcano are no sites"
else
    not_ok "V1: lava and volcano are no sites" "$(cat "$T/out")"
fi

run reach ABC0 a4 "${BOARD[@]}"
free=$(sed -n 's/^1: //p' "$T/out")
run reach ABC0 a4 "${BOARD[@]}" --pay
paid=$(sed -n 's/^2: //p' "$T/out")
if [ "$free" = "a4 b4" ] && [[ " $paid " == *" c5 "* ]] && [[ " $paid " != *" b5 "* ]]; then
    ok "V5: reach crosses lava with --pay only, and never ends on it"
else
    not_ok "V5: reach crosses lava with --pay only, and never ends on it" "$free" "$paid"
fi
run reach ABC0 g5 --volcano h7 --pay
if [ "$code" = 0 ] && ! grep -qE ' (g6|h6|h7)( |$)' "$T/out"; then
    ok "V5: reach never enters the volcano, at no price"
else
    not_ok "V5: reach never enters the volcano, at no price" "$(cat "$T/out")"
fi

prints "V7: a statue sees across the volcano" m10 sight ABC0 e6 SE --volcano h7
prints "V7: and across lava, to the last space" l10 \
    sight ABC0 e6 SE "${BOARD[@]}" --lava f7,m10
prints "V7: or sees no space at all" "" \
    sight ABC0 h11 S --volcano h7 --lava h9,h10,i10,i11,h12,h13

# ---- What a board refuses ----

refuses "V1: the volcano needs seven spaces" V1 island ABC0 --volcano b4
refuses "I6: and a space of the island" I6 island ABC0 --volcano z9
refuses "I3: no object stands on it" I3 island ABC0 --volcano h7 --objects hut:h6
refuses "V2: a triad's lava lies on a free space" V2 \
    island ABC0 --volcano h7 --triads jungle-mountain:h7:N
refuses "V2: not on an object" V2 \
    island ABC0 --objects hut:b5 --triads jungle-mountain:b5:NW
refuses "V2: its terrains lie on their like and on the ocean" V2 \
    island ABC0 --triads beach-jungle:b5:NW
refuses "V2: there is no other triad" V2 island ABC0 --triads lake-river:b5:NW
refuses "V2: a triad has a direction" V2 island ABC0 --triads jungle-mountain:b5
refuses "V2: each triad exists once" V2 \
    island ABC0 --triads jungle-mountain:b5:NW,jungle-mountain:n6:N
# More than four would be more land than any board can hold.
refuses "V2: so there are never more than four" V2 island ABC0 --triads \
    jungle-mountain:b4:N,jungle-mountain:b5:SE,beach-jungle:c6:S,jungle-mountain:d3:NE,scrubland-beach:d8:S,beach-jungle:e9:SE
refuses "V3: lava flows beside volcano or lava" V3 island ABC0 --volcano h7 --lava f5
refuses "V3: not onto a statue" V3 \
    island ABC0 --volcano h7 --objects statue:f7:N --lava f7
refuses "I3: not onto lava" I3 island ABC0 --volcano h7 --lava f7,f7
refuses "V1: no ATV starts on lava" V1 reach ABC0 f6 "${LAVA[@]}"
refuses "V1: no statue stands on the volcano" V1 sight ABC0 h7 N --volcano h7
run reach ABC0 a4 --pay=1
if [ "$code" = 2 ]; then ok "--pay takes no value"; else not_ok "--pay takes no value" "$code"; fi

json island island ABC0 "${LAVA[@]}"
json sites sites ABC0 "${LAVA[@]}" next-lava
json reach reach ABC0 a4 "${BOARD[@]}" --pay
json sight sight ABC0 h11 S --volcano h7 --lava h9,h10,i10,i11,h12,h13

# ---- Games ----

for options in volcano experienced,volcano,volcano-placed \
    experienced,placed,volcano,volcano-placed,triads-random; do
    for jobs in 1 2; do
        timeout 60 "$TOBAGO" simulate --games 12 --players 3 --seed 5 --options $options \
            --jobs $jobs --out "$T/$options.$jobs" > "$T/sum.$jobs" 2>&1 || echo no >> "$T/sum.$jobs"
    done
    if cmp -s "$T/sum.1" "$T/sum.2" && diff -r "$T/$options.1" "$T/$options.2" > /dev/null; then
        ok "simulate $options: one thread or two, the same games"
    else
        not_ok "simulate $options: one thread or two, the same games" "$(cat "$T"/sum.?)"
    fi
    run check "$T/$options.1"/*.tobago
    if [ "$code" = 0 ] && [ "$(grep -c ': ok, ' "$T/out")" = 12 ]; then
        ok "check accepts what simulate wrote with $options"
    else
        not_ok "check accepts what simulate wrote with $options" "$(head -n 3 "$T/err")"
    fi
done
run simulate --games 1 --options nonsense
unknown=$code
run simulate --games 1 --options triads-random
if [ "$code" = "$unknown" ] && grep -q volcano "$T/err"; then
    ok "triads-random needs the volcano"
else
    not_ok "triads-random needs the volcano" "$code" "$(cat "$T/out" "$T/err")"
fi

HAND=$GAMES/volcano-by-hand.tobago
holds "check accepts the record made by hand" ': ok, 100 lines, under way$' check "$HAND"

: > "$T/missing"
for form in 'nature volcano' '[1-4] volcano' '[1-4] triad' 'nature triad' '[1-4] take' \
    '[1-4] leave' '[1-4] lava' '[1-4] volcanic' '[1-4] amulet volcanic'; do
    grep -q "^$form " $GAMES/volcano-*.tobago || grep -q "^$form\$" $GAMES/volcano-*.tobago ||
        echo "$form" >> "$T/missing"
done
for players in 2 3 4; do
    awk -v n=$players '/^players/ && NF == n + 1 { found = 1 } END { exit !found }' \
        $GAMES/volcano-*.tobago || echo "$players players" >> "$T/missing"
done
if [ -s "$T/missing" ]; then
    not_ok "the golden records hold every line of the Volcano" "$(cat "$T/missing")"
else
    ok "the golden records hold every line of the Volcano"
fi

# line PATTERN: the number of the first line of the record that matches, less one
line() {
    echo $(($(grep -n -m 1 -- "$1" "$HAND" | cut -d : -f 1) - 1))
}

prints "legal: nature may place the volcano on three hexes" \
    "$(printf 'nature volcano h7\nnature volcano i6\nnature volcano i7')" \
    legal "$HAND" --at "$(line '^nature volcano')"
prints "legal: an amulet is taken or left" "$(printf '2 take\n2 leave')" \
    legal "$HAND" --at "$(line '^2 leave')"
holds "legal: lava has its places" '^1 lava k10$' legal "$HAND" --at "$(line '^1 lava')"
holds "legal: triads have theirs" '^2 triad jungle-mountain b5 NW$' \
    legal "$HAND" --at "$(line '^2 triad')"
holds "legal: a volcanic clue names both cards" '^2 volcanic grey next-volcano in-river$' \
    legal "$HAND" --at "$(line '^2 volcanic')"
run legal "$HAND" --at "$(($(line '^1 leg l11') + 1))"
if [ "$code" = 0 ] && ! grep -qv '^1 leg ' "$T/out"; then
    ok "legal: on lava there are legs only"
else
    not_ok "legal: on lava there are legs only" "$(head -n 3 "$T/out")"
fi

# why AT CLAUSE MOVE...: refused for this clause
why() {
    local at=$1 clause=$2
    shift 2
    run why "$HAND" --at "$at" "$@"
    if [ "$code" = 1 ] && grep -q "$clause" "$T/out" "$T/err"; then
        ok "why: $* ($clause)"
    else
        not_ok "why: $* ($clause)" "exit code $code" "$(cat "$T/out" "$T/err")"
    fi
}
why "$(line '^nature volcano')" V1 nature volcano g5
why "$(line '^2 triad')" V2 2 triad beach-jungle b5 NW
why "$(line '^2 leave')" V3 2 end
why "$(line '^1 lava')" V3 1 lava h10
why "$(($(line '^1 leg l11') + 1))" V5 1 end
why "$(line '^2 volcanic')" V6 2 volcanic grey next-volcano next-river
prints "why: a legal move" legal why "$HAND" --at "$(line '^1 leg l11')" 1 leg l11

for seat in 1 2 spectator; do
    run view "$HAND" --as $seat
    cp "$T/out" "$T/view.tobago"
    run check "$T/view.tobago"
    if [ "$code" = 0 ] && grep -q '^2 volcanic grey next-volcano in-river$' "$T/view.tobago" &&
        grep -q '^2 triad ' "$T/view.tobago" && grep -q '^1 lava k10$' "$T/view.tobago"; then
        ok "view $seat shows all that the Volcano does, and is a record"
    else
        not_ok "view $seat shows all that the Volcano does, and is a record" \
            "$(cat "$T/out" "$T/err")"
    fi
done

holds "replay draws lava and volcano" '# lava  A volcano' replay "$HAND"
holds "replay counts the tiles left" 'lava tiles left: 23' replay "$HAND"
holds "replay names the decision: a turn" '^next: Anna, a turn (T)' replay "$HAND"
holds "replay names the decision: the volcano" '^next: nature, .*(V1)' \
    replay "$HAND" --at "$(line '^nature volcano')"
holds "replay names the decision: a triad" '^next: Bobby, .*(V2)' \
    replay "$HAND" --at "$(line '^2 triad')"
holds "replay names the decision: an amulet" '^next: Bobby, .*taken or left (V3)' \
    replay "$HAND" --at "$(line '^2 leave')"
holds "replay names the decision: lava" '^next: Anna, .*lava tile.*(V3)' \
    replay "$HAND" --at "$(line '^1 lava')"
holds "replay names the end" '^next: nobody, the game is over' \
    replay $GAMES/volcano-four.tobago

json replay replay "$HAND"
json setup replay "$HAND" --at 4
json legal legal "$HAND"
json check check "$HAND"
json view view "$HAND" --as 1
json why why "$HAND" 1 end
json simulate simulate --games 2 --options volcano

if command -v node > /dev/null; then
    if node -e '
        const fs = require("fs"), folder = process.argv[1];
        for (const name of fs.readdirSync(folder))
            fs.readFileSync(folder + "/" + name, "utf8").trimEnd().split("\n")
                .forEach(line => { try { JSON.parse(line) }
                                   catch (e) { console.log(name + ": " + e.message) } });
        const at = name => JSON.parse(fs.readFileSync(folder + "/" + name, "utf8"));
        const same = (a, b) => { if (JSON.stringify(a) !== JSON.stringify(b))
            console.log(JSON.stringify(a) + " is not " + JSON.stringify(b)) };
        same(at("island").lava, ["b5", "f6", "f7", "l11"]);
        same(at("island").volcano, ["g6", "g7", "h6", "h7", "h8", "i6", "i7"]);
        same(at("sight").space, null);
        same(at("reach").reach["1"], ["a4", "b4"]);
    ' "$T/json" > "$T/wrong" 2>&1 && ! [ -s "$T/wrong" ]; then
        ok "every --json is valid JSON"
    else
        not_ok "every --json is valid JSON" "$(cat "$T/wrong")"
    fi
else
    skip "every --json is valid JSON" "node is not installed"
fi

finish
