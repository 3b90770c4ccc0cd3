#!/bin/sh
# TAP: the page. Its pure code under node, then the page itself in the system's Chromium.
cd "$(dirname "$0")/.." || exit 3
build=$PWD/build
if [ ! -d web/node_modules/esbuild ]; then
    echo "ok 1 # skip the page's packages are not installed: cd web && npm ci"
    exit 0
fi
export TOBAGO="$build/tobago" TOBAGO_SITE="$build/site" TOBAGO_WASM="$build/wasm/tobago.wasm"
for needed in "$TOBAGO" "$TOBAGO_SITE/index.html" "$TOBAGO_WASM"; do
    if [ ! -e "$needed" ]; then
        echo "not ok 1 - $needed has not been built: make all wasm site"
        exit 1
    fi
done
cd web || exit 3
status=0
if ! npx --no-install tsc --noEmit; then
    echo "not ok - the types of the page are sound"
    status=1
else
    echo "ok - the types of the page are sound"
fi
node --test test/unit/*.test.mjs || status=1
: "${CHROMIUM:=$(command -v chromium || command -v chromium-browser)}"
export CHROMIUM
if [ -z "$CHROMIUM" ]; then
    echo "ok # skip there is no Chromium to show the page in"
    exit "$status"
fi
node --test test/e2e/*.test.mjs || status=1
exit "$status"
