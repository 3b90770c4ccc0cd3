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

mkdir -p "$T/file" "$T/environment" && echo x | tee "$T/file/index.html" > "$T/environment/index.html"
cat > "$T/server.conf" <<END
# A club's server
data = $T/file/data
site = $T/file
limit-tables = 11       # of them
limit-follows = 12
lan = yes
END
TOBAGO_SITE="$T/environment" TOBAGO_LIMIT_FOLLOWS=13 TOBAGO_LISTEN=127.0.0.1:1 \
    check 0 --config "$T/server.conf" --limit-follows 14 --limit bot_ms=15 --lan=no
has data "$T/file/data" "$T/server.conf:2"
has site "$T/environment" TOBAGO_SITE
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
has data "$T/file/data" "$T/server.conf:2"
[ -e "$T/file/data" ] && echo "--check-config has made a folder" >> "$bad"
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

# what the settings name is opened, and nothing is made or changed
if command -v openssl > /dev/null && [ -n "$("$TOBAGO" serve --help | grep tls-key)" ]; then
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$T/tls.key" -out "$T/tls.pem" -days 2 \
        -subj /CN=localhost > /dev/null 2>&1
    openssl genrsa -out "$T/other.key" 2048 > /dev/null 2>&1
    echo "open sesame" > "$T/password"
    : > "$T/empty"
    printf 'tls-certificate = %s\ntls-key = %s\npassword-file = %s\nsite = %s\ndata = %s\n' \
        "$T/tls.pem" "$T/tls.key" "$T/password" "$T/file" "$T/new/data" > "$T/right.conf"
    check 0 --config "$T/right.conf"
    [ -e "$T/new" ] && echo "a folder was made" >> "$bad"
    check 1 --config "$T/right.conf" --tls-key "$T/other.key"
    says "tls-certificate '$T/tls.pem': it cannot be used with its key"
    sed -i "s,$T/tls.key,$T/nothing.key,; s,$T/password,$T/empty,; s,= $T/file,= $T/nowhere,; s,$T/new/data,$T/empty/data," "$T/right.conf"
    check 1 --config "$T/right.conf"
    says "tobago: $T/right.conf:2: tls-key '$T/nothing.key': No such file or directory"
    says "tobago: $T/right.conf:3: password-file '$T/empty': its first line is the password"
    says "tobago: $T/right.conf:4: site '$T/nowhere': it cannot be read: No such file or directory"
    says "tobago: $T/right.conf:5: data '$T/empty/data': it "
    check 1 --site "$T"
    says "tobago: --site '$T': it holds no index.html"
    TOBAGO_PASSWORD_FILE="$T/nothing" check 1
    says "tobago: TOBAGO_PASSWORD_FILE '$T/nothing': it cannot be read: No such file or directory"
    "$TOBAGO" serve --listen 127.0.0.1:0 --site "$T/file" --data "$T/d" --password-file "$T/empty" > "$T/out" 2> "$T/err"
    [ $? = 3 ] || echo "the server starts without its password" >> "$bad"
    says "$T/empty: its first line is the password"
    verdict "certificate, key, password and folders are opened, and what is wrong has its line"
else
    skip "certificate, key, password and folders are opened" "openssl or the server is not here"
fi

check 0
sed 's/^#//; s/ =.*//' "$T/out" | sort > "$T/names"
sed -n 's/^| `\([a-z-]*\)` |.*/\1/p' docs/admin.md | sort > "$T/described"
diff "$T/names" "$T/described" >> "$bad"
grep -v '^limit-' "$T/names" | while read -r name; do
    "$TOBAGO" serve --help | grep -q -e "^  --$name\b" || echo "--help lacks $name" >> "$bad"
done
verdict "docs/admin.md and --help describe every setting and no other"

finish
