#!/bin/sh
# TAP: every clause of docs/rules.md has a test that is named after it (c2_...), and every
# reason of the engine is the answer in some test. Section V has tests of its own.
cd "$(dirname "$0")/.." || exit 3

listed="I1 I2 I3 I4 I5 I6 O1 O2 O3 O4 S1 S2 S3 S4 S5 S6 S7 T1 T2 T3 T4 T5 C1 C2 C3 C4 C5
L1 L2 L3 L4 L5 L6 M1 M2 M3 M4 R1 R2 R3 R4 D1 D2 D3 D4 D5 K1 K2 K3 N1 N2 N3 N4
A1 A2 A3 A4 A6 X1 X2 P1 P2 E1 E2 E3 H1 H2
V1 V2 V3 V4 V5 V6 V7"
written=$(sed -n 's/^ *- \**\([A-Z][0-9]\)\**[ .:].*/\1/p' docs/rules.md 2>/dev/null)
reasons=$(sed -n 's/^ *X(\([A-Z][A-Z0-9_]*\), .*/\1/p' include/tobago/reason.h)

number=0
failed=0
report() { # 0 or 1, then the sentence
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        failed=1
    fi
}

for clause in $(printf '%s\n' $listed $written | sort -u); do
    name=$(printf '%s' "$clause" | tr 'A-Z' 'a-z')
    grep -q "^static void ${name}_" tests/test_*.c
    report $? "clause $clause has a test"
done

for reason in $reasons; do
    grep -q "TOB_REASON_$reason\\b" tests/test_*.c
    report $? "reason $reason is given in a test"
done

# Every word that a line may have is described in docs/notation.md.
words=$(sed -n 's/.*\.\(word\|power\|curse\) = "\([a-z]*\)".*/\2/p' src/engine/kinds.c | sort -u)
for word in $words; do
    grep -q "\`[a-z1-4 ]*\b$word\b" docs/notation.md
    report $? "the line kind $word is described in docs/notation.md"
done

# A list that came out empty would prove nothing.
[ "$(printf '%s\n' $words | wc -l)" -ge 25 ]
report $? "the words of lines were found in kinds.c"
[ "$(printf '%s\n' $reasons | wc -l)" -ge 70 ]
report $? "the reasons were found in reason.h"
[ "$(printf '%s\n' $written | wc -l)" -ge 60 ]
report $? "the clauses were found in docs/rules.md"

echo "1..$number"
exit "$failed"
