#!/bin/bash
# tobago verify: a sound proof, one that fails at every line, its steps, JSON; and the example
# of docs/fairness.md, which Python repeats without our code.
# Needs build/tobago and build/debug/tobago. Prints TAP.
set -u
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
PROOF=examples/fair.proof
LINES_PROOF=$(wc -l < "$PROOF")

"$CHECKED" verify "$PROOF" > "$T/out" 2>> "$bad" || echo "the example is not sound" >> "$bad"
grep -qF "$(cat "$T/out")" docs/fairness.md || cat "$T/out" >> "$bad"
"$CHECKED" verify - < "$PROOF" 2>&1 | grep -q '^-: sound, ' || echo "not from stdin" >> "$bad"
verdict "a sound proof is accepted, with the sentence that docs/fairness.md prints"

"$CHECKED" verify -v "$PROOF" > "$T/out" 2>> "$bad"
head -n "$LINES_PROOF" "$T/out" | sed -E 's/^ *[0-9]+  [a-z]+ +//; s/  \(event .*//' |
    diff "$PROOF" - >> "$bad"
grep -q '^ *10  drawn  *first 2  (event 3, draw 1)$' "$T/out" || cat "$T/out" >> "$bad"
verdict "-v shows every line, and where it was drawn"

for line in $(seq "$LINES_PROOF"); do
    sed "${line}s/.*/nature nonsense/" "$PROOF" > "$T/wrong"
    "$CHECKED" verify "$T/wrong" > "$T/out" 2> "$T/err"
    [ $? = 1 ] && [ ! -s "$T/out" ] && grep -q "wrong:$line: " "$T/err" ||
        { echo "line $line:" && cat "$T/out" "$T/err"; } >> "$bad"
done
verdict "nonsense in any line is found there, with exit code 1"

sed 's/2 in-lake/2 in-river/' "$PROOF" > "$T/wrong"
"$CHECKED" verify "$T/wrong" 2> "$T/err"
grep -q ":32: nature drew another line here ('nature deal 2 in-lake')" "$T/err" ||
    cat "$T/err" >> "$bad"
"$CHECKED" verify --json -v "$T/wrong" > "$T/json"
"$CHECKED" verify --json "$PROOF" > "$T/json2"
python3 - "$T/json" "$T/json2" >> "$bad" 2>&1 << 'END'
import json, sys
wrong, right = (json.load(open(path)) for path in sys.argv[1:])
assert not wrong['ok'] and wrong['line'] == 32 and wrong['drawn'] == 'nature deal 2 in-lake', wrong
assert len(wrong['steps']) == 31 and wrong['steps'][9]['draw'] == 1, wrong
assert right['ok'] and right['draws'] == 38 and right['lines'] == 19, right
END
verdict "a wrong card is named with the one that was drawn, in words and in JSON"

"$CHECKED" verify > "$T/out" 2>&1
[ $? = 2 ] || echo "no file is no wrong usage" >> "$bad"
"$CHECKED" verify "$T/nothing" > "$T/out" 2>&1
[ $? = 3 ] || echo "a missing file is no failure" >> "$bad"
: | "$CHECKED" verify - > "$T/out" 2>&1
[ $? = 1 ] || echo "an empty proof is taken" >> "$bad"
yes | head -c 40000000 > "$T/big"
"$CHECKED" verify "$T/big" > "$T/out" 2>&1
[ $? = 1 ] || echo "an endless proof is taken" >> "$bad"
verdict "usage, missing, empty and endless files have their exit codes"

sed -n '/^```python$/,/^```$/p' docs/fairness.md | sed '1d;$d' > "$T/draw.py"
python3 "$T/draw.py" > "$T/out" 2>> "$bad"
sed 's/^/    /' "$T/out" | grep -vxF -f docs/fairness.md >> "$bad"
[ "$(wc -l < "$T/out")" = 3 ] || echo "it prints other lines" >> "$bad"
grep -qx "$(sed -n 's/^first/first/p' "$T/out")" "$PROOF" || echo "another first seat" >> "$bad"
verdict "the example of docs/fairness.md prints what it says"
finish
