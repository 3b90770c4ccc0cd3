#!/bin/bash
# tobago rules: the rules, clauses and words of them, on paper and on terminals of any width;
# the hints that lead there; and rules that would stop the build.
# Needs build/tobago, build/debug/tobago and build/clauses. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

# rules CODE WORD...: stdout to $T/out, stderr to $T/err; complains about another exit code
rules() {
    local want=$1
    shift
    "$CHECKED" rules "$@" > "$T/out" 2> "$T/err" < /dev/null
    local code=$?
    [ "$code" = "$want" ] || echo "rules $*: exit code $code, not $want" >> "$bad"
    { [ "$want" = 0 ] && [ -s "$T/err" ]; } && cat "$T/err" >> "$bad"
    { [ "$want" = 1 ] && [ -s "$T/out" ]; } && cat "$T/out" >> "$bad"
}
prints() { grep -qE -- "$1" "$T/out" || { echo "no '$1' in:" && cat "$T/out"; } >> "$bad"; }
lacks() { grep -E -- "$1" "$T/out" >> "$bad"; }
complains() { grep -qF -- "$1" "$T/err" || { echo "no '$1' in:" && cat "$T/err"; } >> "$bad"; }

# ---- What it prints ----

rules 0
head -n 1 "$T/out" | grep -qx 'The rules' || head -n 1 "$T/out" >> "$bad"
sed -n 's/^- \*\*\([A-Z][0-9]\)\*\* .*/\1/p' docs/rules.md > "$T/wanted"
sed -n 's/^  \([A-Z][0-9]\)  [A-Za-z0-9].*/\1/p' "$T/out" | diff "$T/wanted" - >> "$bad"
sed -n 's/^## //p' docs/rules.md > "$T/wanted"
grep -E '^[A-Z]( and [A-Z])?\. ' "$T/out" | diff "$T/wanted" - >> "$bad"
awk 'length > 80' "$T/out" >> "$bad"
prints '^3\. and at any moment .*' && prints '^   \(A\)\.$' # a list goes on below its text
lacks '\*|`'
lacks ' $'
verdict "without a word it prints every section and every clause, in 80 columns"

rules 0 c3
head -n 1 "$T/out" | grep -qx 'C. Playing a clue' || cat "$T/out" >> "$bad"
prints '^  C3  The clue must leave at least one'
lacks '^  C[1245]  '
rules 0 C2 P
prints '^  C2  ' && prints '^  P1  ' && prints '^These cost an amulet too'
lacks '^  C[1345]  '
rules 0 x
prints '^A and X\. Amulets' && prints '^  A1  ' && prints '^  X2  '
verdict "an id prints its clause, a letter its section, several of them all"

rules 0 CURSES ward
prints '^  A4  Ward off a curse'
lacks '^  K3  '
rules 0 roses raiser
[ -s "$T/out" ] || echo "roses and raiser are nowhere" >> "$bad"
rules 0 gold
prints '^The rules$'
lacks '^  C1  '
rules 0 amulet
lacks '^The rules$'
verdict "words print the clauses that mention all of them"

rules 0 --json
node -e '
const rules = JSON.parse(require("fs").readFileSync(0, "utf8"));
const text = require("fs").readFileSync("docs/rules.md", "utf8");
const ids = [...text.matchAll(/^- \*\*(..)\*\* /gm)].map((m) => m[1]);
const bad = (what) => console.log(what);
if (rules.clauses.map((c) => c.id).join() !== ids.join()) bad("not all clauses");
if (rules.sections[0].title !== "The rules") bad("no introduction");
for (const c of rules.clauses) {
    if (!rules.sections.some((s) => s.title === c.section && s.letters.includes(c.id[0])))
        bad(c.id + " has no section");
    if (c.text.split("\n").filter((p) => p.startsWith("Ruling")).length !== c.rulings)
        bad(c.id + " does not have " + c.rulings + " rulings");
}' < "$T/out" >> "$bad" 2>&1
rules 0 --json k1
[ "$(wc -l < "$T/out")" = 1 ] || echo "not one line" >> "$bad"
prints '"clauses":\[\{"id":"K1","section":"Curses","text":"A curse ends'
verdict "--json has sections and clauses, all or those that fit"

# ---- Nothing fits ----

rules 1 c9
complains 'there is no clause c9; its section has C1 C2 C3 C4 C5'
rules 1 z
complains 'there is no section z; the sections are I O S T C'
rules 1 amullet
complains "the rules do not mention 'amullet'; did you mean amulet"
rules 1 AMULLET
complains "the rules do not mention 'AMULLET'; did you mean amulet"
rules 1 jugnle
complains 'did you mean jungle?'
rules 1 treasure curze
complains "'curze'; did you mean curse"
rules 1 qqqqq
complains "'tobago rules' prints all of them"
rules 1 hut pile curse river
complains 'no clause has all of these: hut pile curse river'
rules 1 --json qqqqq
rules 1 "$(printf '\001\377')"
rules 1 "$(head -c 5000 /dev/zero | tr '\0' a)"
rules 0 ''
verdict "where nothing fits the exit code is 1, and the nearest words are offered"

# ---- Terminals ----

# typed WIDTH COMMAND: what a terminal of this width shows, without its colours
typed() {
    script -qec "stty cols $1 rows 24; TERM=xterm-256color $2" /dev/null < /dev/null |
        tr -d '\r'
}
if command -v script > /dev/null; then
    for width in 50 72 100; do
        typed "$width" "$TOBAGO rules" > "$T/typed"
        sed 's/\x1b\[[0-9;]*m//g' "$T/typed" > "$T/out"
        widest=$(awk '{ if (length > most) most = length } END { print most }' "$T/out")
        [ "$widest" -le "$width" ] && [ "$widest" -gt $((width - 5)) ] ||
            echo "$widest columns on a terminal of $width" >> "$bad"
    done
    grep -q $'\x1b\[1mC. Playing a clue' "$T/typed" || echo "no bold heading" >> "$bad"
    typed 200 "$TOBAGO rules" | awk 'length > 120' >> "$bad"
    typed 80 "NO_COLOR=1 $TOBAGO rules" | grep $'\x1b' >> "$bad"
    verdict "lines are as wide as the terminal, up to 100 columns, with bold headings"

    sed -n '/^tobago 1$/,/^```$/p' docs/notation.md | sed '/^```$/,$d' > "$T/game"
    typed 80 "$TOBAGO why $T/game 1 leg a1" > "$T/out"
    prints "^'tobago rules [A-Z][0-9]?' prints the rule"
    echo '1 leg a1' >> "$T/game"
    typed 80 "$TOBAGO check $T/game" > "$T/out"
    prints "^'tobago rules [A-Z][0-9]?' prints the rule"
    "$TOBAGO" check "$T/game" > "$T/out" 2>&1
    lacks 'tobago rules'
    verdict "on a terminal why and check point to the rule, elsewhere they do not"
else
    skip "rules on terminals" "script is not installed"
fi

# ---- Rules that stop the build ----

# stops LINE WHAT SCRIPT: the rules, changed by sed, are refused there
stops() {
    sed -E "$3" docs/rules.md > "$T/rules.md"
    cmp -s docs/rules.md "$T/rules.md" && echo "$3 changes nothing" >> "$bad"
    if build/clauses "$T/rules.md" > "$T/out" 2> "$T/err"; then
        echo "$3: is taken" >> "$bad"
    fi
    [ -s "$T/out" ] && echo "$3: a table is written" >> "$bad"
    complains "$T/rules.md:$1: $2"
}
line_of() { grep -n -m 1 -- "$1" docs/rules.md | cut -d: -f1; }
k1=$(line_of '^- \*\*K1')
k2=$(line_of '^- \*\*K2')
k=$(line_of '^## K')
stops 1 "the first line is '# TITLE'" '1s/#/Rules:/'
stops $((k1 + 1)) 'clause K1 is there twice' "${k1}s/(.*)/\1\n\1/"
stops "$k1" "a clause is '- **C3** text'" "${k1}s/\*\*K1\*\*/K1/"
stops "$k1" "a clause is '- **C3** text'" "${k1}s/K1/K12/"
stops "$k1" 'clause L7 is not in its section' "${k1}s/K1/L7/"
stops "$k1" "a clause is '- **C3** text'" "${k1}s/K1.*/K1**/"
stops "$k1" 'a blank at the end' "${k1}s/\$/ /"
stops "$k1" 'a tab or another control byte' "${k1}s/curse/\tcurse/"
stops "$k1" 'a * that nothing closes' "${k1}s/curse/*curse/"
stops "$k1" 'a ` that nothing closes' "${k1}s/curse/\`curse/"
stops $((k2 + 1)) 'a line that goes on is indented by two blanks' "$((k2 + 1))s/^  //"
stops $((k2 + 1)) 'a line that goes on is indented by two blanks' "$((k2 + 1))s/^/ /"
stops "$k" "a section is '## C. TITLE'" "${k}s/K\./K/"
stops "$k" "a section is '## C. TITLE'" "${k}s/^##/###/"
stops "$k" 'another section has this letter' "${k}s/K\./C./"
stops $((k + 2)) 'the section before has no clause' "${k}s/(.*)/\1\n\n## Q. A title/"
stops $((k1 + 1)) 'a line that goes on is indented' "${k1}s/\$/\nText./"
stops $((k1 + 2)) "a section's text comes before its first clause" "${k1}s/\$/\n\nText.\n/"
stops "$k2" 'a zero byte, or more than 510 bytes' "${k2}s/a rose/$(head -c 600 /dev/zero | tr '\0' a)/"
verdict "rules that are not regular stop the build, with file and line"

build/clauses /nowhere/rules.md > "$T/out" 2> "$T/err" && echo "no file is taken" >> "$bad"
complains '/nowhere/rules.md:0: No such file'
head -n "$k" docs/rules.md > "$T/rules.md"
build/clauses "$T/rules.md" > "$T/out" 2> "$T/err" && echo "half a file is taken" >> "$bad"
complains "rules.md:$k: the rules end without a clause"
build/clauses docs/rules.md | cmp - build/gen/clauses.c >> "$bad" 2>&1
verdict "so do rules that are missing or cut short"

finish
