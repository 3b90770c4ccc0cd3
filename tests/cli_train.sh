#!/bin/sh
# tobago train: a small training runs, is kept, goes on, and refuses what does not fit.
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

# holds SENTENCE: by the exit code of the command before
holds() {
    if [ $? -eq 0 ]; then ok "$1"; else not_ok "$1" "$(cat "$T/err")"; fi
}

small="--games 2 --iterations 4 --jobs 1 --seed 3"

# shellcheck disable=SC2086
"$TOBAGO" train --players 3 --generations 1 $small --state "$T/state" \
    > "$T/one" 2> "$T/err"
holds "a generation is played"

[ "$(head -n 1 "$T/one")" = "players 3" ] && [ "$(wc -l < "$T/one")" -eq 18 ]
holds "the weights are printed in the form of data/weights.txt"

grep -q 'generation 1: .* % of the wins against the first weights' "$T/err"
holds "its strength is told"
cp "$T/err" "$T/first"

# shellcheck disable=SC2086
"$TOBAGO" train --players 3 --generations 2 $small --state "$T/state" \
    > "$T/two" 2> "$T/more" && cp "$T/more" "$T/err" &&
    head -n 1 "$T/more" | cmp -s - "$T/first" && grep -q 'generation 2:' "$T/more"
holds "a training goes on from its state, and tells its strength so far again"

# shellcheck disable=SC2086
"$TOBAGO" train --players 3 --generations 2 $small > "$T/straight" 2> "$T/err" &&
    cmp -s "$T/two" "$T/straight"
holds "interrupted or not, it learns the same"

# shellcheck disable=SC2086
"$TOBAGO" train --players 2 $small --state "$T/state" > "$T/out" 2> "$T/err"
[ $? -eq 1 ] && [ -s "$T/err" ] && [ ! -s "$T/out" ]
holds "a state of another player count is refused"

cp "$T/state" "$T/before"
for other in '--games 3' '--iterations 5' '--seed 4' '--options volcano'; do
    same=$(echo "$small" | sed "s/${other% *} [0-9]*//")
    # shellcheck disable=SC2086
    "$TOBAGO" train --players 3 $same $other --state "$T/state" > "$T/out" 2> "$T/err"
    [ $? -eq 1 ] && grep -q "is of another training: '" "$T/err" && [ ! -s "$T/out" ] &&
        cmp -s "$T/state" "$T/before"
    holds "a state of a training without $other is refused"
done

head -n 60 "$T/before" > "$T/state"
# shellcheck disable=SC2086
"$TOBAGO" train --players 3 $small --state "$T/state" > "$T/out" 2> "$T/err"
[ $? -eq 1 ] && grep -q 'is damaged' "$T/err"
holds "a state that ends too early is refused"

# damage WHAT: the state, changed like that, is refused and kept
damage() {
    cp "$T/state" "$T/changed"
    # shellcheck disable=SC2086
    "$TOBAGO" train --players 3 $small --state "$T/state" > "$T/out" 2> "$T/err"
    [ $? -eq 1 ] && grep -q 'is damaged' "$T/err" && [ ! -s "$T/out" ] &&
        cmp -s "$T/state" "$T/changed"
    holds "$1"
}
{ cat "$T/before"; echo junk; } > "$T/state"
damage "a state with something behind it is refused"
sed 's/^race .*/race nan/' "$T/before" > "$T/state"
damage "a state with a weight that is no number is refused"
sed '$d' "$T/before" | sed '$s/^/1/' > "$T/state"
sed -n '$p' "$T/before" >> "$T/state"
damage "a state with another digit is refused"

cp "$T/before" "$T/state"
# shellcheck disable=SC2086
"$TOBAGO" train --players 3 --generations 1 $small --state "$T/state" > "$T/out" 2> "$T/err"
[ $? -eq 1 ] && grep -q 'has 2 generations already' "$T/err" && [ ! -s "$T/out" ]
holds "fewer generations than the state has are refused"

# With more and more memory, until it is enough; 127: not even the program fits in
codes=
limit=8000
while [ "$limit" -lt 200000 ]; do
    # shellcheck disable=SC2086
    (ulimit -s 256 && ulimit -v "$limit" && "$TOBAGO" train --generations 1 $small) \
        > "$T/out" 2> "$T/err"
    code=$?
    case $code in
    0) break ;;
    3) [ -s "$T/err" ] || code=silent ;;
    esac
    codes="$codes $code"
    limit=$((limit + 2000))
done
echo "exit codes:$codes" > "$T/err"
case $codes in *3*) true ;; *) false ;; esac && ! echo "$codes" | grep -qvE '^( 127| 3)+$'
holds "memory that runs out is exit code 3"

: > "$T/empty"
# shellcheck disable=SC2086
"$TOBAGO" train --players 3 --generations 1 $small --state "$T/empty" > "$T/out" 2> "$T/err" &&
    cmp -s "$T/out" "$T/one"
holds "an empty file is where a training begins"

head -c 100 "$T/before" > "$T/state"
damage "a state that ends in its header is damaged, and of no other training"

# shellcheck disable=SC2086
"$TOBAGO" train --players 3 --generations 1 ${small%--jobs*} --jobs 2 --seed 3 > "$T/out" 2> "$T/two_jobs"
cmp -s "$T/two_jobs" "$T/first"
holds "the strength does not depend on the number of jobs"

# A long training: it is waited for until its file is locked, and then interrupted
rm -f "$T/long"
"$TOBAGO" train --games 1000000 --iterations 4 --jobs 2 --state "$T/long" > "$T/out" 2> "$T/err" &
pid=$!
tries=0
until [ -s "$T/long" ] || [ $tries -gt 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
"$TOBAGO" train --games 1000000 --iterations 4 --state "$T/long" > "$T/out2" 2> "$T/err2"
[ $? -eq 1 ] && grep -q 'another training is at work on it' "$T/err2"
holds "two trainings do not share a state"
kill -TERM $pid
wait $pid
[ $? -eq 3 ] && [ ! -s "$T/out" ] &&
    grep -q 'interrupted in generation 1; the same command begins it anew' "$T/err"
holds "an interrupted training says so, with exit code 3"

echo garbage > "$T/garbage"
# shellcheck disable=SC2086
"$TOBAGO" train $small --state "$T/garbage" > "$T/out" 2> "$T/err"
[ $? -eq 1 ] && [ "$(cat "$T/garbage")" = garbage ]
holds "a file that is no state is refused and kept"

"$TOBAGO" train --players 5 > "$T/out" 2> "$T/err"
[ $? -eq 2 ]
holds "wrong usage is exit code 2"

# shellcheck disable=SC2086
"$TOBAGO" train --generations 1 $small --state "$T/none/state" > /dev/null \
    2> "$T/err"
[ $? -eq 3 ]
holds "a state that cannot be written is exit code 3"
finish
