#!/bin/sh
# tobago train: a small training runs, is kept, goes on, and refuses what does not fit.
cd "$(dirname "$0")/.." || exit 3
tobago="$PWD/build/tobago"
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
number=0

# verdict SENTENCE: by the exit code of the command before
verdict() {
    code=$?
    number=$((number + 1))
    if [ "$code" -eq 0 ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        sed 's/^/# /' "$folder/err"
    fi
}

small="--games 2 --iterations 4 --jobs 1 --seed 3"

# shellcheck disable=SC2086
"$tobago" train --players 3 --generations 1 $small --state "$folder/state" \
    > "$folder/one" 2> "$folder/err"
verdict "a generation is played"

[ "$(head -n 1 "$folder/one")" = "players 3" ] && [ "$(wc -l < "$folder/one")" -eq 18 ]
verdict "the weights are printed in the form of data/weights.txt"

grep -q 'generation 1: .* % of the wins against the first weights' "$folder/err"
verdict "its strength is told"

# shellcheck disable=SC2086
"$tobago" train --players 3 --generations 2 $small --state "$folder/state" \
    > "$folder/two" 2> "$folder/err" && ! grep -q 'generation 1:' "$folder/err" &&
    grep -q 'generation 2:' "$folder/err"
verdict "a training goes on from its state"

# shellcheck disable=SC2086
"$tobago" train --players 3 --generations 2 $small > "$folder/straight" 2> "$folder/err" &&
    cmp -s "$folder/two" "$folder/straight"
verdict "interrupted or not, it learns the same"

# shellcheck disable=SC2086
"$tobago" train --players 2 $small --state "$folder/state" > "$folder/out" 2> "$folder/err"
[ $? -eq 1 ] && [ -s "$folder/err" ] && [ ! -s "$folder/out" ]
verdict "a state of another player count is refused"

echo garbage > "$folder/bad"
# shellcheck disable=SC2086
"$tobago" train $small --state "$folder/bad" > "$folder/out" 2> "$folder/err"
[ $? -eq 1 ] && [ "$(cat "$folder/bad")" = garbage ]
verdict "a file that is no state is refused and kept"

"$tobago" train --players 5 > "$folder/out" 2> "$folder/err"
[ $? -eq 2 ]
verdict "wrong usage is exit code 2"

# shellcheck disable=SC2086
"$tobago" train --generations 1 $small --state "$folder/none/state" > /dev/null \
    2> "$folder/err"
[ $? -eq 3 ]
verdict "a state that cannot be written is exit code 3"
echo "1..$number"
