# What the tests of the full-screen game share: terminals that tmux provides, keys, and
# waiting for what the screen shows or a file holds. Nothing waits for a time. Sourced
# after tests/tap.sh by a script in its own folder $T; needs GAMES.

if ! command -v tmux > /dev/null; then
    skip "the full-screen game" "tmux is not installed"
    finish
fi
screen() { tmux -S "$T/tmux" "$@" 2> /dev/null; }
trap '[ -e "$T/tmux" ] && screen kill-server; rm -rf "$T"' EXIT
cd "$T" || exit 3
export HOME=$T/home # this tree may lie in the user's, which the program writes as ~

# good FILE: a record from the first line to the last
good() { "$TOBAGO" check "$1" > checked 2>&1 || cat checked >> "$bad"; }

# The windows stand side by side on one server; the last one opened is looked at.
tmux -S "$T/tmux" -f /dev/null new-session -d -x 80 -y 24 -s none 'sleep 600' > /dev/null 2>&1
opened=0

# terminal WIDTH HEIGHT COMMAND: a new terminal that runs it; its exit code follows "left"
terminal() {
    opened=$((opened + 1))
    screen new-session -d -s "s$opened" -x "$1" -y "$2" \
        "exec sh -c 'trap : INT HUP TERM; TERM=xterm-256color; export TERM; $3; echo left \$?; exec sleep 600'"
    TARGET=s$opened
}
seen() { screen capture-pane -t "$TARGET" -p "$@"; }
keys() { screen send-keys -t "$TARGET" "$@"; }
# resize WIDTH HEIGHT
resize() { screen resize-window -t "$TARGET" -x "$1" -y "$2"; }
# until_true COMMAND...: tries it again and again, for 15 seconds at most
until_true() {
    local k
    for ((k = 0; k < 300; k++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}
shows() { seen | grep -qE -- "$1"; }
lacks() { ! shows "$1"; }
# island: what is drawn to the left of the panel, at 80x24
island() { seen | sed -E 's/^(.{46}).*/\1/'; }
# appears PATTERN: waits for it on the screen
appears() {
    until_true shows "$1" && return 0
    { echo "'$1' does not appear, but:"; seen | grep . | tail -n 24; } >> "$bad"
    return 1
}
# vanishes PATTERN: waits until it is not on the screen
vanishes() {
    until_true lacks "$1" && return 0
    { echo "'$1' stays on the screen:"; seen | grep .; } >> "$bad"
}
# absent PATTERN: it is not there now, when something else has shown that all is drawn
absent() { seen | grep -E -- "$1" >> "$bad"; }
# same FILE FILE: waits until a file is like another
same() { until_true cmp -s "$1" "$2" || cmp "$1" "$2" >> "$bad" 2>&1; }
differs() { ! cmp -s "$1" "$2"; }
holds() { tail -n "$3" "$1" | tr '\n' ',' | grep -qE -- "^$2,\$"; }
# ends FILE LINES: waits until the record ends like that, its lines joined by commas
ends() {
    local count
    count=$(echo "$2" | tr -cd , | wc -c)
    until_true holds "$1" "$2" $((count + 1)) && return 0
    { echo "$1 does not end in '$2' but in:"; tail -n $((count + 1)) "$1"; } >> "$bad"
}
# leave: quits, and wants the exit code 0
leave() { keys Escape; keys q; appears '^q?left 0'; } # Esc may have left already

# here: the space under the cursor
here() {
    seen | grep -oE '[a-p][0-9]+ (beach|jungle|lake|mountain|river|scrubland|lava|volcano)' |
        head -n 1 | cut -d ' ' -f 1
}
moved() { [ "$(here)" != "$1" ]; }
# steer SPACE: walks there with the arrow keys
steer() {
    local at tries key
    for ((tries = 0; tries < 40; tries++)); do
        at=$(here)
        [ "$at" = "$1" ] && return 0
        if [[ ${at:0:1} < ${1:0:1} ]]; then
            key=Right
        elif [[ ${at:0:1} > ${1:0:1} ]]; then
            key=Left
        elif ((${at:1} < ${1:1})); then
            key=Down
        else
            key=Up
        fi
        keys $key
        until_true moved "$at" || break
    done
    { echo "the cursor does not get from $at to $1:"; seen | grep .; } >> "$bad"
}
# A long name may be cut, which a dot tells
chosen() { seen | grep -oE '>[a-z][a-z-]+\.?' | head -n 1; }
chose() { [ "$(chosen)" != "$1" ]; }
# choose CARD: puts the cursor of the hand on it
choose() {
    local at tries
    appears '>[a-z]'
    for ((tries = 0; tries < 10; tries++)); do
        at=$(chosen)
        [ "$at" = ">$1" ] && return 0
        [ "$at" != "${at%.}" ] && [[ ">$1" = "${at%.}"* ]] && return 0
        keys Down
        until_true chose "$at" || break
    done
    { echo "the hand has no $1:"; seen | grep .; } >> "$bad"
}
# refused PATTERN KEY...: each of the keys is answered like that; z means nothing and clears the line
refused() {
    local pattern=$1 key
    shift
    for key in "$@"; do
        keys z
        vanishes 'No \('
        keys "$key"
        appears "No $pattern" || echo "after $key" >> "$bad"
    done
}

# click X Y: as the terminal reports it, in the form that its description names
click() {
    if infocmp -1 xterm-256color 2> /dev/null | grep -q 'kmous=.E\[<'; then
        keys -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"
    else
        keys -l "$(printf '\033[M \\x%x\\x%x' $(($1 + 32)) $(($2 + 32)) | xargs -0 printf)"
    fi
}
