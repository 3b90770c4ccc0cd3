#!/bin/bash
# Positions as JSON: those of tests/games/positions.txt byte for byte, with the keys of
# before in their order, and docs/notation.md names every key.
# tests/cli_json.sh --write makes positions.txt anew. Needs build/tobago and node. TAP.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
GOLDEN=tests/games/positions.txt

# What is asked: RECORD LINE VIEW, where VIEW is a seat, "spectator" or "full"
asked() {
    cat <<'LIST'
two-players 33 full
two-players 150 1
two-experienced 18 full
two-experienced 81 spectator
two-experienced 238 2
two-idle 300 2
three-experienced 90 2
three-cut-in-distribution 117 1
four-experienced-placed 182 4
four-placed 5 spectator
volcano-four 15 full
volcano-four 200 3
volcano-two-placed 119 spectator
two-declines-the-win 304 full
LIST
}

positions() {
    asked | while read -r record line view; do
        as=
        [ "$view" = full ] || as="--as $view"
        # shellcheck disable=SC2086
        printf '%s %s %s ' "$record" "$line" "$view"
        "$TOBAGO" replay "tests/games/$record.tobago" --at "$line" $as --json 2>&1
    done
}

if [ "${1:-}" = --write ]; then
    positions > "$GOLDEN"
    exit
fi

positions > "$T/now"
diff "$GOLDEN" "$T/now" > "$bad" 2>&1
verdict "positions are the bytes of $GOLDEN"

if ! command -v node > /dev/null; then
    skip "positions have the keys of docs/notation.md, in their order" "node is missing"
    finish
fi
cat > "$T/keys.js" <<'JS'
const fs = require('fs');
const old = ['line', 'island', 'hash', 'objects', 'amulets', 'maps', 'seats', 'clue_deck',
    'treasure_deck', 'amulet_pile', 'to_move', 'turn', 'phase', 'legs', 'clue_discards',
    'treasure_discards', 'card', 'raised', 'volcano', 'offer', 'ending'];
const fresh = ['view', 'options', 'first', 'main_done', 'movement', 'statues', 'totals',
    'places', 'roses', 'round', 'ahead'];
const notation = fs.readFileSync('docs/notation.md', 'utf8');
const seen = new Set();
for (const row of fs.readFileSync(process.argv[2], 'utf8').trim().split('\n')) {
    const position = JSON.parse(row.slice(row.indexOf('{')));
    const keys = Object.keys(position);
    keys.forEach((key) => seen.add(key));
    const wanted = [...old, ...fresh].filter((key) => key in position);
    if (keys.join() !== wanted.join()) console.log(`${row.slice(0, 40)}: ${keys}`);
    if (!row.includes(' full ') && position.seats.filter((seat) => seat.hand).length > 1)
        console.log(`${row.slice(0, 40)}: two hands are told`);
}
for (const key of [...old, ...fresh]) {
    if (!seen.has(key)) console.log(`no position has ${key}`);
    if (!notation.includes('`' + key + '`')) console.log(`docs/notation.md lacks ${key}`);
}
JS
node "$T/keys.js" "$GOLDEN" > "$bad" 2>&1
verdict "positions have the keys of docs/notation.md, in their order"

finish
