#!/bin/sh
# TAP: what ./play starts. It runs in a folder of its own, in which make, apt-get and the
# program only write down how they were called.
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
set -u
export LC_ALL=C

mkdir -p "$T/tree/build" "$T/tree/web" "$T/bin"
cp play setup.sh "$T/tree/"
echo '{}' > "$T/tree/web/package.json"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "tobago $*"\n' > "$T/tree/build/tobago"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "make $*"\ncase "$*" in *" site") exit "${SITE_FAILS:-0}" ;; esac\n' \
    > "$T/bin/make"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "apt-get $*" >&2\nexit 1\n' > "$T/bin/apt-get"
# What the page needs is there, whether this machine has it or not.
for name in gcc pkg-config clang wasm-ld node npm; do
    printf '#!/bin/sh\n' > "$T/bin/$name"
done
chmod +x "$T/bin/"* "$T/tree/build/tobago"

# play LINE ARGUMENT...: complains unless ./play ends with a program called like this
play() {
    want=$1
    shift
    PATH="$T/bin:$PATH" "$T/tree/play" "$@" > "$T/out" 2>&1 < /dev/null || echo "exit code $?" >> "$bad"
    [ "$(tail -n 1 "$T/out")" = "$want" ] || { echo "./play $*: not '$want' but" && cat "$T/out"; } >> "$bad"
}

play "tobago serve --listen 127.0.0.1:8700-8799 --open --data $T/data/tobago/play"
grep -q '^make .*build/tobago site$' "$T/tree/build/page.log" || cat "$T/out" >> "$bad"
verdict "./play builds the page and the program, and serves it"

play 'tobago play' --terminal
grep -q 'site' "$T/out" && cat "$T/out" >> "$bad"
play 'tobago play --seats human,hard' --terminal --seats human,hard
play 'tobago play mine.tobago' mine.tobago
play 'tobago play --seats human,easy --plain' --seats human,easy --plain
play 'tobago play --help' --help
verdict "./play --terminal, a file and options start the terminal game"

export SITE_FAILS=2
play 'tobago play'
grep -q 'the page was not built; build/page.log says why$' "$T/out" &&
    grep -q '^==> without the page, .* the terminal game starts$' "$T/out" || cat "$T/out" >> "$bad"
unset SITE_FAILS
verdict "./play without a way to build the page says so and starts the terminal game"

# Where npm is missing it is installed, or else the terminal game starts. The rest of the
# machine is reached through links, so that there is no npm.
rm "$T/bin/npm"
for name in sh dirname tr id nproc env mkdir; do
    ln -s "$(command -v "$name")" "$T/bin/$name" 2> /dev/null
done
printf '#!/bin/sh\nexec "$@"\n' > "$T/bin/sudo"
chmod +x "$T/bin/sudo"
PATH="$T/bin" "$T/tree/play" > "$T/out" 2>&1 < /dev/null || echo "exit code $?" >> "$bad"
grep -q '^apt-get install .* npm' "$T/out" || cat "$T/out" >> "$bad"
[ "$(tail -n 1 "$T/out")" = 'tobago play' ] || cat "$T/out" >> "$bad"
verdict "./play installs npm where it is missing, and does without if that fails"

rm "$T/tree/web/package.json"
play 'tobago play'
verdict "./play without web/ starts the terminal game"

finish
