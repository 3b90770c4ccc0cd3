#!/bin/sh
# Installs twice into temporary folders, once as a packager would (DESTDIR) and once under a
# prefix of one's own, and uses what was installed: pkg-config, both libraries, the headers,
# the manual page, the examples with gcc and clang. Prints TAP; cleans up.
# Needs make, gcc, clang, pkg-config, groff, nm and objdump: what is missing fails.
# shellcheck disable=SC2317 # the functions are called through 'check'
set -u
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
unset MAKEFLAGS MFLAGS MAKELEVEL PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR LD_LIBRARY_PATH

trap 'exit 3' HUP INT TERM
root=$T/root     # DESTDIR
prefix=$T/prefix # PREFIX of the second installation
version=$(sed -n 's/^.define TOB_VERSION *"\(.*\)"/\1/p' include/tobago/types.h)
major=${version%%.*}
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
lines_shown=100

# check SENTENCE COMMAND...: one test; its output is shown if it fails.
check() {
    sentence=$1
    shift
    if "$@" > "$T/output" 2>&1; then
        ok "$sentence"
    else
        not_ok "$sentence" "$(cat "$T/output")"
    fi
}

# ---- The packager's installation: PREFIX=/usr under a DESTDIR ----

# Everything is there, and nothing was installed beside it.
files_are_complete() {
    (cd "$1" && find . ! -type d | sed 's|^\./||' | sort) > "$T/found"
    {
        echo bin/tobago
        for header in include/tobago/*.h; do echo "$header"; done
        echo lib/libtobago.a
        echo lib/libtobago.so
        echo "lib/libtobago.so.$major"
        echo "lib/libtobago.so.$version"
        echo lib/pkgconfig/tobago.pc
        echo share/man/man1/tobago.1
        [ ! -d build/site ] ||
            (cd build/site && find . ! -type d | sed 's|^\./|share/tobago/site/|')
    } | sort > "$T/wanted"
    diff "$T/wanted" "$T/found"
}

# The links are relative and lead to the library, whose soname is the one programs ask for.
links_are_right() {
    [ "$(readlink "$1/lib/libtobago.so")" = "libtobago.so.$major" ] &&
        [ "$(readlink "$1/lib/libtobago.so.$major")" = "libtobago.so.$version" ] &&
        [ -f "$1/lib/libtobago.so.$version" ] &&
        objdump -p "$1/lib/libtobago.so" | grep "SONAME *libtobago\.so\.$major\$"
}

# A DESTDIR must not show up in any file.
no_trace_of_destdir() {
    ! grep -rlF -e "$T" -e @PREFIX@ -e @LIB@ -e @VERSION@ "$root/usr/lib/pkgconfig" \
        "$root/usr/share" "$root/usr/include"
}

check "make install PREFIX=/usr DESTDIR=..." \
    make -s install PREFIX=/usr DESTDIR="$root"
check "DESTDIR: all files are installed" files_are_complete "$root/usr"
check "DESTDIR: the links and the soname are right" links_are_right "$root/usr"
check "DESTDIR: no file mentions it" no_trace_of_destdir
check "DESTDIR: pkg-config knows prefix and version" \
    env PKG_CONFIG_LIBDIR="$root/usr/lib/pkgconfig" sh -c \
    "[ \"\$(pkg-config --modversion tobago)\" = '$version' ] &&
     [ \"\$(pkg-config --variable=prefix tobago)\" = /usr ]"
check "DESTDIR: the program runs and tells its version" \
    sh -c "'$root/usr/bin/tobago' version | grep -F '$version'"

# A cross compiler's way: the folder is a system root.
builds_in_sysroot() {
    flags=$(PKG_CONFIG_LIBDIR="$root/usr/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root" \
        PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 \
        pkg-config --cflags --libs tobago)
    # shellcheck disable=SC2086
    gcc -std=c17 examples/random_game.c $flags -o "$T/sysroot" &&
        LD_LIBRARY_PATH="$root/usr/lib" "$T/sysroot" 1 4 | head -n 1 |
        grep -x 'tobago 1'
}

check "DESTDIR: an example compiles and runs against it" builds_in_sysroot

# ---- One's own prefix ----

check "make install PREFIX=..." make -s install PREFIX="$prefix"
check "PREFIX: all files are installed" files_are_complete "$prefix"
check "PREFIX: the links and the soname are right" links_are_right "$prefix"

export PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig"
check "PREFIX: pkg-config accepts the file" pkg-config --validate tobago
check "PREFIX: pkg-config tells the version of the headers" \
    pkg-config --exact-version="$version" tobago
check "PREFIX: pkg-config names no other folder" sh -c \
    "! pkg-config --cflags --libs tobago | tr ' ' '\n' | grep '^-[IL]' |
     grep -vF '$prefix'"

# ---- The page ----

# Whatever build/site holds is installed, readable for everyone, and nothing stays of an
# older one.
installs_the_site() {
    mkdir -p "$T/build/site/assets" &&
        (cd build && cp -a --parents tobago libtobago* generate gen release/obj pic wasm \
            "$T/build") &&
        echo page > "$T/build/site/index.html" &&
        echo script > "$T/build/site/assets/main-0123456789.js" &&
        chmod 600 "$T/build/site/index.html" &&
        make -s install BUILD="$T/build" PREFIX="$T/with" &&
        diff -r "$T/build/site" "$T/with/share/tobago/site" &&
        [ "$(stat -c %a "$T/with/share/tobago/site/index.html")" = 644 ] &&
        rm "$T/build/site/assets/"* &&
        make -s install BUILD="$T/build" PREFIX="$T/with" &&
        diff -r "$T/build/site" "$T/with/share/tobago/site" &&
        make -s uninstall BUILD="$T/build" PREFIX="$T/with" &&
        [ ! -e "$T/with/share/tobago" ]
}

check "make install installs the site that was built" installs_the_site

# ---- The manual page ----

# Formatted without a warning, and every subcommand of the program has its place in it.
manual_is_clean() {
    groff -man -mdoc -Tutf8 -ww "$prefix/share/man/man1/tobago.1" \
        > "$T/manual" 2> "$T/complaints"
    cat "$T/complaints"
    [ -s "$T/manual" ] && [ ! -s "$T/complaints" ]
}

manual_is_complete() {
    missing=0
    for command in $("$prefix/bin/tobago" help | awk '/^  [a-z]+ /{ print $1 }') \
        version help; do
        grep -q "^\.It Cm $command" "$prefix/share/man/man1/tobago.1" ||
            { echo "no entry for $command" && missing=1; }
    done
    return "$missing"
}

check "the manual page has no formatting error" manual_is_clean
check "the manual page describes every subcommand" manual_is_complete

# ---- Headers, libraries and examples, with each compiler ----

# build_example COMPILER NAME LINKING: compiles against what is installed.
build_example() {
    static=
    [ "$3" = static ] && static=-static
    # shellcheck disable=SC2086,SC2046
    $1 -std=c17 -O1 $warnings $static examples/"$2".c \
        $(pkg-config ${static:+--static} --cflags --libs tobago) \
        -o "$T/$2.$1.$3"
}

# Static programs do not ask for the library, shared ones ask for its soname.
linking_is_right() {
    if [ "$2" = static ]; then
        ! objdump -p "$1" | grep 'NEEDED.*libtobago'
    else
        objdump -p "$1" | grep "NEEDED *libtobago\.so\.$major\$"
    fi
}

# The same seed gives the same record, whatever it was built with; 'check' accepts it.
plays_a_game() {
    LD_LIBRARY_PATH="$prefix/lib" "$1" 3 2 > "$1.tobago" 2> "$1.result" &&
        [ "$(head -n 1 "$1.tobago")" = "tobago 1" ] &&
        grep 'place 1 with' "$1.result" &&
        "$prefix/bin/tobago" check "$1.tobago" &&
        { [ -f "$T/record" ] || cp "$1.tobago" "$T/record"; } &&
        cmp "$1.tobago" "$T/record"
}

# Asked at the first turn, it answers with a line that can be appended.
advises() {
    turn=$(grep -n '^nature deal' "$T/record" | tail -n 1 | cut -d: -f1)
    head -n "$turn" "$T/record" > "$1.tobago"
    LD_LIBRARY_PATH="$prefix/lib" "$1" < "$1.tobago" > "$1.advice" &&
        grep -E '^[1-4] clue (white|grey|brown|black) [a-z-]+$' "$1.advice" &&
        cat "$1.advice" >> "$1.tobago" &&
        "$prefix/bin/tobago" check "$1.tobago"
}

# Two levels play through the public API: a record that 'check' accepts, the same from
# every build, and a result that names a winner. Bad arguments are refused.
levels_play() {
    LD_LIBRARY_PATH="$prefix/lib" "$1" hard easy 5 > "$1.tobago" 2> "$1.result" &&
        grep -E '^(hard-1|easy-2): place 1 with' "$1.result" &&
        "$prefix/bin/tobago" check "$1.tobago" &&
        { [ -f "$T/levels" ] || cp "$1.tobago" "$T/levels"; } &&
        cmp "$1.tobago" "$T/levels" &&
        LD_LIBRARY_PATH="$prefix/lib" "$1" --help | grep '^usage: two_levels' &&
        ! LD_LIBRARY_PATH="$prefix/lib" "$1" hard hardest 2> "$1.usage" &&
        grep '^usage: two_levels' "$1.usage"
}

# The library shows every function of the headers about bots, and no other ai_ name.
bots_are_exported() {
    cat include/tobago/bot.h include/tobago/train.h | tr '\n' ' ' |
        grep -oE '\<ai_[a-z_]+\(' | tr -d '(' | sort -u > "$T/declared"
    for library in libtobago.so libtobago.a; do
        dynamic=
        [ "$library" = libtobago.so ] && dynamic=-D
        nm $dynamic --defined-only "$prefix/lib/$library" |
            sed -n 's/.* [A-Z] \(ai_.*\)/\1/p' | sort > "$T/exported"
        [ -s "$T/exported" ] && diff "$T/declared" "$T/exported" || return 1
    done
}

# What it printed for seat 2 is a view of a whole game; then come two answers in JSON.
hosts_a_game() {
    LD_LIBRARY_PATH="$prefix/lib" "$1" 5 > "$1.out" &&
        head -n -2 "$1.out" | sed '3a view 2' > "$1.tobago" &&
        "$prefix/bin/tobago" check "$1.tobago" | grep 'over (E' &&
        tail -n 2 "$1.out" | head -n 1 | grep '^{"line":.*"view":2' &&
        tail -n 1 "$1.out" | grep '^{"legal":'
}

headers_stand_alone() {
    for header in "$prefix"/include/tobago/*.h; do
        # shellcheck disable=SC2086
        printf '#include <tobago/%s>\n' "${header##*/}" |
            $1 -std=c17 $warnings -I"$prefix/include" -fsyntax-only -x c - || return 1
    done
}

check "the library exports the bots and nothing of their insides" bots_are_exported
for compiler in gcc clang; do
    check "$compiler: each header compiles alone" headers_stand_alone $compiler
    for linking in shared static; do
        what="$compiler, $linking"
        for example in random_game best_clue two_levels hosted; do
            program=$T/$example.$compiler.$linking
            check "$what: $example compiles" build_example $compiler $example $linking
            check "$what: $example is linked as wanted" linking_is_right "$program" \
                $linking
        done
        check "$what: random_game prints a record" \
            plays_a_game "$T/random_game.$compiler.$linking"
        check "$what: hosted hosts a game" hosts_a_game "$T/hosted.$compiler.$linking"
        check "$what: two_levels play a game" \
            levels_play "$T/two_levels.$compiler.$linking"
        check "$what: best_clue advises" advises "$T/best_clue.$compiler.$linking"
    done
done

# ---- Without optimisation ----

# The compiler calls sqrtf there, which -lm brings.
links_without_optimisation() {
    gcc -std=c17 -O0 -Iinclude -Isrc -I. src/engine/*.c src/record/*.c src/ai/*.c \
        build/gen/*.c examples/two_levels.c -lm -o "$T/plain" && "$T/plain" --help
}

check "the library builds with -O0" links_without_optimisation

# ---- And away with it ----

nothing_is_left() {
    left=$(find "$prefix" ! -type d)
    echo "$left"
    [ -z "$left" ]
}

check "make uninstall" make -s uninstall PREFIX="$prefix"
check "uninstalling leaves nothing behind" nothing_is_left

finish
