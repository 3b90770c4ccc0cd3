#!/bin/sh
# TAP: data -> engine -> record -> ai -> host -> (study, arena, tui -> box, table -> store,
# net -> server -> control, client) -> cli, and record, ai -> wasm. No #include goes against that direction; engine, record, ai and
# wasm know no libc; the program uses public headers and its rooms' headers only; every
# header compiles alone; the state is flat: no padding, at most 1024 bytes.
cd "$(dirname "$0")/.." || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
number=0
failed=0

# report NAME FILE: ok if FILE is empty; otherwise its lines are what is wrong
report()
{
    number=$((number + 1))
    if [ -s "$2" ]; then
        sed 's/^/# /' "$2"
        echo "not ok $number - $1"
        failed=1
    else
        echo "ok $number - $1"
    fi
}

# offences PATTERN FILE...: the includes that do not match the pattern, as FILE:LINE
offences()
{
    allowed=$1
    shift
    [ $# -gt 0 ] && [ -e "$1" ] || return 0
    grep -HnE '^[[:space:]]*#[[:space:]]*include' "$@" |
        grep -vE "include[[:space:]]+($allowed)[[:space:]]*(/[/*].*)?\$"
}

free='<std(int|def|bool)\.h>'
system='<[a-z0-9_/.-]+>'
public='"tobago/(types|clauses|hexset|board|reason|game|names|random|kinds|legs|query)\.h"'
library='"tobago/[a-z]+\.h"'

# room FOLDER ALLOWED SENTENCE: every include of the folder's sources is allowed
room()
{
    offences "$2" src/"$1"/*.c $(ls src/"$1"/*.h 2>/dev/null) > "$scratch/out"
    report "src/$1 uses $3" "$scratch/out"
    echo "src/$1/" >> "$scratch/rooms"
}

# rooms NAME...: the headers of these folders, as a pattern
rooms()
{
    printf '"(%s)/[a-z0-9_]+\\.h"' "$(echo "$*" | tr ' ' '|')"
}

engine_headers=$(ls include/tobago/*.h |
    grep -vE '/(record|hosted|effects|fair|json|whatif|bot|train|tobago)\.h$')
offences "$free|$public" $engine_headers > "$scratch/out"
report 'the public headers of the engine use only each other' "$scratch/out"
offences "$free|$library" include/tobago/*.h > "$scratch/out"
report 'public headers use only each other' "$scratch/out"

# Freestanding rooms may use the insides of the rooms before them and no libc; the rooms of
# the program are built on the public headers, and so prove that these are enough.
room engine "$free|$public|$(rooms engine)" 'the public API, itself and no libc'
room record "$free|$library|$(rooms engine record)" 'the engine, itself and no libc'
room ai "$free|$library|$(rooms engine ai)" 'the engine, itself and no libc'
room wasm "$free|$library|$(rooms record ai wasm)" 'engine, record, ai, itself and no libc'
room host "$system|$library|$(rooms host)" 'public headers and itself'
room study "$system|$library|$(rooms host study)" 'public headers, host and itself'
room arena "$system|$library|$(rooms host arena)" 'public headers, host and itself'
room tui "$system|$library|$(rooms host tui)" 'public headers, host and itself'
room box "$system|$library|$(rooms host tui box)" 'public headers, host, tui and itself'
room table "$system|$library|$(rooms host table)" 'public headers, host and itself'
room store "$system|$library|$(rooms host store)" 'public headers, host and itself'
room net "$system|$library|$(rooms host net)" 'public headers, host and itself'
room server "$system|$library|$(rooms host table store net server)" \
    'public headers, host, table, store, net and itself'
room client "$system|$library|$(rooms host tui client)" 'public headers, host, tui and itself'
room control "$system|$library|$(rooms host table store net server control)" \
    'public headers, host, table, store, net, server and itself'
room cli "$system|$library|$(rooms host study arena tui box server client control cli)" \
    'public headers and the rooms'

# The terminal game: only its pictures know curses, and only its loop knows the pictures.
pictures='board|book|column|ink|maps|pages|panels|screen|sharing|start'
drawing="include[[:space:]]+(<(n?curses|term)\.h>|\"tui/($pictures)\.h\")"
ls src/tui/*.[ch] | grep -vE "/($pictures|tui)\.[ch]\$" | xargs grep -HnE "$drawing" \
    > "$scratch/out"
report 'the model of the terminal game includes no curses and no picture' "$scratch/out"
grep -qE "$drawing" src/tui/board.c && grep -qE "$drawing" src/tui/tui.c &&
    : > "$scratch/out" || echo 'board.c or tui.c has none either' > "$scratch/out"
report 'which are found where they are' "$scratch/out"

# Server and client: only their networks know libuv and libwebsockets.
network='include[[:space:]]+(<(libwebsockets|uv|lws)|"net/loop\.h")'
inside='src/net/(net|http|socket)\.c|src/net/loop\.h|src/client/net\.c|src/control/side\.c'
grep -rlE "$network" include src | grep -vxE "$inside" > "$scratch/out"
grep -qE "$network" src/net/net.c || echo 'net.c includes neither' >> "$scratch/out"
grep -rl '<libwebsockets' src | grep -vx 'src/client/net.c' >> "$scratch/out"
report 'libwebsockets and libuv are included by the network alone' "$scratch/out"

ls -d src/*/ | grep -vxF -f "$scratch/rooms" > "$scratch/out"
report 'every folder of src/ has its place in this check' "$scratch/out"

for folder in src/*/; do
    count=$(ls "$folder"*.c | wc -l)
    [ "$count" -le 30 ] || echo "$folder holds $count sources"
done > "$scratch/out"
report 'no folder holds more than 30 sources' "$scratch/out"

# The check itself: these must be found.
printf '#include "record/words.h"\n#include <stdio.h>\n# include "../ai/x.h"\n' \
    > "$scratch/bad.c"
offences "$free|$public|\"engine/[a-z_]+\.h\"" "$scratch/bad.c" | wc -l |
    grep -vx '[[:space:]]*3' > "$scratch/out"
report 'an include that goes back is found' "$scratch/out"

# ---- Headers alone ----

for compiler in gcc clang; do
    : > "$scratch/out"
    for header in include/tobago/*.h src/*/*.h; do
        printf '#include "%s"\n' "$PWD/$header" > "$scratch/alone.c"
        $compiler -std=c17 -D_DEFAULT_SOURCE -fsyntax-only -Wall -Wextra -Wpedantic \
            -Werror -Iinclude -Isrc "$scratch/alone.c" >> "$scratch/out" 2>&1
    done
    report "every header compiles alone with $compiler" "$scratch/out"
done

: > "$scratch/out"
for header in include/tobago/*.h; do
    printf '#include "%s"\n' "$PWD/$header" > "$scratch/alone.cc"
    g++ -std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Iinclude \
        "$scratch/alone.cc" >> "$scratch/out" 2>&1
done
report 'every public header compiles alone as C++' "$scratch/out"

# Names keep their C linkage there.
printf '#include "tobago/tobago.h"\nunsigned f(const tob_game *g) { return tob_to_move(g); }\n' |
    g++ -std=c++17 -Iinclude -x c++ -c -o "$scratch/linkage.o" - 2> "$scratch/out"
nm "$scratch/linkage.o" | grep -q ' U tob_to_move$' || echo 'tob_to_move is mangled' \
    >> "$scratch/out"
report 'C++ finds the functions of the library' "$scratch/out"

# ---- The state ----

# padded TARGET TYPE...: what clang says of padding in these structs
padded()
{
    target=$1
    shift
    {
        echo '#include "tobago/game.h"'
        echo 'struct probe { char letter; int number; };'
        for type in "$@" 'struct probe'; do
            echo "_Static_assert(sizeof($type) <= 1024, \"$type is at most 1024 bytes\");"
        done
    } > "$scratch/state.c"
    clang $target -std=c17 -ffreestanding -fsyntax-only -Wpadded -Iinclude \
        "$scratch/state.c" 2>&1 |
        grep -E "error|padding.*($(echo "$*" | tr ' ' '|'))'"
}

padded '' tob_game tob_map tob_hexset > "$scratch/out"
report 'the state has no padding and at most 1024 bytes' "$scratch/out"
padded --target=wasm32 tob_game tob_map tob_hexset > "$scratch/out"
report 'nor has it any in WebAssembly' "$scratch/out"
padded '' probe > "$scratch/found"
grep -q "padding.*probe'" "$scratch/found" && : > "$scratch/out" ||
    echo 'clang did not tell of it' > "$scratch/out"
report 'padding is found where there is some' "$scratch/out"

echo "1..$number"
exit $failed
