#!/bin/sh
# TAP: 'tobago serve' from outside, with the sanitizers: what it serves and what it does not,
# hostile clients, beginning and end. tests/serve.mjs is the client.
# shellcheck disable=SC2016
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
set -u
export LC_ALL=C SITE="$T/site"
unset DISPLAY WAYLAND_DISPLAY
server=
trap '[ -z "$server" ] || kill -KILL "$server" 2> /dev/null
      chmod -R u+rwX "$T"; rm -rf "$T"' EXIT
trap 'exit 3' HUP INT TERM

if ! pkg-config --exists libwebsockets libuv; then
    skip "serve serves" "libwebsockets is not installed"
    finish
fi

# ---- A site ----

mkdir -p "$SITE/img" "$SITE/rules" "$SITE/.git" "$T/elsewhere"
echo SECRET > "$T/secret.txt"
echo SECRET > "$T/elsewhere/secret.txt"
echo HIDDEN > "$SITE/.hidden"
echo HIDDEN > "$SITE/.git/config"
echo '<!DOCTYPE html><title>home</title>' > "$SITE/index.html"
echo rules > "$SITE/rules/index.html"
echo 'own 404' > "$SITE/404.html"
echo '<svg/>' > "$SITE/img/icon.svg"
echo png > "$SITE/img/icon.png"
echo blank > "$SITE/a b.txt"
echo accent > "$SITE/$(printf '\303\251').txt"
: > "$SITE/empty.txt"
for name in style.css tobago.wasm app.webmanifest game.tobago data.json odd.xyz sw.js; do
    echo "$name" > "$SITE/$name"
done
seq 20000 > "$SITE/app-5KDYQ3LZ.js"
seq 300 > "$SITE/stale.js"
head -c 16777216 /dev/urandom > "$SITE/big.bin"
node -e 'const fs = require("fs"), zlib = require("zlib"), file = process.argv[1];
for (const name of [file + "/app-5KDYQ3LZ.js", file + "/stale.js"]) {
    fs.writeFileSync(name + ".gz", zlib.gzipSync(fs.readFileSync(name)));
    fs.writeFileSync(name + ".br", zlib.brotliCompressSync(fs.readFileSync(name)));
}' "$SITE"
seq 2 301 > "$SITE/stale.js"
gzip -c "$SITE/sw.js" > "$SITE/alone.gz"
ln -s ../secret.txt "$SITE/secret.link"
ln -s "$T/elsewhere" "$SITE/folder.link"
ln -s index.html "$SITE/same.html"
mkfifo "$SITE/pipe"

# ---- Starting and stopping ----

# start PROGRAM ARGUMENT...: starts a server and waits for its line; sets $server and $url
start() {
    : > "$T/line"
    "$@" > "$T/line" 2> "$T/err" &
    server=$!
    for _ in $(seq 400); do
        [ -s "$T/line" ] && break
        kill -0 "$server" 2> /dev/null || break
        sleep 0.05
    done
    url=$(sed -n 's/^\(http:[^ ]*\) serves .*/\1/p' "$T/line")
    [ -n "$url" ] || { echo "no address from: $*" && cat "$T/line" "$T/err"; } >> "$bad"
}

# stop SIGNAL CODE: ends the server and complains unless it ends like this, without a word
stop() {
    kill "-$1" "$server"
    wait "$server"
    code=$?
    server=
    [ "$code" = "$2" ] || echo "exit code $code after SIG$1, not $2" >> "$bad"
    cat "$T/err" >> "$bad"
}

# client SECTION: what tests/serve.mjs complains about
client() {
    timeout 120 node tests/serve.mjs "$1" "$url" "$server" >> "$bad" 2>&1 ||
        echo "$1: exit code $?" >> "$bad"
    kill -0 "$server" 2> /dev/null || { echo "$1: the server is gone" && cat "$T/err"; } >> "$bad"
}

start "$CHECKED" serve --listen 127.0.0.1:0 --site "$SITE"
[ "$(wc -l < "$T/line")" = 1 ] || cat "$T/line" >> "$bad"
grep -qE '^http://127\.0\.0\.1:[0-9]+/ serves .*/site: 20 files, 16[0-9]{3} kB$' "$T/line" ||
    cat "$T/line" >> "$bad"
verdict "serve says in one line where it listens and what it serves"

client files
verdict "files have their types, folders their index, and what is missing a page"
client caching
verdict "encodings, entity tags and caches are as the standard wants them"
client security
verdict "every answer carries the policies"
client methods
verdict "GET and HEAD are answered, everything else is refused"
client paths
verdict "no path leads out of the folder"
client pipelining
verdict "many requests on one connection are answered in order"
client hostile
verdict "the server survives what nobody should send"
client random
verdict "the server survives random bytes"
client slow
verdict "slow clients cost no time and are dropped"
client posts
verdict "a POST has a body of a length that is known and small"
client upgrades
verdict "no address but /ws is a WebSocket"

stop TERM 0
verdict "SIGTERM ends the server with 0 and without a word, and nothing leaks"

node -e 'const {spawn} = require("child_process"), [program, site] = process.argv.slice(1);
function once(left) {
    if (!left) return;
    const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--site", site]);
    server.stdout.once("data", () => server.kill("SIGTERM"));
    server.on("exit", (code, signal) => {
        if (code !== 0) console.log(`ended with ${code ?? signal}`);
        once(left - 1);
    });
}
once(10);' "$TOBAGO" "$SITE" >> "$bad" 2>&1
verdict "a server that is told to end as soon as it has spoken ends as well"

start sh -c 'ulimit -n 500; exec "$@"' sh "$CHECKED" serve --listen 127.0.0.1:0 --site "$SITE"
client crowd
stop TERM 0
verdict "more connections than there is room for wait for their turn"

# ---- The folder changes ----

mkdir "$T/new" && echo one > "$T/new/index.html"
start "$CHECKED" serve --listen '[::1]:0' --site "$T/new"
get() { node -e 'fetch(process.argv[1]).then((answer) => answer.text()).then(
    (text) => process.stdout.write(text), () => process.stdout.write("nothing"))' "$url$1"; }
case $url in 'http://[::1]:'*) ;; *) echo "$url" >> "$bad" ;; esac
[ "$(get '')" = one ] || echo "not one" >> "$bad"
verdict "an IPv6 address is written in brackets"

echo two > "$T/new/index.html"
echo more > "$T/new/more.txt"
sleep 1.1
[ "$(get '')" = two ] || echo "not two" >> "$bad"
[ "$(get more.txt)" = more ] || echo "no more" >> "$bad"
mv "$T/new" "$T/gone"
sleep 1.1
[ "$(get '')" = two ] || echo "gone with its folder" >> "$bad"
mv "$T/gone" "$T/new"
echo three > "$T/new/index.html"
sleep 1.1
[ "$(get '')" = three ] || echo "not three" >> "$bad"
stop INT 0
verdict "a changed folder is served as it is now, a missing one as it was; SIGINT is 0"

start "$CHECKED" serve --listen 127.0.0.1:0 --site "$SITE"
node -e 'const net = require("net"), at = new URL(process.argv[1]);
const socket = net.connect(at.port, at.hostname);
let bytes = 0;
socket.write("GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n");
socket.pause();
setTimeout(() => { process.kill(process.argv[2], "SIGTERM"); setTimeout(() => socket.resume(), 300); }, 500);
socket.on("data", (piece) => { bytes += piece.length; });
socket.on("close", () => { if (bytes < 16777216) console.log("only " + bytes + " bytes"); });
' "$url" "$server" >> "$bad" 2>&1
wait "$server"
code=$?
server=
[ "$code" = 0 ] || echo "exit code $code" >> "$bad"
verdict "an answer on its way still arrives when the server is told to end"

# ---- Complaints ----

# refused CODE SENTENCE ARGUMENT...: one sentence and this exit code
refused() {
    want=$1 sentence=$2
    shift 2
    timeout 20 "$CHECKED" serve "$@" > "$T/out" 2> "$T/err"
    code=$?
    [ "$code" = "$want" ] || echo "$*: exit code $code, not $want" >> "$bad"
    [ "$(wc -l < "$T/err")" = 1 ] && grep -qE "^tobago( serve)?: .*$sentence" "$T/err" &&
        [ ! -s "$T/out" ] || { echo "$*:" && cat "$T/out" "$T/err"; } >> "$bad"
}

start "$TOBAGO" serve --listen 127.0.0.1:0 --site "$SITE"
taken=$(echo "$url" | sed 's|.*:\([0-9]*\)/|\1|')
refused 3 "port $taken of 127.0.0.1 is in use" --listen "127.0.0.1:$taken" --site "$SITE"
first=$server
start "$CHECKED" serve --listen "127.0.0.1:$taken-65535" --site "$SITE" --data "$T/second"
grep -q "^tobago: port $taken is in use; listening on " "$T/err" || cat "$T/err" >> "$bad"
: > "$T/err"
stop TERM 0
server=$first
stop TERM 0
verdict "a port in use is 3, and a range of ports finds a free one and says so"

refused 3 'this machine does not have the address 192.0.2.1' --listen 192.0.2.1:0 --site "$SITE"
refused 3 'No such file' --site "$T/nothing"
refused 3 'Not a directory' --site "$SITE/index.html"
refused 3 'the whole file system' --site /
for listen in 8700 127.0.0.1 127.0.0.1: 127.0.0.1:x 127.0.0.1:65536 127.0.0.1:9-8 :8700 \
    ::1:8700 '[::1]' '[::1' '[]:80' somewhere:80 127.0.0.1:-1 '127.0.0.1:1-2-3' \
    "$(printf '%0200d' 0):80"; do
    refused 2 "see 'tobago serve --help'" --listen "$listen" --site "$SITE"
done
refused 2 "is not an option" elsewhere
if [ "$(id -u)" != 0 ]; then
    chmod 0 "$SITE/style.css"
    refused 3 'style.css: Permission denied' --site "$SITE"
    chmod 644 "$SITE/style.css"
fi
verdict "what cannot be served is refused in one sentence"

for limit in '' x x=1 frames_s= frames_s=0 frames_s=1x =1; do
    refused 2 "see 'tobago serve --help'" --limit "$limit" --site "$SITE"
done
"$TOBAGO" serve --help > "$T/out"
grep -q '^    frames_s=20$' "$T/out" || cat "$T/out" >> "$bad"
verdict "limits are listed by --help, and others are refused"

start "$CHECKED" serve --lan --listen 127.0.0.7:0 --site "$SITE" --limit frames_s=100
[ "$(sed -n 2p "$T/line")" = "Friends in the room open $url" ] || cat "$T/line" >> "$bad"
sed -n 3p "$T/line" | grep -q '^Without TLS .*service worker.*clipboard.*notifications' ||
    cat "$T/line" >> "$bad"
stop TERM 0
verdict "--lan prints the link for friends, and what browsers withhold without TLS"

# ---- Where the site lies ----

mkdir -p "$T/tree/bin" "$T/tree/share/tobago/site" "$T/build/debug" "$T/build/site" "$T/bare"
for folder in tree/bin build build/debug bare; do
    cp "$TOBAGO" "$T/$folder/tobago"
done
echo installed > "$T/tree/share/tobago/site/index.html"
echo built > "$T/build/site/index.html"
for folder in tree/bin:installed build:built build/debug:built; do
    start "$T/${folder%%:*}/tobago" serve --listen 127.0.0.1:0
    [ "$(get '')" = "${folder##*:}" ] || echo "$folder: $(cat "$T/line")" >> "$bad"
    stop TERM 0
done
timeout 20 "$T/bare/tobago" serve > "$T/out" 2> "$T/err"
[ $? = 3 ] && grep -q "^tobago: there is no site to serve; 'make site' builds it" "$T/err" ||
    cat "$T/err" >> "$bad"
verdict "without --site it serves what is installed or built beside it, or says what to do"

# ---- The browser ----

mkdir "$T/bin"
printf '#!/bin/sh\necho "$1" > "%s"\n' "$T/opened" > "$T/bin/xdg-open"
chmod +x "$T/bin/xdg-open"
start env PATH="$T/bin:$PATH" "$CHECKED" serve --listen 127.0.0.1:0 --site "$SITE" --open
stop TERM 0
sleep 0.3
[ -e "$T/opened" ] && echo "opened without a desktop" >> "$bad"
start env DISPLAY=:9 PATH="$T/bin:$PATH" "$CHECKED" serve --listen 127.0.0.1:0 --site "$SITE" --open
for _ in $(seq 40); do
    [ -s "$T/opened" ] && break
    sleep 0.05
done
[ "$(cat "$T/opened" 2>&1)" = "$url" ] || cat "$T/opened" >> "$bad" 2>&1
stop TERM 0
verdict "--open opens the page where there is a desktop"

# ---- Without libwebsockets ----

without='src/net/listen src/net/addresses src/server/limits src/server/settings src/server/without src/client/without src/control/without'
without=$(printf 'build/release/obj/%s.o ' $without)
# shellcheck disable=SC2086
make -s $without > "$T/out" 2>&1 || cat "$T/out" >> "$bad"
find build/release/obj/src build/release/obj/gen -name '*.o' ! -path '*/wasm/*' |
    grep -vE '/(store|net|server|client|control)/' > "$T/objects"
# shellcheck disable=SC2046,SC2086
gcc $(cat "$T/objects") $without -ledit -lncursesw -ltinfo -lpthread -lm -o "$T/without" >> "$bad" 2>&1
"$T/without" serve --site "$SITE" > "$T/out" 2> "$T/err"
[ $? = 3 ] && [ "$(wc -l < "$T/err")" = 1 ] &&
    grep -q '^tobago: this program was built without the libraries of the server' "$T/err" ||
    cat "$T/err" >> "$bad"
"$T/without" sites AbC1 in-jungle > /dev/null 2>> "$bad" || echo "sites fails" >> "$bad"
make -n SERVER=no -W src/server/without.c build/tobago > "$T/out" 2>&1
grep -q "libraries are missing .*: 'tobago serve' is left out" "$T/out" &&
    ! grep -q -e '-lwebsockets' -e src/net/net "$T/out" || tail -n 3 "$T/out" >> "$bad"
verdict "without its libraries the program does the rest, and make says so"

finish
