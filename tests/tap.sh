#!/bin/sh
# What the shell tests share. A test is a script that begins with
#
#     cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
#
# writes what is wrong to the file $bad, says after each of its tests
#
#     verdict "a sentence that tells what holds"
#
# and ends with "finish". It has
#
#     $TOBAGO, $CHECKED   the program: optimised, and with the sanitizers
#     $T                  a folder of its own, removed in the end
#
# Run as a program this file tests itself, and tests/run.

TOBAGO=$PWD/build/tobago
CHECKED=$PWD/build/debug/tobago
T=$(mktemp -d) || exit 3
trap 'chmod -R u+rwX "$T"; rm -rf "$T"' EXIT
bad=$T/bad
XDG_DATA_HOME=$T/data # where games without a file go
export XDG_DATA_HOME
: > "$bad"
number=0
failed=0

# ok SENTENCE
ok() {
    number=$((number + 1))
    echo "ok $number - $1"
}

# not_ok SENTENCE [COMPLAINT...]: with the first complaints, in printable characters
not_ok() {
    number=$((number + 1))
    failed=1
    echo "not ok $number - $1"
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@" > "$bad"
    head -n "${lines_shown:-12}" "$bad" | cut -c 1-220 | tr -c '\n -~' '.' | sed 's/^/# /'
    : > "$bad"
}

# verdict SENTENCE: good if nothing was written to $bad since the last one
verdict() {
    if [ -s "$bad" ]; then not_ok "$1"; else ok "$1"; fi
}

# skip SENTENCE WHY: what cannot be tested here; tests/run counts it apart
skip() {
    number=$((number + 1))
    echo "ok $number - $1 # skip: $2"
    : > "$bad"
}

finish() {
    echo "1..$number"
    exit "$failed"
}

case $0 in */tap.sh) ;; *) return 0 ;; esac

# ---- This file ----

set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 3
tap=$PWD/tests/tap.sh

# says CODE TEXT: complains unless $T/script ends and prints like this
says() {
    got=$(sh "$T/script" 2>&1)
    code=$?
    [ "$code" = "$1" ] || echo "exit code $code, not $1" >> "$bad"
    [ "$got" = "$2" ] || printf '%s\n' "not '$2' but '$got'" >> "$bad"
}

printf '%s\n' ". '$tap'" 'verdict one' 'skip two why' 'verdict three' finish > "$T/script"
says 0 'ok 1 - one
ok 2 - two # skip: why
ok 3 - three
1..3'
verdict "tap: what has no complaint is good"

printf '%s\n' ". '$tap'" 'printf "a\001b\n" > "$bad"' 'verdict one' 'verdict two' finish \
    > "$T/script"
says 1 'not ok 1 - one
# a.b
ok 2 - two
1..2'
verdict "tap: a complaint is shown once, in printable characters, and fails the script"

printf '%s\n' ". '$tap'" 'echo "$T" > '"'$T/where'" 'mkdir "$T/x"' 'chmod 0 "$T/x"' finish \
    > "$T/script"
says 0 '1..0'
[ -s "$T/where" ] && ! [ -e "$(cat "$T/where")" ] || echo "the folder is left" >> "$bad"
verdict "tap: its folder is gone in the end"

# ---- tests/run ----

mkdir -p "$T/tree/tests" && cp tests/run "$T/tree/tests/run"

# test_of NAME LINE...: a test that prints these lines
test_of() {
    name=$1
    shift
    { printf '#!/bin/sh\n' && printf 'echo "%s"\n' "$@"; } > "$T/tree/tests/$name.sh"
    chmod +x "$T/tree/tests/$name.sh"
}

# runs CODE LINE [PATTERN]: complains unless tests/run ends and closes like this
runs() {
    "$T/tree/tests/run" ${3+"$3"} > "$T/out" 2>&1 < /dev/null
    code=$?
    [ "$code" = "$1" ] && [ "$(tail -n 1 "$T/out")" = "$2" ] ||
        { echo "exit code $code, not $1; not '$2':" && cat "$T/out"; } >> "$bad"
}

test_of good 'ok 1 - one' 'ok 2 - skips no stone' 'not a line of TAP'
runs 0 '2 passed, 0 failed'
test_of mixed 'ok 1 - one' 'ok 2 - two # skip: why' 'ok 3 # SKIP three'
runs 0 '3 passed, 0 failed, 2 skipped'
test_of all 'ok 1 - one # skip'
runs 0 '3 passed, 0 failed, 3 skipped'
runs 0 '0 passed, 0 failed, 1 skipped' all
grep -q '^skipped .*all\.sh' "$T/out" || cat "$T/out" >> "$bad"
verdict "run: what was skipped is counted apart from what passed"

printf '#!/bin/sh\nsleep 2\necho "ok 1 - late"\n' > "$T/tree/tests/slow.sh"
chmod +x "$T/tree/tests/slow.sh"
"$T/tree/tests/run" slow > "$T/slow" 2>&1 &
slow=$!
sleep 0.5
"$T/tree/tests/run" good > "$T/out" 2>&1
[ $? = 3 ] && grep -q 'other tests are running' "$T/out" || cat "$T/out" >> "$bad"
wait "$slow"
[ "$(tail -n 1 "$T/slow")" = '1 passed, 0 failed' ] || cat "$T/slow" >> "$bad"
rm "$T/tree/tests/slow.sh"
verdict "run: two at once are refused, and the first goes on"

test_of wrong 'ok 1 - one' 'not ok 2 - two'
runs 1 '4 passed, 1 failed, 3 skipped'
runs 1 '1 passed, 1 failed' wrong
grep -q '^FAILED .*wrong\.sh' "$T/out" || cat "$T/out" >> "$bad"
test_of wrong 'no test at all'
runs 1 '0 passed, 1 failed' wrong
printf '#!/bin/sh\necho "ok 1 - one"\nexit 7\n' > "$T/tree/tests/wrong.sh"
runs 1 '1 passed, 1 failed' wrong
runs 1 '0 passed, 1 failed' 'no such test'
verdict "run: failures, crashes and tests that run nothing fail"

finish
