#!/bin/bash
# The README: its commands work as they stand there, with the sample game, and print what it
# shows; docs/screen.py still takes its picture.
# Needs build/tobago, python3 and, for what needs a terminal, tmux. Prints TAP.
set -u
export LC_ALL=C.UTF-8
unset NO_COLOR
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
here=$PWD
trap '[ -e "$T/tmux" ] && tmux -S "$T/tmux" kill-server 2> /dev/null; rm -rf "$T"' EXIT

# A folder as a reader has it after make install: tobago is in PATH.
mkdir "$T/bin" "$T/tree" && ln -s "$TOBAGO" "$T/bin/tobago" && cp -r examples "$T/tree/" ||
    exit 3
export PATH="$T/bin:$PATH"

# ---- Commands with their output ----

# The commands after "$ ", each run in the tree; "..." stands for any lines.
python3 - README.md "$T/tree" > "$T/out" 2>&1 <<'EOF_PYTHON'
import re, subprocess, sys

def fits(wanted, got):
    """Are these the lines, with any others for '...'?"""
    if not wanted:
        return not got
    if wanted[0] == "...":
        return any(fits(wanted[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and wanted[0].rstrip() == got[0].rstrip() and fits(wanted[1:], got[1:])

text = open(sys.argv[1], encoding="utf-8").read()
count = 0
for block in re.findall(r"^```\n(\$ .*?)^```$", text, re.M | re.S):
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
        done = subprocess.run(command, shell=True, cwd=sys.argv[2], capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)
        count += 1
        if not fits(output.splitlines(), done.stdout.splitlines()):
            print(f"$ {command}\n{done.stdout}{done.stderr}")
if count < 6:
    print(f"only {count} commands were found")
EOF_PYTHON
cat "$T/out" >> "$bad"
verdict "README: every command after a \$ prints what stands below it"

# ---- Commands without ----

indented() { sed -n 's/^    \(tobago .*\|head .*\)/\1/p' README.md; }
indented > "$T/commands"
[ "$(wc -l < "$T/commands")" -ge 4 ] || echo "the indented commands are gone" >> "$bad"
cd "$T/tree" || exit 3
while read -r command; do
    case $command in
    *--replay | *cmd:*) continue ;; # needs a terminal; needs a program of the reader's
    *analyse*) command="$command --iterations 20" ;;
    *play*) command="$command --plain --seed 1" ;;
    *serve*) # on loopback, until it is told to end
        command="timeout 2 $command --listen 127.0.0.2:0 --data '$T/tables'; [ \$? = 124 ]" ;;
    esac
    timeout 60 sh -c "$command" > "$T/out" 2>&1 < /dev/null ||
        { echo "\$ $command" && tail -n 3 "$T/out"; } >> "$bad"
done < "$T/commands"
tobago check mine.tobago >> "$T/out" 2>&1 || echo "mine.tobago is no record" >> "$bad"
grep -q '</svg>' evening.svg || echo "evening.svg is no picture" >> "$bad"
cd "$here" || exit 3
verdict "README: so do the others, as far as they need no terminal"

grep -q 'docs/screen\.svg' README.md && [ -s docs/screen.svg ] || echo "no picture" >> "$bad"
for name in 'build/tobago' 'make install' './play' examples/evening.tobago; do
    grep -qF -- "$name" README.md || echo "README.md does not say $name" >> "$bad"
done
tobago check examples/evening.tobago | grep -q 'over (E1)' || echo "not a whole game" >> "$bad"
verdict "README: it has a picture, a whole sample game, and says what to type when"

# ---- The picture ----

if ! command -v tmux > /dev/null; then
    skip "docs/screen.py takes the picture" "tmux is not installed"
    skip "README: a game is stepped through" "tmux is not installed"
    finish
fi

# The picture is made twice, to see that it is always the same. It need not be the one in
# docs/, which is made anew when the terminal game has changed to its advantage.
for name in one two; do
    TOBAGO=$TOBAGO docs/screen.py --out "$T/$name.svg" >> "$bad" 2>&1
done
cmp "$T/one.svg" "$T/two.svg" >> "$bad" 2>&1
python3 - "$T/one.svg" docs/screen.svg >> "$bad" 2>&1 <<'EOF_PYTHON'
import subprocess, sys, xml.dom.minidom

spaces = subprocess.run(["tobago", "island", "AbC0", "--list"], capture_output=True, text=True)
spaces = [line.split()[0] for line in spaces.stdout.splitlines()]
size = set()
for path in sys.argv[1:]:
    svg = xml.dom.minidom.parse(path)
    words = " ".join(t.firstChild.data for t in svg.getElementsByTagName("text"))
    words = words.replace("\N{NO-BREAK SPACE}", " ").split()
    shown = [s for s in spaces if s in words]
    if len(shown) < len(spaces) * 3 // 4:
        print(path, "shows only", len(shown), "of", len(spaces), "spaces")
    for word in ("ann", "ben", "cleo", "next-jungle"):
        if not any(word in w for w in words):
            print(path, "does not show", word)
    fills = {r.getAttribute("fill") for r in svg.getElementsByTagName("rect")}
    if len(fills) < 8:
        print(path, "has hardly a colour")
    root = svg.documentElement
    size.add((root.getAttribute("width"), root.getAttribute("height")))
if len(size) != 1 or len(spaces) < 90:
    print("sizes", size, "spaces", len(spaces))
EOF_PYTHON
verdict "docs/screen.py takes the picture, the same each time"

TOBAGO=/nowhere/tobago docs/screen.py --out "$T/none.svg" > "$T/out" 2>&1 &&
    echo "without a program it is content" >> "$bad"
[ -e "$T/none.svg" ] && echo "without a program there is a picture" >> "$bad"
verdict "and none without a program"

tmux -S "$T/tmux" -f /dev/null new-session -d -x 100 -y 30 \
    "cd '$T/tree' && TERM=screen-256color XDG_DATA_HOME='$T' $(indented | grep -e --replay); sleep 60"
for ((k = 0; k < 200; k++)); do
    tmux -S "$T/tmux" capture-pane -p > "$T/out" 2>&1
    grep -q 'AbC0' "$T/out" && break
    sleep 0.05
done
grep -q 'AbC0' "$T/out" || cat "$T/out" >> "$bad"
verdict "README: a game is stepped through"

finish
