#!/bin/bash
# The settings of 'tobago serve' from outside: flags, environment and config file, what
# --check-config prints, and that docs/admin.md describes every setting.
# Needs build/tobago. Prints TAP.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
unset "${!TOBAGO_@}"
TOBAGO=$PWD/build/tobago

# check CODE WORD...: runs --check-config with these words
check() {
    local want=$1
    shift
    "$TOBAGO" serve --check-config "$@" > "$T/out" 2> "$T/err" < /dev/null
    local code=$?
    [ "$code" = "$want" ] || echo "serve $*: exit code $code, not $want: $(cat "$T/err")" >> "$bad"
}

# has NAME VALUE SOURCE: a line of what was printed
has() {
    grep -qxE "$1 = $2 +# $3" "$T/out" ||
        { echo "not '$1 = $2 # $3' but:" && grep -e "$1" "$T/out"; } >> "$bad"
}

# says TEXT: a complaint, in exactly one line
says() { [ "$(grep -cF -- "$1" "$T/err")" = 1 ] || { echo "not '$1' but:" && cat "$T/err"; } >> "$bad"; }

cat > "$T/server.conf" <<'END'
# A club's server
data = /from/file
site = /from/file
limit-tables = 11       # of them
limit-follows = 12
lan = yes
END
TOBAGO_SITE=/from/environment TOBAGO_LIMIT_FOLLOWS=13 TOBAGO_LISTEN=127.0.0.1:1 \
    check 0 --config "$T/server.conf" --limit-follows 14 --limit bot_ms=15 --lan=no
has data /from/file "$T/server.conf:2"
has site /from/environment TOBAGO_SITE
has limit-tables 11 "$T/server.conf:4"
has limit-follows 14 --limit-follows
has limit-bot-ms 15 --limit-bot-ms
has lan no --lan
has listen 127.0.0.1:1 TOBAGO_LISTEN
has limit-tables-guest 50 default
grep -qx '#tls-certificate = *# default' "$T/out" || cat "$T/out" >> "$bad"
verdict "a flag wins over the environment, that over the file, that over the default"

grep -v '^#' "$T/out" > "$T/again.conf"
cp "$T/out" "$T/first"
check 0 --config "$T/again.conf"
[ "$(sed 's/ *# .*//' "$T/out")" = "$(sed 's/ *# .*//' "$T/first")" ] || diff "$T/first" "$T/out" >> "$bad"
TOBAGO_CONFIG="$T/server.conf" check 0
has data /from/file "$T/server.conf:2"
verdict "what --check-config prints is a config file; TOBAGO_CONFIG names one"

printf 'limt-tables = 3\n\nlan = 3\n' > "$T/wrong.conf"
for words in --check-config ''; do
    # shellcheck disable=SC2086
    "$TOBAGO" serve --config "$T/wrong.conf" $words > "$T/out" 2> "$T/err"
    [ $? = 1 ] || echo "exit code not 1" >> "$bad"
    [ -s "$T/out" ] && cat "$T/out" >> "$bad"
    says "tobago: $T/wrong.conf:1: there is no setting 'limt-tables'; did you mean limit-tables?"
    says "tobago: $T/wrong.conf:3: lan '3': it is yes or no"
done
check 3 --config "$T/nothing"
says "$T/nothing: No such file or directory"
TOBAGO_LAN=perhaps check 1
says "TOBAGO_LAN 'perhaps': it is yes or no"
check 2 --lisen 127.0.0.1:0
says "there is no option --lisen; did you mean --listen?; see 'tobago serve --help'"
check 2 --data /a --data /b
says "--data is given twice"
check 2 --check-config=yes
check 2 --config
check 2 data
verdict "whatever is wrong is named with its place, and nothing is served"

check 0
sed 's/^#//; s/ =.*//' "$T/out" | sort > "$T/names"
sed -n 's/^| `\([a-z-]*\)` |.*/\1/p' docs/admin.md | sort > "$T/described"
diff "$T/names" "$T/described" >> "$bad"
grep -v '^limit-' "$T/names" | while read -r name; do
    "$TOBAGO" serve --help | grep -q -e "^  --$name\b" || echo "--help lacks $name" >> "$bad"
done
verdict "docs/admin.md and --help describe every setting and no other"

finish
