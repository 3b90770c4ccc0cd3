#!/bin/sh
# TAP: data -> engine -> record -> (ai, server, cli, wasm). No #include goes against that
# direction; engine, record, ai and wasm know no libc; every header compiles alone; the
# state is flat: no padding, at most 1024 bytes.
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
public='"tobago/(types|hexset|board|reason|game|kinds|legs|names|query|random)\.h"'
record='"tobago/record\.h"|"record/[a-z_]+\.h"'
ai='"tobago/ai\.h"|"ai/[a-z_]+\.h"'
system='<[a-z0-9_/.-]+>'

engine_headers=$(ls include/tobago/*.h | grep -vE '/(record|ai|tobago)\.h$')
offences "$free|$public" $engine_headers > "$scratch/out"
report 'the public headers of the engine use only each other' "$scratch/out"

offences "$free|$public|\"engine/[a-z_]+\.h\"" src/engine/*.c src/engine/*.h \
    > "$scratch/out"
report 'src/engine uses the public API, itself and no libc' "$scratch/out"

offences "$free|$public|$record" src/record/*.c src/record/*.h include/tobago/record.h \
    > "$scratch/out"
report 'src/record uses the engine, itself and no libc' "$scratch/out"

offences "$free|$public|$ai" src/ai/*.c $(ls src/ai/*.h 2>/dev/null) > "$scratch/out"
report 'src/ai uses the engine, itself and no libc' "$scratch/out"

offences "$free|$public|$record|$ai|\"wasm/[a-z_]+\.h\"" src/wasm/*.c src/wasm/*.h \
    > "$scratch/out"
report 'src/wasm uses engine, record, ai, itself and no libc' "$scratch/out"

offences "$system|$public|\"tobago/tobago\.h\"|$record|$ai|\"server/[a-z_]+\.h\"" \
    $(ls src/server/*.c src/server/*.h 2>/dev/null) > "$scratch/out"
report 'src/server uses engine, record, ai and itself' "$scratch/out"

ls -d src/*/ | grep -vE '^src/(engine|record|ai|wasm|server|cli)/$' > "$scratch/out"
report 'every folder of src/ has its place in this check' "$scratch/out"

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
