#!/bin/sh
# TAP: the wasm module replays native games to the same hashes (tests/wasm.mjs).
cd "$(dirname "$0")/.." || exit 3
build="${BUILD:-build}"
for needed in "$build/wasm/tobago.wasm" "$build/release/tests/test_wasm"; do
    if [ ! -e "$needed" ]; then
        echo "not ok 1 - $needed has not been built: make wasm tests"
        exit 1
    fi
done
games="$build/wasm/games.json"
"$build/release/tests/test_wasm" --write "$games" || exit 1
exec node tests/wasm.mjs "$build/wasm/tobago.wasm" "$games"
