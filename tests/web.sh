#!/bin/sh
# TAP: the page. Its types, its pure code under node, then the page in the system's Chromium.
# LONG=1 plays 50 random games. What npm installs comes from web/package-lock.json alone.
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
build=$PWD/build
lines_shown=40

# The page's packages, as the lock file names them.
packages() {
    [ web/node_modules/.package-lock.json -nt web/package-lock.json ] && return 0
    (cd web && npm ci --no-audit --no-fund --loglevel=error --fetch-retries=2 \
        --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=3000) > "$T/npm" 2>&1 &&
        touch web/node_modules/.package-lock.json
}

# node_tests FILE...: their own TAP, numbered on from here
node_tests() {
    (cd web && node --test --test-reporter=./test/lib/tap.mjs --test-reporter-destination=stdout \
        "$@") > "$T/tap" 2> "$T/err"
    code=$?
    grep -v '^1\.\.' "$T/tap" | sed "s/^\(not ok\|ok\) [0-9]* - /\1 - /"
    number=$((number + $(grep -cE '^(not )?ok ' "$T/tap")))
    [ "$code" -eq 0 ] || failed=1
    if ! grep -qE '^(not )?ok ' "$T/tap"; then
        cat "$T/err" > "$bad"
        not_ok "page: its tests under node run"
    fi
}

if ! command -v node > "$T/which" || ! command -v npm > "$T/which"; then
    skip "page: all of its tests" "node or npm is missing, and ./test could not install them"
    finish
fi
if ! packages; then
    if [ -d web/node_modules/esbuild ] || ! grep -qE 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH' "$T/npm"; then
        cat "$T/npm" > "$bad"
        not_ok "page: npm installs what the lock file names"
    else
        skip "page: all of its tests" "npm's registry cannot be reached"
    fi
    finish
fi
ok "page: npm installs what the lock file names"

export TOBAGO TOBAGO_SITE="$build/site" TOBAGO_WASM="$build/wasm/tobago.wasm"
for needed in "$TOBAGO" "$TOBAGO_SITE/index.html" "$TOBAGO_WASM"; do
    if [ ! -e "$needed" ]; then
        not_ok "page: everything is built" "$needed is missing: make all wasm site"
        finish
    fi
done

(cd web && npm run --silent check) > "$bad" 2>&1 && : > "$bad"
verdict "page: its types are sound"

node_tests $(cd web && ls test/unit/*.test.mjs)

: "${CHROMIUM:=$(command -v chromium || command -v chromium-browser || command -v google-chrome)}"
export CHROMIUM
if [ -z "$CHROMIUM" ]; then
    skip "page: its tests in a browser" "Chromium is missing, and ./test could not install it"
    finish
fi
node_tests test/e2e/all.test.mjs
finish
