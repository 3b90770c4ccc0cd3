#!/bin/bash
# tobago connect: whole games through a real server, by hand, by bots and by the example bot; the
# full screen over the network; lost connections; what a hostile server cannot do to a terminal.
# Needs build/tobago, build/debug/tobago, python3 and, for the full screen, tmux. Prints TAP.
set -u
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
ROOT=$PWD
pids=
server=
trap 'for pid in $pids; do kill "$pid" 2> /dev/null; done
      [ -z "$server" ] || kill -KILL "$server" 2> /dev/null
      [ -e "$T/tmux" ] && tmux -S "$T/tmux" kill-server 2> /dev/null
      chmod -R u+rwX "$T"; rm -rf "$T"' EXIT
trap 'exit 3' HUP INT TERM

if ! "$TOBAGO" connect http://127.0.0.1:1 --list 2>&1 | grep -q 'no server of tables'; then
    skip "connect plays over the network" "the libraries are not installed"
    finish
fi

# ---- Usage ----

# refuses CODE PATTERN WORD...
refuses() {
    local want=$1 pattern=$2
    shift 2
    timeout 20 "$CHECKED" connect "$@" > "$T/out" 2>&1 < /dev/null
    [ $? = "$want" ] && grep -qF -- "$pattern" "$T/out" || { echo "$*:"; cat "$T/out"; } >> "$bad"
}
refuses 2 'the address of one server'
refuses 2 'begins with http:// or https://' ftp://127.0.0.1 --list
refuses 2 'the port is no number' http://127.0.0.1:99999 --list
refuses 2 'name of the server is missing' http:// --list
refuses 2 'no link of a table' 'http://127.0.0.1:1/#nonsense' --list
refuses 2 'there is no option' http://127.0.0.1:1 --nonsense
refuses 2 'only lists' http://127.0.0.1:1 --list --bot easy
refuses 2 'go with --create' http://127.0.0.1:1 --island AbC1
refuses 3 'no server of tables' http://127.0.0.1:1 --list
refuses 3 'no server of tables' 'http://[::1]:1' --list
verdict "wrong usage, wrong addresses and absent servers are told apart"

# ---- A server ----

mkdir "$T/site"
echo '<!DOCTYPE html><title>home</title>' > "$T/site/index.html"
listen=127.0.0.1:0
# serve: starts the server and waits for its line; sets $server and $url
serve() {
    : > "$T/serve"
    "$CHECKED" serve --listen "$listen" --data "$T/tables" --site "$T/site" \
        --limit frames_s=1000 > "$T/serve" 2>> "$T/serve.err" &
    server=$!
    for _ in $(seq 200); do
        url=$(grep -oE 'http://[0-9.]+:[0-9]+' "$T/serve" | head -n 1)
        [ -n "$url" ] && break
        sleep 0.05
    done
    listen=${url#http://}
}
serve
[ -n "$url" ] || { cat "$T/serve" "$T/serve.err" >> "$bad"; verdict "a server starts"; finish; }

# as NAME WORD...: connects as someone with a data folder of her own
as() {
    local who=$1
    shift
    XDG_DATA_HOME=$T/of-$who timeout "${patience:-60}" "$@"
}
# begin NAME WORD...: the same in the background, its output in $T/NAME
begin() {
    local who=$1
    shift
    : > "$T/$who" # at once, so that nothing of an earlier game is read
    (XDG_DATA_HOME=$T/of-$who exec timeout 120 "$@") >> "$T/$who" 2>&1 < /dev/null &
    pids="$pids $!"
    last=$!
}
until_true() {
    local k
    for ((k = 0; k < 400; k++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}
# link_of NAME: the invitation that someone's client printed
link_of() {
    until_true grep -q '^link ' "$T/$1" || cat "$T/$1" >> "$bad"
    sed -n 's/^link //p' "$T/$1"
}
# ended NAME: waits for the end of a game, which its client tells
ended() {
    until_true grep -qE 'The cards were|is over' "$T/$1"
    until_true grep -q 'The cards were' "$T/$1" || { echo "$1:"; tail -n 12 "$T/$1"; } >> "$bad"
    grep -q 'The cards were fair: [0-9]* draws checked' "$T/$1" || tail -n 3 "$T/$1" >> "$bad"
}

as ada "$CHECKED" connect "$url" --list > "$T/out" 2>> "$bad"
[ ! -e "$T/of-ada/tobago/guest-"* ] || echo "looking made a guest" >> "$bad"
begin ada "$CHECKED" connect "$url" --name 'Ada B.' --create me,open --open --island AbC1 \
    --options experienced --clock live:5+10 --plain
link=$(link_of ada)
mode=$(stat -c %a "$T"/of-ada/tobago/guest-*)
[ "$mode" = 600 ] || echo "the cookie has mode $mode" >> "$bad"
as bob "$CHECKED" connect "$url" --list > "$T/out" 2>> "$bad"
grep -qE '^[a-z0-9]+  waiting   Ada B\., open  AbC1 live  open$' "$T/out" || cat "$T/out" >> "$bad"
as bob "$CHECKED" connect "$url" --list --json | python3 -c '
import json, sys
tables = json.load(sys.stdin)
assert len(tables) == 1 and tables[0]["options"] == ["experienced"], tables' 2>> "$bad"
until_true grep -q 'Ada B. (you), 2: open' "$T/ada" || cat "$T/ada" >> "$bad"
kill "$last"
as ada "$CHECKED" connect "$url" --list > "$T/out" 2>> "$bad"
grep -q 'Your tables:' "$T/out" || cat "$T/out" >> "$bad"
verdict "--create makes a table as it is wished for, --list shows it, and the cookie is private"

refuses 1 'There is no such table' "$url" --table nonsense00 --name Eve
refuses 3 '' "$url/#join=${link#*join=}x" --name Eve
refuses 1 'was not made' "$url" --create me,nobody --name Eve
refuses 2 '--clock takes' "$url" --create me,open --clock sand --name Eve
verdict "tables, links, seats and clocks that do not exist are refused with a sentence"

# ---- Whole games ----

begin ada "$CHECKED" connect "$url" --name 'Ada B.' --create me,open,open --start --bot greedy
link=$(link_of ada)
begin bob python3 tests/hand.py 5 "$CHECKED" connect "$link" --name Bob --plain
until_true grep -q 'Bob (you)' "$T/bob" || cat "$T/bob" >> "$bad"
begin cleo "$CHECKED" connect "$link" --name Cleo --bot "cmd:python3 examples/bot.py"
begin dora "$CHECKED" connect "$link" --watch --plain
for who in ada bob cleo dora; do ended $who; done
for who in ada bob cleo dora; do
    sed -n '/is over/,/^\* [0-9]\..*/p' "$T/$who" | sort -u > "$T/$who.result"
    cmp -s "$T/ada.result" "$T/$who.result" || diff "$T/ada.result" "$T/$who.result" >> "$bad"
done
grep -q '1: Ada B. (a program), 2: Bob (you)' "$T/bob" || grep Seats "$T/bob" >> "$bad"
grep -qE '^  nature (deal|draw) 2 [a-z]' "$T/bob" || echo "Bob does not see his cards" >> "$bad"
grep -E '^  nature (deal|draw) [13] [a-z]' "$T/bob" | head -n 2 >> "$bad"
grep -E '^  nature (deal|draw) [123] [a-z]' "$T/dora" | head -n 2 >> "$bad"
verdict "two clients and a program play a whole game, each sees its own cards, and one looks on"

begin ada "$CHECKED" connect "$url" --create open,open --start --bot greedy
link=$(link_of ada)
begin net python3 examples/netbot.py "$link"
until_true grep -q '^places: [12] [12]$' "$T/net" || cat "$T/net" "$T/ada" >> "$bad"
ended ada
verdict "the example bot plays a whole game with nothing but Python's library"

begin ada env UNDO=6 python3 tests/hand.py 8 "$CHECKED" connect "$url" --create me,open --start \
    --plain --name Ada
link=$(link_of ada)
begin bob env UNDO=9 python3 tests/hand.py 9 "$CHECKED" connect "$link" --plain --name Bob
ended ada
ended bob
for who in ada bob; do
    [ "$(grep -c 'The game goes back to line' "$T/$who")" = 2 ] || grep '^\*' "$T/$who" >> "$bad"
done
grep -q "asks to take the game back to line [0-9]*: 'yes' or 'no'?" "$T/bob" ||
    grep '^\*' "$T/bob" >> "$bad"
verdict "what was shown is taken back if the other agrees, and the proof holds it"

one=$(date -u -d '+3 days' +%F) two=$(date -u -d '+4 days' +%F)
printf '%s\n' "away $one..$two" 'away 2020-01-01' 'away soon' 'away none' quit |
    as ada "$CHECKED" connect "$url" --create me,easy --clock days:2 --start --plain > "$T/out" 2>&1
grep -qx "\* Ada is away on $one $two." "$T/out" && grep -q 'Your clock stands on these' "$T/out" ||
    echo "the days are not told" >> "$bad"
grep -q 'No: .*begin after today' "$T/out" || echo "the past is not refused" >> "$bad"
grep -q "No: 'away none', or days" "$T/out" || echo "'soon' is taken for a day" >> "$bad"
grep -qx '\* Ada is away on no day.' "$T/out" || echo "the days are not given up" >> "$bad"
[ ! -s "$bad" ] || cat "$T/out" >> "$bad"
verdict "a player of a slow game names the days on which her clock stands"

# ---- Bad days ----

begin ada "$CHECKED" connect "$url" --create open,open --start --bot greedy
link=$(link_of ada)
begin bob env PAUSE=0.1 python3 tests/hand.py 6 "$CHECKED" connect "$link" --plain
for round in 1 2 3; do
    lines=$(grep -c '^  ' "$T/bob")
    more() { [ "$(grep -c '^  ' "$T/bob")" -gt $((lines + 20)) ]; }
    until_true more || echo "the game stands still in round $round" >> "$bad"
    kill -KILL "$server"
    wait "$server" 2> /dev/null
    serve
done
ended ada
ended bob
grep -q 'The connection is lost' "$T/bob" && grep -q 'Connected again' "$T/bob" ||
    grep '^\*' "$T/bob" >> "$bad"
verdict "a server killed three times is found again, and the game goes on to its end"

# ---- A hostile server ----

python3 tests/fake_server.py > "$T/fake" 2> "$T/fake.err" &
fake=$!
pids="$pids $fake"
until_true test -s "$T/fake" || cat "$T/fake.err" >> "$bad"
evil=$(head -n 1 "$T/fake")
as eve "$CHECKED" connect "$evil" --table t1 --name Eve --plain > "$T/eve" 2>&1 < /dev/null
code=$?
[ "$code" = 0 ] || echo "exit code $code" >> "$bad"
grep -q "$(printf '\033')" "$T/eve" && echo "an escape sequence got through" >> "$bad"
grep -q '^\* Mallory.: .\[31mred.*hidden' "$T/eve" || echo "the message is gone" >> "$bad"
grep -q 'makes no sense' "$T/eve" || echo "a bad record is not told" >> "$bad"
grep -q 'another contribution than ours' "$T/eve" || echo "a false share is not told" >> "$bad"
grep -q 'The cards were NOT fair: line 1 of the proof' "$T/eve" ||
    echo "a false proof is not told" >> "$bad"
grep -qE 'ERROR|runtime error' "$T/eve" && cat "$T/eve" >> "$bad"
[ -s "$bad" ] && cat "$T/eve" "$T/fake.err" >> "$bad"
kill "$fake" 2> /dev/null
verdict "nonsense, gaps, escape sequences, false shares and proofs of a server are seen through"

openssl req -x509 -newkey rsa:2048 -nodes -keyout "$T/key.pem" -out "$T/cert.pem" -days 2 \
    -subj /CN=localhost -addext subjectAltName=DNS:localhost > "$T/out" 2>&1 || cat "$T/out" >> "$bad"
: > "$T/fake"
python3 tests/fake_server.py "$T/cert.pem" "$T/key.pem" > "$T/fake" 2> "$T/fake.err" &
fake=$!
pids="$pids $fake"
until_true test -s "$T/fake" || cat "$T/fake.err" >> "$bad"
SSL_CERT_FILE=$T/cert.pem as tim "$CHECKED" connect "$(cat "$T/fake")" --list > "$T/out" 2>&1
grep -q '^t1  waiting   Eve, Mallory' "$T/out" || cat "$T/out" >> "$bad"
refuses 3 'no server of tables' "$(cat "$T/fake")" --list
refuses 3 'no server of tables' "$(sed s/https/http/ "$T/fake")" --list
kill "$fake" 2> /dev/null
verdict "https is spoken, and a certificate that nobody vouches for is refused"

# ---- The full screen ----

if command -v tmux > /dev/null; then
    kept=$(trap -p EXIT)
    . tests/screen.bash
    eval "$kept" # which ends everything, the terminals too
    export XDG_DATA_HOME=$T/of-ada
    terminal 100 30 "$CHECKED connect $url --name Ada --create me,open --island AbC1 --start"
    appears '1: Ada \(you\), 2: open'
    link=$(seen -J | sed -n 's/^link //p')
    begin bob python3 "$ROOT/tests/hand.py" 7 "$CHECKED" connect "$link" --name Bob --plain
    appears 'Tobago AbC1'
    appears "Ada (decides|'s turn)|Start"
    keys Enter
    until_true grep -qE '^  1 atv' "$T/bob" || { seen; cat "$T/bob"; } >> "$bad"
    appears 'Bob|Start'
    verdict "the terminal game plays over the network"

    back=$(grep -c 'The game goes back' "$T/bob")
    gone() { [ "$(grep -c 'The game goes back' "$T/bob")" -gt "$back" ]; }
    appears 'Ada (decides|.s turn)'
    appears 'Start|start'
    keys u
    until_true gone || { seen; tail -n 12 "$T/bob"; } >> "$bad"
    grep -qE '^  1 atv' "$T/bob" || echo "nothing was played before" >> "$bad"
    appears 'The game goes back to line|Taken back'
    keys z
    verdict "the key that takes back asks the server, which asks the other"

    keys : ; keys -l 'say hello there'; keys Enter
    until_true grep -q '^\* Ada: hello there$' "$T/bob" || { seen; tail -n 3 "$T/bob"; } >> "$bad"
    appears 'Ada: hello there'
    keys : ; keys -l 'clue white nonsense'; keys Enter
    appears 'No'
    keys : ; keys -l 'yes'; keys Enter
    appears 'Nothing is proposed'
    verdict "commands talk to the others, and what is refused says why"

    kill -KILL "$server"
    wait "$server" 2> /dev/null
    appears 'The connection is lost'
    serve
    appears 'Connected again'
    keys : ; keys -l 'say back'; keys Enter
    until_true grep -q '^\* Ada: back$' "$T/bob" || { seen; tail -n 3 "$T/bob"; } >> "$bad"
    leave
    verdict "a lost connection is shown, comes back, and the game can be left"
    cd "$ROOT" || exit 3
else
    skip "the full screen plays over the network" "tmux is not installed"
fi

kill "$server"
wait "$server" 2> /dev/null
grep -E 'ERROR|runtime error' "$T/serve.err" >> "$bad"
server=
verdict "the server saw nothing wrong"
finish
